//! Which neighborhood are the same: turned, mirrored, with colors exchanged.
//!
//! A key is three rings of six slots, so a turn is a rotation of twelve bits in each.

use catena_core::rules::Methods;
use catena_core::{Color, Game};

use super::key::{Pattern, PatternKey, Reach, Slot};

/// The symmetries of the patterns of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternSymmetry {
    /// Hex: it matters where a player's sides are, so only a half turn keeps a pattern. White sees
    /// the board mirrored, White's sides where Black's are.
    HalfTurn,
    /// Havannah, Y and Renkula!: all turns and reflections. Around a pentagon there are five turns.
    All,
}

const RING_BITS: u32 = 12;
const RING: u64 = (1 << RING_BITS) - 1;
/// The lowest bit of each ring.
const EACH_RING: u64 = 1 | 1 << RING_BITS | 1 << (2 * RING_BITS);

impl PatternSymmetry {
    /// The symmetries of a game. \*Star has none: its middle is not planar, and patterns are not for it.
    #[must_use]
    pub const fn of(game: Game) -> Option<Self> {
        match game.facts() {
            facts if !facts.supports(Methods::PATTERNS) => None,
            facts if facts.has_owned_sides() => Some(Self::HalfTurn),
            _ => Some(Self::All),
        }
    }

    /// The pattern that a player sees.
    #[must_use]
    pub fn pattern(self, key: PatternKey, last: Option<Slot>, mover: Color, reach: Reach) -> Pattern {
        let (key, last) = self.seen_by(mover, key, last);
        let mut least = Pattern::pack(key, last, reach);
        self.each_image(key.within(reach), last, |key, last| {
            least = least.min(Pattern::pack(key, last, reach));
        });
        least
    }

    /// The neighborhood as a player sees them, himself as Black; its own inverse.
    pub(super) fn seen_by(
        self,
        mover: Color,
        key: PatternKey,
        last: Option<Slot>,
    ) -> (PatternKey, Option<Slot>) {
        match (mover, self) {
            (Color::Black, _) => (key, last),
            (Color::White, Self::HalfTurn) => {
                let (key, last) = mirrored(key, last, 6);
                (exchanged(key), last)
            }
            (Color::White, Self::All) => (exchanged(key), last),
        }
    }

    /// All symmetric forms, the given one first; some may be the same.
    pub(super) fn each_image(
        self,
        key: PatternKey,
        last: Option<Slot>,
        mut image: impl FnMut(PatternKey, Option<Slot>),
    ) {
        for number in 0..self.images(key) {
            let (key, last) = self.image(number, key, last);
            image(key, last);
        }
    }

    /// The number of symmetric forms of a key, the same ones counted again.
    const fn images(self, key: PatternKey) -> usize {
        match self {
            Self::HalfTurn => 2,
            Self::All => 2 * sides(key),
        }
    }

    /// The symmetric form with a number.
    #[inline]
    fn image(self, number: usize, key: PatternKey, last: Option<Slot>) -> (PatternKey, Option<Slot>) {
        match self {
            Self::HalfTurn => turned(key, last, 3 * number, 6),
            Self::All => {
                let sides = sides(key);
                let (key, last) =
                    if number.is_multiple_of(2) { (key, last) } else { mirrored(key, last, sides) };
                turned(key, last, number / 2, sides)
            }
        }
    }
}

/// Finds one form for all that are symmetric to each other: among those with the least neighbors,
/// which a table knows, the one that is least as a whole.
#[derive(Clone, Debug)]
pub(super) struct Forms {
    symmetry: PatternSymmetry,
    /// By neighbors, the numbers of the forms that make them least, a bit each.
    least: Box<[u16]>,
}

impl Forms {
    pub(super) fn new(symmetry: PatternSymmetry) -> Self {
        let of = |neighbors: u64| {
            let key = PatternKey(neighbors);
            let images = (0..symmetry.images(key)).map(|number| symmetry.image(number, key, None).0);
            let least = images.clone().min();
            let bits = images.enumerate().filter(|(_, image)| Some(*image) == least);
            bits.map(|(number, _)| 1 << number).sum()
        };
        Self { symmetry, least: (0..=RING).map(of).collect() }
    }

