//! The connections between two points: carriers that do not contain each other, the smallest kept.

use catena_core::Cell;

use crate::set::CellSet;

/// A semi-connection: its carrier, and the cell that its owner plays first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Semi<const N: usize> {
    /// All cells it needs, the key too.
    pub carrier: CellSet<N>,
    /// The cell that makes it a full connection.
    pub key: Cell,
}

/// What has a carrier: a semi-connection, or a full one, which is nothing else.
pub(super) trait Carried<const N: usize>: Copy {
    fn carrier(&self) -> CellSet<N>;
}

impl<const N: usize> Carried<N> for CellSet<N> {
    #[inline]
    fn carrier(&self) -> CellSet<N> {
        *self
    }
}

impl<const N: usize> Carried<N> for Semi<N> {
    #[inline]
    fn carrier(&self) -> CellSet<N> {
        self.carrier
    }
}

/// Whether a connection still has to be combined with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fresh {
    Yes,
    No,
}

/// A connection that is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<T> {
    pub item: T,
    pub size: u32,
    pub fresh: Fresh,
}

/// The smallest connections of one kind.
#[derive(Debug)]
pub(super) struct List<T> {
    pub entries: Vec<Entry<T>>,
    /// Only smaller ones are taken: the largest of a list that is full.
    bound: u32,
    /// Whether one was left out because others were smaller.
    pub was_cut: bool,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), bound: u32::MAX, was_cut: false }
    }
}

impl<T: Copy> Clone for List<T> {
    fn clone(&self) -> Self {
        Self { entries: self.entries.clone(), ..*self }
    }

    /// Keeps its memory.
    fn clone_from(&mut self, source: &Self) {
        self.entries.clone_from(&source.entries);
        (self.bound, self.was_cut) = (source.bound, source.was_cut);
    }
}

impl<T: Copy> List<T> {
    fn clear(&mut self) {
        self.entries.clear();
        (self.bound, self.was_cut) = (u32::MAX, false);
    }

    /// Whether one of this size would be taken, as far as there is room.
    #[inline]
    pub const fn has_room_for(&self, size: u32) -> bool {
        size < self.bound
    }

    /// The size that a connection has to stay below to be kept.
    pub const fn bound(&self) -> u32 {
        self.bound
    }

    fn is_any_within<const N: usize>(&self, carrier: CellSet<N>) -> bool
    where
        T: Carried<N>,
    {
        self.entries.iter().any(|entry| entry.item.carrier().within(carrier))
    }

    /// Drops those that contain the carrier.
    fn drop_around<const N: usize>(&mut self, carrier: CellSet<N>)
    where
        T: Carried<N>,
    {
        self.drop_if(|item| carrier.within(item.carrier()));
    }

    /// Drops some; whether there were any.
    pub fn drop_if(&mut self, is_wrong: impl Fn(&T) -> bool) -> bool {
        let before = self.entries.len();
        self.entries.retain(|entry| !is_wrong(&entry.item));
        let dropped = self.entries.len() < before;
        if dropped {
            self.bound = u32::MAX;
        }
        dropped
    }

    /// Puts one into a list that it has room in; the largest makes place if need be.
    fn put(&mut self, item: T, size: u32, limit: usize) {
        if self.entries.len() >= limit {
            self.was_cut = true;
            let largest = (0..self.entries.len()).max_by_key(|&index| self.entries[index].size);
            largest.map(|index| self.entries.swap_remove(index));
        }
        self.entries.push(Entry { item, size, fresh: Fresh::Yes });
        if self.entries.len() >= limit {
            self.bound = self.entries.iter().map(|entry| entry.size).max().unwrap_or(u32::MAX);
        }
    }

    /// The place of one that is fresh and no larger than this.
    pub fn next_fresh(&self, size: u32) -> Option<usize> {
        self.entries.iter().position(|entry| entry.fresh == Fresh::Yes && entry.size <= size)
    }
}

/// Connections between two points.
#[derive(Debug)]
pub(super) struct Pair<const N: usize> {
    pub fulls: List<CellSet<N>>,
    pub semis: List<Semi<N>>,
    /// All cells of all carriers, and perhaps some of earlier ones.
    pub reach: CellSet<N>,
    /// The move of the journal that has a copy of it.
    pub saved_at: u32,
    /// Whether it is in the list of pairs that are used.
    pub is_used: bool,
}

impl<const N: usize> Default for Pair<N> {
    fn default() -> Self {
        Self {
            fulls: List::default(),
            semis: List::default(),
            reach: CellSet::EMPTY,
            saved_at: 0,
            is_used: false,
        }
    }
}

impl<const N: usize> Clone for Pair<N> {
    fn clone(&self) -> Self {
        Self { fulls: self.fulls.clone(), semis: self.semis.clone(), ..*self }
    }

    /// Keeps its memory.
    fn clone_from(&mut self, source: &Self) {
        self.fulls.clone_from(&source.fulls);
        self.semis.clone_from(&source.semis);
        (self.reach, self.saved_at, self.is_used) = (source.reach, source.saved_at, source.is_used);
    }
}

impl<const N: usize> Pair<N> {
    pub fn clear(&mut self) {
        self.fulls.clear();
        self.semis.clear();
        self.reach = CellSet::EMPTY;
    }

    /// Whether there is nothing.
    pub const fn is_empty(&self) -> bool {
        self.fulls.entries.is_empty() && self.semis.entries.is_empty()
    }

    /// Whether the points touch: nothing better can be found.
    #[inline]
    pub fn touching(&self) -> bool {
        self.fulls.entries.first().is_some_and(|full| full.size == 0)
    }

    /// Keeps a full connection, unless one with a smaller carrier is there; whether it was kept.
    pub fn add_full(&mut self, carrier: CellSet<N>, size: u32, limit: usize) -> bool {
        if !self.fulls.has_room_for(size) {
            self.fulls.was_cut = true;
            return false;
        }
        if self.fulls.is_any_within(carrier) {
            return false;
        }
        self.fulls.drop_around(carrier);
        self.semis.drop_around(carrier);
        self.fulls.put(carrier, size, limit);
        self.reach |= carrier;
        true
    }

    /// Keeps a semi-connection, unless a full one or one with a smaller carrier is there; whether
    /// it was kept.
    pub fn add_semi(&mut self, semi: Semi<N>, size: u32, limit: usize) -> bool {
        if !self.semis.has_room_for(size) {
            self.semis.was_cut = true;
            return false;
        }
        if self.fulls.is_any_within(semi.carrier) || self.semis.is_any_within(semi.carrier) {
            return false;
        }
        self.semis.drop_around(semi.carrier);
        self.semis.put(semi, size, limit);
        self.reach |= semi.carrier;
        true
    }
}
