//! Completions of a shell: the values that only this program knows, such as players and their parameters.

use std::ffi::OsStr;
use std::io::Write;

use anyhow::Context;
use catena_arena::experiment::experiments;
use catena_core::Game;
use catena_engine::{ModelKind, PRESETS, Param, Preset, SearchConfig};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};
use clap_complete::env::Shells;

use crate::Done;

/// The variable by which a script of [`run`] asks for completions.
pub const VARIABLE: &str = "CATENA_COMPLETE";

#[derive(clap::Args)]
#[command(after_help = "\
The script asks the program itself for completions: of commands, options, games, players, their parameters \
and the values of these.

Examples:
  source <(catena completions bash)
  source <(catena completions zsh)
  catena completions fish | source")]
pub struct Args {
    /// The shell
    #[arg(value_parser = ["bash", "elvish", "fish", "powershell", "zsh"])]
    shell: String,
}

/// Prints the script that a shell reads at its start.
pub fn run(args: &Args) -> anyhow::Result<Done> {
    let shells = Shells::builtins();
    let shell = shells.completer(&args.shell).context("every shell of the list has a script")?;
    // Into memory first: what cannot be written is reported once.
    let mut script = Vec::new();
    shell.write_registration(VARIABLE, "catena", "catena", "catena", &mut script)?;
    std::io::stdout().lock().write_all(&script)?;
    Ok(Done::Well)
}

/// A player: a preset, then parameters and models after commas.
pub fn players() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| player_candidates(current.to_str().unwrap_or_default()))
}

/// A parameter to tune.
pub fn parameters() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let current = current.to_str().unwrap_or_default();
        let params = SearchConfig::default().list();
        params.iter().map(|param| candidate(param.name, param.help)).filter(|c| begins(c, current)).collect()
    })
}

/// An experiment of `catena reproduce`.
pub fn experiment_names() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let current = current.to_str().unwrap_or_default();
        let all = experiments();
        let named = all.iter().map(|experiment| candidate(&experiment.name, &experiment.claim));
        let words = [candidate("list", "list the experiments"), candidate("all", "run all of them")];
        words.into_iter().chain(named).filter(|c| begins(c, current)).collect()
    })
}

fn player_candidates(current: &str) -> Vec<CompletionCandidate> {
    let Some((before, last)) = current.rsplit_once(',') else {
        let presets = PRESETS.iter().map(|preset| candidate(preset.name, preset.summary));
        return presets.filter(|found| begins(found, current)).collect();
    };
    let name = before.split([',', '@']).next().unwrap_or_default();
    let Some(preset) = PRESETS.iter().find(|preset| preset.name == name) else { return Vec::new() };
    let found = match last.split_once('=') {
        None => names(preset),
        Some((name, _)) => values(preset, name),
    };
    let found = found.into_iter().filter(|found| begins(found, last));
    found.map(|found| found.add_prefix(format!("{before},"))).collect()
}

/// Parameters and models of a preset: `explore=`.
fn names(preset: &Preset) -> Vec<CompletionCandidate> {
    let params = params(preset).into_iter().map(|param| {
        let help = format!("{} {}, default {}", param.help, param.range, param.value);
        candidate(format!("{}=", param.name), &help)
    });
    let models = ModelKind::ALL.iter().map(|kind| candidate(format!("{}=", kind.name()), kind.help()));
    params.chain(models).collect()
}

/// Values of one parameter: all of a list, the default of a range.
fn values(preset: &Preset, name: &str) -> Vec<CompletionCandidate> {
    if ModelKind::ALL.iter().any(|kind| kind.name() == name) {
        return vec![candidate(format!("{name}=embedded"), "the one of the program")];
    }
    let params = params(preset);
    let Some(param) = params.iter().find(|param| param.name == name) else { return Vec::new() };
    if param.range.contains("..") {
        return vec![candidate(
            format!("{name}={}", param.value),
            &format!("the default, of {}", param.range),
        )];
    }
    param.range.split('|').map(|value| candidate(format!("{name}={value}"), param.help)).collect()
}

fn params(preset: &Preset) -> Vec<Param> {
    let game = preset.games.first().copied().unwrap_or(Game::Hex);
    let agent = preset.agent(game);
    let level = agent.searches().then(crate::players::level);
    level.into_iter().chain(agent.params()).collect()
}

fn candidate(value: impl Into<std::ffi::OsString>, help: &str) -> CompletionCandidate {
    CompletionCandidate::new(value).help(Some(help.to_owned().into()))
}

fn begins(candidate: &CompletionCandidate, current: &str) -> bool {
    candidate.get_value().to_str().is_some_and(|value| value.starts_with(current))
}

#[cfg(test)]
mod tests {
    use super::player_candidates;

    fn found(current: &str) -> Vec<String> {
        let found = player_candidates(current);
        found.iter().map(|found| found.get_value().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn players_are_completed_piece_by_piece() {
        assert_eq!(found("koe"), ["koennecke"]);
        assert!(found("").contains(&"champion".to_owned()));
        assert_eq!(found("champion,progressive_b"), ["champion,progressive_bias="]);
        assert_eq!(found("champion,level=3,network="), ["champion,level=3,network=embedded"]);
        assert!(found("champion,level=3,netw").contains(&"champion,level=3,network=".to_owned()));
        assert_eq!(found("random,playout=nearest-o"), ["random,playout=nearest-own"]);
        assert_eq!(found("wolve,width_1").len(), 1);
        assert_eq!(found("random,width_1"), Vec::<String>::new());
        assert_eq!(found("nobody,e"), Vec::<String>::new());
    }
}
