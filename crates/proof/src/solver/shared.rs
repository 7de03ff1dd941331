//! State shared by the threads of a solver: the table and the carriers in parts with a lock each, the
//! positions being searched, and the stop flag.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::key::mix;
use super::table::{Carriers, Entry, Numbers, ProofTable};
use crate::set::Carrier;

/// Parts of a shared table: threads seldom want the same.
const PARTS: usize = 64;
/// A part smaller than this holds too little to be worth a lock.
const SMALLEST_PART: usize = 1 << 16;

/// Everything that the threads of one solver share.
#[derive(Debug)]
pub(crate) struct SharedTables {
    tables: Box<[Mutex<ProofTable>]>,
    carriers: Box<[Mutex<Carriers>]>,
    /// Number of threads that search below a position, by key.
    busy: Box<[Mutex<HashMap<u64, u32>>]>,
    /// Positions visited in all proofs.
    pub nodes: AtomicU64,
    /// Deep probes, those that decided, and those that left some moves to try.
    pub deep_probes: [AtomicU64; 3],
    /// Asks all threads to come back.
    pub stop: AtomicBool,
}

impl SharedTables {
    /// A table and carriers that take at most this many bytes.
    pub fn new(table_bytes: usize, carrier_bytes: usize) -> Self {
        let parts = (table_bytes / SMALLEST_PART).clamp(1, PARTS);
        let repeat = || 0..parts;
        Self {
            tables: repeat().map(|_| Mutex::new(ProofTable::new(table_bytes / parts))).collect(),
            carriers: repeat().map(|_| Mutex::new(Carriers::new(carrier_bytes / parts))).collect(),
            busy: repeat().map(|_| Mutex::default()).collect(),
            nodes: AtomicU64::new(0),
            deep_probes: Default::default(),
            stop: AtomicBool::new(false),
        }
    }

    pub fn get(&self, key: u64) -> Option<Numbers> {
        lock(part(&self.tables, key)).get(key)
    }

    /// The positions that were visited below a key.
    pub fn work(&self, key: u64) -> u64 {
        lock(part(&self.tables, key)).work(key)
    }

    pub fn put(&self, key: u64, numbers: Numbers, work: u64) {
        lock(part(&self.tables, key)).put(key, numbers, work);
    }

    pub fn carrier(&self, key: u64) -> Option<Carrier> {
        lock(part(&self.carriers, key)).get(key)
    }

    pub fn put_carrier(&self, key: u64, carrier: Carrier) {
        lock(part(&self.carriers, key)).put(key, carrier);
    }

    /// Number of threads that search below a position.
    pub fn busy(&self, key: u64) -> u32 {
        lock(part(&self.busy, key)).get(&key).copied().unwrap_or(0)
    }

    /// A thread goes below a position.
    pub fn enter(&self, key: u64) {
        *lock(part(&self.busy, key)).entry(key).or_insert(0) += 1;
    }

    /// It has come back.
    pub fn leave(&self, key: u64) {
        let mut busy = lock(part(&self.busy, key));
        match busy.get_mut(&key) {
            Some(threads) if *threads > 1 => *threads -= 1,
            _ => {
                busy.remove(&key);
            }
        }
    }

    /// Entries in use, and entries there may be.
    pub fn fill(&self) -> (usize, usize) {
        self.tables.iter().fold((0, 0), |(used, capacity), table| {
            let table = lock(table);
            (used + table.used(), capacity + table.capacity())
        })
    }

    /// Forgets everything learned.
    pub fn clear(&self) {
        self.tables.iter().for_each(|table| lock(table).clear());
        self.carriers.iter().for_each(|carriers| lock(carriers).clear());
    }

    /// Calls for every entry of the table.
    pub fn each_entry<E>(&self, mut call: impl FnMut(&Entry) -> Result<(), E>) -> Result<(), E> {
        self.tables.iter().try_for_each(|table| lock(table).entries().try_for_each(&mut call))
    }

    /// Carriers that are remembered.
    pub fn carriers(&self) -> usize {
        self.carriers.iter().map(|carriers| lock(carriers).entries().count()).sum()
    }

    /// Calls for every carrier with its key.
    pub fn each_carrier<E>(&self, mut call: impl FnMut(u64, Carrier) -> Result<(), E>) -> Result<(), E> {
        self.carriers.iter().try_for_each(|carriers| {
            lock(carriers).entries().try_for_each(|(key, carrier)| call(key, carrier))
        })
    }
}

fn part<T>(parts: &[T], key: u64) -> &T {
    // The high bits choose the bucket within a part.
    &parts[(mix(key) % parts.len() as u64) as usize]
}

/// A thread that panicked left whole entries behind: none is written in two steps.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_counted_where_they_are() {
        let shared = SharedTables::new(1 << 20, 1 << 20);
        shared.enter(5);
        shared.enter(5);
        assert_eq!((shared.busy(5), shared.busy(6)), (2, 0));
        shared.leave(5);
        assert_eq!(shared.busy(5), 1);
        shared.leave(5);
        assert_eq!(shared.busy(5), 0);
    }

    #[test]
    fn what_a_position_has_cost_is_known_where_its_numbers_are() {
        let shared = SharedTables::new(1 << 20, 1 << 20);
        let numbers = Numbers { proof: 2, disproof: 3 };
        shared.put(5, numbers, 17);
        assert_eq!((shared.get(5), shared.work(5)), (Some(numbers), 17));
        assert_eq!((shared.get(6), shared.work(6)), (None, 0));
    }
}
