//! The policy network: what cells see, fast sums against slow ones, symmetry, files.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::{HashMap, HashSet};

use catena_core::topology::ColorRoles;
use catena_core::{Board, Cell, Color, Game, Move, Position, Setup, SwapRule, Topology};
use catena_model::embedded::{self, HEX_NETWORK};
use catena_model::policy_net::{
    Feature, FieldSlot, HIDDEN, Inference, LastMoves, Orientation, Params, PolicyNet, ReceptiveField, SLOTS,
};
use catena_model::{FileKind, ModelFileError, ModelKind};
use catena_playout::Rng;

const FLAT: [(Game, u64); 4] = [(Game::Hex, 7), (Game::Hex, 11), (Game::Havannah, 5), (Game::Y, 8)];

fn params(seed: u64) -> Params {
    let mut rng = Rng::new(seed);
    let number = |_| rng.below(2_000) as f32 / 1_000.0 - 1.0;
    Params::new((0..Params::COUNT).map(number).collect()).unwrap()
}

/// A game of random moves up to some stones.
fn position(game: Game, size: u64, stones: u32, seed: u64) -> Position {
    let mut position = Position::new(Setup::new(game, size, SwapRule::Off).unwrap());
    let mut rng = Rng::new(seed);
    for _ in 0..stones {
        let open: Vec<Move> = position.legal_moves().collect();
        let places: Vec<Move> = open.into_iter().filter(|mv| matches!(mv, Move::Place(_))).collect();
        position.play(places[rng.below(places.len() as u32) as usize]).unwrap();
        if position.outcome().is_some() {
            break;
        }
    }
    position
}

fn last_moves(position: &Position) -> LastMoves {
    let cell = |back: usize| match position.plies().iter().rev().nth(back)?.mv {
        Move::Place(cell) => Some(cell),
        _ => None,
    };
    LastMoves { opponent: cell(0), own: cell(1) }
}

fn open(board: &Board, topology: &Topology) -> Vec<Cell> {
    topology.cells().filter(|&cell| board.stone(cell).is_none()).collect()
}

fn chances(params: &Params, position: &Position, last_moves: LastMoves) -> HashMap<Cell, f32> {
    let inference = Inference::new(params, position.setup().game(), position.topology()).unwrap();
    let cells = open(position.board(), position.topology());
    let mut moves = Vec::new();
    inference.probabilities(params, (position.board(), position.to_move()), last_moves, &cells, &mut moves);
    moves.into_iter().collect()
}

/// Cells up to four steps away, by neighbors of neighbors.
fn nearby(topology: &Topology, cell: Cell) -> HashSet<Cell> {
    let mut found = HashSet::from([cell]);
    for _ in 0..4 {
        found = found.iter().flat_map(|&cell| topology.neighbors(cell).chain([cell])).collect();
    }
    found.remove(&cell);
    found
}

#[test]
fn cells_see_four_steps_far_and_each_place_in_its_slot() {
    for (game, size) in FLAT {
        let setup = Setup::new(game, size, SwapRule::Off).unwrap();
        let topology = setup.topology();
        let field = ReceptiveField::new(topology).unwrap();
        let mut seen: HashMap<Cell, HashMap<FieldSlot, Cell>> = HashMap::new();
        for cell in topology.cells() {
            for edge in field.edges(cell) {
                let before = seen.entry(edge.from).or_default().insert(edge.slot, cell);
                assert_eq!(before, None, "{game}: two cells in a slot");
            }
        }
        for cell in topology.cells() {
            let slots = &seen[&cell];
            let found: HashSet<Cell> = slots.values().copied().collect();
            assert!(found.is_superset(&nearby(topology, cell)), "{game} {}", topology.name(cell));
            let beyond = field.beyond(cell, Color::Black).count();
            assert_eq!(slots.len() + beyond, SLOTS, "{game}: what is not seen is beyond");
            // Neighbors see the same place in slots one step apart: by way of the same direction from both.
            for (direction, &next) in topology.around(cell).iter().enumerate().take(6) {
                if next == topology.off_board() {
                    continue;
                }
                let shifts = slots.iter().filter_map(|(slot, other)| {
                    let there = topology.around(*other)[direction];
                    let theirs = seen[&next].iter().find(|(_, seen)| **seen == there)?;
                    Some(*slot == *theirs.0)
                });
                assert!(shifts.into_iter().all(|same| same), "{game}: slots move with their cell");
            }
        }
    }
}

