//! A search that somebody watches: reports as it goes on.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use catena_core::Position;
use catena_engine::{Limits, Report};
use serde::Deserialize;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Receiver, Sender};

use crate::engine_pool::PooledEngine;
use crate::error::{AppError, AppResult};
use crate::json::ReportJson;
use crate::observer::ScheduledObserver;
use crate::quota::QuotaPlace;
use crate::scheduler::{Priority, Ticket};
use crate::store::NoteColumn;
use crate::stored_game::{StoredGame, searching_player};
use crate::{App, blocking, with_store};

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

/// Messages of an analysis, in this order: reports, the reason if it failed, the end.
#[derive(Clone, Debug)]
pub enum AnalysisEvent {
    Report(Box<ReportJson>),
    Failed(String),
    Done,
}

/// Starts an analysis; it ends when nobody listens any more.
pub async fn analyze(
    app: &Arc<App>,
    place: QuotaPlace,
    id: String,
    request: Analyze,
) -> AppResult<Receiver<AnalysisEvent>> {
    let job = with_store(app, move |app| prepare(app, id, &request)).await?;
    let (sender, receiver) = mpsc::channel(QUEUE_LENGTH);
    let of_search = Arc::clone(app);
    app.spawn(async move {
        let _place = place;
        run_in_turn(&of_search, job, sender).await;
    });
    Ok(receiver)
}

/// Tells what is known, and then searches once it is the turn of the analysis.
async fn run_in_turn(app: &Arc<App>, mut job: AnalysisJob, sender: Sender<AnalysisEvent>) {
    if let Some(stored) = job.stored.clone() {
        // The client may have gone just now.
        drop(sender.send(AnalysisEvent::Report(Box::new(stored))).await);
    }
    let Some(engine) = job.engine.take() else {
        drop(sender.send(AnalysisEvent::Done).await);
        return;
    };
    let turn = app.scheduler.join(Priority::Analysis).first_turn();
    let Some(ticket) = first_turn(turn, &sender).await else { return };
    let run = move |app: &Arc<App>| {
        run(app, &job, engine, ticket, &sender);
        Ok(())
    };
    // The reason of a failure is in the log.
    drop(blocking(app, run).await);
}

/// The first turn of a search; nothing if the client goes away before.
async fn first_turn(turn: impl Future<Output = Ticket>, sender: &Sender<AnalysisEvent>) -> Option<Ticket> {
    let (mut turn, mut closed) = (pin!(turn), pin!(sender.closed()));
    poll_fn(|context| match turn.as_mut().poll(context) {
        Poll::Ready(ticket) => Poll::Ready(Some(ticket)),
        Poll::Pending => closed.as_mut().poll(context).map(|()| None),
    })
    .await
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
fn run(app: &App, job: &AnalysisJob, engine: PooledEngine, ticket: Ticket, sender: &Sender<AnalysisEvent>) {
    let known = job.stored.as_ref().map_or(0, |stored| stored.visits);
    match search(app, job, engine, ticket, known, sender) {
        Ok(last) => {
            let is_better = last.visits > known || last.proof.is_some();
            if is_better {
                // The reason is in the log; the client has its report all the same.
                drop(store(app, job, &last));
                send_last(sender, AnalysisEvent::Report(Box::new(last)));
            }
        }
        Err(error) => send_last(sender, AnalysisEvent::Failed(error.to_string())),
    }
    send_last(sender, AnalysisEvent::Done);
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
    sender: &Sender<AnalysisEvent>,
) -> AppResult<ReportJson> {
    let to_json = |report: &Report| ReportJson::of(job.node, &job.player, &job.position, report);
    let is_over = || sender.is_closed() || app.is_closing();
    let mut on_report = |report: &Report| {
        // A search that starts anew is not worth more than the stored report until it has got as far.
        if report.visits > known {
            send(sender, to_json(report));
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
fn send(sender: &Sender<AnalysisEvent>, report: ReportJson) {
    // Full or closed, both of which are the client's wish.
    drop(sender.try_send(AnalysisEvent::Report(Box::new(report))));
}

/// Something that the client should get; one that does not read it in time is as good as gone.
fn send_last(sender: &Sender<AnalysisEvent>, mut event: AnalysisEvent) {
    let deadline = Instant::now() + SLOW_CLIENT_TIMEOUT;
    while let Err(TrySendError::Full(unsent)) = sender.try_send(event) {
        if Instant::now() >= deadline {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
        event = unsent;
    }
}
