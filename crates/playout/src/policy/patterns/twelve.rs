//! Moves by learned patterns of twelve cells, as in MoHex 2.0: the neighbors and the cells a bridge away. A local
//! weight goes to those of the twelve places around the opponent's last move whose patterns are known.
//!
//! Sampled as those of six cells are. The weights of twelve places are looked up for each move, without a branch.

mod gammas;
mod indices;
mod rows;

use std::sync::Arc;

use catena_core::{Cell, Color, Topology};

use super::PatternChances;
use super::layout::Place;
use super::sample::{PlaceWeights, global_parts, local_parts, local_shift};
use super::track::{StoneIndex, Tracked};
use super::{NeighborCode, SoftmaxPolicy};
use crate::Rng;
use crate::policy::View;
use gammas::CELLS;
pub use gammas::{TwelveCode, TwelveGammas};
use indices::{AROUND, Indices, Layout};
use rows::{First, Known, Rows, no_first};

/// Chances by global and local weights of twelve cells.
#[derive(Clone, Debug)]
pub struct TwelvePatterns {
    layout: Box<Layout>,
    stones: Tracked<Indices>,
    tables: Arc<Tables>,
}

/// Weights by surroundings, of each color to move.
#[derive(Debug)]
pub(super) struct Tables {
    /// γ / cap in 65,536 parts, less one.
    global: [First; 2],
    /// γ / cap in 65,536 parts shifted to the right, so that the largest fits; at the end 0 for all that is not empty.
    local: [First; 2],
    global_rows: Rows,
    local_rows: Rows,
    local_shift: u32,
}

impl TwelvePatterns {
    /// Playouts by some weights; `None` if the board is not flat.
    #[must_use]
    pub fn new(gammas: &TwelveGammas, topology: &Topology, chances: PatternChances) -> Option<Self> {
        let layout = Box::new(Layout::new(topology)?);
        // Their making takes longer than many a search.
        let tables = gammas.tables(layout.turn(), chances, || Tables::new(gammas, &layout, chances));
        Some(Self { stones: Tracked::new(layout.empty.clone()), layout, tables })
    }
}

impl Tables {
    fn new(gammas: &TwelveGammas, layout: &Layout, chances: PatternChances) -> Self {
        let part = |gamma: f32| gamma * chances.local / chances.cap;
        let known = Color::ALL.into_iter().flat_map(|mover| gammas.all_local(mover));
        let shift = local_shift(known.map(|(_, gamma)| part(gamma)).fold(0.0, f32::max));
        let of_global = |mover| {
            let parts = |gamma: f32| global_parts(gamma, chances.cap);
            let first = layout.first(|code| parts(gammas.of_near(code, mover)));
            let known = gammas.all_global(mover).map(|(code, gamma)| (code, parts(gamma)));
            let known = layout.known(&first, known);
            (first, known)
        };
        let of_local = |mover| {
            let known = gammas.all_local(mover).map(|(code, gamma)| (code, local_parts(part(gamma), shift)));
            let known = layout.known(&no_first(), known);
            (no_first(), known)
        };
        let [black, white] = Color::ALL.map(of_global);
        let [local_black, local_white] = Color::ALL.map(of_local);
        let (mut global, mut local) = ([black.0, white.0], [local_black.0, local_white.0]);
        // Apart: the more rows lie over each other, the longer it takes to find room for one.
        let global_rows = Rows::new(&mut global, &[black.1, white.1]);
        let local_rows = Rows::new(&mut local, &[local_black.1, local_white.1]);
        Self { global, local, global_rows, local_rows, local_shift: shift }
    }
}

impl Layout {
    /// The first table of some weights by neighbors.
    fn first(&self, weight: impl Fn(NeighborCode) -> u16) -> First {
        let mut first = no_first();
        for (near, code) in self.neighbor_codes() {
            first[usize::from(near)] = u32::from(weight(code));
        }
        first
    }

    /// The entries that known weights need: those that the neighbors do not tell already, as all above the cap do.
    fn known(&self, first: &First, weights: impl Iterator<Item = (TwelveCode, u16)>) -> Vec<Known> {
        let entries = weights.map(|(code, weight)| (self.near(code), self.far(code), weight));
        entries.filter(|&(near, _, weight)| first[usize::from(near)] != u32::from(weight)).collect()
    }
}

