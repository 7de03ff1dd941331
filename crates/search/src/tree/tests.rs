//! Sentences about the tree.

use super::*;

fn tree() -> Tree {
    Tree::new(0, Switch::Off)
}

fn moves(count: usize) -> Vec<(Cell, f32)> {
    (0..count).map(|index| (Cell::new(index), 0.5)).collect()
}

#[test]
fn results_replace_virtual_losses() {
    let tree = tree();
    let root = tree.node(tree.root());
    root.add_virtual_loss(1);
    root.replace_virtual_loss(1, 1, 0.25);
    root.add_virtual_loss(1);
    root.replace_virtual_loss(1, 1, 0.75);
    assert_eq!((root.visits(), root.value()), (2, 0.5));
}

#[test]
fn a_tree_for_both_colors_keeps_them_apart_also_in_a_copy() {
    let tree = Tree::with_colors(0, Switch::Off, RaveColors::Both);
    let root = tree.root();
    tree.node(root).add(5, 2.0);
    assert!(tree.opposing(root).is_empty(), "no children yet");
    assert_eq!(tree.expand(root, &moves(3), 0), Expansion::Done);
    tree.moves(root).1[2].add(1.0, 2.0);
    tree.opposing(root)[2].add(3.0, 4.0);
    let copy = tree.subtree(root, 1);
    for tree in [&tree, &copy] {
        assert_eq!(tree.moves(root).1[2].sums(), (1.0, 2.0));
        assert_eq!(tree.opposing(root)[2].sums(), (3.0, 4.0));
        assert_eq!(tree.opposing(root)[1].sums(), (0.0, 0.0));
    }
    let own = self::tree();
    assert_eq!(own.expand(own.root(), &moves(3), 0), Expansion::Done);
    assert!(own.opposing(own.root()).is_empty());
}

#[test]
fn a_full_tree_says_so_and_a_pruned_copy_has_room() {
    let tree = tree();
    let root = tree.root();
    assert_eq!(tree.expand(root, &moves(300), 0), Expansion::Done);
    let mut expanded = 0;
    for i in 0..300 {
        let child = tree.child(root, i);
        tree.node(child).add(if i == 7 { 10 } else { 1 }, 0.5);
        if tree.expand(child, &moves(300), 0) == Expansion::Done {
            expanded += 1;
        }
    }
    assert!(expanded > 20 && expanded < 300, "{expanded}");
    tree.node(root).add(500, 1.0);
    let pruned = tree.subtree(root, 5);
    assert!(pruned.len() < 1_000);
    assert_eq!(pruned.children(pruned.child(pruned.root(), 7)).len(), 300);
    assert!(pruned.children(pruned.child(pruned.root(), 8)).is_empty());
    assert_eq!(pruned.node(pruned.child(pruned.root(), 7)).visits(), 10);
}

#[test]
fn the_same_position_has_one_set_of_children_also_in_a_copy() {
    let tree = Tree::new(0, Switch::On);
    let root = tree.root();
    tree.node(root).add(15, 6.0);
    assert_eq!(tree.expand(root, &moves(3), 1 << 40 | 1), Expansion::Done);
    let [a, b, c] = [0, 1, 2].map(|index| tree.child(root, index));
    for (id, key) in [(a, 2 << 40 | 2), (b, 2 << 40 | 2), (c, 3 << 40 | 3)] {
        tree.node(id).add(5, 2.0);
        assert_eq!(tree.expand(id, &moves(2), key), Expansion::Done);
    }
    tree.node(tree.child(a, 1)).add(3, 1.0);
    assert_eq!(tree.child(a, 1), tree.child(b, 1));
    assert_ne!(tree.child(a, 1), tree.child(c, 1));
    let copy = tree.subtree(root, 1);
    let [a, b, c] = [0, 1, 2].map(|index| copy.child(copy.root(), index));
    assert_eq!(copy.child(a, 1), copy.child(b, 1));
    assert_eq!((copy.children(b)[1].visits(), copy.children(c)[1].visits()), (3, 0));
    // The copy knows its positions: one more way to the same place shares them too.
    let late = copy.child(c, 0);
    assert_eq!(copy.expand(late, &moves(2), 2 << 40 | 2), Expansion::Done);
    assert_eq!(copy.child(late, 1), copy.child(a, 1));
}

#[test]
fn a_key_that_deceives_is_found_out_by_the_moves() {
    let tree = Tree::new(0, Switch::On);
    let root = tree.root();
    assert_eq!(tree.expand(root, &moves(3), 7 << 40), Expansion::Done);
    let child = tree.child(root, 0);
    assert_eq!(tree.expand(child, &[(Cell::new(9), 0.0)], 7 << 40), Expansion::Done);
    assert_eq!(tree.children(child)[0].cell(), Cell::new(9));
}

#[test]
fn threads_lose_no_visits() {
    let tree = tree();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for i in 0..10_000 {
                    tree.node(tree.root()).add_virtual_loss(1);
                    tree.node(tree.root()).replace_virtual_loss(1, 1, if i % 2 == 0 { 1.0 } else { 0.0 });
                }
            });
        }
    });
    let root = tree.node(tree.root());
    assert_eq!((root.visits(), root.value()), (40_000, 0.5));
}
