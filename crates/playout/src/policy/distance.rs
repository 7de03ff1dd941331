//! Distances between cells: the number of steps from neighbor to neighbor.

use catena_core::{Cell, Topology};

/// All distances of a board.
#[derive(Clone, Debug)]
pub struct Distances {
    len: usize,
    table: Box<[u8]>,
}

impl Distances {
    /// Between cells.
    #[must_use]
    pub fn new(topology: &Topology) -> Self {
        Self::by_steps(topology, |cell| cell)
    }

    /// Between moves: in Renkula! the shorter way to a cell or its antipode.
    #[must_use]
    pub fn between_places(topology: &Topology) -> Self {
        Self::by_steps(topology, |cell| topology.canonical(cell))
    }

    fn by_steps(topology: &Topology, place: impl Fn(Cell) -> Cell) -> Self {
        let len = topology.len();
        let mut table = vec![u8::MAX; len * len].into_boxed_slice();
        for (from, row) in topology.cells().zip(table.chunks_exact_mut(len)) {
            let mut reached = vec![place(from)];
            row[place(from).index()] = 0;
            let mut next = 0;
            while next < reached.len() {
                let at = reached[next];
                for neighbor in topology.neighbors(at).map(&place) {
                    if row[neighbor.index()] == u8::MAX {
                        row[neighbor.index()] = row[at.index()] + 1;
                        reached.push(neighbor);
                    }
                }
                next += 1;
            }
            for cell in topology.cells() {
                row[cell.index()] = row[place(cell).index()];
            }
        }
        Self { len, table }
    }

    /// Steps from one cell to the other.
    #[inline]
    #[must_use]
    pub fn between(&self, a: Cell, b: Cell) -> u8 {
        self.table[a.index() * self.len + b.index()]
    }

    /// The most steps between any two cells.
    #[must_use]
    pub fn farthest(&self) -> u8 {
        self.table.iter().copied().max().unwrap_or_default()
    }

    /// The cell from which the farthest other is nearest; the first of them.
    #[must_use]
    pub fn center(&self) -> Cell {
        let farthest = |&cell: &usize| self.table[cell * self.len..][..self.len].iter().max();
        Cell::new((0..self.len).min_by_key(farthest).expect("no board is empty"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_of_known_cells() {
        let hexagon = Topology::hexagon(4);
        let distances = Distances::new(&hexagon);
        let cell = |name: &str| hexagon.cell(name).unwrap();
        assert_eq!(distances.between(cell("d4"), cell("d4")), 0);
        assert_eq!(distances.between(cell("a1"), cell("g7")), 6);
        assert_eq!(distances.between(cell("a1"), cell("a4")), 3);
        assert_eq!(distances.center(), cell("d4"));
        let sphere = Topology::sphere(3);
        let (cells, places) = (Distances::new(&sphere), Distances::between_places(&sphere));
        for (a, b) in sphere.cells().flat_map(|a| sphere.cells().map(move |b| (a, b))) {
            let shorter = cells.between(a, b).min(cells.between(a, sphere.antipode(b)));
            assert_eq!(places.between(a, b), shorter);
        }
        assert_eq!(cells.between(Cell::new(0), sphere.antipode(Cell::new(0))), 9);
    }
}
