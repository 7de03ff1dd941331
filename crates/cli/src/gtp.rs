//! `catena gtp`: the Go Text Protocol on standard input and output.

use std::io;

use catena_engine::{Player, Session};
use catena_gtp::{FileAccess, Protocol};

use crate::Done;
use crate::args::{GameArgs, player};

#[derive(clap::Args)]
#[command(after_help = "Type `help` in the protocol for its commands.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Who chooses the moves; see `catena players`
    #[arg(long, default_value = "random", value_parser = player)]
    player: Player,

    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let session = Session::new(args.game.setup()?, args.player, args.seed);
    let mut protocol = Protocol::new(session, FileAccess::Allowed);
    catena_gtp::serve(&mut protocol, io::stdin().lock(), io::stdout().lock())?;
    Ok(Done::Well)
}
