//! Patterns against the slow and obvious: keys from scratch, symmetric positions, lists of patterns.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::HashMap;

use catena_core::topology::Symmetry;
use catena_core::{Cell, Color, Game, Move, Position, Setup, SwapRule, Topology};
use catena_model::embedded;
use catena_model::pattern::{
    Combination, Keys, LastMove, Learned, Neighborhood, Pattern, PatternIndex, PatternKey, PatternSymmetry,
    PatternTable, PatternWeights, Prune, Reach, Slot, Spot,
};
use catena_model::{ModelFileError, ModelKind};
use catena_playout::Rng;
use catena_playout::policy::{NeighborCode, TwelveCode};

const BOARDS: [(Game, u64); 12] = [
    (Game::Hex, 1),
    (Game::Hex, 2),
    (Game::Hex, 5),
    (Game::Hex, 11),
    (Game::Havannah, 2),
    (Game::Havannah, 5),
    (Game::Y, 1),
    (Game::Y, 7),
    (Game::Renkula, 1),
    (Game::Renkula, 2),
    (Game::Renkula, 3),
    (Game::Renkula, 4),
];

fn setup(game: Game, size: u64) -> Setup {
    Setup::new(game, size, SwapRule::Off).unwrap()
}

fn neighborhood(setup: &Setup, reach: Reach) -> Neighborhood {
    Neighborhood::new(setup.game(), setup.topology(), reach).unwrap()
}

/// All positions of a random game, with the last move.
fn random_game(setup: &Setup, seed: u64, mut visit: impl FnMut(&Position, Option<Cell>)) {
    let mut rng = Rng::new(seed);
    let mut position = Position::new(setup.clone());
    let mut places: Vec<Cell> = setup.topology().places().collect();
    let mut last = None;
    visit(&position, last);
    while position.outcome().is_none() {
        let cell = places.swap_remove(rng.below(places.len() as u32) as usize);
        position.play_unchecked(Move::Place(cell));
        last = Some(cell);
        visit(&position, last);
    }
}

fn key(around: &Neighborhood, position: &Position, cell: Cell) -> PatternKey {
    around.key(cell, |cell| position.board().stone(cell))
}

#[test]
fn keys_kept_up_to_date_are_those_from_scratch() {
    for (game, size) in BOARDS {
        let setup = setup(game, size);
        for reach in Reach::ALL {
            let around = neighborhood(&setup, reach);
            for seed in 0..5 {
                let mut keys = Keys::new(&around);
                random_game(&setup, seed, |position, last| {
                    if let Some(last) = last {
                        keys.place(&around, last, !position.to_move());
                    }
                    let whole = Keys::of_position(&around, position);
                    for cell in
                        setup.topology().cells().filter(|&cell| position.board().stone(cell).is_none())
                    {
                        let scratch = key(&around, position, cell);
                        assert_eq!(keys.of(cell), scratch, "{game} {size} {reach:?}");
                        assert_eq!(whole.of(cell), scratch);
                    }
                });
            }
        }
    }
}

/// Where the last move lies for a place, as the links say.
fn last_slot(around: &Neighborhood, last: Option<Cell>, cell: Cell) -> Option<Slot> {
    around.replies(last?).iter().find(|link| link.cell == cell).map(|link| link.slot)
}

fn image(position: &Position, symmetry: &Symmetry) -> Position {
    let topology = position.topology();
    let stones: Vec<_> = topology
        .places()
        .filter_map(|cell| Some((symmetry.cell(cell), symmetry.color(position.board().stone(cell)?))))
        .collect();
    let to_move = symmetry.color(position.to_move());
    Position::with_stones(position.setup().clone(), &stones, to_move).unwrap()
}

#[test]
fn patterns_stay_the_same_under_every_symmetry_of_the_board() {
    for (game, size) in
        [(Game::Hex, 4), (Game::Havannah, 3), (Game::Y, 5), (Game::Renkula, 2), (Game::Renkula, 3)]
    {
        let setup = setup(game, size);
        let symmetry = PatternSymmetry::of(game).unwrap();
        for reach in Reach::ALL {
            let around = neighborhood(&setup, reach);
            let pattern = |position: &Position, last: Option<Cell>, cell: Cell| {
                let slot = last_slot(&around, last, cell);
                symmetry.pattern(key(&around, position, cell), slot, position.to_move(), reach)
            };
            random_game(&setup, 7, |position, last| {
                if position.plies().len() % 4 != 3 || position.outcome().is_some() {
                    return;
                }
                for map in setup.topology().symmetries() {
                    let other = image(position, map);
                    let to = |cell: Cell| setup.topology().canonical(map.cell(cell));
                    for cell in setup.topology().places() {
                        let there = pattern(&other, last.map(to), to(cell));
                        assert_eq!(pattern(position, last, cell), there, "{game} {size} {reach:?}");
                    }
                }
            });
        }
    }
}

