//! Moves by learned patterns (MoHex 2.0: Huang et al. 2013, section 4.6): the chance of a place is
//! proportional to its global weight γ, capped, plus the local weight that it has as a neighbor of the
//! opponent's last move.
//!
//! Nothing is kept up to date but the stones. A sample takes a place with all places weighing the cap,
//! and keeps it with the chance γ / cap; else it samples again. That is exact, and needs the weights of
//! the drawn places alone.

mod gammas;
mod layout;

use catena_core::topology::MAX_CELLS;
use catena_core::{Cell, Color, Topology};

use super::View;
use crate::Rng;
use crate::kernel::OFFSETS;
pub use gammas::{NeighborCode, NeighborGammas};
use layout::{DIRECTIONS, Indices, Layout, NOWHERE, Place, TAKEN, opposite};

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
    /// Those of the playout under way.
    indices: Indices,
    /// Those of the start of the last playout, and its stones: the next start is much like it.
    start: Indices,
    start_stones: [u8; MAX_CELLS],
    /// For each color to move, γ / cap in 65,536 parts, less one.
    global: Box<[[u16; EMPTY]; 2]>,
    /// For a neighbor in each direction of the last move γ / cap, in 65,536 parts shifted to the right,
    /// so that the largest fits; at the end 0 for all that is not empty.
    local: Box<[[u16; EMPTY + 1]; DIRECTIONS]>,
    local_shift: u32,
}

/// Indices of empty places.
const EMPTY: usize = TAKEN as usize;

/// Bits of the chance to keep a drawn place.
const COIN: u32 = 16;

/// Stones that are compared at once.
const CHUNK: usize = 8;

/// After this many samples that were not kept, the chances are summed instead.
const PATIENCE: usize = 16;

impl Patterns {
    /// Playouts by some weights; `None` if the board is not flat.
    #[must_use]
    pub fn new(gammas: &NeighborGammas, topology: &Topology, chances: PatternChances) -> Option<Self> {
        let layout = Box::new(Layout::new(topology)?);
        let mut global = Box::new([[0; EMPTY]; 2]);
        for (index, code) in layout.codes() {
            let index = usize::from(index);
            for color in Color::ALL {
                let part = gammas.global(code, color) / chances.cap;
                let parts = (part * (1 << COIN) as f32).round().clamp(1.0, (1 << COIN) as f32);
                global[super::index(color)][index] = (parts as u32 - 1) as u16;
            }
        }
        let local_part = |direction: usize, code: NeighborCode| {
            gammas.local(code, layout.slot(opposite(direction))) * chances.local / chances.cap
        };
        let each = || layout.codes().flat_map(|(index, code)| (0..DIRECTIONS).map(move |d| (index, code, d)));
        let largest = each().map(|(_, code, direction)| local_part(direction, code)).fold(0.0, f32::max);
        let local_shift = ((largest * (1 << COIN) as f32) as u64 >> (COIN - 1)).checked_ilog2().unwrap_or(0);
        let unit = (1 << COIN) as f32 / (1u64 << local_shift) as f32;
        let mut local = Box::new([[0; EMPTY + 1]; DIRECTIONS]);
        for (index, code, direction) in each() {
            local[direction][usize::from(index)] = (local_part(direction, code) * unit).round() as u16;
        }
        Some(Self {
            indices: layout.empty.clone(),
            start: layout.empty.clone(),
            start_stones: [0; MAX_CELLS],
            layout,
            global,
            local,
            local_shift,
        })
    }

    /// Takes up the start of a playout; where the opponent's last move lies.
    pub(crate) fn begin(&mut self, view: &View) -> Place {
        let (before, now) = (self.start_stones.as_chunks::<CHUNK>(), view.stones().as_chunks::<CHUNK>());
        for (number, (before, now)) in before.0.iter().zip(now.0).enumerate() {
            if before == now {
                continue;
            }
            for (at, (&before, &now)) in before.iter().zip(now).enumerate() {
                let place = self.layout.place(Cell::new(number * CHUNK + at));
                if before != 0 && before != now {
                    self.start.remove(place, before);
                }
                if now != 0 && before != now {
                    self.start.put(place, now);
                }
            }
        }
        self.start_stones = *view.stones();
        self.indices.load(&self.start, &self.layout);
        view.last(!view.to_move()).map_or(NOWHERE, |cell| self.layout.place(cell))
    }

    /// Makes a move.
    #[inline(always)]
    pub(crate) fn put(&mut self, place: Place, color: usize) {
        self.indices.put(place, color as u8 + 1);
    }

    /// One of the empty places by its weight.
    #[inline(always)]
    pub(crate) fn sample(&self, empty: &[Place], mover: usize, last: Place, rng: &mut Rng) -> Place {
        let local = self.local(last);
        let near = u64::from(local.iter().sum::<u32>()) << self.local_shift;
        let everywhere = (empty.len() as u64) << COIN;
        for _ in 0..PATIENCE {
            let x = below(everywhere + near, rng);
            if x >= everywhere {
                return reply(last, &local, (x - everywhere) >> self.local_shift);
            }
            let place = empty[(x >> COIN) as usize];
            if x & ((1 << COIN) - 1) < self.global(place, mover) {
                return place;
            }
        }
        self.sample_by_sums(empty, mover, last, &local, rng)
    }

    /// The same without chance to be turned down.
    #[cold]
    fn sample_by_sums(
        &self,
        empty: &[Place],
        mover: usize,
        last: Place,
        local: &[u32; DIRECTIONS],
        rng: &mut Rng,
    ) -> Place {
        let near = u64::from(local.iter().sum::<u32>()) << self.local_shift;
        let everywhere: u64 = empty.iter().map(|&place| self.global(place, mover)).sum();
        let mut x = below(everywhere + near, rng);
        if x >= everywhere {
            return reply(last, local, (x - everywhere) >> self.local_shift);
        }
        for &place in empty {
            match x.checked_sub(self.global(place, mover)) {
                Some(rest) => x = rest,
                None => return place,
            }
        }
        unreachable!("x is below the sum of all weights")
    }

    /// The local weights of the six neighbors of the last move.
    #[inline(always)]
    fn local(&self, last: Place) -> [u32; DIRECTIONS] {
        let around = self.indices.around(last);
        std::array::from_fn(|direction| {
            let index = usize::from(around[direction]).min(EMPTY);
            u32::from(self.local[direction][index])
        })
    }

    /// The global weight of an empty place.
    #[inline(always)]
    fn global(&self, place: Place, mover: usize) -> u64 {
        u64::from(self.global[mover % 2][usize::from(self.indices.of(place)) % EMPTY]) + 1
    }
}

/// The neighbor of the last move that owns x of the local weights.
#[inline(always)]
fn reply(last: Place, local: &[u32; DIRECTIONS], x: u64) -> Place {
    let x = x as u32;
    let (mut sum, mut passed) = (0, 0);
    for &weight in &local[..DIRECTIONS - 1] {
        sum += weight;
        passed += usize::from(sum <= x);
    }
    last.wrapping_add_signed(OFFSETS[passed % DIRECTIONS])
}

/// A number below a bound.
#[inline(always)]
fn below(bound: u64, rng: &mut Rng) -> u64 {
    ((u128::from(rng.next_u64()) * u128::from(bound)) >> 64) as u64
}
