//! Stored games as a whole: the list, a new one, what can be changed about one.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use catena_app::game_requests::{Changes, NewGame};
use catena_app::games;
use catena_app::json::StoredGameJson;
use catena_app::quota::RequestSender;
use catena_app::store::Listed;
use serde_json::Value;

use super::with_store;
use crate::server::error::ApiResult;
use crate::server::extract::{Body, Path};
use crate::{Audience, WebApp};

pub async fn list(
    State(app): State<Arc<WebApp>>,
    Extension(client): Extension<RequestSender>,
) -> ApiResult<Json<Vec<Value>>> {
    let Some(listed) = listed(&app, client) else { return Ok(Json(Vec::new())) };
    with_store(&app, move |app| games::list(app, &listed).map(Json)).await
}

/// The games that count as those of whoever asks; none for programs in a network.
pub(super) fn listed(app: &WebApp, client: RequestSender) -> Option<Listed> {
    match (app.options.audience, client.visitor) {
        (Audience::ThisMachine, _) => Some(Listed::All),
        (Audience::Network, visitor) => visitor.map(Listed::Of),
    }
}

pub async fn create(
    State(app): State<Arc<WebApp>>,
    Extension(client): Extension<RequestSender>,
    Body(new): Body<NewGame>,
) -> ApiResult<(StatusCode, Json<StoredGameJson>)> {
    let created = with_store(&app, move |app| games::create(app, new, client.visitor.as_deref()).map(Json));
    Ok((StatusCode::CREATED, created.await?))
}

pub async fn show(State(app): State<Arc<WebApp>>, Path(id): Path<String>) -> ApiResult<Json<StoredGameJson>> {
    with_store(&app, move |app| games::show(app, &id).map(Json)).await
}

pub async fn change(
    State(app): State<Arc<WebApp>>,
    Path(id): Path<String>,
    Body(changes): Body<Changes>,
) -> ApiResult<Json<StoredGameJson>> {
    with_store(&app, move |app| games::change(app, &id, &changes).map(Json)).await
}

pub async fn delete(
    State(app): State<Arc<WebApp>>,
    Extension(client): Extension<RequestSender>,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    with_store(&app, move |app| games::delete(app, &id, client.visitor.as_deref())).await?;
    Ok(StatusCode::NO_CONTENT)
}
