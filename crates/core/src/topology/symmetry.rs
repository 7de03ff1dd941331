//! Symmetries of a board as permutations of its cells.

use crate::{Cell, Color};

/// Effect of a symmetry on the goals of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColorRoles {
    /// Each color keeps its goal.
    Kept,
    /// The colors exchange their goals: a mirrored Hex board has its sides exchanged.
    Exchanged,
}

impl ColorRoles {
    const fn then(self, next: Self) -> Self {
        match (self, next) {
            (Self::Kept, Self::Kept) | (Self::Exchanged, Self::Exchanged) => Self::Kept,
            _ => Self::Exchanged,
        }
    }
}

/// A map of the board onto itself that keeps all neighborhoods.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    roles: ColorRoles,
    images: Box<[Cell]>,
}

impl Symmetry {
    pub(super) const fn new(roles: ColorRoles, images: Box<[Cell]>) -> Self {
        Self { roles, images }
    }

    /// Where a cell goes.
    #[inline]
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Cell {
        self.images[cell.index()]
    }

    /// The color a stone has after the symmetry.
    #[inline]
    #[must_use]
    pub fn color(&self, color: Color) -> Color {
        match self.roles {
            ColorRoles::Kept => color,
            ColorRoles::Exchanged => !color,
        }
    }

    /// Effect on the goals of the colors.
    #[must_use]
    pub const fn roles(&self) -> ColorRoles {
        self.roles
    }

    fn then(&self, next: &Self) -> Self {
        let images = self.images.iter().map(|&cell| next.cell(cell)).collect();
        Self { roles: self.roles.then(next.roles), images }
    }
}

/// All products of the generators, the identity first.
///
/// On the smallest boards different generators can be the same permutation; each is kept once,
/// unless it differs in the roles of the colors.
pub(super) fn closure(len: usize, generators: Vec<Symmetry>) -> Vec<Symmetry> {
    let identity = Symmetry::new(ColorRoles::Kept, (0..len).map(Cell::new).collect());
    let mut all = vec![identity];
    let mut next = 0;
    while next < all.len() {
        for generator in &generators {
            let product = all[next].then(generator);
            if !all.contains(&product) {
                all.push(product);
            }
        }
        next += 1;
    }
    all
}
