//! Playing strength.

use catena_core::Game;

/// Playing strength: 1 for beginners to 10 for all that the player can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// All that the player can.
    pub const FULL: Self = Self(10);

    /// The level with this number from 1 to 10.
    #[must_use]
    pub fn new(level: u8) -> Option<Self> {
        (1..=Self::FULL.0).contains(&level).then_some(Self(level))
    }

    /// The number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Strength in Elo above level 1: the steps between levels added up, which are guessed where they were not measured.
    #[must_use]
    pub fn elo(self, game: Game) -> f64 {
        steps(game)[..usize::from(self.0) - 1].iter().map(|&step| f64::from(step)).sum()
    }

    /// The same as far as it was measured (docs/experiments/2026-11-18-levels.md).
    #[must_use]
    pub fn measured_elo(self, game: Game) -> Option<f64> {
        (self.0 <= measured(game)).then(|| self.elo(game))
    }

    /// Weakening of a player with a network.
    pub(crate) fn of_network(self) -> Option<Weakening> {
        let level = usize::from(self.0) - 1;
        NETWORK_LEVELS.get(level).map(|&(visits, sharpness)| Weakening {
            visits,
            sharpness,
            policy_visits: 1.0,
        })
    }

    /// Weakening of a player without a network: each level has twice the visits of the one below.
    pub(crate) fn of_others(self) -> Option<Weakening> {
        let sharpness = f64::from(Self::FULL.0) / f64::from(Self::FULL.0 - self.0);
        (self < Self::FULL).then(|| Weakening { visits: 8 << self.0, sharpness, policy_visits: 0.0 })
    }
}

/// Restrictions that make a player weaker than it could be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Weakening {
    /// Visits of its searches.
    pub visits: u64,
    /// Preference for good moves: visits to this power are their chances. At 0 it plays any move, below 0
    /// rather bad ones.
    pub sharpness: f64,
    /// Visits that the policy counts as: they tell apart moves that the search did not visit.
    pub policy_visits: f64,
}

impl Weakening {
    /// Returns true if it looks ahead. With one visit the policy alone chooses.
    pub(crate) const fn searches(self) -> bool {
        self.visits > 1
    }
}

/// Visits and sharpness of levels 1 to 9. The steps were measured in all games
/// (docs/experiments/2026-11-18-levels.md).
const NETWORK_LEVELS: [(u64, f64); 9] =
    [(1, -0.2), (1, 0.15), (1, 0.4), (1, 0.65), (1, 0.95), (1, 5.0), (80, 5.0), (600, 8.0), (4000, 10.0)];

/// The highest level whose strength was measured; nothing is known of level 1 alone.
const fn measured(game: Game) -> u8 {
    match game {
        Game::Havannah | Game::BentY => 0,
        Game::Hex | Game::Y | Game::Star | Game::Renkula => 8,
    }
}

/// How much stronger each level is than the one below, in Elo, for levels 2 to 10.
const fn steps(game: Game) -> [u16; 9] {
    match game {
        Game::Havannah => [300; 9],
        Game::Hex => [640, 510, 510, 640, 380, 340, 340, 200, 200],
        Game::Y => [440, 340, 630, 440, 240, 170, 210, 200, 200],
        Game::BentY => [300; 9],
        Game::Star => [640, 430, 640, 440, 700, 700, 510, 200, 200],
        Game::Renkula => [270, 340, 340, 270, 240, 430, 340, 200, 200],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_grows_with_the_level_and_is_told_as_far_as_it_was_measured() {
        let levels: Vec<Level> = (1..=10).filter_map(Level::new).collect();
        for game in Game::ALL {
            assert_eq!(levels[0].elo(game), 0.0);
            assert!(levels.windows(2).all(|pair| pair[0].elo(game) < pair[1].elo(game)), "{game}");
            assert!(
                levels.iter().all(|level| level.measured_elo(game).is_none_or(|elo| elo == level.elo(game)))
            );
            assert_eq!(Level::FULL.measured_elo(game), None);
        }
        assert_eq!(levels[2].measured_elo(Game::Hex), Some(1150.0));
    }

    #[test]
    fn each_level_sees_more_or_chooses_better_than_the_one_below() {
        let levels = || (1..10).filter_map(Level::new);
        for weaken in [Level::of_network, Level::of_others] {
            let all: Vec<Weakening> = levels().filter_map(weaken).collect();
            assert_eq!(all.len(), 9);
            for pair in all.windows(2) {
                assert!(pair[0].visits <= pair[1].visits && pair[0].sharpness <= pair[1].sharpness);
                assert_ne!(pair[0], pair[1]);
            }
            assert_eq!(weaken(Level::FULL), None);
        }
        assert!(!Level(6).of_network().unwrap().searches() && Level(7).of_network().unwrap().searches());
    }
}
