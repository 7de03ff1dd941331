//! Alpha-beta finds what is known to win, keeps to its limits and brings a won game home.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::path::Path;
use std::time::{Duration, Instant};

use catena_core::{Cell, Game, Move, Position, Setup, SwapRule};
use catena_playout::Rng;
use catena_search::{AlphaBeta, AlphaBetaConfig, Limits, Observer, OnlyHex, Proof, Report};
use serde_json::Value;

fn position(size: u64, swap: SwapRule, moves: &str) -> Position {
    let mut position = Position::new(Setup::new(Game::Hex, size, swap).unwrap());
    for name in moves.split_whitespace() {
        let mv = position.topology().parse_move(name).unwrap();
        position.play(mv).unwrap();
    }
    position
}

fn config(changes: &str) -> AlphaBetaConfig {
    let mut config = AlphaBetaConfig::default();
    for (name, value) in changes.split(',').filter_map(|change| change.split_once('=')) {
        config.set(name, value).unwrap();
    }
    config
}

fn search(position: &Position, changes: &str, playouts: u64) -> Report {
    AlphaBeta::new(config(changes)).run(position, Limits::playouts(playouts), &mut ()).unwrap()
}

fn best(report: &Report, position: &Position) -> String {
    position.topology().move_name(report.best).to_owned()
}

