//! `GET /api/sessions/{id}/analyze`: a search as a stream of reports.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use catena_core::Position;
use catena_engine::{Agent, Limits, Report};
use serde::Deserialize;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Sender};
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;

use crate::App;
use crate::app::blocking;
use crate::engine::Engine;
use crate::error::{Answer, ApiError};
use crate::extract::{Path, Query};
use crate::session::{Session, player};
use crate::turn::Urgency;
use crate::view::ReportView;
use crate::watch::Watch;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analyze {
    node: u32,
    player: Option<String>,
    visits: Option<u64>,
    /// Milliseconds between reports.
    interval: Option<u64>,
}

/// Visits after which an analysis ends, unless it is asked for otherwise.
const VISITS: u64 = 1_000_000;

/// The most visits that can be asked for: counters have 32 bits.
const MAX_VISITS: u64 = 1_000_000_000;

/// Milliseconds between reports: usual, least and most.
const INTERVAL: u64 = 250;
const MIN_INTERVAL: u64 = 50;
const MAX_INTERVAL: u64 = 10_000;

/// Reports that wait for a slow client; more are left out.
const QUEUE: usize = 4;

/// How long the end of an analysis waits for a slow client.
const PATIENCE: Duration = Duration::from_secs(10);

/// An analysis that is ready to start.
struct Job {
    session: String,
    node: u32,
    player: String,
    position: Position,
    visits: u64,
    interval: Duration,
    /// What an earlier analysis has found.
    kept: Option<ReportView>,
    /// None where the kept report is enough.
    engine: Option<Engine>,
}

pub async fn analyze(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(request): Query<Analyze>,
) -> Answer<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let job = blocking(&app, move |app| prepare(app, id, &request)).await?;
    let (sender, receiver) = mpsc::channel(QUEUE);
    tokio::task::spawn_blocking(move || run(&app, job, &sender));
    Ok(Sse::new(ReceiverStream::new(receiver)).keep_alive(KeepAlive::default()))
}

fn prepare(app: &Arc<App>, id: String, request: &Analyze) -> Answer<Job> {
    let visits = request.visits.unwrap_or(VISITS);
    if !(1..=MAX_VISITS).contains(&visits) {
        return Err(ApiError::bad(format!("visits is a number from 1 to {MAX_VISITS}")));
    }
    let interval = request.interval.unwrap_or(INTERVAL).clamp(MIN_INTERVAL, MAX_INTERVAL);
    let session = Session::load_bare(&app.store, &id)?;
    let position = session.position_at(request.node)?;
    if position.outcome().is_some() {
        return Err(ApiError::bad("the game is over here, there is nothing to search"));
    }
    let spec = request.player.as_deref().unwrap_or("champion");
    let player = player(spec, session.game())?;
    if matches!(player.agent(session.game()), Ok(Agent::Random)) {
        return Err(ApiError::bad(format!("the player {spec} does not search, so it knows no values")));
    }
    let kept = app.store.report(&id, request.node)?;
    let kept = kept.map(|text| serde_json::from_str::<ReportView>(&text)).transpose()?;
    let kept = kept.filter(|kept| kept.player == spec);
    let is_enough =
        kept.as_ref().is_some_and(|kept| u64::from(kept.visits) >= visits || kept.proof.is_some());
    let engine =
        if is_enough { None } else { Some(app.engines.take(&id, &player, session.record.setup())?) };
    Ok(Job {
        session: id,
        node: request.node,
        player: spec.to_owned(),
        position,
        visits,
        interval: Duration::from_millis(interval),
        kept,
        engine,
    })
}

/// Searches and tells; the last report is kept, however the search ends.
fn run(app: &Arc<App>, mut job: Job, sender: &Sender<Result<Event, Infallible>>) {
    let known = job.kept.as_ref().map_or(0, |kept| kept.visits);
    if let Some(kept) = &job.kept {
        send_last(sender, "report", kept);
    }
    if let Some(engine) = job.engine.take() {
        match search(app, &job, engine, known, sender) {
            Ok(last) => {
                let is_better = last.visits > known || last.proof.is_some();
                let kept =
                    is_better.then(|| serde_json::to_string(&last).map_err(ApiError::from)).transpose();
                if let Ok(Some(text)) = &kept {
                    // The reason is in the log; the client has its report all the same.
                    drop(app.store.put_report(&job.session, job.node, text));
                }
                if is_better {
                    send_last(sender, "report", &last);
                }
            }
            Err(error) => send_last(sender, "failed", &serde_json::json!({ "error": error.sentence() })),
        }
    }
    send_last(sender, "done", &serde_json::json!({}));
}

fn search(
    app: &App,
    job: &Job,
    mut engine: Engine,
    known: u32,
    sender: &Sender<Result<Event, Infallible>>,
) -> Answer<ReportView> {
    let view = |report: &Report| ReportView::of(job.node, &job.player, &job.position, report);
    let is_over = || sender.is_closed() || app.is_closing();
    let mut tell = |report: &Report| {
        // A search that starts anew is not worth more than the kept report until it has got as far.
        if report.visits > known {
            send(sender, &view(report));
        }
    };
    let limits = Limits { visits: Some(job.visits), ..Limits::default() };
    engine.session().set_position(job.position.clone());
    let found = {
        let turn = app.turns.join(Urgency::Analysis);
        let mut watch = Watch::new(turn, &is_over, Some(job.interval), &mut tell);
        engine.session().think(job.position.to_move(), limits, &mut watch)
    };
    engine.give_back();
    let report = found.map_err(ApiError::bad)?;
    report.map(|report| view(&report)).ok_or_else(|| ApiError::bad("the player does not search"))
}

/// A report in between: a client that does not keep up misses it.
fn send(sender: &Sender<Result<Event, Infallible>>, report: &ReportView) {
    if let Some(event) = event("report", report) {
        // Full or closed, both of which are the client's wish.
        drop(sender.try_send(Ok(event)));
    }
}

/// Something that the client should get; one that does not read for so long is as good as gone.
fn send_last(sender: &Sender<Result<Event, Infallible>>, name: &str, data: &impl serde::Serialize) {
    let Some(mut event) = event(name, data) else { return };
    let deadline = Instant::now() + PATIENCE;
    while let Err(TrySendError::Full(Ok(unsent))) = sender.try_send(Ok(event)) {
        if Instant::now() >= deadline {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
        event = unsent;
    }
}

/// A server-sent event with JSON.
pub fn event(name: &str, data: &impl serde::Serialize) -> Option<Event> {
    Event::default().event(name).json_data(data).ok()
}
