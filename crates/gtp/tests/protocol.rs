//! Behavior that board programs rely on: forms of replies, refusals that change nothing, whole games.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::io::Cursor;
use std::time::Duration;

use catena_core::{Game, Setup, SwapRule};
use catena_engine::{ModelStore, Player, PlayerSpec, Session};
use catena_gtp::line::MAX_LINE;
use catena_gtp::{COMMANDS, FileAccess, Protocol, serve};
use proptest::prelude::*;

fn protocol(game: Game, size: u64) -> Protocol {
    let setup = Setup::new(game, size, SwapRule::Off).unwrap();
    Protocol::new(Session::new(setup, player("random", game), 1), FileAccess::Denied)
}

fn player(name: &str, game: Game) -> Player {
    PlayerSpec::parse(name).unwrap().resolve(game, &ModelStore::default()).unwrap()
}

/// All replies to a script, as they appear on standard output.
fn talk(protocol: &mut Protocol, script: &[u8]) -> String {
    let mut output = Vec::new();
    serve(protocol, Cursor::new(script.to_vec()), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_short_hex_game() {
    let script = b"\
        1 protocol_version\n\
        name\n\
        # a comment gets no reply\n\
        \n\
        3 boardsize 2 2\n\
        play black a1\n\
        play W B2 # with a comment\n\
        7\tplay\tb\ta2\n\
        game_result\n\
        final_score\n\
        winning_cells\n\
        genmove w\n\
        play white b1\n\
        undo\n\
        all_legal_moves\n\
        legal_moves white\n\
        game_result\n\
        final_score\n\
        quit\n\
        name\n";
    insta::assert_snapshot!(talk(&mut protocol(Game::Hex, 11), script).replace(" \n", "_\n"), @r#"
    =1 2

    = Catena

    =3_

    =_

    =_

    =7_

    = black 3 connection

    = B+

    = a1 a2

    ? the game is over

    ? illegal move b1: the game is over

    =_

    = b1 a2

    = b1 a2

    = none 2 -

    = ?

    =_
    "#);
}

#[test]
fn refusals_name_what_was_wrong_and_change_nothing() {
    let script = b"\
        play black z9\n\
        play purple a1\n\
        play black a1\n\
        play white a1\n\
        play white\n\
        play white swap-pieces\n\
        boardsize 0\n\
        boardsize 4000000000\n\
        boardsize 99999999999999999999999\n\
        boardsize 3 4\n\
        boardsize x\n\
        set_game chess\n\
        set_game y 77\n\
        frobnicate\n\
        12\n\
        param speed\n\
        param swap maybe\n\
        time_settings 1 x 3\n\
        time_left black -1 0\n\
        loadsgf /etc/passwd\n\
        genmove\n\
        known_command frobnicate\n\
        game_result\n";
    insta::assert_snapshot!(talk(&mut protocol(Game::Hex, 5), script).replace("\n\n", "\n"), @r#"
    ? illegal move: "z9" is no cell of this board
    ? "purple" is no color: black or white expected
    = 
    ? illegal move a1: the cell is occupied
    ? usage: play COLOR MOVE
    ? illegal move swap-pieces: swap is not allowed here
    ? unacceptable size: hex has no size 0: sizes are 1 to 19
    ? unacceptable size: hex has no size 4000000000: sizes are 1 to 19
    ? "99999999999999999999999" is no board size
    ? unacceptable size: width 3 and height 4 differ
    ? "x" is no board size
    ? there is no game "chess": games are havannah, hex, y, star, renkula, bent-y
    ? y has no size 77: sizes are 1 to 26
    ? unknown command "frobnicate"
    ?12 unknown command ""
    ? there is no parameter "speed"
    ? parameter swap: on or off expected
    ? "x" is no time in seconds
    ? "-1" is no time in seconds
    ? files cannot be opened from here
    ? usage: genmove COLOR
    = false
    = none 1 -
    "#);
}

#[test]
fn swap_is_a_move_where_the_rule_is_on() {
    let script = b"\
        play black b4\n\
        play white swap-pieces\n\
        param swap on\n\
        play white swap-pieces\n\
        play black swap-pieces\n\
        legal_moves black\n\
        param swap off\n\
        undo\n\
        param swap off\n\
        param\n";
    insta::assert_snapshot!(talk(&mut protocol(Game::Hex, 4), script).replace("\n\n", "\n"), @r#"
    = 
    ? illegal move swap-pieces: swap is not allowed here
    = 
    = 
    ? illegal move swap-pieces: swap is not allowed here
    = a1 b1 c1 d1 a2 b2 c2 a3 b3 c3 d3 a4 b4 c4 d4
    ? parameter swap: the game has a swap already
    = 
    = 
    = [string] player random
    [string] level 10
    [string] time 1s
    [string] playouts off
    [string] visits off
    [string] threads 1
    [string] seed 1
    [bool] swap 0
    [list/uniform/nearest-own/nearest-coin] playout uniform
    [list/linear/inverse/inverse-square] nearest_chance linear
    [bool] ponder 0
    [bool] guifx 0
    "#);
}

#[test]
fn black_may_move_twice_and_white_first() {
    let script = b"play white a1\nplay white b2\nundo\nlegal_moves white\ngenmove white\n";
    let replies = talk(&mut protocol(Game::Hex, 2), script);
    assert!(replies.starts_with("= \n\n= \n\n= \n\n= b1 a2 b2\n\n= "), "{replies}");
}

#[test]
fn the_table_is_consistent() {
    let mut protocol = protocol(Game::Hex, 5);
    let listed = protocol.answer("list_commands").unwrap().text;
    for command in COMMANDS {
        assert!(listed.lines().any(|line| line.trim_start_matches("= ") == command.name), "{}", command.name);
        let known = protocol.answer(&format!("known_command {}", command.name)).unwrap().text;
        assert_eq!(known, "= true\n\n");
        assert!(command.help.ends_with('.'), "{}", command.name);
    }
    let analyze = protocol.answer("hexgui-analyze_commands").unwrap().text;
    for line in analyze.trim_end().trim_start_matches("= ").lines() {
        let name = line.split('/').nth(2).unwrap().split(' ').next().unwrap();
        assert!(COMMANDS.iter().any(|command| command.name == name), "{line}");
    }
}

#[test]
fn long_and_binary_lines_get_one_error_each() {
    let mut script = vec![b'x'; 3 * MAX_LINE];
    script.extend(b"\nname\n\xff\xfe\x00 blob\nname");
    let replies = talk(&mut protocol(Game::Hex, 5), &script);
    let expected = format!(
        "? the line is longer than {MAX_LINE} bytes\n\n= Catena\n\n\
         ? the line is not UTF-8 text from byte 1 on\n\n= Catena\n\n"
    );
    assert_eq!(replies, expected);
}

#[test]
fn a_game_printed_as_sgf_loads_again() {
    let folder = std::env::temp_dir().join(format!("catena-gtp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.sgf");
    let setup = Setup::new(Game::Havannah, 4, SwapRule::On).unwrap();
    let mut protocol =
        Protocol::new(Session::new(setup, player("random", Game::Havannah), 1), FileAccess::Allowed);
    let script = format!(
        "play black a1\nplay white swap-pieces\nplay black d4\nprintsgf {0}\nset_game y\nloadsgf {0}\ngame_result\nloadsgf {0} 2\ngame_result\n",
        file.display()
    );
    let replies = talk(&mut protocol, script.as_bytes());
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(replies.ends_with("= none 3 -\n\n= \n\n= none 1 -\n\n"), "{replies}");
    assert_eq!(protocol.session().position().setup().game(), Game::Havannah);
}

proptest! {
    #[test]
    fn no_line_panics_and_every_reply_is_well_formed(lines in proptest::collection::vec(line(), 1..30)) {
        let setup = Setup::new(Game::Havannah, 4, SwapRule::On).unwrap();
        let session = Session::new(setup, player("champion", Game::Havannah), 1);
        let mut protocol = Protocol::new(session, FileAccess::Denied).with_search_deadline(Duration::from_millis(2));
        for line in lines {
            if let Some(response) = protocol.answer(&line) {
                prop_assert!(response.text.starts_with(['=', '?']), "{:?}", response.text);
                prop_assert!(response.text.ends_with("\n\n"));
                let body = response.text.strip_suffix("\n\n").unwrap();
                prop_assert!(!body.contains("\n\n"), "{:?}", response.text);
            }
        }
    }
}

/// A command with arguments that often fit.
fn line() -> impl Strategy<Value = String> {
    let name = proptest::sample::select(COMMANDS.iter().map(|command| command.name).collect::<Vec<_>>());
    let word = prop_oneof![
        Just("black".to_owned()),
        Just("w".to_owned()),
        Just("swap".to_owned()),
        Just("hex".to_owned()),
        Just("stats".to_owned()),
        Just("explore".to_owned()),
        Just("player".to_owned()),
        Just("greedy,level=2".to_owned()),
        "[a-h][1-9]",
        "[0-9]{1,4}",
        "\\PC{0,5}",
    ];
    let words = proptest::collection::vec(word, 0..4);
    prop_oneof![
        4 => (name, words).prop_map(|(name, words)| format!("{name} {}", words.join(" "))),
        1 => "\\PC{0,40}",
    ]
}
