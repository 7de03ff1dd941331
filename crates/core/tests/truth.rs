//! The independent answers of testdata/, for board and reference alike.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod testdata;

use std::collections::{BTreeMap, BTreeSet};

use catena_core::reference::{self, Stones};
use catena_core::rules::Rules;
use catena_core::topology::Borders;
use catena_core::{Board, Cell, Color, Figures, Game, How, Move, Outcome, Position, Topology, with_rules};
use serde_json::Value;
use testdata::{files, names, position, read, setup};

fn topology(game: Game, size: u16) -> Topology {
    with_rules!(game, R => R::topology(size))
}

/// The cells whose border bits contain `mask`, by name.
fn touching(topology: &Topology, mask: Borders) -> BTreeSet<String> {
    let touches = |cell: &Cell| topology.borders(*cell).contains(mask);
    topology.cells().filter(touches).map(|cell| topology.name(cell).to_owned()).collect()
}

/// The sets of cells that share one of the border bits of `mask`, in any order.
fn parts(topology: &Topology, mask: Borders) -> BTreeSet<BTreeSet<String>> {
    (0..16)
        .map(|bit| Borders::from_bits_retain(1 << bit))
        .filter(|bit| mask.contains(*bit))
        .map(|bit| touching(topology, bit))
        .collect()
}

fn sets(value: &Value) -> BTreeSet<BTreeSet<String>> {
    value.as_array().unwrap().iter().map(|set| names(set).into_iter().collect()).collect()
}

#[test]
fn boards_have_the_right_cells_neighbors_and_borders() {
    let mut boards = 0;
    for file in files("boards", "json") {
        let board: Value = serde_json::from_str(&read(&file)).unwrap();
        let game = Game::parse(board["game"].as_str().unwrap()).unwrap();
        let topology = topology(game, board["size"].as_u64().unwrap() as u16);
        let expected: BTreeMap<String, Vec<String>> = board["neighbours"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(cell, row)| (cell.clone(), names(row)))
            .collect();
        let ours: BTreeMap<String, Vec<String>> = topology
            .cells()
            .map(|cell| {
                let mut row: Vec<String> =
                    topology.neighbors(cell).map(|neighbor| topology.name(neighbor).to_owned()).collect();
                row.sort();
                (topology.name(cell).to_owned(), row)
            })
            .collect();
        assert_eq!(ours, expected, "{file:?}");
        assert_eq!(names(&board["cells"]).len(), topology.len(), "{file:?}");
        let set = |key: &str| -> BTreeSet<String> { names(&board[key]).into_iter().collect() };
        match game {
            Game::Havannah => {
                let all_corners: BTreeSet<String> =
                    parts(&topology, Borders::CORNERS).into_iter().flatten().collect();
                assert_eq!(all_corners, set("corners"), "{file:?}");
                assert_eq!(parts(&topology, Borders::SIDES), sets(&board["sides"]), "{file:?}");
            }
            Game::Hex => {
                assert_eq!(parts(&topology, Borders::TOP.union(Borders::BOTTOM)), sets(&board["black"]));
                assert_eq!(parts(&topology, Borders::LEFT.union(Borders::RIGHT)), sets(&board["white"]));
            }
            Game::Y => assert_eq!(parts(&topology, Borders::ALL_THREE), sets(&board["sides"]), "{file:?}"),
            Game::Star => {
                assert_eq!(touching(&topology, Borders::PERI), set("peri"), "{file:?}");
                assert_eq!(touching(&topology, Borders::QUARK), set("quarks"), "{file:?}");
            }
            Game::Renkula => {
                let pairs = topology.places().map(|cell| {
                    [cell, topology.antipode(cell)].map(|cell| topology.name(cell).to_owned()).into()
                });
                assert_eq!(pairs.collect::<BTreeSet<_>>(), sets(&board["pairs"]), "{file:?}");
                let places = topology.places().map(|cell| topology.name(cell).to_owned());
                assert_eq!(places.collect::<BTreeSet<_>>(), set("moves"), "{file:?}");
            }
            Game::BentY => unreachable!("its boards are compared up to names, in bent_y.rs"),
        }
        boards += 1;
    }
    assert!(boards >= 50, "only {boards} boards in testdata");
}

