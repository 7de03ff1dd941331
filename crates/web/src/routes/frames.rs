//! `GET /api/games/{id}/frames`: how near each player of Havannah is to winning.

use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use catena_app::overlay::{self, NodeQuery};
use catena_app::quota::RequestSender;
use serde_json::Value;

use crate::WebApp;
use crate::server::error::ApiResult;
use crate::server::extract::{Path, Query};

pub async fn frames(
    State(app): State<Arc<WebApp>>,
    Extension(client): Extension<RequestSender>,
    Path(id): Path<String>,
    Query(query): Query<NodeQuery>,
) -> ApiResult<Json<Value>> {
    Ok(overlay::inspect(&app, &client, id, query, overlay::frames).await.map(Json)?)
}
