//! `GET /api/games/{id}/connections`: what can be proved of a position without a search.

use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use catena_app::overlay::{self, ConnectionsJson, NodeQuery};
use catena_app::quota::RequestSender;

use crate::WebApp;
use crate::server::error::ApiResult;
use crate::server::extract::{Path, Query};

pub async fn connections(
    State(app): State<Arc<WebApp>>,
    Extension(client): Extension<RequestSender>,
    Path(id): Path<String>,
    Query(query): Query<NodeQuery>,
) -> ApiResult<Json<ConnectionsJson>> {
    Ok(overlay::inspect(&app, &client, id, query, overlay::connections).await.map(Json)?)
}
