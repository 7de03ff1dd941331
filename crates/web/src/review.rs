//! `/api/sessions/{id}/review`: a game reviewed in the background.
//!
//! A review that was started is noted in the store and goes on to its end, also after a restart of the
//! server, unless it is stopped. What is found about a position is kept, so that nothing is searched
//! twice; what it says about a move is kept with the node.

mod job;
mod running;

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use catena_engine::Agent;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;

use crate::App;
use crate::analyze::event;
use crate::app::blocking;
use crate::error::{Answer, ApiError};
use crate::extract::{Body, Path};
use crate::session::{Session, player};
use crate::store::ReviewJob;
use crate::view::ReviewView;
pub use job::resume;
pub use running::{Reviews, Told};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    visits: Option<u64>,
    player: Option<String>,
    node: Option<u32>,
}

/// A reviewed move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reviewed {
    pub node: u32,
    #[serde(flatten)]
    pub review: ReviewView,
}

/// Visits of each position, unless it is asked for otherwise; and at most.
const VISITS: u64 = 5_000;
const MAX_VISITS: u64 = 10_000_000;

pub async fn start(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(request): Body<Start>,
) -> Answer<(StatusCode, Json<Value>)> {
    let job = blocking(&app, move |app| {
        let job = prepare(app, id, &request)?;
        // Stored first: a review that was accepted goes on after a restart.
        app.store.put_review_job(&job)?;
        Ok(job)
    })
    .await?;
    let answer = json!({ "player": job.player, "visits": job.visits });
    job::spawn(&app, job);
    Ok((StatusCode::ACCEPTED, Json(answer)))
}

fn prepare(app: &App, id: String, request: &Start) -> Answer<ReviewJob> {
    let visits = request.visits.unwrap_or(VISITS);
    if !(1..=MAX_VISITS).contains(&visits) {
        return Err(ApiError::bad(format!("visits is a number from 1 to {MAX_VISITS}")));
    }
    let session = Session::load_bare(&app.store, &id)?;
    let spec = request.player.as_deref().unwrap_or("champion");
    if let Agent::Random = player(spec, session.game())?.agent(session.game()).map_err(ApiError::bad)? {
        return Err(ApiError::bad(format!("the player {spec} does not search, so it knows no values")));
    }
    let job = ReviewJob { session: id, player: spec.to_owned(), visits, node: request.node };
    job::line(&session, &job)?;
    Ok(job)
}

pub async fn stop(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<StatusCode> {
    blocking(&app, move |app| {
        Session::load_bare(&app.store, &id)?;
        app.reviews.stop(&id);
        app.store.delete_review_job(&id)?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// What is known, and then what comes until the end of the review.
pub async fn follow(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Answer<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    // Listening starts before reading, so that nothing falls in between.
    let listening = app.reviews.listen(&id);
    let known = blocking(&app, move |app| known(&Session::load(&app.store, &id)?)).await?;
    let (sender, receiver) = mpsc::channel(16);
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
        while let Some((_, told)) = &mut listening {
            let event = match told.recv().await {
                Ok(Told::Progress(progress)) => event("progress", &progress),
                // Found between listening and reading.
                Ok(Told::Move(reviewed)) if known.contains(&reviewed) => None,
                Ok(Told::Move(reviewed)) => event("move", &reviewed),
                Ok(Told::Failed(sentence)) => event("failed", &json!({ "error": sentence })),
                Err(RecvError::Lagged(_)) => None,
                Err(RecvError::Closed) => break,
            };
            if let Some(event) = event
                && sender.send(Ok(event)).await.is_err()
            {
                return;
            }
        }
        if let Some(event) = event("done", &json!({})) {
            // The client may have gone just now.
            drop(sender.send(Ok(event)).await);
        }
    });
    Ok(Sse::new(ReceiverStream::new(receiver)).keep_alive(KeepAlive::default()))
}

/// The reviewed moves in the order of the tree.
fn known(session: &Session) -> Answer<Vec<Reviewed>> {
    let nodes = session.record.nodes().map(|node| session.id_of(node));
    let reviewed = nodes.filter_map(|node| {
        let review = session.notes.get(&node)?.review.clone()?;
        Some(Reviewed { node, review })
    });
    Ok(reviewed.collect())
}