impl StoneIndex for Indices {
    type Layout = Layout;

    #[inline(always)]
    fn place(layout: &Layout, cell: Cell) -> Place {
        layout.place(cell)
    }

    #[inline(always)]
    fn put(&mut self, place: Place, stone: u8) {
        Self::put(self, place, stone);
    }

    fn remove(&mut self, place: Place, stone: u8) {
        Self::remove(self, place, stone);
    }

    #[inline]
    fn load(&mut self, from: &Self, layout: &Layout) {
        Self::load(self, from, layout);
    }
}

impl PlaceWeights<CELLS> for TwelvePatterns {
    const AROUND: [i16; CELLS] = AROUND;

    #[inline(always)]
    fn local(&self, last: Place, mover: usize) -> [u32; CELLS] {
        let (around, tables) = (self.stones.now.around(last), &*self.tables);
        let first = &tables.local[mover % 2];
        around.map(|place| tables.local_rows.weight(first[place.near()], place.far()))
    }

    #[inline(always)]
    fn global(&self, place: Place, mover: usize) -> u64 {
        let (here, tables) = (self.stones.now.of(place), &*self.tables);
        u64::from(tables.global_rows.weight(tables.global[mover % 2][here.near()], here.far())) + 1
    }

    #[inline(always)]
    fn local_shift(&self) -> u32 {
        self.tables.local_shift
    }
}

impl SoftmaxPolicy for TwelvePatterns {
    fn begin(&mut self, view: &View) -> Place {
        self.stones.begin(&self.layout, view)
    }

    #[inline(always)]
    fn put(&mut self, place: Place, color: usize) {
        self.stones.now.put(place, color as u8 + 1);
    }

