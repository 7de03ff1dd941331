//! The run-time table of Könnecke and Waldmann 2009, section 9: its five kinds of Havannah
//! playouts, played by our means.
//!
//! Bridges and forks are looked for on-line, rings off-line by Dijkstra's algorithm, as there. A
//! full playout fills the board whoever has won. Weighted moves come from the paper's tree of sums, one for each player.

use std::time::{Duration, Instant};

use catena_core::{Cell, Color, Figures, Game, JudgeAnswer, Position, Setup, SizeError, SwapRule};

use crate::Rng;
use crate::kernel::{BridgesAndForks, Moves, Scratch, Start, bare_fill, sample};
use crate::policy::{Distribution, Policy, SumTree, View, Weighted};
use crate::winner::Dijkstra;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct PaperRow {
    /// Name in the paper.
    pub name: &'static str,
    /// The paper's milliseconds per playout for each of [`SIZES`].
    pub milliseconds: [f64; 4],
    /// Plays `n` playouts on a board of a size with a seed.
    pub run: fn(u64, u64, usize) -> Result<Stats, SizeError>,
}

/// The board sizes of the table.
pub const SIZES: [u64; 4] = [4, 6, 8, 10];

/// The five rows.
pub const ROWS: [PaperRow; 5] = [
    PaperRow {
        name: "random full playout, not checking any winning condition",
        milliseconds: [0.035, 0.049, 0.098, 0.167],
        run: random_full,
    },
    PaperRow {
        name: "random full playout, with bridge/fork checking",
        milliseconds: [0.15, 0.37, 0.67, 1.15],
        run: random_full_bridge_fork,
    },
    PaperRow {
        name: "random full playout, with bridge/fork/ring checking",
        milliseconds: [0.41, 1.00, 1.9, 3.2],
        run: random_full_all,
    },
    PaperRow {
        name: "weighted full playout, with b/f/r checking",
        milliseconds: [0.56, 1.38, 2.6, 4.5],
        run: weighted_full_all,
    },
    PaperRow {
        name: "weighted playout until b/f win, with ring checking",
        milliseconds: [0.24, 0.53, 0.98, 1.6],
        run: weighted_until_win,
    },
];

/// Statistics of a number of playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Playouts made.
    pub playouts: usize,
    /// Moves made in all of them.
    pub moves: usize,
    /// Wins of Black, as far as winning conditions were checked.
    pub black: usize,
    /// Wins of White.
    pub white: usize,
    /// The time of the playouts alone.
    pub elapsed: Duration,
}

/// The paper's distribution. That each player has one is not told: with one for both, a playout until a bridge or
/// fork takes .77 of the board, and could not cost .36 to .43 of one that fills it.
type PaperWeights = Weighted<SumTree<u32>>;

fn paper_weights(bench: &Bench) -> PaperWeights {
    Weighted::new(bench.start.setup().topology(), Distribution::Own)
}

/// A board with everything that the five kinds of playouts need.
struct Bench {
    start: Start,
    scratch: Scratch,
    view: View,
    judge: Dijkstra,
    rng: Rng,
    moves: Vec<Cell>,
}

/// When a playout ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    Full,
    BridgeOrFork,
}

/// The first bridge or fork of a playout.
#[derive(Clone, Copy, Default)]
struct Touch {
    ply: Option<usize>,
    figures: Figures,
}

impl Touch {
    #[inline]
    fn see(&mut self, ply: usize, figures: Figures) {
        if !figures.is_empty() && self.ply.is_none() {
            *self = Self { ply: Some(ply), figures };
        }
    }
}

impl Bench {
    fn new(size: u64, seed: u64) -> Result<Self, SizeError> {
        let position = Position::new(Setup::new(Game::Havannah, size, SwapRule::Off)?);
        let start = Start::new(&position);
        Ok(Self {
            scratch: Scratch::new(&start),
            view: start.view().clone(),
            start,
            judge: Dijkstra::new(position.topology()),
            rng: Rng::new(seed),
            moves: Vec::with_capacity(position.topology().len()),
        })
    }

    fn uniform(&mut self, until: Until) -> Touch {
        self.scratch.begin(&self.start);
        let Scratch { board, tables, played, .. } = &mut self.scratch;
        let places = board.places;
        let mut touch = Touch::default();
        while *played < places {
            let code = sample(board, *played, places, &mut self.rng);
            touch.see(*played, BridgesAndForks::place(tables, board, code, *played));
            *played += 1;
            if until == Until::BridgeOrFork && touch.ply.is_some() {
                break;
            }
        }
        touch
    }

    fn weighted(&mut self, policy: &mut impl Policy, until: Until) -> Touch {
        self.scratch.begin(&self.start);
        self.view.load(self.start.view());
        let Scratch { board, tables, played, .. } = &mut self.scratch;
        let view = &mut self.view;
        policy.begin(view);
        let mut touch = Touch::default();
        while !view.empty().is_empty() {
            let cell = policy.choose(view, &mut self.rng).unwrap_or_else(|| view.any(&mut self.rng));
            let code = tables.code(cell);
            board.set_played(*played, code);
            touch.see(*played, BridgesAndForks::place(tables, board, usize::from(code), *played));
            *played += 1;
            view.play(cell);
            policy.played(view, cell);
            if until == Until::BridgeOrFork && touch.ply.is_some() {
                break;
            }
        }
        touch
    }

    /// The rings of the last playout, off-line.
    fn with_rings(&mut self, touch: Touch) -> JudgeAnswer {
        self.moves.clear();
        self.moves.extend(self.scratch.moves().map(|(cell, _)| cell));
        self.judge.combine(&self.moves, touch.ply, touch.figures)
    }

