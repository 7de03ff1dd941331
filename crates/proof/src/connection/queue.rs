//! Which pairs of points have fresh connections, the smallest connections first.

use super::point::PointId;

/// Pairs by the size of a fresh connection. What comes of a connection is never smaller than it,
/// so a connection that is taken in this order is never replaced by a smaller one afterwards.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    by_size: Vec<Vec<(PointId, PointId)>>,
    /// Nothing waits below this size.
    from: usize,
}

impl Queue {
    pub fn clear(&mut self) {
        self.by_size.iter_mut().for_each(Vec::clear);
        self.from = 0;
    }

    pub fn push(&mut self, a: PointId, b: PointId, size: u32) {
        let size = size as usize;
        if self.by_size.len() <= size {
            self.by_size.resize_with(size + 1, Vec::new);
        }
        self.by_size[size].push((a, b));
        self.from = self.from.min(size);
    }

    pub fn is_empty(&self) -> bool {
        self.by_size.iter().all(Vec::is_empty)
    }

    /// A pair with a fresh connection, and its size.
    pub fn pop(&mut self) -> Option<(PointId, PointId, u32)> {
        while let Some(pairs) = self.by_size.get_mut(self.from) {
            if let Some((a, b)) = pairs.pop() {
                return Some((a, b, self.from as u32));
            }
            self.from += 1;
        }
        self.from = 0;
        None
    }
}
