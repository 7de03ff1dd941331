//! The transposition table: what is known of positions that come up again, by another order of moves,
//! in the next iteration or after the next moves of the game.

use std::collections::HashMap;

use catena_core::Cell;

use super::static_evaluation::StaticEvaluation;
use super::value::{Value, farther, nearer, proof};

/// A table of positions by their hashes.
#[derive(Debug)]
pub(super) struct PositionTable {
    entries: HashMap<u64, Entry>,
    bytes: usize,
    limit: usize,
}

#[derive(Debug)]
struct Entry {
    known: StaticEvaluation,
    found: Option<SearchResult>,
}

/// Result of the search of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchResult {
    /// Depth in moves.
    pub depth: u32,
    /// For the player to move, with wins counted from this position.
    value: Value,
    bound: Bound,
    /// The move that it would make.
    pub best: Cell,
}

/// Meaning of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl SearchResult {
    pub fn new(depth: u32, ply: usize, value: Value, bound: Bound, best: Cell) -> Self {
        Self { depth, value: nearer(value, ply), bound, best }
    }

    /// The value for a search of this depth and window, if it need not be made.
    pub fn answer(&self, depth: u32, ply: usize, alpha: Value, beta: Value) -> Option<Value> {
        let value = farther(self.value, ply);
        let is_enough = match self.bound {
            _ if proof(value).is_some() => true,
            _ if self.depth < depth => false,
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        is_enough.then_some(value)
    }
}

impl PositionTable {
    pub fn new(limit: usize) -> Self {
        Self { entries: HashMap::new(), bytes: 0, limit }
    }

    pub fn clear(&mut self) {
        self.entries = HashMap::new();
        self.bytes = 0;
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn known(&self, key: u64) -> Option<&StaticEvaluation> {
        self.entries.get(&key).map(|entry| &entry.known)
    }

    pub fn found(&self, key: u64) -> Option<SearchResult> {
        self.entries.get(&key)?.found
    }

    /// The value that is expected for the player to move: found by search, or static.
    pub fn expected(&self, key: u64, ply: usize) -> Option<Value> {
        let entry = self.entries.get(&key)?;
        let found = entry.found.map(|found| farther(found.value, ply));
        Some(found.unwrap_or_else(|| entry.known.value(ply)))
    }

    /// Stores the static evaluation of a position. If there is no room, all others are forgotten.
    pub fn put(&mut self, key: u64, known: StaticEvaluation) {
        // A hash map is at worst a bit less than half full, and doubles.
        let bytes = 3 * size_of::<(u64, Entry)>() + known.bytes();
        if self.bytes + bytes > self.limit {
            self.clear();
        }
        self.bytes += bytes;
        self.entries.insert(key, Entry { known, found: None });
    }

    /// Notes what a search found, unless the position was forgotten meanwhile.
    pub fn note(&mut self, key: u64, found: SearchResult) {
        if let Some(entry) = self.entries.get_mut(&key) {
            entry.found = Some(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Proof;

    #[test]
    fn a_table_without_room_is_forgotten() {
        let mut table = PositionTable::new(100_000);
        for key in 0..10_000 {
            table.put(key, StaticEvaluation::Decided(Proof::Win));
            assert!(table.known(key).is_some(), "what was put last is there");
            assert!(table.len() * size_of::<(u64, Entry)>() < 100_000, "{} entries", table.len());
        }
        assert!(table.known(0).is_none() && table.len() > 1);
        // A forgotten position is not found again by noting more of it.
        table.note(0, SearchResult::new(1, 0, 0.0, Bound::Exact, Cell::new(0)));
        assert!(table.found(0).is_none());
    }
}
