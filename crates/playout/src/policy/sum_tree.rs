//! The array tree of sums (Könnecke and Waldmann 2009, section 6): a map from keys to weights that
//! samples a key by weight, inserts, updates and deletes in logarithmic time.
//!
//! The tree is nearly balanced: node n has the children 2n and 2n+1, and the last level is filled
//! from the left. Keys stand in no order; a second array maps each key to its node.

use catena_core::Cell;
use catena_core::topology::MAX_CELLS;

use crate::Rng;

/// A weight: integers are exact, `f32` rounds.
pub trait Weight: Copy + PartialOrd + Default {
    /// The sum.
    fn plus(self, other: Self) -> Self;
    /// The difference, not below zero.
    fn minus(self, other: Self) -> Self;
    /// A number from zero up to but without `total`, all being equal.
    fn sample(total: Self, rng: &mut Rng) -> Self;
}

impl Weight for u32 {
    #[inline]
    fn plus(self, other: Self) -> Self {
        self + other
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        self - other
    }

    #[inline]
    fn sample(total: Self, rng: &mut Rng) -> Self {
        ((u128::from(rng.next_u64()) * u128::from(total)) >> 64) as Self
    }
}

impl Weight for f32 {
    #[inline]
    fn plus(self, other: Self) -> Self {
        self + other
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        (self - other).max(0.0)
    }

    #[inline]
    fn sample(total: Self, rng: &mut Rng) -> Self {
        // 24 bits are what an f32 holds exactly.
        (rng.next_u64() >> 40) as Self / (1u64 << 24) as Self * total
    }
}

#[derive(Clone, Copy, Debug)]
struct SumNode<W> {
    key: Cell,
    value: W,
    /// The sum of the values of this node and all below: `S(n)`.
    sum: W,
}

/// Weights by cell.
#[derive(Clone, Debug)]
pub struct SumTree<W> {
    /// SumNode 0 is not used; nodes beyond `len` have sum 0.
    nodes: [SumNode<W>; MAX_CELLS * 2],
    /// The node of each key, 0 if it is absent.
    places: [u16; MAX_CELLS],
    len: usize,
}

impl<W: Weight> SumTree<W> {
    /// No keys.
    #[must_use]
    pub fn new() -> Self {
        let node = SumNode { key: Cell::new(0), value: W::default(), sum: W::default() };
        Self { nodes: [node; MAX_CELLS * 2], places: [0; MAX_CELLS], len: 0 }
    }

    /// The number of keys.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there is no key.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The sum of all weights.
    #[must_use]
    pub fn total(&self) -> W {
        self.nodes[1].sum
    }

    /// The weight of a key, if it is present.
    #[must_use]
    pub fn weight(&self, key: Cell) -> Option<W> {
        let place = usize::from(self.places[key.index()]);
        (place > 0).then(|| self.nodes[place].value)
    }

    /// Sets the weight of a key that may be absent.
    pub fn insert(&mut self, key: Cell, weight: W) {
        if self.places[key.index()] > 0 {
            return self.update(key, weight);
        }
        self.len += 1;
        self.put(self.len, key, weight);
    }

    /// Sets the weight of a key; nothing happens if it is absent.
    pub fn update(&mut self, key: Cell, weight: W) {
        let place = usize::from(self.places[key.index()]);
        if place > 0 {
            self.put(place, key, weight);
        }
    }

    /// Removes a key: the last node takes its place.
    pub fn delete(&mut self, key: Cell) {
        let place = usize::from(std::mem::take(&mut self.places[key.index()]));
        if place == 0 {
            return;
        }
        let last = self.nodes[self.len];
        self.nodes[self.len].value = W::default();
        self.add_up(self.len);
        self.len -= 1;
        if place <= self.len {
            self.put(place, last.key, last.value);
        }
    }

    /// The key at `x`, which must be below the total: the procedure `select` of the paper.
    #[must_use]
    pub fn select(&self, mut x: W) -> Option<Cell> {
        if self.total() <= W::default() {
            return None;
        }
        let mut n = 1;
        loop {
            let node = self.nodes[n];
            let (left, right) = (2 * n, 2 * n + 1);
            // Sums of f32 round, so a walk may end where nothing is left below.
            let below = left <= self.len
                && (self.nodes[left].sum > W::default()
                    || right <= self.len && self.nodes[right].sum > W::default());
            if x < node.value || !below {
                return Some(node.key);
            }
            x = x.minus(node.value);
            let in_left = x < self.nodes[left].sum;
            let right_holds = right <= self.len && self.nodes[right].sum > W::default();
            if in_left || !right_holds {
                n = left;
            } else {
                x = x.minus(self.nodes[left].sum);
                n = right;
            }
        }
    }

    /// Removes all keys.
    pub fn clear(&mut self) {
        for n in 1..=self.len {
            self.places[self.nodes[n].key.index()] = 0;
            self.nodes[n].value = W::default();
            self.nodes[n].sum = W::default();
        }
        self.len = 0;
    }

    fn put(&mut self, place: usize, key: Cell, weight: W) {
        self.places[key.index()] = place as u16;
        self.nodes[place].key = key;
        self.nodes[place].value = weight;
        self.add_up(place);
    }

    /// Corrects the sums from a node to the root.
    fn add_up(&mut self, place: usize) {
        let mut n = place;
        while n > 0 {
            let (left, right) = (2 * n, 2 * n + 1);
            let sum = |n: usize| if n <= self.len { self.nodes[n].sum } else { W::default() };
            self.nodes[n].sum = self.nodes[n].value.plus(sum(left).plus(sum(right)));
            n /= 2;
        }
    }
}

impl<W: Weight> Default for SumTree<W> {
    fn default() -> Self {
        Self::new()
    }
}
