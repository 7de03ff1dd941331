//! Moves, comments and cuts in the tree of a game.

use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use catena_app::json::{NodeJson, PositionJson, StoredGameJson};
use catena_app::moves::{self, Comment, Play, Played};
use catena_app::quota::RequestSender;

use super::with_store;
use crate::WebApp;
use crate::server::error::ApiResult;
use crate::server::extract::{Body, Path};

pub async fn play(
    State(app): State<Arc<WebApp>>,
    Path(id): Path<String>,
    Body(play): Body<Play>,
) -> ApiResult<Json<Played>> {
    with_store(&app, move |app| moves::play(app, &id, &play).map(Json)).await
}

pub async fn comment(
    State(app): State<Arc<WebApp>>,
    Path(id): Path<String>,
    Body(comment): Body<Comment>,
) -> ApiResult<Json<NodeJson>> {
    with_store(&app, move |app| moves::comment(app, &id, &comment).map(Json)).await
}

pub async fn cut(
    State(app): State<Arc<WebApp>>,
    Extension(client): Extension<RequestSender>,
    Path((id, node)): Path<(String, u32)>,
) -> ApiResult<Json<StoredGameJson>> {
    with_store(&app, move |app| moves::cut(app, &id, node, client.visitor.as_deref()).map(Json)).await
}

pub async fn position(
    State(app): State<Arc<WebApp>>,
    Path((id, node)): Path<(String, u32)>,
) -> ApiResult<Json<PositionJson>> {
    with_store(&app, move |app| moves::position(app, &id, node).map(Json)).await
}
