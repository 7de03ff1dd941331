//! Several games reviewed at the same time, by threads of this program or by other machines.
//!
//! A review asks one question after the other, as each depends on the answers before it; so it is the games that are
//! reviewed side by side. The first ones come first, and are shown as soon as they and all before them are complete.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::sync::Arc;

use catena_arena::assessment::AssessmentWork;
use catena_arena::runner::{Collector, Job, JobResult, Need};
use catena_core::{Game, Record};
use catena_engine::{Assessment, Assessor, Plan, Reviewer, Task};
use serde_json::{Value, json};

use super::checkpoint::AnalysisCheckpoint;
use super::{Args, Reviewed, annotate, assessor, output, show, write};
use crate::args::reading;
use crate::progress::{Meter, say_resuming, say_stopped};
use crate::{Done, WrongUsage, interrupt};

/// A game and how far its review has come.
enum GameReview {
    UnderWay(Box<(Record, Reviewer)>),
    /// It cannot be reviewed.
    Failed(String),
    /// It was shown.
    Shown,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    if args.think.threads > 1 {
        let why =
            "--threads is for one game on this machine: with --all and --on each position has one thread";
        return Err(WrongUsage(why.to_owned()).into());
    }
    let records = match args.all {
        true => args.game.read_all(&args.file)?,
        false => vec![Ok(args.game.read(&args.file)?)],
    };
    let mut assessors: Vec<(Game, Assessor)> = Vec::new();
    for record in records.iter().flatten() {
        let game = record.setup().game();
        if assessors.iter().all(|(known, _)| *known != game) {
            assessors.push((game, assessor(args, game)?));
        }
    }
    let content: String = records.iter().flatten().map(Record::to_sgf).collect();
    let mut kept = AnalysisCheckpoint::open(args.store.as_deref(), &args.file, &content, &assessors)?;
    if kept.answers() > 0 {
        say_resuming(kept.answers() as u64, "answer", kept.file().display());
    }
    let stop = interrupt::watch("the positions under way")?;
    let runner = args.on.runner(args.concurrency, kept.file())?;
    let games: Vec<GameReview> = records.into_iter().map(game_review).collect();
    let mut reviews = Reviews::new(games, args, &assessors, &mut kept);
    if !assessors.is_empty() {
        let work = Arc::new(AssessmentWork::new(assessors.clone(), "analyze"));
        runner.run(work, &mut reviews, &stop)?;
    }
    let ended = reviews.end();
    kept.save()?;
    match ended? {
        End::Interrupted => {
            say_stopped(kept.file().display());
            return Ok(Done::Interrupted);
        }
        End::WithFailures => return Ok(Done::WithErrors),
        End::Complete if !args.keep => kept.remove(),
        End::Complete => {}
    }
    Ok(Done::Well)
}

fn game_review(record: Result<Record, String>) -> GameReview {
    let planned = record.and_then(|record| {
        let plan = Plan::new(&record).map_err(|error| error.to_string())?;
        Ok((record, Reviewer::new(plan)))
    });
    match planned {
        Ok(game) => GameReview::UnderWay(Box::new(game)),
        Err(why) => GameReview::Failed(why),
    }
}

enum End {
    Complete,
    /// Some games could not be reviewed.
    WithFailures,
    Interrupted,
}

/// Asks the questions of all reviews and takes in the answers.
struct Reviews<'a> {
    games: Vec<GameReview>,
    args: &'a Args,
    assessors: &'a [(Game, Assessor)],
    kept: &'a mut AnalysisCheckpoint,
    /// Games whose next question is not asked yet.
    ready: BTreeSet<usize>,
    /// The questions under way by their numbers, with the games that wait for their answers.
    asked: BTreeMap<u64, Vec<(usize, Task)>>,
    /// The first game that is not shown yet.
    next_shown: usize,
    annotated: String,
    /// Results that came before their questions, those of a command before this one; and the reasons of refusals.
    early: BTreeMap<u64, Result<Vec<u8>, String>>,
    failures: usize,
    answers: u64,
    meter: Meter,
    /// Why nothing can be kept or shown any more.
    broken: Option<anyhow::Error>,
}

impl<'a> Reviews<'a> {
    fn new(
        games: Vec<GameReview>,
        args: &'a Args,
        assessors: &'a [(Game, Assessor)],
        kept: &'a mut AnalysisCheckpoint,
    ) -> Self {
        Self {
            ready: (0..games.len()).collect(),
            meter: Meter::new("games", Some(games.len() as u64), 0),
            games,
            args,
            assessors,
            kept,
            asked: BTreeMap::new(),
            next_shown: 0,
            annotated: String::new(),
            early: BTreeMap::new(),
            failures: 0,
            answers: 0,
            broken: None,
        }
    }

    /// The next question of a game, after all those whose answers are known.
    fn advance(&mut self, index: usize) -> Option<Task> {
        let GameReview::UnderWay(game) = &mut self.games[index] else { return None };
        let (_, reviewer) = &mut **game;
        loop {
            let task = reviewer.next_task()?;
            match self.kept.get(&task) {
                Some(known) => reviewer.put(&task, &known),
                None => return Some(task),
            }
        }
    }

