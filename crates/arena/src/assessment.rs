//! Questions of reviews as work for a runner: a job is a question about a position, and its number is a hash of it.
//!
//! The same question has the same number in every game, so an answer serves all reviews of a run, and a command that is
//! started again finds the answers of the jobs that it has offered before.

mod text;

use std::sync::Arc;
use std::time::Duration;

use catena_core::{Game, Position};
use catena_engine::{Assessment, Assessor, Limits, Task};
use serde::{Deserialize, Serialize};
pub use text::AssessmentText;
use text::TaskText;

use crate::fingerprint::fingerprint;
use crate::runner::{Job, Performer, RunDescription, Site, Work};
use crate::stop::{Stop, StopSearch};

/// The kind of work in descriptions.
pub(crate) const KIND: &str = "assessment";

/// Memory of a solver on another machine at most, in bytes.
const MAX_SOLVER: usize = 1 << 30;

/// Questions about positions, answered by one player with one thread.
#[derive(Clone, Debug)]
pub struct AssessmentWork {
    /// The player with its limits, for each game.
    assessors: Vec<(Game, Assessor)>,
    /// Tells runs of equal settings apart.
    name: String,
}

/// The same as data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AssessmentBody {
    games: Vec<String>,
    player: String,
    time: Option<Duration>,
    playouts: Option<u64>,
    visits: Option<u64>,
    solver_time: Duration,
    solver_bytes: usize,
    seed: u64,
    name: String,
}

impl AssessmentWork {
    /// Questions about these games, each with the same player and settings.
    ///
    /// # Panics
    /// If there is no game.
    #[must_use]
    pub fn new(assessors: Vec<(Game, Assessor)>, name: &str) -> Self {
        assert!(!assessors.is_empty(), "a run of questions is about some game");
        // A job has one thread, whoever does it.
        let single =
            assessors.into_iter().map(|(game, assessor)| (game, Assessor { threads: 1, ..assessor }));
        Self { assessors: single.collect(), name: name.to_owned() }
    }

    /// A question as a job.
    ///
    /// # Panics
    /// Never: a question is names and numbers.
    #[must_use]
    pub fn job(task: &Task) -> Job {
        let body = serde_json::to_vec(&TaskText::of(task)).expect("names and numbers are JSON");
        Job { number: Self::number(task), body, programs: Vec::new() }
    }

    /// The number of a question's job.
    #[must_use]
    pub fn number(task: &Task) -> u64 {
        fingerprint(task.key().as_bytes())
    }

    /// The result of a job as an answer about its position.
    ///
    /// # Errors
    /// If it is none.
    pub fn answer(result: &[u8], position: &Position) -> Result<Assessment, String> {
        let text = serde_json::from_slice::<AssessmentText>(result).ok();
        let answer = text.and_then(|text| text.assessment(position));
        answer.ok_or_else(|| "the result is no answer about this position".to_owned())
    }

    /// The questions that another machine describes.
    ///
    /// # Errors
    /// If there are no such questions, or if the player cannot be had here.
    pub(crate) fn open(description: &RunDescription, site: &Site) -> Result<Self, String> {
        let body: AssessmentBody = description.read()?;
        if body.games.is_empty() || body.solver_bytes > MAX_SOLVER {
            return Err("questions are about no game, or need too much memory".to_owned());
        }
        let scaled = |time: Duration| {
            Duration::try_from_secs_f64(time.as_secs_f64() * site.time_factor)
                .map_err(|error| error.to_string())
        };
        let limits = Limits {
            time: body.time.map(scaled).transpose()?,
            playouts: body.playouts,
            visits: body.visits,
            ..Limits::default()
        };
        let (models, solver_time) = (site.model_store(), scaled(body.solver_time)?);
        let assessor = |name: &String| {
            let game = Game::parse(name).ok_or_else(|| format!("there is no game {name:?}"))?;
            let player = site.player(&body.player, game, &models)?;
            let AssessmentBody { solver_bytes, seed, .. } = body;
            Ok((game, Assessor { player, limits, solver_time, solver_bytes, threads: 1, seed }))
        };
        let assessors = body.games.iter().map(assessor).collect::<Result<_, String>>()?;
        Ok(Self { assessors, name: body.name })
    }

    fn find(&self, game: Game) -> Result<&Assessor, String> {
        let found = self.assessors.iter().find(|(of, _)| *of == game);
        found.map(|(_, assessor)| assessor).ok_or_else(|| format!("the questions are not about {game}"))
    }
}

impl Work for AssessmentWork {
    fn description(&self) -> RunDescription {
        let (_, first) = &self.assessors[0];
        let body = AssessmentBody {
            games: self.assessors.iter().map(|(game, _)| game.name().to_owned()).collect(),
            player: first.player.spec().to_string(),
            time: first.limits.time,
            playouts: first.limits.playouts,
            visits: first.limits.visits,
            solver_time: first.solver_time,
            solver_bytes: first.solver_bytes,
            seed: first.seed,
            name: self.name.clone(),
        };
        let timed = first.limits.time.is_some() || !first.solver_time.is_zero();
        let described = RunDescription::new(KIND, &body).with_time(timed);
        self.assessors
            .iter()
            .fold(described, |described, (_, assessor)| described.with_models_of(&assessor.player))
    }

    fn performer(self: Arc<Self>) -> Box<dyn Performer> {
        Box::new(AssessmentPerformer(self))
    }
}

struct AssessmentPerformer(Arc<AssessmentWork>);

