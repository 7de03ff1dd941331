//! Laws that hold for every game, size and order of moves.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use catena_core::reference;
use catena_core::topology::ColorRoles;
use catena_core::{Cell, Color, Game, How, Move, Outcome, PlayError, Position, Setup, SwapRule, Topology};
use proptest::prelude::*;

/// A setup of every game, mostly small: small boards reach more endings.
fn setups() -> impl Strategy<Value = Setup> {
    let sizes = prop_oneof![
        (2u64..=6).prop_map(|size| (Game::Havannah, size)),
        (1u64..=7).prop_map(|size| (Game::Hex, size)),
        (1u64..=8).prop_map(|size| (Game::Y, size)),
        (1u64..=5).prop_map(|size| (Game::Star, size)),
        (1u64..=3).prop_map(|size| (Game::Renkula, size)),
        (1u64..=3).prop_map(|size| (Game::BentY, size)),
    ];
    let swap = prop_oneof![Just(SwapRule::Off), Just(SwapRule::On)];
    (sizes, swap).prop_map(|((game, size), swap)| Setup::new(game, size, swap).unwrap())
}

/// A setup and all its places in a random order.
fn orders() -> impl Strategy<Value = (Setup, Vec<Cell>)> {
    setups().prop_flat_map(|setup| {
        let places: Vec<Cell> = setup.topology().places().collect();
        (Just(setup), Just(places).prop_shuffle())
    })
}

/// Plays the cells in turn until the game ends, with a swap as the second move where asked for.
fn game(setup: &Setup, order: &[Cell], swap: bool) -> Position {
    let mut position = Position::new(setup.clone());
    for &cell in order {
        if swap && position.can_swap() {
            position.play(Move::Swap).unwrap();
        }
        if position.check(Move::Place(cell)).is_ok() {
            position.play(Move::Place(cell)).unwrap();
        }
    }
    position
}

