//! A transposition table of bounded size: what the search learned about positions it has left.

use std::collections::HashMap;

use super::key::mix;
use crate::set::Carrier;

/// Proof and disproof number of a position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Leaves that have to be won to show that the player to move reaches its aim.
    pub proof: u32,
    /// Leaves that have to be won to show that it does not.
    pub disproof: u32,
}

/// A number that no unsettled position reaches.
pub const INFINITE: u32 = 1 << 30;

impl Numbers {
    /// A position that was not visited.
    pub const NEW: Self = Self { proof: 1, disproof: 1 };
    /// The player to move reaches its aim.
    pub const REACHED: Self = Self { proof: 0, disproof: INFINITE };
    /// The player to move does not reach its aim.
    pub const MISSED: Self = Self { proof: INFINITE, disproof: 0 };

    /// Returns true if a search within these limits is over.
    #[must_use]
    pub const fn reach(self, limit: Self) -> bool {
        self.proof >= limit.proof || self.disproof >= limit.disproof
    }

    /// Returns true if the result is known.
    #[must_use]
    pub const fn settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// Entry of one position in the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its key.
    pub key: u64,
    /// Its numbers.
    pub numbers: Numbers,
    /// Positions that were visited below this one; 0 is a free entry.
    pub work: u32,
}

const FREE: Entry = Entry { key: 0, numbers: Numbers::NEW, work: 0 };

/// Entries that a key may take.
const BUCKET: usize = 4;

/// Entries of a table that holds nothing yet.
const FIRST_ENTRIES: usize = 1 << 12;

/// Numbers by key. Grows up to its limit; from then on a full bucket loses what took the least
/// work.
#[derive(Debug)]
pub struct ProofTable {
    entries: Vec<Entry>,
    used: usize,
    limit: usize,
}

impl ProofTable {
    /// A table that takes at most this many bytes, and at least one bucket.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        // While it grows for the last time the old half is there as well.
        let limit = (bytes / 3 * 2 / (BUCKET * size_of::<Entry>())).max(1) * BUCKET;
        Self { entries: vec![FREE; limit.min(FIRST_ENTRIES)], used: 0, limit }
    }

    /// The numbers stored under a key.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Numbers> {
        self.entry(key).map(|entry| entry.numbers)
    }

    /// The positions that were visited below a key, as far as the table knows.
    #[must_use]
    pub fn work(&self, key: u64) -> u64 {
        self.entry(key).map_or(0, |entry| u64::from(entry.work))
    }

    fn entry(&self, key: u64) -> Option<&Entry> {
        let start = self.bucket(key);
        let bucket = &self.entries[start..start + BUCKET];
        bucket.iter().find(|entry| entry.key == key && entry.work > 0)
    }

    /// Keeps numbers that took so much work.
    pub fn put(&mut self, key: u64, numbers: Numbers, work: u64) {
        if 2 * self.used >= self.entries.len() && self.entries.len() < self.limit {
            self.grow();
        }
        self.insert(key, numbers, work);
    }

    fn insert(&mut self, key: u64, numbers: Numbers, work: u64) {
        let start = self.bucket(key);
        let bucket = &mut self.entries[start..start + BUCKET];
        let same = bucket.iter().position(|entry| entry.key == key && entry.work > 0);
        // Another thread may have settled the position meanwhile.
        if same.is_some_and(|slot| bucket[slot].numbers.settled() && !numbers.settled()) {
            return;
        }
        let slot = same.unwrap_or_else(|| {
            let least = bucket.iter().enumerate().min_by_key(|(_, entry)| entry.work);
            least.map_or(0, |(slot, _)| slot)
        });
        self.used += usize::from(bucket[slot].work == 0);
        let before = if same.is_some() { bucket[slot].work } else { 0 };
        let work = u32::try_from(work.max(1)).unwrap_or(u32::MAX).saturating_add(before);
        bucket[slot] = Entry { key, numbers, work };
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries = vec![FREE; self.limit.min(FIRST_ENTRIES)];
        self.used = 0;
    }

    /// Doubles the table, up to its limit.
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.entries);
        let size = (2 * old.len()).min(self.limit);
        self.entries = vec![FREE; size];
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry.work > 0) {
            self.insert(entry.key, entry.numbers, u64::from(entry.work));
        }
    }

    /// The entries in use.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.work > 0)
    }

    /// Number of entries in use.
    #[must_use]
    pub const fn used(&self) -> usize {
        self.used
    }

    /// Entries it may have.
    #[must_use]
    pub const fn capacity(&self) -> usize {
        self.limit
    }

    fn bucket(&self, key: u64) -> usize {
        let buckets = (self.entries.len() / BUCKET) as u128;
        // Canonical keys are the smallest of many, so they are mixed again; the high part of the
        // product is then uniform for any number of buckets.
        ((u128::from(mix(key)) * buckets) >> 64) as usize * BUCKET
    }
}

/// The carriers of the winners of settled positions, by exact key.
#[derive(Debug)]
pub struct Carriers {
    by_key: HashMap<u64, Carrier>,
    limit: usize,
}

impl Carriers {
    /// Room for about this many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        // A hash map is at worst a bit less than half full, and doubles: count an entry four times.
        Self { by_key: HashMap::new(), limit: bytes / (4 * size_of::<(u64, Carrier)>()) }
    }

    /// The carrier of a settled position, if it is remembered.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Carrier> {
        self.by_key.get(&key).copied()
    }

    /// Remembers a carrier. When the room is used up all are forgotten: they save work, but
    /// nothing depends on them.
    pub fn put(&mut self, key: u64, carrier: Carrier) {
        if self.by_key.len() >= self.limit {
            self.by_key.clear();
        }
        self.by_key.insert(key, carrier);
    }

    /// All carriers with their keys.
    pub fn entries(&self) -> impl Iterator<Item = (u64, Carrier)> {
        self.by_key.iter().map(|(&key, &carrier)| (key, carrier))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.by_key = HashMap::new();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_bucket_loses_the_least_work() {
        let mut table = ProofTable::new(1);
        for key in 1..=5 {
            table.put(key, Numbers::REACHED, if key == 2 { 1 } else { 10 + key });
        }
        assert_eq!((table.used(), table.capacity()), (4, 4));
        assert_eq!(table.get(2), None);
        assert_eq!(table.get(5), Some(Numbers::REACHED));
        table.clear();
        assert_eq!((table.used(), table.get(5)), (0, None));
    }
}
