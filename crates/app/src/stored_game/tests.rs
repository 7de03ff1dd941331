//! Changes of a game: what they keep, refuse and read.

use super::*;
use crate::store::NoteColumn;

const REVIEW: &str = r#"{"before": 0.5, "after": 0.4, "best": null, "pv": [], "loss": 0.1, "mistake": true}"#;

/// A game with a variation, and a note on each node: 1 and 2 in line, 3 beside 1.
fn noted(store: &GameStore) {
    let setup = setup("hex", Some(3), SwapRule::Off).unwrap();
    let mut game = StoredGame::new("g".to_owned(), Record::new(setup)).unwrap();
    store.write(|tables| game.insert(tables, None)).unwrap();
    for (after, name) in [(0, "a1"), (1, "b1"), (0, "c3")] {
        let (_, node) = StoredGame::change_node(store, "g", |game| {
            let mv = game.record.setup().topology().parse_move(name).unwrap();
            game.play(after, mv)
        })
        .unwrap();
        store.write(|tables| tables.put_note(NoteColumn::Review, "g", node, REVIEW)).unwrap();
    }
}

fn notes(store: &GameStore) -> Vec<u32> {
    store.read(|tables| tables.notes("g")).unwrap().into_iter().map(|(node, _)| node).collect()
}

#[test]
fn cut_nodes_take_their_notes_along() {
    let store = GameStore::in_memory();
    noted(&store);
    assert_eq!(notes(&store), [1, 2, 3]);
    let game = StoredGame::change(&store, "g", |game| game.cut(1)).unwrap();
    assert_eq!(game.notes.keys().copied().collect::<Vec<_>>(), [3]);
    assert_eq!(notes(&store), [3]);
}

#[test]
fn a_change_that_fails_half_way_leaves_the_game() {
    let store = GameStore::in_memory();
    noted(&store);
    let failed = StoredGame::change(&store, "g", |game| {
        game.cut(1)?;
        game.go_to(1)
    });
    assert!(matches!(failed, Err(AppError::Conflict(_))));
    assert_eq!(StoredGame::load(&store, "g").unwrap().record.len(), 4);
    assert_eq!(notes(&store), [1, 2, 3]);
}

#[test]
fn a_change_of_a_node_knows_that_node_alone() {
    let store = GameStore::in_memory();
    noted(&store);
    // What is damaged or long elsewhere is not read.
    store.write(|tables| tables.put_note(NoteColumn::Review, "g", 3, "{")).unwrap();
    let (game, node) = StoredGame::change_node(&store, "g", |game| {
        let mv = game.record.setup().topology().parse_move("a1").unwrap();
        game.play(0, mv)
    })
    .unwrap();
    assert_eq!(node, 1);
    assert_eq!(game.notes[&1].review.as_ref().unwrap().after, 0.4);
    assert_eq!(game.notes.len(), 1);
}

#[test]
fn a_game_has_a_most_of_bytes_and_can_be_cut_below_it() {
    let store = GameStore::in_memory();
    let setup = setup("hex", Some(13), SwapRule::Off).unwrap();
    let cells: Vec<Move> = setup.topology().cells().map(Move::Place).collect();
    let mut game = StoredGame::new("g".to_owned(), Record::new(setup)).unwrap();
    store.write(|tables| game.insert(tables, None)).unwrap();
    let comment = "x".repeat(MAX_COMMENT);
    let add = |cell: usize| {
        StoredGame::change_node(&store, "g", |game| {
            let node = game.play(0, cells[cell])?;
            game.comment(node, &comment)?;
            Ok(node)
        })
    };
    let refused = (0..100).find_map(|cell| add(cell).err()).expect("a hundred comments are too long");
    assert!(
        matches!(&refused, AppError::Invalid(said) if said.contains("at most 1048576 are kept")),
        "{refused}"
    );
    let kept = StoredGame::load(&store, "g").unwrap();
    assert_eq!((kept.record.len(), kept.stored_bytes <= MAX_BYTES), (53, true));
    StoredGame::change(&store, "g", |game| game.cut(1)).unwrap();
    add(99).expect("there is room again");
}

#[test]
fn reviews_of_older_versions_are_read() {
    let older = REVIEW.replace("pv", "line");
    assert_eq!(serde_json::from_str::<ReviewJson>(&older).unwrap().loss, 0.1);
}
