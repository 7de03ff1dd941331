//! The program `catena`: reads the command line, runs a command, prints what it found.

mod analyze;
mod args;
mod bench;
mod cluster;
mod completion;
mod complexity;
mod connections;
mod data_dir;
mod frames;
mod games;
mod gtp;
mod interrupt;
mod json;
mod judge;
mod learn;
mod man;
mod matches;
mod model;
mod play;
mod players;
mod progress;
mod render;
mod reproduce;
mod selfplay;
mod serve;
mod solve;
mod train;
mod tune;
mod worker;

use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::CompleteEnv;
use thiserror::Error;

/// Engine and workbench for connection games: Havannah, Hex, Y, Bent Y, *Star and Renkula!
#[derive(Parser)]
#[command(name = "catena", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play, analyze and review in the browser; the default when no command is given
    Serve(serve::Args),
    /// Play a game in the terminal
    Play(play::Args),
    /// Review a game: the value of each move, the best lines and the mistakes
    Analyze(analyze::Args),
    /// Say who won each game of a file
    Judge(judge::Args),
    /// Play matches between players: Elo with interval, ratings, SPRT; resumes if interrupted
    Match(Box<matches::Args>),
    /// Repeat an experiment of a paper and print its numbers beside ours
    Reproduce(reproduce::Args),
    /// Play games for learning, with the statistics of every move
    Selfplay(selfplay::Args),
    /// Learn patterns from games, measure and show them
    Learn(learn::Args),
    /// Train a network from self-play: generations of games, training and gate; resumable
    Train(Box<train::Args>),
    /// Show a network, evaluate a position with it, or write it in another format
    Model(model::Args),
    /// Find the parameter values that win most games: CLOP or SPSA; resumes if interrupted
    Tune(Box<tune::Args>),
    /// Do the work of commands with --on on this machine; --status shows all workers
    Worker(worker::Args),
    /// Prove who wins a position, and how
    Solve(solve::Args),
    /// Virtual connections, must-play and inferior cells of a Hex or Y position, edge connections of Havannah
    Connections(connections::Args),
    /// Frames of a Havannah position: how far each player is from edges, bridge, fork and ring
    Frames(frames::Args),
    /// Draw a position or a record as text or SVG
    Render(render::Args),
    /// Search all games with a fixed seed: a signature of what is played, and the speed
    Bench(bench::Args),
    /// Speak the Go Text Protocol on standard input and output
    Gtp(gtp::Args),
    /// List the players
    Players(players::Args),
    /// State-space and game-tree complexity of any game and size
    Complexity(complexity::Args),
    /// Print a completion script for a shell
    Completions(completion::Args),
    /// Write the manual pages
    Man(man::Args),
}

const EXAMPLES: &str = "\
Examples:
  catena
      the app in the browser
  catena play --game havannah --size 4
      a game in the terminal, you move first
  catena play --game y --level 3
      an easier opponent
  catena analyze game.sgf --time 2s --svg game.svg
  catena judge --game havannah --size 8 games.txt
  catena render game.sgf --svg game.svg
  catena gtp --game hex --size 11
      for HexGui and other board programs
  catena match --player champion --opponent joosten \\
      --game hex --size 7 --playouts 1000
  catena reproduce list
      the experiments of the papers
  catena bench playouts
      how fast playouts are, beside the 2009 paper

Exit codes:
  0
      done
  1
      failed; the last line of standard error says why
  2
      wrong usage
  3
      the result is not known (solve)
  130
      interrupted; the same command resumes

`catena help COMMAND` describes a command, `catena man DIR` writes manual pages.";

/// Ending of a command, if it was not wrong usage (exit code 2).
enum Done {
    /// All was done; exit code 0.
    Well,
    /// It was done, but some of its input was wrong; exit code 1, as for all that goes wrong.
    WithErrors,
    /// The answer is not known; exit code 3.
    Unknown,
    /// It was interrupted; exit code 130, as of programs that Ctrl-C ends.
    Interrupted,
}

/// Values on the command line that do not fit together or do not exist; exit code 2.
#[derive(Debug, Error)]
#[error("{0}")]
struct WrongUsage(String);

#[cfg(test)]
mod help_test;
#[cfg(test)]
mod options_test;

fn main() -> ExitCode {
    // Ends the program if a shell asks.
    CompleteEnv::with_factory(Cli::command).var(completion::VARIABLE).complete();
    let cli = Cli::parse();
    match run(cli) {
        Ok(Done::Well) => ExitCode::SUCCESS,
        Ok(Done::WithErrors) => ExitCode::FAILURE,
        Ok(Done::Unknown) => ExitCode::from(3),
        Ok(Done::Interrupted) => ExitCode::from(130),
        Err(error) if is_broken_pipe(&error) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {}", sentence(&error));
            if error.is::<WrongUsage>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

/// An error with its causes, but for those that it already tells itself.
fn sentence(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |told, cause| {
        match (told.is_empty(), told.contains(&cause)) {
            (true, _) => cause,
            (false, true) => told,
            (false, false) => format!("{told}: {cause}"),
        }
    })
}

fn run(cli: Cli) -> anyhow::Result<Done> {
    match cli.command {
        None => serve::run(&serve::Args::parse_from(["serve"])),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Judge(args)) => judge::run(&args),
        Some(Command::Match(args)) => matches::run(&args),
        Some(Command::Reproduce(args)) => reproduce::run(&args),
        Some(Command::Selfplay(args)) => selfplay::run(&args),
        Some(Command::Learn(args)) => learn::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Model(args)) => model::run(&args),
        Some(Command::Tune(args)) => tune::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Connections(args)) => connections::run(&args),
        Some(Command::Frames(args)) => frames::run(&args),
        Some(Command::Render(args)) => render::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Gtp(args)) => gtp::run(&args),
        Some(Command::Players(args)) => players::run(&args),
        Some(Command::Complexity(args)) => complexity::run(&args),
        Some(Command::Worker(args)) => worker::run(&args),
        Some(Command::Completions(args)) => completion::run(&args),
        Some(Command::Man(args)) => man::run(&args, Cli::command()),
    }
}

/// Returns true if the reader of our output has gone: `catena judge … | head` is no failure to report.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let plain = error.downcast_ref::<io::Error>().map(io::Error::kind);
    let in_json = || error.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
    plain.or_else(in_json) == Some(io::ErrorKind::BrokenPipe)
}
