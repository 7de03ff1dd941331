//! Minorization-maximization against competitions with known weights, a slow reference that goes through
//! every candidate, and gradient ascent.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use catena_core::{Game, Move, Position, Setup, SwapRule};
use catena_learn::{Counts, Example, FitData, Teams, WeightFit, example};
use catena_model::pattern::{
    Combination, Keys, LastMove, Learned, Neighborhood, PatternSymmetry, PatternTable, PatternWeights, Prune,
    Reach,
};
use catena_playout::Rng;

const PRIOR: f64 = 1.0;

fn scale() -> usize {
    std::env::var("CATENA_SCALE").map_or(1, |scale| scale.parse().unwrap())
}

/// A number in (0, 1).
fn uniform(rng: &mut Rng) -> f64 {
    ((rng.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
}

struct World {
    setup: Setup,
    around: Neighborhood,
    table: PatternTable,
}

/// All patterns of six cells that random games show; their weights as a rule says.
fn world(game: Game, size: u64, gamma: impl Fn(usize) -> f32) -> World {
    let setup = Setup::new(game, size, SwapRule::Off).unwrap();
    let around = Neighborhood::new(game, setup.topology(), Reach::Six).unwrap();
    let mut counts = Counts::new(PatternSymmetry::of(game).unwrap(), Reach::Six, LastMove::Place);
    let mut rng = Rng::new(5);
    for _ in 0..60 {
        counts.add(&example(&around, &play(&setup, &mut rng, |_, _| 1.0)));
    }
    let learned = |(number, pattern)| Learned {
        pattern,
        gamma: gamma(number),
        prune: Prune::Keep,
        played: 0,
        appeared: 0,
    };
    let patterns = counts.kept(60, 20).into_iter().enumerate().map(learned).collect();
    let table = PatternTable::new(&PatternWeights::new(game, Combination::Product, patterns)).unwrap();
    World { setup, around, table }
}

/// A game whose moves are drawn by their strength.
fn play(setup: &Setup, rng: &mut Rng, strength: impl Fn(&Position, catena_core::Cell) -> f64) -> Position {
    let mut position = Position::new(setup.clone());
    while position.outcome().is_none() {
        let board = position.board();
        let open: Vec<_> = setup.topology().places().filter(|&cell| board.stone(cell).is_none()).collect();
        let strengths: Vec<f64> = open.iter().map(|&cell| strength(&position, cell)).collect();
        let mut left = uniform(rng) * strengths.iter().sum::<f64>();
        let chosen = strengths.iter().position(|&strength| {
            left -= strength;
            left < 0.0
        });
        position.play_unchecked(Move::Place(open[chosen.unwrap_or(open.len() - 1)]));
    }
    position
}

impl World {
    /// Games by players whose strengths are the weights of the table.
    fn examples(&self, games: usize, seed: u64) -> Vec<Example> {
        let mut rng = Rng::new(seed);
        let strength = |position: &Position, cell: catena_core::Cell| {
            let key = Keys::of_position(&self.around, position).of(cell);
            let mover = position.to_move();
            let last = position.plies().last().and_then(|ply| match ply.mv {
                Move::Place(last) => self.around.replies(last).iter().find(|link| link.cell == cell),
                _ => None,
            });
            let local = last.and_then(|link| self.table.local(key, link.slot, mover));
            f64::from(self.table.strength(self.table.global(key, mover), local))
        };
        (0..games).map(|_| example(&self.around, &play(&self.setup, &mut rng, strength))).collect()
    }

    fn data(&self, examples: &[Example]) -> FitData {
        let mut data = FitData::new(&self.table);
        examples.iter().for_each(|example| data.add(&self.table, example));
        data
    }
}

/// Weights from 1/8 to 8.
fn powers(number: usize) -> f32 {
    2f32.powi((number * 5 % 7) as i32 - 3)
}

#[test]
fn known_weights_are_found_again() {
    let world = world(Game::Hex, 5, powers);
    let games = 1500 * scale();
    let data = world.data(&world.examples(games, 11));
    let mut fit = WeightFit::new(&data, Teams::Both, PRIOR);
    for _ in 0..60 {
        fit.iterate();
    }
    let mut compared = 0;
    for (index, (&found, (played, appeared))) in fit.gammas().iter().zip(data.counts()).enumerate().skip(1) {
        let truth = f64::from(powers(index - 1));
        // The logarithm of a weight is known to about one over the root of the wins.
        if played > 30 && appeared > 2 * played {
            let error = (found / truth).ln().abs();
            let allowed = 5.0 / f64::from(played).sqrt();
            assert!(error < allowed, "pattern {index}: {found} instead of {truth}, {played} of {appeared}");
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}

/// Every candidate of every choice as a team of indices, the played one first.
fn explicit(world: &World, examples: &[Example]) -> Vec<Vec<[usize; 2]>> {
    let mut all = Vec::new();
    for example in examples {
        for color in catena_core::Color::ALL {
            let global = |key| world.table.global(key, color).index();
            for (number, choice) in example[color].choices.iter().enumerate() {
                let number = number as u32;
                let spans = example[color].spans.iter().filter(|s| (s.from..s.to).contains(&number));
                let mut teams: Vec<[usize; 2]> = spans.map(|span| [global(span.what), 0]).collect();
                let mut played = [global(choice.played), 0];
                for (index, near) in choice.near.iter().enumerate() {
                    let local = world.table.local(near.key, near.last, color).unwrap().index();
                    let at = teams.iter().position(|team| *team == [global(near.key), 0]).unwrap();
                    teams[at] = [global(near.key), local];
                    if choice.played_near == Some(index) {
                        played[1] = local;
                    }
                }
                let at = teams.iter().position(|team| *team == played).unwrap();
                teams.swap(0, at);
                all.push(teams);
            }
        }
    }
    all
}

fn strength(team: &[usize; 2], gammas: &[f64]) -> f64 {
    gammas[team[0]] * gammas[team[1]]
}

/// One round for the globals (0) or the locals (1), by the formula alone.
fn slow_round(choices: &[Vec<[usize; 2]>], gammas: &mut [f64], side: usize) {
    let (mut wins, mut losses) = (vec![0.0; gammas.len()], vec![0.0; gammas.len()]);
    for teams in choices {
        let sum: f64 = teams.iter().map(|team| strength(team, gammas)).sum();
        wins[teams[0][side]] += 1.0;
        for team in teams {
            losses[team[side]] += gammas[team[1 - side]] / sum;
        }
    }
    for index in (1..gammas.len()).filter(|&index| losses[index] > 0.0) {
        gammas[index] = (wins[index] + PRIOR) / (losses[index] + 2.0 * PRIOR / (1.0 + gammas[index]));
    }
}

#[test]
fn a_round_is_that_of_the_formula() {
    for (game, size) in [(Game::Hex, 4), (Game::Havannah, 3), (Game::Renkula, 2)] {
        let world = world(game, size, powers);
        let examples = world.examples(15, 3);
        let (data, choices) = (world.data(&examples), explicit(&world, &examples));
        let mut fit = WeightFit::new(&data, Teams::Both, PRIOR);
        let mut slow = vec![1.0; world.table.len()];
        for round in 0..5 {
            let likelihood: f64 = choices
                .iter()
                .map(|teams| {
                    let sum: f64 = teams.iter().map(|team| strength(team, &slow)).sum();
                    (strength(&teams[0], &slow) / sum).ln()
                })
                .sum();
            let fast = fit.iterate();
            assert!((fast - likelihood).abs() < 1e-8, "{game} {round}: {fast} {likelihood}");
            slow_round(&choices, &mut slow, 0);
            slow_round(&choices, &mut slow, 1);
            for (a, b) in fit.gammas().iter().zip(&slow) {
                assert!((a / b - 1.0).abs() < 1e-9, "{game} {round}: {a} {b}");
            }
        }
        assert!(slow.iter().skip(1).any(|gamma| (gamma - 1.0).abs() > 0.5));
    }
}

#[test]
fn no_round_makes_the_choices_less_likely() {
    let world = world(Game::Havannah, 3, powers);
    let data = world.data(&world.examples(40, 9));
    for teams in [Teams::Global, Teams::Local, Teams::Both] {
        let mut fit = WeightFit::new(&data, teams, PRIOR);
        let mut before = fit.objective();
        let first = before;
        for round in 0..40 {
            fit.iterate();
            let now = fit.objective();
            assert!(now >= before - 1e-9, "{teams:?} {round}: {before} {now}");
            before = now;
        }
        assert!(before > first + 1.0, "{teams:?}: {first} {before}");
    }
}

/// Climbs along the gradient over the logarithms of the weights, with steps that shrink when too long.
fn gradient_ascent(choices: &[Vec<[usize; 2]>], patterns: usize) -> (Vec<f64>, f64) {
    let value = |logs: &[f64]| {
        let gammas: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
        let games: f64 = choices
            .iter()
            .map(|teams| {
                let sum: f64 = teams.iter().map(|team| strength(team, &gammas)).sum();
                (strength(&teams[0], &gammas) / sum).ln()
            })
            .sum();
        games + PRIOR * gammas[1..].iter().map(|gamma| gamma.ln() - 2.0 * (1.0 + gamma).ln()).sum::<f64>()
    };
    let mut logs = vec![0.0; patterns];
    let (mut best, mut step) = (value(&logs), 0.1);
    while step > 1e-7 {
        let gammas: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
        let mut slope: Vec<f64> = gammas.iter().map(|gamma| PRIOR * (1.0 - gamma) / (1.0 + gamma)).collect();
        for teams in choices {
            let sum: f64 = teams.iter().map(|team| strength(team, &gammas)).sum();
            teams[0].iter().for_each(|&index| slope[index] += 1.0);
            for team in teams {
                team.iter().for_each(|&index| slope[index] -= strength(team, &gammas) / sum);
            }
        }
        slope[0] = 0.0;
        let next: Vec<f64> = logs.iter().zip(&slope).map(|(log, slope)| log + step * slope).collect();
        let there = value(&next);
        if there > best + 1e-10 {
            (logs, best, step) = (next, there, step * 1.3);
        } else {
            step /= 2.0;
        }
    }
    (logs.iter().map(|log| log.exp()).collect(), best)
}

#[test]
fn gradient_ascent_climbs_the_same_hill() {
    let world = world(Game::Hex, 4, powers);
    let examples = world.examples(30, 21);
    let (data, choices) = (world.data(&examples), explicit(&world, &examples));
    let mut fit = WeightFit::new(&data, Teams::Both, PRIOR);
    for _ in 0..3000 {
        fit.iterate();
    }
    let (gammas, top) = gradient_ascent(&choices, world.table.len());
    let ours = fit.objective();
    assert!((ours - top).abs() < 1e-3, "{ours} {top}");
    for (a, b) in fit.gammas().iter().zip(&gammas).skip(1) {
        assert!((a / b).ln().abs() < 0.02, "{a} {b}");
    }
}
