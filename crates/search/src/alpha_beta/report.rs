//! The report of an alpha-beta search.

use catena_core::{Cell, Position};

use super::negamax::after;
use super::run::{AlphaBetaRun, RootMove};
use super::table::PositionTable;
use super::value::{Value, chance, proof};
use crate::Proof;
use crate::report::{Candidate, Report, place_or_swap};

impl AlphaBetaRun<'_> {
    /// The search so far.
    pub fn report(&self) -> Report {
        let mut tried: Vec<&RootMove> =
            self.moves.iter().filter(|tried| tried.value.is_some() || tried.cell == self.best).collect();
        let value = |tried: &RootMove| tried.value.unwrap_or(self.root_value);
        tried.sort_by(|a, b| {
            let is_best = |tried: &RootMove| tried.cell == self.best;
            is_best(b).cmp(&is_best(a)).then(value(b).total_cmp(&value(a)))
        });
        let candidates: Vec<Candidate> = tried
            .iter()
            .map(|tried| Candidate {
                visits: u32::try_from(tried.evaluations).unwrap_or(u32::MAX).max(1),
                line: line(self.table, self.root, tried.cell),
                ..candidate(tried.cell, value(tried))
            })
            .collect();
        self.with_counts(self.proof(), candidates)
    }

    /// The result of a root that needs no search, with a move for it.
    pub fn settled(&self, proof: Proof, cell: Cell) -> Report {
        self.with_counts(Some(proof), vec![candidate(cell, super::value::proved(proof, 0))])
    }

    fn with_counts(&self, proof: Option<Proof>, candidates: Vec<Candidate>) -> Report {
        let Candidate { cell, value, .. } = candidates[0];
        let value = proof.map_or(value, Proof::value);
        Report {
            best: place_or_swap(cell, self.can_swap, proof, value),
            value,
            proof,
            visits: u32::try_from(self.evaluations).unwrap_or(u32::MAX),
            playouts: self.evaluations,
            elapsed: self.began.elapsed(),
            nodes: self.table.len(),
            candidates,
        }
    }
}

fn candidate(cell: Cell, value: Value) -> Candidate {
    Candidate {
        cell,
        visits: 1,
        value: chance(value),
        prior: None,
        rave: None,
        proof: proof(value),
        line: vec![cell],
    }
}

/// A move and the best moves after it, as far as the table knows them.
fn line(table: &PositionTable, root: &Position, cell: Cell) -> Vec<Cell> {
    let mut line = vec![cell];
    let mut position = after(root, cell);
    while position.outcome().is_none()
        && let Some(found) = table.found(position.hash())
    {
        line.push(found.best);
        position = after(&position, found.best);
    }
    line
}
