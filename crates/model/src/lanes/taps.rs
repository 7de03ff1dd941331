//! Which nodes a node reads.

/// For each node the nodes that it reads, all of them on the board or just beyond.
#[derive(Clone, Debug)]
pub(crate) struct Taps {
    nodes: usize,
    width: usize,
    taps: Box<[u16]>,
}

impl Taps {
    /// The taps of this many nodes, node by node.
    ///
    /// # Panics
    /// If a tap is larger than the number of nodes, which stands for "off the board".
    pub(crate) fn new(nodes: usize, taps: Vec<u16>) -> Self {
        assert!(taps.iter().all(|&tap| usize::from(tap) <= nodes), "taps lead to nodes");
        Self { nodes, width: taps.len() / nodes, taps: taps.into() }
    }

    /// The number of nodes.
    pub(crate) const fn nodes(&self) -> usize {
        self.nodes
    }

    /// Number of nodes that a node reads.
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// The nodes that a node reads.
    #[inline(always)]
    pub(crate) fn of(&self, node: usize) -> &[u16] {
        &self.taps[node * self.width..(node + 1) * self.width]
    }
}
