//! `/api/games/{id}/review`: starts, follows and stops the review of a game.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::Sse;
use axum::{Extension, Json};
use catena_app::quota::{QuotaUse, RequestSender};
use catena_app::review::{self, FollowEvent};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_stream::Stream;

use super::event::{EventResult, event, stream};
use super::with_store;
use crate::WebApp;
use crate::server::error::ApiResult;
use crate::server::extract::{Body, Path};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewOptions {
    visits: Option<u64>,
    player: Option<String>,
    node: Option<u32>,
}

pub async fn start(
    State(app): State<Arc<WebApp>>,
    Extension(client): Extension<RequestSender>,
    Path(id): Path<String>,
    Body(request): Body<ReviewOptions>,
) -> ApiResult<(StatusCode, Json<Value>)> {
    let place = app.review_quota.enter(&client, QuotaUse::Other)?;
    let ReviewOptions { visits, player, node } = request;
    let job = with_store(&app, move |app| review::accept(app, id, visits, player.as_deref(), node)).await?;
    let answer = json!({ "player": job.player, "visits": job.visits });
    review::spawn(&app, job, Some(place));
    Ok((StatusCode::ACCEPTED, Json(answer)))
}

pub async fn stop(State(app): State<Arc<WebApp>>, Path(id): Path<String>) -> ApiResult<StatusCode> {
    with_store(&app, move |app| review::stop(app, &id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends the stored results, then new ones until the end of the review.
pub async fn follow(
    State(app): State<Arc<WebApp>>,
    Path(id): Path<String>,
) -> ApiResult<Sse<impl Stream<Item = EventResult>>> {
    let told = review::follow(&app, id).await?;
    Ok(stream(told, |told| match told {
        FollowEvent::Move(reviewed) => event("move", &reviewed),
        FollowEvent::Progress(progress) => event("progress", &progress),
        FollowEvent::Failed(sentence) => event("failed", &json!({ "error": sentence })),
        FollowEvent::Done(accuracy) => event("done", &json!({ "accuracy": accuracy })),
    }))
}
