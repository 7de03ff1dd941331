//! A node of the tree: the statistics of a move and of the position after it.

use catena_core::Cell;
use catena_playout::policy::Horizon;

use crate::Proof;
use crate::sync::{AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

/// The statistics of a move and of the position after it.
#[derive(Debug)]
pub struct Node {
    /// Sum of values for the player to move here, in units of 1/2³².
    value: AtomicU64,
    visits: AtomicU32,
    /// The first child; 0 for none, or a mark while a thread makes the children.
    pub(crate) children: AtomicU32,
    cell: AtomicU16,
    /// The number of children, two marks, and in the upper two bits a proof for the player to move here.
    count_and_proof: AtomicU16,
    /// Prior of the move, in units of 1/65535.
    prior: AtomicU16,
    /// Maximum length of playouts from here.
    horizon: AtomicU16,
}

#[cfg(not(loom))]
const _: () = assert!(size_of::<Node>() == 24);

/// One visit with value 1.
const UNIT: f64 = (1u64 << 32) as f64;

const PROOF_SHIFT: u32 = 14;
/// The node was probed for connections.
const PROBED: u16 = 1 << 13;
/// The move is pruned.
const PRUNED: u16 = 1 << 12;
const COUNT: u16 = PRUNED - 1;

impl Default for Node {
    fn default() -> Self {
        Self {
            value: AtomicU64::new(0),
            visits: AtomicU32::new(0),
            children: AtomicU32::new(0),
            cell: AtomicU16::new(0),
            count_and_proof: AtomicU16::new(0),
            prior: AtomicU16::new(0),
            horizon: AtomicU16::new(u16::MAX),
        }
    }
}

impl Node {
    /// Visits, those under way included.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// The mean value for the player to move here; 0.5 without visits.
    #[inline]
    pub fn value(&self) -> f32 {
        let visits = self.visits();
        if visits == 0 {
            return 0.5;
        }
        // Machines convert signed numbers faster; these stay far from the sign.
        self.value.load(Relaxed).cast_signed() as f32 * (1.0 / UNIT as f32) / visits as f32
    }

    /// Where the stone of this move stands.
    #[inline]
    pub fn cell(&self) -> Cell {
        Cell::new(usize::from(self.cell.load(Relaxed)))
    }

    /// Makes this the node of a move.
    pub fn set_move(&self, cell: Cell, prior: f32, horizon: Horizon) {
        self.cell.store(cell.index() as u16, Relaxed);
        self.set_horizon(horizon);
        self.set_prior(prior);
    }

    /// Says how good the move looks before any visit, from 0 to 1.
    pub fn set_prior(&self, prior: f32) {
        self.prior.store((prior * f32::from(u16::MAX)) as u16, Relaxed);
    }

    /// Prior of the move, from 0 to 1.
    #[inline]
    pub fn prior(&self) -> f32 {
        f32::from(self.prior.load(Relaxed)) * (1.0 / u16::MAX as f32)
    }

    /// Adds visits with their summed value for the player to move here.
    #[inline]
    pub fn add(&self, visits: u32, value: f32) {
        self.value.fetch_add(fixed(value), Relaxed);
        self.visits.fetch_add(visits, Relaxed);
    }

    /// Adds visits that count as losses for the player who moved here, so that other threads keep away
    /// until the results are known.
    #[inline]
    pub fn add_virtual_loss(&self, losses: u32) {
        self.add(losses, losses as f32);
    }

    /// Replaces this many virtual losses by visits, no more of them, with their summed value.
    #[inline]
    pub fn replace_virtual_loss(&self, losses: u32, visits: u32, value: f32) {
        self.value.fetch_add(fixed(value).wrapping_sub(fixed(losses as f32)), Relaxed);
        if losses > visits {
            self.visits.fetch_sub(losses - visits, Relaxed);
        }
    }

    /// The proven result for the player to move here.
    #[inline]
    pub fn proof(&self) -> Option<Proof> {
        match self.count_and_proof.load(Relaxed) >> PROOF_SHIFT {
            1 => Some(Proof::Win),
            2 => Some(Proof::Draw),
            3 => Some(Proof::Loss),
            _ => None,
        }
    }

    /// Notes a proof. The first one stays: what is proven is never taken back.
    pub fn prove(&self, proof: Proof) {
        let code = match proof {
            Proof::Win => 1,
            Proof::Draw => 2,
            Proof::Loss => 3,
        };
        let unproven = |bits: u16| (bits >> PROOF_SHIFT == 0).then_some(bits | code << PROOF_SHIFT);
        // An error means that a proof is there already.
        let _known = self.count_and_proof.fetch_update(Relaxed, Relaxed, unproven);
    }

    /// Claims the one probe that a node gets; whether the caller is the first and has to make it.
    pub fn claim_probe(&self) -> bool {
        self.count_and_proof.load(Relaxed) & PROBED == 0
            && self.count_and_proof.fetch_or(PROBED, Relaxed) & PROBED == 0
    }

    /// Lets the node be probed again, because the children that the probe pruned are gone.
    pub(crate) fn reset_probe(&self) {
        self.count_and_proof.fetch_and(!PROBED, Relaxed);
    }

    /// Returns true if the move is pruned: it loses, or another is at least as good.
    #[inline]
    pub fn is_pruned(&self) -> bool {
        self.count_and_proof.load(Relaxed) & PRUNED != 0
    }

    /// Returns true if nothing is proven and the move is not pruned.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.count_and_proof.load(Relaxed) & (PRUNED | !0 << PROOF_SHIFT) == 0
    }

    /// Excludes the move from the search.
    pub fn prune(&self) {
        self.count_and_proof.fetch_or(PRUNED, Relaxed);
    }

    /// The number of children.
    #[inline]
    pub(crate) fn child_count(&self) -> usize {
        usize::from(self.count_and_proof.load(Relaxed) & COUNT)
    }

    /// Sets the number of children, once.
    pub(crate) fn set_child_count(&self, count: usize) {
        self.count_and_proof.fetch_or(count as u16 & COUNT, Relaxed);
    }

    /// Maximum length of playouts from here; unlimited at first.
    pub fn horizon(&self) -> Horizon {
        Horizon::new(self.horizon.load(Relaxed))
    }

    /// Changes how long playouts from here may become.
    pub fn set_horizon(&self, horizon: Horizon) {
        self.horizon.store(horizon.moves() as u16, Relaxed);
    }

    /// Takes over all statistics, but not the children.
    pub(crate) fn copy_from(&self, other: &Self) {
        self.value.store(other.value.load(Relaxed), Relaxed);
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.cell.store(other.cell.load(Relaxed), Relaxed);
        self.count_and_proof.store(other.count_and_proof.load(Relaxed) & !COUNT, Relaxed);
        self.prior.store(other.prior.load(Relaxed), Relaxed);
        self.horizon.store(other.horizon.load(Relaxed), Relaxed);
    }
}

fn fixed(value: f32) -> u64 {
    (f64::from(value) * UNIT) as u64
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_probed_once_until_its_children_are_gone() {
        let node = Node::default();
        assert_eq!([(); 3].map(|()| node.claim_probe()), [true, false, false]);
        node.reset_probe();
        assert_eq!([(); 2].map(|()| node.claim_probe()), [true, false]);
    }
}
