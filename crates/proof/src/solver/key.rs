//! Zobrist keys under every symmetry, so that mirrored positions share their entries.

use catena_core::topology::ColorRoles;
use catena_core::{Cell, Color, Position, Topology};

/// The keys of a position under each symmetry that keeps the goals of the colors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionKeys(Box<[u64]>);

impl PositionKeys {
    /// The key of the position as it stands.
    #[must_use]
    pub fn exact(&self) -> u64 {
        self.0.first().copied().unwrap_or(0)
    }

    /// The smallest of them: the same for all images of the position.
    #[must_use]
    pub fn canonical(&self) -> u64 {
        self.0.iter().copied().min().unwrap_or(0)
    }
}

/// The parts of keys: for each color and cell, the key of the stone's image under each symmetry.
#[derive(Clone, Debug)]
pub struct Zobrist {
    symmetries: usize,
    parts: Box<[u64]>,
    cells: usize,
}

impl Zobrist {
    /// The parts for a board.
    #[must_use]
    pub fn new(topology: &Topology) -> Self {
        let kept: Vec<_> =
            topology.symmetries().iter().filter(|symmetry| symmetry.roles() == ColorRoles::Kept).collect();
        let mut parts = Vec::with_capacity(2 * topology.len() * kept.len());
        for color in Color::ALL {
            for cell in topology.cells() {
                let antipode = topology.antipode(cell);
                parts.extend(kept.iter().map(|symmetry| {
                    let stone = part(symmetry.cell(cell), color);
                    if antipode == cell { stone } else { stone ^ part(symmetry.cell(antipode), color) }
                }));
            }
        }
        Self { symmetries: kept.len(), parts: parts.into(), cells: topology.len() }
    }

    /// The keys of a position.
    #[must_use]
    pub fn keys(&self, position: &Position) -> PositionKeys {
        let salt = salt(position.to_move(), position.can_swap());
        let mut keys = PositionKeys(vec![salt; self.symmetries].into());
        let topology = position.topology();
        for cell in topology.places() {
            if let Some(color) = position.board().stone(cell) {
                keys.0.iter_mut().zip(self.parts(cell, color)).for_each(|(key, part)| *key ^= part);
            }
        }
        keys
    }

    /// The canonical key after a stone of `color` on an empty cell, in a position without the
    /// right to swap before or after.
    #[must_use]
    pub fn after(&self, keys: &PositionKeys, cell: Cell, color: Color) -> u64 {
        let turn = turn();
        let parts = self.parts(cell, color);
        keys.0.iter().zip(parts).map(|(key, part)| key ^ part ^ turn).min().unwrap_or(0)
    }

    /// The exact key after such a stone.
    #[must_use]
    pub fn exact_after(&self, keys: &PositionKeys, cell: Cell, color: Color) -> u64 {
        let part = self.parts(cell, color).first().copied().unwrap_or(0);
        keys.exact() ^ part ^ turn()
    }

    fn parts(&self, cell: Cell, color: Color) -> &[u64] {
        let row = color as usize * self.cells + cell.index();
        &self.parts[row * self.symmetries..(row + 1) * self.symmetries]
    }
}

fn part(cell: Cell, color: Color) -> u64 {
    mix(2 * cell.index() as u64 + color as u64)
}

fn turn() -> u64 {
    mix(1 << 32)
}

fn salt(to_move: Color, can_swap: bool) -> u64 {
    let turn = if to_move == Color::White { turn() } else { 0 };
    turn ^ if can_swap { mix(1 << 33) } else { 0 }
}

/// Splitmix64 (Steele, Lea and Flood 2014).
pub(crate) const fn mix(index: u64) -> u64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
