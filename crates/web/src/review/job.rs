//! One review from its first position to its last.

use std::sync::Arc;
use std::time::Duration;

use catena_core::record::Record;
use catena_core::{Color, Position, Topology};
use catena_engine::{Assessment, Assessor, Limits, MISTAKE, Plan, Proof, ReviewedMove, position_key};
use serde::{Deserialize, Serialize};

use super::Reviewed;
use super::running::{Progress, Running, Told};
use crate::App;
use crate::engine::Grant;
use crate::error::{Answer, ApiError};
use crate::session::{Session, player};
use crate::store::ReviewJob;
use crate::turn::Urgency;
use crate::view::{ReviewView, for_black, move_name};
use crate::watch::Watch;

/// Moves of a line that are kept.
const LINE: usize = 16;

/// How often a review that waits for memory asks again.
const PATIENCE: Duration = Duration::from_millis(200);

/// Goes on with the reviews that a server before this one has not finished.
pub fn resume(app: &Arc<App>) {
    let jobs = match app.store.reviews() {
        Ok(jobs) => jobs,
        // The reason is in the log.
        Err(_) => return,
    };
    for job in jobs {
        spawn(app, job);
    }
}

/// Starts a review in the background.
pub fn spawn(app: &Arc<App>, job: ReviewJob) {
    let app = Arc::clone(app);
    let running = app.reviews.begin(&job.session);
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

/// Notes that a review is over. A server that ends leaves the note, so that the next one goes on.
fn end(app: &App, job: &ReviewJob, running: &Arc<Running>, reviewed: Answer<()>) {
    if let Err(error) = reviewed {
        running.tell(Told::Failed(error.sentence().to_owned()));
    }
    let is_ours = app.reviews.end(&job.session, running);
    if is_ours && !app.is_closing() {
        // The reason of a failure is in the log; the review would be found finished next time.
        drop(app.store.delete_review_job(&job.session));
    }
}

/// The line that is reviewed, as a record of its own, and the ids of its nodes.
pub fn line(session: &Session, job: &ReviewJob) -> Answer<(Record, Vec<u32>, Plan)> {
    let end = job.node.map_or(Ok(session.record.end()), |id| session.node(id))?;
    let ids = session.record.path(end).into_iter().map(|node| session.id_of(node)).collect();
    let record = session.record.line_to(end);
    let plan = Plan::new(&record).map_err(ApiError::bad)?;
    Ok((record, ids, plan))
}

fn review(app: &Arc<App>, job: &ReviewJob, running: &Running) -> Answer<()> {
    let session = Session::load_bare(&app.store, &job.session)?;
    let (record, ids, plan) = line(&session, job)?;
    let player = player(&job.player, session.game())?;
    let limits = Limits { visits: Some(job.visits), ..Limits::default() };
    let positions = plan.positions();
    let mut found: Vec<Option<Assessment>> = Vec::new();
    let mut told = vec![false; ids.len()];
    running.set_progress(Progress { done: 0, total: positions.len() });
    for position in positions {
        let key = format!("{} | {} visits={}", position_key(position), job.player, job.visits);
        let kept = app.store.assessment(&job.session, &key)?;
        let kept = kept.and_then(|text| serde_json::from_str::<Kept>(&text).ok());
        let assessment = match kept.and_then(|kept| kept.assessment(position)) {
            Some(assessment) => assessment,
            None => {
                let Some(grant) = wait_for_memory(app, running) else { return Ok(()) };
                let threads = app.engines.threads;
                let assessor = Assessor { player: grant.limit(&player), limits, threads, seed: 1 };
                let Some(assessment) = assess(app, running, &assessor, position)? else { return Ok(()) };
                let text = serde_json::to_string(&Kept::of(&assessment, position.topology()))?;
                app.store.put_assessment(&job.session, &key, &text)?;
                assessment
            }
        };
        found.push(Some(assessment));
        for reviewed in plan.review_known(&found) {
            let node = reviewed.node.index();
            if !std::mem::replace(&mut told[node], true) {
                let review = view(&reviewed, record.setup().topology());
                app.store.put_review(&job.session, ids[node], &serde_json::to_string(&review)?)?;
                running.tell(Told::Move(Reviewed { node: ids[node], review }));
            }
        }
        running.set_progress(Progress { done: found.len(), total: positions.len() });
    }
    Ok(())
}

/// Memory for a search; nothing if the review is stopped before there is some.
fn wait_for_memory(app: &App, running: &Running) -> Option<Grant> {
    while !running.is_stopped() && !app.is_closing() {
        if let Ok(grant) = app.engines.grant() {
            return Some(grant);
        }
        std::thread::sleep(PATIENCE);
    }
    None
}

/// What a position is worth; nothing if the review is stopped before that is known.
fn assess(
    app: &App,
    running: &Running,
    assessor: &Assessor,
    position: &Position,
) -> Answer<Option<Assessment>> {
    let is_over = || running.is_stopped() || app.is_closing();
    let mut tell = |_: &_| {};
    let mut watch = Watch::new(app.turns.join(Urgency::Review), &is_over, None, &mut tell);
    let assessment = assessor.assess(position, &mut watch).map_err(ApiError::bad)?;
    Ok((!is_over()).then_some(assessment))
}

fn view(reviewed: &ReviewedMove, topology: &Topology) -> ReviewView {
    let line: Vec<String> =
        reviewed.found.line.iter().take(LINE).map(|&mv| move_name(mv, topology)).collect();
    ReviewView {
        before: for_black(reviewed.black_stones_before, Color::Black),
        after: for_black(reviewed.black_stones_after, Color::Black),
        best: line.first().cloned(),
        line,
        loss: for_black(reviewed.loss, Color::Black),
        mistake: reviewed.loss >= MISTAKE,
    }
}

/// An assessment as it is stored.
#[derive(Serialize, Deserialize)]
struct Kept {
    value: f64,
    line: Vec<String>,
    proof: Option<f32>,
    visits: u32,
    playouts: u64,
}

impl Kept {
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
