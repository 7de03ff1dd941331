//! Commands that show what can be proved: connections, must-play, inferior cells, resistance, the
//! winner. Their names and forms are those that HexGui's users know.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use catena_core::rules::Methods;
use catena_core::{Color, Move, Position, Switch};
use catena_proof::analysis::{self, Analysis, ConnectionEnd, Effort, Link};
use catena_proof::inferior::Reason;
use catena_proof::set::Carrier;
use catena_proof::{Solver, SolverConfig, SolverProgress, Verdict};

use super::Reply;
use super::game::color;
use crate::Protocol;
use crate::form;
use crate::peer::Stream;
use crate::protocol::shorten;
use crate::watch::EndsAt;

/// The position with this color to move, if connections are known for its game.
fn position(protocol: &Protocol, mover: Color) -> Result<Position, String> {
    let position = with_turn(protocol, mover);
    position.setup().game().require(Methods::CONNECTIONS).map_err(|error| error.to_string())?;
    Ok(position)
}

fn with_turn(protocol: &Protocol, mover: Color) -> Position {
    let mut position = protocol.session.position().clone();
    if mover != position.to_move() && position.outcome().is_none() {
        position.play_unchecked(Move::Pass);
    }
    position
}

/// The same where cells can be inferior: rings make use of all of them.
fn analyzed(protocol: &Protocol, args: &[&str]) -> Result<(Position, Analysis), String> {
    let position = position(protocol, color(args[0])?)?;
    position.setup().game().require(Methods::INFERIOR_CELLS).map_err(|error| error.to_string())?;
    let found = analysis::analyze(&position, Effort::default());
    Ok((position, found))
}

fn end(position: &Position, color: Color, text: &str) -> Result<ConnectionEnd, String> {
    let mut sides = position.setup().game().sides(color).iter();
    if let Some(side) = sides.find(|side| side.name.eq_ignore_ascii_case(text)) {
        return Ok(ConnectionEnd::Side(*side));
    }
    let cell = position.topology().cell(text);
    cell.map(ConnectionEnd::Cell)
        .ok_or_else(|| format!("{:?} is no cell and no side of {color}", shorten(text)))
}

/// Which connections are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Full,
    Semi,
}

fn wanted(protocol: &Protocol, args: &[&str], kind: Kind) -> Result<(Position, Color, Vec<Link>), String> {
    let color = color(args[0])?;
    let position = position(protocol, protocol.session.position().to_move())?;
    let from = end(&position, color, args[1])?;
    let to = args.get(2).map(|text| end(&position, color, text)).transpose()?;
    let mut links = analysis::links(&position, color, from, to, Effort::default());
    links.retain(|link| link.key.is_some() == (kind == Kind::Semi));
    Ok((position, color, links))
}

