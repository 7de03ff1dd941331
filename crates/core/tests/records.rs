//! Records: every dialect means what its writer meant, and bad input gets one clear error.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod testdata;

use catena_core::record::{MAX_DEPTH, MAX_NODES, NodeId, Step};
use catena_core::{Color, Game, Move, Ply, Position, Record, RecordError, Setup, SwapRule};
use testdata::{path, read};

fn file(name: &str) -> Record {
    Record::read(read(&path("records").join(name)).as_bytes(), None).unwrap()
}

/// The main line in words: `B a1, W swap`.
fn line(record: &Record) -> String {
    let step = |step: Step| {
        let letter = if step.color() == Color::Black { "B" } else { "W" };
        let text = match step {
            Step::SwapSides(_) => "swap-sides",
            Step::Ply(Ply { mv: Move::Place(cell), .. }) => record.setup().topology().name(cell),
            Step::Ply(Ply { mv: Move::Swap, .. }) => "swap",
            Step::Ply(Ply { mv: Move::Pass, .. }) => "pass",
            Step::Ply(Ply { mv: Move::Resign, .. }) => "resign",
        };
        format!("{letter} {text}")
    };
    let steps: Vec<String> = record.main_line().filter_map(|id| record.node(id).step()).map(step).collect();
    steps.join(", ")
}

fn assert_reads_back(record: &Record) {
    let sgf = record.to_sgf();
    assert_eq!(Record::read(sgf.as_bytes(), None).as_ref(), Ok(record), "{sgf}");
}

fn setup(game: Game, size: u64) -> Setup {
    Setup::new(game, size, SwapRule::Off).unwrap()
}

#[test]
fn hexgui_files_keep_variations_and_comments() {
    let record = file("hexgui.sgf");
    assert_eq!(line(&record), "B a10, W swap, B f6, W h5, B resign");
    assert_eq!(record.setup().swap(), SwapRule::On);
    assert_eq!(record.player(Color::Black).as_deref(), Some("Ann"));
    let center = record.main_line().nth(3).unwrap();
    assert_eq!(record.node(center).comment(), Some("the centre"));
    let variation = record.children(center).nth(1).unwrap();
    assert_eq!(record.node(variation).property("N").as_deref(), Some("another"));
    let position = record.position_at(variation);
    let stone = |name| position.board().stone(position.topology().cell(name).unwrap());
    assert_eq!((stone("a10"), stone("j1"), stone("g4")), (None, Some(Color::White), Some(Color::White)));
    assert_reads_back(&record);
}

#[test]
fn hexgui_up_to_0_9_means_swap_sides_by_swap_pieces() {
    let record = file("hexgui-old.sgf");
    assert_eq!(line(&record), "B a10, W swap-sides, W f6, B h5");
    let position = record.position();
    assert_eq!(position.board().stone(position.topology().cell("a10").unwrap()), Some(Color::Black));
    assert_eq!(position.to_move(), Color::White);
    assert_reads_back(&record);
}

#[test]
fn letters_that_follow_the_persons_after_swap_sides_are_inverted() {
    let record = file("swap-sides-persons.sgf");
    assert_eq!(line(&record), "B a10, W swap-sides, W f6, B h5, W pass");
    assert_reads_back(&record);
    let swapped = record.main_line().nth(2).unwrap();
    assert!(!record.position_at(swapped).can_swap());
    assert_eq!(record.position_at(swapped).to_move(), Color::White);
}

#[test]
fn little_golem_hex_letters_are_inverted_and_its_swap_mirrors() {
    let record = file("littlegolem-hex.sgf");
    assert_eq!(line(&record), "B m12, W swap, B g7, W h4, B resign");
    assert_eq!(record.player(Color::Black).as_deref(), Some("first"));
    assert_eq!(record.noted_winner(), Some(Color::Black));
    let position = record.position();
    assert_eq!(position.board().stone(position.topology().cell("l13").unwrap()), Some(Color::White));
    assert_eq!(position.judgement().to_string(), "white 5 resign");
    assert_reads_back(&record);
}

#[test]
fn little_golem_havannah_rows_restart_and_its_swap_stays() {
    let record = file("littlegolem-havannah.hgf");
    assert_eq!(line(&record), "B d4, W swap, B e2, W g7, B f7, W resign");
    let position = record.position();
    assert_eq!(position.board().stone(position.topology().cell("d4").unwrap()), Some(Color::White));
    assert_eq!(record.noted_winner(), Some(Color::White));
    assert_reads_back(&record);
}

