//! Weights of global patterns alone, small enough for playouts.

use catena_core::ByColor;

use super::key::{Key, Reach};
use super::table::{PatternIndex, PatternTable};

/// The weights of both colors by one probe of eight bytes, to about half a percent. Patterns of 18
/// cells are passed over: their keys do not fit.
#[derive(Clone, Debug)]
pub struct GammaTable {
    six: Box<[Pair]>,
    /// Keys of twelve cells whose weights are not those of their six neighbors.
    twelve: Box<[(u32, Pair)]>,
    shift: u32,
}

/// The upper halves of two single-precision numbers.
type Pair = [u16; 2];

/// No key of twelve cells has this many bits.
const FREE: u32 = u32::MAX;

impl GammaTable {
    /// The table of some weights after a change, such as a cap: what it makes equal takes no room.
    #[must_use]
    pub fn new(table: &PatternTable, change: impl Fn(f32) -> f32) -> Self {
        let pair = |indices: [PatternIndex; 2]| indices.map(|index| half(change(table.gamma(index))));
        let six: Box<[Pair]> = (0..=Reach::Six.mask()).map(|bits| pair(table.of_six(Key(bits)))).collect();
        let of_six = |key: Key| six[key.within(Reach::Six).0 as usize];
        let mut differ: Vec<(u32, Pair)> = Vec::new();
        table.each_of_twelve(|key, indices| {
            let pair = pair(indices);
            if pair != of_six(key) {
                differ.push((key.0 as u32, pair));
            }
        });
        let capacity = (differ.len() * 3 / 2).next_power_of_two().max(2);
        let mut gammas = Self {
            six,
            twelve: vec![(FREE, [0; 2]); capacity].into(),
            shift: 64 - capacity.trailing_zeros(),
        };
        for entry in differ {
            let at = gammas.place(entry.0);
            gammas.twelve[at] = entry;
        }
        gammas
    }

    /// The weights of a key for each color to move.
    #[inline]
    #[must_use]
    pub fn of(&self, key: Key) -> ByColor<f32> {
        let bits = key.within(Reach::Twelve).0 as u32;
        let (found, pair) = self.twelve[self.place(bits)];
        let [black, white] = if found == bits { pair } else { self.six[key.within(Reach::Six).0 as usize] };
        ByColor { black: whole(black), white: whole(white) }
    }

    /// Where a key is, or the free entry where it would be.
    #[inline]
    fn place(&self, bits: u32) -> usize {
        let mut at = (u64::from(bits).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize;
        while self.twelve[at].0 != bits && self.twelve[at].0 != FREE {
            at = (at + 1) & (self.twelve.len() - 1);
        }
        at
    }
}

/// The upper half of a number, rounded.
const fn half(number: f32) -> u16 {
    ((number.to_bits() + 0x8000) >> 16) as u16
}

#[inline]
const fn whole(half: u16) -> f32 {
    f32::from_bits((half as u32) << 16)
}
