//! `/api/games/{id}/review`: starts, follows and stops the review of a game.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, Sse};
use axum::{Extension, Json};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio_stream::Stream;

use super::blocking;
use super::event::{EventResult, event, stream};
use crate::App;
use crate::app::json::AccuracyJson;
use crate::app::quota::Client;
use crate::app::review::{self, ReviewEvent};
use crate::app::stored_game::StoredGame;
use crate::server::error::ApiResult;
use crate::server::extract::{Body, Path};

/// Events that wait for a slow client.
const QUEUE_LENGTH: usize = 16;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    visits: Option<u64>,
    player: Option<String>,
    node: Option<u32>,
}

pub async fn start(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    Body(request): Body<Start>,
) -> ApiResult<(StatusCode, Json<Value>)> {
    let place = app.review_quota.enter(&client)?;
    let Start { visits, player, node } = request;
    let job = blocking(&app, move |app| review::accept(app, id, visits, player.as_deref(), node)).await?;
    let answer = json!({ "player": job.player, "visits": job.visits });
    review::spawn(&app, job, Some(place));
    Ok((StatusCode::ACCEPTED, Json(answer)))
}

pub async fn stop(State(app): State<Arc<App>>, Path(id): Path<String>) -> ApiResult<StatusCode> {
    blocking(&app, move |app| review::stop(app, &id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends the stored results, then new ones until the end of the review.
pub async fn follow(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> ApiResult<Sse<impl Stream<Item = EventResult>>> {
    // Listening starts before reading, so that nothing falls in between.
    let listening = app.reviews.listen(&id);
    let game = blocking(&app, move |app| StoredGame::load_with_notes(&app.store, &id)).await?;
    let known = review::reviewed_nodes(&game);
    let (sender, receiver) = mpsc::channel(QUEUE_LENGTH);
    tokio::spawn(async move {
        let mut events: Vec<Option<Event>> = known.iter().map(|reviewed| event("move", reviewed)).collect();
        let mut listening = listening;
        if let Some((progress, _)) = &listening {
            events.push(event("progress", progress));
        }
        for event in events.into_iter().flatten() {
            if sender.send(Ok(event)).await.is_err() {
                return;
            }
        }
        while let Some((_, review)) = &mut listening {
            let event = match review.recv().await {
                Ok(ReviewEvent::Progress(progress)) => event("progress", &progress),
                // Found between listening and reading.
                Ok(ReviewEvent::Move(reviewed)) if known.contains(&reviewed) => None,
                Ok(ReviewEvent::Move(reviewed)) => event("move", &reviewed),
                Ok(ReviewEvent::Failed(sentence)) => event("failed", &json!({ "error": sentence })),
                Err(RecvError::Lagged(_)) => None,
                Err(RecvError::Closed) => break,
            };
            if let Some(event) = event
                && sender.send(Ok(event)).await.is_err()
            {
                return;
            }
        }
        let accuracy = blocking(&app, move |app| {
            let game = StoredGame::load_with_notes(&app.store, &game.id)?;
            Ok(AccuracyJson::of(&game))
        });
        // A game that was deleted has none.
        let accuracy = accuracy.await.ok();
        if let Some(event) = event("done", &json!({ "accuracy": accuracy })) {
            // The client may have gone just now.
            drop(sender.send(Ok(event)).await);
        }
    });
    Ok(stream(receiver))
}
