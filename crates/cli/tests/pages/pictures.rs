//! The pictures of the pages that our own renderer draws: `CATENA_BLESS=1` writes them.

use crate::repository::bless;
use catena_core::render::{self, Mark, SvgOptions};
use catena_core::rules::{Example, Goal};
use catena_core::{Cell, Color, Game, Move, Position, Setup, SwapRule};

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
