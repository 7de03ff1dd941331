//! Moves by learned patterns of twelve cells, as in MoHex 2.0: the neighbors and the cells a bridge away. A local
//! weight goes to each of the twelve places around the opponent's last move.
//!
//! Sampled as those of six cells are. The weights of twelve places are looked up for each move, without a branch.

mod gammas;
mod indices;
mod rows;

use std::sync::Arc;

use catena_core::{Cell, Color, Topology};

use super::PatternChances;
use super::SoftmaxPolicy;
use super::layout::Place;
use super::sample::{PlaceWeights, global_parts, local_parts, local_shift};
use super::track::{StoneIndex, Tracked};
use crate::Rng;
use crate::policy::View;
use gammas::CELLS;
pub use gammas::{TwelveCode, TwelveGammas};
use indices::{AROUND, Indices, Layout, SEEN_FROM};
use rows::{First, Known, Rows, no_first};

/// Chances by global and local weights of twelve cells.
#[derive(Clone, Debug)]
pub struct TwelvePatterns {
    layout: Box<Layout>,
    stones: Tracked<Indices>,
    tables: Arc<Tables>,
}

/// Weights by surroundings.
#[derive(Debug)]
pub(super) struct Tables {
    /// For each color to move, γ / cap in 65,536 parts, less one.
    global: [First; 2],
    global_rows: [Rows; 2],
    /// For each place around the last move γ / cap, in 65,536 parts shifted to the right, so that the largest fits;
    /// at the end 0 for all that is not empty.
    local: [First; CELLS],
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
        let [(black, black_rows), (white, white_rows)] =
            Color::ALL.map(|mover| global_tables(gammas, layout, mover, chances));
        let (local, local_rows, local_shift) = local_tables(gammas, layout, chances);
        let (global, global_rows) = ([black, white], [black_rows, white_rows]);
        Self { global, global_rows, local, local_rows, local_shift }
    }
}

/// The global weights of a player.
fn global_tables(
    gammas: &TwelveGammas,
    layout: &Layout,
    mover: Color,
    chances: PatternChances,
) -> (First, Rows) {
    let mut first = no_first();
    for (near, code) in layout.neighbor_codes() {
        first[usize::from(near)] = u32::from(global_parts(gammas.near().global(code, mover), chances.cap));
    }
    let known: Vec<Known> = gammas
        .all_global(mover)
        .map(|(code, gamma)| (layout.near(code), layout.far(code), global_parts(gamma, chances.cap)))
        // Above the cap all are the same: most need no entry of their own.
        .filter(|&(near, _, parts)| first[usize::from(near)] != u32::from(parts))
        .collect();
    let mut tables = [first];
    let rows = Rows::new(&mut tables, &[known]);
    let [first] = tables;
    (first, rows)
}

/// The local weights of all places around the last move, and by how many bits they are shifted.
fn local_tables(
    gammas: &TwelveGammas,
    layout: &Layout,
    chances: PatternChances,
) -> ([First; CELLS], Rows, u32) {
    let part = |gamma: f32| gamma * chances.local / chances.cap;
    let slots = SEEN_FROM.map(|seen_from| layout.slot(seen_from));
    let of_near = |slot: usize, code| {
        let last = (slot >= super::DIRECTIONS || code_has_stone(code, slot)).then_some(Color::Black);
        part(gammas.local_of_near(code, slot, last))
    };
    let near = slots.iter().flat_map(|&slot| layout.neighbor_codes().map(move |(_, code)| (slot, code)));
    let known = slots.iter().flat_map(|&slot| gammas.all_local(slot));
    let largest = near.map(|(slot, code)| of_near(slot, code)).fold(0.0, f32::max);
    let shift = local_shift(known.map(|(_, gamma)| part(gamma)).fold(largest, f32::max));
    let mut tables = slots.map(|slot| {
        let mut first = no_first();
        for (near, code) in layout.neighbor_codes() {
            first[usize::from(near)] = u32::from(local_parts(of_near(slot, code), shift));
        }
        first
    });
    let known = slots.map(|slot| -> Vec<Known> {
        let parts = |gamma: f32| local_parts(part(gamma), shift);
        gammas
            .all_local(slot)
            .map(|(code, gamma)| (layout.near(code), layout.far(code), parts(gamma)))
            .collect()
    });
    let rows = Rows::new(&mut tables, &known);
    (tables, rows, shift)
}

