//! `catena connections`: what connections and inferior cells say about a Hex or Y position.

use std::io::{self, Write};

use catena_core::{Color, Game, Position};
use catena_proof::analysis::{Analysis, analyze};
use catena_proof::connection::Limits;
use catena_proof::set::Carrier;

use crate::args::PositionArgs;
use crate::{Done, WrongUsage};

#[derive(clap::Args)]
#[command(after_help = "\
For each color: the cells that can be filled in for it, the carrier of its winning connection if it
has one, the key of its winning semi-connection, where the opponent must play against it, the number of
connections, and the resistance of its circuit; then the moves that the player to move need not try.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// Full connections kept between two points
    #[arg(long, value_name = "N", default_value_t = Limits::default().fulls)]
    fulls: usize,

    /// Semi-connections kept between two points
    #[arg(long, value_name = "N", default_value_t = Limits::default().semis)]
    semis: usize,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let position = args.position.position()?;
    if !matches!(position.setup().game(), Game::Hex | Game::Y) {
        return Err(WrongUsage("connections are known for hex and y".to_owned()).into());
    }
    let limits = Limits { fulls: args.fulls, semis: args.semis, ..Limits::default() };
    let analysis = analyze(&position, limits);
    show(&position, &analysis, &mut io::stdout().lock())?;
    Ok(Done::Well)
}

fn show(position: &Position, analysis: &Analysis, output: &mut impl Write) -> io::Result<()> {
    let names = |cells: Carrier| -> String {
        let names: Vec<&str> = cells.cells().map(|cell| position.topology().name(cell)).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(" ") }
    };
    let some = |cells: Option<Carrier>| cells.map_or_else(|| "none".to_owned(), &names);
    for color in Color::ALL {
        let found = &analysis.colors[color];
        let key = found.key.map_or("none", |cell| position.topology().name(cell));
        writeln!(output, "{color} fill-in {}", names(found.fill_in))?;
        writeln!(output, "{color} winning-carrier {}", some(found.winning))?;
        writeln!(output, "{color} winning-key {key}")?;
        writeln!(output, "{color} stopped-at {}", some(found.stopped_at))?;
        writeln!(output, "{color} connections {} full, {} semi", found.fulls, found.semis)?;
        writeln!(output, "{color} resistance {:.4}", found.resistance)?;
    }
    writeln!(output, "inferior {}", names(analysis.inferior))
}
