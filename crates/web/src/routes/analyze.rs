//! `GET /api/games/{id}/analyze`: a search as a stream of reports.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::response::sse::Sse;
use catena_core::Position;
use catena_engine::{Limits, Report};
use serde::Deserialize;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Sender};
use tokio_stream::Stream;

use super::blocking;
use super::event::{EventResult, event, stream};
use crate::App;
use crate::app;
use crate::app::engine_pool::PooledEngine;
use crate::app::error::{AppError, AppResult};
use crate::app::json::ReportJson;
use crate::app::observer::ScheduledObserver;
use crate::app::quota::Client;
use crate::app::scheduler::{Priority, Ticket};
use crate::app::store::NoteColumn;
use crate::app::stored_game::{StoredGame, searching_player};
use crate::server::error::ApiResult;
use crate::server::extract::{Path, Query};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analyze {
    node: u32,
    player: Option<String>,
    visits: Option<u64>,
    /// Milliseconds between reports.
    interval: Option<u64>,
}

/// Visits after which an analysis ends, unless the request says otherwise.
const DEFAULT_VISITS: u64 = 1_000_000;

/// The most visits that can be asked for: counters have 32 bits.
const MAX_VISITS: u64 = 1_000_000_000;

/// Milliseconds between reports.
const DEFAULT_INTERVAL: u64 = 250;
const MIN_INTERVAL: u64 = 50;
const MAX_INTERVAL: u64 = 10_000;

/// Reports that wait for a slow client; more are dropped.
const QUEUE_LENGTH: usize = 4;

/// Maximum wait for a slow client at the end of an analysis.
const SLOW_CLIENT_TIMEOUT: Duration = Duration::from_secs(10);

/// An analysis that is ready to start.
struct AnalysisJob {
    game: String,
    node: u32,
    player: String,
    position: Position,
    visits: u64,
    interval: Duration,
    /// Report of an earlier analysis.
    stored: Option<ReportJson>,
    /// None where the stored report is enough.
    engine: Option<PooledEngine>,
}

pub async fn analyze(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    Query(request): Query<Analyze>,
) -> ApiResult<Sse<impl Stream<Item = EventResult>>> {
    let place = app.search_quota.enter(&client)?;
    let job = blocking(&app, move |app| prepare(app, id, &request)).await?;
    let (sender, receiver) = mpsc::channel(QUEUE_LENGTH);
    tokio::spawn(async move {
        let _place = place;
        run_in_turn(&app, job, sender).await;
    });
    Ok(stream(receiver))
}

/// Tells what is known, and then searches once it is the turn of the analysis.
async fn run_in_turn(app: &Arc<App>, mut job: AnalysisJob, sender: Sender<EventResult>) {
    if let Some(event) = job.stored.as_ref().and_then(|stored| event("report", stored)) {
        // The client may have gone just now.
        drop(sender.send(Ok(event)).await);
    }
    let Some(engine) = job.engine.take() else {
        if let Some(event) = event("done", &serde_json::json!({})) {
            drop(sender.send(Ok(event)).await);
        }
        return;
    };
    let ticket = tokio::select! {
        ticket = app.scheduler.join(Priority::Analysis).first_turn() => ticket,
        () = sender.closed() => return,
    };
    let run = move |app: &Arc<App>| {
        run(app, &job, engine, ticket, &sender);
        Ok(())
    };
    // The reason of a failure is in the log.
    drop(app::blocking(app, run).await);
}

