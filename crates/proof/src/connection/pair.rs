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

/// Connections between two points. Fresh ones have not been combined with others yet.
#[derive(Clone, Debug)]
pub(super) struct Pair<const N: usize> {
    pub fulls: Vec<(CellSet<N>, Fresh)>,
    pub semis: Vec<(Semi<N>, Fresh)>,
    pub queued: bool,
}

/// Whether a connection still has to be combined with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fresh {
    Yes,
    No,
}

impl<const N: usize> Default for Pair<N> {
    fn default() -> Self {
        Self { fulls: Vec::new(), semis: Vec::new(), queued: false }
    }
}

impl<const N: usize> Pair<N> {
    pub fn clear(&mut self) {
        self.fulls.clear();
        self.semis.clear();
        self.queued = false;
    }

    /// Whether the points touch: nothing better can be found.
    #[inline]
    pub fn touching(&self) -> bool {
        self.fulls.first().is_some_and(|(full, _)| full.is_empty())
    }

    /// Whether a full connection needs no more than these cells.
    #[inline]
    pub fn has_full_within(&self, carrier: CellSet<N>) -> bool {
        self.fulls.iter().any(|(full, _)| full.within(carrier))
    }

    /// Keeps a full connection, unless one with a smaller carrier is there; whether it was kept.
    pub fn add_full(&mut self, carrier: CellSet<N>, limit: usize) -> bool {
        if self.has_full_within(carrier) {
            return false;
        }
        self.fulls.retain(|(full, _)| !carrier.within(*full));
        self.semis.retain(|(semi, _)| !carrier.within(semi.carrier));
        if self.fulls.len() >= limit && !drop_larger(&mut self.fulls, carrier, |full| *full) {
            return false;
        }
        self.fulls.push((carrier, Fresh::Yes));
        true
    }

    /// Keeps a semi-connection, unless a full one or one with a smaller carrier is there; whether
    /// it was kept.
    pub fn add_semi(&mut self, semi: Semi<N>, limit: usize) -> bool {
        let carrier = semi.carrier;
        if self.has_full_within(carrier) || self.semis.iter().any(|(other, _)| other.carrier.within(carrier))
        {
            return false;
        }
        self.semis.retain(|(other, _)| !carrier.within(other.carrier));
        if self.semis.len() >= limit && !drop_larger(&mut self.semis, carrier, |semi| semi.carrier) {
            return false;
        }
        self.semis.push((semi, Fresh::Yes));
        true
    }
}

/// Makes room by dropping the largest, if it is larger than the carrier.
fn drop_larger<const N: usize, T>(
    list: &mut Vec<(T, Fresh)>,
    carrier: CellSet<N>,
    carrier_of: impl Fn(&T) -> CellSet<N>,
) -> bool {
    let sizes = list.iter().enumerate().map(|(index, (item, _))| (carrier_of(item).len(), index));
    match sizes.max() {
        Some((size, index)) if size > carrier.len() => {
            list.swap_remove(index);
            true
        }
        _ => false,
    }
}