    /// Plays `n` playouts; each tells its winner.
    fn run(&mut self, n: usize, mut playout: impl FnMut(&mut Self) -> Option<Color>) -> Stats {
        let mut stats = Stats { playouts: n, ..Stats::default() };
        let began = Instant::now();
        for _ in 0..n {
            let winner = playout(self);
            stats.moves += self.scratch.played;
            stats.black += usize::from(winner == Some(Color::Black));
            stats.white += usize::from(winner == Some(Color::White));
        }
        stats.elapsed = began.elapsed();
        stats
    }
}

fn winner(judgement: JudgeAnswer) -> Option<Color> {
    judgement.outcome.and_then(|outcome| outcome.winner)
}

/// Row 1: shuffle and place.
///
/// # Errors
/// If Havannah is not played on that size; so for all rows.
pub fn random_full(size: u64, seed: u64, n: usize) -> Result<Stats, SizeError> {
    Ok(Bench::new(size, seed)?.run(n, |bench| {
        bare_fill(&bench.start, &mut bench.scratch, &mut bench.rng);
        None
    }))
}

/// Row 2: bridges and forks on-line.
///
/// # Errors
/// If Havannah is not played on that size.
pub fn random_full_bridge_fork(size: u64, seed: u64, n: usize) -> Result<Stats, SizeError> {
    Ok(Bench::new(size, seed)?.run(n, |bench| {
        let touch = bench.uniform(Until::Full);
        touch.ply.map(|ply| Color::ALL[ply % 2])
    }))
}

/// Row 3: also the earliest ring of each color, off-line.
///
/// # Errors
/// If Havannah is not played on that size.
pub fn random_full_all(size: u64, seed: u64, n: usize) -> Result<Stats, SizeError> {
    Ok(Bench::new(size, seed)?.run(n, |bench| {
        let touch = bench.uniform(Until::Full);
        winner(bench.with_rings(touch))
    }))
}

/// Row 4: the same with moves by weight.
///
/// # Errors
/// If Havannah is not played on that size.
pub fn weighted_full_all(size: u64, seed: u64, n: usize) -> Result<Stats, SizeError> {
    let mut bench = Bench::new(size, seed)?;
    let mut policy = paper_weights(&bench);
    Ok(bench.run(n, |bench| {
        let touch = bench.weighted(&mut policy, Until::Full);
        winner(bench.with_rings(touch))
    }))
}

/// Row 5: until the first bridge or fork.
///
/// # Errors
/// If Havannah is not played on that size.
pub fn weighted_until_win(size: u64, seed: u64, n: usize) -> Result<Stats, SizeError> {
    let mut bench = Bench::new(size, seed)?;
    let mut policy = paper_weights(&bench);
    Ok(bench.run(n, |bench| {
        let touch = bench.weighted(&mut policy, Until::BridgeOrFork);
        winner(bench.with_rings(touch))
    }))
}

/// Row 5 with uniform moves: the baseline for it, not in the paper.
///
/// # Errors
/// If Havannah is not played on that size.
pub fn random_until_win(size: u64, seed: u64, n: usize) -> Result<Stats, SizeError> {
    Ok(Bench::new(size, seed)?.run(n, |bench| {
        let touch = bench.uniform(Until::BridgeOrFork);
        winner(bench.with_rings(touch))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::winner::winners;

    /// The judgement of each playout is that of the other ways to find the winner.
    fn check(mut playout: impl FnMut(&mut Bench) -> Touch) {
        for size in [4, 8] {
            let mut bench = Bench::new(size, 5).unwrap();
            let mut ways = winners(bench.start.setup().topology());
            for _ in 0..500 {
                let touch = playout(&mut bench);
                let judgement = bench.with_rings(touch);
                for way in &mut ways {
                    assert_eq!(way.judge(&bench.moves), judgement);
                }
            }
        }
    }

    #[test]
    fn uniform_rows_find_the_right_winner() {
        check(|bench| bench.uniform(Until::Full));
        check(|bench| bench.uniform(Until::BridgeOrFork));
    }

    #[test]
    fn weighted_rows_find_the_right_winner() {
        for until in [Until::Full, Until::BridgeOrFork] {
            check(|bench| {
                let mut policy = paper_weights(bench);
                bench.weighted(&mut policy, until)
            });
        }
    }

    #[test]
    fn weighted_playouts_take_the_paper_s_share_of_the_board() {
        // The paper's row 5 costs .43, .38, .38 and .36 of its row 4.
        for (size, expected) in SIZES.into_iter().zip([0.49, 0.46, 0.44, 0.44]) {
            let [full, until] =
                [weighted_full_all, weighted_until_win].map(|row| row(size, 3, 2_000).unwrap());
            let share = until.moves as f64 / full.moves as f64;
            assert!((share - expected).abs() < 0.02, "size {size}: {share:.3}");
        }
    }

    #[test]
    fn rows_count_their_playouts() {
        for row in ROWS {
            let stats = (row.run)(4, 1, 100).unwrap();
            assert_eq!(stats.playouts, 100, "{}", row.name);
            assert!(stats.moves <= 3_700 && stats.moves > 1_000 && stats.black + stats.white <= 100);
        }
        assert!(random_full(99, 1, 1).is_err());
        // Whole boards of 37 cells; the winner is looked for from the second row on.
        let [bare, full] = [random_full, random_full_all].map(|row| row(4, 1, 400).unwrap());
        assert_eq!([bare.moves, full.moves], [400 * 37; 2]);
        assert_eq!((bare.black, bare.white), (0, 0));
        assert!(full.black > 100 && full.white > 100, "{full:?}");
    }
}