/// Returns true if a neighbor is a stone.
fn code_has_stone(code: super::NeighborCode, slot: usize) -> bool {
    code.stone(slot).is_some()
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
    fn local(&self, last: Place) -> [u32; CELLS] {
        let (around, tables) = (self.stones.now.around(last), &*self.tables);
        std::array::from_fn(|at| {
            let first = tables.local[at][around[at].near()];
            tables.local_rows.weight(first, around[at].far())
        })
    }

    #[inline(always)]
    fn global(&self, place: Place, mover: usize) -> u64 {
        let (here, mover) = (self.stones.now.of(place), mover % 2);
        let tables = &*self.tables;
        u64::from(tables.global_rows[mover].weight(tables.global[mover][here.near()], here.far())) + 1
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
    use super::super::{NeighborCode, NeighborGammas};
    use super::*;
    use crate::kernel::OFFSETS;

    /// A weight that tells surroundings apart, some of them above the cap.
    fn weight(number: usize) -> f32 {
        (number as u32).wrapping_mul(2_654_435_769) as f32 / u32::MAX as f32 * 0.3 + 0.001
    }

    /// Weights of what lies around the cells of some random positions, of each second one by twelve cells.
    fn gammas(board: &Topology, rng: &mut Rng) -> TwelveGammas {
        let near = NeighborGammas::new(
            |code, mover| weight(code.index() * 8 + mover as usize),
            |code, direction, _| weight(code.index() * 8 + 2 + direction) * 3.0,
        );
        let (mut global, mut local) = (Vec::new(), Vec::new());
        for _ in 0..30 {
            let stones: Vec<Option<Color>> = board.cells().map(|_| random_stone(rng)).collect();
            for cell in board.cells() {
                let (skipped, mover, slot) =
                    (rng.below(2) == 0, rng.below(2), rng.below(CELLS as u32) as usize);
                if skipped {
                    continue;
                }
                let code = TwelveCode::around(board, cell, |cell| stones[cell.index()]);
                let mut gamma = || weight(rng.below(1 << 20) as usize);
                global.push((code, Color::ALL[mover as usize], gamma()));
                local.extend(code.stone(slot).map(|_| (code, slot, 9.0 * gamma())));
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
        let shift = policy.local_shift();
        let mut expected_local = 0;
        for cell in board.cells().filter(|cell| stones[cell.index()].is_none()) {
            let place = policy.layout.place(cell);
            for mover in Color::ALL {
                let expected = global_parts(gammas.global(code(cell), mover), chances.cap);
                assert_eq!(
                    policy.global(place, mover as usize),
                    u64::from(expected) + 1,
                    "{}",
                    board.name(cell)
                );
            }
            // The slot from which the cell sees the last stone: the one whose content a stone there changes.
            let without =
                TwelveCode::around(board, cell, |cell| stones[cell.index()].filter(|_| cell != last));
            let slot = (0..CELLS).find(|&slot| without.stone(slot) != code(cell).stone(slot));
            let Some(slot) = slot else { continue };
            let part = gammas.local(code(cell), slot) * chances.local / chances.cap;
            let at = AROUND
                .iter()
                .position(|&step| policy.layout.place(last).wrapping_add_signed(step) == place)
                .unwrap();
            let local = policy.local(policy.layout.place(last))[at];
            assert_eq!(
                local,
                u32::from(local_parts(part, shift)),
                "{} {}",
                board.name(last),
                board.name(cell)
            );
            expected_local += local;
        }
        let local: u32 = policy.local(policy.layout.place(last)).iter().sum();
        assert_eq!(local, expected_local, "places that are not empty weigh nothing");
    }

    #[test]
    fn weights_kept_up_to_date_are_those_of_codes_from_scratch() {
        let boards = [
            Topology::rhombus(1),
            Topology::rhombus(2),
            Topology::rhombus(11),
            Topology::rhombus(19),
            Topology::hexagon(2),
            Topology::hexagon(10),
            Topology::triangle(27),
        ];
        let chances = PatternChances { cap: 0.157, local: 1.5 };
        let mut rng = Rng::new(3);
        for board in boards {
            let gammas = gammas(&board, &mut rng);
            let mut policy = TwelvePatterns::new(&gammas, &board, chances).unwrap();
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
                            check(&policy, &gammas, &board, &stones, cell, chances);
                        }
                    }
                    Some(color) if rng.below(4) == 0 => {
                        stones[cell.index()] = None;
                        policy.stones.now.remove(place, color as u8 + 1);
                    }
                    Some(_) => {}
                }
            }
            assert!(policy.local(super::super::layout::NOWHERE).iter().all(|&weight| weight == 0));
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
