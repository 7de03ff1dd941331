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
    pub forfeits: Vec<BTreeMap<String, Forfeited>>,
    /// Time taken by the moves of each player.
    pub times: Vec<MoveTimes>,
    /// Moves of all games.
    pub plies: u64,
    /// Games won by Black, by White, and drawn.
    pub by_color: [u64; 3],
}

/// Games that a player forfeited in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeited {
    /// Number of them.
    pub games: u64,
    /// Cause of the first of them.
    pub cause: String,
}

/// Time taken by the moves of a player, where it was measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveTimes {
    /// Moves whose time was measured.
    pub moves: u64,
    seconds: f64,
    /// Moves whose processor time is known.
    cpu_moves: u64,
    cpu_seconds: f64,
}

impl MoveTimes {
    /// Seconds per move by the clock on the wall.
    #[must_use]
    pub fn wall(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.seconds / self.moves as f64)
    }

    /// Seconds of processor time per move.
    #[must_use]
    pub fn cpu(&self) -> Option<f64> {
        (self.cpu_moves > 0).then(|| self.cpu_seconds / self.cpu_moves as f64)
    }
}

/// Moves of one color in a game and their time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColorTime {
    moves: u64,
    seconds: f64,
    cpu: Option<f64>,
}

/// Data of a game for the tally.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted<'a> {
    pub number: u64,
    pub black: usize,
    pub white: usize,
    pub winner: Option<Color>,
    pub how: &'a str,
    /// Mistake of the loser.
    pub forfeit: Option<&'a str>,
    pub plies: u64,
    /// Of Black and White; `None` in games that are not timed.
    pub time: Option<[ColorTime; 2]>,
}

impl<'a> From<&'a GameRow> for Counted<'a> {
    fn from(game: &'a GameRow) -> Self {
        let GameRow { number, black, white, winner, how, forfeit, plies, opening, .. } = game;
        // Black makes every other move, also under the swap rule.
        let until = |plies: u32| [u64::from(plies).div_ceil(2), u64::from(plies) / 2];
        let ([b, w], [b0, w0]) = (until(*plies), until(*opening));
        let time = [
            ColorTime { moves: b - b0.min(b), seconds: game.black_seconds, cpu: game.black_cpu },
            ColorTime { moves: w - w0.min(w), seconds: game.white_seconds, cpu: game.white_cpu },
        ];
        Self {
            number: *number,
            black: *black,
            white: *white,
            winner: *winner,
            how,
            forfeit: forfeit.as_deref(),
            plies: u64::from(*plies),
            time: Some(time),
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
    /// Won, drawn and lost games of the first player, as Black and as White.
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
            times: vec![MoveTimes::default(); players],
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
        pairing.by_color[usize::from(game.black != first)][2 - points as usize] += 1;
        more(&mut self.ends, game.how);
        if let Some(cause) = game.forfeit {
            let loser = if game.winner == Some(Color::White) { game.black } else { game.white };
            self.forfeits[loser]
                .entry(game.how.to_owned())
                .and_modify(|forfeited| forfeited.games += 1)
                .or_insert_with(|| Forfeited { games: 1, cause: cause_of(cause, game.how) });
        }
        self.count_time(game);
        self.plies += game.plies;
        self.by_color[match game.winner {
            Some(Color::Black) => 0,
            Some(Color::White) => 1,
            None => 2,
        }] += 1;
    }

    fn count_time(&mut self, game: &Counted<'_>) {
        let Some(times) = game.time else { return };
        for (player, time) in [game.black, game.white].into_iter().zip(times) {
            let sum = &mut self.times[player];
            // Random players are not timed.
            if time.seconds > 0.0 {
                sum.moves += time.moves;
                sum.seconds += time.seconds;
            }
            if let Some(cpu) = time.cpu {
                sum.cpu_moves += time.moves;
                sum.cpu_seconds += cpu;
            }
        }
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

    /// Won, drawn and lost games of `first` against `second`, as Black and as White.
    #[must_use]
    pub fn by_color_of(&self, first: usize, second: usize) -> [[u64; 3]; 2] {
        if first > second {
            let [black, white] = self.by_color_of(second, first);
            let reversed = |[won, drawn, lost]: [u64; 3]| [lost, drawn, won];
            return [reversed(white), reversed(black)];
        }
        let index = pairings(self.players).iter().position(|&pairing| pairing == (first, second));
        index.map_or([[0; 3]; 2], |index| self.pairings[index].by_color)
    }

    /// Estimated difference of the first two players.
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

/// The cause without the word that names its kind.
fn cause_of(forfeit: &str, how: &str) -> String {
    let cause = forfeit.strip_prefix(how).unwrap_or(forfeit);
    cause.trim_start_matches(": ").to_owned()
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
            black_cpu: None,
            white_cpu: None,
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
        assert_eq!(tally.by_color_of(0, 2), [[0, 1, 0], [0, 0, 1]]);
        assert_eq!(tally.by_color_of(2, 0), [[1, 0, 0], [0, 1, 0]]);
        assert_eq!((tally.games(), tally.score(0)), (4, (2.5, 4)));
        assert_eq!(tally.points(), [[0.0, 2.0, 0.5], [0.0, 0.0, 0.0], [1.5, 0.0, 0.0]]);
        let ratings = tally.ratings(RatingOptions { prior: 1.0, anchor: None });
        assert!(ratings[2].elo > ratings[0].elo && ratings[0].elo > ratings[1].elo, "{ratings:?}");
        assert_eq!(tally.mean_length(), 10.0);
    }

    #[test]
    fn times_are_those_of_the_moves_that_players_chose() {
        let mut tally = Tally::new(2);
        // 10 moves, 2 of them the opening: 4 of each player.
        tally.add(&GameRow {
            black_seconds: 2.0,
            white_seconds: 4.0,
            white_cpu: Some(1.0),
            ..game(0, 0, 1, Some(Color::Black))
        });
        assert_eq!((tally.times[0].wall(), tally.times[0].cpu()), (Some(0.5), None));
        assert_eq!((tally.times[1].wall(), tally.times[1].cpu()), (Some(1.0), Some(0.25)));
        let lost = GameRow {
            how: "crash".to_owned(),
            forfeit: Some("crash: play was refused".to_owned()),
            plies: 3,
            ..game(1, 1, 0, Some(Color::White))
        };
        tally.add(&lost);
        let forfeited = Forfeited { games: 1, cause: "play was refused".to_owned() };
        assert_eq!(tally.forfeits[1]["crash"], forfeited);
        assert_eq!(tally.times[1].moves, 4, "a game without times does not count");
        tally.add(&GameRow { number: 2, black: 0, white: 1, winner: Some(Color::Black), ..lost.clone() });
        tally.add(&GameRow { number: 3, how: "timeout".to_owned(), ..lost });
        let games = |kind: &str| tally.forfeits[1][kind].games;
        assert_eq!((games("crash"), games("timeout"), tally.forfeits[0].len()), (2, 1, 0));
    }
}