/// All that can be seen of a position, groups included.
fn observe(position: &Position) -> impl PartialEq + std::fmt::Debug + use<> {
    let board = position.board();
    let topology = position.topology();
    let stones = position.stones();
    let groups: Vec<Vec<Cell>> = topology
        .cells()
        .filter(|&cell| stones.get(cell).is_some())
        .map(|cell| {
            let together =
                |other: &Cell| stones.get(*other).is_some() && board.group(*other) == board.group(cell);
            topology.cells().filter(together).collect()
        })
        .collect();
    (
        stones,
        groups,
        (position.to_move(), position.outcome(), position.hash(), position.can_swap()),
        position.plies().to_vec(),
        position.legal_moves().collect::<Vec<_>>(),
        board.empty(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn undo_restores_everything((setup, order) in orders(), swap: bool, out_of_turn: bool) {
        let mut position = Position::new(setup.clone());
        let mut seen = Vec::new();
        for &cell in &order {
            seen.push(observe(&position));
            if swap && position.can_swap() {
                position.play(Move::Swap).unwrap();
                seen.push(observe(&position));
            }
            let color = if out_of_turn && cell.index().is_multiple_of(3) { !position.to_move() } else { position.to_move() };
            if position.play_as(color, Move::Place(cell)).is_err() {
                seen.pop();
            }
        }
        while let Some(before) = seen.pop() {
            prop_assert!(position.undo().is_some());
            prop_assert_eq!(observe(&position), before);
        }
        prop_assert!(position.undo().is_none());
    }

    #[test]
    fn the_board_agrees_with_the_reference_after_every_move((setup, order) in orders(), swap: bool) {
        let mut position = Position::new(setup.clone());
        for &cell in &order {
            if swap && position.can_swap() {
                position.play(Move::Swap).unwrap();
            }
            let _ = position.play(Move::Place(cell));
            let reference = reference::outcome(setup.game(), setup.topology(), &position.stones());
            prop_assert_eq!(position.outcome(), reference);
        }
        // A swap in Hex moves the first stone, which leaves one place that the order has passed.
        let rest: Vec<Move> = position.legal_moves().collect();
        for mv in rest {
            let _ = position.play(mv);
        }
        prop_assert!(position.outcome().is_some());
        if setup.game() != Game::Havannah {
            prop_assert!(position.outcome().unwrap().winner.is_some(), "only Havannah has draws");
        }
    }

    #[test]
    fn clone_from_makes_the_same_position_in_the_old_room((setup, order) in orders(), stop in 0usize..40) {
        let position = game(&setup, &order[..stop.min(order.len())], false);
        let mut copy = game(&setup, &order, false);
        let room = copy.plies().as_ptr();
        copy.clone_from(&position);
        prop_assert_eq!(observe(&copy), observe(&position));
        prop_assert_eq!(copy.hash(), position.hash());
        prop_assert!(copy.plies().len() < 2 || copy.plies().as_ptr() == room, "a search would allocate");
    }

    #[test]
    fn would_win_names_every_figure((setup, order) in orders()) {
        let mut position = Position::new(setup.with_swap(SwapRule::Off));
        for &cell in &order {
            for color in Color::ALL {
                let mut wins = Vec::new();
                for mv in position.legal_moves().collect::<Vec<_>>() {
                    let Move::Place(place) = mv else { continue };
                    let mut after = position.clone();
                    after.play_as(color, mv).unwrap();
                    let figure = matches!(after.outcome(), Some(Outcome { how: How::Figures(_), .. }));
                    prop_assert_eq!(position.would_win(place, color), figure);
                    wins.extend(figure.then_some(place));
                }
                if position.outcome().is_none() {
                    prop_assert_eq!(position.winning_places(color), wins);
                }
            }
            let _ = position.play(Move::Place(cell));
        }
    }

    #[test]
    fn hash_and_outcome_do_not_depend_on_the_order((setup, order) in orders(), seed in 0usize..1000) {
        let forward = game(&setup, &order[..order.len() / 2], false);
        prop_assume!(forward.outcome().is_none() && forward.plies().len().is_multiple_of(2));
        let mut by_color = [Vec::new(), Vec::new()];
        for ply in forward.plies() {
            by_color[ply.color as usize].push(ply.mv);
        }
        for moves in &mut by_color {
            let len = moves.len().max(1);
            moves.rotate_left(seed % len);
        }
        let mut other = Position::new(setup.with_swap(SwapRule::Off));
        for (black, white) in by_color[0].iter().zip(&by_color[1]) {
            other.play(*black).unwrap();
            other.play(*white).unwrap();
        }
        let forward = game(&setup.with_swap(SwapRule::Off), &order[..order.len() / 2], false);
        prop_assert_eq!(forward.hash(), other.hash());
        prop_assert_eq!(forward.outcome(), other.outcome());
    }

    #[test]
    fn the_outcome_commutes_with_every_symmetry((setup, order) in orders()) {
        let position = game(&setup, &order, false);
        let expected = position.outcome().unwrap();
        for symmetry in setup.topology().symmetries() {
            let mut image = Position::new(setup.clone());
            for ply in position.plies() {
                let Move::Place(cell) = ply.mv else { unreachable!() };
                prop_assert!(image.outcome().is_none());
                image.play_as(symmetry.color(ply.color), Move::Place(symmetry.cell(cell))).unwrap();
            }
            let outcome = image.outcome().unwrap();
            prop_assert_eq!(outcome.winner, expected.winner.map(|winner| symmetry.color(winner)));
            prop_assert_eq!(outcome.how, expected.how);
            prop_assert_eq!(image.winning_cells().is_empty(), position.winning_cells().is_empty());
        }
    }

    #[test]
    fn a_move_is_legal_exactly_if_it_can_be_played((setup, order) in orders(), stop in 0usize..400, swap: bool) {
        let position = game(&setup, &order[..stop.min(order.len())], swap);
        let legal: Vec<Move> = position.legal_moves().collect();
        let places = setup.topology().places().map(Move::Place);
        for mv in places.chain([Move::Swap]) {
            let mut after = position.clone();
            prop_assert_eq!(after.play(mv).is_ok(), legal.contains(&mv), "{:?}", mv);
            if !legal.contains(&mv) {
                prop_assert_eq!(observe(&after), observe(&position), "a refused move changes nothing");
            }
        }
        let beyond = Move::Place(setup.topology().off_board());
        prop_assert!(matches!(position.check(beyond), Err(PlayError::OffBoard | PlayError::GameOver)));
    }

    #[test]
    fn the_winning_figure_wins_alone_and_nothing_of_it_can_go((setup, order) in orders()) {
        let position = game(&setup, &order, false);
        let Some(Outcome { winner: Some(winner), how: How::Figures(_) }) = position.outcome() else { return Ok(()) };
        let cells = position.winning_cells();
        let wins = |without: Option<Cell>| {
            let mut stones = reference::Stones::empty(setup.topology());
            let dropped = without.map(|cell| [cell, setup.topology().antipode(cell)]);
            for &cell in cells.iter().filter(|cell| !dropped.is_some_and(|pair| pair.contains(cell))) {
                stones.set(cell, Some(winner));
            }
            !reference::figures(setup.game(), setup.topology(), &stones)[winner].is_empty()
        };
        prop_assert!(cells.iter().all(|&cell| position.board().stone(cell) == Some(winner)));
        prop_assert!(wins(None));
        prop_assert!(cells.iter().all(|&cell| !wins(Some(cell))));
    }
}

/// Every size of every game.
fn all_topologies() -> impl Iterator<Item = (Game, Topology)> {
    Game::ALL.into_iter().flat_map(|game| {
        game.sizes().map(move |size| {
            (game, Setup::new(game, u64::from(size), SwapRule::Off).unwrap().topology().clone())
        })
    })
}

#[test]
fn names_read_back_in_any_case() {
    for (game, topology) in all_topologies() {
        for cell in topology.cells() {
            let name = topology.name(cell);
            assert_eq!(topology.cell(name), Some(cell), "{game} {name}");
            assert_eq!(topology.cell(&name.to_uppercase()), Some(cell), "{game} {name}");
            assert_eq!(topology.cell(&name.to_lowercase()), Some(cell), "{game} {name}");
        }
        assert!(game == Game::Star || topology.cell("a01").is_none(), "{game} takes a leading zero");
        for wrong in ["", "a", "1", "a0", "z99", "aa1", "a1 ", "é1", "*", "a-1", "*99x"] {
            assert_eq!(topology.cell(wrong), None, "{game} {wrong:?}");
        }
    }
}

#[test]
fn symmetries_keep_neighbors_and_borders() {
    for (game, topology) in all_topologies() {
        let expected = match game {
            Game::Havannah => 12,
            Game::Hex => 4,
            Game::Y => 6,
            Game::Star => 10,
            Game::Renkula => 120,
            Game::BentY => 6,
        };
        let smallest = topology.len() < 8;
        assert!(smallest || topology.symmetries().len() == expected, "{game} {}", topology.size());
        for symmetry in topology.symmetries() {
            for cell in topology.cells() {
                let mut images: Vec<Cell> =
                    topology.neighbors(cell).map(|next| symmetry.cell(next)).collect();
                let mut around: Vec<Cell> = topology.neighbors(symmetry.cell(cell)).collect();
                images.sort();
                around.sort();
                assert_eq!(images, around, "{game} {}", topology.size());
                let bits = |cell| topology.borders(cell).bits().count_ones();
                assert_eq!(bits(cell), bits(symmetry.cell(cell)));
                assert_eq!(symmetry.cell(topology.antipode(cell)), topology.antipode(symmetry.cell(cell)));
            }
        }
        let exchanged = topology.symmetries().iter().filter(|s| s.roles() == ColorRoles::Exchanged).count();
        assert_eq!(exchanged > 0, game == Game::Hex);
    }
}

#[test]
fn neighbors_stand_in_circular_order() {
    for (game, topology) in all_topologies() {
        for cell in topology.cells() {
            let around: Vec<Cell> = topology.neighbors(cell).collect();
            let touch = |a: Cell, b: Cell| topology.neighbors(a).any(|next| next == b);
            let gaps =
                (0..around.len()).filter(|&i| !touch(around[i], around[(i + 1) % around.len()])).count();
            // A border opens the circle once; the cells of a board of one row have two gaps.
            let on_border = around.len() < 6 && !topology.borders(cell).is_empty();
            let allowed = if on_border || game == Game::Star { 2 } else { 0 };
            assert!(gaps <= allowed, "{game} {} {}: {gaps} gaps", topology.size(), topology.name(cell));
        }
    }
}

#[test]
fn swap_mirrors_the_stone_in_hex_and_leaves_it_elsewhere() {
    for (game, first, taken) in [
        (Game::Hex, "b4", "d2"),
        (Game::Havannah, "b4", "b4"),
        (Game::Y, "b4", "b4"),
        (Game::Star, "S21", "S21"),
    ] {
        let setup = Setup::new(game, game.default_size().into(), SwapRule::On).unwrap();
        let mut position = Position::new(setup);
        let cell = |name| position.topology().cell(name).unwrap();
        let (first, taken) = (cell(first), cell(taken));
        assert_eq!(position.check(Move::Swap), Err(PlayError::SwapNotAllowed));
        position.play(Move::Place(first)).unwrap();
        position.play(Move::Swap).unwrap();
        assert_eq!(position.board().stone(taken), Some(Color::White), "{game}");
        assert_eq!(position.board().empty(), position.topology().len() - 1, "{game}");
        assert_eq!(position.to_move(), Color::Black);
        assert_eq!(position.check(Move::Swap), Err(PlayError::SwapNotAllowed));
    }
}

#[test]
fn nobody_swaps_after_stones_that_were_set_up() {
    for game in Game::ALL {
        let setup = Setup::new(game, game.default_size().into(), SwapRule::On).unwrap();
        let mut places = setup.topology().places();
        let [set_up, first] = [(); 2].map(|()| places.next().unwrap());
        let mut position =
            Position::with_stones(setup.clone(), &[(set_up, Color::Black)], Color::Black).unwrap();
        position.play(Move::Place(first)).unwrap();
        assert!(!position.can_swap(), "{game}");
        assert_eq!(position.check(Move::Swap), Err(PlayError::SwapNotAllowed), "{game}");
        assert!(position.legal_moves().all(|mv| mv != Move::Swap), "{game}");
    }
}

#[test]
fn resigning_ends_the_game_and_passing_does_not() {
    let setup = Setup::new(Game::Hex, 5, SwapRule::Off).unwrap();
    let mut position = Position::new(setup);
    position.play(Move::Pass).unwrap();
    assert_eq!(position.to_move(), Color::White);
    position.play(Move::Resign).unwrap();
    assert_eq!(position.judgement().to_string(), "black 2 resign");
    assert_eq!(position.play(Move::Pass), Err(PlayError::GameOver));
}
