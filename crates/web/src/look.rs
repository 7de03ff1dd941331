//! A look at the position of a node that takes a moment of computing, without a search.

use std::sync::Arc;

use axum::Json;
use catena_core::Position;
use serde::Deserialize;

use crate::App;
use crate::app::blocking;
use crate::error::{Answer, ApiError};
use crate::session::Session;
use crate::turn::Urgency;
use crate::watch::Listener;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    node: u32,
}

/// Answers with what `look` finds at the node. Only who has a turn takes memory and time.
pub async fn look_at<T: Send + 'static>(
    app: &Arc<App>,
    id: String,
    asked: Asked,
    look: fn(u32, &Position) -> Answer<T>,
) -> Answer<Json<T>> {
    // Dropped with this future, when the client goes away.
    let (_listener, gone) = Listener::new();
    blocking(app, move |app| {
        let position = Session::load_bare(&app.store, &id)?.position_at(asked.node)?;
        let mut turn = app.turns.join(Urgency::Analysis);
        let is_over = || gone.is_gone() || app.is_closing();
        turn.take(&is_over);
        if is_over() {
            return Err(ApiError::conflict("the request was ended before it was answered"));
        }
        look(asked.node, &position).map(Json)
    })
    .await
}
