//! The course of a review, with answers that a script gives instead of searches: which questions are asked, and who is
//! blamed for what they show.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use catena_core::Move;
use catena_core::record::Record;
use catena_engine::{Assessment, Plan, Review, Reviewer, Task, TaskKind};

/// Reviews a game whose searches a script answers: the moves of the position and those that are left out in, the
/// value for the player to move and the best move out. The solver never knows anything.
fn review(sgf: &str, search: impl Fn(&str, &str) -> (f64, &'static str)) -> Review {
    let record = Record::read(sgf.as_bytes(), None).unwrap();
    let mut reviewer = Reviewer::new(Plan::new(&record).unwrap());
    let mut asked = 0;
    while let Some(task) = reviewer.next_task() {
        asked += 1;
        assert!(asked < 500, "a review ends");
        reviewer.put(&task, &answer(&task, &search));
    }
    reviewer.review()
}

fn answer(task: &Task, search: impl Fn(&str, &str) -> (f64, &'static str)) -> Assessment {
    let topology = task.position.topology();
    let unknown = Assessment { value: 0.5, line: Vec::new(), proof: None, visits: 0, playouts: 0 };
    let TaskKind::Search { excluded, .. } = &task.kind else { return unknown };
    let moves: Vec<&str> = task.position.plies().iter().map(|ply| topology.move_name(ply.mv)).collect();
    let excluded: Vec<&str> = excluded.iter().map(|&cell| topology.name(cell)).collect();
    let (value, best) = search(&moves.join(" "), &excluded.join(" "));
    let line: Vec<Move> = vec![topology.parse_move(best).unwrap()];
    Assessment { value, line, visits: 100, playouts: 100, ..unknown }
}

#[test]
fn who_played_the_move_that_the_search_liked_is_blamed_if_another_turns_out_to_be_better() {
    // White plays b2, as the search says; afterwards Black has 90 %. After d4 White would have kept 46 %.
    let review = review("(;GM[11]SZ[5];B[c3];W[b2];B[c2])", |moves, excluded| match (moves, excluded) {
        ("", _) => (0.55, "c3"),
        ("c3", "") => (0.45, "b2"),
        ("c3", _) => (0.44, "d4"),
        ("c3 b2", _) => (0.88, "c2"),
        ("c3 b2 c2", _) => (0.1, "d2"),
        ("c3 d4", _) => (0.54, "b4"),
        other => panic!("{other:?} was not expected"),
    });
    let [_, white, black] = &review.moves[..] else { panic!("three moves") };
    assert!((white.value_before - 0.46).abs() < 1e-9 && (white.value_after - 0.1).abs() < 1e-9, "{white:?}");
    assert!(white.judgement.is_some() && black.judgement.is_none(), "{review:?}");
    assert_eq!(review.mistakes().len(), 1, "{review:?}");
}

#[test]
fn what_the_game_shows_of_an_offered_stone_is_no_mistake_of_who_offered_it() {
    // Both searches of the opening see an even stone; the game goes well for Black.
    let review = review("(;GM[11]SZ[5]RU[swap];B[a2];W[b2];B[c2])", |moves, _| match moves {
        "" => (0.49, "a4"),
        "a2" => (0.52, "b2"),
        "a2 b2" => (0.9, "c2"),
        "a2 b2 c2" => (0.1, "d2"),
        "a2 d4" | "a4" => (0.5, "c3"),
        other => panic!("{other:?} was not expected"),
    });
    assert!(review.moves[0].value_after > 0.85, "{review:?}");
    assert_eq!(review.moves[0].judgement, None, "{review:?}");
    assert!(review.moves[0].loss < 0.02, "{review:?}");
}
