//! Pictures of positions: text boards by example, SVG by what every picture must have.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod testdata;

use catena_core::render::{self, Coordinates, Mark, MoveNumbers, StoneColors, SvgOptions, Theme};
use catena_core::{Cell, Color, Game, Move, Position, Setup, SwapRule};
use insta::assert_snapshot;
use testdata::position;

fn empty(game: Game, size: u16) -> Position {
    Position::new(Setup::new(game, size.into(), SwapRule::Off).unwrap())
}

/// Every game in every size.
fn all_boards() -> impl Iterator<Item = Position> {
    Game::ALL.into_iter().flat_map(|game| game.sizes().map(move |size| empty(game, size)))
}

/// Plays the empty cells in a fixed, mixed order until the game or the board is at its end.
fn play_out(mut position: Position) -> Position {
    let mut seed = 1u64;
    while position.outcome().is_none() {
        let moves: Vec<Move> = position.legal_moves().collect();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = (seed >> 33) as usize % moves.len();
        position.play(moves[choice]).unwrap();
    }
    position
}

#[test]
fn a_ring_of_havannah_is_marked() {
    let position = position("havannah", 4, "c3 a1 c4 a2 d5 a3 e5 b1 e4 b2 d3");
    assert_snapshot!(render::text(&position), @r#"
          1 2 3 4
       a O O O . 5
      b O O . . . 6
     c . . # # . . 7
    d . .[#]. # . .
     e . . # # . .
      f . . . . .
       g . . . .
    X black  O white  [ ] last move  # winning stones
    Havannah 4 after 11 moves: black wins (ring)
    "#);
}

#[test]
fn hex_has_letters_above_and_below_and_numbers_on_both_sides() {
    assert_snapshot!(render::text(&position("hex", 5, "c3 b3 c2 b4 c1 b5 c4 d4 c5")), @r#"
     a b c d e
    1 . . # . . 1
     2 . . # . . 2
      3 . O # . . 3
       4 . O # O . 4
        5 . O[#]. . 5
           a b c d e
    X black  O white  [ ] last move  # winning stones
    Hex 5 after 9 moves: black wins (connection)
    "#);
}

#[test]
fn a_won_game_of_y_is_marked() {
    assert_snapshot!(render::text(&position("y", 5, "c2 a1 b2 d2 a2 e1 b3 a5 b4 c1 d1")), @r#"
        5 O
       4 . #
      3 . # .
     2 # # # O
    1 O . O[#]O
     a b c d e
    X black  O white  [ ] last move  # winning stones
    Y 5 after 11 moves: black wins (connection)
    "#);
}

#[test]
fn star_is_a_pentagon_with_places_beside_its_arms() {
    assert_snapshot!(render::text(&position("star", 4, "*10 T10 S32 R41 A40")), @r#"
                   *
             3     +  1
          2     .     .  2
       1     .     +     .  3
    R     O     .     .     .     S
       +     .     +     .     +
          +     .     .     +    1
        .    +     X     +    .
      3    .    +     +    .    2
         .    .    =    .    .
       2    .    +   O    X    3
          .    +   .   +    .
        1    +   .   .   +
          [X]  .   .   .   +
         A       3   2   1   T
    X black  O white  + arm  = bridge  names: arm, ring, place  [ ] last move
    *Star 4 after 5 moves: white to move
    "#);
}

#[test]
fn a_counted_board_of_star_shows_the_winners_stars() {
    assert_snapshot!(render::text(&play_out(empty(Game::Star, 2))), @r#"
             *
       1     #  1
    R     #     O     S
       #     #     O
          O     O    1
       [#]   =    O
      1    #   O
         O   #   #
       A       1   T
    X black  O white  + arm  = bridge  names: arm, ring, place  [ ] last move  # winning stones
    *Star 2 after 15 moves: black wins (score 8-3)
    "#);
}

#[test]
fn renkula_is_an_unfolded_icosahedron() {
    assert_snapshot!(render::text(&position("renkula", 2, "b1 c1 d4")), @r#"
    a1            .
    b1   X   .   .   .   :     b5
    c1  O . . . : . . . . :    c10
    d1   . . .[X]: . . .[X]:   d10
    e1    . . . . O . . . . :  e10
    f1     .   .   X   .   :   f5
    g1              .
    X black  O white  : every fifth  [ ] last move
    Renkula! 2 after 3 moves: white to move
    "#);
}

#[test]
fn a_won_game_of_renkula_is_marked() {
    assert_snapshot!(render::text(&play_out(empty(Game::Renkula, 3))), @r#"
    a1                [@]
    b1    @     X     @     X     X       b5
    c1   @ X   X @   O O   X O   X X      c10
    d1  X X X O O @ X X X X O X O O @     d15
    e1   X X X O O @ O O X O X X X @ O    e15
    f1    X O X X X @ O X X X O O @ O O   f15
    g1     X O X O O @ X X X O O @ X X X  g15
    h1      X O   X X   @ X   X @   O O   h10
    i1       X     X     @     X     @    i5
    j1                   [@]
    X black  O white  : every fifth  [ ] last move  @ winning stones
    Renkula! 3 after 46 moves: white wins (antipodes)
    "#);
}

#[test]
fn two_digit_numbers_stay_apart() {
    let text = render::text(&empty(Game::Havannah, 11));
    assert_eq!(text.lines().next().unwrap().trim_start(), "1 2 3 4 5 6 7 8 9 10 11");
}

#[test]
fn captions_tell_turn_swap_and_result() {
    let mut position = Position::new(Setup::new(Game::Hex, 5, SwapRule::On).unwrap());
    assert_eq!(render::caption(&position), "Hex 5: black to move");
    let cell = position.topology().cell("b4").unwrap();
    position.play(Move::Place(cell)).unwrap();
    assert_eq!(render::caption(&position), "Hex 5 after 1 move: white to move, may swap");
    position.play(Move::Resign).unwrap();
    assert_eq!(render::caption(&position), "Hex 5 after 2 moves: black wins (resignation)");
}

#[test]
fn a_swapped_stone_is_the_last_move_where_it_stands_now() {
    let mut position = Position::new(Setup::new(Game::Hex, 3, SwapRule::On).unwrap());
    let cell = position.topology().cell("a2").unwrap();
    position.play(Move::Place(cell)).unwrap();
    position.play(Move::Swap).unwrap();
    assert_snapshot!(render::text(&position), @r#"
     a b c
    1 .[O]. 1
     2 . . . 2
      3 . . . 3
         a b c
    X black  O white  [ ] last move
    Hex 3 after 2 moves: black to move
    "#);
}

#[test]
fn text_boards_are_plain_in_every_size() {
    for position in all_boards().flat_map(|start| [start.clone(), play_out(start)]) {
        let text = render::text(&position);
        assert!(text.is_ascii() && text.ends_with('\n'));
        assert!(text.lines().all(|line| !line.is_empty() && line == line.trim_end()), "{text}");
        let last_lines = text.lines().rev().take(2).map(str::len).sum::<usize>() + 2;
        let board = &text[..text.len() - last_lines];
        let count = |sign: char| board.chars().filter(|&c| c == sign).count();
        let stones = |color| {
            position.topology().cells().filter(|&cell| position.board().stone(cell) == Some(color)).count()
        };
        assert_eq!(count('X') + count('#'), stones(Color::Black), "{text}");
        assert_eq!(count('O') + count('@'), stones(Color::White), "{text}");
        assert_eq!(count('#') + count('@'), position.winning_cells().len(), "{text}");
        assert_eq!(count('.') + count(':') + count('+'), position.board().empty(), "{text}");
    }
}

/// The elements of a document: names in order, after checking that every tag is closed.
fn elements(svg: &str) -> Vec<(String, Vec<String>)> {
    let mut open: Vec<String> = Vec::new();
    let mut all = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        assert!(!text.contains('>') && tag.matches('"').count() % 2 == 0, "{part}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref().map(|opened| opened.split(' ').next().unwrap()), Some(name));
        } else {
            all.push((tag.to_owned(), open.clone()));
            if !tag.ends_with('/') {
                open.push(tag.to_owned());
            }
        }
    }
    assert!(open.is_empty(), "{open:?} stay open");
    all
}

/// Number of elements with this beginning in a group of this class.
fn count(elements: &[(String, Vec<String>)], class: &str, begins: &str) -> usize {
    let class = format!("g class=\"{class}");
    let inside = |groups: &Vec<String>| groups.iter().any(|group| group.starts_with(&class));
    elements.iter().filter(|(tag, groups)| tag.starts_with(begins) && inside(groups)).count()
}

/// Number of times a cell is drawn: cells next to the equator of a sphere are in both hemispheres.
fn times_drawn(position: &Position, cell: Cell) -> usize {
    let topology = position.topology();
    if position.setup().game() != Game::Renkula {
        return 1;
    }
    let distance = u16::from(topology.name(cell).as_bytes()[0] - b'a');
    let from_equator = (2 * distance).abs_diff(3 * topology.size());
    1 + usize::from(from_equator <= 1)
}

#[test]
fn every_size_of_every_game_is_a_well_formed_svg_with_all_cells_and_stones() {
    for position in all_boards().flat_map(|start| [start.clone(), play_out(start)]) {
        let svg = render::svg(&position, &SvgOptions::default());
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        let elements = elements(&svg);
        let topology = position.topology();
        let drawn = |wanted: &dyn Fn(Cell) -> bool| -> usize {
            topology.cells().filter(|&cell| wanted(cell)).map(|cell| times_drawn(&position, cell)).sum()
        };
        assert_eq!(count(&elements, "cells", "polygon"), drawn(&|_| true));
        for color in Color::ALL {
            let stones = drawn(&|cell| position.board().stone(cell) == Some(color));
            assert_eq!(count(&elements, &format!("stones {color}"), "circle"), stones);
        }
        let winning = position.winning_cells();
        assert_eq!(count(&elements, "figure", "circle"), drawn(&|cell| winning.contains(&cell)));
        let last = position.plies().last().map(|ply| match ply.mv {
            Move::Place(cell) => drawn(&|other| topology.canonical(other) == cell),
            _ => 0,
        });
        assert_eq!(count(&elements, "notes", "circle"), last.unwrap_or(0));
    }
}

#[test]
fn options_change_what_they_say() {
    let position = position("havannah", 3, "a1 c3 e5");
    let plain = render::svg(&position, &SvgOptions::default());
    assert_eq!(plain, render::svg(&position, &SvgOptions::default()));
    assert!(plain.contains("class=\"coordinates\""));
    let options = SvgOptions {
        theme: Theme::Dark,
        stones: StoneColors::BlackWhite,
        coordinates: Coordinates::Hidden,
        numbers: MoveNumbers::Shown,
        marks: Vec::new(),
    };
    let svg = render::svg(&position, &options);
    assert!(!svg.contains("class=\"coordinates\"") && svg.contains("catena-black-dark"));
    let elements = elements(&svg);
    assert_eq!(count(&elements, "notes", "text"), 3);
    let tags =
        |begins: &'static str| elements.iter().map(|(tag, _)| tag).filter(move |tag| tag.starts_with(begins));
    for text in tags("text x").filter(|tag| tag.contains("font-size")) {
        let is_around = |circle: &String| {
            let below = number(text, "y") - number(circle, "cy");
            let beside = number(text, "x") - number(circle, "cx");
            beside.abs() < 0.1 && below > 0.0 && below < 0.5 * number(text, "font-size")
        };
        assert!(tags("circle").any(is_around), "{text} is no number on a stone");
    }
}

/// The value of an attribute of a tag.
fn number(tag: &str, attribute: &str) -> f64 {
    let (_, rest) = tag.split_once(&format!(" {attribute}=\"")).unwrap();
    rest.split('"').next().unwrap().parse().unwrap()
}

#[test]
fn stones_and_sides_may_be_red_and_blue() {
    let position = position("hex", 3, "a1 c3");
    for theme in [Theme::Light, Theme::Dark] {
        let drawn = |stones| render::svg(&position, &SvgOptions { theme, stones, ..SvgOptions::default() });
        let (usual, colored) = (drawn(StoneColors::BlackWhite), drawn(StoneColors::RedBlue));
        for color in ["#c0392b", "#2f6fb7", "#a92a1c", "#2a62a6"] {
            assert!(colored.contains(color) && !usual.contains(color), "{color}");
        }
        // A page may show both: their gradients have names of their own.
        assert!(colored.contains("-red-blue") && !usual.contains("-red-blue"));
    }
}

#[test]
fn marks_are_drawn_escaped_and_never_beyond_the_board() {
    let position = position("renkula", 1, "a1");
    let mark =
        |cell: usize, text: &str, heat: f64| Mark { cell: Cell::new(cell), text: text.to_owned(), heat };
    let marks = vec![mark(1, "<&\u{1}>", 2.0), mark(2, "", f64::NAN), mark(9999, "x", 0.5)];
    let svg = render::svg(&position, &SvgOptions { marks, ..SvgOptions::default() });
    let elements = elements(&svg);
    // A cell next to the equator and its antipode, each in both hemispheres.
    assert_eq!(svg.matches(">&lt;&amp;&gt;</text>").count(), 4);
    assert_eq!(count(&elements, "heat", "polygon"), 4);
    assert!(svg.contains("fill-opacity=\"0.85\""));
}
