//! Fill-outs of \*Star against the score by the definition: every small board, every pattern of
//! the center, and patterns that are hard on whoever follows groups.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use catena_core::reference::Stones;
use catena_core::rules::Score;
use catena_core::{Cell, Color, Game, Position, Setup, SwapRule, Topology};
use catena_playout::{FillOut, FillOutOptions, LaneRng, Lanes, Rng};

const ARMS: usize = 5;

fn setup(size: u16) -> Setup {
    Setup::new(Game::Star, u64::from(size), SwapRule::Off).unwrap()
}

fn color(black: bool) -> Color {
    if black { Color::Black } else { Color::White }
}

/// Fills out the position once and checks some lanes.
fn check(fill_out: &mut FillOut, position: &Position, rng: &mut LaneRng, step: usize, what: &str) {
    fill_out.prepare(position);
    let lanes = fill_out.run(rng).lanes();
    for lane in (0..lanes).step_by(step) {
        let board: Stones = fill_out.board(lane);
        let winner = Score::of(position.topology(), &board).outcome().winner;
        assert_eq!(Some(fill_out.winner(lane)), winner, "size {}, {what}", position.topology().size());
    }
}

#[test]
fn every_board_of_one_and_two_rings_is_right() {
    let mut rng = LaneRng::new(1);
    for size in 1..=2 {
        let setup = setup(size);
        let mut fill_out = FillOut::new(&setup, FillOutOptions::default()).unwrap();
        for board in 0..1_u32 << setup.topology().len() {
            let stone = |cell: Cell| (cell, color(board >> cell.index() & 1 == 1));
            let stones: Vec<_> = setup.topology().cells().map(stone).collect();
            let position = Position::with_stones(setup.clone(), &stones, Color::Black).unwrap();
            check(&mut fill_out, &position, &mut rng, 512, "full board");
        }
    }
}

#[test]
fn every_center_is_joined_across_the_bridge_on_every_size() {
    let mut rng = LaneRng::new(2);
    for size in 1..=10 {
        let setup = setup(size);
        let mut fill_out = FillOut::new(&setup, FillOutOptions::default()).unwrap();
        for center in 0..1_u32 << ARMS {
            let stone = |cell: Cell| (cell, color(center >> cell.index() & 1 == 1));
            let stones: Vec<_> = setup.topology().cells().take(ARMS).map(stone).collect();
            for to_move in Color::ALL {
                let position = Position::with_stones(setup.clone(), &stones, to_move).unwrap();
                check(&mut fill_out, &position, &mut rng, 31, &format!("center {center:05b}"));
            }
        }
    }
}

/// True if black has the place (counted around the ring) on a ring.
type Pattern = fn(usize, usize) -> bool;

/// Position of a place around the ring, in `parts` of the whole.
const fn around(ring: usize, place: usize, parts: usize) -> usize {
    place * parts / (ARMS * ring)
}

const fn even(number: usize) -> bool {
    number.is_multiple_of(2)
}

const PATTERNS: [(&str, Pattern); 14] = [
    ("rings", |ring, _| even(ring)),
    ("double rings", |ring, _| even(ring / 2)),
    ("checkerboard", |ring, place| even(ring + place)),
    ("stripes along the rings", |_, place| even(place)),
    ("threes", |ring, place| (ring + place) % 3 == 0),
    ("pairs on the rim", |ring, place| even((ring + place) / 2)),
    ("halves", |ring, place| around(ring, place, 2) == 0),
    ("four rays across the center", |ring, place| even(around(ring, place, 4))),
    ("five sectors", |ring, place| matches!(around(ring, place, 5), 0 | 2)),
    ("ten sectors", |ring, place| even(around(ring, place, 10))),
    ("spiral of one arm", |ring, place| even((ring * 12 + around(ring, place, 24)) / 12)),
    ("spiral of three arms", |ring, place| even((ring * 4 + around(ring, place, 24)) / 4)),
    ("spiral of two arms", |ring, place| even((ring * 6 + around(ring, place, 24)) / 6)),
    ("comb", |ring, place| ring % 3 == 0 || place % ring == 0),
];

/// The stones of a pattern, with colors perhaps exchanged; cells for which `keep` is false stay
/// empty.
fn stones(
    topology: &Topology,
    pattern: Pattern,
    exchange: bool,
    mut keep: impl FnMut() -> bool,
) -> Vec<(Cell, Color)> {
    let rings = usize::from(topology.size());
    let places = (1..=rings).flat_map(|ring| (0..ARMS * ring).map(move |place| (ring, place)));
    let stone = |(cell, (ring, place)): (Cell, _)| (cell, color(pattern(ring, place) != exchange));
    topology.cells().zip(places).map(stone).filter(|_| keep()).collect()
}

#[test]
fn spirals_checkerboards_and_rays_are_right_on_every_size() {
    let mut rng = Rng::new(3);
    let mut lane_rng = LaneRng::new(4);
    for size in 1..=10 {
        let setup = setup(size);
        let mut fill_out = FillOut::new(&setup, FillOutOptions::default()).unwrap();
        for (name, pattern) in PATTERNS {
            for exchange in [false, true] {
                let full = stones(setup.topology(), pattern, exchange, || true);
                let position = Position::with_stones(setup.clone(), &full, Color::Black).unwrap();
                check(&mut fill_out, &position, &mut lane_rng, 512, name);
                // With holes the lanes differ from the pattern in a few cells each.
                for to_move in Color::ALL {
                    let part = stones(setup.topology(), pattern, exchange, || rng.below(8) > 0);
                    let position = Position::with_stones(setup.clone(), &part, to_move).unwrap();
                    check(&mut fill_out, &position, &mut lane_rng, 23, name);
                }
            }
        }
    }
}

#[test]
fn random_positions_are_right_with_all_words_on_every_size() {
    let mut rng = Rng::new(5);
    let mut lane_rng = LaneRng::new(6);
    for lanes in Lanes::available() {
        for size in 1..=10 {
            let setup = setup(size);
            let options = FillOutOptions { lanes, ..FillOutOptions::default() };
            let mut fill_out = FillOut::new(&setup, options).unwrap();
            for round in 0..12 {
                // From as many white stones as black ones to one in thirteen, and the reverse.
                let few = 2 + round;
                let mut stone = |cell| (cell, color((rng.below(few) > 0) == (round % 2 == 0)));
                let stones: Vec<_> = setup.topology().cells().map(&mut stone).collect();
                let kept: Vec<_> = stones.into_iter().filter(|_| rng.below(4) > 0).collect();
                for to_move in Color::ALL {
                    let position = Position::with_stones(setup.clone(), &kept, to_move).unwrap();
                    check(&mut fill_out, &position, &mut lane_rng, 37, "random position");
                }
            }
        }
    }
}
