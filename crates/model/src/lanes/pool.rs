//! Global pooling of bytes.

use super::{Arithmetic, Kernel, TILE};

/// The mean of each channel over all nodes, then the maximum; in bytes.
pub(crate) struct Pool<'a> {
    /// Nodes × channels.
    pub(crate) bytes: &'a [u8],
    /// Two numbers for each channel.
    pub(crate) pooled: &'a mut [f32],
}

impl Kernel for Pool<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self) {
        let (means, maxima) = self.pooled.split_at_mut(self.pooled.len() / 2);
        let tiles = means.len() / TILE;
        let bytes = self.bytes.as_chunks::<TILE>().0;
        let nodes = (bytes.len() / tiles) as f32;
        let means = means.as_chunks_mut::<TILE>().0;
        for (tile, (means, maxima)) in means.iter_mut().zip(maxima.as_chunks_mut::<TILE>().0).enumerate() {
            let mut sums = [0u32; TILE];
            let mut most = [0u8; TILE];
            for bytes in bytes[tile..].iter().step_by(tiles) {
                for lane in 0..TILE {
                    sums[lane] += u32::from(bytes[lane]);
                    most[lane] = most[lane].max(bytes[lane]);
                }
            }
            *means = sums.map(|sum| sum as f32 / nodes);
            *maxima = most.map(f32::from);
        }
    }
}
