//! `GET /api/levels/{game}`: the level that suits whoever asks.

use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use catena_app::adaptive::{SuitedLevel, suited_level};
use catena_app::quota::RequestSender;
use catena_app::store::Listed;
use catena_app::stored_game::game_named;

use super::{games, with_store};
use crate::WebApp;
use crate::server::error::ApiResult;
use crate::server::extract::Path;

pub async fn suited(
    State(app): State<Arc<WebApp>>,
    Extension(client): Extension<RequestSender>,
    Path(game): Path<String>,
) -> ApiResult<Json<SuitedLevel>> {
    let game = game_named(&game)?;
    // A program without a cookie has no games of its own.
    let listed = games::listed(&app, client).unwrap_or_else(|| Listed::Of(String::new()));
    with_store(&app, move |app| suited_level(app, game, &listed).map(Json)).await
}
