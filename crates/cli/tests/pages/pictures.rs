//! The pictures of the pages that our own renderer draws: `CATENA_BLESS=1` writes them.

use crate::repository::bless;
use catena_core::chart::{Anchor, Chart, GRID, INK, Marker};
use catena_core::render::{self, Mark, SvgOptions};
use catena_core::rules::{Example, Goal};
use catena_core::{Cell, Color, Game, Move, Position, Setup, SwapRule};
use catena_playout::Rng;
use catena_proof::analysis::{Effort, analyze};

/// Small boards on which each cell has room for its name.
const NAMED_SIZES: [(Game, u64); 6] = [
    (Game::Havannah, 4),
    (Game::Hex, 5),
    (Game::Y, 5),
    (Game::BentY, 2),
    (Game::Star, 4),
    (Game::Renkula, 2),
];

#[test]
fn every_game_shows_the_names_of_its_cells() {
    for (game, size) in NAMED_SIZES {
        let position = Position::new(Setup::new(game, size, SwapRule::Off).unwrap());
        let topology = position.topology();
        let name = |cell| Mark { cell, text: topology.name(cell).to_owned(), heat: 0.0 };
        // A mark of Renkula! stands on both cells of a pair, and its board shows the names anyway.
        let marks = if topology.shape().is_lattice() { topology.cells().map(name).collect() } else { vec![] };
        let svg = render::svg(&position, &SvgOptions { marks, ..SvgOptions::default() });
        bless(&format!("docs/images/cells-{game}.svg"), &svg);
    }
}

#[test]
fn every_example_of_the_rules_has_its_picture() {
    for game in Game::ALL {
        for (i, example) in game.facts().tutorial.examples.iter().enumerate() {
            let svg = render::svg(&position(game, example), &SvgOptions::default());
            bless(&format!("docs/images/rules-{game}-{}.svg", i + 1), &svg);
        }
    }
}

/// The position of an example; where it shows a win, the figure is complete with the last move.
fn position(game: Game, example: &Example) -> Position {
    let setup = Setup::new(game, u64::from(example.size), SwapRule::Off).unwrap();
    let cells = |names: &str| -> Vec<Cell> {
        names.split_whitespace().map(|name| setup.topology().cell(name).unwrap()).collect()
    };
    let (black, white, figure) = (cells(example.black), cells(example.white), cells(example.figure));
    if game.facts().goal == Goal::Score {
        let stones: Vec<(Cell, Color)> = [(black, Color::Black), (white, Color::White)]
            .into_iter()
            .flat_map(|(cells, color)| cells.into_iter().map(move |cell| (cell, color)))
            .collect();
        return Position::with_stones(setup, &stones, Color::Black).unwrap();
    }
    let winner = if figure.iter().all(|cell| black.contains(cell)) { Color::Black } else { Color::White };
    let (won, lost) = if winner == Color::Black { (black, white) } else { (white, black) };
    let mut position = Position::new(setup.clone());
    let (last, before) = won.split_last().unwrap();
    let stones = lost.iter().map(|&cell| (!winner, cell)).chain(before.iter().map(|&cell| (winner, cell)));
    for (color, cell) in stones.chain([(winner, *last)]) {
        // Of a pair of antipodes only the first is played.
        if position.outcome().is_none() && position.board().stone(cell).is_none() {
            position.play_as(color, Move::Place(cell)).unwrap();
        }
    }
    assert!(position.outcome().is_some(), "{game}: {} is won", example.caption);
    position
}

/// A position after moves that take turns, Black first.
fn after(setup: &str, moves: &str) -> Position {
    let mut position = Position::new(setup.parse().unwrap());
    for name in moves.split_whitespace() {
        let mv = position.topology().parse_move(name).unwrap();
        position.play(mv).unwrap();
    }
    position
}

#[test]
fn h_search_shows_a_carrier() {
    let position = after("hex 5", "c3");
    let found = analyze(&position, Effort::default());
    let carrier = found.colors.black.winning.expect("Black has a connection from side to side");
    let marks = carrier.cells().map(|cell| Mark { cell, text: String::new(), heat: 0.55 }).collect();
    let svg = render::svg(&position, &SvgOptions { marks, ..SvgOptions::default() });
    bless("docs/images/method-h-search.svg", &svg);
}

#[test]
fn frames_show_what_is_missing() {
    let file = std::env::temp_dir().join(format!("catena-frames-{}.svg", std::process::id()));
    let args = ["frames", "--size", "6", "--moves", "f6 c3 e4 h8 g7 b2", "--color", "black", "--svg"];
    let mut catena = std::process::Command::new(env!("CARGO_BIN_EXE_catena"));
    let output = catena.args(args).arg(&file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    bless("docs/images/method-frame.svg", &std::fs::read_to_string(&file).unwrap());
    std::fs::remove_file(file).unwrap();
}

/// Boards side by side, as columns; a row of them is a machine word.
const SHOWN_BOARDS: usize = 32;

/// Bit-sliced fill-outs of Hex 3: a word per cell with a bit for each board.
#[test]
fn fill_outs_show_a_word_per_cell() {
    let empty = after("hex 3", "");
    let (mut rng, count) = (Rng::new(3), empty.topology().len());
    let boards: Vec<Filled> = (0..SHOWN_BOARDS).map(|_| filled(&empty, &mut rng)).collect();
    let (left, top, step) = (90.0, 66.0, 18.0);
    let width = left + step * SHOWN_BOARDS as f64 + 20.0;
    let mut chart = Chart::new("32 fill-outs of Hex 3 at once", 20.0, width, top + step * (count + 3) as f64);
    let disc = |is_black: bool| Marker::Disc { radius: 6.0, color: if is_black { INK } else { GRID } };
    for (i, cell) in empty.topology().cells().enumerate() {
        let y = top + step * i as f64;
        chart.text((left - 22.0, y + 4.0), Anchor::End, empty.topology().name(cell));
        for (k, board) in boards.iter().enumerate() {
            let is_black = board.black.contains(&cell);
            chart.mark((left + step * k as f64, y), disc(is_black), "");
        }
    }
    let y = top + step * (count as f64 + 0.7);
    chart.text((left - 22.0, y + 4.0), Anchor::End, "winner");
    for (k, board) in boards.iter().enumerate() {
        chart.mark((left + step * k as f64, y), disc(board.winner == Some(Color::Black)), "");
    }
    bless("docs/images/method-fill-outs.svg", &chart.finish());
}

/// A full board: Black's cells, and who has won.
struct Filled {
    black: Vec<Cell>,
    winner: Option<Color>,
}

/// The empty cells filled at random, in turn. Whoever connects first has also won the full board.
fn filled(empty: &Position, rng: &mut Rng) -> Filled {
    let mut cells: Vec<Cell> = empty.topology().cells().collect();
    for i in (1..cells.len()).rev() {
        cells.swap(i, (rng.next_u64() % (i as u64 + 1)) as usize);
    }
    let mut board = empty.clone();
    for &cell in &cells {
        if board.outcome().is_none() {
            board.play(Move::Place(cell)).unwrap();
        }
    }
    let winner = board.outcome().and_then(|outcome| outcome.winner);
    Filled { black: cells.into_iter().step_by(2).collect(), winner }
}
