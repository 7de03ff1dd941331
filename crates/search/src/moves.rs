//! The moves of a position: all empty places, one of each symmetry class, or those that wins in one leave.

use catena_core::topology::ColorRoles;
use catena_core::{Cell, Color, Position, SwapRule};

use crate::Proof;

/// The empty places of a position.
pub(crate) fn places(position: &Position) -> impl Iterator<Item = Cell> {
    position.topology().places().filter(|&cell| position.board().stone(cell).is_none())
}

/// The first of these cells of each class under the symmetries of the position.
pub(crate) fn one_per_symmetry(position: &Position, cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
    let topology = position.topology();
    let stone = |cell: Cell| position.board().stone(cell);
    let keeps = topology.symmetries().iter().filter(|symmetry| {
        symmetry.roles() == ColorRoles::Kept
            && topology.cells().all(|cell| stone(cell) == stone(symmetry.cell(cell)))
    });
    let keeps: Vec<_> = keeps.collect();
    let smallest = |cell: Cell| keeps.iter().map(|symmetry| topology.canonical(symmetry.cell(cell))).min();
    let mut seen = Vec::new();
    let is_new = |cell: &Cell| {
        let class = smallest(*cell);
        let is_new = !seen.contains(&class);
        seen.push(class);
        is_new
    };
    cells.into_iter().filter(is_new).collect()
}

/// A win in one is the only move; so is the reply to one of the opponent; two cannot be answered.
pub(crate) fn forced_moves(
    position: &Position,
    color: Color,
    cells: Vec<Cell>,
) -> (Vec<Cell>, Option<Proof>) {
    let wins = position.winning_places(color);
    if let Some(win) = cells.iter().find(|cell| wins.contains(cell)) {
        return (vec![*win], Some(Proof::Win));
    }
    // All places: one that stands for others by symmetry threatens as the others do.
    let threats = position.winning_places(!color);
    match threats.len() {
        0 => (cells, None),
        1 => (threats, None),
        _ => (threats, Some(Proof::Loss)),
    }
}

/// The stones of a position alone: how they came about, and the swap, are decided outside of the search.
pub(crate) fn stones_alone(position: &Position) -> Position {
    let setup = position.setup().with_swap(SwapRule::Off);
    let stones: Vec<(Cell, Color)> =
        position.topology().places().filter_map(|cell| Some((cell, position.board().stone(cell)?))).collect();
    Position::with_stones(setup, &stones, position.to_move()).expect("stones of a position")
}
