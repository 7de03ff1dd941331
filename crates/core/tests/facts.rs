//! The facts about each game fit its board, its rules and each other.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::HashSet;

use catena_core::rules::{Goal, Methods, SwappedStone};
use catena_core::topology::{Borders, ColorRoles};
use catena_core::{Color, Figures, Game, Setup, SwapRule};

#[test]
fn games_differ_in_name_and_codes() {
    let names: HashSet<&str> = Game::ALL.map(|game| game.facts().name).into();
    let records: HashSet<&str> = Game::ALL.map(|game| game.facts().record_code).into();
    let files: HashSet<u8> = Game::ALL.map(|game| game.facts().file_code).into();
    assert_eq!([names.len(), records.len(), files.len()], [Game::ALL.len(); 3]);
    for game in Game::ALL {
        let facts = game.facts();
        assert_eq!([facts.name, facts.title].map(Game::parse), [Some(game); 2]);
        assert!(facts.aim.ends_with('.'), "{game}: the aim is a sentence");
    }
}

#[test]
fn usual_sizes_can_be_played_and_grow() {
    for game in Game::ALL {
        let sizes = &game.facts().sizes;
        assert!(sizes.usual.is_sorted() && sizes.usual.contains(&sizes.default), "{game}");
        assert!(sizes.usual.iter().all(|size| sizes.all.contains(size)), "{game}");
        let label = (sizes.label)(sizes.default);
        assert!(label.contains(|c: char| c.is_ascii_digit()), "{game}: {label}");
    }
}

#[test]
fn labels_that_tell_the_number_of_cells_tell_it_right() {
    let mut told = 0;
    for game in Game::ALL {
        let sizes = &game.facts().sizes;
        for size in sizes.all.clone() {
            let label = (sizes.label)(size);
            let Some(cells) = label.strip_suffix(" cells") else { continue };
            let setup = Setup::new(game, u64::from(size), SwapRule::Off).unwrap();
            assert_eq!(cells, setup.topology().len().to_string(), "{game} {size}");
            told += 1;
        }
    }
    assert!(told > 0);
}

#[test]
fn the_sides_beyond_a_corner_of_hex_have_their_owners() {
    let hex = |size| Setup::new(Game::Hex, size, SwapRule::Off).unwrap().topology().clone();
    let (board, last) = (hex(3), hex(3).cell("c3").unwrap());
    let first = board.cell("a1").unwrap();
    // Columns and rows from a1 and from the opposite corner.
    for (step, from_first, from_last) in [
        ((0, -1), Some(Color::Black), None),
        ((-1, 0), Some(Color::White), None),
        ((0, 1), None, Some(Color::Black)),
        ((1, 0), None, Some(Color::White)),
        ((-1, -1), None, None),
        ((1, 1), None, None),
    ] {
        assert_eq!(board.side_owner(first, step), from_first, "{step:?}");
        assert_eq!(board.side_owner(last, step), from_last, "{step:?}");
    }
    let y = Setup::new(Game::Y, 3, SwapRule::Off).unwrap().topology().clone();
    assert_eq!(y.side_owner(y.cells().next().unwrap(), (0, -1)), None);
}

#[test]
fn every_side_has_cells() {
    for game in Game::ALL {
        let setup = Setup::new(game, u64::from(game.default_size()), SwapRule::Off).unwrap();
        let topology = setup.topology();
        for side in Color::ALL.into_iter().flat_map(|color| game.sides(color)) {
            assert!(topology.cells().any(|cell| topology.borders(cell).contains(side.borders)), "{game}");
        }
        let exchanges = topology.symmetries().iter().any(|found| found.roles() == ColorRoles::Exchanged);
        assert_eq!(game.facts().has_owned_sides(), exchanges, "{game}");
        assert_eq!(game.facts().swapped_stone == SwappedStone::Mirrored, exchanges, "{game}");
    }
}

#[test]
fn methods_fit_the_goal() {
    for game in Game::ALL {
        let facts = game.facts();
        let supports = |methods: Methods| facts.supports(methods);
        assert_eq!(supports(Methods::FILL_OUTS), facts.goal != Goal::Figures, "{game}");
        assert_eq!(supports(Methods::THREATS), facts.goal != Goal::Score, "{game}");
        assert!(!supports(Methods::INFERIOR_CELLS) || facts.goal == Goal::Connect, "{game}");
        assert!(!supports(Methods::CONNECTIONS) || !facts.sides.black.is_empty(), "{game}");
        assert_eq!(facts.has_draws(), facts.goal == Goal::Figures, "{game}");
    }
    let refused = Game::Hex.require(Methods::FRAMES).unwrap_err().to_string();
    assert_eq!(refused, "frames are known for havannah, not for hex");
    let refused = Game::Star.require(Methods::INFERIOR_CELLS).unwrap_err().to_string();
    assert!(refused.starts_with("inferior cells are known for hex") && refused.ends_with("not for star"));
}

/// Defect B of November 2026: a method called `and` computed what either set has.
#[test]
fn sets_of_borders_and_figures_are_joined_and_intersected_by_their_names() {
    let [one, two, three] = [1, 2, 3].map(Borders::from_bits_retain);
    assert_eq!([one.union(two), one | two], [three; 2]);
    assert_eq!([three.intersection(two), three & two, one & two], [two, two, Borders::empty()]);
    let both = Figures::BRIDGE.union(Figures::RING);
    assert_eq!(both.intersection(Figures::RING), Figures::RING);
    assert!(both.contains(Figures::BRIDGE) && !Figures::BRIDGE.contains(both));
}
