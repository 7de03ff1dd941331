//! HexGui's commands about connections, inferior cells and the winner.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod talk;

use std::collections::BTreeSet;

use catena_core::Game;
use catena_gtp::Protocol;
use talk::{ask, protocol};

fn after(game: Game, size: u64, moves: &str) -> Protocol {
    let mut protocol = protocol(game, size, "random", None);
    for (index, cell) in moves.split_whitespace().enumerate() {
        let color = ["black", "white"][index % 2];
        assert_eq!(ask(&mut protocol, &format!("play {color} {cell}")), "=");
    }
    protocol
}

#[test]
fn connections_of_two_points_come_one_a_line() {
    let mut hex = after(Game::Hex, 5, "c3");
    let full = ask(&mut hex, "vc-between-cells-full black c3 b5");
    assert_eq!(full.lines().next(), Some("= black c3 b5 full or [ b4 c4 ] [ ]"));
    assert_eq!(ask(&mut hex, "vc-between-cells-full black C3 c4"), "= black c3 c4 full base [ ] [ ]");
    let semi = ask(&mut hex, "vc-between-cells-semi black c3 c5");
    assert_eq!(semi.lines().next(), Some("= black c3 c5 semi and [ c4 ] [ ] c4"));
    let side = ask(&mut hex, "vc-between-cells-full black c3 north");
    assert!(side.starts_with("= black c3 north full or [ "), "{side}");
    // All the others of White's points are not connected with a stone of Black.
    assert_eq!(ask(&mut hex, "vc-between-cells-full white c3 b5"), "=");
    let points = ask(&mut hex, "vc-connected-to-full black c3");
    assert!(["north", "south", "b5", "c4"].iter().all(|point| points.split(' ').any(|word| word == *point)));
    assert!(!ask(&mut hex, "vc-connected-to-semi black c3").is_empty());
}

#[test]
fn edges_of_havannah_are_points() {
    let mut havannah = after(Game::Havannah, 5, "b3");
    let reply = ask(&mut havannah, "vc-between-cells-full black b3 side1");
    assert_eq!(reply, "= black b3 side1 full or [ a2 a3 ] [ ]");
    assert!(ask(&mut havannah, "compute-fillin black").starts_with("? inferior cells are known for hex"));
}

#[test]
fn the_must_play_leaves_out_what_does_not_help() {
    // Black's stone is connected with both sides: nothing helps White.
    let mut won = after(Game::Hex, 3, "b2");
    let cells = ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"];
    let reply = ask(&mut won, "vc-get-mustplay white");
    for cell in cells {
        let is_marked = ["x", "fb", "fw"].iter().any(|code| reply.contains(&format!("{cell} {code}")));
        assert!(is_marked, "{cell}: {reply}");
    }
    // On a large empty board there is nothing to stop yet, but the acute corners are of little use.
    let mut empty = after(Game::Hex, 9, "");
    assert!(!ask(&mut empty, "vc-get-mustplay black").contains(" x"));
    let inferior = ask(&mut empty, "compute-inferior black");
    assert!(inferior.contains(" iv[") || inferior.contains(" id["), "{inferior}");
    let build = ask(&mut empty, "vc-build black");
    assert_eq!(build, inferior);
}

#[test]
fn everything_that_need_not_be_considered_is_named_once() {
    let (mut inferior_alone, mut outside_alone) = (0, 0);
    for moves in ["c3", "c2 d5 d1", "e3 d1 d3", "e5 d4 a2"] {
        let mut hex = after(Game::Hex, 5, moves);
        let mut cells = |command: &str| -> Vec<String> {
            let reply = ask(&mut hex, &format!("{command} white"));
            reply.trim_start_matches('=').split_whitespace().step_by(2).map(str::to_owned).collect()
        };
        let [build, outside, inferior] = ["vc-build", "vc-get-mustplay", "compute-inferior"].map(&mut cells);
        let both: BTreeSet<&String> = outside.iter().chain(&inferior).collect();
        assert_eq!(build.iter().collect::<BTreeSet<_>>(), both, "{moves}");
        assert_eq!(build.len(), both.len(), "{moves}: {build:?}");
        inferior_alone += inferior.iter().filter(|cell| !outside.contains(cell)).count();
        outside_alone += outside.iter().filter(|cell| !inferior.contains(cell)).count();
    }
    assert!(inferior_alone > 0 && outside_alone > 0, "{inferior_alone} {outside_alone}");
}

#[test]
fn captured_cells_are_filled_in() {
    // A stone on the second row captures the two cells below it.
    let mut hex = after(Game::Hex, 5, "c4");
    let reply = ask(&mut hex, "compute-fillin white");
    assert!(reply.contains("b5 fb") && reply.contains("c5 fb"), "{reply}");
}

#[test]
fn resistance_is_a_number_for_each_color() {
    let mut hex = after(Game::Hex, 5, "c3");
    let reply = ask(&mut hex, "eval-resist black");
    let words: Vec<&str> = reply.split(' ').collect();
    assert_eq!((words[2], words[4]), ("black", "white"), "{reply}");
    let numbers = [1, 3, 5].map(|place| words[place].parse::<f64>().unwrap());
    assert!(numbers[0] > 0.0 && numbers[1] < numbers[2], "{reply}");
    let cells = ask(&mut hex, "eval-resist-cells black");
    assert!(cells.split(' ').count() % 2 == 1 && cells.contains("c2 "), "{cells}");
}

#[test]
fn positions_are_solved_within_a_limit() {
    assert_eq!(ask(&mut after(Game::Hex, 4, ""), "dfpn-solve-state black"), "= black");
    assert_eq!(ask(&mut after(Game::Hex, 4, "a1"), "dfpn-solve-state white"), "= white");
    assert_eq!(ask(&mut after(Game::Havannah, 10, ""), "dfpn-solve-state black 0"), "= unknown");
    let mut any = after(Game::Hex, 4, "");
    assert_eq!(ask(&mut any, "dfpn-solve-state black soon"), r#"? "soon" is no time in seconds"#);
    assert_eq!(ask(&mut any, "param_dfpn use_guifx 1"), "=");
    assert_eq!(ask(&mut any, "param_dfpn"), "= [bool] use_guifx 1");
    assert!(ask(&mut any, "param_dfpn threads 2").starts_with("? there is no parameter"));
}

#[test]
fn what_cannot_be_answered_is_refused_in_a_sentence() {
    let mut star = after(Game::Star, 4, "");
    for line in ["vc-build black", "vc-connected-to-full black *10", "eval-resist white"] {
        assert!(
            ask(&mut star, line).starts_with("? connections are known for havannah, hex, y and bent-y"),
            "{line}"
        );
    }
    let mut hex = after(Game::Hex, 5, "");
    let refused = ask(&mut hex, "vc-between-cells-full black a1 east");
    assert_eq!(refused, r#"? "east" is no cell and no side of black"#);
    assert_eq!(
        ask(&mut hex, "vc-between-cells-full black a1"),
        "? usage: vc-between-cells-full COLOR FROM TO"
    );
}
