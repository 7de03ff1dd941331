//! The match that decides whether a candidate becomes the best.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use catena_arena::Stop;
use catena_core::{Color, Setup};
use catena_model::network::Quantized;
use catena_playout::Rng;

use super::evaluate::Evaluator;
use super::opening::balanced;
use super::options::{GateOptions, shares};
use super::selfplay::play_out;

/// Random stones at the start of a game: enough that no two pairs are the same.
const OPENING_STONES: u32 = 4;

/// A candidate and the best network before it.
#[derive(Debug)]
pub(super) struct Gate<'a> {
    pub(super) options: &'a GateOptions,
    pub(super) setups: &'a [Setup],
    pub(super) candidate: Arc<Quantized>,
    pub(super) best: Arc<Quantized>,
    pub(super) seed: u64,
}

impl Gate<'_> {
    /// The candidate's share of the points, half of the games on the largest board.
    pub(super) fn play(&self, threads: usize, stop: &Stop, on_pair: &(dyn Fn(u64) + Sync)) -> f64 {
        let pairs = self.options.games.div_ceil(2);
        let by_board = shares(pairs, self.setups.len()).into_iter().enumerate();
        let jobs: Vec<(usize, u64)> =
            by_board.flat_map(|(board, pairs)| (0..pairs).map(move |pair| (board, pair))).collect();
        let (queue, half_points, done) = (Mutex::new(jobs.into_iter()), AtomicU64::new(0), AtomicU64::new(0));
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    while !stop.is_asked() {
                        let Some((board, pair)) = queue.lock().map_or(None, |mut queue| queue.next()) else {
                            return;
                        };
                        half_points.fetch_add(self.pair(board, pair), Ordering::Relaxed);
                        on_pair(done.fetch_add(1, Ordering::Relaxed) + 1);
                    }
                });
            }
        });
        half_points.into_inner() as f64 / (4 * pairs) as f64
    }

    /// Half points of the candidate in two games from one opening, once with each color.
    fn pair(&self, board: usize, pair: u64) -> u64 {
        let setup = &self.setups[board];
        let mut rng = Rng::new(self.seed ^ (pair << 8) ^ board as u64);
        let mut candidate = Evaluator::new(&self.candidate, setup);
        let mut best = Evaluator::new(&self.best, setup);
        let opening = balanced(setup, OPENING_STONES, &mut rng, &mut best);
        let game = |color: Color, candidate: &mut Evaluator, best: &mut Evaluator| match play_out(
            opening.clone(),
            self.options.evaluations,
            [candidate, best],
            color,
        ) {
            Some(winner) if winner == color => 2,
            Some(_) => 0,
            None => 1,
        };
        Color::ALL.into_iter().map(|color| game(color, &mut candidate, &mut best)).sum()
    }
}