#[test]
fn castro_moves_white_first() {
    let record = file("castro-havannah.sgf");
    assert_eq!(line(&record), "B a1, W e5, B b3");
    assert_eq!(record.player(Color::Black).as_deref(), Some("castro"));
    assert_eq!(record.player(Color::White).as_deref(), Some("other"));
    assert_eq!(record.result().as_deref(), Some("B+R"));
    assert_reads_back(&record);
    let record = file("morat-y.sgf");
    assert_eq!(line(&record), "B c1, W d1");
    let cell = record.setup().topology().cell("a1").unwrap();
    assert_eq!(record.node(NodeId::ROOT).set_up().stones[0], (cell, Some(Color::Black)));
    assert_reads_back(&record);
}

#[test]
fn stones_are_set_up_at_the_root_and_later() {
    let record = file("setup-hex.sgf");
    assert_eq!(line(&record), "W a1, B c3");
    let position = record.position();
    let stone = |name| position.board().stone(position.topology().cell(name).unwrap());
    assert_eq!(
        (stone("c3"), stone("c4"), stone("a1")),
        (Some(Color::Black), Some(Color::White), Some(Color::White))
    );
    assert_eq!(position.plies().len(), 1);
    assert_eq!(record.position_at(NodeId::ROOT).to_move(), Color::White);
    assert_reads_back(&record);
}

#[test]
fn a_collection_has_several_games() {
    let text = read(&path("records").join("collection.sgf"));
    let records = Record::read_all(text.as_bytes(), None).unwrap();
    assert_eq!(
        records.iter().map(line).collect::<Vec<_>>(),
        ["B a1, W b2", "B a1", "B *10, W swap, W S21, W T32"],
    );
    assert_eq!(Record::read(text.as_bytes(), None).as_ref(), Ok(&records[0]));
    records.iter().for_each(assert_reads_back);
}

#[test]
fn white_may_move_first_and_twice_in_our_files() {
    let mut position = Position::with_stones(setup(Game::Hex, 5), &[], Color::White).unwrap();
    for (color, name) in [(Color::White, "a1"), (Color::White, "b2"), (Color::Black, "c3")] {
        position.play_as(color, Move::Place(position.topology().cell(name).unwrap())).unwrap();
    }
    let record = Record::from_position(&position);
    let again = Record::read(record.to_sgf().as_bytes(), None).unwrap();
    assert_eq!(again, record);
    assert_eq!(again.position().plies(), position.plies());
    assert_eq!(again.position().first_to_move(), Color::White);
    assert_eq!(again.position().hash(), position.hash());
}

#[test]
fn hexworld_strings_and_links_are_read() {
    for (text, expected) in [
        ("#11c1,e6:sf7i8", "B e6, W swap, B f7, W i8"),
        ("https://hexworld.org/board/#15r9c1,e6:sf7", "B e6, W swap, B f7"),
        ("15r9c1,e6:Sf7g7\n", "B e6, W swap-sides, W f7, B g7"),
        ("\u{feff} #11nc1,a1b2,c3", "B a1, W b2, B c3"),
        ("#11,a1:pb2:rw", "B a1, W pass, B b2, W resign"),
        ("#11x11,a1:fb", "B a1, B resign"),
        ("#11", ""),
        ("#11c1,", ""),
    ] {
        let record = Record::read(text.as_bytes(), None).unwrap();
        assert_eq!(line(&record), expected, "{text}");
        assert_reads_back(&record);
        let string = record.to_hexworld().unwrap();
        assert_eq!(Record::read(string.as_bytes(), None), Ok(record), "{text}");
    }
}

#[test]
fn plain_lists_are_read_with_the_setup_that_is_given() {
    let hex = setup(Game::Hex, 11);
    for text in ["a10 swap f6 g7", "1. a10 swap-pieces 2. f6 g7", "1.a10,SWAP,\r\n2.F6, g7\n"] {
        let record = Record::read(text.as_bytes(), Some(&hex)).unwrap();
        assert_eq!(line(&record), "B a10, W swap, B f6, W g7", "{text}");
        assert_eq!(record.setup().swap(), SwapRule::On);
    }
    let record = Record::read(b"a1 pass b1 resign", Some(&hex)).unwrap();
    assert_eq!(line(&record), "B a1, W pass, B b1, W resign");
    assert_eq!(record.setup().swap(), SwapRule::Off);
    let star = Record::read(b"*10 R09", Some(&setup(Game::Star, 10))).unwrap();
    assert_eq!(line(&star), "B *10, W R09");
}

