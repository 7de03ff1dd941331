//! RAVE statistics of a move: playouts in which it was made at any time.

use crate::sync::{AtomicU64, Ordering::Relaxed};

/// Sums of RAVE for the player who makes a move, value and weight, as the bits of two f32. Threads
/// may lose an addition to each other, but never half of one: that is cheaper than keeping all.
///
/// They lie beside the nodes and not in them: each playout adds to all moves of a node, and eight
/// of them in a cache line leave the threads less to wait for.
#[derive(Debug)]
pub struct Rave(AtomicU64);

impl Default for Rave {
    fn default() -> Self {
        Self(AtomicU64::new(0))
    }
}

impl Rave {
    /// Sum and weight.
    #[inline]
    pub fn sums(&self) -> (f32, f32) {
        let both = self.0.load(Relaxed);
        (f32::from_bits((both >> 32) as u32), f32::from_bits(both as u32))
    }

    /// Adds to both.
    #[inline]
    pub fn add(&self, value: f32, weight: f32) {
        let (old_value, old_weight) = self.sums();
        let (value, weight) = ((old_value + value).to_bits(), (old_weight + weight).to_bits());
        self.0.store(u64::from(value) << 32 | u64::from(weight), Relaxed);
    }

    /// Takes over the sums of another.
    pub(crate) fn copy_from(&self, other: &Self) {
        self.0.store(other.0.load(Relaxed), Relaxed);
    }
}
