//! Results counted: who scored how much against whom, how games ended and how long they were.

use std::collections::BTreeMap;

use catena_core::Color;

use crate::spec::pairings;
use crate::stats::{Estimate, Pentanomial, Rating, RatingOptions, ratings};
use crate::store::GameRow;

/// All finished games of a match, counted.
#[derive(Clone, Debug)]
pub struct Tally {
    players: usize,
    /// One per pairing, in the order of the spec.
    pairings: Vec<PairingTally>,
    /// Games by how they ended.
    pub ends: BTreeMap<String, u64>,
    /// Forfeited games by player and by how.
    pub forfeits: Vec<BTreeMap<String, u64>>,
    /// Moves of all games.
    pub plies: u64,
    /// Games won by Black, by White, and drawn.
    pub by_color: [u64; 3],
}

/// What is counted of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted<'a> {
    pub number: u64,
    pub black: usize,
    pub white: usize,
    pub winner: Option<Color>,
    pub how: &'a str,
    /// Whether the loser did something wrong.
    pub forfeited: bool,
    pub plies: u64,
}

impl<'a> From<&'a GameRow> for Counted<'a> {
    fn from(game: &'a GameRow) -> Self {
        let GameRow { number, black, white, winner, how, forfeit, plies, .. } = game;
        Self {
            number: *number,
            black: *black,
            white: *white,
            winner: *winner,
            how,
            forfeited: forfeit.is_some(),
            plies: u64::from(*plies),
        }
    }
}

impl Counted<'_> {
    /// Half points of a player: 2 for a win, 1 for a draw.
    fn half_points(&self, player: usize) -> u64 {
        match self.winner {
            None => 1,
            Some(Color::Black) => 2 * u64::from(self.black == player),
            Some(Color::White) => 2 * u64::from(self.white == player),
        }
    }
}

#[derive(Clone, Debug, Default)]
struct PairingTally {
    results: Pentanomial,
    /// Half points of the first player in games whose partner is missing, by pair.
    open: BTreeMap<u64, u64>,
    /// Lost, drawn and won games of the first player, as Black and as White.
    by_color: [[u64; 3]; 2],
}

impl Tally {
    /// No games yet.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self {
            players,
            pairings: vec![PairingTally::default(); pairings(players).len()],
            ends: BTreeMap::new(),
            forfeits: vec![BTreeMap::new(); players],
            plies: 0,
            by_color: [0; 3],
        }
    }

    /// These games, counted.
    #[must_use]
    pub fn of(players: usize, games: &[GameRow]) -> Self {
        let mut tally = Self::new(players);
        games.iter().for_each(|game| tally.add(game));
        tally
    }

    /// Counts a game.
    pub fn add(&mut self, game: &GameRow) {
        self.count(&game.into());
    }

    /// As `add`.
    pub(crate) fn count(&mut self, game: &Counted<'_>) {
        let pair = game.number / 2;
        let index = (pair % self.pairings.len() as u64) as usize;
        let first = game.black.min(game.white);
        let points = game.half_points(first);
        let pairing = &mut self.pairings[index];
        match pairing.open.remove(&pair) {
            None => {
                pairing.open.insert(pair, points);
                pairing.results.single[points as usize] += 1;
            }
            Some(before) => {
                pairing.results.single[before as usize] -= 1;
                pairing.results.add(&[before, points]);
            }
        }
        pairing.by_color[usize::from(game.black != first)][points as usize] += 1;
        more(&mut self.ends, game.how);
        if game.forfeited {
            let loser = if game.winner == Some(Color::White) { game.black } else { game.white };
            more(&mut self.forfeits[loser], game.how);
        }
        self.plies += game.plies;
        self.by_color[match game.winner {
            Some(Color::Black) => 0,
            Some(Color::White) => 1,
            None => 2,
        }] += 1;
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.by_color.iter().sum()
    }

    /// Moves per game.
    #[must_use]
    pub fn mean_length(&self) -> f64 {
        self.plies as f64 / self.games().max(1) as f64
    }

    /// Results of `first` against `second`.
    #[must_use]
    pub fn results(&self, first: usize, second: usize) -> Pentanomial {
        if first > second {
            let mut results = self.results(second, first);
            results.pairs.reverse();
            results.single.reverse();
            return results;
        }
        let index = pairings(self.players).iter().position(|&pairing| pairing == (first, second));
        index.map_or_else(Pentanomial::default, |index| self.pairings[index].results)
    }

    /// Lost, drawn and won games of `first` against `second`, as Black and as White.
    #[must_use]
    pub fn by_color_of(&self, first: usize, second: usize) -> [[u64; 3]; 2] {
        if first > second {
            let [black, white] = self.by_color_of(second, first);
            let reversed = |[lost, drawn, won]: [u64; 3]| [won, drawn, lost];
            return [reversed(white), reversed(black)];
        }
        let index = pairings(self.players).iter().position(|&pairing| pairing == (first, second));
        index.map_or([[0; 3]; 2], |index| self.pairings[index].by_color)
    }

    /// What the results say about the first two players.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::new(&self.results(0, 1))
    }

    /// Points of every player against every other.
    #[must_use]
    pub fn points(&self) -> Vec<Vec<f64>> {
        let against = |i: usize, j: usize| if i == j { 0.0 } else { self.results(i, j).points() };
        (0..self.players).map(|i| (0..self.players).map(|j| against(i, j)).collect()).collect()
    }

    /// Points and games of a player.
    #[must_use]
    pub fn score(&self, player: usize) -> (f64, u64) {
        let others = (0..self.players).filter(|&other| other != player);
        let results = others.map(|other| self.results(player, other));
        results.fold((0.0, 0), |(points, games), r| (points + r.points(), games + r.games()))
    }

    /// Ratings of all players.
    #[must_use]
    pub fn ratings(&self, options: RatingOptions) -> Vec<Rating> {
        ratings(&self.points(), options)
    }
}

/// One more of a kind; only a new kind needs a text of its own.
fn more(counts: &mut BTreeMap<String, u64>, kind: &str) {
    match counts.get_mut(kind) {
        Some(count) => *count += 1,
        None => {
            counts.insert(kind.to_owned(), 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64, black: usize, white: usize, winner: Option<Color>) -> GameRow {
        GameRow {
            number,
            black,
            white,
            winner,
            how: "ring".to_owned(),
            forfeit: None,
            plies: 10,
            opening: 2,
            moves: String::new(),
            black_seconds: 0.0,
            white_seconds: 0.0,
        }
    }

    #[test]
    fn pairs_are_put_together_in_any_order() {
        let mut tally = Tally::new(3);
        tally.add(&game(1, 1, 0, Some(Color::White)));
        assert_eq!(tally.results(0, 1).single, [0, 0, 1]);
        tally.add(&game(0, 0, 1, Some(Color::Black)));
        assert_eq!(tally.results(0, 1).pairs, [0, 0, 0, 0, 1]);
        assert_eq!(tally.results(1, 0).pairs, [1, 0, 0, 0, 0]);
        // The second pair is of the second pairing, 0 against 2.
        tally.add(&game(2, 0, 2, None));
        tally.add(&game(3, 2, 0, Some(Color::Black)));
        assert_eq!(tally.results(0, 2).pairs, [0, 1, 0, 0, 0]);
        assert_eq!(tally.by_color_of(0, 2), [[0, 1, 0], [1, 0, 0]]);
        assert_eq!(tally.by_color_of(2, 0), [[0, 0, 1], [0, 1, 0]]);
        assert_eq!((tally.games(), tally.score(0)), (4, (2.5, 4)));
        assert_eq!(tally.points()[2][0], 1.5);
    }
}
