//! The whole way from games to weights.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::path::Path;

use catena_arena::Stop;
use catena_core::{Game, Position};
use catena_learn::games::Reader;
use catena_learn::{LearnError, LearnObserver, LearnOptions, Learner, Teams};
use catena_model::pattern::{Combination, LastMove, Reach};

/// A few short excerpts of games of people on Little Golem.
const GAMES: &str = include_str!("excerpts.txt");

fn games() -> Vec<Position> {
    let mut reader = Reader::new(Some(Game::Hex), &[11]).unwrap();
    reader.read(Path::new("excerpts.txt"), &mut GAMES.as_bytes()).unwrap();
    let found = reader.finish();
    assert!(found.wrong.is_empty(), "{:?}", found.wrong);
    found.games
}

fn options(combination: Combination) -> LearnOptions {
    LearnOptions {
        game: Game::Hex,
        reach: Reach::Twelve,
        least_global: 20,
        least_local: 3,
        last_move: LastMove::Place,
        combination,
        prior: 1.0,
        epochs: 25,
        least_gain: 0.0,
        hold_out: 4,
    }
}

#[test]
fn weights_predict_moves_that_they_were_not_trained_on() {
    for combination in [Combination::Sum, Combination::Product] {
        let options = options(combination);
        let stop = Stop::new();
        let learner = Learner { options: &options, checkpoint: None, stop: &stop };
        let result = learner.learn(&games(), &mut ()).unwrap();
        assert!(result.fits.iter().all(|fit| fit.last > fit.first), "{:?}", result.fits);
        let found = result.prediction;
        assert!(found.choices > 50);
        assert!(found.first > 4.0 * found.first_uniform, "{found:?}");
        assert!(found.five > found.first && found.log_likelihood > found.log_uniform, "{found:?}");
        let counted = result.model.patterns().iter().filter(|l| l.appeared > 0).count();
        assert!(counted * 10 > 8 * result.model.patterns().len(), "{counted}");
    }
}

/// Asks to stop after an epoch.
struct StopAfter<'a>(&'a Stop, Teams, u32);

impl LearnObserver for StopAfter<'_> {
    fn epoch(&mut self, teams: Teams, epoch: u32, _: u32, _: f64) {
        if (teams, epoch) == (self.1, self.2) {
            self.0.finish_games();
        }
    }
}

#[test]
fn a_stopped_fit_resumes_to_the_same_weights() {
    let games = games();
    let options = options(Combination::Sum);
    let learn = |stop: &Stop, checkpoint, observer: &mut dyn LearnObserver| {
        Learner { options: &options, checkpoint, stop }.learn(&games, observer)
    };
    let whole = learn(&Stop::new(), None, &mut ()).unwrap();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("learner-{}.part", std::process::id()));
    for (teams, epoch) in [(Teams::Global, 8), (Teams::Global, 25), (Teams::Local, 4)] {
        let stop = Stop::new();
        let error = learn(&stop, Some(&path), &mut StopAfter(&stop, teams, epoch)).unwrap_err();
        assert!(matches!(error, LearnError::Stopped), "{error}");
        assert!(path.exists());
    }
    let rest = learn(&Stop::new(), Some(&path), &mut ()).unwrap();
    assert_eq!(rest.model, whole.model);
    assert_eq!(rest.fits, whole.fits);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[40] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let again = learn(&Stop::new(), Some(&path), &mut ()).unwrap();
    assert_eq!(again.model, whole.model, "a damaged checkpoint is put aside");
    for file in [path.clone(), catena_arena::job::path_beside(&path, ".damaged")] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn games_are_read_in_every_form() {
    let mut reader = Reader::new(Some(Game::Hex), &[5]).unwrap();
    let forms = [
        "2 a1 b2 c3",
        r#"{"size": 5, "moves": "a1 b2 c3"}"#,
        r#"{"opening": ["a1"], "moves": [{"move": "b2"}, {"move": "c3"}]}"#,
        "(;FF[4]GM[11]SZ[5];B[a1];W[b2];B[c3])",
    ];
    for form in forms {
        reader.read(Path::new("x"), &mut form.as_bytes()).unwrap();
    }
    reader.read(Path::new("x"), &mut &b"a1 b2\n{\"size\": 6, \"moves\": \"a1\"}\na1 a1\n"[..]).unwrap();
    let found = reader.finish();
    assert_eq!(found.games.len(), 5);
    assert!(found.games[..4].iter().all(|game| game.plies() == found.games[0].plies()));
    assert_eq!((found.other_sizes, found.wrong.len()), (1, 1));
    let star = LearnOptions { game: Game::Star, ..options(Combination::Sum) };
    let error = Learner { options: &star, checkpoint: None, stop: &Stop::new() }.learn(&[], &mut ());
    assert_eq!(error.unwrap_err().to_string(), "patterns are not for *Star: its middle is not planar");
    let none = options(Combination::Sum);
    let error = Learner { options: &none, checkpoint: None, stop: &Stop::new() }.learn(&[], &mut ());
    assert!(matches!(error.unwrap_err(), LearnError::NoChoices));
}
