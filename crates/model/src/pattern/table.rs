//! From keys to weights.
//!
//! A key is brought into the one form that stands for all that are symmetric to it, so that a pattern
//! is one entry of a hash table, which is built in a millisecond and stays in the cache. Cells whose
//! larger neighborhood are unknown fall back on their six neighbors, which have a table of all forms.

use std::iter::once;

use catena_core::Color;
use catena_playout::policy::{NeighborCode, NeighborGammas, TwelveCode, TwelveGammas};

use super::key::{Pattern, PatternKey, Reach, Slot};
use super::symmetry::{Forms, PatternSymmetry};
use super::weights::{Combination, LastMove, PatternWeights, Prune};

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

/// Weights as playouts read them.
#[derive(Clone, Debug)]
pub enum PlayoutGammas {
    /// By six neighbors.
    Six(NeighborGammas),
    /// By twelve cells.
    Twelve(TwelveGammas),
}

impl PlayoutGammas {
    /// Those by six neighbors, if they are.
    #[must_use]
    pub const fn six(&self) -> Option<&NeighborGammas> {
        match self {
            Self::Six(gammas) => Some(gammas),
            Self::Twelve(_) => None,
        }
    }

    /// Those by twelve cells, if they are.
    #[must_use]
    pub const fn twelve(&self) -> Option<&TwelveGammas> {
        match self {
            Self::Six(_) => None,
            Self::Twelve(gammas) => Some(gammas),
        }
    }
}

/// Looks up the weights of a game.
#[derive(Clone, Debug)]
pub struct PatternTable {
    symmetry: PatternSymmetry,
    forms: Forms,
    combination: Combination,
    reach: Reach,
    /// True if local patterns do not tell where the last move lies.
    last_anywhere: bool,
    global: Lookup,
    local: Lookup,
    patterns: Box<[Option<Pattern>]>,
    gammas: Box<[f32]>,
    prune: Box<[Prune]>,
    pub(super) inferior: bool,
}

