//! Stones and groups as the kernels hold them: small numbers in arrays of a power of two.

use super::tables::{CODES, Tables};

/// Room for the empty places of a board.
pub(super) const PLACES: usize = 512;
const MASK: usize = CODES - 1;

/// Stones, groups and empty places. Links and notes of empty places mean nothing.
#[derive(Clone, Debug)]
pub(crate) struct Compact {
    /// Flat boards: the stones of each color, a word per row.
    pub rows: [[u32; 32]; 2],
    /// The parent of each stone in the forest of groups; roots are their own parents. On the
    /// sphere doubled, plus 1 if the parent lies on the other side of the group's covering.
    pub links: [u16; CODES],
    /// At the root of a group what it touches; on boards without rows the stone, color + 1.
    pub notes: [u16; CODES],
    /// The places: those played in their order, then the empty ones.
    pub order: [u16; PLACES],
    /// Entries of `order` in use.
    pub places: usize,
}

impl Compact {
    pub fn new() -> Self {
        Self { rows: [[0; 32]; 2], links: [0; CODES], notes: [0; CODES], order: [0; PLACES], places: 0 }
    }

    /// Takes over another state of the same board.
    #[inline]
    pub fn load(&mut self, from: &Self, tables: &Tables) {
        self.rows = from.rows;
        self.links[..tables.used].copy_from_slice(&from.links[..tables.used]);
        self.notes[..tables.used].copy_from_slice(&from.notes[..tables.used]);
        self.order[..from.places].copy_from_slice(&from.order[..from.places]);
        self.places = from.places;
    }

    /// The root of a stone's group; halves the path on the way.
    #[inline(always)]
    pub fn find(&mut self, code: usize) -> usize {
        let mut at = code;
        let mut up = usize::from(self.links[at & MASK]);
        loop {
            let top = usize::from(self.links[up & MASK]);
            if top == up {
                return up & MASK;
            }
            self.links[at & MASK] = top as u16;
            at = up;
            up = top;
        }
    }

    /// Notes the move with this number, counted from 0.
    #[inline]
    pub fn set_played(&mut self, ply: usize, code: u16) {
        self.order[ply % PLACES] = code;
    }
}
