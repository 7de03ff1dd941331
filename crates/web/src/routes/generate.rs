//! `POST /api/games/{id}/generate`: a player thinks and plays.

use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use catena_app::observer::CancelOnDrop;
use catena_app::play::{self, Generate, Generated};
use catena_app::quota::{QuotaUse, RequestSender};

use crate::WebApp;
use crate::server::error::ApiResult;
use crate::server::extract::{Body, Path};

pub async fn generate(
    State(app): State<Arc<WebApp>>,
    Extension(client): Extension<RequestSender>,
    Path(id): Path<String>,
    Body(request): Body<Generate>,
) -> ApiResult<Json<Generated>> {
    let _place = app.search_quota.enter(&client, QuotaUse::Move)?;
    // Dropped with this future, when the client goes away.
    let (_guard, canceled) = CancelOnDrop::new();
    Ok(play::generate(&app, id, request, canceled).await.map(Json)?)
}
