//! Stones and groups: plain data of fixed capacity, without rules and without history.
//!
//! Groups are a union-find forest, joined by size, whose roots know what the group touches
//! (Könnecke and Waldmann 2009, section 7).

use crate::topology::{Borders, MAX_CELLS};
use crate::{Cell, Color, Topology};

/// The stones of a position and the groups they form.
#[derive(Debug)]
pub struct Board {
    stones: [Option<Color>; MAX_CELLS],
    /// The parent in the forest, or the negative group size at a root.
    links: [i16; MAX_CELLS],
    /// Borders touched by the group; only valid at a root.
    borders: [Borders; MAX_CELLS],
    empty: u16,
}

const _: () = assert!(size_of::<Board>() <= 2560 && !std::mem::needs_drop::<Board>());

/// Directions around a cell of a flat board.
const DIRECTIONS: usize = 6;

impl Board {
    /// The empty board.
    #[must_use]
    pub fn new(topology: &Topology) -> Self {
        let mut borders = [Borders::default(); MAX_CELLS];
        for cell in topology.cells() {
            borders[cell.index()] = topology.borders(cell);
        }
        Self { stones: [None; MAX_CELLS], links: [-1; MAX_CELLS], borders, empty: topology.len() as u16 }
    }

    /// The stone on a cell. The off-board cell is empty.
    #[inline]
    #[must_use]
    pub fn stone(&self, cell: Cell) -> Option<Color> {
        self.stones[cell.index()]
    }

    /// The number of empty cells.
    #[inline]
    #[must_use]
    pub const fn empty(&self) -> usize {
        self.empty as usize
    }

    /// Puts a stone on an empty cell and joins it to its group.
    #[inline]
    pub fn place(&mut self, topology: &Topology, cell: Cell, color: Color) {
        debug_assert!(self.stone(cell).is_none(), "a cell takes one stone");
        self.stones[cell.index()] = Some(color);
        self.empty -= 1;
        for &neighbor in topology.around(cell) {
            if self.stone(neighbor) == Some(color) {
                self.join(cell, neighbor);
            }
        }
    }

    /// The cell that stands for the group of a stone; the same for all its stones.
    #[inline]
    #[must_use]
    pub fn group(&self, cell: Cell) -> Cell {
        let mut at = cell.index();
        while self.links[at] >= 0 {
            at = self.links[at] as usize;
        }
        Cell::new(at)
    }

    /// The number of stones in the group of a stone.
    #[must_use]
    pub fn group_size(&self, cell: Cell) -> usize {
        usize::from(self.links[self.group(cell).index()].unsigned_abs())
    }

    /// Borders touched by the group of a stone.
    #[inline]
    #[must_use]
    pub fn group_borders(&self, cell: Cell) -> Borders {
        self.borders[self.group(cell).index()]
    }

    /// Borders that the group of a stone of that color on this empty cell would touch.
    #[inline]
    #[must_use]
    pub fn borders_with(&self, topology: &Topology, cell: Cell, color: Color) -> Borders {
        let own = topology.around(cell).iter().filter(|&&neighbor| self.stone(neighbor) == Some(color));
        own.fold(topology.borders(cell), |all, &neighbor| all.union(self.group_borders(neighbor)))
    }

    /// Returns true if a stone on this empty cell of a flat board would close a ring. Takes O(1) steps and
    /// finds of the forest: In O(1) steps and finds of the forest:
    ///
    /// The own stones around the cell form runs (what lies beyond the border is not own). The
    /// stone closes a ring exactly if two runs already belong to one group, so that the path
    /// between them and the stone shut something in, or if a neighbor in the middle of a run of
    /// three then has all its six neighbors of that color.
    #[must_use]
    pub fn would_close_ring(&self, topology: &Topology, cell: Cell, color: Color) -> bool {
        let around = topology.around(cell);
        let next_to = |direction: usize| around[direction % DIRECTIONS];
        let own = |direction: usize| self.stone(next_to(direction)) == Some(color);
        let mut runs = [cell; DIRECTIONS / 2];
        let mut count = 0;
        for direction in 0..DIRECTIONS {
            if !own(direction) {
                continue;
            }
            let starts_run = !own(direction + DIRECTIONS - 1);
            if starts_run {
                let group = self.group(next_to(direction));
                if runs[..count].contains(&group) {
                    return true;
                }
                runs[count] = group;
                count += 1;
            } else if own(direction + 1) && self.is_filled_in(topology, next_to(direction), cell, color) {
                return true;
            }
        }
        false
    }

    /// Returns true if all neighbors of `middle` have the color, counting `assumed` as such a stone.
    fn is_filled_in(&self, topology: &Topology, middle: Cell, assumed: Cell, color: Color) -> bool {
        let around = &topology.around(middle)[..DIRECTIONS];
        around.iter().all(|&cell| cell == assumed || self.stone(cell) == Some(color))
    }

    #[inline]
    fn join(&mut self, a: Cell, b: Cell) {
        let (a, b) = (self.group(a).index(), self.group(b).index());
        if a == b {
            return;
        }
        // The larger group has the more negative size.
        let (root, child) = if self.links[a] <= self.links[b] { (a, b) } else { (b, a) };
        self.links[root] += self.links[child];
        self.links[child] = root as i16;
        self.borders[root] = self.borders[root].union(self.borders[child]);
    }
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self { stones: self.stones, links: self.links, borders: self.borders, empty: self.empty }
    }

    fn clone_from(&mut self, source: &Self) {
        self.stones = source.stones;
        self.links = source.links;
        self.borders = source.borders;
        self.empty = source.empty;
    }
}
