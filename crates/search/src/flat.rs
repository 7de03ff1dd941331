//! Joosten's greedy agent: the same number of playouts for every move, and the best mean is played.

use std::time::Instant;

use catena_core::{Cell, Color, Move, Position};
use catena_playout::NoFillOut;

use crate::evaluate::{Amaf, evaluator};
use crate::report::{Candidate, Observer, Report};
use crate::worker::{places, without_swap};
use crate::{Limits, SearchConfig};

/// Plays random games after every move in turn until the limits (Joosten 2009, section 5.1).
///
/// # Errors
/// If the parameters ask for fill-outs in a game that has none.
///
/// # Panics
/// If the game is over.
pub fn greedy(
    position: &Position,
    config: &SearchConfig,
    seed: u64,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<Report, NoFillOut> {
    assert!(position.outcome().is_none(), "there is a move to find");
    let root = without_swap(position);
    let began = Instant::now();
    let mut evaluator = evaluator(&root, config, seed)?;
    let mut amaf = Amaf::new(root.topology());
    let cells: Vec<Cell> = places(&root).collect();
    let mut sums = vec![(0u32, 0f64); cells.len()];
    let (mut playouts, mut visits) = (0u64, 0u32);
    'search: loop {
        for (sum, &cell) in sums.iter_mut().zip(&cells) {
            let over = limits.time.is_some_and(|time| began.elapsed() >= time)
                || limits.playouts.is_some_and(|limit| playouts >= limit)
                || limits.visits.is_some_and(|limit| u64::from(visits) >= limit)
                || observer.stop();
            // Every move is tried once, so that there is something to compare.
            if over && sum.0 > 0 {
                break 'search;
            }
            let Some(found) = evaluator.evaluate(&[cell], usize::MAX, &mut amaf) else { continue };
            let value = if root.to_move() == Color::Black { found.black } else { 1.0 - found.black };
            sum.0 += 1;
            sum.1 += f64::from(value);
            playouts += u64::from(found.playouts);
            visits += 1;
        }
    }
    let mut candidates: Vec<Candidate> = cells
        .iter()
        .zip(&sums)
        .map(|(&cell, &(visits, sum))| Candidate {
            cell,
            visits,
            value: (sum / f64::from(visits.max(1))) as f32,
            rave: None,
            proof: None,
            line: vec![cell],
        })
        .collect();
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    let value = candidates[0].value;
    let swaps = position.can_swap() && value < 0.5;
    Ok(Report {
        best: if swaps { Move::Swap } else { Move::Place(candidates[0].cell) },
        value,
        proof: None,
        visits,
        playouts,
        elapsed: began.elapsed(),
        nodes: 0,
        candidates,
    })
}