#[test]
fn the_slots_are_the_cells_nearest_to_the_middle() {
    for (game, size) in BOARDS {
        let setup = setup(game, size);
        let (topology, around) = (setup.topology(), neighborhood(&setup, Reach::Eighteen));
        let touch = |a: Cell, b: Cell| topology.neighbors(a).any(|cell| cell == b);
        for cell in topology.cells() {
            let slots: Vec<Option<Cell>> =
                (0..Slot::COUNT).map(|slot| around.cell(cell, Slot::new(slot))).collect();
            let mut seen: Vec<Cell> = slots.iter().flatten().copied().collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), slots.iter().flatten().count(), "no cell twice: {game} {size}");
            assert_eq!(slots[..6].iter().flatten().count(), topology.neighbors(cell).count());
            let two_steps = topology.cells().filter(|&other| {
                other != cell
                    && !touch(cell, other)
                    && topology.neighbors(cell).any(|near| touch(near, other))
            });
            // Behind a pentagon lie the cells a bridge away, so that all cells at two steps are there.
            assert_eq!(slots[6..].iter().flatten().count(), two_steps.count(), "{game} {size}");
            let degree = if game == Game::Renkula { topology.neighbors(cell).count() } else { 6 };
            for direction in 0..degree {
                let sides = [slots[direction], slots[(direction + 1) % degree]];
                if let Some(bridge) = slots[6 + direction] {
                    assert!(sides.iter().flatten().all(|&side| touch(bridge, side)), "{game} {size}");
                }
                if let Some(straight) = slots[12 + direction] {
                    let common = topology.neighbors(cell).filter(|&near| touch(near, straight)).count();
                    assert!(common == 1 && touch(slots[direction].unwrap(), straight), "{game} {size}");
                }
            }
        }
    }
}

#[test]
fn a_side_of_hex_counts_as_a_stone_and_a_place_beyond_two_sides_as_none() {
    let topology = Topology::rhombus(5);
    let around = Neighborhood::new(Game::Hex, &topology, Reach::Six).unwrap();
    let spots = |name: &str, mover: Color| -> Vec<Spot> {
        let key = around.empty_key(topology.cell(name).unwrap());
        let pattern = PatternSymmetry::HalfTurn.pattern(key, None, mover, Reach::Six);
        (0..6).map(|slot| pattern.spot(Slot::new(slot))).collect()
    };
    let count = |spots: &[Spot], spot: Spot| spots.iter().filter(|&&found| found == spot).count();
    for (mover, own) in [(Color::Black, "c1"), (Color::White, "a3")] {
        let side = spots(own, mover);
        assert_eq!((count(&side, Spot::Own), count(&side, Spot::Empty)), (2, 4), "{mover}");
        let acute = spots("a1", mover);
        assert_eq!((count(&acute, Spot::Own), count(&acute, Spot::Foreign)), (2, 2), "{mover}");
        let obtuse = spots("e1", mover);
        let counts = [Spot::Own, Spot::Foreign, Spot::Beyond].map(|spot| count(&obtuse, spot));
        assert_eq!(counts, [1, 1, 1], "{mover}");
    }
    assert_eq!(spots("c1", Color::Black), spots("a3", Color::White), "both colors share patterns");
    assert_eq!(spots("c1", Color::Black), spots("c5", Color::Black), "a half turn keeps them");
    assert_ne!(spots("c1", Color::Black), spots("c1", Color::White));
}

/// Patterns of random games, some of each reach, with weights that tell them apart.
fn some_weights(game: Game, size: u64) -> PatternWeights {
    let setup = setup(game, size);
    let symmetry = PatternSymmetry::of(game).unwrap();
    let around = neighborhood(&setup, Reach::Eighteen);
    let mut rng = Rng::new(3);
    let mut found: HashMap<Pattern, Learned> = HashMap::new();
    for seed in 0..20 {
        random_game(&setup, seed, |position, last| {
            for cell in setup.topology().places() {
                let chosen = rng.below(12);
                let reach = Reach::ALL[chosen as usize % 3];
                let slot = last_slot(&around, last, cell).filter(|slot| slot.index() < reach.cells());
                if chosen > 5 || (chosen > 2 && slot.is_none()) || position.board().stone(cell).is_some() {
                    continue;
                }
                let slot = slot.filter(|_| chosen > 2);
                let key = key(&around, position, cell);
                let pattern = symmetry.pattern(key, slot, position.to_move(), reach);
                let number = found.len() as u32;
                found.entry(pattern).or_insert(Learned {
                    pattern,
                    gamma: 1.5 + number as f32,
                    prune: [Prune::Keep, Prune::Dead, Prune::Dominated { by: Slot::new(4) }]
                        [number as usize % 3],
                    played: number,
                    appeared: 3 * number,
                });
            }
        });
    }
    PatternWeights::new(game, Combination::Sum, found.into_values().collect())
}

