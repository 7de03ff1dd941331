//! All interleavings of two threads on one node, tried by loom.

use super::*;
use crate::Proof;
use loom::sync::Arc;
use loom::thread;

/// Runs the same in two threads and checks the tree afterwards.
fn both(sharing: Switch, act: fn(&Tree, u32), check: fn(&Tree)) {
    loom::model(move || {
        let tree = Arc::new(Tree::new(0, sharing));
        let other = tree.clone();
        let thread = thread::spawn(move || act(&other, 1));
        act(&tree, 0);
        thread.join().unwrap();
        check(&tree);
    });
}

#[test]
fn loom_one_thread_makes_the_children_and_both_see_them_whole() {
    let act = |tree: &Tree, _: u32| {
        tree.expand(tree.root(), &[(Cell::new(5), 1.0), (Cell::new(7), 0.0)], 0);
        let children = tree.children(tree.root());
        assert!(children.is_empty() || (children[0].cell().index(), children[1].cell().index()) == (5, 7));
    };
    both(Switch::Off, act, |tree| {
        assert_eq!(tree.children(tree.root()).len(), 2);
        assert_eq!(tree.len(), 4, "one block and no more");
    });
}

#[test]
fn loom_visits_and_values_add_up() {
    let act = |tree: &Tree, thread: u32| {
        tree.node(tree.root()).add_virtual_loss(1);
        tree.node(tree.root()).replace_virtual_loss(1, 1, thread as f32);
    };
    both(Switch::Off, act, |tree| {
        let root = tree.node(tree.root());
        assert_eq!((root.visits(), root.value()), (2, 0.5));
    });
}

#[test]
fn loom_rave_may_lose_an_addition_but_never_half_of_one() {
    let act = |tree: &Tree, thread: u32| {
        let (value, weight) = [(1.0, 2.0), (10.0, 20.0)][thread as usize];
        tree.rave(tree.root()).add(value, weight);
    };
    both(Switch::Off, act, |tree| {
        let sums = tree.rave(tree.root()).sums();
        assert!([(1.0, 2.0), (10.0, 20.0), (11.0, 22.0)].contains(&sums), "{sums:?}");
    });
}

#[test]
fn loom_a_proof_stays_and_does_not_touch_the_children() {
    let act = |tree: &Tree, thread: u32| match thread {
        0 => tree.node(tree.root()).prove(Proof::Win),
        _ => drop(tree.expand(tree.root(), &[(Cell::new(3), 0.0)], 0)),
    };
    both(Switch::Off, act, |tree| {
        assert_eq!(tree.node(tree.root()).proof(), Some(Proof::Win));
        assert_eq!(tree.children(tree.root()).len(), 1);
    });
}

#[test]
fn loom_transpositions_show_children_only_when_they_are_whole() {
    let act = |tree: &Tree, thread: u32| {
        // Each thread has a node of its own that holds the same position.
        if thread == 0 {
            tree.expand(tree.root(), &[(Cell::new(5), 1.0)], 3 << 40);
        }
        if let Some(table) = &tree.transpositions
            && let Some(first) = table.find(3 << 40)
        {
            assert_eq!(tree.block(first, 1)[0].cell(), Cell::new(5));
        }
    };
    both(Switch::On, act, |tree| assert_eq!(tree.children(tree.root()).len(), 1));
}
