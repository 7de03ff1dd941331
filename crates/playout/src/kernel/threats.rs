//! The places that win at once, kept up move by move: what decisive moves are chosen from.
//!
//! A place that wins goes on winning until it is taken, and new ones of a color arise only when it
//! places a stone: beside the stone, beside the groups that the stone joins, and at the sixth cell
//! around a stone with five own neighbors. Of groups that are joined the largest need not be
//! looked at for rings: a ring passes from one former group to another, and so beside the smaller.
//! Therefore the stones of each group are kept as a list.

use super::Moves;
use super::compact::{Compact, PLACES};
use super::tables::{CODES, OFF, STRIDE, Tables};

/// Places that win at once, by color, and the groups as lists of stones.
#[derive(Clone, Debug)]
pub(crate) struct Threats {
    /// The next stone of the same group, around in a circle.
    pub next: [u16; CODES],
    /// At the root of a group the number of its stones.
    pub size: [u16; CODES],
    /// By color, no group has more stones than this.
    pub largest: [u16; 2],
    /// Flat boards: the empty places, a word per row.
    pub empty: [u32; 32],
    /// By color the places that win at once, in `count` first entries.
    places: [[u16; PLACES]; 2],
    count: [usize; 2],
}

impl Threats {
    pub const fn new() -> Self {
        Self {
            next: [0; CODES],
            size: [0; CODES],
            largest: [0; 2],
            empty: [0; 32],
            places: [[0; PLACES]; 2],
            count: [0; 2],
        }
    }

    /// Takes over the threats of another state of the same board.
    #[inline]
    pub fn load(&mut self, from: &Self, tables: &Tables) {
        self.next[..tables.used].copy_from_slice(&from.next[..tables.used]);
        self.size[..tables.used].copy_from_slice(&from.size[..tables.used]);
        self.largest = from.largest;
        self.empty = from.empty;
        self.count = from.count;
        for color in 0..2 {
            let count = from.count[color].min(PLACES);
            self.places[color][..count].copy_from_slice(&from.places[color][..count]);
        }
    }

    /// Works everything out from the board.
    pub fn set<M: Moves>(&mut self, tables: &Tables, board: &mut Compact) {
        self.next = std::array::from_fn(|code| code as u16);
        self.size = [0; CODES];
        self.empty = [0; 32];
        self.count = [0; 2];
        let mut taken = [true; CODES];
        for &code in &board.order[..board.places] {
            taken[usize::from(code)] = false;
            self.empty[usize::from(code) / STRIDE] |= 1 << (usize::from(code) % STRIDE);
        }
        taken[OFF] = false;
        for code in tables.codes.map(usize::from) {
            // Two cells of a sphere have one code.
            if std::mem::take(&mut taken[code]) {
                let root = M::root(board, code);
                self.size[root] += 1;
                self.join(root, code);
            }
        }
        self.largest = [self.size.iter().copied().max().unwrap_or(0); 2];
        for place in 0..board.places {
            let code = usize::from(board.order[place]);
            for color in 0..2 {
                if M::would_win(tables, board, code, color) {
                    self.add(code, color);
                }
            }
        }
    }

    /// The decisive place for the player to move: one that wins or one where the opponent would.
    #[inline(always)]
    pub fn decisive(&self, color: usize) -> Option<u16> {
        let (own, other) = (color % 2, (color + 1) % 2);
        if self.count[own] + self.count[other] == 0 {
            return None;
        }
        let whose = if self.count[own] > 0 { own } else { other };
        Some(self.places[whose][(self.count[whose] - 1) % PLACES])
    }

    /// The places that win at once for a color.
    pub fn of(&self, color: usize) -> &[u16] {
        &self.places[color][..self.count[color]]
    }

    /// Notes a place that wins at once.
    pub fn add(&mut self, code: usize, color: usize) {
        if !self.of(color).contains(&(code as u16)) {
            self.places[color][self.count[color] % PLACES] = code as u16;
            self.count[color] += 1;
        }
    }

    /// Forgets a place that is taken.
    #[inline(always)]
    pub fn take(&mut self, code: usize) {
        self.empty[code / STRIDE % 32] &= !(1 << (code % STRIDE));
        if self.count[0] + self.count[1] > 0 {
            self.remove(code);
        }
    }

    fn remove(&mut self, code: usize) {
        for color in 0..2 {
            if let Some(at) = self.of(color).iter().position(|&place| usize::from(place) == code) {
                self.count[color] -= 1;
                self.places[color][at] = self.places[color][self.count[color]];
            }
        }
    }

    /// Joins the lists of two groups, each named by any of its stones; of one list makes two.
    #[inline(always)]
    pub fn join(&mut self, one: usize, other: usize) {
        if one != other {
            self.next.swap(one % CODES, other % CODES);
        }
    }
}
