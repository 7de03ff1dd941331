//! What learned patterns promise (MoHex 2.0: Huang et al. 2013, section 4.4).

use std::sync::OnceLock;

use catena_core::topology::MAX_CELLS;
use catena_core::{Cell, Game, Position, Setup};
use catena_playout::pattern::{
    Keys, NoPatterns, PatternTable, Purpose, RecentGammas, Slot, Surroundings, Weights,
};

use crate::moves::places;

/// The patterns of a game around the cells of a board.
#[derive(Debug)]
pub(crate) struct Patterns {
    table: &'static PatternTable,
    around: Surroundings,
    inferior: Inferior,
}

/// What becomes of moves whose patterns say that another is at least as good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inferior {
    /// They are not tried.
    LeftOut,
    /// They stay: heavy nodes are looked at, and two that leave out may each leave out the move for whose sake the
    /// other has left out his.
    Kept,
}

impl Patterns {
    pub(super) fn new(setup: &Setup, inferior: Inferior) -> Result<Self, NoPatterns> {
        let missing = NoPatterns { game: setup.game(), purpose: Purpose::Prior };
        let table = table(setup.game()).ok_or(missing)?;
        let around = Surroundings::new(setup.game(), setup.topology(), table.reach()).ok_or(missing)?;
        Ok(Self { table, around, inferior })
    }

    /// Adds the cells with their strength as a part of that of all; without the inferior ones, if the
    /// cells are all that there are: of two cells that are as good as each other one must stay.
    pub(super) fn judge(
        &self,
        position: &Position,
        mut cells: Vec<Cell>,
        last: Option<Cell>,
        recent: &mut RecentGammas,
        moves: &mut Vec<(Cell, f32)>,
    ) {
        let keys = Keys::of_position(&self.around, position);
        let mover = position.to_move();
        if cells.len() == position.board().empty() && self.table.knows_inferior() {
            let left_out = self.kept_from(&keys, &cells, position);
            cells.retain(|cell| !left_out.contains(cell));
        }
        let mut near: [Option<Slot>; MAX_CELLS] = [None; MAX_CELLS];
        let replies = last.map_or(&[][..], |last| self.around.replies(last));
        replies.iter().for_each(|reply| near[reply.cell.index()] = Some(reply.slot));
        let mut strength = |cell: Cell| {
            let global = recent.global(self.table, keys.of(cell), mover);
            let local = near[cell.index()].and_then(|slot| self.table.local(keys.of(cell), slot, mover));
            self.table.strength_with(global, local)
        };
        let first = moves.len();
        moves.extend(cells.into_iter().map(|cell| (cell, strength(cell))));
        let total: f32 = moves[first..].iter().map(|(_, strength)| strength).sum();
        moves[first..].iter_mut().for_each(|(_, strength)| *strength /= total);
    }

    /// The moves that need not be tried.
    pub(super) fn left_out(&self, position: &Position) -> Vec<Cell> {
        let keys = Keys::of_position(&self.around, position);
        let cells: Vec<Cell> = places(position).collect();
        self.kept_from(&keys, &cells, position)
    }

    /// Those of all empty cells that need not be tried; none if they are all, so that a move is left.
    fn kept_from(&self, keys: &Keys, cells: &[Cell], position: &Position) -> Vec<Cell> {
        if self.inferior == Inferior::Kept {
            return Vec::new();
        }
        let left_out = self.table.left_out(&self.around, keys, cells, position.to_move());
        if left_out.len() < cells.len() { left_out } else { Vec::new() }
    }
}

/// The table of a game, made once.
fn table(game: Game) -> Option<&'static PatternTable> {
    static TABLES: [OnceLock<Option<PatternTable>>; Game::ALL.len()] =
        [const { OnceLock::new() }; Game::ALL.len()];
    let of_weights = || PatternTable::new(Weights::in_use(game, Purpose::Prior)?);
    TABLES[game as usize].get_or_init(of_weights).as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::{Move, SwapRule};

    fn judged(game: Game, moves: &str) -> (Position, Vec<(Cell, f32)>) {
        let setup = Setup::new(game, 5, SwapRule::Off).unwrap();
        let mut position = Position::new(setup.clone());
        for name in moves.split(' ') {
            position.play(Move::Place(setup.topology().cell(name).unwrap())).unwrap();
        }
        let last = setup.topology().cell(moves.rsplit(' ').next().unwrap());
        let mut all = Vec::new();
        Patterns::new(&setup, Inferior::LeftOut).unwrap().judge(
            &position,
            places(&position).collect(),
            last,
            &mut RecentGammas::default(),
            &mut all,
        );
        (position, all)
    }

    #[test]
    fn strengths_are_parts_of_one_and_the_saved_bridge_is_the_largest() {
        // White has intruded into the bridge from c3 to d1, in Havannah into that from e5 to f7.
        for (game, moves, best) in [(Game::Hex, "c3 e5 d1 c2", "d2"), (Game::Havannah, "e5 a1 f7 e6", "f6")] {
            let (position, all) = judged(game, moves);
            let sum: f32 = all.iter().map(|(_, strength)| strength).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{game}: {sum}");
            let (cell, _) = all.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
            assert_eq!(position.topology().name(cell), best, "{game}");
        }
    }

    #[test]
    fn dead_cells_are_left_out() {
        // Black has both neighbors of a corner.
        let (position, all) = judged(Game::Hex, "b1 d4 a2 d5");
        let a1 = position.topology().cell("a1").unwrap();
        assert!(all.iter().all(|(cell, _)| *cell != a1));
        assert!(all.len() < places(&position).count());
    }
}
