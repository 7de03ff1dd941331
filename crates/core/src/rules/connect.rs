//! Rules shared by the games in which a chain that touches all sides of its color wins.

use super::Rules;
use crate::reference::{Stones, components};
use crate::topology::Borders;
use crate::{Board, Cell, Color, Figures, Outcome, Topology};

/// As [`Rules::play`].
#[inline]
pub(super) fn play<R: Rules>(
    topology: &Topology,
    board: &mut Board,
    cell: Cell,
    color: Color,
) -> Option<Outcome> {
    board.place(topology, cell, color);
    let won = board.group_borders(cell).contains(R::FACTS.goal_borders(color));
    won.then_some(Outcome::win(color, Figures::CONNECTION))
}

/// As [`Rules::would_win`].
pub(super) fn would_win<R: Rules>(topology: &Topology, board: &Board, cell: Cell, color: Color) -> bool {
    board.borders_with(topology, cell, color).contains(R::FACTS.goal_borders(color))
}

/// As [`Rules::figures`].
pub(super) fn figures<R: Rules>(topology: &Topology, stones: &Stones, color: Color) -> Figures {
    let chains = components(topology, |cell| stones.get(cell) == Some(color));
    let touched = |chain: &Vec<Cell>| chain.iter().map(|&cell| topology.borders(cell)).collect::<Borders>();
    let goal = R::FACTS.goal_borders(color);
    Figures::CONNECTION.when(chains.iter().any(|chain| touched(chain).contains(goal)))
}
