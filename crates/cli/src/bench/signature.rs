//! The signature: a number that changes exactly when the search does.
//!
//! Each game is searched from fixed positions, with a fixed seed, a fixed number of visits and one
//! thread. The number is a hash of the moves chosen and of how often each was visited.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use catena_core::{Game, Move, Setup, SwapRule};
use catena_engine::{Limits, ModelStore, Player, Report, Session};
use catena_playout::Rng;
use serde_json::json;

use super::{Who, stopwatch};
use crate::Done;

/// Game, size, and visits of a search: about as much time for each. The list is part of what the signature means: a
/// game that is added later stays out.
const GAMES: [(Game, u64, u64); 5] = [
    (Game::Havannah, 8, 12_000),
    (Game::Hex, 11, 2_000),
    (Game::Y, 11, 2_000),
    (Game::Star, 6, 1_000),
    (Game::Renkula, 3, 2_000),
];

/// Random moves before each of the searches of a game.
const OPENINGS: [usize; 3] = [0, 6, 20];

/// Memory is said, because the default depends on the machine.
const MEMORY: u32 = 400;

/// Use of the signatures beside printing them.
pub enum Recorded<'a> {
    /// Nothing.
    Ignore,
    /// They are compared with those of a file.
    Check(&'a Path),
    /// They are written to a file.
    Write(&'a Path),
}

pub fn run(output: &mut impl Write, who: &Who, recorded: &Recorded<'_>) -> anyhow::Result<Done> {
    let models = ModelStore::default();
    let mut all = Signature::new();
    let mut sum = (0, Duration::ZERO);
    let (mut found, mut rows) = (Vec::new(), Vec::new());
    for (game, size, visits) in GAMES.into_iter().filter(|(game, ..)| who.plays(*game)) {
        let player = who.resolve(game, &models, MEMORY)?;
        let mut own = Signature::new();
        let (mut playouts, mut spent) = (0, Duration::ZERO);
        for opening in OPENINGS {
            let mut session = session(&player, size, opening)?;
            let began = stopwatch::now();
            let report = search(&mut session, visits)?;
            spent += stopwatch::now() - began;
            playouts += report.playouts;
            for signature in [&mut own, &mut all] {
                signature.add_report(&session, &report);
            }
        }
        let line = format!("{:<12} {own}", format!("{game} {size}"));
        rows.push(json!({
            "game": game.name(),
            "size": size,
            "signature": own.to_string(),
            "playouts_per_second": per_second(playouts, spent),
        }));
        if !who.json {
            writeln!(output, "{line}  {:.2}M playouts/s", per_second(playouts, spent) / 1e6)?;
        }
        found.push(line);
        sum = (sum.0 + playouts, sum.1 + spent);
    }
    let line = format!("signature {all}");
    let speed = per_second(sum.0, sum.1);
    if who.json {
        let object = json!({ "games": rows, "signature": all.to_string(), "playouts_per_second": speed });
        serde_json::to_writer_pretty(&mut *output, &object)?;
        writeln!(output)?;
    } else {
        writeln!(output, "{line}  {:.2}M playouts/s", speed / 1e6)?;
    }
    found.push(line);
    match recorded {
        Recorded::Ignore => {}
        Recorded::Check(file) => check(file, &found)?,
        Recorded::Write(file) => {
            fs::write(file, found.join("\n") + "\n")
                .with_context(|| format!("writing {}", file.display()))?;
        }
    }
    Ok(Done::Well)
}

/// Fails with the lines that differ from those of the file.
fn check(file: &Path, found: &[String]) -> anyhow::Result<()> {
    let text = fs::read_to_string(file).with_context(|| crate::args::reading(file))?;
    let recorded: Vec<&str> = text.lines().map(str::trim_end).collect();
    let differing: Vec<String> = (0..found.len().max(recorded.len()))
        .map(|i| {
            (found.get(i).map_or("nothing", String::as_str), recorded.get(i).copied().unwrap_or("nothing"))
        })
        .filter(|(found, recorded)| found != recorded)
        .map(|(found, recorded)| format!("  found {found}, recorded {recorded}"))
        .collect();
    if differing.is_empty() {
        return Ok(());
    }
    bail!("other moves are played than recorded in {}:\n{}", file.display(), differing.join("\n"));
}

/// A game after some random moves that do not end it.
fn session(player: &Player, size: u64, moves: usize) -> anyhow::Result<Session> {
    let setup = Setup::new(player.game(), size, SwapRule::Off)?;
    let mut session = Session::new(setup, player.clone(), 1);
    let mut rng = Rng::new(moves as u64);
    while session.position().plies().len() < moves {
        let legal: Vec<Move> = session.position().legal_moves().collect();
        let mv = legal[rng.below(u32::try_from(legal.len())?) as usize];
        session.play(session.position().to_move(), mv)?;
        if session.position().outcome().is_some() {
            session.undo();
        }
    }
    Ok(session)
}

fn search(session: &mut Session, visits: u64) -> anyhow::Result<Report> {
    let limits = Limits { visits: Some(visits), ..Limits::default() };
    let color = session.position().to_move();
    session.think(color, limits, &mut ())?.context("the player does not search")
}

fn per_second(playouts: u64, spent: Duration) -> f64 {
    playouts as f64 / spent.as_secs_f64().max(1e-9)
}

/// A hash of text (Fowler, Noll and Vo 1991), shown in eight digits.
#[derive(Clone, Copy)]
struct Signature(u64);

impl Signature {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, text: &str) {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The best move and the visits of all, in the order of the board.
    fn add_report(&mut self, session: &Session, report: &Report) {
        self.add(session.position().topology().move_name(report.best));
        let mut visits: Vec<_> = report.candidates.iter().map(|found| (found.cell, found.visits)).collect();
        visits.sort_by_key(|&(cell, _)| cell);
        for (_, visits) in visits {
            self.add(&format!(" {visits}"));
        }
    }
}

impl std::fmt::Display for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:08}", (self.0 ^ (self.0 >> 32)) % 100_000_000)
    }
}
