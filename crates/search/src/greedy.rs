//! Joosten's greedy agent: the same number of playouts for every move, and the best mean is played.

use std::time::{Duration, Instant};

use catena_core::{Cell, Position};
use catena_model::Models;

use crate::evaluate::{Amaf, Guide, evaluator, value_for};
use crate::moves::places;
use crate::report::{Candidate, Observer, Report, place_or_swap};
use crate::{Limits, SearchConfig, UnsupportedConfig};

/// Plays random games after every move in turn until the limits (Joosten 2009, section 5.1).
///
/// # Errors
/// If the parameters ask for what the game does not have.
///
/// # Panics
/// If the game is over.
pub fn greedy(
    position: &Position,
    config: &SearchConfig,
    models: &Models,
    seed: u64,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<Report, UnsupportedConfig> {
    assert!(position.outcome().is_none(), "there is a move to find");
    let began = Instant::now();
    let mut evaluator = evaluator(position, config, models, seed)?;
    let mut amaf = Amaf::new(position.topology());
    let mut sums: Vec<Tried> = places(position).map(|cell| Tried { cell, visits: 0, sum: 0.0 }).collect();
    let (mut playouts, mut visits) = (0u64, 0u32);
    let mut last_reported = began;
    let report = |sums: &[Tried], playouts: u64, visits: u32| Report {
        playouts,
        visits,
        elapsed: began.elapsed(),
        ..summary(sums, position.can_swap())
    };
    'search: loop {
        for tried in &mut sums {
            let mut is_interrupted = || limits.is_late(began.elapsed()) || observer.stop();
            // Every move is tried once, so that there is something to compare, unless there is no time.
            let is_enough =
                limits.are_reached(began.elapsed(), playouts, u64::from(visits)) && tried.visits > 0;
            if is_enough || (visits > 0 && is_interrupted()) {
                break 'search;
            }
            let found = evaluator.evaluate(&[tried.cell], Guide::NONE, &mut amaf, &mut is_interrupted);
            let Some(found) = found else { continue };
            let value = value_for(position.to_move(), found.black);
            tried.visits += 1;
            tried.sum += f64::from(value);
            playouts += u64::from(found.playouts);
            visits += 1;
        }
        if observer.interval().is_some_and(|interval| last_reported.elapsed() >= interval) {
            last_reported = Instant::now();
            observer.progress(&report(&sums, playouts, visits));
        }
    }
    Ok(report(&sums, playouts, visits))
}

/// A move with the results of its playouts.
struct Tried {
    cell: Cell,
    visits: u32,
    sum: f64,
}

/// The moves by their means, without counts of the whole.
fn summary(sums: &[Tried], can_swap: bool) -> Report {
    let candidate = |&Tried { cell, visits, sum }: &Tried| Candidate {
        cell,
        visits,
        value: (sum / f64::from(visits.max(1))) as f32,
        prior: None,
        rave: None,
        proof: None,
        line: vec![cell],
    };
    let mut candidates: Vec<Candidate> = sums.iter().map(candidate).collect();
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    let value = candidates[0].value;
    let best = place_or_swap(candidates[0].cell, can_swap, None, value);
    Report { best, value, proof: None, visits: 0, playouts: 0, elapsed: Duration::ZERO, nodes: 0, candidates }
}
