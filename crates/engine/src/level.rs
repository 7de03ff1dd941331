//! Playing strength.

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

#[cfg(test)]
mod tests {
    use super::*;

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
