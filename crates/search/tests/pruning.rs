//! Moves that are passed over: those that only exploration brings up, and those that patterns and probes prune.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use catena_core::{Game, Move, Position, Setup, SwapRule, Switch};
use catena_model::Models;
use catena_playout::Rng;
use catena_proof::{Solver, SolverConfig, Verdict};
use catena_search::{
    Exploration, LeafPlayout, Limits, PatternPruning, Prior, Proof, Report, Search, SearchConfig,
};

/// Repetitions of random tests: `CATENA_SCALE`.
fn scale() -> u32 {
    std::env::var("CATENA_SCALE").map_or(1, |scale| scale.parse().unwrap())
}

fn search(position: &Position, config: SearchConfig, visits: u64) -> Report {
    let limits = Limits { visits: Some(visits), ..Limits::default() };
    let models = Models::embedded(position.setup().game());
    Search::new(config, models, 1, 1).run(position, limits, &mut ()).unwrap()
}

#[test]
fn without_rave_no_move_takes_all_visits() {
    let mut position = Position::new(Setup::new(Game::Hex, 11, SwapRule::Off).unwrap());
    for name in ["f6", "e7"] {
        position.play(position.topology().parse_move(name).unwrap()).unwrap();
    }
    for exploration in [Exploration::Inside, Exploration::Outside] {
        let config = SearchConfig {
            playout: LeafPlayout::Savebridge,
            rave: Switch::Off,
            symmetry: Switch::Off,
            expansion_threshold: 10,
            exploration,
            ..SearchConfig::default()
        };
        let report = search(&position, config, 1_000);
        let most = report.candidates[0].visits;
        assert!(most < 900, "{exploration:?}: {most} of {} visits", report.visits);
        assert!(report.candidates.iter().all(|candidate| candidate.visits > 0), "{exploration:?}");
    }
}

/// A position of Hex 4 after some random moves that is not over.
fn random_position(rng: &mut Rng) -> Position {
    let mut position = Position::new(Setup::new(Game::Hex, 4, SwapRule::Off).unwrap());
    for _ in 0..2 + rng.below(7) {
        let moves: Vec<Move> = position.legal_moves().collect();
        let before = position.clone();
        position.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
        if position.outcome().is_some() {
            return before;
        }
    }
    position
}

#[test]
fn patterns_and_probes_together_never_prune_the_win() {
    let mut rng = Rng::new(5);
    let (mut won, mut lost, mut fewer) = (0, 0, 0);
    for _ in 0..150 * scale() {
        let position = random_position(&mut rng);
        let solve = |position: &Position| {
            Solver::baseline(position.setup(), SolverConfig::default()).solve(position, &mut ())
        };
        let truth = solve(&position);
        let config = |pattern_pruning| SearchConfig {
            prior: Prior::Patterns,
            pattern_pruning,
            vc_threshold: 2,
            progressive_bias: 1.0,
            win_in_one: Switch::Off,
            memory: 50,
            ..SearchConfig::default()
        };
        let report = search(&position, config(PatternPruning::Always), 20_000);
        let expected = match truth {
            Verdict::Won(winner) if winner == position.to_move() => Proof::Win,
            _ => Proof::Loss,
        };
        assert_eq!(report.proof, Some(expected), "{:?}", position.plies());
        if expected == Proof::Win {
            let mut after = position.clone();
            after.play(report.best).unwrap();
            assert_eq!(solve(&after), truth, "{:?}", after.plies());
            won += 1;
        } else {
            lost += 1;
        }
        let all = search(&position, config(PatternPruning::Never), 10).candidates.len();
        fewer += i32::from(report.candidates.len() < all);
    }
    assert!(won > 20 && lost > 20 && fewer > 20, "{won} won, {lost} lost, {fewer} with pruned moves");
}
