//! A game reviewed in the background.
//!
//! A review that was started is stored and goes on to its end, also after a restart of the server,
//! unless it is stopped. What is found about a position is stored, so that nothing is searched twice;
//! what it says about a move is stored with the node.

mod follow;
mod helper;
mod job;
mod running;

use std::sync::Arc;

use serde::Serialize;

use super::App;
use super::error::{AppError, AppResult};
use super::json::ReviewJson;
use super::store::ReviewJob;
use super::stored_game::{StoredGame, searching_player};
pub use follow::{FollowEvent, follow};
pub use helper::{HelperAnswer, ReviewHelper};
pub use job::{resume, spawn};
pub use running::{ReviewEvent, Reviews};

/// A reviewed move, by the node it led to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewedNode {
    pub node: u32,
    #[serde(flatten)]
    pub review: ReviewJson,
}

/// Visits of each position, unless the request says otherwise.
const DEFAULT_VISITS: u64 = 5_000;
const MAX_VISITS: u64 = 10_000_000;

/// The most visits of all positions together: some hours of a fast machine.
const MAX_WORK: u64 = 200_000_000;

/// Checks and stores a review that is to be done; once it is accepted, a restart does not lose it.
pub fn accept(
    app: &Arc<App>,
    id: String,
    visits: Option<u64>,
    player: Option<&str>,
    node: Option<u32>,
) -> AppResult<ReviewJob> {
    let visits = visits.unwrap_or(DEFAULT_VISITS);
    if !(1..=MAX_VISITS).contains(&visits) {
        return Err(AppError::invalid(format!("visits is a number from 1 to {MAX_VISITS}")));
    }
    let game = StoredGame::load(&app.store, &id)?;
    let spec = player.unwrap_or("champion");
    searching_player(spec, game.game(), &app.models)?;
    let job = ReviewJob { game: id, player: spec.to_owned(), visits, node };
    let (_, _, plan) = job::line(&game, &job)?;
    let positions = plan.positions().len();
    if visits.saturating_mul(positions as u64) > MAX_WORK {
        return Err(AppError::invalid(format!(
            "{visits} visits of {positions} positions are too many: a review has at most {MAX_WORK} in all"
        )));
    }
    app.store.write(|tables| tables.put_review_job(&job))?;
    Ok(job)
}

/// Ends a review; what it has found stays.
pub fn stop(app: &App, id: &str) -> AppResult<()> {
    StoredGame::load(&app.store, id)?;
    app.reviews.stop(id);
    app.store.write(|tables| tables.delete_review_job(id))
}

/// The reviewed moves in the order of the tree.
pub fn reviewed_nodes(game: &StoredGame) -> Vec<ReviewedNode> {
    let nodes = game.record.nodes().map(|node| game.id_of(node));
    let reviewed = nodes.filter_map(|node| {
        let review = game.notes.get(&node)?.review.clone()?;
        Some(ReviewedNode { node, review })
    });
    reviewed.collect()
}
