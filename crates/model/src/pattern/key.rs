//! The neighborhood of a cell in bits.

use catena_core::Color;

/// Number of cells around the middle of a pattern: those nearest to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// The neighbors.
    Six,
    /// Also the cells a bridge away.
    Twelve,
    /// Also the cells two steps straight on.
    Eighteen,
}

impl Reach {
    /// All of them, the smallest first.
    pub const ALL: [Self; 3] = [Self::Six, Self::Twelve, Self::Eighteen];

    /// The number of cells.
    #[inline]
    #[must_use]
    pub const fn cells(self) -> usize {
        match self {
            Self::Six => 6,
            Self::Twelve => 12,
            Self::Eighteen => 18,
        }
    }

    /// The reach with this number of cells.
    #[must_use]
    pub fn of_cells(cells: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|reach| reach.cells() == cells)
    }

    /// The bits of a key that it sees.
    #[inline]
    pub(super) const fn mask(self) -> u64 {
        (1 << (2 * self.cells())) - 1
    }
}

/// A place of the neighborhood: 0 to 5 the neighbors in circular order, 6 + d the cell a bridge away
/// between the neighbors d and d + 1, 12 + d the cell straight on behind neighbor d.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u8);

impl Slot {
    /// Number of slots.
    pub const COUNT: usize = 18;

    /// In the place of a last move's slot: any cell of the pattern, nobody asks which.
    pub const ANYWHERE: Self = Self(Self::COUNT as u8);

    /// The slot with this number.
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// Its number.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Contents of a slot of a pattern, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// An empty cell.
    Empty,
    /// A stone of the player to move; in Hex also what lies beyond the sides of that color.
    Own,
    /// A stone of the opponent; in Hex also what lies beyond the sides of that color.
    Foreign,
    /// No cell: beyond the border, in Hex beyond two sides at once, on the sphere behind a pentagon.
    Beyond,
}

/// The stones around a cell: two bits a slot, 0 empty, 1 Black, 2 White, 3 no cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PatternKey(pub(super) u64);

pub(super) const BEYOND: u64 = 3;

pub(super) const fn code(color: Color) -> u64 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}

impl PatternKey {
    #[inline]
    pub(super) const fn code(self, slot: usize) -> u64 {
        self.0 >> (2 * slot) & 3
    }

    /// The part that a pattern of this reach sees.
    #[inline]
    #[must_use]
    pub const fn within(self, reach: Reach) -> Self {
        Self(self.0 & reach.mask())
    }
}

/// A pattern from the view of the player to move, in the least of its symmetric forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern(u64);

const LAST_SHIFT: u32 = 36;
const REACH_SHIFT: u32 = 41;

impl Pattern {
    /// Packs what is in the least form already.
    pub(super) fn pack(key: PatternKey, last: Option<Slot>, reach: Reach) -> Self {
        let last = last.map_or(0, |slot| slot.index() as u64 + 1);
        Self(key.within(reach).0 | last << LAST_SHIFT | (reach as u64) << REACH_SHIFT)
    }

    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The pattern of some bits, if they are one.
    pub(super) fn from_bits(bits: u64) -> Option<Self> {
        let reach = *Reach::ALL.get((bits >> REACH_SHIFT) as usize)?;
        let last = (bits >> LAST_SHIFT & 31) as usize;
        let stones = bits & ((1 << LAST_SHIFT) - 1);
        let knows_last = last <= reach.cells() || last == Slot::ANYWHERE.index() + 1;
        (knows_last && stones & !reach.mask() == 0).then_some(Self(bits))
    }

    /// Its size.
    #[must_use]
    pub const fn reach(self) -> Reach {
        Reach::ALL[(self.0 >> REACH_SHIFT) as usize]
    }

    /// Where the opponent's last stone lies, perhaps [`Slot::ANYWHERE`]; `None` if the pattern is global.
    #[must_use]
    pub const fn last(self) -> Option<Slot> {
        match self.0 >> LAST_SHIFT & 31 {
            0 => None,
            slot => Some(Slot(slot as u8 - 1)),
        }
    }

    /// The stones, 1 for the player to move.
    pub(super) const fn key(self) -> PatternKey {
        PatternKey(self.0 & ((1 << LAST_SHIFT) - 1))
    }

    /// Contents of a slot within its reach.
    #[must_use]
    pub const fn spot(self, slot: Slot) -> Spot {
        match self.key().code(slot.index()) {
            0 => Spot::Empty,
            1 => Spot::Own,
            2 => Spot::Foreign,
            _ => Spot::Beyond,
        }
    }
}