/// A line per connection: `black c3 south full or [ b4 c4 ] [ ]`. Which rule made a full one is not
/// kept; points that touch are `base`.
fn between(protocol: &Protocol, args: &[&str], kind: Kind) -> Reply {
    let (position, color, links) = wanted(protocol, args, kind)?;
    let name = |end: ConnectionEnd| end_name(&position, end);
    let lines = links.iter().map(|link| {
        let cells = names(&position, link.carrier);
        let ends = format!("{color} {} {}", name(link.ends.0), name(link.ends.1));
        match link.key {
            Some(key) => format!("{ends} semi and [ {cells} ] [ ] {}", position.topology().name(key)),
            None if link.carrier.is_empty() => format!("{ends} full base [ ] [ ]"),
            None => format!("{ends} full or [ {cells} ] [ ]"),
        }
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

fn end_name(position: &Position, end: ConnectionEnd) -> String {
    match end {
        ConnectionEnd::Cell(cell) => position.topology().name(cell).to_owned(),
        ConnectionEnd::Side(side) => side.name.to_owned(),
    }
}

fn names(position: &Position, cells: Carrier) -> String {
    form::names(position, &cells.cells().collect::<Vec<_>>())
}

pub(super) fn between_full(protocol: &mut Protocol, args: &[&str]) -> Reply {
    between(protocol, args, Kind::Full)
}

pub(super) fn between_semi(protocol: &mut Protocol, args: &[&str]) -> Reply {
    between(protocol, args, Kind::Semi)
}

/// The points that a point is connected to, each once.
fn connected(protocol: &Protocol, args: &[&str], kind: Kind) -> Reply {
    let (position, _, links) = wanted(protocol, args, kind)?;
    let mut ends: Vec<String> = Vec::new();
    for link in &links {
        let name = end_name(&position, link.ends.1);
        if !ends.contains(&name) {
            ends.push(name);
        }
    }
    Ok(ends.join(" "))
}

pub(super) fn connected_full(protocol: &mut Protocol, args: &[&str]) -> Reply {
    connected(protocol, args, Kind::Full)
}

pub(super) fn connected_semi(protocol: &mut Protocol, args: &[&str]) -> Reply {
    connected(protocol, args, Kind::Semi)
}

/// Pairs of a cell and what was filled in there.
fn fill_in(position: &Position, found: &Analysis) -> Vec<String> {
    let mut codes = Vec::new();
    for (color, code) in [(Color::Black, "fb"), (Color::White, "fw")] {
        let cells = found.colors[color].fill_in.cells();
        codes.extend(cells.map(|cell| format!("{} {code}", position.topology().name(cell))));
    }
    codes
}

/// Pairs of a move that need not be tried and why.
fn inferior(position: &Position, found: &Analysis) -> Vec<String> {
    let name = |cell| position.topology().name(cell);
    let code = |&(cell, reason): &_| match reason {
        Reason::Vulnerable { killer } => format!("{} iv[{}]", name(cell), name(killer)),
        Reason::Dominated { by } => format!("{} id[{}]", name(cell), name(by)),
    };
    found.inferior.iter().map(code).collect()
}

/// Pairs of a move outside of the must-play region and `x`.
fn elsewhere(position: &Position, found: &Analysis) -> Vec<String> {
    let Some(must_play) = found.colors[!position.to_move()].stopped_at else { return Vec::new() };
    let filled = |cell| Color::ALL.iter().any(|&color| found.colors[color].fill_in.contains(cell));
    let outside = position
        .topology()
        .cells()
        .filter(|&cell| position.board().stone(cell).is_none() && !must_play.contains(cell) && !filled(cell));
    outside.map(|cell| format!("{} x", position.topology().name(cell))).collect()
}

pub(super) fn compute_fill_in(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let (position, found) = analyzed(protocol, args)?;
    Ok(fill_in(&position, &found).join(" "))
}

pub(super) fn compute_inferior(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let (position, found) = analyzed(protocol, args)?;
    Ok([fill_in(&position, &found), inferior(&position, &found)].concat().join(" "))
}

pub(super) fn must_play(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let (position, found) = analyzed(protocol, args)?;
    Ok([fill_in(&position, &found), elsewhere(&position, &found)].concat().join(" "))
}

/// Everything that need not be considered; a cell outside of the must-play region says so.
pub(super) fn build(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let (position, found) = analyzed(protocol, args)?;
    let outside = elsewhere(&position, &found);
    let is_outside = |pair: &String| {
        let cell = pair.split(' ').next();
        outside.iter().any(|other| other.split(' ').next() == cell)
    };
    let mut inside = inferior(&position, &found);
    inside.retain(|pair| !is_outside(pair));
    Ok([fill_in(&position, &found), outside, inside].concat().join(" "))
}

/// The resistance of both circuits, and the logarithm of how much better the color's is.
pub(super) fn resistance(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let (position, found) = analyzed(protocol, args)?;
    let [own, other] = [position.to_move(), !position.to_move()]
        .map(|color| found.colors[color].resistance.unwrap_or(f64::INFINITY));
    let score = (other / own).ln();
    Ok(format!("{score:.4} {} {own:.4} {} {other:.4}", position.to_move(), !position.to_move()))
}

/// Cells and the current through them in both circuits, in percent of all.
pub(super) fn resistance_cells(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let (position, found) = analyzed(protocol, args)?;
    let mut text = String::new();
    for cell in position.topology().cells() {
        let current: f64 = Color::ALL.iter().map(|&color| found.colors[color].current[cell.index()]).sum();
        if current >= 0.0005 {
            let _ = write!(text, " {} {:.1}", position.topology().name(cell), 50.0 * current);
        }
    }
    Ok(text.trim_start().to_owned())
}

/// Seconds that a proof may take if nothing else is said.
const SECONDS: f64 = 10.0;
/// The longest that may be asked for.
const MOST_SECONDS: f64 = 86_400.0;
const TABLE_BYTES: usize = 64 << 20;

/// `black`, `white`, `draw`, or `unknown` if the time ran out.
pub(super) fn solve(protocol: &mut Protocol, args: &[&str], stream: &mut Stream) -> Reply {
    let position = with_turn(protocol, color(args[0])?);
    let seconds = args.get(1).map_or(Ok(SECONDS), |text| {
        let parsed = text.parse::<f64>().ok().filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds));
        parsed.ok_or_else(|| format!("{:?} is no time in seconds", shorten(text)))
    })?;
    let deadline = Instant::now() + Duration::from_secs_f64(seconds);
    let ending = protocol.ending(EndsAt::Interrupt);
    let graphics = protocol.graphics;
    let peer = &mut *stream.peer;
    let mut shown = Instant::now();
    let mut observer = |progress: &SolverProgress| {
        if graphics == Switch::On && shown.elapsed() >= Duration::from_millis(500) {
            shown = Instant::now();
            peer.aside(&format!("gogui-gfx:\ndfpn\nTEXT {} positions\n\n", progress.nodes));
        }
        if ending.is_here(peer) || Instant::now() >= deadline {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let config = SolverConfig { table_bytes: TABLE_BYTES, report_every: 64, ..SolverConfig::default() };
    let mut solver = Solver::new(position.setup(), config);
    Ok(match solver.solve(&position, &mut observer) {
        Verdict::Won(winner) => winner.to_string(),
        Verdict::Drawn => "draw".to_owned(),
        Verdict::Unknown => "unknown".to_owned(),
    })
}

/// Setting that HexGui makes before it asks for a proof: if its progress is shown.
pub(super) fn solver_param(protocol: &mut Protocol, args: &[&str]) -> Reply {
    match *args {
        [] => Ok(format!("[bool] use_guifx {}", u8::from(protocol.graphics == Switch::On))),
        ["use_guifx", value] => {
            protocol.graphics = match value {
                "1" | "true" | "on" => Switch::On,
                "0" | "false" | "off" => Switch::Off,
                other => return Err(format!("{:?} is no switch: 0 or 1 expected", shorten(other))),
            };
            Ok(String::new())
        }
        [name, ..] => {
            Err(format!("there is no parameter {:?} with a value: use_guifx 0 or 1", shorten(name)))
        }
    }
}
