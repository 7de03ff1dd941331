//! One review from its first position to its last.

use std::sync::Arc;
use std::time::Duration;

use catena_core::record::Record;
use catena_core::{Color, Position, Topology};
use catena_engine::{Assessment, Assessor, Limits, MISTAKE, Plan, Proof, ReviewedMove, position_key};
use serde::{Deserialize, Serialize};

use super::ReviewedNode;
use super::running::{Progress, ReviewEvent, RunningReview};
use crate::App;
use crate::app::engine_pool::MemoryGrant;
use crate::app::error::{AppError, AppResult};
use crate::app::json::{MAX_PV, ReviewJson, for_black, move_name};
use crate::app::observer::ScheduledObserver;
use crate::app::scheduler::Priority;
use crate::app::store::{NoteColumn, ReviewJob};
use crate::app::stored_game::{StoredGame, player};

/// How often a review that waits for memory asks again.
const MEMORY_RETRY: Duration = Duration::from_millis(200);

/// Resumes the reviews that a server before this one has not finished.
pub fn resume(app: &Arc<App>) {
    // The reason of a failure is in the log.
    let jobs = app.store.read(|tables| tables.review_jobs()).unwrap_or_default();
    jobs.into_iter().for_each(|job| spawn(app, job));
}

/// Starts a review in the background.
pub fn spawn(app: &Arc<App>, job: ReviewJob) {
    let app = Arc::clone(app);
    let running = app.reviews.begin(&job.game);
    tokio::spawn(async move {
        let Ok(_place) = Arc::clone(&app.reviews.at_once).acquire_owned().await else { return };
        let ended = tokio::task::spawn_blocking(move || {
            let reviewed = review(&app, &job, &running);
            end(&app, &job, &running, reviewed);
        });
        if let Err(error) = ended.await {
            tracing::error!("a review has failed: {error}");
        }
    });
}

/// Takes a finished review out of the store. A server that ends leaves it, so that the next one resumes.
fn end(app: &App, job: &ReviewJob, running: &Arc<RunningReview>, reviewed: AppResult<()>) {
    if let Err(error) = reviewed {
        running.send(ReviewEvent::Failed(error.to_string()));
    }
    let is_ours = app.reviews.end(&job.game, running);
    if is_ours && !app.is_closing() {
        // The reason of a failure is in the log; the review would be found finished next time.
        drop(app.store.write(|tables| tables.delete_review_job(&job.game)));
    }
}

/// The line that is reviewed, as a record of its own, and the ids of its nodes.
pub fn line(game: &StoredGame, job: &ReviewJob) -> AppResult<(Record, Vec<u32>, Plan)> {
    let end = job.node.map_or(Ok(game.record.end()), |id| game.node(id))?;
    let ids = game.record.path(end).into_iter().map(|node| game.id_of(node)).collect();
    let record = game.record.line_to(end);
    let plan = Plan::new(&record).map_err(AppError::invalid)?;
    Ok((record, ids, plan))
}

