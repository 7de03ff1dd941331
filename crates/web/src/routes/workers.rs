//! `GET /api/workers`: the machines that do the work of others, as `catena worker --status` shows them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Value, json};

use super::blocking;
use crate::WebApp;
use crate::server::error::{ApiError, ApiResult};

/// The workers and the jobs of the server that `serve --on` names; `null` without one.
pub async fn status(State(app): State<Arc<WebApp>>) -> ApiResult<Json<Value>> {
    let Some(cluster) = app.options.cluster.clone() else { return Ok(Json(Value::Null)) };
    let status = blocking(&app, move |_| Ok(cluster.status())).await?;
    let status = status.map_err(|error| ApiError::new(StatusCode::BAD_GATEWAY, error.to_string()))?;
    Ok(Json(json!(status)))
}
