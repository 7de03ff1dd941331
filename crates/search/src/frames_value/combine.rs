//! The pairs of the edges combined into a value of the board, by combinatorial game theory.

use std::collections::HashMap;

use catena_core::{ByColor, Color};
use catena_proof::cgt::{HotGame, HotSum, Thermograph};

use super::measure::Pair;

/// Moves of a sub-game that are looked at; then the next one decides it.
const MOVES: u32 = 4;
/// Missing stones at which an edge is given up; each of them is worth as much as another.
pub(super) const HOPELESS: f64 = 8.0;
/// Pairs are rounded to this, so that few games have to be made.
const STEP: f64 = 0.25;
/// Stones by which the faster of two frames is surely first.
const SPEED_SCALE: f64 = 1.5;
/// Edges of a fork.
pub(super) const FORK: usize = 3;

/// The games of pairs, made once.
#[derive(Debug, Default)]
pub(super) struct PairGames(HashMap<(i32, i32), Thermograph>);

impl PairGames {
    /// The thermograph of an edge for the color that wants it: 1 if it is reached in the end, 0 if not.
    pub(super) fn of(&mut self, pair: Pair) -> &Thermograph {
        let (z, n) = ((pair.z / STEP).round() as i32, pair.n.round() as i32);
        self.0
            .entry((z, n))
            .or_insert_with(|| Thermograph::of(&pair_game(f64::from(z) * STEP, f64::from(n), MOVES)))
    }
}

/// The game of a pair. A stone of the color makes z one more; if the frame stands, it is also one of the n that make it a
/// chain. A stone of the opponent makes z one less; if the frame stands, it takes one of the links too.
fn pair_game(z: f64, n: f64, moves: u32) -> HotGame {
    let stands = z >= 0.0;
    let chance = |z: f64| (1.0 + z / HOPELESS).clamp(0.0, 1.0);
    if z >= 2.0 || z <= -HOPELESS || (stands && n <= 0.0) {
        return HotGame::Number(chance(z));
    }
    if moves == 0 {
        return match stands {
            true => HotGame::Number(1.0),
            // Whoever moves next has the last word.
            false => HotGame::switch(chance(z + 1.0), chance(z - 1.0)),
        };
    }
    let own = if stands { n - 1.0 } else { n };
    let after_cut = if stands && z < 1.0 { n - 1.0 } else { n };
    HotGame::between(pair_game(z + 1.0, own, moves - 1), pair_game(z - 1.0, after_cut, moves - 1))
}

/// The value of the board, and where it comes from.
#[derive(Clone, Debug)]
pub(super) struct Combined {
    /// For Black, from 0 to 1, with the color to move first.
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// Whoever moves first.
    pub mean: f64,
    pub temperature: f64,
    /// The color and the edge where a move is worth most.
    pub hottest: Option<(Color, usize)>,
    /// By color: the chance that it gets three edges.
    pub fork: ByColor<f64>,
    /// By color and edge: how much the value changes if the edge is reached instead of cut.
    pub weight: ByColor<[f64; 6]>,
}

/// Combines the edges of both players. `speed` is the number of stones that each lacks for its fastest fork.
///
/// The full winning condition is no sum, so it is replaced by the plane that touches it at the means: each edge
/// counts as much as the value of the board changes with it. The edges are then a sum of hot games.
pub(super) fn combine(edges: &ByColor<[Thermograph; 6]>, speed: ByColor<f64>, to_move: Color) -> Combined {
    let means = ByColor::new(|color| edges[color].each_ref().map(Thermograph::mean));
    let fork = ByColor::new(|color| at_least(&means[color], FORK));
    let first = 1.0 / (1.0 + ((speed.black - speed.white) / SPEED_SCALE).exp());
    let (black, white) = (fork.black, fork.white);
    let mean = black * (1.0 - white) + black * white * first + (1.0 - black) * (1.0 - white) / 2.0;
    let slope = ByColor {
        black: (1.0 - white) / 2.0 + white * first,
        white: -((1.0 - black) / 2.0 + black * (1.0 - first)),
    };
    // One more edge helps if exactly two of the others are reached.
    let weight = ByColor::new(|color| {
        std::array::from_fn(|edge| {
            let others: Vec<f64> =
                (0..6).filter(|&other| other != edge).map(|other| means[color][other]).collect();
            slope[color] * (at_least(&others, FORK - 1) - at_least(&others, FORK))
        })
    });
    let part = |color: Color| (0..6).map(move |edge| edges[color][edge].scaled(weight[color][edge]));
    let sum = HotSum::new(Color::ALL.into_iter().flat_map(part).collect());
    let place = |value: f64| (mean + value - sum.mean()).clamp(0.0, 1.0);
    let (low, high) = sum.bounds(to_move);
    Combined {
        value: place(sum.estimate(to_move)),
        low: place(low),
        high: place(high),
        mean,
        temperature: sum.temperature(),
        hottest: sum.hottest().map(|index| (Color::ALL[index / 6], index % 6)),
        fork,
        weight,
    }
}

