//! 2-bridges (Joosten 2009, section 7): cells that do not touch but have exactly two neighbors in
//! common, so that one enemy stone cannot separate them.

use catena_core::{Cell, Topology};

/// A 2-bridge from some cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoBridge {
    /// The other end.
    pub to: Cell,
    /// The two cells between the ends.
    pub carrier: [Cell; 2],
}

/// The 2-bridges of all cells of a board.
#[derive(Clone, Debug)]
pub struct TwoBridges(Box<[Box<[TwoBridge]>]>);

impl TwoBridges {
    /// Finds them by the definition; six for an inner cell of a flat board.
    #[must_use]
    pub fn new(topology: &Topology) -> Self {
        let touch = |a: Cell, b: Cell| topology.neighbors(a).any(|cell| cell == b);
        let bridge = |from: Cell, to: Cell| {
            let mut common = topology.neighbors(from).filter(|&cell| touch(cell, to));
            let carrier = [common.next()?, common.next()?];
            (common.next().is_none() && from != to && !touch(from, to)).then_some(TwoBridge { to, carrier })
        };
        Self(
            topology
                .cells()
                .map(|from| topology.cells().filter_map(|to| bridge(from, to)).collect())
                .collect(),
        )
    }

    /// The 2-bridges of a cell.
    #[must_use]
    pub fn of(&self, cell: Cell) -> &[TwoBridge] {
        &self.0[cell.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_cells_have_six_corners_two() {
        let board = Topology::hexagon(5);
        let bridges = TwoBridges::new(&board);
        assert_eq!(bridges.of(board.cell("e5").unwrap()).len(), 6);
        // Joosten: position (1,1) has two 2-bridge connected cells, (3,2) and (2,3).
        let mut ends: Vec<&str> =
            bridges.of(board.cell("a1").unwrap()).iter().map(|bridge| board.name(bridge.to)).collect();
        ends.sort_unstable();
        assert_eq!(ends, ["b3", "c2"]);
        let hex = Topology::rhombus(11);
        assert_eq!(TwoBridges::new(&hex).of(hex.cell("f6").unwrap()).len(), 6);
        let sphere = Topology::sphere(4);
        // A pentagon has five.
        assert_eq!(TwoBridges::new(&sphere).of(Cell::new(0)).len(), 5);
    }
}
