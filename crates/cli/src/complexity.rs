//! `catena complexity`: how many positions and games there are (Joosten 2009, section 3).

mod known;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use catena_core::topology::ColorRoles;
use catena_core::{Cell, Game, Setup};
use num_bigint::BigUint;
use serde_json::{Value, json};

use self::known::Computed;
use crate::args::GameArgs;
use crate::progress::counted;
use crate::{Done, WrongUsage, json};

#[derive(clap::Args)]
#[command(after_help = "\
State space: all ways to put i stones on the n places of the board, half of them of each color, \
summed over i = 1 … n (Joosten's formulas 1 and 2). This is an upper bound (≤): some of these positions \
cannot be reached, because the game ends before. Divided by the number of symmetries it is an estimate (≈), \
rounded up. Game tree: n · (n-1) · … for the mean length of a game, n! / (n - length)!, an estimate. \
Joosten gives Havannah 10 as 10^128, 10^127 by symmetry, and 10^157 with a mean length of 66; --compare and --svg show \
his other games too.

Examples:
  catena complexity --game havannah --size 10 --length 66
  catena complexity --game hex --size 3 --exact
  catena complexity --compare --length 66 --svg all.svg")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Mean length of a game in moves, for the game-tree complexity [default: 66 for Havannah 10]
    #[arg(long, value_name = "MOVES")]
    length: Option<u64>,

    /// Print all digits of the numbers
    #[arg(long)]
    exact: bool,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,

    /// Also print the complexities of well-known games (Joosten's table 1)
    #[arg(long, conflicts_with = "json")]
    compare: bool,

    /// Draw the board among these games (Joosten's figure 4)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Joosten's mean length of games between his best agents.
const JOOSTEN_LENGTH: u64 = 66;

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let setup = args.game.setup()?;
    let places = setup.topology().places().count() as u64;
    let symmetries = symmetries(&setup);
    let paper = (setup.game() == Game::Havannah && setup.size() == 10).then_some(JOOSTEN_LENGTH);
    let states = state_space(places);
    let by_symmetry = (&states + (symmetries - 1)) / symmetries;
    let mut rows = vec![
        Row { name: "state space".to_owned(), relation: "≤", number: states },
        Row { name: format!("state space / {symmetries} symmetries"), relation: "≈", number: by_symmetry },
    ];
    if let Some(length) = args.length.or(paper) {
        if length > places {
            let why =
                format!("--length {length}: a game on this board has at most {}", counted(places, "move"));
            return Err(WrongUsage(why).into());
        }
        let number = game_tree(places, length);
        rows.push(Row { name: format!("game tree, {}", counted(length, "move")), relation: "≈", number });
    }
    let computed = computed(&setup, &rows);
    if let Some(file) = &args.svg {
        let board = computed.as_ref().ok_or_else(|| no_length("--svg"))?;
        fs::write(file, known::picture(board)).with_context(|| format!("writing {}", file.display()))?;
    }
    if args.json {
        json::print(&object(&setup, places, symmetries, args.length.or(paper), &rows))?;
        return Ok(Done::Well);
    }
    let mut output = io::stdout().lock();
    writeln!(output, "{} {}: {places} places", setup.game(), setup.size())?;
    for Row { name, relation, number } in rows {
        writeln!(output, "{name:<30} {relation} 10^{:.2}", log10(&number))?;
        if args.exact {
            writeln!(output, "  {relation} {number}")?;
        }
    }
    if args.compare {
        known::print(&mut output, computed.as_ref().ok_or_else(|| no_length("--compare"))?)?;
    } else if args.length.or(paper).is_none() {
        writeln!(output, "game tree                      needs the mean length of a game: --length MOVES")?;
    }
    Ok(Done::Well)
}

