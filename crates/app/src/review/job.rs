//! One review from its first position to its last.

use std::sync::Arc;
use std::time::Duration;

use catena_core::record::Record;
use catena_core::{Move, Position, Topology};
use catena_engine::{Assessment, Assessor, Limits, Plan, Player, Proof, ReviewProgress, Reviewer, Task};
use serde::{Deserialize, Serialize};

use super::ReviewedNode;
use super::helper::HelperAnswer;
use super::running::{AssessedCount, ReviewEvent, RunningReview};
use crate::engine_pool::MemoryGrant;
use crate::error::{AppError, AppResult};
use crate::executor::unless;
use crate::json::ReviewJson;
use crate::observer::ScheduledObserver;
use crate::quota::QuotaPlace;
use crate::scheduler::{Priority, Ticket};
use crate::store::{NoteColumn, ReviewJob};
use crate::stored_game::{StoredGame, player};
use crate::{App, blocking};

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
    let of_review = Arc::clone(&app);
    of_review.spawn(async move {
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
    let mut course = Course { sent: vec![None; ids.len()], reviewer: Reviewer::new(plan), record, ids };
    running.set_progress(course.progress());
    while let Some(task) = course.reviewer.next_task() {
        let question = Question {
            key: format!("{} | {} visits={}", task.key(), player.identity(), job.visits),
            job: job.clone(),
            player: player.clone(),
            task: task.clone(),
        };
        let Some(answer) = question.answer(app, running).await? else { return Ok(()) };
        let game = job.game.clone();
        let (back, reviewed) = blocking(app, move |app| {
            let reviewed = course.put(&task, &answer);
            store(app, &game, &reviewed)?;
            Ok((course, reviewed))
        })
        .await?;
        course = back;
        reviewed.into_iter().for_each(|one| running.send(ReviewEvent::Move(one)));
        running.set_progress(course.progress());
    }
    Ok(())
}

/// A review under way, and what was told about it.
struct Course {
    reviewer: Reviewer,
    record: Record,
    /// The ids of the nodes of the record.
    ids: Vec<u32>,
    /// The last message about each node.
    sent: Vec<Option<ReviewJson>>,
}

impl Course {
    /// Takes in an answer, and tells the moves of which more is known now.
    fn put(&mut self, task: &Task, answer: &Assessment) -> Vec<ReviewedNode> {
        self.reviewer.put(task, answer);
        let topology = self.record.setup().topology();
        let mut changed = Vec::new();
        for one in self.reviewer.moves() {
            let node = one.node.index();
            let review = ReviewJson::of(&one, topology);
            if self.sent[node].as_ref() != Some(&review) {
                self.sent[node] = Some(review.clone());
                changed.push(ReviewedNode { node: self.ids[node], review });
            }
        }
        changed
    }

    fn progress(&self) -> AssessedCount {
        let ReviewProgress { positions, valued, suspects, settled } = self.reviewer.progress();
        // Suspects are looked at again when every position has a value.
        if valued < positions {
            return AssessedCount { done: valued, total: positions };
        }
        AssessedCount { done: positions + settled, total: positions + suspects }
    }
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

/// A question of a review about a position.
#[derive(Clone)]
struct Question {
    /// By which its answer is stored.
    key: String,
    job: ReviewJob,
    player: Player,
    task: Task,
}

impl Question {
    /// The answer, stored or searched; none if the review is stopped before it is known.
    async fn answer(self, app: &Arc<App>, running: &Arc<RunningReview>) -> AppResult<Option<Assessment>> {
        let of_search = self.clone();
        if let Some(known) = blocking(app, move |app| of_search.stored(app)).await? {
            return Ok(Some(known));
        }
        let is_stopped = || running.is_stopped() || app.is_closing();
        if app.review_helper.is_some() {
            let line = app.reviews.line_elsewhere();
            let Some(Ok(_place)) = unless(app, RETRY_INTERVAL, is_stopped, line.acquire()).await else {
                return Ok(None);
            };
            let (of_helper, of_running) = (self.clone(), Arc::clone(running));
            match blocking(app, move |app| of_helper.ask_elsewhere(app, &of_running)).await? {
                HelperAnswer::Known(answer) => return Ok(Some(answer)),
                HelperAnswer::Over => return Ok(None),
                HelperAnswer::Nobody => {}
            }
        }
        let line = app.reviews.line(self.job.visits);
        let Some(Ok(_place)) = unless(app, RETRY_INTERVAL, is_stopped, line.acquire()).await else {
            return Ok(None);
        };
        let Some(grant) = unless(app, RETRY_INTERVAL, is_stopped, memory(app)).await else { return Ok(None) };
        let turn = app.scheduler.join(Priority::Review).first_turn();
        let Some(ticket) = unless(app, RETRY_INTERVAL, is_stopped, turn).await else { return Ok(None) };
        let running = Arc::clone(running);
        blocking(app, move |app| self.search(app, &running, &grant, ticket)).await
    }

    fn stored(&self, app: &App) -> AppResult<Option<Assessment>> {
        let stored = app.store.read(|tables| tables.assessment(&self.job.game, &self.key))?;
        let stored = stored.and_then(|text| serde_json::from_str::<StoredAssessment>(&text).ok());
        Ok(stored.and_then(|stored| stored.assessment(&self.task.position)))
    }

    /// Asks whoever helps with reviews; an answer is stored.
    fn ask_elsewhere(&self, app: &App, running: &RunningReview) -> AppResult<HelperAnswer> {
        let Some(helper) = &app.review_helper else { return Ok(HelperAnswer::Nobody) };
        let assessor = self.assessor(self.player.clone(), Assessor::SOLVER_BYTES, 1);
        let is_over = || running.is_stopped() || app.is_closing();
        let answer = helper.answer(&self.job.game, &assessor, &self.task, &is_over);
        if let HelperAnswer::Known(assessment) = &answer {
            self.store(app, assessment)?;
        }
        Ok(answer)
    }

    fn assessor(&self, player: Player, solver_bytes: usize, threads: usize) -> Assessor {
        Assessor {
            player,
            limits: Limits { visits: Some(self.job.visits), ..Limits::default() },
            solver_time: solver_time(self.job.visits),
            solver_bytes,
            threads,
            seed: 1,
        }
    }

    fn store(&self, app: &App, assessment: &Assessment) -> AppResult<()> {
        let text = serde_json::to_string(&StoredAssessment::of(assessment, self.task.position.topology()))?;
        app.store.write(|tables| tables.put_assessment(&self.job.game, &self.key, &text))
    }

    fn search(
        &self,
        app: &App,
        running: &RunningReview,
        grant: &MemoryGrant,
        ticket: Ticket,
    ) -> AppResult<Option<Assessment>> {
        let player = grant.limit(&self.player);
        let assessor = self.assessor(player, grant.solver_bytes(), app.engines.threads);
        let is_over = || running.is_stopped() || app.is_closing();
        let mut ignore = |_: &_| {};
        let mut observer = ScheduledObserver::new(ticket, &is_over, None, &mut ignore);
        let assessment = assessor.answer(&self.task, &mut observer).map_err(AppError::invalid)?;
        if is_over() {
            return Ok(None);
        }
        self.store(app, &assessment)?;
        Ok(Some(assessment))
    }
}

/// Memory for a search, once there is some.
async fn memory(app: &App) -> MemoryGrant {
    loop {
        if let Ok(grant) = app.engines.grant(Priority::Review) {
            return grant;
        }
        app.executor.sleep(RETRY_INTERVAL).await;
    }
}

/// Time of the solver for a position: as much as the search takes, a second at most.
fn solver_time(visits: u64) -> Duration {
    const PER_VISIT: Duration = Duration::from_micros(200);
    let visits = u32::try_from(visits).unwrap_or(u32::MAX);
    PER_VISIT.saturating_mul(visits).min(Assessor::SOLVER_TIME)
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
        let line: Option<Vec<Move>> = self.line.iter().map(|name| topology.parse_move(name).ok()).collect();
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
