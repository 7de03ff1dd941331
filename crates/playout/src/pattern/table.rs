//! From keys to weights.
//!
//! Every symmetric form of every pattern, as either color sees it, has its own entry, so that a key
//! is looked up as it is: one probe of a hash table gives the patterns of both colors, and cells
//! whose larger surroundings are unknown fall back on their six neighbors.

use std::iter::once;

use catena_core::{ByColor, Color};

use super::key::{Key, Pattern, Reach, Slot};
use super::symmetry::PatternSymmetry;
use super::weights::{Combination, Prune, Weights};

/// A learned pattern as a dense index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PatternIndex(u32);

impl PatternIndex {
    /// Nothing is known; its weight is 1.
    pub const UNKNOWN: Self = Self(0);

    /// The index of tables over [`PatternTable::len`] patterns.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Looks up the weights of a game.
#[derive(Clone, Debug)]
pub struct PatternTable {
    symmetry: PatternSymmetry,
    combination: Combination,
    reach: Reach,
    global: Lookup,
    local: Lookup,
    patterns: Box<[Option<Pattern>]>,
    gammas: Box<[f32]>,
    prune: Box<[Prune]>,
}

impl PatternTable {
    /// The table of some weights; `None` if the game has no patterns.
    #[must_use]
    pub fn new(weights: &Weights) -> Option<Self> {
        let symmetry = PatternSymmetry::of(weights.game())?;
        let learned = weights.patterns();
        let of = |last: bool| {
            let numbered = learned.iter().zip(1..).filter(move |(l, _)| l.pattern.last().is_some() == last);
            Lookup::new(symmetry, numbered.map(|(l, index)| (l.pattern, PatternIndex(index))).collect())
        };
        Some(Self {
            symmetry,
            combination: weights.combination(),
            reach: learned.iter().map(|l| l.pattern.reach()).max().unwrap_or(Reach::Six),
            global: of(false),
            local: of(true),
            patterns: once(None).chain(learned.iter().map(|l| Some(l.pattern))).collect(),
            gammas: once(1.0).chain(learned.iter().map(|l| l.gamma)).collect(),
            prune: once(Prune::Keep).chain(learned.iter().map(|l| l.prune)).collect(),
        })
    }

    /// Patterns, the unknown one included.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "the unknown pattern is always there")]
    pub fn len(&self) -> usize {
        self.gammas.len()
    }

    /// The largest reach of its patterns: keys need not go further.
    #[must_use]
    pub const fn reach(&self) -> Reach {
        self.reach
    }

    /// The symmetries of its patterns.
    #[must_use]
    pub const fn symmetry(&self) -> PatternSymmetry {
        self.symmetry
    }

    /// The global patterns of a key, for each color to move.
    #[inline]
    #[must_use]
    pub fn global(&self, key: Key) -> ByColor<PatternIndex> {
        self.global.find(key, None)
    }

    /// The local pattern of a key for the player to move, given where the opponent's last stone lies;
    /// `None` if that is beyond the reach.
    #[inline]
    #[must_use]
    pub fn local(&self, key: Key, last: Slot, mover: Color) -> Option<PatternIndex> {
        (last.index() < self.reach.cells()).then(|| self.local.find(key, Some(last))[mover])
    }

    /// The global patterns of six neighbors, whatever lies around these.
    pub(super) fn of_six(&self, key: Key) -> [PatternIndex; 2] {
        self.global.six[small(key.within(Reach::Six).0)]
    }

    /// All keys of twelve cells with a known global pattern, and the patterns of both colors.
    pub(super) fn each_of_twelve(&self, mut visit: impl FnMut(Key, [PatternIndex; 2])) {
        if let [Some(hash), _] = &self.global.larger {
            hash.each(|key, pair| visit(Key(key), pair));
        }
    }

    /// A pattern; `None` for the unknown one.
    #[must_use]
    pub fn pattern(&self, index: PatternIndex) -> Option<Pattern> {
        self.patterns[index.index()]
    }

    /// The weight γ of a pattern.
    #[inline]
    #[must_use]
    pub fn gamma(&self, index: PatternIndex) -> f32 {
        self.gammas[index.index()]
    }

    /// Whether a move in the pattern can be left out.
    #[inline]
    #[must_use]
    pub fn prune(&self, index: PatternIndex) -> Prune {
        self.prune[index.index()]
    }

    /// How global and local weights are combined.
    #[must_use]
    pub const fn combination(&self) -> Combination {
        self.combination
    }

