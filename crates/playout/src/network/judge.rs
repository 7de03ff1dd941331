//! A network applied to a board.

use catena_core::{Board, ByColor, Cell, Color, Game, Topology};

use super::params::{HIDDEN, Params, Seen};
use super::vicinity::{Far, Vicinity, View};

/// The last moves of both players, where they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lasts {
    /// That of the opponent.
    pub reply_to: Option<Cell>,
    /// That of the player to move, before it.
    pub own: Option<Cell>,
}

impl Lasts {
    /// The last moves, which are seen as such as well as as stones.
    pub fn seen(self) -> impl Iterator<Item = (Cell, Seen)> {
        let reply_to = self.reply_to.map(|cell| (cell, Seen::Reply));
        reply_to.into_iter().chain(self.own.map(|cell| (cell, Seen::Again)))
    }
}

/// Says of cells of a board how likely they are played.
#[derive(Clone, Debug)]
pub struct Judge {
    vicinity: Vicinity,
    sides: ByColor<Side>,
}

/// What a player to move sees.
#[derive(Clone, Debug)]
struct Side {
    view: View,
    /// The hidden units of each cell on the empty board.
    empty: Box<[[f32; HIDDEN]]>,
}

impl Judge {
    /// For a board; `None` if it is not flat.
    #[must_use]
    pub fn new(params: &Params, game: Game, topology: &Topology) -> Option<Self> {
        let vicinity = Vicinity::new(topology)?;
        let sides = ByColor::new(|mover| {
            let view = View::all(game, mover).swap_remove(0);
            let empty = Self::empty(params, &vicinity, topology, mover, &view);
            Side { view, empty }
        });
        Some(Self { vicinity, sides })
    }

    /// The hidden units of each cell on the empty board, from a view.
    #[must_use]
    pub fn empty(
        params: &Params,
        vicinity: &Vicinity,
        topology: &Topology,
        mover: Color,
        view: &View,
    ) -> Box<[[f32; HIDDEN]]> {
        let units = |cell: Cell| {
            let mut units = *params.bias();
            for (slot, seen) in vicinity.beyond(cell, mover) {
                add(&mut units, params.row(seen, view.slot(slot)));
            }
            units
        };
        topology.cells().map(units).collect()
    }

    /// Adds each of the empty cells with its chance; all together have the chance 1.
    pub fn judge(
        &self,
        params: &Params,
        (board, mover): (&Board, Color),
        lasts: Lasts,
        cells: &[Cell],
        moves: &mut Vec<(Cell, f32)>,
    ) {
        let Side { view, empty } = &self.sides[mover];
        let sight = Sight { params, vicinity: &self.vicinity, view, lasts };
        let mut hidden = empty.to_vec();
        let stone = |cell: Cell| Some((cell, Seen::stone(board.stone(cell)?, mover)));
        let stones = (0..empty.len()).map(Cell::new).filter_map(stone);
        sight.see(stones, |cell| board.stone(cell).is_none(), &mut hidden);
        let first = moves.len();
        moves.extend(cells.iter().map(|&cell| (cell, sight.score(cell, &hidden[cell.index()]))));
        into_chances(&mut moves[first..]);
    }
}

/// What a player to move makes of a board.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// What was learned.
    pub params: &'a Params,
    /// What cells see.
    pub vicinity: &'a Vicinity,
    /// From which side.
    pub view: &'a View,
    /// After which moves.
    pub lasts: Lasts,
}

impl Sight<'_> {
    /// Adds what the open cells see of the stones and of the last moves to their hidden units.
    pub fn see(
        &self,
        stones: impl Iterator<Item = (Cell, Seen)>,
        is_open: impl Fn(Cell) -> bool,
        hidden: &mut [[f32; HIDDEN]],
    ) {
        for (cell, seen) in stones.chain(self.lasts.seen()) {
            for glimpse in self.vicinity.glimpses(cell) {
                if is_open(glimpse.from) {
                    let row = self.params.row(seen, self.view.slot(glimpse.slot));
                    add(&mut hidden[glimpse.from.index()], row);
                }
            }
        }
    }

    /// The logarithm of how likely a cell is played, up to a constant.
    #[must_use]
    pub fn score(&self, cell: Cell, hidden: &[f32; HIDDEN]) -> f32 {
        let sum: f32 = hidden.iter().zip(self.params.out()).map(|(unit, out)| unit.max(0.0) * out).sum();
        sum + self.far(cell, self.lasts.reply_to).map_or(0.0, |far| self.params.reply(far))
            + self.far(cell, self.lasts.own).map_or(0.0, |far| self.params.again(far))
    }

    /// Where a last move lies as seen from a cell.
    #[must_use]
    pub fn far(&self, cell: Cell, last: Option<Cell>) -> Option<Far> {
        self.vicinity.far(self.view, cell, last?)
    }
}

/// From logarithms to parts of 1.
pub fn into_chances<T>(scores: &mut [(T, f32)]) {
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