#[test]
fn the_table_finds_what_a_list_of_patterns_has() {
    for (game, size) in [(Game::Hex, 6), (Game::Havannah, 4), (Game::Y, 6), (Game::Renkula, 2)] {
        let weights = some_weights(game, size);
        let table = PatternTable::new(&weights).unwrap();
        assert_eq!((table.reach(), table.len()), (Reach::Eighteen, weights.patterns().len() + 1));
        let list: HashMap<Pattern, f32> = weights.patterns().iter().map(|l| (l.pattern, l.gamma)).collect();
        let slow = |key: PatternKey, last: Option<Slot>, mover: Color| {
            let fits = |reach: &&Reach| last.is_none_or(|slot| slot.index() < reach.cells());
            let mut found =
                Reach::ALL.iter().rev().filter(fits).filter_map(|&reach| {
                    list.get(&table.symmetry().pattern(key, last, mover, reach)).copied()
                });
            found.next().unwrap_or(1.0)
        };
        let setup = setup(game, size);
        let around = neighborhood(&setup, Reach::Eighteen);
        let mut known = 0;
        for seed in 15..25 {
            random_game(&setup, seed, |position, last| {
                for cell in setup.topology().places().filter(|&c| position.board().stone(c).is_none()) {
                    let key = key(&around, position, cell);
                    for color in Color::ALL {
                        let index = table.global(key, color);
                        assert_eq!(table.gamma(index), slow(key, None, color), "{game}");
                        known += u32::from(index != PatternIndex::UNKNOWN);
                    }
                    if let Some(slot) = last_slot(&around, last, cell) {
                        let index = table.local(key, slot, position.to_move()).unwrap();
                        assert_eq!(table.gamma(index), slow(key, Some(slot), position.to_move()), "{game}");
                        known += u32::from(index != PatternIndex::UNKNOWN);
                    }
                }
            });
        }
        assert!(known > 1000, "the test must find patterns: {known}");
    }
}

#[test]
fn weights_read_back_and_damage_is_told() {
    let weights = some_weights(Game::Hex, 6);
    let bytes = weights.to_bytes();
    let back = PatternWeights::from_bytes(&bytes).unwrap();
    assert_eq!(back.to_bytes(), bytes);
    assert_eq!((back.game(), back.combination()), (Game::Hex, Combination::Sum));
    for (a, b) in weights.patterns().iter().zip(back.patterns()) {
        assert!((a.gamma / b.gamma - 1.0).abs() < 3e-4, "{} {}", a.gamma, b.gamma);
        assert_eq!((a.pattern, a.prune, a.played, a.appeared), (b.pattern, b.prune, b.played, b.appeared));
    }
    for at in (10..bytes.len()).step_by(97) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert_eq!(PatternWeights::from_bytes(&damaged), Err(ModelFileError::Damaged), "byte {at}");
        assert_eq!(PatternWeights::from_bytes(&bytes[..at.max(20)]), Err(ModelFileError::Damaged));
    }
    let mut newer = bytes;
    newer[8] = 9;
    let error = PatternWeights::from_bytes(&newer).unwrap_err();
    assert_eq!(error.to_string(), "this is a pattern file of version 9; this program knows version 1");
    assert_eq!(
        PatternWeights::from_bytes(b"(;FF[4]GM[11])").unwrap_err().to_string(),
        "this is no pattern file"
    );
}

#[test]
fn the_embedded_patterns_are_whole_and_small() {
    for game in Game::ALL {
        let flat = matches!(game, Game::Hex | Game::Havannah | Game::Y);
        let has_patterns = flat || game == Game::Renkula;
        for (kind, reach, expected) in [
            (ModelKind::Patterns, Reach::Eighteen, has_patterns),
            (ModelKind::PlayoutPatterns, Reach::Six, flat),
        ] {
            let file = embedded::embedded(kind, game);
            assert_eq!(file.is_some(), expected, "{game}");
            if let Some(file) = file {
                let weights = PatternWeights::from_bytes(file.bytes).unwrap();
                assert_eq!((weights.game(), weights.reach()), (game, reach));
                assert!(file.bytes.len() < 800_000);
                let table = PatternTable::new(&weights).unwrap();
                assert_eq!((table.len(), table.reach()), (weights.patterns().len() + 1, reach));
            }
        }
    }
    assert!(PatternTable::new(&PatternWeights::new(Game::Star, Combination::Sum, Vec::new())).is_none());
}

