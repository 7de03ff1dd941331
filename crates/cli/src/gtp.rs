//! `catena gtp`: the Go Text Protocol on standard input and output.

use std::io::{self, BufReader};
use std::path::PathBuf;

use anyhow::{Context, bail};
use catena_engine::{Level, Player};
use catena_gtp::{FileAccess, Protocol};
use catena_playout::network::Network;
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
    /// playouts, others for the tree
    #[arg(long, value_name = "FILE")]
    patterns: Vec<PathBuf>,

    /// A network of `catena learn network` in place of the embedded one, for prior=network
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    use_learned(args)?;
    let session = args.think.session(args.game.setup()?, &args.player, args.level)?;
    let mut protocol = Protocol::new(session, FileAccess::Allowed);
    catena_gtp::serve(&mut protocol, BufReader::new(io::stdin()), io::stdout().lock())?;
    Ok(Done::Well)
}

/// Lets players use the network and the weights of the files; what nobody would ask for is told.
fn use_learned(args: &Args) -> anyhow::Result<()> {
    let asked = args.game.setup()?.game();
    if let Some(file) = &args.network {
        let network = Network::from_bytes(&read(file)?).with_context(|| reading(file))?;
        if network.game != asked {
            bail!("{} is a network for {}, not {asked}", file.display(), network.game);
        }
        network.put_in_use().with_context(|| reading(file))?;
    }
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
    // Only now: who asks for a player takes what is embedded into use where there is nothing else.
    let agent = args.player.agent(asked).map_err(wrong_player)?;
    let idle_weights =
        purposes.into_iter().filter(|(_, purpose)| !agent.uses(*purpose)).map(|(file, _)| file);
    let idle_network = args.network.iter().filter(|_| !agent.uses_network());
    for file in idle_network.chain(idle_weights) {
        eprintln!("note: {} makes no use of {}", args.player, file.display());
    }
    Ok(())
}