/// Solved positions: who is to move wins by one of these moves, or loses if there is none.
fn solved(size: u64) -> Vec<(Position, Vec<String>)> {
    let file = format!("../../testdata/positions/hex_{size}.json");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let cases: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let names = |value: &Value| -> Vec<String> {
        value.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    let case = |case: &Value| {
        (position(size, SwapRule::Off, &names(&case["moves"]).join(" ")), names(&case["winning_moves"]))
    };
    cases.iter().map(case).collect()
}

#[test]
fn solved_positions_are_solved() {
    for (size, playouts) in [(3, 100), (4, 300), (5, 1_000)] {
        for (position, winning) in solved(size) {
            let report = search(&position, "", playouts);
            let found = winning.contains(&best(&report, &position));
            let expected = if winning.is_empty() { Proof::Loss } else { Proof::Win };
            assert_eq!((report.proof, found), (Some(expected), expected == Proof::Win), "{position:?}");
        }
    }
}

#[test]
fn what_is_proved_is_true_with_any_beam_and_any_prunings() {
    for changes in ["width_1=2,width_2=1,width_3=1", "must_play=off", "inferior=off", "fulls=1,semis=2"] {
        for (position, winning) in solved(4).into_iter().chain(solved(5).into_iter().take(20)) {
            let report = search(&position, changes, 60);
            let expected = if winning.is_empty() { Proof::Loss } else { Proof::Win };
            assert!(report.proof.is_none_or(|proof| proof == expected), "{changes}: {position:?}");
            for candidate in &report.candidates {
                let wins = winning.contains(&position.topology().name(candidate.cell).to_owned());
                let proof = candidate.proof.map(|proof| proof == Proof::Win);
                assert!(proof.is_none_or(|proof| proof == wins), "{changes}: {candidate:?} {position:?}");
            }
        }
    }
}

#[test]
fn a_win_in_one_is_played_and_the_only_reply_to_one_found() {
    for playouts in [1, 50] {
        let black_wins = position(4, SwapRule::Off, "b1 a1 b2 a2 b3 a3");
        let report = search(&black_wins, "", playouts);
        assert!(["a4", "b4"].contains(&best(&report, &black_wins).as_str()), "{report:?}");
        assert_eq!((report.proof, report.value), (Some(Proof::Win), 1.0));
        // White has a4 taken: only b4 is left.
        for changes in ["", "must_play=off", "width_1=1"] {
            let white_replies = position(4, SwapRule::Off, "b1 a4 b2 d3 b3");
            assert_eq!(best(&search(&white_replies, changes, playouts), &white_replies), "b4", "{changes}");
        }
    }
}

#[test]
fn a_proved_win_is_brought_home() {
    for seed in 0..12 {
        let mut rng = Rng::new(seed);
        let size = 5 + seed % 4;
        let mut game = position(size, SwapRule::Off, "");
        let mut player = AlphaBeta::new(config(""));
        let (mut proved, mut moves) = (None, 0);
        while game.outcome().is_none() {
            let report = player.run(&game, Limits::playouts(20), &mut ()).unwrap();
            let won = report.proof == Some(Proof::Win);
            assert!(won || proved.is_none(), "seed {seed}: a proof was lost\n{game:?}");
            if won {
                proved.get_or_insert(moves);
            }
            moves += 1;
            game.play(report.best).unwrap();
            let replies: Vec<Move> = game.legal_moves().collect();
            if game.outcome().is_none() {
                game.play(replies[rng.below(replies.len() as u32) as usize]).unwrap();
            }
        }
        assert!(proved.is_some(), "seed {seed}: somebody who moves at random should lose");
        assert!(moves <= 2 * size, "seed {seed}: {moves} moves are far more than a straight way takes");
    }
}

#[test]
fn a_lost_position_is_defended_where_the_opponent_wants_to_play() {
    let lost = position(3, SwapRule::Off, "b2");
    let report = search(&lost, "", 100);
    assert_eq!((report.proof, report.value), (Some(Proof::Loss), 0.0));
    assert!(["b1", "c1", "a3", "b3"].contains(&best(&report, &lost).as_str()), "{}", best(&report, &lost));
}

#[test]
fn a_fixed_number_of_positions_always_gives_the_same() {
    let start = position(8, SwapRule::Off, "d5 e4 f3");
    let reports = [0, 1].map(|_| search(&start, "", 200));
    assert_eq!(reports[0].candidates, reports[1].candidates);
    assert_eq!((reports[0].playouts, reports[0].visits), (200, 200));
    let reports = [0, 1].map(|_| search(&start, "depth=2,width_1=6", u64::MAX));
    assert_eq!(reports[0].candidates, reports[1].candidates);
    let longest = reports[0].candidates.iter().map(|candidate| candidate.line.len()).max();
    assert_eq!(longest, Some(2), "a line is as long as the depth");
}

/// The positions of a game that it plays against itself, as long as they are not decided.
fn own_game(size: u64) -> Vec<Position> {
    let mut game = vec![position(size, SwapRule::Off, "a2")];
    let mut player = AlphaBeta::new(config(""));
    loop {
        let mut next = game[game.len() - 1].clone();
        let report = player.run(&next, Limits::playouts(20), &mut ()).unwrap();
        if report.proof.is_some() {
            return game;
        }
        next.play(report.best).unwrap();
        game.push(next);
    }
}

#[test]
fn every_parameter_makes_a_difference() {
    let game = own_game(8);
    for changes in [
        "depth=1",
        "width_1=3",
        "width_2=3",
        "width_3=2",
        "tempo=0.5",
        "must_play=off",
        "inferior=off",
        "fulls=1",
        "semis=2",
    ] {
        let differs = |position: &Position| {
            let report = search(position, changes, 150);
            assert!(position.check(report.best).is_ok());
            report.candidates != search(position, "", 150).candidates
        };
        assert!(game.iter().any(differs), "{changes} changes nothing");
    }
    let narrow = "width_1=2,width_2=2,width_3=2,depth=4";
    let [deep, deeper] =
        ["width_4=1", "width_4=5"].map(|last| search(&game[1], &format!("{narrow},{last}"), 1_000));
    assert!(deep.playouts < deeper.playouts);
    assert!(config("").set("width_1", "0").is_err() && config("").set("explore", "1").is_err());
}

/// Wants to know everything, and has heard enough after this many questions.
struct Patient {
    questions: u64,
    reports: Vec<Report>,
}

impl Observer for Patient {
    fn interval(&self) -> Option<Duration> {
        Some(Duration::ZERO)
    }

    fn progress(&mut self, report: &Report) {
        self.reports.push(report.clone());
    }

    fn stop(&mut self) -> bool {
        self.questions = self.questions.saturating_sub(1);
        self.questions == 0
    }
}

#[test]
fn an_observer_sees_the_search_and_ends_it() {
    let start = position(9, SwapRule::Off, "e5");
    let mut observer = Patient { questions: 100, reports: Vec::new() };
    let report = AlphaBeta::new(config("")).run(&start, Limits::default(), &mut observer).unwrap();
    assert_eq!((report.playouts, observer.reports.len()), (100, 99));
    for report in &observer.reports {
        let candidates = &report.candidates;
        assert!(matches!(report.best, Move::Place(cell) if cell == candidates[0].cell));
        assert!(candidates.iter().all(|candidate| (0.0..=1.0).contains(&candidate.value)));
        assert!(candidates.iter().all(|candidate| candidate.line[0] == candidate.cell));
    }
}

#[test]
fn a_search_ends_with_its_time() {
    // Far more than one evaluation takes.
    const STUCK: Duration = Duration::from_secs(120);
    for (size, moves) in [(11, "f6"), (19, "j10 k9")] {
        let (time, began) = (Duration::from_millis(100), Instant::now());
        let start = position(size, SwapRule::Off, moves);
        let report = AlphaBeta::new(config("")).run(&start, Limits::time(time), &mut ()).unwrap();
        assert!(report.elapsed >= time && began.elapsed() < STUCK, "{:?}", began.elapsed());
    }
}

#[test]
fn a_strong_stone_is_taken_over_and_a_weak_one_left() {
    let takes = |moves: &str| search(&position(5, SwapRule::On, moves), "", 500).best == Move::Swap;
    assert!(takes("c3") && !takes("a1"));
}

#[test]
fn with_the_right_to_swap_every_opening_is_valued() {
    let report = search(&position(5, SwapRule::On, ""), "", 2_000);
    // 25 cells, of which the center is its own image.
    assert_eq!(report.candidates.len(), 13);
    let proofs = |proof: Proof| report.candidates.iter().filter(|move_| move_.proof == Some(proof)).count();
    // 13 openings of Hex 5 win: the center, and twelve that are six pairs.
    assert_eq!((proofs(Proof::Win), proofs(Proof::Loss), report.proof), (7, 6, Some(Proof::Win)));
}

#[test]
fn other_games_are_refused() {
    for game in Game::ALL.into_iter().filter(|&game| game != Game::Hex) {
        let start = Position::new(Setup::new(game, u64::from(game.default_size()), SwapRule::Off).unwrap());
        let refused = AlphaBeta::new(config("")).run(&start, Limits::playouts(1), &mut ());
        assert_eq!(refused, Err(OnlyHex(game)));
        assert_eq!(OnlyHex(game).to_string(), format!("players by circuits play hex, not {game}"));
    }
}

#[test]
fn a_search_goes_on_from_the_last_one() {
    let mut game = position(7, SwapRule::Off, "");
    let mut search = AlphaBeta::new(config(""));
    let report = search.run(&game, Limits::playouts(300), &mut ()).unwrap();
    let line: Vec<Cell> = report.candidates[0].line.clone();
    line[..2].iter().for_each(|&cell| game.play(Move::Place(cell)).unwrap());
    let again = search.run(&game, Limits::playouts(1), &mut ()).unwrap();
    assert!(again.candidates.len() > 1 || again.proof.is_some(), "{again:?}");
}
