//! The graph of frames: vertices (own chains, and empty cells that a stone could be put on) and the links
//! between them that the opponent cannot cut.

use std::collections::BTreeMap;
use std::iter::Sum;
use std::ops::Add;

use catena_core::{Cell, Color, Position, Topology};

use crate::set::Carrier;

/// The cells that a color has and could get.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColorCells {
    pub(super) own: Carrier,
    pub(super) empty: Carrier,
}

impl ColorCells {
    pub(super) fn of(position: &Position, color: Color) -> Self {
        let with = |stone: Option<Color>| {
            position.topology().cells().filter(|&cell| position.board().stone(cell) == stone).collect()
        };
        Self { own: with(Some(color)), empty: with(None) }
    }
}

/// Cost of a frame. Compared in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cost {
    /// Stones until it stands.
    pub(super) z: u16,
    /// Stones from there to the chain, undisturbed.
    pub(super) w: u16,
    /// The same at most, however the opponent disturbs.
    pub(super) longest: u16,
}

impl Cost {
    pub(super) const NONE: Self = Self { z: 0, w: 0, longest: 0 };
    /// A stone that the frame needs.
    pub(super) const STONE: Self = Self { z: 1, w: 0, longest: 0 };
    /// A link of two cells: the opponent takes one, the owner the other.
    pub(super) const EITHER: Self = Self { z: 0, w: 1, longest: 1 };
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { z: self.z + other.z, w: self.w + other.w, longest: self.longest + other.longest }
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::NONE, Self::add)
    }
}

/// Unit that makes one vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Granularity {
    /// A chain of own stones.
    Chains,
    /// Each own stone: a ring has to know where it goes.
    StoneSets,
}

/// Which links there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkKind {
    /// Cells that touch.
    Touching,
    /// Also pairs of empty cells next to both ends.
    TwoBridges,
}

/// A chain or stone, or an empty cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    pub(super) cells: Carrier,
    /// The cell, if it is empty.
    pub(super) to_place: Option<Cell>,
}

impl Vertex {
    /// Cost of having it.
    pub(super) const fn cost(&self) -> Cost {
        if self.to_place.is_some() { Cost::STONE } else { Cost::NONE }
    }
}

/// Joins a vertex to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct VertexLink {
    pub(super) to: usize,
    /// Nothing, or two empty cells.
    pub(super) carrier: Carrier,
}

impl VertexLink {
    pub(super) fn cost(&self) -> Cost {
        if self.carrier.is_empty() { Cost::NONE } else { Cost::EITHER }
    }
}

/// Vertices and links of one color.
pub(super) struct FrameGraph {
    pub(super) vertices: Vec<Vertex>,
    pub(super) links: Vec<Vec<VertexLink>>,
    vertex_of: Vec<Option<usize>>,
    near: Vec<Carrier>,
    empty: Carrier,
}

impl FrameGraph {
    pub(super) fn new(
        topology: &Topology,
        color_cells: ColorCells,
        grain: Granularity,
        reach: LinkKind,
    ) -> Self {
        let mut graph = Self {
            vertices: Vec::new(),
            links: Vec::new(),
            vertex_of: vec![None; topology.len()],
            near: topology.cells().map(|cell| topology.neighbors(cell).collect()).collect(),
            empty: color_cells.empty,
        };
        let mut rest = color_cells.own;
        while let Some(cell) = rest.first() {
            let cells = match grain {
                Granularity::Chains => graph.flood(cell, rest),
                Granularity::StoneSets => Carrier::of(cell),
            };
            rest = rest.without(cells);
            graph.push(Vertex { cells, to_place: None });
        }
        for cell in color_cells.empty.cells() {
            graph.push(Vertex { cells: Carrier::of(cell), to_place: Some(cell) });
        }
        graph.links = (0..graph.vertices.len()).map(|vertex| graph.links_of(vertex, reach)).collect();
        graph
    }

    /// The vertex that a cell belongs to; none for stones of the opponent.
    pub(super) fn vertex(&self, cell: Cell) -> Option<usize> {
        self.vertex_of[cell.index()]
    }

    /// The empty cells next to a vertex.
    pub(super) fn liberties(&self, vertex: usize) -> Carrier {
        self.around(vertex) & self.empty
    }

    fn push(&mut self, vertex: Vertex) {
        for cell in vertex.cells.cells() {
            self.vertex_of[cell.index()] = Some(self.vertices.len());
        }
        self.vertices.push(vertex);
    }

    fn flood(&self, from: Cell, within: Carrier) -> Carrier {
        let mut chain = Carrier::of(from);
        let mut fresh = chain;
        while let Some(cell) = fresh.first() {
            fresh = fresh.without(Carrier::of(cell)) | (self.near[cell.index()] & within).without(chain);
            chain |= fresh;
        }
        chain
    }

    fn around(&self, vertex: usize) -> Carrier {
        let cells = self.vertices[vertex].cells;
        cells.cells().fold(Carrier::EMPTY, |around, cell| around | self.near[cell.index()]).without(cells)
    }

    fn links_of(&self, vertex: usize, reach: LinkKind) -> Vec<VertexLink> {
        let vertices_at = |cells: Carrier| cells.cells().filter_map(|cell| self.vertex_of[cell.index()]);
        let mut touching: Vec<usize> = vertices_at(self.around(vertex)).collect();
        touching.sort_unstable();
        touching.dedup();
        let mut links: Vec<VertexLink> =
            touching.iter().map(|&to| VertexLink { to, carrier: Carrier::EMPTY }).collect();
        if reach == LinkKind::Touching {
            return links;
        }
        let mut shared: BTreeMap<usize, Carrier> = BTreeMap::new();
        for liberty in self.liberties(vertex).cells() {
            for to in vertices_at(self.near[liberty.index()]) {
                if to != vertex && touching.binary_search(&to).is_err() {
                    shared.entry(to).or_insert(Carrier::EMPTY).insert(liberty);
                }
            }
        }
        for (to, cells) in shared {
            links.extend(pairs(cells).map(|carrier| VertexLink { to, carrier }));
        }
        links
    }
}

/// All pairs of a set of cells.
pub(super) fn pairs(cells: Carrier) -> impl Iterator<Item = Carrier> {
    let list: Vec<Cell> = cells.cells().collect();
    (1..list.len()).flat_map(move |b| (0..b).map(move |a| (a, b))).map({
        let list: Vec<Cell> = cells.cells().collect();
        move |(a, b)| Carrier::of(list[a]) | Carrier::of(list[b])
    })
}
