//! Pattern weights as playouts read them: by what lies on the six neighbors of a cell.

use catena_core::{Cell, Color, Topology};

use super::layout::DIRECTIONS;

/// Contents of the six neighbors of a cell: two bits each, in the circular order of `Topology::around`; 0 is
/// an empty cell, 1 Black, 2 White, 3 no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NeighborCode(u16);

const OFF_BOARD: u16 = 3;

/// A stone as two bits.
pub(super) const fn bits(color: Color) -> u16 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}

/// What lies beyond the border a step from a cell: in Hex the owner of the side.
pub(super) fn off_board(topology: &Topology, cell: Cell, step: (i32, i32)) -> u16 {
    topology.side_owner(cell, step).map_or(OFF_BOARD, bits)
}

impl NeighborCode {
    /// Number of different codes.
    pub const COUNT: usize = 1 << (2 * DIRECTIONS);

    /// The code with this number, below [`COUNT`](Self::COUNT).
    #[must_use]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u16)
    }

    /// All of them, in their order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::new)
    }

    /// Its number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The code of a cell among these stones. In Hex the outside of a side is as good as a stone of its owner; what
    /// lies beyond two sides belongs to neither.
    #[must_use]
    pub fn around(topology: &Topology, cell: Cell, stone: impl Fn(Cell) -> Option<Color>) -> Self {
        let neighbors = topology.around(cell)[..DIRECTIONS].iter().enumerate();
        Self(neighbors.fold(0, |code, (direction, &neighbor)| {
            let seen = if neighbor == topology.off_board() {
                off_board(topology, cell, Topology::STEPS[direction])
            } else {
                stone(neighbor).map_or(0, bits)
            };
            code | seen << (2 * direction)
        }))
    }

    /// The stone on a neighbor; in Hex also what lies beyond a side.
    #[must_use]
    pub const fn stone(self, direction: usize) -> Option<Color> {
        match self.0 >> (2 * direction) & 3 {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }
}

/// The weights γ of moves by their neighbors (Huang et al. 2013), filled in by whoever has learned them.
#[derive(Clone, PartialEq)]
pub struct NeighborGammas {
    global: Box<[[f32; NeighborCode::COUNT]; 2]>,
    local: Box<[[f32; NeighborCode::COUNT]; DIRECTIONS]>,
}

impl NeighborGammas {
    /// Neighbors of a cell.
    pub const DIRECTIONS: usize = DIRECTIONS;

    /// Asks for the global weight of each code and player to move, and for the local weight of each code with the
    /// opponent's last stone in each direction.
    #[must_use]
    pub fn new(
        global: impl Fn(NeighborCode, Color) -> f32,
        local: impl Fn(NeighborCode, usize, Color) -> f32,
    ) -> Self {
        let mut gammas = Self {
            global: Box::new([[0.0; NeighborCode::COUNT]; 2]),
            local: Box::new([[0.0; NeighborCode::COUNT]; DIRECTIONS]),
        };
        for code in NeighborCode::all() {
            for mover in Color::ALL {
                gammas.global[mover as usize][code.index()] = global(code, mover);
            }
            for direction in 0..DIRECTIONS {
                if let Some(last) = code.stone(direction) {
                    gammas.local[direction][code.index()] = local(code, direction, !last);
                }
            }
        }
        gammas
    }

    /// The global weight of a move.
    #[must_use]
    pub fn global(&self, code: NeighborCode, mover: Color) -> f32 {
        self.global[mover as usize][code.index()]
    }

    /// The weight that a move has besides as a neighbor of the opponent's last stone; 0 if there is none in that
    /// direction.
    #[must_use]
    pub fn local(&self, code: NeighborCode, direction: usize) -> f32 {
        self.local[direction][code.index()]
    }
}

impl std::fmt::Debug for NeighborGammas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NeighborGammas").finish_non_exhaustive()
    }
}
