//! Highlights of a picture: the last move, the winning figure and the order of the moves.

use crate::{Cell, Move, Position};

/// Highlights of the cells of a position.
pub(super) struct Highlights {
    numbers: Vec<Option<usize>>,
    last: Option<usize>,
    winning: Vec<bool>,
}

impl Highlights {
    pub(super) fn of(position: &Position) -> Self {
        let mut winning = vec![false; position.topology().len()];
        position.winning_cells().iter().for_each(|cell| winning[cell.index()] = true);
        let numbers = move_numbers(position);
        Self { last: numbers.iter().flatten().max().copied(), numbers, winning }
    }

    /// The number of the move that placed the stone; set-up stones have none.
    pub(super) fn number(&self, cell: Cell) -> Option<usize> {
        self.numbers[cell.index()]
    }

    /// Returns true if the stone came with the last move; passes and resignations place none.
    pub(super) fn is_last(&self, cell: Cell) -> bool {
        self.last.is_some() && self.number(cell) == self.last
    }

    /// Returns true if the stone belongs to the winning figure.
    pub(super) fn is_winning(&self, cell: Cell) -> bool {
        self.winning[cell.index()]
    }

    pub(super) fn any_winning(&self) -> bool {
        self.winning.contains(&true)
    }
}

/// A swap counts as the move that placed the stone, wherever that stands now.
fn move_numbers(position: &Position) -> Vec<Option<usize>> {
    let topology = position.topology();
    let mut numbers = vec![None; topology.len()];
    let mut first = None;
    for (ply, number) in position.plies().iter().zip(1..) {
        let cell = match (ply.mv, first) {
            (Move::Place(cell), _) => cell,
            (Move::Swap, Some(cell)) => {
                numbers.fill(None);
                position.setup().swapped(cell)
            }
            _ => continue,
        };
        first.get_or_insert(cell);
        numbers[cell.index()] = Some(number);
        numbers[topology.antipode(cell).index()] = Some(number);
    }
    numbers
}