    /// The strength of a move with these patterns.
    #[inline]
    #[must_use]
    pub fn strength(&self, global: PatternIndex, local: Option<PatternIndex>) -> f32 {
        let global = self.gamma(global);
        match (local, self.combination) {
            (None, _) => global,
            (Some(local), Combination::Sum) => global + self.gamma(local),
            (Some(local), Combination::Product) => global * self.gamma(local),
        }
    }
}

/// The two indices of an entry, by color.
type Pair = [PatternIndex; 2];

#[derive(Clone, Debug)]
struct Lookup {
    /// By the bits of six neighbors and the last stone.
    six: Box<[Pair]>,
    /// The larger patterns, if there are any, the largest last.
    larger: [Option<Hash>; 2],
}

/// Places of the last stone among six neighbors, or none.
const LASTS: usize = 7;

impl Lookup {
    fn new(symmetry: PatternSymmetry, patterns: Vec<(Pattern, PatternIndex)>) -> Self {
        let mut lookup = Self { six: vec![Pair::default(); LASTS << 12].into(), larger: [None, None] };
        for reach in Reach::ALL {
            let these: Vec<_> = patterns.iter().filter(|(pattern, _)| pattern.reach() == reach).collect();
            if these.is_empty() {
                continue;
            }
            let mut hash = Hash::new(these.len() * symmetry.forms());
            for &&(pattern, index) in &these {
                symmetry.each_image(pattern.key(), pattern.last(), |key, last| {
                    for color in Color::ALL {
                        let (key, last) = symmetry.seen_by(color, key, last);
                        let key = key.within(reach);
                        // The other color's pattern of this key may be known only by a smaller one.
                        let smaller = || {
                            let found = lookup.find(key, last);
                            [found.black, found.white]
                        };
                        hash.entry(packed(key, last), smaller)[color as usize] = index;
                    }
                });
            }
            match reach {
                Reach::Six => hash.each(|key, pair| lookup.six[small(key)] = pair),
                Reach::Twelve => lookup.larger[0] = Some(hash),
                Reach::Eighteen => lookup.larger[1] = Some(hash),
            }
        }
        lookup
    }

    #[inline]
    fn find(&self, key: Key, last: Option<Slot>) -> ByColor<PatternIndex> {
        for (hash, reach) in self.larger.iter().zip([Reach::Twelve, Reach::Eighteen]).rev() {
            if let Some(hash) = hash
                && last.is_none_or(|last| last.index() < reach.cells())
                && let Some([black, white]) = hash.find(packed(key.within(reach), last))
            {
                return ByColor { black, white };
            }
        }
        if last.is_some_and(|last| last.index() >= Reach::Six.cells()) {
            return ByColor::default();
        }
        let [black, white] = self.six[small(packed(key.within(Reach::Six), last))];
        ByColor { black, white }
    }
}

/// A key with the place of the last stone.
#[inline]
fn packed(key: Key, last: Option<Slot>) -> u64 {
    key.0 | last.map_or(0, |slot| slot.index() as u64 + 1) << 36
}

/// The index of six neighbors and the last stone.
#[inline]
const fn small(packed: u64) -> usize {
    (packed & 0xfff | packed >> 36 << 12) as usize
}

/// Open addressing; an entry is 16 bytes, so that a probe is one line of the cache.
#[derive(Clone, Debug)]
struct Hash {
    entries: Box<[(u64, Pair)]>,
    shift: u32,
}

/// No key has all bits set.
const FREE: u64 = u64::MAX;

impl Hash {
    /// Room for so many keys.
    fn new(keys: usize) -> Self {
        let capacity = (keys * 3 / 2).next_power_of_two().max(2);
        Self {
            entries: vec![(FREE, Pair::default()); capacity].into(),
            shift: 64 - capacity.trailing_zeros(),
        }
    }

    #[inline]
    const fn start(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    #[inline]
    fn find(&self, key: u64) -> Option<Pair> {
        let mut at = self.start(key);
        loop {
            let (found, pair) = self.entries[at];
            if found == key {
                return Some(pair);
            }
            if found == FREE {
                return None;
            }
            at = (at + 1) & (self.entries.len() - 1);
        }
    }

    fn entry(&mut self, key: u64, value: impl FnOnce() -> Pair) -> &mut Pair {
        let mut at = self.start(key);
        while self.entries[at].0 != key {
            if self.entries[at].0 == FREE {
                self.entries[at] = (key, value());
                break;
            }
            at = (at + 1) & (self.entries.len() - 1);
        }
        &mut self.entries[at].1
    }

    fn each(&self, mut entry: impl FnMut(u64, Pair)) {
        self.entries.iter().filter(|(key, _)| *key != FREE).for_each(|&(key, pair)| entry(key, pair));
    }
}
