//! The reference: results by the definition of each game, from scratch, by plain flood fill and
//! counting. Slow and obvious; every fast path is tested against it.

use crate::rules::{Goal, Rules, Score};
use crate::{ByColor, Cell, Color, Figures, Game, Outcome, Topology, with_rules};

/// Stones on a board, cell by cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stones(Vec<Option<Color>>);

impl Stones {
    /// An empty board.
    #[must_use]
    pub fn empty(topology: &Topology) -> Self {
        Self(vec![None; topology.len()])
    }

    /// The stone on a cell.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Color> {
        self.0[cell.index()]
    }

    /// Changes one cell.
    pub fn set(&mut self, cell: Cell, stone: Option<Color>) {
        self.0[cell.index()] = stone;
    }

    /// Returns true if no cell is empty.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.0.iter().all(Option::is_some)
    }
}

/// The figures each color has on the board.
#[must_use]
pub fn figures(game: Game, topology: &Topology, stones: &Stones) -> ByColor<Figures> {
    ByColor::new(|color| with_rules!(game, R => R::figures(topology, stones, color)))
}

/// The result of a position that arose from legal play, or `None` while the game goes on.
///
/// Figures are complete: all that the winner's stones contain.
#[must_use]
pub fn outcome(game: Game, topology: &Topology, stones: &Stones) -> Option<Outcome> {
    let figures = figures(game, topology, stones);
    for color in Color::ALL {
        if !figures[color].is_empty() {
            return Some(Outcome::win(color, figures[color]));
        }
    }
    match (stones.is_full(), game.facts().goal) {
        (false, _) => None,
        (true, Goal::Score) => Some(Score::of(topology, stones).outcome()),
        (true, _) => Some(Outcome::DRAW),
    }
}

/// The connected parts of the cells that `belongs` names.
pub(crate) fn components(topology: &Topology, belongs: impl Fn(Cell) -> bool) -> Vec<Vec<Cell>> {
    let mut seen = vec![false; topology.len()];
    let mut parts = Vec::new();
    for start in topology.cells() {
        if seen[start.index()] || !belongs(start) {
            continue;
        }
        seen[start.index()] = true;
        let mut part = vec![start];
        let mut next = 0;
        while next < part.len() {
            for neighbor in topology.neighbors(part[next]) {
                if !seen[neighbor.index()] && belongs(neighbor) {
                    seen[neighbor.index()] = true;
                    part.push(neighbor);
                }
            }
            next += 1;
        }
        parts.push(part);
    }
    parts
}
