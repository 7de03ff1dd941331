//! The player `birdcage`: the historical player by circuit (Shannon and Moore 1953). The board is a circuit with voltage
//! between the sides of a player, in which an empty cell is a resistor, an own stone a short circuit and an enemy stone a
//! gap. The empty cell with the largest voltage drop is played. There is no search, and no chance.

use std::time::Instant;

use catena_core::{ByColor, Cell, Color, Game, Move, Position, Setup, SwapRule};
use catena_proof::circuit::{Circuit, Wires};
use catena_proof::connection::{ConnectionLimits, Connections, Until};
use catena_proof::stones::{BoardGraph, StoneSets};
use catena_proof::with_set_words;

use crate::moves::{forced_moves, one_per_symmetry, places};
use crate::param::{Any, choices, params};
use crate::report::{Candidate, Observer, Report, place_or_swap};
use crate::{Limits, OnlyHex, Proof, Switch};

choices! {
    /// Whose circuit the voltage drops are taken from.
    pub enum CircuitOf {
        /// The player to move.
        Own = "own",
        /// Its opponent: the move that hinders it most.
        Opponent = "opponent",
        /// Both: the sum of the two drops.
        Both = "both",
    }
}

params! {
    /// Parameters of the player by circuit. Each line is a parameter with its default and range.
    pub struct BirdcageConfig {
        /// Whose circuit the voltage drops are taken from.
        circuit: CircuitOf = CircuitOf::Own, in Any;
        /// Play wins in one, and prevent those of the opponent.
        win_in_one: Switch = Switch::On, in Any;
    }
}

/// Chooses the empty cell with the largest voltage drop. It takes two circuits for the move and two for the value of the
/// position; only an opening that is offered for a swap takes more. Visits are positions whose circuits were solved.
///
/// # Errors
/// If it is another game than Hex.
///
/// # Panics
/// If the game is over.
pub fn birdcage(
    position: &Position,
    config: &BirdcageConfig,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<Report, OnlyHex> {
    assert!(position.outcome().is_none(), "there is a move to find");
    let setup = position.setup();
    if setup.game() != Game::Hex {
        return Err(OnlyHex(setup.game()));
    }
    let began = Instant::now();
    let circuits = with_set_words!(setup.topology().len(), N => {
        Box::new(SideCircuits::<N>::new(setup)) as Box<dyn Circuits>
    });
    let mut run = BirdcageRun { position, config, circuits, limits, observer, began, solved: 0 };
    Ok(run.find())
}

/// Solves the circuits of positions on one board.
trait Circuits {
    fn solve(&mut self, position: &Position) -> ByColor<Circuit>;
}

/// The circuits between the sides of each color, with sets no larger than the board needs.
struct SideCircuits<const N: usize> {
    graph: BoardGraph<N>,
    points: ByColor<Connections<N>>,
}

impl<const N: usize> SideCircuits<N> {
    fn new(setup: &Setup) -> Self {
        Self {
            graph: BoardGraph::new(setup.game(), setup.topology()),
            points: ByColor::new(|_| Connections::new(ConnectionLimits::default())),
        }
    }
}

impl<const N: usize> Circuits for SideCircuits<N> {
    fn solve(&mut self, position: &Position) -> ByColor<Circuit> {
        let (graph, stones) = (&self.graph, StoneSets::of(position));
        ByColor::new(|color| {
            // The plain circuit joins what touches: no connection needs to be derived.
            self.points[color].find(graph, &stones, color, Until::Steps(0));
            Circuit::new(&self.points[color], Wires::Adjacent, position.topology().len())
        })
    }
}

/// A move being chosen.
struct BirdcageRun<'a> {
    position: &'a Position,
    config: &'a BirdcageConfig,
    circuits: Box<dyn Circuits>,
    limits: Limits,
    observer: &'a mut dyn Observer,
    began: Instant,
    /// Positions whose circuits were solved.
    solved: u32,
}

