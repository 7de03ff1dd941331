//! The winning figure: which stones to point at when a game is over.

use crate::reference::{Stones, components};
use crate::rules::Rules;
use crate::{Cell, Color, Figures, How, Position, Topology, with_rules};

impl Position {
    /// The cells that decided the game, sorted: a smallest set of the winner's stones that still
    /// contains a figure, with antipodes in Renkula!; in \*Star the winner's stars. Empty while
    /// the game goes on, after a resignation and in a draw.
    #[must_use]
    pub fn winning_cells(&self) -> Vec<Cell> {
        let Some(outcome) = self.outcome() else { return Vec::new() };
        let Some(winner) = outcome.winner else { return Vec::new() };
        match outcome.how {
            How::Figures(figures) => self.smallest_figure(winner, figures),
            How::Score { .. } => stars(self.topology(), &self.stones(), winner),
            How::Resignation | How::Full => Vec::new(),
        }
    }

    /// Drops stones as long as one of the figures remains.
    fn smallest_figure(&self, winner: Color, figures: Figures) -> Vec<Cell> {
        let topology = self.topology();
        let mut stones = Stones::empty(topology);
        let own = |cell: &Cell| self.board().stone(*cell) == Some(winner);
        topology.cells().filter(own).for_each(|cell| stones.set(cell, Some(winner)));
        let still_wins = |stones: &Stones| {
            let left = with_rules!(self.setup().game(), R => R::figures(topology, stones, winner));
            left.names().any(|name| figures.names().any(|wanted| wanted == name))
        };
        let mut kept = Vec::new();
        for cell in self.farthest_first().filter(own) {
            let antipode = topology.antipode(cell);
            stones.set(cell, None);
            stones.set(antipode, None);
            if !still_wins(&stones) {
                stones.set(cell, Some(winner));
                stones.set(antipode, Some(winner));
                kept.extend([cell, antipode]);
            }
        }
        kept.sort_unstable();
        kept.dedup();
        kept
    }

    /// The places of the board, those far from the last move first: what is kept is then near it.
    fn farthest_first(&self) -> impl Iterator<Item = Cell> {
        let topology = self.topology();
        let last = self.plies().iter().rev().find_map(|ply| match ply.mv {
            crate::Move::Place(cell) => Some(cell),
            _ => None,
        });
        let mut order: Vec<Cell> = last.into_iter().collect();
        let mut seen = vec![false; topology.len()];
        order.iter().for_each(|cell| seen[cell.index()] = true);
        let mut next = 0;
        while next < order.len() {
            for neighbor in topology.neighbors(order[next]) {
                if !std::mem::replace(&mut seen[neighbor.index()], true) {
                    order.push(neighbor);
                }
            }
            next += 1;
        }
        order.extend(topology.cells().filter(|cell| !seen[cell.index()]));
        let places: Vec<Cell> =
            order.into_iter().rev().filter(|&cell| topology.canonical(cell) == cell).collect();
        places.into_iter()
    }
}

/// The stones of all stars of a color.
fn stars(topology: &Topology, stones: &Stones, color: Color) -> Vec<Cell> {
    let groups = components(topology, |cell| stones.get(cell) == Some(color));
    let mut cells: Vec<Cell> =
        groups.into_iter().filter(|group| crate::rules::is_star(topology, group)).flatten().collect();
    cells.sort_unstable();
    cells
}