/// Some of the local patterns of random games, which do not tell where the last move lies.
fn local_anywhere(setup: &Setup) -> Vec<Learned> {
    let symmetry = PatternSymmetry::of(setup.game()).unwrap();
    let around = neighborhood(setup, Reach::Twelve);
    let mut patterns = Vec::new();
    random_game(setup, 7, |position, last| {
        for cell in setup.topology().places().filter(|&cell| last_slot(&around, last, cell).is_some()) {
            for reach in [Reach::Six, Reach::Twelve] {
                let key = key(&around, position, cell);
                patterns.push(symmetry.pattern(key, Some(Slot::ANYWHERE), position.to_move(), reach));
            }
        }
    });
    patterns.sort_unstable();
    patterns.dedup();
    let learned = |(pattern, number): (Pattern, u32)| Learned {
        pattern,
        gamma: 0.1 + number as f32,
        prune: Prune::Keep,
        played: 1,
        appeared: 2,
    };
    patterns.into_iter().zip(0..).filter(|(_, number)| number % 3 > 0).map(learned).collect()
}

#[test]
fn playouts_get_the_weights_of_twelve_cells() {
    for game in [Game::Hex, Game::Havannah, Game::Y] {
        let file = embedded::embedded(ModelKind::Patterns, game).unwrap();
        let all = PatternWeights::from_bytes(file.bytes).unwrap();
        assert!(PatternTable::new(&all).unwrap().playout_gammas().is_none(), "its patterns are too large");
        let setup = setup(game, 7);
        let small = all.patterns().iter().filter(|learned| learned.pattern.reach() <= Reach::Twelve);
        let small = small.filter(|learned| learned.pattern.last().is_none());
        // Those that fewer cells know are not all there: some fall back on six neighbors, some on nothing.
        let some =
            small.copied().enumerate().filter(|(number, _)| number % 5 > 0).map(|(_, learned)| learned);
        let patterns = some.chain(local_anywhere(&setup)).collect();
        let weights = PatternWeights::new(game, Combination::Sum, patterns);
        assert_eq!(weights.last_move(), LastMove::Anywhere);
        assert_eq!(
            PatternWeights::from_bytes(&weights.to_bytes()).unwrap().patterns().len(),
            weights.patterns().len()
        );
        let table = PatternTable::new(&weights).unwrap();
        let gammas = table.playout_gammas().unwrap();
        let gammas = gammas.twelve().unwrap();
        let (topology, around) = (setup.topology(), neighborhood(&setup, Reach::Twelve));
        random_game(&setup, 5, |position, last| {
            for cell in topology.places().filter(|&cell| position.board().stone(cell).is_none()) {
                let key = key(&around, position, cell);
                let code = TwelveCode::around(topology, cell, |cell| position.board().stone(cell));
                for mover in Color::ALL {
                    assert_eq!(gammas.global(code, mover), table.gamma(table.global(key, mover)), "{game}");
                }
                if let Some(slot) = last_slot(&around, last, cell) {
                    let local = table.playout_local(key, slot, position.to_move());
                    let expected = local.map_or(0.0, |local| table.gamma(local));
                    assert_eq!(gammas.local(code, position.to_move()), expected, "{game}");
                }
            }
        });
    }
}

#[test]
fn playouts_get_the_weights_of_six_neighbors() {
    for game in [Game::Hex, Game::Havannah, Game::Y] {
        let file = embedded::embedded(ModelKind::PlayoutPatterns, game).unwrap();
        let table = PatternTable::new(&PatternWeights::from_bytes(file.bytes).unwrap()).unwrap();
        let gammas = table.neighbor_gammas();
        let setup = setup(game, 6);
        let (topology, around) = (setup.topology(), neighborhood(&setup, Reach::Six));
        random_game(&setup, 5, |position, last| {
            for cell in topology.places().filter(|&cell| position.board().stone(cell).is_none()) {
                let key = key(&around, position, cell);
                let code = NeighborCode::around(topology, cell, |cell| position.board().stone(cell));
                for mover in Color::ALL {
                    assert_eq!(gammas.global(code, mover), table.gamma(table.global(key, mover)), "{game}");
                }
                if let Some(slot) = last_slot(&around, last, cell) {
                    let local = table.local(key, slot, position.to_move()).unwrap();
                    assert_eq!(gammas.local(code, slot.index()), table.gamma(local), "{game}");
                }
            }
        });
    }
}
