//! One review from its first position to its last.

use std::sync::Arc;
use std::time::Duration;

use catena_core::record::Record;
use catena_core::{Color, Position, Topology};
use catena_engine::{Assessment, Assessor, Limits, MISTAKE, Plan, Player, Proof, ReviewedMove, position_key};
use serde::{Deserialize, Serialize};

use super::ReviewedNode;
use super::running::{Progress, ReviewEvent, RunningReview};
use crate::App;
use crate::app::blocking;
use crate::app::engine_pool::MemoryGrant;
use crate::app::error::{AppError, AppResult};
use crate::app::json::{MAX_PV, ReviewJson, for_black, move_name};
use crate::app::observer::ScheduledObserver;
use crate::app::quota::QuotaPlace;
use crate::app::scheduler::{Priority, Ticket};
use crate::app::store::{NoteColumn, ReviewJob};
use crate::app::stored_game::{StoredGame, player};

/// Interval at which a waiting review checks for a stop, and asks for memory again.
const RETRY_INTERVAL: Duration = Duration::from_millis(200);

/// Resumes the reviews that a server before this one has not finished.
pub fn resume(app: &Arc<App>) {
    // The reason of a failure is in the log.
    let jobs = app.store.read(|tables| tables.review_jobs()).unwrap_or_default();
    jobs.into_iter().for_each(|job| spawn(app, job, None));
}

/// Starts a review in the background.
pub fn spawn(app: &Arc<App>, job: ReviewJob, place: Option<QuotaPlace>) {
    let app = Arc::clone(app);
    let running = app.reviews.begin(&job.game);
    tokio::spawn(async move {
        let _place = place;
        let reviewed = review(&app, &job, &running).await;
        let ended = move |app: &Arc<App>| {
            end(app, &job, &running, reviewed);
            Ok(())
        };
        // The reason of a failure is in the log.
        drop(blocking(&app, ended).await);
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

/// A review whose game was read.
struct Prepared {
    player: Player,
    record: Record,
    ids: Vec<u32>,
    plan: Plan,
}

fn prepare(app: &App, job: &ReviewJob) -> AppResult<Prepared> {
    let game = StoredGame::load(&app.store, &job.game)?;
    let (record, ids, plan) = line(&game, job)?;
    let player = player(&job.player, game.game(), &app.models)?;
    Ok(Prepared { player, record, ids, plan })
}

async fn review(app: &Arc<App>, job: &ReviewJob, running: &Arc<RunningReview>) -> AppResult<()> {
    let of_job = job.clone();
    let Prepared { player, record, ids, plan } = blocking(app, move |app| prepare(app, &of_job)).await?;
    let positions = plan.positions();
    let mut found: Vec<Option<Assessment>> = Vec::new();
    let mut is_sent = vec![false; ids.len()];
    running.set_progress(Progress { done: 0, total: positions.len() });
    for position in positions {
        let search = PositionSearch {
            key: format!("{} | {} visits={}", position_key(position), player.identity(), job.visits),
            job: job.clone(),
            player: player.clone(),
            position: position.clone(),
        };
        let Some(assessment) = search.assessment(app, running).await? else { return Ok(()) };
        found.push(Some(assessment));
        let mut reviewed = Vec::new();
        for one in plan.review_known(&found) {
            let node = one.node.index();
            if !std::mem::replace(&mut is_sent[node], true) {
                let review = to_json(&one, record.setup().topology());
                reviewed.push(ReviewedNode { node: ids[node], review });
            }
        }
        let game = job.game.clone();
        let reviewed = blocking(app, move |app| store(app, &game, &reviewed).map(|()| reviewed)).await?;
        reviewed.into_iter().for_each(|one| running.send(ReviewEvent::Move(one)));
        running.set_progress(Progress { done: found.len(), total: positions.len() });
    }
    Ok(())
}

/// Stores what a review says about moves.
fn store(app: &App, game: &str, reviewed: &[ReviewedNode]) -> AppResult<()> {
    if reviewed.is_empty() {
        return Ok(());
    }
    app.store.write(|tables| {
        reviewed.iter().try_for_each(|one| {
            let text = serde_json::to_string(&one.review)?;
            tables.put_note(NoteColumn::Review, game, one.node, &text)
        })
    })
}

/// The search of one position for a review.
#[derive(Clone)]
struct PositionSearch {
    /// By which its result is stored.
    key: String,
    job: ReviewJob,
    player: Player,
    position: Position,
}

impl PositionSearch {
    /// Assessment of the position, stored or searched; none if the review is stopped before it is known.
    async fn assessment(self, app: &Arc<App>, running: &Arc<RunningReview>) -> AppResult<Option<Assessment>> {
        let of_search = self.clone();
        if let Some(known) = blocking(app, move |app| of_search.stored(app)).await? {
            return Ok(Some(known));
        }
        let is_stopped = || running.is_stopped() || app.is_closing();
        let line = app.reviews.line(self.job.visits);
        let Some(Ok(_place)) = unless(is_stopped, line.acquire()).await else { return Ok(None) };
        let Some(grant) = unless(is_stopped, memory(app)).await else { return Ok(None) };
        let turn = app.scheduler.join(Priority::Review).first_turn();
        let Some(ticket) = unless(is_stopped, turn).await else { return Ok(None) };
        let running = Arc::clone(running);
        blocking(app, move |app| self.search(app, &running, &grant, ticket)).await
    }

    fn stored(&self, app: &App) -> AppResult<Option<Assessment>> {
        let stored = app.store.read(|tables| tables.assessment(&self.job.game, &self.key))?;
        let stored = stored.and_then(|text| serde_json::from_str::<StoredAssessment>(&text).ok());
        Ok(stored.and_then(|stored| stored.assessment(&self.position)))
    }

    fn search(
        &self,
        app: &App,
        running: &RunningReview,
        grant: &MemoryGrant,
        ticket: Ticket,
    ) -> AppResult<Option<Assessment>> {
        let limits = Limits { visits: Some(self.job.visits), ..Limits::default() };
        let threads = app.engines.threads;
        let assessor = Assessor { player: grant.limit(&self.player), limits, threads, seed: 1 };
        let is_over = || running.is_stopped() || app.is_closing();
        let mut ignore = |_: &_| {};
        let mut observer = ScheduledObserver::new(ticket, &is_over, None, &mut ignore);
        let assessment = assessor.assess(&self.position, &mut observer).map_err(AppError::invalid)?;
        if is_over() {
            return Ok(None);
        }
        let text = serde_json::to_string(&StoredAssessment::of(&assessment, self.position.topology()))?;
        app.store.write(|tables| tables.put_assessment(&self.job.game, &self.key, &text))?;
        Ok(Some(assessment))
    }
}

/// Waits for something; nothing if the review is stopped before it comes.
async fn unless<T>(is_stopped: impl Fn() -> bool, something: impl Future<Output = T>) -> Option<T> {
    let mut something = std::pin::pin!(something);
    while !is_stopped() {
        if let Ok(come) = tokio::time::timeout(RETRY_INTERVAL, something.as_mut()).await {
            return Some(come);
        }
    }
    None
}

/// Memory for a search, once there is some.
async fn memory(app: &App) -> MemoryGrant {
    loop {
        if let Ok(grant) = app.engines.grant(Priority::Review) {
            return grant;
        }
        tokio::time::sleep(RETRY_INTERVAL).await;
    }
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