    /// Shows games that are complete, in their order.
    fn show_complete(&mut self) -> anyhow::Result<()> {
        while self.next_shown < self.games.len() {
            let index = self.next_shown;
            let waits = self.asked.values().flatten().any(|(of, _)| *of == index);
            if waits || self.ready.contains(&index) {
                return Ok(());
            }
            self.next_shown += 1;
            match std::mem::replace(&mut self.games[index], GameReview::Shown) {
                GameReview::UnderWay(game) => self.show(index, *game)?,
                GameReview::Failed(why) => self.show_failure(index, &why)?,
                GameReview::Shown => {}
            }
            let answers = self.answers;
            self.meter.update(self.next_shown as u64, || format!("{answers} questions answered"));
        }
        Ok(())
    }

    fn show(&mut self, index: usize, (mut record, reviewer): (Record, Reviewer)) -> anyhow::Result<()> {
        let game = record.setup().game();
        let assessor = self.assessors.iter().find(|(of, _)| *of == game).map(|(_, assessor)| assessor);
        let Some(assessor) = assessor else { return Ok(()) };
        if !self.args.all {
            self.annotated = show(&mut record, reviewer.review(), assessor, self.args)?;
            return Ok(());
        }
        let reviewed = Reviewed { record: &record, review: reviewer.review(), assessor, args: self.args };
        let mut stdout = io::stdout().lock();
        if self.args.json {
            let mut object = output::json(&reviewed);
            object["number"] = (index + 1).into();
            print_line(&mut stdout, &object)?;
        } else {
            let space = if index > 0 { "\n" } else { "" };
            writeln!(stdout, "{space}Game {}", index + 1)?;
            output::table(&mut stdout, &reviewed)?;
        }
        if self.args.sgf.is_some() {
            let notes = annotate::notes(&reviewed);
            annotate::apply(&mut record, &notes);
            self.annotated += &record.to_sgf();
        }
        Ok(())
    }

    fn show_failure(&mut self, index: usize, why: &str) -> anyhow::Result<()> {
        self.failures += 1;
        let number = index + 1;
        if self.args.json {
            print_line(&mut io::stdout().lock(), &json!({ "number": number, "error": why }))?;
        }
        self.meter.line(&format!("error: {}, game {number}: {why}", reading(&self.args.file)));
        Ok(())
    }

    fn end(mut self) -> anyhow::Result<End> {
        if self.broken.is_none() {
            self.broken = self.show_complete().err();
        }
        self.meter.finish();
        if let Some(error) = self.broken {
            return Err(error);
        }
        if self.next_shown < self.games.len() {
            return Ok(End::Interrupted);
        }
        if let Some(file) = &self.args.sgf {
            write(file, &self.annotated)?;
        }
        Ok(if self.failures == 0 { End::Complete } else { End::WithFailures })
    }

    fn take_in(&mut self, result: JobResult) -> anyhow::Result<()> {
        let waiting = self.asked.remove(&result.number);
        // The runner hands out nothing again whose result it has brought. Answers that were asked for are kept.
        if waiting.is_none() || result.outcome.is_err() {
            self.early.insert(result.number, result.outcome.clone());
        }
        let Some(waiting) = waiting else { return Ok(()) };
        self.answers += 1;
        for (index, task) in waiting {
            self.ready.insert(index);
            let answer = result.outcome.clone();
            let answer = answer.and_then(|answer| AssessmentWork::answer(&answer, &task.position));
            self.put(index, &task, answer)?;
        }
        Ok(())
    }

    fn put(&mut self, index: usize, task: &Task, answer: Result<Assessment, String>) -> anyhow::Result<()> {
        match (&mut self.games[index], answer) {
            (GameReview::UnderWay(game), Ok(answer)) => {
                self.kept.put(task, &answer)?;
                game.1.put(task, &answer);
            }
            (game, Err(why)) => *game = GameReview::Failed(why),
            (_, Ok(_)) => {}
        }
        Ok(())
    }
}

fn print_line(output: &mut impl Write, object: &Value) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *output, object)?;
    writeln!(output)?;
    Ok(output.flush()?)
}

impl Collector for Reviews<'_> {
    fn next(&mut self) -> Option<Job> {
        while let Some(index) = self.ready.first().copied() {
            let task = self.advance(index);
            self.ready.remove(&index);
            let Some(task) = task else { continue };
            let job = AssessmentWork::job(&task);
            if let Some(outcome) = self.early.get(&job.number) {
                let answer =
                    outcome.clone().and_then(|answer| AssessmentWork::answer(&answer, &task.position));
                self.ready.insert(index);
                if let Err(error) = self.put(index, &task, answer) {
                    self.broken = Some(error);
                    return None;
                }
                continue;
            }
            let waiting = self.asked.entry(job.number).or_default();
            waiting.push((index, task));
            if waiting.len() == 1 {
                return Some(job);
            }
        }
        None
    }

    fn store(&mut self, results: Vec<JobResult>) -> Need {
        let taken = results.into_iter().try_for_each(|result| self.take_in(result));
        // What is not asked for again is complete.
        self.broken = self.broken.take().or_else(|| taken.and_then(|()| self.show_complete()).err());
        if self.broken.is_some() { Need::Enough } else { Need::More }
    }
}