    /// The one form of a key within some reach.
    #[inline]
    pub(super) fn of(&self, key: PatternKey, last: Option<Slot>) -> (PatternKey, Option<Slot>) {
        let mut numbers = self.least[(key.0 & RING) as usize];
        let mut least = (PatternKey(u64::MAX), None);
        while numbers != 0 {
            least = least.min(self.symmetry.image(numbers.trailing_zeros() as usize, key, last));
            numbers &= numbers - 1;
        }
        least
    }
}

/// Number of rotations of a key around a cell with these neighbors.
const fn sides(key: PatternKey) -> usize {
    if is_pentagon(key) { 5 } else { 6 }
}

/// Returns true if exactly one neighbor is missing: borders of flat boards take two at least.
const fn is_pentagon(key: PatternKey) -> bool {
    let beyond = key.0 & key.0 >> 1 & 0b01_01_01_01_01_01;
    beyond == 1 << (2 * 5)
}

/// Black and White exchanged.
const fn exchanged(key: PatternKey) -> PatternKey {
    const LOW: u64 = 0x5555_5555_5555_5555;
    PatternKey((key.0 & LOW) << 1 | key.0 >> 1 & LOW)
}

/// Every slot moved on by this many of its ring.
fn turned(key: PatternKey, last: Option<Slot>, by: usize, sides: usize) -> (PatternKey, Option<Slot>) {
    if by == 0 {
        return (key, last);
    }
    // In all rings at once: the slots that stay before the end, those that go around it, and those
    // that a pentagon does not have.
    let before_end = ((1u64 << (2 * (sides - by))) - 1) * EACH_RING;
    let used = ((1u64 << (2 * sides)) - 1) * EACH_RING;
    let moved = (key.0 & before_end) << (2 * by) | (key.0 & used & !before_end) >> (2 * (sides - by));
    let turned = moved | key.0 & !used;
    let image = |slot: usize| 6 * (slot / 6) + (slot % 6 + by) % sides;
    (PatternKey(turned), last.map(|slot| image_of(slot, image)))
}

/// Neighbor d goes to 1 - d: in Hex that exchanges columns and rows.
fn mirrored(key: PatternKey, last: Option<Slot>, sides: usize) -> (PatternKey, Option<Slot>) {
    let image = |slot: usize| {
        let (ring, place) = (slot / 6, slot % 6);
        let start = if ring == 1 { sides } else { sides + 1 };
        if place >= sides { slot } else { 6 * ring + (start - place) % sides }
    };
    let stones = match sides {
        6 => mirrored_six(key),
        _ => PatternKey((0..Slot::COUNT).map(|slot| key.code(slot) << (2 * image(slot))).sum()),
    };
    (stones, last.map(|slot| image_of(slot, image)))
}

/// A slot moved to its image; anywhere stays anywhere.
fn image_of(slot: Slot, image: impl Fn(usize) -> usize) -> Slot {
    if slot == Slot::ANYWHERE { slot } else { Slot::new(image(slot.index())) }
}

/// The same in all rings at once, where no neighbor is missing: d goes to -d, then all but the cells a
/// bridge away turn on by one.
fn mirrored_six(key: PatternKey) -> PatternKey {
    let slots = |bits: u64| key.0 & (bits * EACH_RING);
    let stay = slots(0b11_00_00_11);
    let far = slots(0b11_00) << 8 | slots(0b11 << 10) >> 8;
    let near = slots(0b11_00_00) << 4 | slots(0b11 << 8) >> 4;
    let negated = PatternKey(stay | far | near);
    let bridges = RING << RING_BITS;
    PatternKey(negated.0 & bridges | turned(negated, None, 1, 6).0.0 & !bridges)
}