fn prepare(app: &Arc<App>, id: String, request: &Analyze) -> AppResult<AnalysisJob> {
    let visits = request.visits.unwrap_or(DEFAULT_VISITS);
    if !(1..=MAX_VISITS).contains(&visits) {
        return Err(AppError::invalid(format!("visits is a number from 1 to {MAX_VISITS}")));
    }
    let interval = request.interval.unwrap_or(DEFAULT_INTERVAL).clamp(MIN_INTERVAL, MAX_INTERVAL);
    let game = StoredGame::load(&app.store, &id)?;
    let position = game.position_at(request.node)?;
    if position.outcome().is_some() {
        return Err(AppError::invalid("the game is over here, there is nothing to search"));
    }
    let spec = request.player.as_deref().unwrap_or("champion");
    let player = searching_player(spec, game.game(), &app.models)?;
    let stored = app.store.read(|tables| tables.report(&id, request.node))?;
    let stored = stored.map(|text| serde_json::from_str::<ReportJson>(&text)).transpose()?;
    let stored = stored.filter(|stored| stored.player == spec);
    let is_enough =
        stored.as_ref().is_some_and(|stored| u64::from(stored.visits) >= visits || stored.proof.is_some());
    let setup = game.record.setup();
    let engine =
        if is_enough { None } else { Some(app.engines.take(&id, &player, setup, Priority::Analysis)?) };
    Ok(AnalysisJob {
        game: id,
        node: request.node,
        player: spec.to_owned(),
        position,
        visits,
        interval: Duration::from_millis(interval),
        stored,
        engine,
    })
}

/// Searches and sends reports; the last one is stored, however the search ends.
fn run(app: &App, job: &AnalysisJob, engine: PooledEngine, ticket: Ticket, sender: &Sender<EventResult>) {
    let known = job.stored.as_ref().map_or(0, |stored| stored.visits);
    match search(app, job, engine, ticket, known, sender) {
        Ok(last) => {
            let is_better = last.visits > known || last.proof.is_some();
            if is_better {
                // The reason is in the log; the client has its report all the same.
                drop(store(app, job, &last));
                send_last(sender, "report", &last);
            }
        }
        Err(error) => send_last(sender, "failed", &serde_json::json!({ "error": error.to_string() })),
    }
    send_last(sender, "done", &serde_json::json!({}));
}

fn store(app: &App, job: &AnalysisJob, report: &ReportJson) -> AppResult<()> {
    let text = serde_json::to_string(report)?;
    app.store.write(|tables| tables.put_note(NoteColumn::Report, &job.game, job.node, &text))
}

fn search(
    app: &App,
    job: &AnalysisJob,
    mut engine: PooledEngine,
    ticket: Ticket,
    known: u32,
    sender: &Sender<EventResult>,
) -> AppResult<ReportJson> {
    let to_json = |report: &Report| ReportJson::of(job.node, &job.player, &job.position, report);
    let is_over = || sender.is_closed() || app.is_closing();
    let mut on_report = |report: &Report| {
        // A search that starts anew is not worth more than the stored report until it has got as far.
        if report.visits > known {
            send(sender, &to_json(report));
        }
    };
    let limits = Limits { visits: Some(job.visits), ..Limits::default() };
    engine.session().set_position(job.position.clone());
    let found = {
        let mut observer = ScheduledObserver::new(ticket, &is_over, Some(job.interval), &mut on_report);
        engine.session().think(job.position.to_move(), limits, &mut observer)
    };
    engine.give_back();
    let report = found.map_err(AppError::invalid)?;
    report.map(|report| to_json(&report)).ok_or_else(|| AppError::invalid("the player does not search"))
}

/// A report in between: a client that does not keep up misses it.
fn send(sender: &Sender<EventResult>, report: &ReportJson) {
    if let Some(event) = event("report", report) {
        // Full or closed, both of which are the client's wish.
        drop(sender.try_send(Ok(event)));
    }
}

/// Something that the client should get; one that does not read it in time is as good as gone.
fn send_last(sender: &Sender<EventResult>, name: &str, data: &impl serde::Serialize) {
    let Some(mut event) = event(name, data) else { return };
    let deadline = Instant::now() + SLOW_CLIENT_TIMEOUT;
    while let Err(TrySendError::Full(Ok(unsent))) = sender.try_send(Ok(event)) {
        if Instant::now() >= deadline {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
        event = unsent;
    }
}
