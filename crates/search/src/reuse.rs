//! Tree reuse from one search to the next, and pruning of a tree that gets too large.

use catena_core::{Move, Position};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::SearchConfig;
use crate::moves::places;
use crate::prior::MovePrior;
use crate::tree::{NodeId, RaveColors, Tree};

/// The most nodes that are copied at the start of a search, within a few milliseconds. A larger
/// tree keeps its nodes where they are, and the garbage with them until the memory is used up.
const MAX_COPIED: usize = 500_000;

/// The part of the tree of an earlier position that the moves since then have led to, or a new tree.
pub(crate) fn take_tree(
    config: &SearchConfig,
    last: Option<(Position, Tree)>,
    position: &Position,
    prior: Option<&MovePrior>,
) -> Tree {
    let Some((before, mut tree)) = last else { return new_tree(config) };
    match follow(&before, position, &tree, prior) {
        Some(at) if at == tree.root() => tree,
        Some(at) if tree.reachable_from(at) > MAX_COPIED => {
            tree.set_root(at);
            tree
        }
        Some(at) => {
            let kept = tree.subtree(at, 1);
            discard(tree);
            kept
        }
        None => {
            discard(tree);
            new_tree(config)
        }
    }
}

fn new_tree(config: &SearchConfig) -> Tree {
    let bytes = match config.memory {
        0 => quarter_of_memory(),
        mebibytes => (mebibytes as usize) << 20,
    };
    let colors = if config.criticality > 0.0 { RaveColors::Both } else { RaveColors::Own };
    Tree::with_colors(bytes, config.transpositions, colors)
}

/// Where the moves since an earlier position have led to in its tree.
fn follow(before: &Position, position: &Position, tree: &Tree, prior: Option<&MovePrior>) -> Option<NodeId> {
    let known = before.plies().len();
    let same_game = before.setup() == position.setup()
        && before.start_stones() == position.start_stones()
        && position.plies().get(..known) == Some(before.plies());
    let mut at = same_game.then_some(tree.root())?;
    let mut mover = before.to_move();
    for ply in &position.plies()[known..] {
        let Move::Place(cell) = ply.mv else { return None };
        // Over GTP a player may move twice; the tree takes turns.
        if ply.color != mover {
            return None;
        }
        mover = !mover;
        let index = tree.children(at).iter().position(|child| child.cell() == cell)?;
        at = tree.child(at, index);
    }
    if mover != position.to_move() {
        return None;
    }
    // A root with the moves of a symmetric or forced position only is not a root of ours.
    let pruned = prior.map_or(0, |prior| prior.pruned(position).len());
    let complete = tree.children(at).len() + pruned == places(position).count();
    (complete || at == tree.root()).then_some(at)
}

/// A copy without rarely visited parts, at most half as large.
pub(crate) fn pruned(tree: &Tree) -> Tree {
    let mut min_visits = 4;
    loop {
        let copy = tree.subtree(tree.root(), min_visits);
        if copy.len() * 2 <= tree.capacity() || min_visits > tree.node(tree.root()).visits() {
            return copy;
        }
        min_visits *= 4;
    }
}

/// Gives the memory of a tree back. The system takes its time over a large one, so that happens
/// beside the search.
pub(crate) fn discard(tree: Tree) {
    if tree.len() > MAX_COPIED {
        std::thread::spawn(move || drop(tree));
    }
}

/// A quarter of the machine's memory in bytes; a quarter of four gigabytes where the system does not tell.
fn quarter_of_memory() -> usize {
    const UNKNOWN: u64 = 4_000_000_000;
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let total = System::new_with_specifics(memory).total_memory();
    let total = if total == 0 { UNKNOWN } else { total };
    usize::try_from(total / 4).unwrap_or(usize::MAX)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use catena_core::Cell;

    use super::*;
    use crate::Switch;
    use crate::tree::Expansion;

    #[test]
    fn a_pruned_tree_is_half_empty_however_often_its_nodes_were_visited() {
        let tree = Tree::new(0, Switch::Off);
        let moves: Vec<(Cell, f32)> = (0..300).map(|cell| (Cell::new(cell), 0.0)).collect();
        tree.expand(tree.root(), &moves, 0);
        // All but the last few nodes are visited more often than the first threshold asks for.
        let mut visits = 0;
        for index in 0..300 {
            let child = tree.child(tree.root(), index);
            if tree.expand(child, &moves, 0) == Expansion::Done {
                let own = if index < 2 { 1_000 } else { 20 };
                tree.node(child).add(own, 0.0);
                visits += own;
            }
        }
        tree.node(tree.root()).add(visits, 0.0);
        assert!(tree.len() * 2 > tree.capacity(), "there is something to prune");
        let copy = pruned(&tree);
        assert!(copy.len() * 2 <= tree.capacity(), "{} of {}", copy.len(), tree.capacity());
        assert_eq!(copy.children(copy.child(copy.root(), 1)).len(), 300, "what was visited most stays");
    }

    #[test]
    fn a_tree_takes_a_quarter_of_the_memory_if_nothing_is_said() {
        let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
        let total = usize::try_from(System::new_with_specifics(memory).total_memory()).unwrap();
        let quarter = quarter_of_memory();
        assert!(total == 0 || (total - 4 * quarter) < 4, "{quarter} of {total}");
    }
}
