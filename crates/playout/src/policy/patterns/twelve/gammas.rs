//! Weights of patterns of twelve cells as playouts read them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use catena_core::{Cell, Color, Topology};

use super::super::PatternChances;
use super::super::gammas::{NeighborCode, bits, off_board};
use super::super::layout::DIRECTIONS;
use super::Tables;

/// Cells of a pattern: the neighbors, then the cells a bridge away.
pub(crate) const CELLS: usize = 2 * DIRECTIONS;

/// Contents of the twelve cells around a cell: two bits each, the neighbors as in [`NeighborCode`], then the
/// cells a bridge away, each between two neighbors, from that between the first and the second on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TwelveCode(u32);

/// Bits of the neighbors.
const NEAR_BITS: usize = 2 * DIRECTIONS;

impl TwelveCode {
    /// The code of these bits; others than the lowest 24 are ignored.
    #[must_use]
    pub const fn new(bits: u32) -> Self {
        Self(bits & ((1 << (2 * CELLS)) - 1))
    }

    /// The code of a cell among these stones. In Hex the outside of a side is as good as a stone of its owner; what
    /// lies beyond two sides belongs to neither.
    #[must_use]
    pub fn around(topology: &Topology, cell: Cell, stone: impl Fn(Cell) -> Option<Color>) -> Self {
        let near = NeighborCode::around(topology, cell, &stone).index();
        let far = (0..DIRECTIONS).map(|direction| {
            let seen = match a_bridge_away(topology, cell, direction) {
                Some(far) => stone(far).map_or(0, bits),
                None => off_board(topology, cell, bridge_step(direction)),
            };
            usize::from(seen) << (NEAR_BITS + 2 * direction)
        });
        Self(near as u32 | far.sum::<usize>() as u32)
    }

    /// The part of the neighbors.
    #[must_use]
    pub const fn near(self) -> NeighborCode {
        NeighborCode::new(self.0 as usize & (NeighborCode::COUNT - 1))
    }

    /// The part of the cells a bridge away.
    pub(crate) const fn far(self) -> u16 {
        (self.0 >> NEAR_BITS) as u16
    }

    /// The stone on one of the twelve cells; in Hex also what lies beyond a side.
    #[must_use]
    pub const fn stone(self, slot: usize) -> Option<Color> {
        match self.0 >> (2 * slot) & 3 {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }
}

/// Columns and rows to the cell a bridge away in a direction.
const fn bridge_step(direction: usize) -> (i32, i32) {
    let (first, second) = (Topology::STEPS[direction], Topology::STEPS[(direction + 1) % DIRECTIONS]);
    (first.0 + second.0, first.1 + second.1)
}

/// The cell a bridge away between a direction and the next.
fn a_bridge_away(topology: &Topology, cell: Cell, direction: usize) -> Option<Cell> {
    let next = (direction + 1) % DIRECTIONS;
    let step = |from: Cell, direction: usize| {
        let there = topology.around(from)[direction];
        (there != topology.off_board()).then_some(there)
    };
    // One of the two ways may leave the board and come back.
    let one_way = step(cell, direction).and_then(|near| step(near, next));
    one_way.or_else(|| step(cell, next).and_then(|near| step(near, direction)))
}

/// The weights γ of moves: global ones by twelve cells where those are known, else by the neighbors; local ones by twelve
/// cells alone. They do not tell where the opponent's last move lies, only that it is one of the twelve.
#[derive(Clone, Debug)]
pub struct TwelveGammas {
    near: NearGammas,
    global: BTreeMap<(TwelveCode, Color), f32>,
    local: BTreeMap<(TwelveCode, Color), f32>,
    tables: TablesByUse,
}

/// Global weights by the neighbors alone, of each player to move.
type NearGammas = Box<[[f32; NeighborCode::COUNT]; 2]>;

/// The tables of the last playouts, by the turn of their board's directions and their chances.
type TablesByUse = Arc<Mutex<Vec<((usize, PatternChances), Arc<Tables>)>>>;

/// Tables that are kept: two players and two boards.
const KEPT_TABLES: usize = 4;

impl TwelveGammas {
    /// Asks for the global weight of each code of six neighbors and player to move; then the known weights of twelve cells.
    #[must_use]
    pub fn new(
        near: impl Fn(NeighborCode, Color) -> f32,
        global: impl IntoIterator<Item = (TwelveCode, Color, f32)>,
        local: impl IntoIterator<Item = (TwelveCode, Color, f32)>,
    ) -> Self {
        let mut by_near: NearGammas = Box::new([[0.0; NeighborCode::COUNT]; 2]);
        for (mover, code) in
            Color::ALL.into_iter().flat_map(|mover| NeighborCode::all().map(move |c| (mover, c)))
        {
            by_near[mover as usize][code.index()] = near(code, mover);
        }
        Self {
            near: by_near,
            global: global.into_iter().map(|(code, mover, gamma)| ((code, mover), gamma)).collect(),
            local: local.into_iter().map(|(code, mover, gamma)| ((code, mover), gamma)).collect(),
            tables: TablesByUse::default(),
        }
    }

    /// The global weight of a move.
    #[must_use]
    pub fn global(&self, code: TwelveCode, mover: Color) -> f32 {
        self.global.get(&(code, mover)).copied().unwrap_or_else(|| self.of_near(code.near(), mover))
    }

    /// The weight that a move has besides if the opponent's last move is one of its twelve cells; 0 if they are not known.
    #[must_use]
    pub fn local(&self, code: TwelveCode, mover: Color) -> f32 {
        self.local.get(&(code, mover)).copied().unwrap_or(0.0)
    }

    /// The global weight where the twelve cells are not known.
    pub(super) fn of_near(&self, code: NeighborCode, mover: Color) -> f32 {
        self.near[mover as usize][code.index()]
    }

    /// The tables of some playouts, made anew only if they are not known.
    pub(super) fn tables(
        &self,
        turn: usize,
        chances: PatternChances,
        make: impl FnOnce() -> Tables,
    ) -> Arc<Tables> {
        let mut known = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, tables)) = known.iter().find(|(of, _)| *of == (turn, chances)) {
            return tables.clone();
        }
        known.truncate(KEPT_TABLES - 1);
        known.insert(0, ((turn, chances), Arc::new(make())));
        known[0].1.clone()
    }

    /// The known global weights of a player.
    pub(super) fn all_global(&self, mover: Color) -> impl Iterator<Item = (TwelveCode, f32)> {
        known(&self.global, mover)
    }

    /// The known local weights of a player.
    pub(super) fn all_local(&self, mover: Color) -> impl Iterator<Item = (TwelveCode, f32)> {
        known(&self.local, mover)
    }
}

fn known(
    gammas: &BTreeMap<(TwelveCode, Color), f32>,
    mover: Color,
) -> impl Iterator<Item = (TwelveCode, f32)> {
    let of_mover = gammas.iter().filter(move |((_, color), _)| *color == mover);
    of_mover.map(|((code, _), gamma)| (*code, *gamma))
}
