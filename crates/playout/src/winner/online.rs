//! All figures on-line, rings in a constant number of steps: the moves of the playout kernel.

use catena_core::rules::Havannah;
use catena_core::{Cell, JudgeAnswer, Outcome, Topology};

use super::{Winner, mover};
use crate::kernel::{Compact, Moves, Tables};

/// The kernel's board as a judge of given moves.
#[derive(Debug)]
pub struct OnLine {
    tables: Tables,
    board: Compact,
    cells: usize,
}

impl OnLine {
    /// For games on this board.
    #[must_use]
    pub fn new(topology: &Topology) -> Self {
        Self { tables: Tables::new(topology), board: Compact::new(), cells: topology.len() }
    }
}

impl Winner for OnLine {
    fn name(&self) -> &'static str {
        "on-line"
    }

    fn judge(&mut self, moves: &[Cell]) -> JudgeAnswer {
        self.board.rows = [[0; 32]; 2];
        for (ply, &cell) in moves.iter().enumerate() {
            let color = mover(ply);
            let code = usize::from(self.tables.code(cell));
            let figures = Havannah::place(&self.tables, &mut self.board, code, color as usize);
            if !figures.is_empty() {
                return JudgeAnswer { outcome: Some(Outcome::win(color, figures)), plies: ply + 1 };
            }
        }
        let full = moves.len() == self.cells;
        JudgeAnswer { outcome: full.then_some(Outcome::DRAW), plies: moves.len() }
    }
}