impl BirdcageRun<'_> {
    fn find(&mut self) -> Report {
        let all: Vec<Cell> = places(self.position).collect();
        let (cells, proof) = match self.config.win_in_one {
            Switch::On => forced_moves(self.position, self.position.to_move(), all),
            Switch::Off => (all, None),
        };
        let cells = one_per_symmetry(self.position, cells);
        let circuits = self.solve(self.position);
        let drops = self.by_drop(cells, &circuits);
        let mut value = self.chance(self.position, &circuits, drops[0].0);
        if let Some(proof) = proof {
            value = proof.value();
        }
        let values = self.values_of_openings(&drops);
        self.report(&drops, &values, value, proof)
    }

    fn solve(&mut self, position: &Position) -> ByColor<Circuit> {
        self.solved += 1;
        self.circuits.solve(position)
    }

    /// Cells with the voltage that drops over them, as a share of the voltage that would drop over a cell which carried
    /// the whole current; the largest drop first. All empty cells resist alike, so that it is the share of the current.
    fn by_drop(&self, cells: Vec<Cell>, circuits: &ByColor<Circuit>) -> Vec<(Cell, f64)> {
        let mover = self.position.to_move();
        let drop = |cell: Cell| match self.config.circuit {
            CircuitOf::Own => circuits[mover].current(cell),
            CircuitOf::Opponent => circuits[!mover].current(cell),
            CircuitOf::Both => (circuits[mover].current(cell) + circuits[!mover].current(cell)) / 2.0,
        };
        let mut drops: Vec<(Cell, f64)> = cells.into_iter().map(|cell| (cell, drop(cell))).collect();
        drops.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        drops
    }

    /// The chance of the player to move: the ratio of the resistances taken for odds, halfway between the position and the
    /// one after a move, since whoever is to move is ahead by that much.
    fn chance(&mut self, position: &Position, circuits: &ByColor<Circuit>, best: Cell) -> f32 {
        let mover = position.to_move();
        let mut after = position.clone();
        after.play_unchecked(Move::Place(best));
        if after.outcome().is_some() {
            return 1.0;
        }
        let then = if self.is_over() { circuits.clone() } else { self.solve(&after) };
        let lead = (lead(circuits, mover) + lead(&then, mover)) / 2.0;
        (1.0 / (1.0 + (-lead).exp())) as f32
    }

    /// The values of first moves that are offered for a swap, as far as there is time; nothing for other positions.
    fn values_of_openings(&mut self, drops: &[(Cell, f64)]) -> Vec<f32> {
        let is_offer = self.position.setup().swap() == SwapRule::On
            && self.position.board().empty() == self.position.topology().len();
        let mut values = Vec::new();
        while is_offer && values.len() < drops.len() && !self.is_over() {
            let mut after = self.position.clone();
            after.play_unchecked(Move::Place(drops[values.len()].0));
            // On one cell the opening wins.
            let value = if after.outcome().is_some() { 1.0 } else { 1.0 - self.value_of(&after) };
            values.push(value);
        }
        values
    }

    fn value_of(&mut self, position: &Position) -> f32 {
        let circuits = self.solve(position);
        let mover = position.to_move();
        let drop = |cell: &Cell| circuits[mover].current(*cell);
        let best = places(position).max_by(|a, b| drop(a).total_cmp(&drop(b)));
        self.chance(position, &circuits, best.expect("a game that is not over has an empty cell"))
    }

    /// Returns true if a limit is reached.
    fn is_over(&mut self) -> bool {
        let solved = u64::from(self.solved);
        self.limits.are_reached(self.began.elapsed(), solved, solved) || self.observer.stop()
    }

    fn report(&self, drops: &[(Cell, f64)], openings: &[f32], value: f32, proof: Option<Proof>) -> Report {
        let candidate = |(index, &(cell, drop)): (usize, &(Cell, f64))| Candidate {
            cell,
            visits: u32::from(openings.is_empty() || index < openings.len()),
            value: openings.get(index).copied().unwrap_or(value),
            prior: Some(drop as f32),
            rave: None,
            proof: proof.filter(|_| index == 0),
            line: vec![cell],
        };
        Report {
            best: place_or_swap(drops[0].0, self.position.can_swap(), proof, value),
            value,
            proof,
            visits: self.solved,
            playouts: u64::from(self.solved),
            elapsed: self.began.elapsed(),
            nodes: 0,
            candidates: drops.iter().enumerate().map(candidate).collect(),
        }
    }
}

/// How far ahead a color is: the logarithm of how much more the other circuit resists.
fn lead(circuits: &ByColor<Circuit>, color: Color) -> f64 {
    /// More than any position has that is not over; a color without a way to win resists without end.
    const MOST: f64 = 20.0;
    let lead = circuits[!color].resistance.ln() - circuits[color].resistance.ln();
    if lead.is_nan() { 0.0 } else { lead.clamp(-MOST, MOST) }
}

#[cfg(test)]
mod tests;
