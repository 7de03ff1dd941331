//! `catena gtp`: the Go Text Protocol on standard input and output.

use std::io::{self, BufReader};
use std::path::PathBuf;

use anyhow::{Context, bail};
use catena_engine::{Level, Player};
use catena_gtp::{FileAccess, Protocol};
use catena_playout::pattern::Weights;

use crate::Done;
use crate::args::{GameArgs, ThinkArgs, level, player, read, reading, wrong_player};

#[derive(clap::Args)]
#[command(after_help = "Type `help` in the protocol for its commands.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Who chooses the moves; see `catena players`
    #[arg(long, value_name = "SPEC", default_value = "champion", value_parser = player)]
    player: Player,

    /// How well to play, from 1 for beginners to 10 for all that the player can
    #[arg(long, value_parser = level)]
    level: Option<Level>,

    #[command(flatten)]
    think: ThinkArgs,

    /// Weights of `catena learn patterns` in place of the embedded ones; those of --cells 6 are for
    /// playouts, those of --combine product for prior=products, others for prior=patterns
    #[arg(long, value_name = "FILE")]
    patterns: Vec<PathBuf>,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    use_patterns(args)?;
    let session = args.think.session(args.game.setup()?, &args.player, args.level)?;
    let mut protocol = Protocol::new(session, FileAccess::Allowed);
    catena_gtp::serve(&mut protocol, BufReader::new(io::stdin()), io::stdout().lock())?;
    Ok(Done::Well)
}

/// Lets players use the weights of the files; weights that nobody would ask for are told.
fn use_patterns(args: &Args) -> anyhow::Result<()> {
    let asked = args.game.setup()?.game();
    let mut purposes = Vec::new();
    for file in &args.patterns {
        let weights = Weights::from_bytes(&read(file)?).with_context(|| reading(file))?;
        let game = weights.game();
        if game != asked {
            bail!("{} has weights for {game}, not {asked}", file.display());
        }
        purposes.push((file, weights.purpose()));
        weights.put_in_use().with_context(|| reading(file))?;
    }
    // Only now: who asks for a player takes the embedded weights into use where there are no others.
    for (file, purpose) in purposes {
        if !args.player.agent(asked).map_err(wrong_player)?.uses(purpose) {
            eprintln!("note: {} makes no use of {}", args.player, file.display());
        }
    }
    Ok(())
}