    #[inline(always)]
    fn sample(&self, empty: &[Place], mover: usize, last: Place, rng: &mut Rng) -> Place {
        self.sample_place(empty, mover, last, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::OFFSETS;
    use crate::policy::patterns::layout::NOWHERE;

    /// A weight that tells surroundings apart, some of them above the cap.
    fn weight(number: usize) -> f32 {
        (number as u32).wrapping_mul(2_654_435_769) as f32 / u32::MAX as f32 * 0.3 + 0.001
    }

    /// Weights of what lies around the cells of some random positions, of each second one by twelve cells.
    fn gammas(board: &Topology, rng: &mut Rng) -> TwelveGammas {
        let near = |code: NeighborCode, mover| weight(code.index() * 8 + mover as usize);
        let (mut global, mut local) = (Vec::new(), Vec::new());
        for _ in 0..30 {
            let stones: Vec<Option<Color>> = board.cells().map(|_| random_stone(rng)).collect();
            for cell in board.cells() {
                if rng.below(2) == 0 {
                    continue;
                }
                let code = TwelveCode::around(board, cell, |cell| stones[cell.index()]);
                let mover = Color::ALL[rng.below(2) as usize];
                let mut gamma = || weight(rng.below(1 << 20) as usize);
                global.push((code, mover, gamma()));
                local.push((code, mover, 9.0 * gamma()));
            }
        }
        TwelveGammas::new(near, global, local)
    }

    fn random_stone(rng: &mut Rng) -> Option<Color> {
        [None, None, Some(Color::Black), Some(Color::White)][rng.below(4) as usize]
    }

    /// Compares the weights of all empty places, and of those around the last one, with those of codes from scratch.
    fn check(
        policy: &TwelvePatterns,
        gammas: &TwelveGammas,
        board: &Topology,
        stones: &[Option<Color>],
        last: Cell,
        chances: PatternChances,
    ) {
        let code = |cell: Cell| TwelveCode::around(board, cell, |cell| stones[cell.index()]);
        let empty = || board.cells().filter(|cell| stones[cell.index()].is_none());
        let last_place = policy.layout.place(last);
        for mover in Color::ALL {
            let mut expected_local = [0; CELLS];
            for cell in empty() {
                let place = policy.layout.place(cell);
                let expected = global_parts(gammas.global(code(cell), mover), chances.cap);
                let found = policy.global(place, mover as usize);
                assert_eq!(found, u64::from(expected) + 1, "{}", board.name(cell));
                // Who has the last stone among its twelve cells: without it, its code is another one.
                let without =
                    TwelveCode::around(board, cell, |cell| stones[cell.index()].filter(|_| cell != last));
                if without != code(cell) {
                    let part = gammas.local(code(cell), mover) * chances.local / chances.cap;
                    let at = AROUND.iter().position(|&step| last_place.wrapping_add_signed(step) == place);
                    expected_local[at.unwrap()] = u32::from(local_parts(part, policy.local_shift()));
                }
            }
            let found = policy.local(last_place, mover as usize);
            assert_eq!(found, expected_local, "{}", board.name(last));
        }
    }

    const CHANCES: PatternChances = PatternChances { cap: 0.157, local: 1.5 };

    #[test]
    fn weights_are_those_of_codes_from_scratch_after_every_move_of_random_games() {
        let mut rng = Rng::new(5);
        for board in
            [Topology::rhombus(5), Topology::rhombus(11), Topology::hexagon(4), Topology::triangle(9)]
        {
            let gammas = gammas(&board, &mut rng);
            let mut policy = TwelvePatterns::new(&gammas, &board, CHANCES).unwrap();
            for _ in 0..20 {
                policy.stones.now = policy.layout.empty.clone();
                let mut stones = vec![None; board.len()];
                let mut open: Vec<Cell> = board.cells().collect();
                let mut color = Color::Black;
                while !open.is_empty() {
                    let cell = open.swap_remove(rng.below(open.len() as u32) as usize);
                    stones[cell.index()] = Some(color);
                    let place = policy.layout.place(cell);
                    SoftmaxPolicy::put(&mut policy, place, color as usize);
                    check(&policy, &gammas, &board, &stones, cell, CHANCES);
                    color = !color;
                }
            }
        }
    }

    #[test]
    fn weights_are_those_of_codes_from_scratch_when_stones_come_and_go() {
        let boards = [
            Topology::rhombus(1),
            Topology::rhombus(2),
            Topology::rhombus(11),
            Topology::rhombus(19),
            Topology::hexagon(2),
            Topology::hexagon(10),
            Topology::triangle(27),
        ];
        let mut rng = Rng::new(3);
        for board in boards {
            let gammas = gammas(&board, &mut rng);
            let mut policy = TwelvePatterns::new(&gammas, &board, CHANCES).unwrap();
            let mut stones = vec![None; board.len()];
            for number in 0..3 * board.len() {
                let cell = Cell::new(rng.below(board.len() as u32) as usize);
                let place = policy.layout.place(cell);
                match stones[cell.index()] {
                    None => {
                        let color = Color::ALL[rng.below(2) as usize];
                        stones[cell.index()] = Some(color);
                        SoftmaxPolicy::put(&mut policy, place, color as usize);
                        if number % 4 == 0 {
                            check(&policy, &gammas, &board, &stones, cell, CHANCES);
                        }
                    }
                    Some(color) if rng.below(4) == 0 => {
                        stones[cell.index()] = None;
                        policy.stones.now.remove(place, color as u8 + 1);
                    }
                    Some(_) => {}
                }
            }
            assert_eq!([0, 1].map(|mover| policy.local(NOWHERE, mover)), [[0; CELLS]; 2]);
        }
    }

    #[test]
    fn the_first_six_places_of_a_code_are_its_neighbors() {
        let board = Topology::rhombus(7);
        let center = Cell::new(24);
        for &cell in &board.around(center)[..OFFSETS.len()] {
            let code = TwelveCode::around(&board, center, |other| (other == cell).then_some(Color::Black));
            let near = NeighborCode::around(&board, center, |other| (other == cell).then_some(Color::Black));
            assert_eq!(code.near(), near);
        }
    }

    #[test]
    fn tables_are_made_once_for_all_playouts_of_a_kind() {
        let board = Topology::rhombus(5);
        let gammas = gammas(&board, &mut Rng::new(1));
        let new =
            |cap| TwelvePatterns::new(&gammas, &board, PatternChances { cap, local: 1.0 }).unwrap().tables;
        assert!(Arc::ptr_eq(&new(0.157), &new(0.157)));
        assert!(!Arc::ptr_eq(&new(0.157), &new(0.2)));
    }
}
