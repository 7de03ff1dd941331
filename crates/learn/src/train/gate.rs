//! The match that decides whether a candidate becomes the best: pairs of games, shared out over the boards.

use std::collections::BTreeMap;

use catena_arena::Stop;
use catena_arena::runner::{Collector, Job, JobResult, Need};
use catena_core::{Color, Setup};
use catena_playout::Rng;

use super::evaluate::Evaluator;
use super::opening::balanced;
use super::options::{GateOptions, shares};
use super::selfplay::play_out;
use super::work::{job, number};

/// Random stones at the start of a game: enough that no two pairs are the same.
const OPENING_STONES: u32 = 4;

/// Half points of a pair of games.
const FULL: u8 = 4;

/// Half points of the candidate in two games from one opening, once with each color; nothing if they were stopped.
pub(super) fn pair(
    setup: &Setup,
    options: &GateOptions,
    [candidate, best]: [&mut Evaluator; 2],
    seed: u64,
    stop: &Stop,
) -> Option<u8> {
    let mut rng = Rng::new(seed);
    let opening = balanced(setup, OPENING_STONES, &mut rng, best);
    let mut points = 0;
    for color in Color::ALL {
        let winner =
            play_out(opening.clone(), options.evaluations, [&mut *candidate, &mut *best], color, stop)?;
        points += match winner {
            Some(winner) if winner == color => 2,
            Some(_) => 0,
            None => 1,
        };
    }
    Some(points)
}

/// Hands out the pairs of a gate and counts their points.
pub(super) struct GateCollector<'a> {
    pairs: u64,
    open: std::vec::IntoIter<u64>,
    points: BTreeMap<u64, u8>,
    pub faults: Vec<(u64, String)>,
    on_pair: &'a mut dyn FnMut(u64),
}

impl<'a> GateCollector<'a> {
    /// Half of the games are played on the largest board, the rest evenly on the others.
    pub(super) fn new(options: &GateOptions, boards: usize, on_pair: &'a mut dyn FnMut(u64)) -> Self {
        let pairs = options.games.div_ceil(2);
        let by_board = shares(pairs, boards).into_iter().enumerate();
        let open: Vec<u64> =
            by_board.flat_map(|(board, pairs)| (0..pairs).map(move |pair| number(board, pair))).collect();
        Self { pairs, open: open.into_iter(), points: BTreeMap::new(), faults: Vec::new(), on_pair }
    }

    /// The candidate's share of the points.
    pub(super) fn score(&self) -> f64 {
        let points: u64 = self.points.values().map(|&points| u64::from(points)).sum();
        points as f64 / (u64::from(FULL) * self.pairs) as f64
    }
}

impl Collector for GateCollector<'_> {
    fn next(&mut self) -> Option<Job> {
        self.open.next().map(job)
    }

    fn store(&mut self, results: Vec<JobResult>) -> Need {
        for JobResult { number, outcome } in results {
            match outcome.as_deref() {
                // The same result may come twice from other machines, and is the same then.
                Ok(&[points @ 0..=FULL]) => drop(self.points.insert(number, points)),
                Ok(_) => self.faults.push((number, "the result is no number of points".to_owned())),
                Err(reason) => self.faults.push((number, reason.clone())),
            }
        }
        (self.on_pair)(self.points.len() as u64);
        Need::More
    }
}
