//! Answers about the position of a node that take a moment of computing, but no search.

mod connections;
mod frames;

use std::sync::Arc;

use catena_core::Position;
use serde::Deserialize;

use crate::error::AppResult;
use crate::quota::{QuotaUse, RequestSender};
use crate::scheduler::Priority;
use crate::stored_game::StoredGame;
use crate::{App, blocking, with_store};
pub use connections::{ConnectionsJson, connections};
pub use frames::frames;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeQuery {
    node: u32,
}

/// Answers with what `compute` finds at the node. It takes a thread, memory and time only when it has a turn.
pub async fn inspect<T: Send + 'static>(
    app: &Arc<App>,
    client: &RequestSender,
    id: String,
    query: NodeQuery,
    compute: fn(u32, &Position) -> AppResult<T>,
) -> AppResult<T> {
    let _place = app.search_quota.enter(client, QuotaUse::Other)?;
    let NodeQuery { node } = query;
    let position = with_store(app, move |app| StoredGame::load(&app.store, &id)?.position_at(node)).await?;
    let ticket = app.scheduler.join(Priority::Analysis).first_turn().await;
    blocking(app, move |_| {
        let found = compute(node, &position);
        drop(ticket);
        found
    })
    .await
}
