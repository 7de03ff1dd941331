//! `catena learn show`: the strongest and the weakest patterns as a table and as pictures.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use catena_core::Game;
use catena_learn::picture::{self, weight};
use catena_learn::{Ranked, strongest};
use catena_model::ModelKind;
use catena_model::embedded::embedded;
use catena_model::pattern::{Combination, PatternWeights, Prune, Slot, Spot};
use serde_json::{Value, json};

use crate::args::{games, read, reading};
use crate::{Done, WrongUsage, json};

/// A picture with more patterns from either end takes long to draw and nobody looks at all of it.
const MOST_DRAWN: usize = 500;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  catena learn show --game hex --top 20
  catena learn show hex.patterns --svg patterns.svg")]
pub struct Args {
    /// A file of weights [default: the embedded ones of --game]
    file: Option<PathBuf>,

    /// The game whose embedded weights are shown
    #[arg(long, value_parser = games(), ignore_case = true, default_value = "hex", conflicts_with = "file")]
    game: Game,

    /// Patterns from either end
    #[arg(long, value_name = "N", default_value_t = 12)]
    top: usize,

    /// Draw them into this file, at most 500 from either end
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    if args.svg.is_some() && args.top > MOST_DRAWN {
        bail!(WrongUsage(format!(
            "a picture has at most {MOST_DRAWN} patterns from either end: --top {MOST_DRAWN}"
        )));
    }
    let weights = match &args.file {
        Some(file) => {
            let bytes = read(file)?;
            PatternWeights::from_bytes(&bytes).with_context(|| reading(file))?
        }
        None => {
            let missing = || WrongUsage(format!("there are no embedded patterns for {}", args.game.title()));
            let file = embedded(ModelKind::Patterns, args.game).ok_or_else(missing)?;
            PatternWeights::from_bytes(file.bytes)?
        }
    };
    let (strong, weak) = strongest(&weights, args.top);
    if args.json {
        json::print(&object(&weights, &strong, &weak))?;
    } else {
        table(&weights, &strong, &weak)?;
    }
    if let Some(file) = &args.svg {
        let title = format!("Patterns of {}: Black to move at the dot", weights.game().title());
        let sections = [
            ("Strongest (a ringed stone is the opponent's last move)", &strong[..]),
            ("Weakest that are not provably inferior", &weak[..]),
        ];
        fs::write(file, picture::table(&title, &sections))
            .with_context(|| format!("writing {}", file.display()))?;
    }
    Ok(Done::Well)
}

fn object(weights: &PatternWeights, strong: &[Ranked], weak: &[Ranked]) -> Value {
    let patterns = |ranked: &[Ranked]| ranked.iter().map(pattern).collect::<Vec<_>>();
    json!({
        "game": weights.game().name(),
        "patterns": weights.patterns().len(),
        "prunable": prunable(weights),
        "combination": match weights.combination() {
            Combination::Sum => "sum",
            Combination::Product => "product",
        },
        "strongest": patterns(strong),
        "weakest": patterns(weak),
    })
}

fn pattern(ranked: &Ranked) -> Value {
    let learned = &ranked.learned;
    json!({
        "rank": ranked.rank,
        "gamma": learned.gamma,
        "played": learned.played,
        "appeared": learned.appeared,
        "local": learned.pattern.last().is_some(),
        "around": around(ranked),
    })
}

fn prunable(weights: &PatternWeights) -> usize {
    weights.patterns().iter().filter(|learned| learned.prune != Prune::Keep).count()
}

fn table(weights: &PatternWeights, strong: &[Ranked], weak: &[Ranked]) -> anyhow::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    let prunable = prunable(weights);
    let combined = match weights.combination() {
        Combination::Sum => "added",
        Combination::Product => "multiplied",
    };
    writeln!(
        output,
        "{}: {} patterns, {prunable} of them provably inferior; global and local weights are {combined}",
        weights.game().title(),
        weights.patterns().len(),
    )?;
    for (name, ranked) in [("strongest", strong), ("weakest that are not provably inferior", weak)] {
        writeln!(output, "\n{name}\n  rank   weight   played of appeared  cells  kind    around")?;
        for ranked in ranked {
            writeln!(output, "{}", line(ranked))?;
        }
    }
    Ok(output.flush()?)
}

/// The slots of a pattern from the inner to the outer ones, a word for each ring: x for the mover.
fn around(ranked: &Ranked) -> String {
    let pattern = ranked.learned.pattern;
    let spot = |index: usize| match pattern.spot(Slot::new(index)) {
        Spot::Empty => '.',
        Spot::Own => 'x',
        Spot::Foreign if pattern.last() == Some(Slot::new(index)) => 'O',
        Spot::Foreign => 'o',
        Spot::Beyond => '#',
    };
    let rings = 0..pattern.reach().cells() / 6;
    let rings: Vec<String> = rings.map(|ring| (6 * ring..6 * ring + 6).map(spot).collect()).collect();
    rings.join(" ")
}

/// A pattern as a line of the table.
fn line(ranked: &Ranked) -> String {
    let learned = &ranked.learned;
    let cells = learned.pattern.reach().cells();
    let kind = if learned.pattern.last().is_some() { "local" } else { "global" };
    format!(
        "{:>6} {:>8} {:>8} of {:<8}  {cells:>5}  {kind:<6}  {}",
        ranked.rank,
        weight(learned.gamma),
        learned.played,
        learned.appeared,
        around(ranked)
    )
}
