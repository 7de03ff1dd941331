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

/// Marks a connection that still has to be combined with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fresh {
    Yes,
    No,
}

/// Data of a connection beside its carrier; the key of a semi-connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct CarrierNote<K> {
    pub key: K,
    pub size: u16,
    pub fresh: Fresh,
}

/// The smallest connections of one kind. The carriers lie side by side: most of the time goes into
/// comparing a new one with all of them.
#[derive(Debug)]
pub(super) struct List<K, const N: usize> {
    carriers: Vec<CellSet<N>>,
    notes: Vec<CarrierNote<K>>,
    /// Number of fresh ones.
    fresh: usize,
    /// Only smaller ones are taken: the largest of a list that is full.
    bound: u32,
    /// True if one was dropped because others were smaller.
    pub was_cut: bool,
}

impl<K, const N: usize> Default for List<K, N> {
    fn default() -> Self {
        Self { carriers: Vec::new(), notes: Vec::new(), fresh: 0, bound: u32::MAX, was_cut: false }
    }
}

impl<K: Copy, const N: usize> Clone for List<K, N> {
    fn clone(&self) -> Self {
        Self { carriers: self.carriers.clone(), notes: self.notes.clone(), ..*self }
    }

    /// Keeps its memory.
    fn clone_from(&mut self, source: &Self) {
        self.carriers.clone_from(&source.carriers);
        self.notes.clone_from(&source.notes);
        (self.fresh, self.bound, self.was_cut) = (source.fresh, source.bound, source.was_cut);
    }
}

impl<K: Copy, const N: usize> List<K, N> {
    fn clear(&mut self) {
        self.carriers.clear();
        self.notes.clear();
        (self.fresh, self.bound, self.was_cut) = (0, u32::MAX, false);
    }

    /// The carriers of all.
    #[inline]
    pub fn carriers(&self) -> &[CellSet<N>] {
        &self.carriers
    }

    /// Notes of all, in the order of the carriers.
    #[inline]
    pub fn notes(&self) -> &[CarrierNote<K>] {
        &self.notes
    }

    /// All with their notes.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (CellSet<N>, CarrierNote<K>)> + Clone {
        self.carriers.iter().copied().zip(self.notes.iter().copied())
    }

    /// Returns true if one of this size would be taken, as far as there is room.
    #[inline]
    pub const fn has_room_for(&self, size: u32) -> bool {
        size < self.bound
    }

    /// The size that a connection has to stay below to be kept.
    pub const fn bound(&self) -> u32 {
        self.bound
    }

    #[inline]
    fn is_any_within(&self, carrier: CellSet<N>) -> bool {
        self.carriers.iter().any(|other| other.within(carrier))
    }

    /// Drops those that contain the carrier.
    #[inline]
    fn drop_around(&mut self, carrier: CellSet<N>) {
        self.drop_if(|other| carrier.within(other));
    }

    /// Drops some; whether there were any.
    #[inline]
    pub fn drop_if(&mut self, is_wrong: impl Fn(CellSet<N>) -> bool) -> bool {
        let Some(first) = self.carriers.iter().position(|&carrier| is_wrong(carrier)) else { return false };
        let mut kept = first;
        for place in first..self.carriers.len() {
            if is_wrong(self.carriers[place]) {
                self.fresh -= usize::from(self.notes[place].fresh == Fresh::Yes);
            } else {
                self.carriers[kept] = self.carriers[place];
                self.notes[kept] = self.notes[place];
                kept += 1;
            }
        }
        self.carriers.truncate(kept);
        self.notes.truncate(kept);
        self.bound = u32::MAX;
        true
    }

    /// Puts one into a list that it has room in; the largest makes place if need be.
    fn put(&mut self, carrier: CellSet<N>, key: K, size: u32, limit: usize) {
        if self.carriers.len() >= limit {
            self.was_cut = true;
            let largest = (0..self.notes.len()).max_by_key(|&place| self.notes[place].size);
            if let Some(place) = largest {
                self.carriers.swap_remove(place);
                self.fresh -= usize::from(self.notes.swap_remove(place).fresh == Fresh::Yes);
            }
        }
        self.carriers.push(carrier);
        self.notes.push(CarrierNote { key, size: size as u16, fresh: Fresh::Yes });
        self.fresh += 1;
        if self.carriers.len() >= limit {
            self.bound = self.notes.iter().map(|note| u32::from(note.size)).max().unwrap_or(u32::MAX);
        }
    }

    /// Takes the next that is fresh and no larger than this; it is not fresh any more.
    #[inline]
    pub fn take_fresh(&mut self, size: u32) -> Option<CellSet<N>> {
        if self.fresh == 0 {
            return None;
        }
        let is_next = |note: &CarrierNote<K>| note.fresh == Fresh::Yes && u32::from(note.size) <= size;
        let place = self.notes.iter().position(is_next)?;
        self.notes[place].fresh = Fresh::No;
        self.fresh -= 1;
        Some(self.carriers[place])
    }

    /// Makes all fresh again.
    pub fn freshen(&mut self) {
        self.notes.iter_mut().for_each(|note| note.fresh = Fresh::Yes);
        self.fresh = self.notes.len();
    }
}

/// Connections between two points.
#[derive(Debug)]
pub(super) struct Pair<const N: usize> {
    pub fulls: List<(), N>,
    pub semis: List<Cell, N>,
    /// All cells of all carriers, and perhaps some of earlier ones.
    pub reach: CellSet<N>,
    /// The move of the undo log that has a copy of it.
    pub saved_at: u32,
    /// True if it is in the list of pairs in use.
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

    /// The semi-connections.
    pub fn semis(&self) -> impl Iterator<Item = Semi<N>> {
        self.semis.iter().map(|(carrier, note)| Semi { carrier, key: note.key })
    }

    /// Returns true if there is no connection.
    pub fn is_empty(&self) -> bool {
        self.fulls.carriers().is_empty() && self.semis.carriers().is_empty()
    }

    /// Returns true if the points touch: nothing better can be found.
    #[inline]
    pub fn touching(&self) -> bool {
        self.fulls.notes().first().is_some_and(|full| full.size == 0)
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
        self.fulls.put(carrier, (), size, limit);
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
        self.semis.put(semi.carrier, semi.key, size, limit);
        self.reach |= semi.carrier;
        true
    }
}