/// The board as others are compared with it, if the length of its games is known. Joosten divides the state space by the
/// symmetries.
fn computed(setup: &Setup, rows: &[Row]) -> Option<Computed> {
    let [_, states, tree] = rows else { return None };
    let name = format!("{} {}", setup.game().facts().title, setup.size());
    Some(Computed { name, state_space: log10(&states.number), game_tree: log10(&tree.number) })
}

fn no_length(option: &str) -> WrongUsage {
    WrongUsage(format!("{option}: the game tree needs the mean length of a game: --length MOVES"))
}

/// A number, and whether it is an upper bound or an estimate.
struct Row {
    name: String,
    relation: &'static str,
    number: BigUint,
}

/// Numbers as text: they have more digits than a JSON number keeps.
fn object(setup: &Setup, places: u64, symmetries: u64, length: Option<u64>, rows: &[Row]) -> Value {
    let row = |index: usize| {
        rows.get(index).map(|row| json!({ "number": row.number.to_string(), "log10": log10(&row.number) }))
    };
    json!({
        "game": setup.game().name(),
        "size": setup.size(),
        "places": places,
        "symmetries": symmetries,
        "state_space_at_most": row(0),
        "state_space_by_symmetry": row(1),
        "length": length,
        "game_tree": row(2),
    })
}

/// Symmetries that keep the goals of the players and do not leave every move where it is.
fn symmetries(setup: &Setup) -> u64 {
    let topology = setup.topology();
    let mut images: Vec<Vec<Cell>> = topology
        .symmetries()
        .iter()
        .filter(|symmetry| symmetry.roles() == ColorRoles::Kept)
        .map(|symmetry| topology.places().map(|cell| topology.canonical(symmetry.cell(cell))).collect())
        .collect();
    images.sort();
    images.dedup();
    images.len() as u64
}

/// Joosten's formula 1: the sum over the number of stones.
fn state_space(places: u64) -> BigUint {
    (1..=places).map(|stones| arrangements(places, stones.div_ceil(2), stones / 2)).sum()
}

/// Joosten's formula 2: ways to choose the cells of the first player, then of the second.
fn arrangements(places: u64, first: u64, second: u64) -> BigUint {
    binomial(places, first) * binomial(places - first, second)
}

fn binomial(n: u64, k: u64) -> BigUint {
    // Multiplying before dividing keeps every step whole.
    (0..k).fold(BigUint::from(1u32), |product, i| product * (n - i) / (i + 1))
}

/// n · (n-1) · …, this many factors.
fn game_tree(places: u64, length: u64) -> BigUint {
    (0..length).map(|played| BigUint::from(places - played)).product()
}

/// From the leading 17 digits: a float would overflow at 10^308.
fn log10(number: &BigUint) -> f64 {
    const LEADING: usize = 17;
    let digits = number.to_string();
    let shown = digits.len().min(LEADING);
    let leading: f64 = digits[..shown].parse().expect("digits are a number");
    leading.log10() + (digits.len() - shown) as f64
}

#[cfg(test)]
mod tests {
    use super::{binomial, game_tree, log10, state_space};

    #[test]
    fn joostens_figures_come_out() {
        let states = state_space(271);
        assert_eq!(log10(&states).round(), 128.0);
        assert_eq!(log10(&(states / 12u32)).round(), 127.0);
        assert_eq!(log10(&game_tree(271, 66)).round(), 157.0);
    }

    #[test]
    fn state_spaces_of_the_usual_havannah_boards() {
        for (cells, expected) in [(37, 16.9), (61, 28.2), (91, 42.4), (169, 79.5), (271, 128.1)] {
            assert!((log10(&state_space(cells)) - expected).abs() < 0.05, "{cells} cells");
        }
    }

    #[test]
    fn small_numbers_are_exact() {
        assert_eq!(binomial(5, 2), 10u32.into());
        // One black stone: 3; black and white: 6; two black and a white: 3.
        assert_eq!(state_space(3), 12u32.into());
        assert_eq!(game_tree(5, 2), 20u32.into());
        assert_eq!(log10(&1000u32.into()), 3.0);
    }
}
