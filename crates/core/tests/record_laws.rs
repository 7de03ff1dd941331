//! Laws of records for random games: what is written reads back, and no input makes the reader panic.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use catena_core::record::{NodeId, SetUp, Step};
use catena_core::{Cell, Color, Game, Move, Position, Record, Setup, SwapRule};
use proptest::prelude::*;

fn setup(game: Game, size: u64) -> Setup {
    Setup::new(game, size, SwapRule::Off).unwrap()
}

/// Small boards of all games, so that random games come to their ends.
fn setups() -> impl Strategy<Value = Setup> {
    let boards = [
        (Game::Havannah, 4),
        (Game::Hex, 4),
        (Game::Y, 4),
        (Game::Star, 2),
        (Game::Renkula, 2),
        (Game::BentY, 2),
    ];
    (0..boards.len(), any::<bool>()).prop_map(move |(i, swap)| {
        let (game, size) = boards[i];
        Setup::new(game, size, if swap { SwapRule::On } else { SwapRule::Off }).unwrap()
    })
}

/// A random change of a record: where, what, and a text.
type Change = (u16, u8, u16, bool, String);

fn text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[a\\]\\[\\\\:;()\r\n\t é漢😀]{0,12}", any::<String>(),]
}

fn record() -> impl Strategy<Value = Record> {
    let changes =
        prop::collection::vec((any::<u16>(), any::<u8>(), any::<u16>(), any::<bool>(), text()), 0..60);
    (setups(), changes).prop_map(|(setup, changes)| {
        let mut record = Record::new(setup);
        let mut at = NodeId::ROOT;
        for change in changes {
            at = apply(&mut record, at, change);
        }
        record
    })
}

fn apply(record: &mut Record, at: NodeId, (place, kind, which, black, text): Change) -> NodeId {
    let cells: Vec<Cell> = record.setup().topology().cells().collect();
    let cell = cells[usize::from(which) % cells.len()];
    let other = cells[usize::from(place) % cells.len()];
    let color = if black { Color::Black } else { Color::White };
    match kind % 16 {
        0 => return record.nodes().nth(usize::from(place) % record.len()).unwrap(),
        1 => record.set_comment(at, &text),
        2 => record.set_win_rate(at, f64::from(which) / 655.36),
        3 => record.set_property(at, "N", &[&text, "2"]).unwrap(),
        4 => record.set_player(color, &text),
        5 => {
            let stones = vec![(cell, Some(color)), (other, (which % 3 != 0).then_some(!color))];
            let to_move = (which % 2 == 0).then_some(color);
            return record.add_set_up(at, SetUp { stones, to_move }).unwrap_or(at);
        }
        6 => return record.add_move(at, color, Move::Pass).unwrap_or(at),
        7 if which % 4 == 0 => return record.add_move(at, color, Move::Resign).unwrap_or(at),
        8 => return record.add_move(at, color, Move::Swap).unwrap_or(at),
        9 => return record.add_step(at, Step::SwapSides(color)).unwrap_or(at),
        10 => return record.add_move(at, color, Move::Place(cell)).unwrap_or(at),
        _ => {
            let to_move = record.position_at(at).to_move();
            return record.add_move(at, to_move, Move::Place(cell)).unwrap_or(at);
        }
    }
    at
}

/// A random game from the empty board, everybody in turn.
fn game(setup: Setup, choices: &[u16]) -> Position {
    let mut position = Position::new(setup);
    for &choice in choices {
        let moves: Vec<Move> = position.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        position.play(moves[usize::from(choice) % moves.len()]).unwrap();
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back(record in record()) {
        let sgf = record.to_sgf();
        let again = Record::read(sgf.as_bytes(), None).unwrap();
        prop_assert_eq!(&again, &record, "{}", sgf);
        for (before, after) in record.nodes().zip(again.nodes()) {
            let (before, after) = (record.position_at(before), again.position_at(after));
            prop_assert_eq!(before.plies(), after.plies());
            prop_assert_eq!((before.hash(), before.outcome()), (after.hash(), after.outcome()));
        }
    }

    #[test]
    fn any_comment_reads_back(comment in any::<String>()) {
        let mut record = Record::new(setup(Game::Y, 3));
        record.set_comment(NodeId::ROOT, &comment);
        let again = Record::read(record.to_sgf().as_bytes(), None).unwrap();
        prop_assert_eq!(again.node(NodeId::ROOT).comment().unwrap_or_default(), comment);
    }

    #[test]
    fn games_read_back_to_the_same_position(setup in setups(), choices in prop::collection::vec(any::<u16>(), 0..60)) {
        let position = game(setup, &choices);
        let record = Record::from_position(&position);
        let again = Record::read(record.to_sgf().as_bytes(), None).unwrap();
        prop_assert_eq!(&again, &record);
        let replayed = again.position();
        prop_assert_eq!(replayed.plies(), position.plies());
        prop_assert_eq!(again.position().hash(), position.hash());
        prop_assert_eq!(again.position().outcome(), position.outcome());
        prop_assert_eq!(again.setup(), position.setup());
    }

    #[test]
    fn hexworld_strings_read_back(size in 1u64..20, choices in prop::collection::vec(any::<u16>(), 0..60)) {
        let position = game(Setup::new(Game::Hex, size, SwapRule::On).unwrap(), &choices);
        let record = Record::from_position(&position);
        let again = Record::read(record.to_hexworld().unwrap().as_bytes(), None).unwrap();
        let replayed = again.position();
        prop_assert_eq!(replayed.plies(), position.plies());
        prop_assert_eq!(again.position().outcome(), position.outcome());
        prop_assert_eq!(again.to_hexworld(), record.to_hexworld());
    }

    #[test]
    fn no_text_makes_the_reader_panic(
        text in prop_oneof![any::<String>(), "[(;)\\[\\]\\\\ABCWELPGMSZa-e0-9:, #]{0,40}"],
        setup in setups(),
    ) {
        for text in [text.clone(), format!("(;GM[11]SZ[5]{text}"), format!("(;GM[Havannah]SZ[4];{text})"), format!("#5,{text}")] {
            if let Ok(record) = Record::read(text.as_bytes(), Some(&setup)) {
                let sgf = record.to_sgf();
                prop_assert_eq!(Record::read(sgf.as_bytes(), None), Ok(record.clone()), "{}", sgf);
                let _position = record.position();
            }
        }
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let _result = Record::read_all(&bytes, Some(&setup(Game::Havannah, 4)));
    }
}
