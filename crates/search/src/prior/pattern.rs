//! A prior by learned patterns (MoHex 2.0: Huang et al. 2013, section 4.4).

use std::sync::Arc;

use catena_core::topology::MAX_CELLS;
use catena_core::{Cell, Position, Setup};
use catena_model::pattern::{InferiorCells, Keys, Neighborhood, PatternTable, RecentGammas, Slot};
use catena_model::{MissingModel, Model, ModelKind, Models};

use crate::moves::places;

/// The patterns of a game around the cells of a board.
#[derive(Debug)]
pub(crate) struct PatternPrior {
    model: Arc<Model<PatternTable>>,
    around: Neighborhood,
    inferior: InferiorMoves,
}

/// Treatment of moves whose patterns say that another is at least as good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InferiorMoves {
    /// They get no nodes.
    Pruned,
    /// They stay.
    Kept,
}

impl PatternPrior {
    pub(super) fn new(models: &Models, setup: &Setup, inferior: InferiorMoves) -> Result<Self, MissingModel> {
        let game = setup.game();
        let missing = MissingModel { kind: ModelKind::Patterns, game };
        let model = models.patterns.clone().filter(|model| model.game == game).ok_or(missing)?;
        let around = Neighborhood::new(game, setup.topology(), model.value.reach()).ok_or(missing)?;
        Ok(Self { model, around, inferior })
    }

    fn table(&self) -> &PatternTable {
        &self.model.value
    }

    /// Adds the cells with their share of the strength of all. Inferior ones are pruned only if the cells
    /// are all empty ones: of two that are as good as each other one must stay.
    pub(super) fn add_moves(
        &self,
        position: &Position,
        mut cells: Vec<Cell>,
        last: Option<Cell>,
        inferior: InferiorMoves,
        recent: &mut RecentGammas,
        moves: &mut Vec<(Cell, f32)>,
    ) {
        let keys = Keys::of_position(&self.around, position);
        let (table, mover) = (self.table(), position.to_move());
        let are_all = cells.len() == position.board().empty();
        if inferior == InferiorMoves::Pruned && are_all && table.knows_inferior() {
            let pruned = self.prunable(&keys, &cells, position);
            cells.retain(|&cell| !pruned.contains(cell));
        }
        let mut near: [Option<Slot>; MAX_CELLS] = [None; MAX_CELLS];
        let replies = last.map_or(&[][..], |last| self.around.replies(last));
        replies.iter().for_each(|reply| near[reply.cell.index()] = Some(reply.slot));
        let mut strength = |cell: Cell| {
            let global = recent.global(table, keys.of(cell), mover);
            let local = near[cell.index()].and_then(|slot| table.local(keys.of(cell), slot, mover));
            table.strength_with(global, local)
        };
        let first = moves.len();
        moves.extend(cells.into_iter().map(|cell| (cell, strength(cell))));
        let total: f32 = moves[first..].iter().map(|(_, strength)| strength).sum();
        moves[first..].iter_mut().for_each(|(_, strength)| *strength /= total);
    }

    /// The moves that are pruned.
    pub(super) fn pruned(&self, position: &Position) -> InferiorCells {
        let keys = Keys::of_position(&self.around, position);
        let cells: Vec<Cell> = places(position).collect();
        self.prunable(&keys, &cells, position)
    }

    /// Those of all empty cells that can be pruned; none if that would leave no move.
    fn prunable(&self, keys: &Keys, cells: &[Cell], position: &Position) -> InferiorCells {
        if self.inferior == InferiorMoves::Kept {
            return InferiorCells::default();
        }
        let prunable = self.table().prunable(&self.around, keys, cells, position.to_move());
        if prunable.len() < cells.len() { prunable } else { InferiorCells::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::{Game, Move, SwapRule};
    use catena_model::embedded::embedded;

    fn priors(game: Game, moves: &str) -> (Position, Vec<(Cell, f32)>) {
        let setup = Setup::new(game, 5, SwapRule::Off).unwrap();
        let mut position = Position::new(setup.clone());
        for name in moves.split(' ') {
            position.play(Move::Place(setup.topology().cell(name).unwrap())).unwrap();
        }
        let last = setup.topology().cell(moves.rsplit(' ').next().unwrap());
        let mut all = Vec::new();
        let file = embedded(ModelKind::Patterns, game).unwrap();
        let model = Arc::new(Model::<PatternTable>::from_bytes(file.bytes).unwrap());
        let models = Models { patterns: Some(model), ..Models::default() };
        PatternPrior::new(&models, &setup, InferiorMoves::Pruned).unwrap().add_moves(
            &position,
            places(&position).collect(),
            last,
            InferiorMoves::Pruned,
            &mut RecentGammas::default(),
            &mut all,
        );
        (position, all)
    }

    #[test]
    fn strengths_are_parts_of_one_and_the_saved_bridge_is_the_largest() {
        // White has intruded into the bridge from c3 to d1, in Havannah into that from e5 to f7.
        for (game, moves, best) in [(Game::Hex, "c3 e5 d1 c2", "d2"), (Game::Havannah, "e5 a1 f7 e6", "f6")] {
            let (position, all) = priors(game, moves);
            let sum: f32 = all.iter().map(|(_, strength)| strength).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{game}: {sum}");
            let (cell, _) = all.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
            assert_eq!(position.topology().name(cell), best, "{game}");
        }
    }

    #[test]
    fn dead_cells_are_pruned() {
        // Black has both neighbors of a corner.
        let (position, all) = priors(Game::Hex, "b1 d4 a2 d5");
        let a1 = position.topology().cell("a1").unwrap();
        assert!(all.iter().all(|(cell, _)| *cell != a1));
        assert!(all.len() < places(&position).count());
    }
}
