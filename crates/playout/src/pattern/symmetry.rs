//! Which surroundings are the same: turned, mirrored, with colors exchanged.
//!
//! A key is three rings of six slots, so a turn is a rotation of twelve bits in each.

use catena_core::{Color, Game};

use super::key::{BEYOND, Key, Pattern, Reach, Slot};

/// The symmetries of the patterns of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternSymmetry {
    /// Hex: it matters where a player's sides are, so only a half turn keeps a pattern. White sees
    /// the board mirrored, his sides where Black's are.
    HalfTurn,
    /// Havannah, Y and Renkula!: all turns and reflections. Around a pentagon there are five turns.
    All,
}

const RING_BITS: u32 = 12;
const RING: u64 = (1 << RING_BITS) - 1;

impl PatternSymmetry {
    /// The symmetries of a game. \*Star has none: its middle is not planar, and patterns are not for it.
    #[must_use]
    pub const fn of(game: Game) -> Option<Self> {
        match game {
            Game::Hex => Some(Self::HalfTurn),
            Game::Havannah | Game::Y | Game::Renkula => Some(Self::All),
            Game::Star => None,
        }
    }

    /// The pattern that a player sees.
    #[must_use]
    pub fn pattern(self, key: Key, last: Option<Slot>, mover: Color, reach: Reach) -> Pattern {
        let (key, last) = self.seen_by(mover, key, last);
        let mut least = Pattern::pack(key, last, reach);
        self.each_image(key.within(reach), last, |key, last| {
            least = least.min(Pattern::pack(key, last, reach));
        });
        least
    }

    /// The surroundings as a player sees them, himself as Black; its own inverse.
    pub(super) fn seen_by(self, mover: Color, key: Key, last: Option<Slot>) -> (Key, Option<Slot>) {
        match (mover, self) {
            (Color::Black, _) => (key, last),
            (Color::White, Self::HalfTurn) => {
                let (key, last) = mirrored(key, last, 6);
                (exchanged(key), last)
            }
            (Color::White, Self::All) => (exchanged(key), last),
        }
    }

    /// The most keys that stand for one pattern, seen by either color.
    pub(super) const fn forms(self) -> usize {
        match self {
            Self::HalfTurn => 2 * 2,
            Self::All => 2 * 12,
        }
    }

    /// All symmetric forms, the given one first; some may be the same.
    pub(super) fn each_image(self, key: Key, last: Option<Slot>, mut image: impl FnMut(Key, Option<Slot>)) {
        match self {
            Self::HalfTurn => {
                image(key, last);
                let (key, last) = turned(key, last, 3, 6);
                image(key, last);
            }
            Self::All => {
                let sides = if is_pentagon(key) { 5 } else { 6 };
                let mirror = mirrored(key, last, sides);
                for turn in 0..sides {
                    for (key, last) in [(key, last), mirror] {
                        let (key, last) = turned(key, last, turn, sides);
                        image(key, last);
                    }
                }
            }
        }
    }
}

/// Whether one neighbor alone is missing: borders of flat boards take two at least.
fn is_pentagon(key: Key) -> bool {
    key.code(5) == BEYOND && (0..5).all(|slot| key.code(slot) != BEYOND)
}

/// Black and White exchanged.
const fn exchanged(key: Key) -> Key {
    const LOW: u64 = 0x5555_5555_5555_5555;
    Key((key.0 & LOW) << 1 | key.0 >> 1 & LOW)
}

/// Every slot moved on by so many of its ring.
fn turned(key: Key, last: Option<Slot>, by: usize, sides: usize) -> (Key, Option<Slot>) {
    if by == 0 {
        return (key, last);
    }
    let used = (1u64 << (2 * sides)) - 1;
    let mut turned = 0;
    for ring in 0..3 {
        let bits = key.0 >> (RING_BITS * ring) & RING;
        let part = bits & used;
        let moved = (part << (2 * by) | part >> (2 * (sides - by))) & used;
        turned |= (moved | bits & !used) << (RING_BITS * ring);
    }
    let last = last.map(|slot| {
        let (ring, place) = (slot.index() / 6, slot.index() % 6);
        Slot::new(6 * ring + (place + by) % sides)
    });
    (Key(turned), last)
}

/// Neighbor d goes to 1 - d: in Hex that exchanges columns and rows.
fn mirrored(key: Key, last: Option<Slot>, sides: usize) -> (Key, Option<Slot>) {
    let image = |slot: usize| {
        let (ring, place) = (slot / 6, slot % 6);
        let start = if ring == 1 { sides } else { sides + 1 };
        if place >= sides { slot } else { 6 * ring + (start - place) % sides }
    };
    let stones = (0..Slot::COUNT).map(|slot| key.code(slot) << (2 * image(slot)));
    (Key(stones.sum()), last.map(|slot| Slot::new(image(slot.index()))))
}
