//! `catena players`: the presets and their parameters.

mod markdown;
mod paper;

use std::io::{self, Write};

use catena_core::Game;
use catena_engine::{
    Agent, AlphaBetaConfig, BirdcageConfig, FramerConfig, ModelKind, PRESETS, Param, Preset, RandomConfig,
    SearchConfig,
};

use serde_json::{Value, json};

use crate::{Done, WrongUsage, json};

#[derive(clap::Args)]
#[command(after_help = "\
A player is a preset with changes after commas. A value in double quotes may contain commas: \
'champion,network=\"a, b.network\"'.

Examples:
  catena players --params
  catena players mohex2
  catena players mohex2 --paper
  catena play --opponent joosten,explore=0.3
  catena gtp --player champion,level=4,memory=500
  catena match --player champion,network=new.network \\
      --opponent champion --game hex")]
pub struct Args {
    /// One preset: what it is, and in which parameters it differs from the defaults
    #[arg(value_name = "NAME", conflicts_with_all = ["params", "markdown"])]
    name: Option<String>,

    /// Show what the paper of a preset says of it, where, by which parameters, and where the preset departs
    #[arg(long, requires = "name")]
    paper: bool,

    /// List every parameter with its range, default and meaning, and what the presets change
    #[arg(long)]
    params: bool,

    /// Print all of it as a page in Markdown: docs/parameters.md
    #[arg(long)]
    markdown: bool,

    /// Print all of it as one JSON object
    #[arg(long, conflicts_with_all = ["params", "markdown"])]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let mut output = io::stdout().lock();
    let one = args.name.as_deref().map(preset).transpose()?;
    if args.json {
        drop(output);
        let object = match one {
            Some(preset) if args.paper => paper::object(preset)?,
            Some(preset) => object(&[preset]),
            None => object(&PRESETS.iter().collect::<Vec<_>>()),
        };
        json::print(&object)?;
        return Ok(Done::Well);
    }
    if let Some(preset) = one {
        if args.paper {
            paper::print(&mut output, preset)?;
        } else {
            summarize(&mut output, preset)?;
            writeln!(output, "\nDiffers from the defaults in:")?;
            list_changes(&mut output, preset)?;
        }
        return Ok(Done::Well);
    }
    if args.markdown {
        markdown::print(&mut output)?;
        return Ok(Done::Well);
    }
    if args.params {
        list_params(&mut output)?;
        return Ok(Done::Well);
    }
    for preset in PRESETS {
        summarize(&mut output, preset)?;
    }
    Ok(Done::Well)
}

/// The preset with this name.
fn preset(name: &str) -> anyhow::Result<&'static Preset> {
    let names = || PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ");
    let unknown = || WrongUsage(format!("there is no player {name:?}; there are: {}", names()));
    Ok(PRESETS.iter().find(|preset| preset.name == name).ok_or_else(unknown)?)
}

/// A line about a preset.
fn summarize(output: &mut impl Write, preset: &Preset) -> io::Result<()> {
    let games = names(preset.games);
    writeln!(output, "{:<13} {:<22} {} ({})", preset.name, games, preset.summary, preset.source)
}

fn object(presets: &[&Preset]) -> Value {
    let all = |params: &[Param]| {
        let params = params.iter();
        let object =
            |p: &Param| json!({ "name": p.name, "range": p.range, "default": p.value, "help": p.help });
        params.map(object).collect::<Vec<_>>()
    };
    let searching = [vec![level()], SearchConfig::default().list()].concat();
    let presets = presets.iter().map(|preset| {
        let changes = changes(preset).into_iter().flat_map(|(games, changes)| {
            let changes = if changes.contains('=') { changes } else { String::new() };
            games.into_iter().map(move |game| (game.name().to_owned(), Value::from(changes.clone())))
        });
        json!({
            "name": preset.name,
            "games": preset.games.iter().map(|game| game.name()).collect::<Vec<_>>(),
            "summary": preset.summary,
            "source": preset.source,
            "changes": changes.collect::<serde_json::Map<_, _>>(),
        })
    });
    let models = ModelKind::ALL.iter().map(|kind| json!({ "name": kind.name(), "help": kind.help() }));
    json!({
        "presets": presets.collect::<Vec<_>>(),
        "parameters": {
            "mcts": all(&searching),
            "alpha_beta": all(&[vec![level()], AlphaBetaConfig::default().list()].concat()),
            "birdcage": all(&[vec![level()], BirdcageConfig::default().list()].concat()),
            "framer": all(&[vec![level()], FramerConfig::default().list()].concat()),
            "random": all(&RandomConfig::default().list()),
        },
        "models": models.collect::<Vec<_>>(),
    })
}

