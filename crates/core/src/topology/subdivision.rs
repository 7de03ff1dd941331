//! Triangles divided into smaller ones: the cells of the sphere and of the bent board.

use std::collections::BTreeMap;

/// The most vertices a surface of triangles has here: those of the icosahedron.
const VERTICES: usize = 12;

/// A cell: how many of the parts of its place belong to each vertex.
pub(super) type Weights = [u16; VERTICES];

/// A surface of triangles, each edge divided into as many parts (class I), cells in the order in
/// which the faces name them.
pub(super) struct Subdivision {
    frequency: usize,
    weights: Vec<Weights>,
    index: BTreeMap<Weights, usize>,
    neighbors: Vec<Vec<usize>>,
}

impl Subdivision {
    pub(super) fn new(frequency: usize, faces: &[[usize; 3]]) -> Self {
        let mut surface =
            Self { frequency, weights: Vec::new(), index: BTreeMap::new(), neighbors: Vec::new() };
        for &face in faces {
            for i in 0..=frequency {
                for j in 0..=frequency - i {
                    let rest = frequency - i - j;
                    let here = surface.add(face, [i, j, rest]);
                    // The three edges that start here and point away from the third vertex
                    // of the face meet all edges of the face once.
                    if rest > 0 {
                        let a = surface.add(face, [i + 1, j, rest - 1]);
                        let b = surface.add(face, [i, j + 1, rest - 1]);
                        surface.join(here, a);
                        surface.join(here, b);
                        surface.join(a, b);
                    }
                }
            }
        }
        surface
    }

    fn add(&mut self, face: [usize; 3], parts: [usize; 3]) -> usize {
        let mut weights = Weights::default();
        for (vertex, part) in face.into_iter().zip(parts) {
            weights[vertex] = part as u16;
        }
        *self.index.entry(weights).or_insert_with(|| {
            self.weights.push(weights);
            self.neighbors.push(Vec::new());
            self.weights.len() - 1
        })
    }

    fn join(&mut self, a: usize, b: usize) {
        if !self.neighbors[a].contains(&b) {
            self.neighbors[a].push(b);
            self.neighbors[b].push(a);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.weights.len()
    }

    pub(super) const fn frequency(&self) -> usize {
        self.frequency
    }

    pub(super) fn weights(&self, cell: usize) -> &Weights {
        &self.weights[cell]
    }

    pub(super) fn neighbors(&self, cell: usize) -> &[usize] {
        &self.neighbors[cell]
    }

    /// The cell of a face with these parts of its vertices.
    ///
    /// # Panics
    /// If no face has all these vertices.
    pub(super) fn at(&self, parts: &[(usize, usize)]) -> usize {
        let mut weights = Weights::default();
        parts.iter().for_each(|&(vertex, part)| weights[vertex] += part as u16);
        self.index[&weights]
    }

    /// The cell this many steps along an edge.
    pub(super) fn on_edge(&self, from: usize, to: usize, steps: usize) -> usize {
        self.at(&[(from, self.frequency - steps), (to, steps)])
    }

    /// The permutation of the ordered cells that a permutation of the vertices makes.
    pub(super) fn permutation(&self, order: &Order, image: impl Fn(usize) -> usize) -> Vec<usize> {
        let moved = |&old: &usize| {
            let mut weights = Weights::default();
            for (vertex, &part) in self.weights[old].iter().enumerate().filter(|(_, part)| **part > 0) {
                weights[image(vertex)] = part;
            }
            order.new[self.index[&weights]]
        };
        order.old.iter().map(moved).collect()
    }
}

/// The order in which a board numbers the cells of a surface.
pub(super) struct Order {
    old: Vec<usize>,
    new: Vec<usize>,
}

impl Order {
    pub(super) fn new(old: Vec<usize>) -> Self {
        let mut new = vec![0; old.len()];
        for (rank, &cell) in old.iter().enumerate() {
            new[cell] = rank;
        }
        Self { old, new }
    }

    /// The cells of the surface in the order of the board.
    pub(super) fn old(&self) -> &[usize] {
        &self.old
    }

    /// The neighbors of a cell of the board.
    pub(super) fn neighbors(&self, surface: &Subdivision, cell: usize) -> Vec<usize> {
        surface.neighbors(self.old[cell]).iter().map(|&neighbor| self.new[neighbor]).collect()
    }
}