#[test]
fn games_end_where_and_how_they_should() {
    let mut games = 0;
    for file in files("games", "txt") {
        let setup = setup(&file);
        for (number, line) in read(&file).lines().enumerate() {
            let (moves, expected) = line.split_once(" => ").unwrap();
            let mut position = Position::new(setup.clone());
            for name in moves.split(' ') {
                let before = position.outcome();
                assert_eq!(before, None, "{file:?}:{number} goes on after its end");
                let cell = position.topology().cell(name).unwrap();
                position.play(Move::Place(cell)).unwrap();
            }
            assert_eq!(position.judgement().to_string(), expected, "{file:?}:{number}");
            let reference = reference::outcome(setup.game(), setup.topology(), &position.stones());
            assert_eq!(position.outcome(), reference, "{file:?}:{number}: board and reference differ");
            position.undo();
            let reference = reference::outcome(setup.game(), setup.topology(), &position.stones());
            assert_eq!(reference, None, "{file:?}:{number}: the reference sees the end a move early");
            games += 1;
        }
    }
    assert!(games >= 13_000, "only {games} games in testdata");
}

/// The figures of a set of stones of one color, by reference and by playing them on a board.
fn figures(game: Game, topology: &Topology, cells: &[Cell], color: Color) -> Figures {
    let mut stones = Stones::empty(topology);
    cells.iter().for_each(|&cell| stones.set(cell, Some(color)));
    let by_reference = reference::figures(game, topology, &stones)[color];
    let mut board = Board::new(topology);
    let mut by_board = Figures::empty();
    for &cell in cells.iter().filter(|&&cell| topology.canonical(cell) == cell) {
        let outcome = catena_core::with_rules!(game, R => {
            <R as catena_core::rules::Rules>::play(topology, &mut board, cell, color)
        });
        if let Some(Outcome { how: How::Figures(more), .. }) = outcome {
            by_board = by_board.union(more);
        }
    }
    assert_eq!(by_board, by_reference, "board and reference differ on {cells:?}");
    by_reference
}

#[test]
fn rule_cases_hold() {
    let cases: Vec<Value> = serde_json::from_str(&read(&testdata::path("rule_cases.json"))).unwrap();
    for case in &cases {
        let why = case["why"].as_str().unwrap();
        let game = Game::parse(case["game"].as_str().unwrap()).unwrap();
        let size = case["size"].as_u64().unwrap();
        let topology = topology(game, size as u16);
        let cells = |key: &str| -> Vec<Cell> {
            names(&case[key]).iter().map(|name| topology.cell(name).unwrap()).collect()
        };
        if case.get("order").is_some() {
            row_order_game(case, why);
        } else if game == Game::Star {
            let black = cells("p1");
            let mut stones = Stones::empty(&topology);
            topology.cells().for_each(|cell| stones.set(cell, Some(Color::White)));
            black.iter().for_each(|&cell| stones.set(cell, Some(Color::Black)));
            let score = catena_core::rules::Score::of(&topology, &stones);
            assert_eq!(catena_core::rules::Score::standing(&topology, &stones).0, score);
            let difference = score.points(Color::Black) - score.points(Color::White);
            assert_eq!(i64::from(difference), case["expect_difference"].as_i64().unwrap(), "{why}");
            let winner = if case["expect_winner"] == 1 { Color::Black } else { Color::White };
            assert_eq!(score.outcome().winner, Some(winner), "{why}");
        } else if game == Game::Renkula {
            let board: Value =
                serde_json::from_str(&read(&testdata::path(&format!("boards/renkula_{size}.json")))).unwrap();
            let stones: Vec<Cell> = case["pairs"]
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|pair| names(&board["pairs"][pair.as_u64().unwrap() as usize]))
                .map(|name| topology.cell(&name).unwrap())
                .collect();
            let won = !figures(game, &topology, &stones, Color::Black).is_empty();
            assert_eq!(won, case["expect"].as_bool().unwrap(), "{why}");
        } else if let Some(expected) = case["expect"].as_bool() {
            let color = if case["player"] == 2 { Color::White } else { Color::Black };
            assert_eq!(!figures(game, &topology, &cells("stones"), color).is_empty(), expected, "{why}");
        } else {
            let found = figures(game, &topology, &cells("stones"), Color::Black);
            assert_eq!(found.names().collect::<Vec<_>>(), names(&case["expect"]), "{why}");
        }
    }
    assert!(cases.len() >= 69);
}

/// Cells played in the order of their indices.
fn row_order_game(case: &Value, why: &str) {
    let size = case["size"].as_u64().unwrap();
    let mut position = position("havannah", size, "");
    for cell in position.topology().cells() {
        if position.outcome().is_none() {
            position.play(Move::Place(cell)).unwrap();
        }
    }
    let expected = match case["expect"].as_array() {
        None => format!("draw {} -", position.topology().len()),
        Some(parts) => {
            let winner = if parts[0] == 1 { Color::Black } else { Color::White };
            format!("{winner} {} {}", parts[1], parts[2].as_str().unwrap())
        }
    };
    assert_eq!(position.judgement().to_string(), expected, "{why}");
}