/// The chances by their definition, cell by cell.
fn slowly(params: &Params, position: &Position, last_moves: LastMoves) -> HashMap<Cell, f32> {
    let (topology, mover) = (position.topology(), position.to_move());
    let field = ReceptiveField::new(topology).unwrap();
    let orientation = &Orientation::all(position.setup().game(), mover)[0];
    let score = |cell: Cell| {
        let mut units = params.bias().map(f64::from);
        let mut add = |seen: Feature, slot: FieldSlot| {
            let row = params.row(seen, orientation.slot(slot));
            units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += f64::from(*weight));
        };
        field.beyond(cell, mover).for_each(|(slot, seen)| add(seen, slot));
        for other in topology.cells() {
            let Some(edge) = field.edges(other).iter().find(|edge| edge.from == cell) else {
                continue;
            };
            match position.board().stone(other) {
                Some(color) if color == mover => add(Feature::Own, edge.slot),
                Some(_) => add(Feature::Opponent, edge.slot),
                None => {}
            }
            if last_moves.opponent == Some(other) {
                add(Feature::OpponentLast, edge.slot);
            }
            if last_moves.own == Some(other) {
                add(Feature::OwnLast, edge.slot);
            }
        }
        let mut sum: f64 = (0..HIDDEN).map(|unit| units[unit].max(0.0) * f64::from(params.out()[unit])).sum();
        for (last, is_reply) in [(last_moves.opponent, true), (last_moves.own, false)] {
            if let Some(offset) = last.and_then(|last| field.offset(orientation, cell, last)) {
                sum +=
                    f64::from(if is_reply { params.opponent_last(offset) } else { params.own_last(offset) });
            }
        }
        sum
    };
    let scores: Vec<(Cell, f64)> =
        open(position.board(), topology).into_iter().map(|cell| (cell, score(cell))).collect();
    let highest = scores.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = scores.iter().map(|(_, score)| (score - highest).exp()).sum();
    scores.into_iter().map(|(cell, score)| (cell, ((score - highest).exp() / total) as f32)).collect()
}

#[test]
fn fast_sums_are_the_slow_ones() {
    for (game, size) in FLAT {
        for seed in 0..6 {
            // Weights of one make scores of tens; smaller ones keep chances that can be compared.
            let mut params = params(seed);
            params.all_mut().iter_mut().for_each(|number| *number *= 0.2);
            let position = position(game, size, 5 * seed as u32, seed);
            for last_moves in [last_moves(&position), LastMoves::default()] {
                let (fast, slow) =
                    (chances(&params, &position, last_moves), slowly(&params, &position, last_moves));
                assert_eq!(fast.len(), slow.len());
                for (cell, chance) in slow {
                    assert!((fast[&cell] - chance).abs() < 1e-4, "{game} {seed}: {} {chance}", fast[&cell]);
                }
            }
        }
    }
}

#[test]
fn white_sees_hex_as_black_does_after_an_exchange_of_sides() {
    let params = params(7);
    for seed in 0..8 {
        let position = position(Game::Hex, 7, 9, seed);
        let mirror = position.topology().symmetries().iter().find(|symmetry| {
            let diagonal = |cell: &Cell| symmetry.cell(*cell) == *cell;
            symmetry.roles() == ColorRoles::Exchanged && diagonal(&Cell::new(0))
        });
        let mirror = mirror.unwrap();
        let stone = |cell: Cell| Some((mirror.cell(cell), !position.board().stone(cell)?));
        let stones: Vec<(Cell, Color)> = position.topology().cells().filter_map(stone).collect();
        let other = Position::with_stones(position.setup().clone(), &stones, !position.to_move()).unwrap();
        let here = last_moves(&position);
        let there = LastMoves {
            opponent: here.opponent.map(|cell| mirror.cell(cell)),
            own: here.own.map(|cell| mirror.cell(cell)),
        };
        let (one, two) = (chances(&params, &position, here), chances(&params, &other, there));
        for (cell, chance) in one {
            assert!((two[&mirror.cell(cell)] - chance).abs() < 1e-5);
        }
    }
}

