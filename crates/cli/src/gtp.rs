//! `catena gtp`: the Go Text Protocol on standard input and output.

use std::io::{self, BufReader};

use catena_engine::{Level, PlayerSpec};
use catena_gtp::{FileAccess, Protocol};

use crate::Done;
use crate::args::{GameArgs, ThinkArgs, level, player};

#[derive(clap::Args)]
#[command(after_help = "\
Type `help` in the protocol for its commands; docs/gtp.md describes them.

Examples:
  catena gtp --game hex --size 11
  catena gtp --player mohex2 --time 5s --threads 2
  catena gtp --level 4")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The player that chooses the moves; see `catena players`
    #[arg(long, value_name = "SPEC", default_value = "champion", value_parser = player, add = crate::completion::players())]
    player: PlayerSpec,

    /// Playing strength, from 1 for beginners to 10 for full strength
    #[arg(long, value_parser = level)]
    level: Option<Level>,

    #[command(flatten)]
    think: ThinkArgs,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let session = args.think.session(args.game.setup()?, &args.player, args.level)?;
    let mut protocol = Protocol::new(session, FileAccess::Allowed);
    catena_gtp::serve(&mut protocol, BufReader::new(io::stdin()), io::stdout().lock())?;
    Ok(Done::Well)
}