impl Performer for AssessmentPerformer {
    fn perform(&mut self, job: &Job, stop: &Stop) -> Result<Option<Vec<u8>>, String> {
        let task: TaskText = serde_json::from_slice(&job.body)
            .map_err(|error| format!("a question about a position cannot be read: {error}"))?;
        let task = task.task()?;
        if AssessmentWork::number(&task) != job.number {
            return Err("the number of a job is not that of its question".to_owned());
        }
        let assessor = self.0.find(task.position.setup().game())?;
        let mut until_stopped = StopSearch { stop, cpu_end: None };
        let answer = assessor.answer(&task, &mut until_stopped).map_err(|error| error.to_string())?;
        if stop.is_now() {
            return Ok(None);
        }
        let text = AssessmentText::of(&answer, task.position.topology());
        serde_json::to_vec(&text).map(Some).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use catena_core::Record;
    use catena_engine::{ModelStore, Plan, PlayerSpec, Reviewer};

    use super::*;
    use crate::runner;

    /// All questions of a review, answered by `answer`.
    fn review(record: &str, mut answer: impl FnMut(&Task) -> Assessment) -> Vec<(String, Assessment)> {
        let record = Record::read(record.as_bytes(), None).unwrap();
        let mut reviewer = Reviewer::new(Plan::new(&record).unwrap());
        let mut answers = Vec::new();
        while let Some(task) = reviewer.next_task() {
            let found = answer(&task);
            reviewer.put(&task, &found);
            answers.push((task.key(), found));
        }
        answers
    }

    fn assessor(game: Game) -> Assessor {
        let player = PlayerSpec::parse("joosten").unwrap().resolve(game, &ModelStore::default()).unwrap();
        Assessor {
            player,
            limits: Limits { visits: Some(60), ..Limits::default() },
            solver_time: Duration::ZERO,
            solver_bytes: 1 << 20,
            threads: 1,
            seed: 5,
        }
    }

    /// Swaps of both kinds, stones that are set up, a turn that changes, a result.
    const RECORDS: [&str; 4] = [
        "(;GM[11]SZ[4]SU[SWAP];B[a2];W[swap];B[c3];W[b3])",
        "(;GM[Y]SZ[5]AB[c3]AW[b4]PL[W];W[b2];B[b3];W[resign])",
        "(;GM[Havannah]SZ[4];B[c3];W[d4]AB[a1];B[e5])",
        "(;GM[Renkula]SZ[1];B[a1];B[c2];W[b2])",
    ];

    #[test]
    fn answers_from_elsewhere_are_those_of_this_machine() {
        for record in RECORDS {
            let game = Record::read(record.as_bytes(), None).unwrap().setup().game();
            let here = assessor(game);
            let expected = review(record, |task| here.answer(task, &mut ()).unwrap());
            assert!(expected.len() >= 3, "{record}");
            let described = AssessmentWork::new(vec![(game, here)], "a review").description();
            assert!(!described.timed);
            let site = Site { time_factor: 1.0, ..Site::default() };
            let mut performer = runner::open(&described, &site).unwrap().performer();
            let found = review(record, |task| {
                let result = performer.perform(&AssessmentWork::job(task), &Stop::new());
                AssessmentWork::answer(&result.unwrap().unwrap(), &task.position).unwrap()
            });
            assert_eq!(found, expected, "{record}");
        }
    }

    #[test]
    fn questions_that_make_no_sense_are_refused() {
        let described = AssessmentWork::new(vec![(Game::Hex, assessor(Game::Hex))], "").description();
        let site = Site { time_factor: 1.0, ..Site::default() };
        let mut performer = runner::open(&described, &site).unwrap().performer();
        let mut tasks = Vec::new();
        review(RECORDS[0], |task| {
            tasks.push(task.clone());
            assessor(Game::Hex).answer(task, &mut ()).unwrap()
        });
        let job = AssessmentWork::job(&tasks[0]);
        let mut refusal = |job: Job| performer.perform(&job, &Stop::new()).unwrap_err();
        let changed = |from: &str, to: &str| {
            let text = String::from_utf8(job.body.clone()).unwrap();
            assert!(text.contains(from), "{text}");
            Job { body: text.replace(from, to).into_bytes(), ..job.clone() }
        };
        assert!(refusal(Job { body: b"nonsense".to_vec(), ..job.clone() }).contains("cannot be read"));
        assert!(refusal(Job { number: 1, ..job.clone() }).contains("is not that of its question"));
        assert!(refusal(changed("\"size\":4", "\"size\":65535")).contains("65535"));
        assert!(refusal(changed("a2", "z99")).contains("z99"));
        let mut of_y = Vec::new();
        review(RECORDS[1], |task| {
            of_y.push(AssessmentWork::job(task));
            assessor(Game::Y).answer(task, &mut ()).unwrap()
        });
        assert!(refusal(of_y.remove(0)).contains("not about y"));
        for (name, value) in [("solver_bytes", u64::MAX), ("threads", 1_000_000)] {
            let mut hostile = described.clone();
            hostile.body[name] = value.into();
            assert!(runner::open(&hostile, &site).is_err(), "{name}");
        }
        let answer = |text: &str| AssessmentWork::answer(text.as_bytes(), &tasks[0].position);
        assert!(answer(r#"{"value":0.5,"line":["a1"],"proof":null,"visits":1,"playouts":1}"#).is_ok());
        assert!(answer(r#"{"value":7.5,"line":["a1"],"proof":null,"visits":1,"playouts":1}"#).is_err());
        assert!(answer(r#"{"value":0.5,"line":["a1"],"proof":"luck","visits":1,"playouts":1}"#).is_err());
    }
}
