//! Networks learned from games.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::path::Path;

use catena_arena::Stop;
use catena_core::{Game, Position};
use catena_learn::games::Reader;
use catena_learn::network::{GameRecords, Gradient, NetworkLearner, NetworkOptions, measure};
use catena_learn::{LearnError, LearnObserver, Model, split};
use catena_model::policy_net::Params;
use catena_playout::Rng;

/// A few short excerpts of games of people on Little Golem.
const GAMES: &str = include_str!("excerpts.txt");

fn read(game: Game, size: u64, text: &str) -> Vec<Position> {
    let mut reader = Reader::new(game, &[size]).unwrap();
    reader.read(Path::new("games.txt"), text.as_bytes()).unwrap();
    let found = reader.finish();
    assert!(found.wrong.is_empty(), "{:?}", found.wrong);
    found.games
}

fn options(game: Game) -> NetworkOptions {
    NetworkOptions { game, epochs: 6, batch_size: 32, learning_rate: 0.01, hold_out: 4, seed: 1 }
}

fn params(seed: u64) -> Params {
    let mut rng = Rng::new(seed);
    let number = |_| 0.2 * (rng.below(2_000) as f32 / 1_000.0 - 1.0);
    Params::new((0..Params::COUNT).map(number).collect()).unwrap()
}

#[test]
fn the_gradient_agrees_with_finite_differences() {
    let games = [
        (Game::Hex, 5, "b2 swap c3 d2 b4 b3 c4\n1 c3 d2 b4 b3 c4 a1"),
        (Game::Havannah, 4, "d4 e5 c3 a1 f5 g4"),
        (Game::Y, 5, "c2 b2 b3 a4 c1"),
    ];
    for (game, size, text) in games {
        let mut records = GameRecords::default();
        assert!(read(game, size, text).iter().all(|game| records.add(game)));
        let choices = records.choices();
        let params = params(5);
        let likelihood =
            |params: &Params, view| Gradient::of(params, &records, &choices, view).log_likelihood;
        for view in [0, 1] {
            let gradient = Gradient::of(&params, &records, &choices, view);
            let used: Vec<usize> = (0..Params::COUNT).filter(|&at| gradient.sum.all()[at] != 0.0).collect();
            assert!(used.len() > 1_000, "{game}: {}", used.len());
            for at in used.iter().copied().step_by(61).chain([0, Params::COUNT - 1]) {
                // Kinks of the units are rare enough for steps of this size.
                const STEP: f32 = 2e-3;
                let moved = |by: f32| {
                    let mut moved = params.clone();
                    moved.all_mut()[at] += by;
                    likelihood(&moved, view)
                };
                let expected = (moved(STEP) - moved(-STEP)) / f64::from(2.0 * STEP);
                let found = f64::from(gradient.sum.all()[at]);
                let tolerance = 0.02 + 0.05 * expected.abs();
                assert!((found - expected).abs() < tolerance, "{game} {at}: {found}, {expected}");
            }
        }
    }
}

#[test]
fn a_swapped_first_stone_starts_the_game_anew() {
    let count = |text: &str| {
        let mut records = GameRecords::default();
        assert!(read(Game::Hex, 5, text).iter().all(|game| records.add(game)));
        records.choices().len()
    };
    assert_eq!(count("b2 c3 d2 b4"), 3);
    assert_eq!(count("b2 swap c3 d2 b4"), 3);
}

#[test]
fn a_network_predicts_moves_that_it_was_not_trained_on() {
    let games = read(Game::Hex, 11, GAMES);
    let options = options(Game::Hex);
    let stop = Stop::new();
    let result =
        NetworkLearner { options: &options, checkpoint: None, stop: &stop }.learn(&games, &mut ()).unwrap();
    let found = result.prediction;
    assert!(found.choices > 50);
    assert!(found.first > 4.0 * found.first_uniform, "{found:?}");
    assert!(found.five > found.first && found.log_likelihood > found.log_uniform, "{found:?}");
    let (_, held_out) = split(&games, options.hold_out);
    assert_eq!(result.held_out, held_out.len());
    assert_eq!(measure(&result.model, &held_out), Some(found));
}

/// Asks to stop after an epoch.
struct StopAfter<'a>(&'a Stop, u32, Vec<u32>, bool);

impl LearnObserver for StopAfter<'_> {
    fn resumed(&mut self, model: Model, epochs: u32) {
        assert_eq!(model, Model::Network);
        self.2.push(epochs);
    }

    fn damaged(&mut self, moved_to: &Path) {
        std::fs::remove_file(moved_to).unwrap();
        self.3 = true;
    }

    fn epoch(&mut self, _: Model, epoch: u32, _: u32, _: f64) {
        if epoch == self.1 {
            self.0.finish_games();
        }
    }
}

#[test]
fn a_stopped_training_resumes_to_the_same_network() {
    let games = read(Game::Hex, 11, GAMES);
    let options = NetworkOptions { epochs: 3, ..options(Game::Hex) };
    let learn = |stop: &Stop, checkpoint, observer: &mut dyn LearnObserver| {
        NetworkLearner { options: &options, checkpoint, stop }.learn(&games, observer)
    };
    let whole = learn(&Stop::new(), None, &mut ()).unwrap();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("network-{}.part", std::process::id()));
    for epoch in [1, 2] {
        let stop = Stop::new();
        let mut observer = StopAfter(&stop, epoch, Vec::new(), false);
        let error = learn(&stop, Some(&path), &mut observer).unwrap_err();
        assert!(matches!(error, LearnError::Stopped), "{error}");
        assert_eq!(observer.2, if epoch == 1 { vec![] } else { vec![1] });
    }
    let mut observer = StopAfter(&Stop::new(), 9, Vec::new(), false);
    let resumed = learn(&Stop::new(), Some(&path), &mut observer).unwrap();
    assert_eq!(observer.2, [2]);
    assert_eq!(resumed.model, whole.model);
    let other = NetworkOptions { seed: 2, ..options.clone() };
    let learner = NetworkLearner { options: &other, checkpoint: Some(&path), stop: &Stop::new() };
    let error = learner.learn(&games, &mut ()).unwrap_err().to_string();
    assert!(error.contains("belongs to another job (seed=1; here seed=2)"), "{error}");
    // A damaged checkpoint is put aside.
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[100] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let mut observer = StopAfter(&Stop::new(), 9, Vec::new(), false);
    assert_eq!(learn(&Stop::new(), Some(&path), &mut observer).unwrap().model, whole.model);
    assert!(observer.2.is_empty() && observer.3);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn what_cannot_be_learned_is_told() {
    let learn = |game: Game, games: &[Position]| {
        let stop = Stop::new();
        NetworkLearner { options: &options(game), checkpoint: None, stop: &stop }
            .learn(games, &mut ())
            .unwrap_err()
            .to_string()
    };
    let sphere = read(Game::Renkula, 2, "b1 c3 c4 d1 c1\nb1 c3 c4 d1 c1\nb1 c3 c4 d1 c1");
    assert_eq!(learn(Game::Renkula, &sphere), "networks are for flat boards, not for Renkula!");
    let short = read(Game::Hex, 5, "a1\nb1\nc1");
    assert!(learn(Game::Hex, &short).contains("more than one move"));
}