#[test]
fn views_are_all_turns_that_keep_the_goals() {
    for (game, mover, count) in [
        (Game::Hex, Color::Black, 2),
        (Game::Hex, Color::White, 2),
        (Game::Havannah, Color::Black, 12),
        (Game::Y, Color::White, 12),
    ] {
        let orientations = Orientation::all(game, mover);
        assert_eq!(orientations.len(), count);
        let setup = Setup::new(game, 9, SwapRule::Off).unwrap();
        let field = ReceptiveField::new(setup.topology()).unwrap();
        for orientation in &orientations {
            let images: HashSet<FieldSlot> = setup
                .topology()
                .cells()
                .flat_map(|cell| field.edges(cell))
                .map(|g| orientation.slot(g.slot))
                .collect();
            assert_eq!(images.len(), SLOTS, "{game}: a orientation is one to one");
        }
    }
    // Half a turn of the board, seen half a turn on, is the board as it was.
    let setup = Setup::new(Game::Hex, 7, SwapRule::Off).unwrap();
    let (topology, field) = (setup.topology(), ReceptiveField::new(setup.topology()).unwrap());
    let turn = |cell: Cell| Cell::new(topology.len() - 1 - cell.index());
    let orientations = Orientation::all(Game::Hex, Color::Black);
    for cell in topology.cells() {
        for edge in field.edges(cell) {
            let turned = field.edges(turn(cell)).iter().find(|other| other.from == turn(edge.from));
            assert_eq!(orientations[1].slot(turned.unwrap().slot), edge.slot);
            let offset = |orientation: &Orientation, from, to| field.offset(orientation, from, to);
            assert_eq!(
                offset(&orientations[1], turn(edge.from), turn(cell)),
                offset(&orientations[0], edge.from, cell)
            );
        }
    }
}

#[test]
fn spheres_and_stars_have_no_networks() {
    for game in [Game::Star, Game::Renkula] {
        let setup = Setup::new(game, u64::from(game.default_size()), SwapRule::Off).unwrap();
        assert!(ReceptiveField::new(setup.topology()).is_none(), "{game}");
        assert!(embedded::embedded(ModelKind::Network, game).is_none(), "{game}");
    }
}

#[test]
fn the_embedded_network_saves_a_bridge() {
    let network = PolicyNet::from_bytes(HEX_NETWORK.bytes).unwrap();
    assert_eq!(network.game, Game::Hex);
    for size in [5, 11, 19] {
        let mut position = Position::new(Setup::new(Game::Hex, size, SwapRule::Off).unwrap());
        for name in ["c3", "e5", "d1", "c2"] {
            let cell = position.topology().cell(name).unwrap();
            position.play(Move::Place(cell)).unwrap();
        }
        let chances = chances(&network.params, &position, last_moves(&position));
        let sum: f32 = chances.values().sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        let best = chances.iter().max_by(|a, b| a.1.total_cmp(b.1)).unwrap();
        assert_eq!(position.topology().name(*best.0), "d2", "Hex {size}");
    }
}

#[test]
fn files_read_back_and_damage_is_seen() {
    let network = PolicyNet { game: Game::Y, params: params(3) };
    let bytes = network.to_bytes();
    assert_eq!(PolicyNet::from_bytes(&bytes), Ok(network));
    assert_eq!(
        PolicyNet::from_bytes(b"CATENAPT and so on, longer than a header"),
        Err(ModelFileError::Foreign(FileKind::PolicyNet))
    );
    assert_eq!(PolicyNet::from_bytes(&[]), Err(ModelFileError::Foreign(FileKind::PolicyNet)));
    let mut other = bytes.clone();
    other[8] = 9;
    assert_eq!(
        PolicyNet::from_bytes(&other),
        Err(ModelFileError::Version { kind: FileKind::PolicyNet, version: 9 })
    );
    for at in [11, 500, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert_eq!(
            PolicyNet::from_bytes(&damaged),
            Err(ModelFileError::Damaged(FileKind::PolicyNet)),
            "byte {at}"
        );
    }
    assert_eq!(
        PolicyNet::from_bytes(&bytes[..bytes.len() - 7]),
        Err(ModelFileError::Damaged(FileKind::PolicyNet))
    );
}
