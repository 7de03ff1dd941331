//! Moves by learned patterns (MoHex 2.0: Huang et al. 2013, section 4.6): the chance of a place is
//! proportional to its global weight γ, capped, plus the local weight that it has as a neighbor of the
//! opponent's last move.
//!
//! Nothing is kept up to date but the stones. A sample takes a place with all places weighing the cap,
//! and keeps it with the chance γ / cap; else it samples again. That is exact, and needs the weights of
//! the drawn places alone. [`TwelvePatterns`] does the same by larger surroundings.

mod gammas;
mod layout;
mod sample;
mod track;
mod twelve;

use catena_core::{Cell, Color, Topology};

use super::View;
use crate::Rng;
use crate::kernel::OFFSETS;
pub use gammas::{NeighborCode, NeighborGammas};
use layout::{DIRECTIONS, Indices, Layout, Place, TAKEN, opposite};
use sample::{PlaceWeights, global_parts, local_parts, local_shift};
use track::{StoneIndex, Tracked};
pub use twelve::{TwelveCode, TwelveGammas, TwelvePatterns};

/// A policy of [`softmax`](crate::kernel::softmax) playouts: it knows places by their codes and keeps nothing but
/// what it needs to weigh them.
pub trait SoftmaxPolicy {
    /// Takes up the start of a playout; the code of the opponent's last move, or one far from the board.
    fn begin(&mut self, view: &View) -> u16;

    /// Makes a move of a color, 0 for Black and 1 for White.
    fn put(&mut self, code: u16, color: usize);

    /// One of the empty places by its weight for the player to move.
    fn sample(&self, empty: &[u16], mover: usize, last: u16, rng: &mut Rng) -> u16;
}

/// Conversion of pattern weights to move probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PatternChances {
    /// Global weights above this count as this.
    pub cap: f32,
    /// Local weights are multiplied by this.
    pub local: f32,
}

impl PatternChances {
    /// The cap of the paper, found by its authors' tuner; local weights as they are.
    pub const PAPER: Self = Self { cap: 0.157, local: 1.0 };
}

/// Chances by global and local weights of six neighbors.
#[derive(Clone, Debug)]
pub struct Patterns {
    layout: Box<Layout>,
    stones: Tracked<Indices>,
    /// For each color to move, γ / cap in 65,536 parts, less one.
    global: Box<[[u16; EMPTY]; 2]>,
    /// For a neighbor in each direction of the last move γ / cap, in 65,536 parts shifted to the right,
    /// so that the largest fits; at the end 0 for all that is not empty.
    local: Box<[[u16; EMPTY + 1]; DIRECTIONS]>,
    local_shift: u32,
}

/// Indices of empty places.
const EMPTY: usize = TAKEN as usize;

impl Patterns {
    /// Playouts by some weights; `None` if the board is not flat.
    #[must_use]
    pub fn new(gammas: &NeighborGammas, topology: &Topology, chances: PatternChances) -> Option<Self> {
        let layout = Box::new(Layout::new(topology)?);
        let mut global = Box::new([[0; EMPTY]; 2]);
        for (index, code) in layout.codes() {
            let index = usize::from(index);
            for color in Color::ALL {
                global[super::index(color)][index] = global_parts(gammas.global(code, color), chances.cap);
            }
        }
        let local_part = |direction: usize, code: NeighborCode| {
            gammas.local(code, layout.slot(opposite(direction))) * chances.local / chances.cap
        };
        let each = || layout.codes().flat_map(|(index, code)| (0..DIRECTIONS).map(move |d| (index, code, d)));
        let largest = each().map(|(_, code, direction)| local_part(direction, code)).fold(0.0, f32::max);
        let local_shift = local_shift(largest);
        let mut local = Box::new([[0; EMPTY + 1]; DIRECTIONS]);
        for (index, code, direction) in each() {
            local[direction][usize::from(index)] = local_parts(local_part(direction, code), local_shift);
        }
        let stones = Tracked::new(layout.empty.clone());
        Some(Self { layout, stones, global, local, local_shift })
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

impl PlaceWeights<DIRECTIONS> for Patterns {
    const AROUND: [i16; DIRECTIONS] = OFFSETS;

    #[inline(always)]
    fn local(&self, last: Place, _: usize) -> [u32; DIRECTIONS] {
        let around = self.stones.now.around(last);
        std::array::from_fn(|direction| {
            let index = usize::from(around[direction]).min(EMPTY);
            u32::from(self.local[direction][index])
        })
    }

    #[inline(always)]
    fn global(&self, place: Place, mover: usize) -> u64 {
        u64::from(self.global[mover % 2][usize::from(self.stones.now.of(place)) % EMPTY]) + 1
    }

    #[inline(always)]
    fn local_shift(&self) -> u32 {
        self.local_shift
    }
}

impl SoftmaxPolicy for Patterns {
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
