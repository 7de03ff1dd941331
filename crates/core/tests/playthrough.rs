//! A short recorded game of each game with all that can be observed, kept in testdata/playthrough.
//! `CATENA_BLESS=1` writes the files anew; the diff is then reviewed.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod testdata;

use std::fmt::Write;

use catena_core::{Color, Game, Move, Position, Setup, SwapRule, render};

/// A game of pseudo-random moves, the same for ever: the generator is part of the record.
fn playthrough(game: Game, size: u64) -> String {
    let mut position = Position::new(Setup::new(game, size, SwapRule::On).unwrap());
    let mut text = String::new();
    observe(&mut text, &position);
    let mut state = 20_261_116u64;
    while position.outcome().is_none() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let legal: Vec<Move> = position.legal_moves().collect();
        // The second move is the swap, so that it is on record too.
        let mv = if position.can_swap() { Move::Swap } else { legal[(state >> 33) as usize % legal.len()] };
        let name = position.topology().move_name(mv).to_owned();
        writeln!(text, "\n>>> {} {name}", position.to_move()).unwrap();
        position.play(mv).unwrap();
        observe(&mut text, &position);
    }
    text
}

fn observe(text: &mut String, position: &Position) {
    let topology = position.topology();
    let names = |cells: &mut dyn Iterator<Item = catena_core::Cell>| {
        cells.map(|cell| topology.name(cell)).collect::<Vec<_>>().join(" ")
    };
    let legal: Vec<&str> = position.legal_moves().map(|mv| topology.move_name(mv)).collect();
    text.push_str(&render::text(position));
    writeln!(text, "judge: {}", position.judgement()).unwrap();
    writeln!(text, "to move: {}", position.to_move()).unwrap();
    writeln!(text, "hash: {:016x}", position.hash()).unwrap();
    writeln!(text, "legal: {}", legal.join(" ")).unwrap();
    for color in Color::ALL {
        let own = |cell: &catena_core::Cell| position.board().stone(*cell) == Some(color);
        let groups = topology.cells().filter(|&cell| own(&cell) && position.board().group(cell) == cell);
        let mut sizes: Vec<usize> = groups.map(|cell| position.board().group_size(cell)).collect();
        sizes.sort_unstable();
        writeln!(text, "{color}: {} groups {sizes:?}", names(&mut topology.cells().filter(own))).unwrap();
    }
    writeln!(text, "winning cells: {}", names(&mut position.winning_cells().into_iter())).unwrap();
}

#[test]
fn recorded_playthroughs_are_repeated() {
    for (game, size) in [
        (Game::Havannah, 4),
        (Game::Hex, 4),
        (Game::Y, 5),
        (Game::Star, 3),
        (Game::Renkula, 2),
        (Game::BentY, 2),
    ] {
        let file = testdata::path(&format!("playthrough/{game}-{size}.txt"));
        let now = playthrough(game, size);
        if std::env::var_os("CATENA_BLESS").is_some() {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, &now).unwrap();
        }
        assert!(testdata::read(&file) == now, "{file:?} differs; CATENA_BLESS=1 writes it anew");
    }
}
