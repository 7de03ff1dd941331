//! The transposition table of the tree: another order of the same moves shares the same statistics.

use crate::sync::{AtomicU64, Ordering};

/// A table from the keys of positions to the first of their children. A newer entry replaces an
/// older one of the same slot.
#[derive(Debug)]
pub struct Transpositions {
    /// The upper half of a key and the number of a node.
    entries: Box<[AtomicU64]>,
}

/// Slots of the largest table: a few megabytes, cleared for each new tree.
const MAX_SLOTS: usize = 1 << 19;

impl Transpositions {
    /// A table for a tree of this many nodes.
    pub fn new(nodes: usize) -> Self {
        let slots = (nodes / 32).next_power_of_two().clamp(1, MAX_SLOTS);
        Self { entries: (0..slots).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The first child that was noted for a key.
    pub fn find(&self, key: u64) -> Option<u32> {
        let entry = self.slot(key).load(Ordering::Acquire);
        (entry >> 32 == key >> 32 && entry as u32 != 0).then_some(entry as u32)
    }

    /// Notes the first child for a key.
    pub fn note(&self, key: u64, first: u32) {
        self.slot(key).store(key & !u64::from(u32::MAX) | u64::from(first), Ordering::Release);
    }

    /// Takes over the entries of a table of the same size, with the children where they are now.
    pub fn take_over(&self, other: &Self, now: impl Fn(u32) -> Option<u32>) {
        for (entry, old) in self.entries.iter().zip(&other.entries) {
            let old = old.load(Ordering::Relaxed);
            if let Some(first) = now(old as u32) {
                entry.store(old & !u64::from(u32::MAX) | u64::from(first), Ordering::Relaxed);
            }
        }
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.entries[key as usize & (self.entries.len() - 1)]
    }
}
