//! The choice of a move at nodes with few visits: as in playouts, instead of by UCT (Joosten 2009, section 4.2).

use catena_core::{ByColor, Cell, Move, Position};
use catena_playout::Rng;
use catena_playout::policy::Nearest;

use crate::SearchConfig;
use crate::evaluate::nearest;
use crate::node::Node;
use crate::path::Path;

/// Chooses moves at nodes with few visits.
#[derive(Debug)]
pub(crate) struct FewVisits {
    /// Nothing if all moves have the same chance.
    nearest: Option<Nearest>,
    /// The last move of each color before the root.
    before: ByColor<Option<Cell>>,
}

impl FewVisits {
    pub fn new(config: &SearchConfig, root: &Position) -> Self {
        let mut before = ByColor::new(|_| None);
        for ply in root.plies() {
            if let Move::Place(cell) = ply.mv {
                before[ply.color] = Some(root.topology().canonical(cell));
            }
        }
        Self { nearest: nearest(root.topology(), config), before }
    }

    /// The index of a child of the node at the end of the path.
    pub fn choose(&self, path: &Path, children: &[Node], rng: &mut Rng) -> usize {
        let near = self.nearest.as_ref().and_then(|nearest| {
            let color = nearest.attracting(path.leaf_color(), rng);
            // The colors alternate along the path.
            let steps_back = if color == path.leaf_color() { 2 } else { 1 };
            let in_path = path.cells.len().checked_sub(steps_back).map(|index| path.cells[index]);
            Some((nearest, in_path.or(self.before[color])?))
        });
        match near {
            Some((nearest, near)) => nearest.choose_near(near, children.iter().map(Node::cell), rng),
            None => rng.below(children.len() as u32) as usize,
        }
    }
}