fn names(games: &[Game]) -> String {
    if games.len() == Game::ALL.len() {
        return "all games".to_owned();
    }
    games.iter().map(|game| game.name()).collect::<Vec<_>>().join(", ")
}

/// The parameter that every searching player has beside those of its search.
pub fn level() -> Param {
    Param {
        name: "level",
        value: "10".to_owned(),
        range: "1..=10".to_owned(),
        help: "Playing strength: 1 for beginners, 10 for full strength.",
    }
}

fn list_params(output: &mut impl Write) -> io::Result<()> {
    list(output, &[level()])?;
    list(output, &SearchConfig::default().list())?;
    writeln!(output, "\nParameters of wolve instead of these, beside the level:")?;
    list(output, &AlphaBetaConfig::default().list())?;
    writeln!(output, "\nParameters of birdcage instead of these, beside the level:")?;
    list(output, &BirdcageConfig::default().list())?;
    writeln!(output, "\nParameters of framer instead of these, beside the level:")?;
    list(output, &FramerConfig::default().list())?;
    writeln!(output, "\nParameters of random instead of these:")?;
    list(output, &RandomConfig::default().list())?;
    writeln!(output, "\nModels, for players that use them; a file, or `embedded`:")?;
    for kind in ModelKind::ALL {
        writeln!(output, "{:<18} {}", kind.name(), kind.help())?;
    }
    writeln!(output, "\nWhat the presets change:")?;
    PRESETS.iter().try_for_each(|preset| list_changes(output, preset))
}

/// A line for the games of a preset with the same parameters.
fn list_changes(output: &mut impl Write, preset: &Preset) -> io::Result<()> {
    for (games, changes) in changes(preset) {
        let games: Vec<&str> = games.iter().map(|game| game.name()).collect();
        writeln!(output, "{:<13} {}: {changes}", preset.name, games.join(", "))?;
    }
    Ok(())
}

fn list(output: &mut impl Write, params: &[Param]) -> io::Result<()> {
    for Param { name, value, range, help } in params {
        writeln!(output, "{name:<18} {range}, default {value}\n    {help}")?;
    }
    Ok(())
}

/// The parameters in which a preset differs from the defaults; games with the same ones together.
fn changes(preset: &Preset) -> Vec<(Vec<Game>, String)> {
    let mut groups: Vec<(Vec<Game>, String)> = Vec::new();
    for &game in preset.games {
        let agent = preset.agent(game);
        let changed = match agent {
            Agent::Random(_) => differences(&agent, &RandomConfig::default().list()),
            Agent::Greedy(_) | Agent::Mcts(_) => differences(&agent, &SearchConfig::default().list()),
            Agent::AlphaBeta(_) => differences(&agent, &AlphaBetaConfig::default().list()),
            Agent::Birdcage(_) => differences(&agent, &BirdcageConfig::default().list()),
            Agent::Framer(_) => differences(&agent, &FramerConfig::default().list()),
        };
        match groups.iter_mut().find(|(_, known)| *known == changed) {
            Some((games, _)) => games.push(game),
            None => groups.push((vec![game], changed)),
        }
    }
    groups
}

fn differences(agent: &Agent, defaults: &[Param]) -> String {
    let params = agent.params();
    let differing = params.iter().zip(defaults).filter(|(param, default)| param.value != default.value);
    let names: Vec<String> = differing.map(|(param, _)| format!("{}={}", param.name, param.value)).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(",") }
}
