//! `catena reproduce`: experiments of the papers, their numbers beside ours.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use catena_arena::experiment::{
    self, Experiment, Extent, Finding, Kind, Lab, LabError, experiments, measure,
};
use catena_arena::{Goal, LocalRunner, MatchObserver, Tally};
use catena_engine::ModelStore;

use crate::matches::progress::MatchProgress;
use crate::matches::{cores, request};
use crate::{Done, WrongUsage, interrupt};

#[derive(clap::Args)]
#[command(after_help = "\
Each experiment has a small scale that takes minutes and, with --full, that of its paper, which \
may take days. Its games are in the store before they are counted. It resumes if interrupted: run the \
same command. `reproduce all` also writes reproductions.md and its pictures.

A number agrees if the 95 % interval of ours and that of the paper (from its number of games, or \
how precisely it is given) overlap.")]
pub struct Args {
    /// The experiment; `list` lists them, `all` runs all
    name: String,

    /// Run at the scale of the paper
    #[arg(long)]
    full: bool,

    /// Games played at the same time, one thread each [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    at_once: Option<u16>,

    /// The file of results [default: arena.sqlite in the data directory]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// Where `all` writes reproductions.md and images/
    #[arg(long, value_name = "DIR", default_value = "docs")]
    output: PathBuf,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let all = experiments();
    let mut stdout = io::stdout();
    if args.name == "list" {
        for experiment in &all {
            let possible = if experiment.kind == Kind::Impossible { " (not yet possible)" } else { "" };
            writeln!(
                stdout,
                "{:<22} {}, {}{possible}\n{:<22} {}",
                experiment.name, experiment.paper, experiment.place, "", experiment.claim
            )?;
        }
        return Ok(Done::Well);
    }
    let chosen: Vec<&Experiment> =
        all.iter().filter(|experiment| args.name == "all" || experiment.name == args.name).collect();
    if chosen.is_empty() {
        let why = format!("there is no experiment {:?}; `catena reproduce list` lists them", args.name);
        return Err(WrongUsage(why).into());
    }
    let stop = interrupt::watch("the games under way")?;
    let runner = LocalRunner::new(args.at_once.map_or_else(cores, usize::from));
    let lab = Lab {
        store: args.store.clone().map_or_else(request::default_store, Ok)?,
        runner: &runner,
        build: request::build(),
        models: ModelStore::default(),
        extent: if args.full { Extent::Full } else { Extent::Small },
        stop: &stop,
    };
    let mut sections = String::new();
    let mut done = Done::Well;
    for experiment in chosen {
        let plays = matches!(experiment.kind, Kind::Match | Kind::Lengths);
        let measured = match plays && stop.is_asked() {
            true => Err(LabError::Stopped),
            false => measure(experiment, &lab, &mut watch),
        };
        let findings = match measured {
            Ok(findings) => findings,
            Err(LabError::Stopped) => {
                done = Done::WithErrors;
                sections += &experiment::not_measured(experiment);
                continue;
            }
            Err(error) => return Err(error).context(experiment.name.clone()),
        };
        writeln!(stdout, "{}", experiment::text(experiment, &findings))?;
        if args.name == "all" {
            sections += &section(&args.output, experiment, &findings, lab.extent)?;
        }
    }
    if args.name == "all" {
        let file = args.output.join("reproductions.md");
        fs::write(&file, head(&lab) + &sections).with_context(|| format!("writing {}", file.display()))?;
    }
    if matches!(done, Done::WithErrors) {
        eprintln!("{}", LabError::Stopped);
    }
    Ok(done)
}

/// Shows how far a case is.
fn watch(label: &str, games: u64) -> Box<dyn MatchObserver> {
    eprintln!("{label}:");
    Box::new(Watched { games, progress: None })
}

/// Starts its progress with the first new games: what is known before needs none.
struct Watched {
    games: u64,
    progress: Option<MatchProgress>,
}

impl MatchObserver for Watched {
    fn games(&mut self, more: u64, tally: &Tally) {
        let goal = Goal { games: self.games, sprt: None };
        let known = tally.games().saturating_sub(more);
        self.progress.get_or_insert_with(|| MatchProgress::start(2, goal, known)).games(more, tally);
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if let Some(progress) = &self.progress {
            progress.finish();
        }
    }
}

/// Writes the picture of an experiment and gives its part of the page.
fn section(
    folder: &Path,
    experiment: &Experiment,
    findings: &[Finding],
    extent: Extent,
) -> anyhow::Result<String> {
    let image = format!("images/reproduction-{}.svg", experiment.name);
    if let Some(picture) = experiment::picture(experiment, findings) {
        let file = folder.join(&image);
        fs::create_dir_all(folder.join("images"))
            .and_then(|()| fs::write(&file, picture))
            .with_context(|| format!("writing {}", file.display()))?;
    }
    Ok(experiment::markdown(experiment, findings, extent, &image))
}

fn head(lab: &Lab<'_>) -> String {
    let scale = match lab.extent {
        Extent::Small => "the small scale, which takes minutes; `--full` is that of the papers",
        Extent::Full => "the scale of the papers",
    };
    format!(
        "# The papers' experiments, repeated\n\nWritten by `catena reproduce all`, at {scale}. What is played \
         stands in `crates/arena/experiments.toml`. A number agrees if the 95 % interval of ours and that of the \
         paper (from its number of games, or how precisely it is given) overlap. Differences \
         are results, not failures.\n\nThe program was catena {}.\n\n",
        lab.build
    )
}