impl PatternTable {
    /// The table of some weights; `None` if the game has no patterns.
    #[must_use]
    pub fn new(weights: &PatternWeights) -> Option<Self> {
        let symmetry = PatternSymmetry::of(weights.game())?;
        let forms = Forms::new(symmetry);
        let learned = weights.patterns();
        let of = |last: bool| {
            let numbered = learned.iter().zip(1..).filter(move |(l, _)| l.pattern.last().is_some() == last);
            Lookup::new(
                &forms,
                symmetry,
                numbered.map(|(l, index)| (l.pattern, PatternIndex(index))).collect(),
            )
        };
        Some(Self {
            symmetry,
            combination: weights.combination(),
            reach: weights.reach(),
            last_anywhere: weights.last_move() == LastMove::Anywhere,
            global: of(false),
            local: of(true),
            forms,
            patterns: once(None).chain(learned.iter().map(|l| Some(l.pattern))).collect(),
            gammas: once(1.0).chain(learned.iter().map(|l| l.gamma)).collect(),
            inferior: learned.iter().any(|l| l.prune != Prune::Keep),
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

    /// The global pattern of a key for the player to move.
    #[inline]
    #[must_use]
    pub fn global(&self, key: PatternKey, mover: Color) -> PatternIndex {
        let (key, _) = self.symmetry.seen_by(mover, key, None);
        self.global.find(&self.forms, key, None)
    }

    /// The local pattern of a key for the player to move, given where the opponent's last stone lies;
    /// `None` if that is beyond the reach.
    #[inline]
    #[must_use]
    pub fn local(&self, key: PatternKey, last: Slot, mover: Color) -> Option<PatternIndex> {
        (last.index() < self.reach.cells()).then(|| {
            let last = if self.last_anywhere { Slot::ANYWHERE } else { last };
            let (key, last) = self.symmetry.seen_by(mover, key, Some(last));
            self.local.find(&self.forms, key, last)
        })
    }

    /// The local pattern of a move near the last one as playouts have it: one of as many cells as their patterns have.
    #[must_use]
    pub fn playout_local(&self, key: PatternKey, last: Slot, mover: Color) -> Option<PatternIndex> {
        let known = |index: &PatternIndex| match self.reach {
            Reach::Six => true,
            // With those of six cells four of five moves would be local, where the paper has one of two.
            _ => self.pattern(*index).is_some_and(|pattern| pattern.reach() == self.reach),
        };
        self.local(key, last, mover).filter(known)
    }

    /// The weights of six neighbors.
    #[must_use]
    pub fn neighbor_gammas(&self) -> NeighborGammas {
        let gamma = |lookup: &Lookup, code: NeighborCode, last: Option<Slot>, mover: Color| {
            let last = last.map(|last| if self.last_anywhere { Slot::ANYWHERE } else { last });
            let (key, last) = self.symmetry.seen_by(mover, PatternKey(code.index() as u64), last);
            self.gamma(lookup.of_six(key, last))
        };
        NeighborGammas::new(
            |code, mover| gamma(&self.global, code, None, mover),
            |code, direction, mover| gamma(&self.local, code, Some(Slot::new(direction)), mover),
        )
    }

    /// The weights as playouts read them; `None` if patterns are larger than theirs, or if those of twelve cells tell
    /// where the last move lies.
    #[must_use]
    pub fn playout_gammas(&self) -> Option<PlayoutGammas> {
        match self.reach {
            Reach::Six => Some(PlayoutGammas::Six(self.neighbor_gammas())),
            // Where the last move lies would make twelve tables of local weights.
            Reach::Twelve if self.last_anywhere => Some(PlayoutGammas::Twelve(self.twelve_gammas())),
            Reach::Twelve | Reach::Eighteen => None,
        }
    }

    fn twelve_gammas(&self) -> TwelveGammas {
        let (mut global, mut local) = (Vec::new(), Vec::new());
        for (pattern, &gamma) in self.patterns.iter().zip(&self.gammas) {
            let Some(pattern) = pattern.filter(|pattern| pattern.reach() == Reach::Twelve) else { continue };
            let known = if pattern.last().is_none() { &mut global } else { &mut local };
            self.symmetry.each_image(pattern.key(), pattern.last(), |key, last| {
                for mover in Color::ALL {
                    let (key, _) = self.symmetry.seen_by(mover, key, last);
                    known.push((TwelveCode::new(key.0 as u32), mover, gamma));
                }
            });
        }
        let near = |code: NeighborCode, mover: Color| {
            let (key, _) = self.symmetry.seen_by(mover, PatternKey(code.index() as u64), None);
            self.gamma(self.global.of_six(key, None))
        };
        TwelveGammas::new(near, global, local)
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

    /// Tells if a move in the pattern can be pruned.
    #[inline]
    #[must_use]
    pub fn prune(&self, index: PatternIndex) -> Prune {
        self.prune[index.index()]
    }

    /// Combination of global and local weights.
    #[must_use]
    pub const fn combination(&self) -> Combination {
        self.combination
    }

    /// The strength of a move with these patterns.
    #[inline]
    #[must_use]
    pub fn strength(&self, global: PatternIndex, local: Option<PatternIndex>) -> f32 {
        self.strength_with(self.gamma(global), local)
    }

    /// The same where the global weight is known.
    #[inline]
    #[must_use]
    pub fn strength_with(&self, global: f32, local: Option<PatternIndex>) -> f32 {
        match (local, self.combination) {
            (None, _) => global,
            (Some(local), Combination::Sum) => global + self.gamma(local),
            (Some(local), Combination::Product) => global * self.gamma(local),
        }
    }
}

/// Patterns by their keys, as the player to move sees them.
#[derive(Clone, Debug)]
struct Lookup {
    /// By the bits of six neighbors in any form and the last stone.
    six: Box<[PatternIndex]>,
    /// The larger patterns, if there are any, the largest last.
    larger: [Option<PatternHash>; 2],
}

/// Places of the last stone, or none.
const LASTS: usize = Slot::COUNT + 2;

impl Lookup {
    fn new(forms: &Forms, symmetry: PatternSymmetry, patterns: Vec<(Pattern, PatternIndex)>) -> Self {
        let mut six = vec![PatternIndex::UNKNOWN; LASTS << 12].into_boxed_slice();
        let of_reach =
            |reach: Reach| patterns.iter().filter(move |(pattern, _)| pattern.reach() == reach).copied();
        for (pattern, index) in of_reach(Reach::Six) {
            symmetry.each_image(pattern.key(), pattern.last(), |key, last| {
                six[small(packed(key.within(Reach::Six), last))] = index;
            });
        }
        let larger = [Reach::Twelve, Reach::Eighteen].map(|reach| {
            let count = of_reach(reach).count();
            let mut hash = PatternHash::new(count);
            for (pattern, index) in of_reach(reach) {
                let (key, last) = forms.of(pattern.key(), pattern.last());
                hash.insert(packed(key, last), index);
            }
            (count > 0).then_some(hash)
        });
        Self { six, larger }
    }

    #[inline]
    fn find(&self, forms: &Forms, key: PatternKey, last: Option<Slot>) -> PatternIndex {
        for (hash, reach) in self.larger.iter().zip([Reach::Twelve, Reach::Eighteen]).rev() {
            if let Some(hash) = hash
                && last.is_none_or(|last| within(last, reach))
            {
                let (key, last) = forms.of(key.within(reach), last);
                if let Some(index) = hash.find(packed(key, last)) {
                    return index;
                }
            }
        }
        if last.is_some_and(|last| !within(last, Reach::Six)) {
            return PatternIndex::UNKNOWN;
        }
        self.of_six(key, last)
    }

    /// The pattern of the six neighbors.
    #[inline]
    fn of_six(&self, key: PatternKey, last: Option<Slot>) -> PatternIndex {
        self.six[small(packed(key.within(Reach::Six), last))]
    }
}

/// Returns true if patterns of this reach may have a last stone there. One of which nothing is told may also lie beyond.
#[inline]
fn within(last: Slot, reach: Reach) -> bool {
    last.index() < reach.cells() || last == Slot::ANYWHERE
}

/// A key with the place of the last stone.
#[inline]
fn packed(key: PatternKey, last: Option<Slot>) -> u64 {
    key.0 | last.map_or(0, |slot| slot.index() as u64 + 1) << 36
}

/// The index of six neighbors and the last stone.
#[inline]
const fn small(packed: u64) -> usize {
    (packed & 0xfff | packed >> 36 << 12) as usize
}

/// Open addressing; an entry is 16 bytes, so that a probe is one line of the cache.
#[derive(Clone, Debug)]
struct PatternHash {
    entries: Box<[(u64, PatternIndex)]>,
    shift: u32,
}

/// No key has all bits set.
const FREE: u64 = u64::MAX;

impl PatternHash {
    /// Room for this many keys.
    fn new(keys: usize) -> Self {
        let capacity = (keys * 3 / 2).next_power_of_two().max(2);
        Self {
            entries: vec![(FREE, PatternIndex::UNKNOWN); capacity].into(),
            shift: 64 - capacity.trailing_zeros(),
        }
    }

    #[inline]
    const fn start(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    #[inline]
    fn find(&self, key: u64) -> Option<PatternIndex> {
        let mut at = self.start(key);
        loop {
            let (found, index) = self.entries[at];
            if found == key {
                return Some(index);
            }
            if found == FREE {
                return None;
            }
            at = (at + 1) & (self.entries.len() - 1);
        }
    }

    fn insert(&mut self, key: u64, index: PatternIndex) {
        let mut at = self.start(key);
        while self.entries[at].0 != FREE {
            at = (at + 1) & (self.entries.len() - 1);
        }
        self.entries[at] = (key, index);
    }
}
