//! Proofs about a position without a search.

use catena_core::rules::Methods;
use catena_core::{Cell, Color, Position};
use catena_proof::analysis::{self, Analysis, ConnectionEnd, Effort, Link};
use catena_proof::inferior::Reason;
use catena_proof::set::Carrier;
use serde::Serialize;

use crate::error::{AppError, AppResult};

#[derive(Serialize)]
pub struct ConnectionsJson {
    node: u32,
    to_move: String,
    /// True if all was found that the limits allow.
    complete: bool,
    /// Where the player to move must play; null where nothing has to be stopped.
    must_play: Option<Vec<String>>,
    dead: Vec<String>,
    inferior: Vec<InferiorJson>,
    black: ColorJson,
    white: ColorJson,
}

#[derive(Serialize)]
struct ColorJson {
    captured: Vec<String>,
    winning: Option<Vec<String>>,
    key: Option<String>,
    connections: Vec<LinkJson>,
    full: usize,
    semi: usize,
    resistance: Option<f64>,
}

#[derive(Serialize)]
struct LinkJson {
    from: String,
    to: String,
    carrier: Vec<String>,
}

#[derive(Serialize)]
struct InferiorJson {
    cell: String,
    reason: &'static str,
    by: String,
}

/// Connections and inferior cells of a position.
pub fn connections(node: u32, position: &Position) -> AppResult<ConnectionsJson> {
    let supported = position.setup().game().require(Methods::CONNECTIONS);
    supported.map_err(|error| AppError::invalid(error.to_string()))?;
    // The effort is limited.
    let found = analysis::analyze(position, Effort::default());
    Ok(ConnectionsJson::of(node, position, &found))
}

impl ConnectionsJson {
    fn of(node: u32, position: &Position, found: &Analysis) -> Self {
        let names = Names(position);
        let mover = position.to_move();
        let inferior = found.inferior.iter().map(|&(cell, reason)| {
            let (reason, by) = match reason {
                Reason::Vulnerable { killer } => ("vulnerable", killer),
                Reason::Dominated { by } => ("dominated", by),
            };
            InferiorJson { cell: names.cell(cell), reason, by: names.cell(by) }
        });
        Self {
            node,
            to_move: mover.to_string(),
            complete: Color::ALL.iter().all(|&color| found.colors[color].is_complete),
            must_play: found.colors[!mover].stopped_at.map(|cells| names.cells(cells)),
            dead: names.cells(found.dead),
            inferior: inferior.collect(),
            black: names.color(found, Color::Black),
            white: names.color(found, Color::White),
        }
    }
}

/// Names the cells and sides of a position.
struct Names<'a>(&'a Position);

impl Names<'_> {
    fn cell(&self, cell: Cell) -> String {
        self.0.topology().name(cell).to_owned()
    }

    fn cells(&self, cells: Carrier) -> Vec<String> {
        cells.cells().map(|cell| self.cell(cell)).collect()
    }

    fn end(&self, end: ConnectionEnd) -> String {
        match end {
            ConnectionEnd::Cell(cell) => self.cell(cell),
            ConnectionEnd::Side(side) => side.name.to_owned(),
        }
    }

    fn color(&self, found: &Analysis, color: Color) -> ColorJson {
        let found_for = &found.colors[color];
        let link = |link: &Link| LinkJson {
            from: self.end(link.ends.1),
            to: self.end(link.ends.0),
            carrier: self.cells(link.carrier),
        };
        ColorJson {
            captured: self.cells(found_for.fill_in.without(found.dead)),
            winning: found_for.winning.map(|cells| self.cells(cells)),
            key: found_for.key.map(|cell| self.cell(cell)),
            connections: found_for.links.iter().map(link).collect(),
            full: found_for.fulls,
            semi: found_for.semis,
            // An infinite resistance has no number.
            resistance: found_for
                .resistance
                .filter(|ohms| ohms.is_finite())
                .map(|ohms| (ohms * 1e4).round() / 1e4),
        }
    }
}
