//! The twelve borders that arms of a frame can reach: six corners and six edges.

use catena_core::Topology;
use catena_core::topology::Borders;

use crate::set::Carrier;

/// An edge of the Havannah board, without its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(u8);

impl Edge {
    /// All edges, from the top one clockwise.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// Its place in [`Edge::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its name by the corners at its ends, clockwise: `a1-a8`.
    #[must_use]
    pub fn name(self, topology: &Topology) -> String {
        let corner = |index: usize| {
            let (side, last) = (usize::from(topology.size()) - 1, 2 * usize::from(topology.size()) - 2);
            let (x, y) = [(0, 0), (side, 0), (last, side), (last, last), (side, last), (0, side)][index % 6];
            format!("{}{}", char::from(b'a' + y as u8), x + 1)
        };
        format!("{}-{}", corner(self.index()), corner(self.index() + 1))
    }

    /// Its cells, without the corners.
    #[must_use]
    pub fn cells(self, topology: &Topology) -> Carrier {
        self.border().cells(topology)
    }

    pub(super) const fn border(self) -> Border {
        Border(Borders::CORNERS.bits().count_ones() as u8 + self.0)
    }
}

/// A corner or an edge, numbered as the bits of [`Borders`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Border(u8);

impl Border {
    pub(super) const COUNT: usize = 12;

    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    pub(super) fn corners() -> impl Iterator<Item = Self> {
        Self::all().filter(|border| border.is_corner())
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn is_corner(self) -> bool {
        self.0 < Borders::CORNERS.bits().count_ones() as u8
    }

    pub(super) fn cells(self, topology: &Topology) -> Carrier {
        let bit = Borders::from_bits_retain(1 << self.0);
        topology.cells().filter(|&cell| topology.borders(cell).contains(bit)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_lie_between_the_corners_they_are_named_after() {
        for size in 3..=8 {
            let topology = Topology::hexagon(size);
            for edge in Edge::ALL {
                let cells = edge.cells(&topology);
                assert_eq!(cells.len(), u32::from(size) - 2);
                let name = edge.name(&topology);
                for corner in name.split('-') {
                    let corner = topology.cell(corner).unwrap();
                    assert_eq!(topology.borders(corner).count(Borders::CORNERS), 1, "{name}");
                    let next_to = topology.neighbors(corner).filter(|&cell| cells.contains(cell)).count();
                    assert_eq!(next_to, 1, "{name}");
                }
            }
        }
    }
}
