//! `catena reproduce`: experiments of the papers or of a file, their numbers beside ours.

mod json;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use catena_arena::experiment::{
    self, Experiment, Extent, Finding, Kind, Lab, LabError, check, experiments, freeze, measure,
};
use catena_arena::{MatchGoal, MatchObserver, Tally};
use catena_engine::ModelStore;

use crate::args::reading;
use crate::cluster::OnArgs;
use crate::matches::progress::MatchProgress;
use crate::matches::request;
use crate::{Done, WrongUsage, interrupt};

#[derive(clap::Args)]
#[command(after_help = "\
Each experiment has a small scale that takes minutes and, with --full, that of its paper, which \
may take days. Its games are in the store before they are counted. It resumes if interrupted: run the \
same command. `reproduce all` also writes reproductions.md and its pictures.

A number agrees if the 95 % interval of ours and that of the paper (from its number of games, or \
how precisely it is given) overlap.

Examples:
  catena reproduce list
  catena reproduce joosten-exploration
  catena reproduce --file mine.toml --json")]
pub struct Args {
    /// The experiment; `list` lists them, `all` runs all [default: all of --file]
    #[arg(required_unless_present = "file", add = crate::completion::experiment_names())]
    name: Option<String>,

    /// A file of your own experiments; docs/experiment-files.md describes the format
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,

    /// Print the fingerprints of the players of --file, to be added to it, instead of playing
    #[arg(long, requires = "file", conflicts_with = "json")]
    freeze: bool,

    /// Print one JSON array instead of tables
    #[arg(long)]
    json: bool,

    /// Run at the scale of the paper
    #[arg(long)]
    full: bool,

    /// Games played at the same time, one thread each [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,

    #[command(flatten)]
    on: OnArgs,

    /// The file of results [default: arena.sqlite in the data directory]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// Where `all` writes reproductions.md and images/ [default: docs; nowhere with --file]
    #[arg(long, value_name = "DIR")]
    docs: Option<PathBuf>,
}

impl Args {
    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("all")
    }

    /// The folder of the page, where one is written.
    fn page_folder(&self) -> Option<&Path> {
        let default = self.file.is_none().then_some(Path::new("docs"));
        self.docs.as_deref().or(default).filter(|_| self.name() == "all")
    }

    fn experiments(&self) -> anyhow::Result<Vec<Experiment>> {
        let Some(file) = &self.file else { return Ok(experiments()) };
        let text = fs::read_to_string(file).with_context(|| reading(file))?;
        experiment::read(&text).map_err(|why| anyhow!("{}: {why}", reading(file)))
    }
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let all = args.experiments()?;
    if args.name() == "list" {
        list(&all)?;
        return Ok(Done::Well);
    }
    let chosen: Vec<&Experiment> =
        all.iter().filter(|experiment| args.name() == "all" || experiment.name == args.name()).collect();
    if chosen.is_empty() {
        let why = format!("there is no experiment {:?}; `catena reproduce list` lists them", args.name());
        return Err(WrongUsage(why).into());
    }
    if args.freeze {
        print_frozen(&chosen)?;
        return Ok(Done::Well);
    }
    let stop = interrupt::watch("the games under way")?;
    let store = args.store.clone().map_or_else(request::default_store, Ok)?;
    let runner = args.on.runner(args.concurrency, &store)?;
    let lab = Lab {
        store,
        runner: runner.as_ref(),
        build: request::build(),
        models: ModelStore::default(),
        extent: if args.full { Extent::Full } else { Extent::Small },
        stop: &stop,
    };
    chosen.iter().try_for_each(|experiment| check(experiment, &lab))?;
    measure_all(args, &chosen, &lab)
}

fn list(all: &[Experiment]) -> io::Result<()> {
    let mut stdout = io::stdout();
    for experiment in all {
        let possible = if experiment.kind == Kind::Impossible { " (not yet possible)" } else { "" };
        let (name, source) = (&experiment.name, experiment.source());
        writeln!(stdout, "{name:<22} {source}{possible}\n{:<22} {}", "", experiment.claim)?;
    }
    Ok(())
}

/// The tables that freeze the players of experiments, in the words of their file.
fn print_frozen(chosen: &[&Experiment]) -> anyhow::Result<()> {
    let mut stdout = io::stdout();
    for experiment in chosen {
        let players = freeze(experiment, &ModelStore::default())?;
        writeln!(stdout, "# {}\n[experiment.frozen]", experiment.name)?;
        for (player, fingerprint) in players {
            writeln!(stdout, "{player:?} = {fingerprint:?}")?;
        }
    }
    Ok(())
}

fn measure_all(args: &Args, chosen: &[&Experiment], lab: &Lab<'_>) -> anyhow::Result<Done> {
    let mut stdout = io::stdout();
    let (mut sections, mut objects) = (String::new(), Vec::new());
    let mut done = Done::Well;
    for experiment in chosen {
        let plays = matches!(experiment.kind, Kind::Match | Kind::Lengths);
        let measured = match plays && lab.stop.is_asked() {
            true => Err(LabError::Stopped),
            false => measure(experiment, lab, &mut watch),
        };
        let findings = match measured {
            Ok(findings) => findings,
            Err(LabError::Stopped) => {
                done = Done::Interrupted;
                sections += &experiment::not_measured(experiment);
                continue;
            }
            Err(error) => return Err(error).context(experiment.name.clone()),
        };
        if args.json {
            objects.push(json::experiment(experiment, &findings, lab.extent));
        } else {
            writeln!(stdout, "{}", experiment::text(experiment, &findings))?;
        }
        if let Some(folder) = args.page_folder() {
            sections += &section(folder, experiment, &findings, lab.extent)?;
        }
    }
    if args.json {
        serde_json::to_writer_pretty(&mut stdout, &objects)?;
        writeln!(stdout)?;
    }
    if let Some(folder) = args.page_folder() {
        let file = folder.join("reproductions.md");
        fs::write(&file, head(lab) + &sections).with_context(|| format!("writing {}", file.display()))?;
    }
    if matches!(done, Done::Interrupted) {
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
        let goal = MatchGoal { games: self.games, sprt: None };
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
        "# The papers' experiments, repeated\n\nReference, written by `catena reproduce all`, at {scale}. What is played \
         stands in `crates/arena/experiments.toml`. A number agrees if the 95 % interval of ours and that of the \
         paper (from its number of games, or how precisely it is given) overlap. Differences \
         are results, not failures.\n\nThe program was catena {}.\n\n",
        lab.build
    )
}
