//! Answers about the position of a node that take a moment of computing, but no search.

use std::sync::Arc;

use axum::Json;
use catena_core::Position;
use serde::Deserialize;

use super::blocking;
use crate::App;
use crate::app::error::{AppError, AppResult};
use crate::app::observer::CancelOnDrop;
use crate::app::scheduler::Priority;
use crate::app::stored_game::StoredGame;
use crate::server::error::ApiResult;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeQuery {
    node: u32,
}

/// Answers with what `compute` finds at the node. It takes memory and time only when it has a turn.
pub async fn inspect<T: Send + 'static>(
    app: &Arc<App>,
    id: String,
    query: NodeQuery,
    compute: fn(u32, &Position) -> AppResult<T>,
) -> ApiResult<Json<T>> {
    // Dropped with this future, when the client goes away.
    let (_guard, canceled) = CancelOnDrop::new();
    blocking(app, move |app| {
        let position = StoredGame::load(&app.store, &id)?.position_at(query.node)?;
        let mut ticket = app.scheduler.join(Priority::Analysis);
        let is_over = || canceled.is_set() || app.is_closing();
        ticket.wait_turn(&is_over);
        if is_over() {
            return Err(AppError::Conflict("the request was ended before it was answered".to_owned()));
        }
        compute(query.node, &position).map(Json)
    })
    .await
}
