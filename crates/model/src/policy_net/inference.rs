//! A network applied to a board.

use catena_core::{Board, ByColor, Cell, Color, Game, Topology};

use super::params::{Feature, HIDDEN, Params};
use super::receptive_field::{LastMoveOffset, Orientation, ReceptiveField};

/// The last moves of both players, where they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastMoves {
    /// That of the opponent.
    pub opponent: Option<Cell>,
    /// That of the player to move, before it.
    pub own: Option<Cell>,
}

impl LastMoves {
    /// The last moves as features of their own, besides the stones that they are.
    pub fn features(self) -> impl Iterator<Item = (Cell, Feature)> {
        let opponent = self.opponent.map(|cell| (cell, Feature::OpponentLast));
        opponent.into_iter().chain(self.own.map(|cell| (cell, Feature::OwnLast)))
    }
}

/// Says of cells of a board how likely they are played.
#[derive(Clone, Debug)]
pub struct Inference {
    field: ReceptiveField,
    sides: ByColor<Side>,
}

/// What a player to move sees.
#[derive(Clone, Debug)]
struct Side {
    orientation: Orientation,
    /// The hidden units of each cell on the empty board.
    empty: Box<[[f32; HIDDEN]]>,
}

impl Inference {
    /// For a board; `None` if it is not flat.
    #[must_use]
    pub fn new(params: &Params, game: Game, topology: &Topology) -> Option<Self> {
        let field = ReceptiveField::new(topology)?;
        let sides = ByColor::new(|mover| {
            let orientation = Orientation::all(game, mover).swap_remove(0);
            let empty = Self::empty(params, &field, topology, mover, &orientation);
            Side { orientation, empty }
        });
        Some(Self { field, sides })
    }

    /// The hidden units of each cell on the empty board, from an orientation.
    #[must_use]
    pub fn empty(
        params: &Params,
        field: &ReceptiveField,
        topology: &Topology,
        mover: Color,
        orientation: &Orientation,
    ) -> Box<[[f32; HIDDEN]]> {
        let units = |cell: Cell| {
            let mut units = *params.bias();
            for (slot, feature) in field.beyond(cell, mover) {
                add(&mut units, params.row(feature, orientation.slot(slot)));
            }
            units
        };
        topology.cells().map(units).collect()
    }

    /// Adds each of the empty cells with its probability; they sum to 1.
    pub fn probabilities(
        &self,
        params: &Params,
        (board, mover): (&Board, Color),
        last_moves: LastMoves,
        cells: &[Cell],
        moves: &mut Vec<(Cell, f32)>,
    ) {
        let Side { orientation, empty } = &self.sides[mover];
        let input = InputView { params, field: &self.field, orientation, last_moves };
        let mut hidden = empty.to_vec();
        let stone = |cell: Cell| Some((cell, Feature::stone(board.stone(cell)?, mover)));
        let stones = (0..empty.len()).map(Cell::new).filter_map(stone);
        input.add_to(stones, |cell| board.stone(cell).is_none(), &mut hidden);
        let first = moves.len();
        moves.extend(cells.iter().map(|&cell| (cell, input.score(cell, &hidden[cell.index()]))));
        softmax(&mut moves[first..]);
    }
}

/// The input of a network: a board as the player to move sees it.
#[derive(Clone, Copy, Debug)]
pub struct InputView<'a> {
    /// What was learned.
    pub params: &'a Params,
    /// Which cells see which.
    pub field: &'a ReceptiveField,
    /// From which side.
    pub orientation: &'a Orientation,
    /// After which moves.
    pub last_moves: LastMoves,
}

impl InputView<'_> {
    /// Adds what the open cells see of the stones and of the last moves to their hidden units.
    pub fn add_to(
        &self,
        stones: impl Iterator<Item = (Cell, Feature)>,
        is_open: impl Fn(Cell) -> bool,
        hidden: &mut [[f32; HIDDEN]],
    ) {
        for (cell, feature) in stones.chain(self.last_moves.features()) {
            for edge in self.field.edges(cell) {
                if is_open(edge.from) {
                    let row = self.params.row(feature, self.orientation.slot(edge.slot));
                    add(&mut hidden[edge.from.index()], row);
                }
            }
        }
    }

    /// The logarithm of how likely a cell is played, up to a constant.
    #[must_use]
    pub fn score(&self, cell: Cell, hidden: &[f32; HIDDEN]) -> f32 {
        let sum: f32 = hidden.iter().zip(self.params.out()).map(|(unit, out)| unit.max(0.0) * out).sum();
        sum + self
            .offset(cell, self.last_moves.opponent)
            .map_or(0.0, |offset| self.params.opponent_last(offset))
            + self.offset(cell, self.last_moves.own).map_or(0.0, |offset| self.params.own_last(offset))
    }

    /// Where a last move lies as seen from a cell.
    #[must_use]
    pub fn offset(&self, cell: Cell, last: Option<Cell>) -> Option<LastMoveOffset> {
        self.field.offset(self.orientation, cell, last?)
    }
}

/// From logits to probabilities.
pub fn softmax<T>(scores: &mut [(T, f32)]) {
    let highest = scores.iter().map(|(_, score)| *score).fold(f32::NEG_INFINITY, f32::max);
    // In double precision, so that the libraries of all systems agree after rounding.
    scores.iter_mut().for_each(|(_, score)| *score = f64::from(*score - highest).exp() as f32);
    let total: f32 = scores.iter().map(|(_, score)| *score).sum();
    scores.iter_mut().for_each(|(_, score)| *score /= total);
}

#[inline]
fn add(units: &mut [f32; HIDDEN], row: &[f32; HIDDEN]) {
    units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += weight);
}