/// The chance that at least this number of independent events happen.
pub(super) fn at_least(chances: &[f64], count: usize) -> f64 {
    let mut exactly = vec![0.0; chances.len() + 1];
    exactly[0] = 1.0;
    for (seen, chance) in chances.iter().enumerate() {
        for number in (0..=seen).rev() {
            let moved = exactly[number] * chance;
            exactly[number] -= moved;
            exactly[number + 1] += moved;
        }
    }
    exactly[count..].iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thermograph(z: f64, n: f64) -> Thermograph {
        PairGames::default().of(Pair { z, n }).clone()
    }

    #[test]
    fn a_frame_that_stands_is_worth_an_edge_and_its_threats_are_answered() {
        let stands = thermograph(0.0, 3.0);
        assert!(stands.mean() > 0.95 && stands.temperature() < 0.05, "{stands:?}");
        // One stone is missing: it matters who moves first.
        let missing = thermograph(-1.0, 0.0);
        assert_eq!(missing.stop(Color::Black, 0.0), 1.0);
        assert!(missing.stop(Color::White, 0.0) < 0.9 && missing.temperature() > 0.1, "{missing:?}");
    }

    #[test]
    fn more_stones_to_ignore_are_never_worth_less() {
        for n in 0..4 {
            let means: Vec<f64> = (-32..=8)
                .map(|quarters| thermograph(f64::from(quarters) / 4.0, f64::from(n)).mean())
                .collect();
            assert!(means.windows(2).all(|pair| pair[0] <= pair[1] + 1e-12), "{n}: {means:?}");
            assert_eq!((means[0], means[40]), (0.0, 1.0));
        }
    }

    #[test]
    fn chances_of_several_edges() {
        assert_eq!(at_least(&[0.5; 3], 3), 0.125);
        assert_eq!(at_least(&[1.0, 1.0, 1.0, 0.0, 0.0, 0.0], 3), 1.0);
        assert_eq!(at_least(&[0.5, 0.5], 0), 1.0);
    }

    #[test]
    fn the_players_are_treated_alike() {
        let edges = |pairs: [(f64, f64); 6]| pairs.map(|(z, n)| thermograph(z, n));
        let (a, b) = (
            edges([(-1.0, 1.0), (0.0, 2.0), (-2.0, 1.0), (-1.5, 1.0), (-4.0, 2.0), (1.0, 1.0)]),
            edges([(-2.0, 1.0), (-1.0, 2.0), (-2.0, 1.0), (0.0, 1.0), (-1.0, 2.0), (-3.0, 1.0)]),
        );
        let one = combine(
            &ByColor { black: a.clone(), white: b.clone() },
            ByColor { black: 3.0, white: 5.0 },
            Color::Black,
        );
        let other =
            combine(&ByColor { black: b, white: a }, ByColor { black: 5.0, white: 3.0 }, Color::White);
        assert!((one.value - (1.0 - other.value)).abs() < 1e-9);
        assert!((one.low - (1.0 - other.high)).abs() < 1e-9);
        assert!(one.low <= one.value && one.value <= one.high);
        assert!(one.weight.black.iter().all(|&weight| weight >= 0.0));
        assert!(one.weight.white.iter().all(|&weight| weight <= 0.0));
    }

    #[test]
    fn the_first_move_is_worth_something_unless_hot_games_come_in_pairs() {
        let black = [(); 6].map(|()| thermograph(-1.0, 1.0));
        let value = |white: &[Thermograph; 6], to_move| {
            let speed = ByColor { black: 4.0, white: 4.0 };
            combine(&ByColor { black: black.clone(), white: white.clone() }, speed, to_move).value
        };
        let mut white = black.clone();
        assert!((value(&white, Color::Black) - value(&white, Color::White)).abs() < 1e-9);
        white[0] = thermograph(-HOPELESS, 0.0);
        assert!(value(&white, Color::Black) > value(&white, Color::White) + 1e-3);
    }
}