fn review(app: &Arc<App>, job: &ReviewJob, running: &RunningReview) -> AppResult<()> {
    let game = StoredGame::load(&app.store, &job.game)?;
    let (record, ids, plan) = line(&game, job)?;
    let player = player(&job.player, game.game(), &app.models)?;
    let limits = Limits { visits: Some(job.visits), ..Limits::default() };
    let positions = plan.positions();
    let mut found: Vec<Option<Assessment>> = Vec::new();
    let mut is_sent = vec![false; ids.len()];
    running.set_progress(Progress { done: 0, total: positions.len() });
    for position in positions {
        let key = format!("{} | {} visits={}", position_key(position), player.identity(), job.visits);
        let stored = app.store.read(|tables| tables.assessment(&job.game, &key))?;
        let stored = stored.and_then(|text| serde_json::from_str::<StoredAssessment>(&text).ok());
        let assessment = match stored.and_then(|stored| stored.assessment(position)) {
            Some(assessment) => assessment,
            None => {
                let Some(grant) = wait_for_memory(app, running) else { return Ok(()) };
                let threads = app.engines.threads;
                let assessor = Assessor { player: grant.limit(&player), limits, threads, seed: 1 };
                let Some(assessment) = assess(app, running, &assessor, position)? else { return Ok(()) };
                let text = serde_json::to_string(&StoredAssessment::of(&assessment, position.topology()))?;
                app.store.write(|tables| tables.put_assessment(&job.game, &key, &text))?;
                assessment
            }
        };
        found.push(Some(assessment));
        for reviewed in plan.review_known(&found) {
            let node = reviewed.node.index();
            if !std::mem::replace(&mut is_sent[node], true) {
                let review = to_json(&reviewed, record.setup().topology());
                let text = serde_json::to_string(&review)?;
                app.store.write(|tables| tables.put_note(NoteColumn::Review, &job.game, ids[node], &text))?;
                running.send(ReviewEvent::Move(ReviewedNode { node: ids[node], review }));
            }
        }
        running.set_progress(Progress { done: found.len(), total: positions.len() });
    }
    Ok(())
}

/// Memory for a search; nothing if the review is stopped before there is some.
fn wait_for_memory(app: &App, running: &RunningReview) -> Option<MemoryGrant> {
    while !running.is_stopped() && !app.is_closing() {
        if let Ok(grant) = app.engines.grant() {
            return Some(grant);
        }
        std::thread::sleep(MEMORY_RETRY);
    }
    None
}

/// What a position is worth; nothing if the review is stopped before that is known.
fn assess(
    app: &App,
    running: &RunningReview,
    assessor: &Assessor,
    position: &Position,
) -> AppResult<Option<Assessment>> {
    let is_over = || running.is_stopped() || app.is_closing();
    let mut ignore = |_: &_| {};
    let ticket = app.scheduler.join(Priority::Review);
    let mut observer = ScheduledObserver::new(ticket, &is_over, None, &mut ignore);
    let assessment = assessor.assess(position, &mut observer).map_err(AppError::invalid)?;
    Ok((!is_over()).then_some(assessment))
}

fn to_json(reviewed: &ReviewedMove, topology: &Topology) -> ReviewJson {
    let pv: Vec<String> =
        reviewed.found.line.iter().take(MAX_PV).map(|&mv| move_name(mv, topology)).collect();
    ReviewJson {
        before: for_black(reviewed.black_stones_before, Color::Black),
        after: for_black(reviewed.black_stones_after, Color::Black),
        best: pv.first().cloned(),
        pv,
        loss: for_black(reviewed.loss, Color::Black),
        mistake: reviewed.loss >= MISTAKE,
    }
}

/// An assessment as it is stored.
#[derive(Serialize, Deserialize)]
struct StoredAssessment {
    value: f64,
    line: Vec<String>,
    proof: Option<f32>,
    visits: u32,
    playouts: u64,
}

impl StoredAssessment {
    fn of(found: &Assessment, topology: &Topology) -> Self {
        Self {
            value: found.value,
            line: found.line.iter().map(|&mv| topology.move_name(mv).to_owned()).collect(),
            proof: found.proof.map(Proof::value),
            visits: found.visits,
            playouts: found.playouts,
        }
    }

    /// Nothing if it is not about this position.
    fn assessment(self, position: &Position) -> Option<Assessment> {
        let topology = position.topology();
        let line: Option<Vec<_>> = self.line.iter().map(|name| topology.parse_move(name).ok()).collect();
        let proof = [Proof::Win, Proof::Draw, Proof::Loss];
        Some(Assessment {
            value: self.value,
            line: line?,
            proof: self.proof.and_then(|value| proof.into_iter().find(|proof| proof.value() == value)),
            visits: self.visits,
            playouts: self.playouts,
        })
    }
}