#[test]
fn sgf_without_game_or_size_takes_the_hint() {
    let record = Record::read(b"(;B[a1];W[b2])", Some(&setup(Game::Y, 7))).unwrap();
    assert_eq!((record.setup().game(), record.setup().size()), (Game::Y, 7));
}

#[test]
fn latin_1_is_read_where_the_file_says_so() {
    let text = b"(;GM[11]SZ[5]CA[ISO-8859-1]PB[Jos\xe9];B[c3]C[\xfcber])";
    let record = Record::read(text, None).unwrap();
    assert_eq!(record.player(Color::Black).as_deref(), Some("Jos\u{e9}"));
    assert_eq!(record.node(record.end()).comment(), Some("\u{fc}ber"));
    assert_eq!(Record::read(record.to_sgf().as_bytes(), None).as_ref(), Ok(&record), "written as UTF-8");
}

#[test]
fn bad_input_gets_one_clear_error() {
    let hex = setup(Game::Hex, 5);
    for (text, hint, expected) in [
        ("", None, "the record is empty"),
        (" \n\t", Some(&hex), "the record is empty"),
        ("(;GM[11]SZ[0])", None, "hex has no size 0: sizes are 1 to 19"),
        ("(;GM[11]SZ[4000000000])", None, "hex has no size 4000000000: sizes are 1 to 19"),
        ("(;GM[11]SZ[99999999999999999999999])", None, "the size \"99999999999999999999999\" is no number"),
        ("(;GM[11]SZ[abc])", None, "the size \"abc\" is no number"),
        ("(;GM[11]SZ[9:11])", None, "the sides of the board differ: \"9:11\""),
        ("(;GM[1]SZ[19])", None, "unknown game \"1\""),
        ("(;GM[Chess])", None, "unknown game \"Chess\""),
        ("(;SZ[11];B[a1])", None, "nothing in it says which game this is, and no game was given"),
        ("(;GM[11];B[a1])", None, "the size of the board is missing"),
        ("a1 b2", None, "nothing in it says which game this is, and no game was given"),
        ("a1 z9", Some(&hex), "move 2, \"z9\": there is no such cell (byte 3)"),
        ("a1 1. a1", Some(&hex), "move 2, white a1: the cell is occupied (byte 6)"),
        ("a1 b1 swap", Some(&hex), "move 3, black swap-pieces: swap is not allowed here (byte 6)"),
        ("a1 b1 a2 b2 a3 b3 a4 b4 a5 b5", Some(&hex), "move 10, white b5: the game is over (byte 27)"),
        ("(;GM[11]SZ[5];B[a1];W[a1])", None, "move 2, white a1: the cell is occupied (byte 20)"),
        (
            "(;GM[11]SZ[5];B[a1](;W[b1])(;W[b2];B[a1]))",
            None,
            "move 3, black a1: the cell is occupied (byte 35)",
        ),
        ("(;GM[11]SZ[5];B[resign];W[a1])", None, "move 2, white a1: the game is over (byte 24)"),
        ("(;GM[11]SZ[5];B[k12])", None, "move 1, \"k12\": there is no such cell (byte 14)"),
        ("(;GM[11]SZ[5]AB[k12])", None, "set-up stone \"k12\": there is no such cell (byte 2)"),
        ("(;GM[11]SZ[5]AB[a1]AW[a1])", None, "two stones are set up on one cell (byte 2)"),
        (
            "(;GM[Havannah]SZ[2]AB[a1][a2]AW[c2][c3])",
            None,
            "both colors have won in the set-up position (byte 2)",
        ),
        ("(;GM[11]SZ[1]PL[x])", None, "byte 2: PL names no color: x"),
        ("(;GM[11]SZ[5];B[a1]W[a2])", None, "byte 14: a second move in one node: W[a2]"),
        ("(;GM[11", None, "byte 4: expected a `]` for this `[`"),
        ("(;GM[11]SZ[5]", None, "byte 13: expected `)`, but the file ends"),
        ("(;GM[11]SZ[5]))", None, "byte 14: expected `(` or the end of the file"),
        ("(;GM[11]SZ[5]C)", None, "byte 14: expected `[` after a property name"),
        ("(;GM[11]SZ[5]?)", None, "byte 13: expected a property, `;`, `(` or `)`"),
        ("()", None, "byte 1: expected `;` after `(`"),
        ("((;GM[11]))", None, "byte 1: expected `;` after `(`"),
        ("(;GM[11]SZ[5](;B[a1]);W[a2])", None, "byte 21: expected `(` or `)` after `)`"),
        ("#4000000000,a1", None, "hex has no size 4000000000: sizes are 1 to 19"),
        ("#9x11,a1", None, "the sides of the board differ: \"9x11\""),
        ("#,a1", None, "byte 1: expected the size of a HexWorld board"),
        ("https://hexworld.org/board/", None, "byte 21: expected the size of a HexWorld board"),
        ("#11,a1:x", None, "byte 6: expected `:s`, `:S`, `:p`, `:rb`, `:rw`, `:fb` or `:fw`"),
        ("#11,a1a1", None, "move 2, white a1: the cell is occupied (byte 6)"),
        ("#11,a1a99", None, "move 2, \"a99\": there is no such cell (byte 6)"),
    ] {
        let error = Record::read(text.as_bytes(), hint).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }
    let latin_1 = b"(;GM[11]SZ[5]C[caf\xe9])";
    assert_eq!(Record::read(latin_1, None), Err(RecordError::NotUtf8 { offset: 18 }));
    let blob: Vec<u8> = (0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    assert!(Record::read(&blob, Some(&hex)).is_err());
}

#[test]
fn huge_input_is_read_or_refused_in_time() {
    let start = std::time::Instant::now();
    let root = "(;GM[11]SZ[5]";
    let check = |text: String, expected: Result<usize, RecordError>| {
        let shown: String = text.chars().take(30).collect();
        assert_eq!(Record::read(text.as_bytes(), None).map(|record| record.len()), expected, "{shown}");
    };
    let syntax = |offset, expected| Err(RecordError::Syntax { offset, expected });
    check("(".repeat(1_000_000), syntax(1, "`;` after `(`"));
    check(format!("{root}{}", "(;".repeat(1_000_000)), syntax(2_000_013, "`)`, but the file ends"));
    check(format!("{root}{}{})", "(;".repeat(1_000_000), ")".repeat(1_000_000)), Ok(1_000_001));
    check(format!("{root}{})", ";B[pass]".repeat(1_000_000)), Ok(1_000_001));
    check(format!("{root}{})", ";".repeat(50_000_000)), Err(RecordError::TooManyNodes));
    check("(;)".repeat(MAX_NODES + 1), Err(RecordError::TooManyNodes));
    check(format!("{root}{})", "(;)".repeat(1_000_000)), Ok(1_000_001));
    let nested = |levels: usize| format!("{root}{}{})", "(;)(;".repeat(levels), ")".repeat(levels));
    check(nested(MAX_DEPTH), Ok(2 * MAX_DEPTH + 1));
    check(nested(100_000), Err(RecordError::TooDeep));
    check(format!("{root}C[{}])", "x\\]\n".repeat(12_000_000)), Ok(1));
    check(format!("{root}{})", "X[]".repeat(16_000_000)), Ok(1));
    check(format!("{root}AB{})", "[a1]".repeat(12_000_000)), Ok(1));
    check(format!("{root}C[{}", "[(;".repeat(16_000_000)), syntax(14, "a `]` for this `[`"));
    check(format!("#11,{}", ":p".repeat(25_000_000)), Err(RecordError::TooManyNodes));
    let hex = setup(Game::Hex, 5);
    assert_eq!(
        Record::read("pass ".repeat(10_000_000).as_bytes(), Some(&hex)),
        Err(RecordError::TooManyNodes)
    );
    let long = Record::read("x".repeat(50_000_000).as_bytes(), Some(&hex)).unwrap_err();
    assert!(long.to_string().len() < 200);
    // Generous: the whole takes a few seconds; what is not linear takes hours.
    assert!(start.elapsed().as_secs() < 300, "{:?}", start.elapsed());
}

#[test]
fn another_reader_understands_our_hex_files() {
    let record = file("hexgui.sgf");
    let trees = sgf_parse::parse(&record.to_sgf()).unwrap();
    let sgf_parse::GameTree::Unknown(root) = &trees[0] else { panic!("read as Go") };
    let moves: Vec<String> = root
        .main_variation()
        .flat_map(|node| node.properties())
        .filter_map(|property| match property {
            sgf_parse::unknown_game::Prop::B(mv) => Some(format!("B {mv}")),
            sgf_parse::unknown_game::Prop::W(mv) => Some(format!("W {mv}")),
            _ => None,
        })
        .collect();
    assert_eq!(moves.join(", "), "B a10, W swap-pieces, B f6, W h5, B resign");
    let count = 1 + root.main_variation().map(|node| node.children().count()).sum::<usize>();
    assert_eq!(count, record.len(), "all nodes hang on the main line here");
}

#[test]
fn properties_of_others_survive_and_ours_are_guarded() {
    let text = "(;FF[4]GM[11]SZ[5]RU[tournament]TM[60]XY[a\\]][b];B[a1]SBKV[53.20]LB[a1:A][b2:B])";
    let mut record = Record::read(text.as_bytes(), None).unwrap();
    assert_reads_back(&record);
    let first = record.end();
    assert_eq!(record.node(first).win_rate(), Some(53.2));
    assert!(record.to_sgf().contains("SBKV[53.20]LB[a1:A][b2:B]"));
    assert_eq!(record.node(NodeId::ROOT).property("XY").as_deref(), Some("a]"));
    record.set_property(NodeId::ROOT, "TM", &["90]"]).unwrap();
    record.set_property(NodeId::ROOT, "XY", &[]).unwrap();
    assert!(record.to_sgf().contains("TM[90\\]]"));
    assert!(!record.to_sgf().contains("XY"));
    assert_eq!(record.set_property(first, "B", &["a2"]), Err(RecordError::ReservedProperty("B".into())),);
    let (cell, white) = (record.setup().topology().cell("a1").unwrap(), Color::White);
    let error = record.add_move(first, white, Move::Place(cell)).unwrap_err();
    assert_eq!(error.to_string(), "move 2, white a1: the cell is occupied");
}

#[test]
fn a_branch_can_be_cut_and_a_line_taken_out() {
    let text = b"(;GM[11]SZ[3];B[a1](;W[b2];B[c3])(;W[c1]C[here])(;W[c2]))";
    let mut record = Record::read(text, None).unwrap();
    let nodes: Vec<NodeId> = record.nodes().collect();
    let line = record.line_to(nodes[4]);
    assert_eq!((line.len(), line.node(line.end()).comment()), (3, Some("here")));
    let kept = record.cut(nodes[2]);
    assert_eq!(kept, [nodes[0], nodes[1], nodes[4], nodes[5]]);
    let expected = Record::read(b"(;GM[11]SZ[3];B[a1](;W[c1]C[here])(;W[c2]))", None).unwrap();
    assert_eq!(record, expected);
    assert_eq!(record.cut(NodeId::ROOT).len(), 4, "the root stays");
}

#[test]
fn the_swap_rule_changes_unless_a_swap_was_played() {
    let mut record = Record::read(b"(;GM[11]SZ[3]RU[swap];B[a1];W[swap-pieces])", None).unwrap();
    assert_eq!(record.setup().swap(), SwapRule::On);
    assert!(record.set_swap(SwapRule::Off).is_err());
    assert_eq!(record.setup().swap(), SwapRule::On);
    record.cut(record.end());
    record.set_swap(SwapRule::Off).unwrap();
    assert!(!record.position().can_swap());
}

#[test]
fn records_that_say_something_else_differ() {
    let read = |text: &str| Record::read(text.as_bytes(), None).unwrap();
    let record = "(;GM[11]SZ[5];B[a1]C[good];W[b2])";
    assert_eq!(read(record), read(record));
    for other in [
        "(;GM[11]SZ[6];B[a1]C[good];W[b2])",
        "(;GM[11]SZ[5];B[a2]C[good];W[b2])",
        "(;GM[11]SZ[5];B[a1]C[bad];W[b2])",
        "(;GM[11]SZ[5];B[a1]C[good])",
        "(;GM[11]SZ[5];B[a1]C[good];W[b2];B[c3])",
    ] {
        assert_ne!(read(record), read(other), "{other}");
    }
}
