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

#[cfg(all(test, not(loom)))]
mod tests {
    use catena_core::{Game, Setup, SwapRule};
    use catena_playout::policy::Horizon;

    use super::*;
    use crate::{LeafPlayout, NearestChance};

    /// Joosten 2009, section 4.2: the strategy of the playouts, at the root by the moves of the game, below it by
    /// those of the path.
    #[test]
    fn the_last_moves_of_game_and_path_attract() {
        let setup = Setup::new(Game::Havannah, 8, SwapRule::Off).unwrap();
        let topology = setup.topology().clone();
        let cell = |name: &str| topology.cell(name).unwrap();
        let mut root = Position::new(setup);
        for name in ["a1", "o15", "h8"] {
            root.play(Move::Place(cell(name))).unwrap();
        }
        let config = |playout| SearchConfig {
            playout,
            nearest_chance: NearestChance::InverseSquare,
            ..SearchConfig::default()
        };
        let beside = ["n14", "h9", "a7", "o9"].map(cell);
        let child = |cell| {
            let node = Node::default();
            node.set_move(cell, 0.0, Horizon::NONE);
            node
        };
        let children: Vec<Node> = beside.into_iter().map(child).collect();
        let path = |moves: &[&str]| {
            let mut path = Path::new(&root);
            path.cells.extend(moves.iter().map(|name| cell(name)));
            path
        };
        // White is to move at the root; its last move is o15, Black's h8.
        for (moves, own, others) in [
            (&[][..], 0, 1),
            (&["a8"][..], 1, 2),
            (&["a8", "o8"][..], 2, 3),
            (&["a8", "o8", "n15"][..], 3, 0),
        ] {
            let counts = |playout| {
                let few = FewVisits::new(&config(playout), &root);
                let (mut rng, mut counts) = (Rng::new(1), [0; 4]);
                (0..1_000).for_each(|_| counts[few.choose(&path(moves), &children, &mut rng)] += 1);
                counts
            };
            let found = counts(LeafPlayout::NearestOwn);
            assert!(found[own] > 850, "{moves:?}, own: {found:?}");
            let found = counts(LeafPlayout::NearestCoin);
            assert!(found[own] > 400 && found[others] > 400, "{moves:?}, coin: {found:?}");
            let found = counts(LeafPlayout::Uniform);
            assert!(found.iter().all(|&count| count > 180), "{moves:?}, uniform: {found:?}");
        }
    }
}
