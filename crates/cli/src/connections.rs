//! `catena connections`: what connections and inferior cells say about a position of Hex, Y or Havannah.

use std::io::{self, Write};

use catena_core::rules::Methods;
use catena_core::{Cell, Color, Position};
use catena_proof::analysis::{Analysis, ColorAnalysis, ConnectionEnd, Effort, analyze};
use catena_proof::connection::{ConnectionLimits, Until};
use catena_proof::inferior::Reason;
use catena_proof::set::Carrier;
use serde_json::{Value, json};

use crate::args::PositionArgs;
use crate::{Done, WrongUsage, json};

#[derive(clap::Args)]
#[command(after_help = "\
For each color: the cells that can be filled in for it, the carrier of its winning connection if it \
has one, the key of its winning semi-connection, where the opponent must play against it, the number of \
connections, the resistance of its circuit, and the smallest connection of any two of its chains and \
sides; then the dead cells, and the moves that the player to move need not try, with the reply that kills \
each or the better move. Of Havannah only connections are known, and a fork needs three sides.

Examples:
  catena connections --game hex --size 7 --moves \"d4 e3\"
  catena connections game.sgf --json")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// Full connections kept between two points
    #[arg(long, value_name = "N", default_value_t = ConnectionLimits::default().fulls)]
    fulls: usize,

    /// Semi-connections kept between two points
    #[arg(long, value_name = "N", default_value_t = ConnectionLimits::default().semis)]
    semis: usize,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let position = args.position.position()?;
    let supported = position.setup().game().require(Methods::CONNECTIONS);
    supported.map_err(|error| WrongUsage(error.to_string()))?;
    let limits = ConnectionLimits { fulls: args.fulls, semis: args.semis, ..ConnectionLimits::default() };
    let analysis = analyze(&position, Effort { limits, until: Until::Closed });
    if args.json {
        json::print(&object(&position, &analysis))?;
    } else {
        show(&position, &analysis, &mut io::stdout().lock())?;
    }
    Ok(Done::Well)
}

fn object(position: &Position, analysis: &Analysis) -> Value {
    let name = |cell: Cell| position.topology().name(cell);
    let names = |cells: Carrier| cells.cells().map(name).collect::<Vec<_>>();
    let end = |end: ConnectionEnd| match end {
        ConnectionEnd::Cell(cell) => name(cell),
        ConnectionEnd::Side(side) => side.name,
    };
    let color = |found: &ColorAnalysis| {
        let links = found.links.iter();
        let links = links.map(
            |link| json!({ "ends": [end(link.ends.0), end(link.ends.1)], "carrier": names(link.carrier) }),
        );
        json!({
            "fill_in": names(found.fill_in),
            "winning_carrier": found.winning.map(names),
            "winning_key": found.key.map(name),
            "stopped_at": found.stopped_at.map(names),
            "full": found.fulls,
            "semi": found.semis,
            "resistance": found.resistance.filter(|resistance| resistance.is_finite()),
            "links": links.collect::<Vec<_>>(),
        })
    };
    let inferior = analysis.inferior.iter().map(|(cell, reason)| {
        let (word, other) = word(*reason);
        json!({ "cell": name(*cell), "reason": word, "by": name(other) })
    });
    json!({
        "position": json::position(position),
        "black": color(&analysis.colors.black),
        "white": color(&analysis.colors.white),
        "dead": names(analysis.dead),
        "inferior": inferior.collect::<Vec<_>>(),
    })
}

/// The reason why a cell is inferior, and the cell that shows it.
const fn word(reason: Reason) -> (&'static str, Cell) {
    match reason {
        Reason::Vulnerable { killer } => ("vulnerable", killer),
        Reason::Dominated { by } => ("dominated", by),
    }
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
        if let Some(resistance) = found.resistance {
            writeln!(output, "{color} resistance {resistance:.4}")?;
        }
        let end = |end: ConnectionEnd| match end {
            ConnectionEnd::Cell(cell) => position.topology().name(cell).to_owned(),
            ConnectionEnd::Side(side) => side.name.to_owned(),
        };
        for link in &found.links {
            writeln!(
                output,
                "{color} link {} {} by {}",
                end(link.ends.0),
                end(link.ends.1),
                names(link.carrier)
            )?;
        }
    }
    writeln!(output, "dead {}", names(analysis.dead))?;
    write!(output, "inferior")?;
    for (cell, reason) in &analysis.inferior {
        let (word, other) = word(*reason);
        write!(output, " {}:{word}:{}", position.topology().name(*cell), position.topology().name(other))?;
    }
    writeln!(output, "{}", if analysis.inferior.is_empty() { " -" } else { "" })
}
