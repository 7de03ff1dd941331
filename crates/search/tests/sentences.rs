//! The search finds what is known to win, blocks what must be blocked, and proves what it can.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::path::Path;

use catena_core::{Game, Move, Position, Setup, SwapRule};
use catena_model::Models;
use catena_playout::Rng;
use catena_playout::policy::Distances;
use catena_proof::connection::ConnectionLimits;
use catena_proof::{MoveOrder, Probe, Solver, SolverConfig, Verdict, prober};
use catena_search::{Candidate, LeafPlayout, Limits, Proof, Report, Search, SearchConfig};
use serde_json::Value;

/// Repetitions of random tests: `CATENA_SCALE`.
fn scale() -> u32 {
    std::env::var("CATENA_SCALE").map_or(1, |scale| scale.parse().unwrap())
}

/// Parameters that play reasonably in a game.
fn config(game: Game) -> SearchConfig {
    let playout = if game == Game::Havannah { LeafPlayout::Uniform } else { LeafPlayout::FillOut };
    SearchConfig { playout, memory: 200, ..SearchConfig::default() }
}

fn search(position: &Position, config: SearchConfig, visits: u64) -> Report {
    let limits = Limits { visits: Some(visits), ..Limits::default() };
    let models = Models::embedded(position.setup().game());
    Search::new(config, models, 1, 1).run(position, limits, &mut ()).unwrap()
}

fn position(game: Game, size: u64, moves: &str) -> Position {
    let mut position = Position::new(Setup::new(game, size, SwapRule::Off).unwrap());
    for name in moves.split_whitespace() {
        let mv = position.topology().parse_move(name).unwrap();
        position.play(mv).unwrap();
    }
    position
}

fn best(report: &Report, position: &Position) -> String {
    position.topology().move_name(report.best).to_owned()
}

/// Solved positions of a testdata file in which the player to move wins.
fn won_positions(file: &str) -> Vec<(Position, Vec<String>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/positions").join(file);
    let cases: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut parts = file.trim_end_matches(".json").split('_');
    let game = Game::parse(parts.next().unwrap()).unwrap();
    let size = parts.next().unwrap().parse().unwrap();
    let names = |value: &Value| -> Vec<String> {
        value.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    cases
        .iter()
        .filter(|case| case["winner"] == case["to_move"])
        .map(|case| (position(game, size, &names(&case["moves"]).join(" ")), names(&case["winning_moves"])))
        .collect()
}

#[test]
fn winning_moves_of_solved_positions_are_found() {
    for file in [
        "havannah_2.json",
        "havannah_3.json",
        "hex_3.json",
        "hex_4.json",
        "hex_5.json",
        "hex_6.json",
        "y_4.json",
        "y_5.json",
        "y_6.json",
        "y_7.json",
        "renkula_1.json",
        "renkula_2.json",
        "renkula_3.json",
        "star_2.json",
    ] {
        let cases = won_positions(file);
        let found = cases.iter().filter(|(position, winning)| {
            let report = search(position, config(position.setup().game()), 4_000);
            winning.contains(&best(&report, position))
        });
        let found = found.count();
        assert!(found * 100 >= cases.len() * 95, "{file}: only {found} of {} found", cases.len());
    }
}

#[test]
fn small_boards_are_proved() {
    for (game, size, visits) in [
        (Game::Havannah, 2, 10_000),
        (Game::Hex, 3, 200_000),
        (Game::Y, 3, 50_000),
        (Game::Renkula, 1, 50_000),
    ] {
        let start = position(game, size, "");
        let report = search(&start, config(game), visits);
        assert_eq!(report.proof, Some(Proof::Win), "{game} {size}: the first player wins");
    }
}

/// Probes of all nodes prune no move that is needed: the results are those of the baseline solver.
#[test]
fn probes_prove_what_the_solver_proves() {
    for (game, size) in [(Game::Hex, 4), (Game::Y, 5)] {
        let mut rng = Rng::new(7);
        let (mut won, mut lost) = (0, 0);
        for _ in 0..15 * scale() {
            let mut random = position(game, size, "");
            for _ in 0..3 + rng.below(4) {
                let moves: Vec<Move> = random.legal_moves().collect();
                random.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
            }
            let truth = Solver::baseline(random.setup(), SolverConfig::default()).solve(&random, &mut ());
            let probing = SearchConfig { vc_threshold: 1, ..config(game) };
            let report = search(&random, probing, 20_000);
            let expected = match truth {
                Verdict::Won(winner) if winner == random.to_move() => Proof::Win,
                _ => Proof::Loss,
            };
            assert_eq!(report.proof, Some(expected), "{game} {:?}", random.plies());
            match expected {
                Proof::Win => {
                    random.play(report.best).unwrap();
                    let after =
                        Solver::baseline(random.setup(), SolverConfig::default()).solve(&random, &mut ());
                    assert_eq!(after, truth, "{game} {:?}", random.plies());
                    won += 1;
                }
                _ => lost += 1,
            }
        }
        assert!(won > 2 && lost > 2, "{game}: {won} won, {lost} lost");
    }
}

#[test]
fn probes_rank_moves_by_current() {
    for (game, size, moves) in [(Game::Hex, 9, "e5 d6 f4 c3"), (Game::Y, 9, "d4 c4 e3 f2")] {
        let start = position(game, size, moves);
        let Probe::Open { moves, .. } = prober(start.setup(), ConnectionLimits::default()).probe(&start)
        else {
            panic!("nobody has won yet")
        };
        let config = changed(&config(game), "vc_threshold=1,circuit_prior=1,progressive_bias=1");
        let mut candidates = search(&start, config, 50).candidates;
        candidates.sort_by(|a, b| b.prior.unwrap().total_cmp(&a.prior.unwrap()));
        let ranked: Vec<Move> = candidates.iter().map(|candidate| Move::Place(candidate.cell)).collect();
        assert_eq!(ranked, moves, "{game}");
        let mut without_order = prober(start.setup(), ConnectionLimits::default());
        without_order.set_move_order(MoveOrder::Any);
        let Probe::Open { moves: mut same, .. } = without_order.probe(&start) else {
            panic!("nobody has won yet")
        };
        same.sort_by_key(|mv| moves.iter().position(|known| known == mv));
        assert_eq!(same, moves, "{game}");
        let sum: f32 = candidates.iter().filter_map(|candidate| candidate.prior).sum();
        assert!((sum - 1.0).abs() < 0.01, "{game}: {sum}");
    }
}

#[test]
fn an_opening_that_may_be_swapped_is_balanced() {
    let center = "e5";
    let offered = Position::new(Setup::new(Game::Hex, 9, SwapRule::On).unwrap());
    let config = changed(&config(Game::Hex), "playouts_per_leaf=512,rave_equivalence=30,explore=0.1");
    let report = search(&offered, config, 3_000);
    let uneven = |candidate: &Candidate| (candidate.value - 0.5).abs();
    let chosen = report.candidates.iter().max_by_key(|candidate| candidate.visits).unwrap();
    let strong = report.candidates.iter().find(|candidate| offered.topology().name(candidate.cell) == center);
    assert!(uneven(chosen) < 0.01 && uneven(chosen) < uneven(strong.unwrap()), "{chosen:?} {strong:?}");
    assert!(chosen.visits > 4 * strong.unwrap().visits, "{chosen:?} {strong:?}");
}

#[test]
fn a_win_in_one_is_played_and_the_only_reply_to_one_found() {
    // Black has a1, a2, a3 of the bridge a1-a4.
    let black_wins = position(Game::Havannah, 4, "a1 d4 a2 e5 a3 c1");
    let report = search(&black_wins, config(Game::Havannah), 10);
    assert_eq!((best(&report, &black_wins).as_str(), report.proof), ("a4", Some(Proof::Win)));
    let white_blocks = position(Game::Havannah, 4, "a1 d4 a2 e5 a3");
    let report = search(&white_blocks, config(Game::Havannah), 300);
    assert_eq!(best(&report, &white_blocks), "a4");
}

#[test]
fn a_lost_position_is_defended_where_the_opponent_wants_to_play() {
    // Black has the center of Hex 3, with two ways to each side; a corner far from both is no defense.
    let lost = position(Game::Hex, 3, "b2");
    let report = search(&lost, config(Game::Hex), 50_000);
    assert_eq!(report.proof, Some(Proof::Loss));
    assert!(["b1", "c1", "a3", "b3"].contains(&best(&report, &lost).as_str()), "{}", best(&report, &lost));
}

#[test]
fn one_thread_with_a_seed_always_finds_the_same() {
    for game in Game::ALL {
        let start = position(game, u64::from(game.default_size()), "");
        let reports = [0, 1].map(|_| search(&start, config(game), 500));
        assert_eq!(reports[0].candidates, reports[1].candidates, "{game}");
    }
}

#[test]
fn visits_of_children_add_up_with_several_threads() {
    for game in Game::ALL {
        let start = position(game, u64::from(game.default_size()), "");
        let limits = Limits { visits: Some(5_000), ..Limits::default() };
        let report = Search::new(config(game), Models::default(), 4, 1).run(&start, limits, &mut ()).unwrap();
        let children: u32 = report.candidates.iter().map(|candidate| candidate.visits).sum();
        // The first visit made the children; every other went through one of them.
        assert!(report.visits - children <= 4, "{game}: {} and {children}", report.visits);
        assert!(report.candidates.iter().all(|candidate| (0.0..=1.0).contains(&candidate.value)));
    }
}

#[test]
fn a_search_goes_on_from_the_last_one() {
    let mut game = position(Game::Hex, 7, "");
    let mut search = Search::new(config(Game::Hex), Models::default(), 1, 1);
    let limits = Limits { visits: Some(2_000), ..Limits::default() };
    let report = search.run(&game, limits, &mut ()).unwrap();
    let line = &report.candidates[0].line;
    assert!(line.len() >= 2);
    line[..2].iter().for_each(|&cell| game.play(Move::Place(cell)).unwrap());
    let report = search.run(&game, Limits { visits: Some(1), ..Limits::default() }, &mut ()).unwrap();
    assert!(report.visits > 10, "{} visits", report.visits);
}

/// Joosten (2009), section 4.2: below 50 visits the tree chooses by the simulation strategy.
#[test]
fn nodes_with_few_visits_choose_as_playouts_do() {
    let start = position(Game::Havannah, 8, "a1 o15 a2 o14");
    let distances = Distances::between_places(start.topology());
    let mean_distance = |playout: LeafPlayout, from: &str| {
        let from = start.topology().cell(from).unwrap();
        let config = SearchConfig { playout, random_below: 10_000, memory: 50, ..SearchConfig::default() };
        let report = search(&start, config, 3_000);
        let steps = |candidate: &Candidate| {
            f64::from(candidate.visits) * f64::from(distances.between(from, candidate.cell))
        };
        let visits: u32 = report.candidates.iter().map(|candidate| candidate.visits).sum();
        report.candidates.iter().map(steps).sum::<f64>() / f64::from(visits)
    };
    // The own last move is a2, the opponent's o14.
    let (own, uniform) =
        (mean_distance(LeafPlayout::NearestOwn, "a2"), mean_distance(LeafPlayout::Uniform, "a2"));
    assert!(own < uniform - 1.0, "{own} steps, {uniform} without a preference");
    let coin = mean_distance(LeafPlayout::NearestCoin, "o14");
    assert!(coin < mean_distance(LeafPlayout::NearestOwn, "o14") - 0.5, "{coin} steps");
}

#[test]
fn every_switch_and_playout_plays_and_makes_a_difference() {
    let start = position(Game::Havannah, 4, "d4 c3 e5 c5 f5 b2 e4 d6");
    let base = SearchConfig { memory: 50, ..SearchConfig::default() };
    let plain = search(&start, base.clone(), 1_000);
    for changes in [
        "playout=nearest-own",
        "playout=nearest-own,nearest_chance=inverse-square",
        "playout=nearest-coin",
        "playout=weighted",
        "playout=weighted,start_weights=rave",
        "playout=weighted,distribution=shared",
        "playout=weighted,sampler=tree",
        "playout=weighted,rings=offline",
        "playout=savebridge",
        "playout=last-good-reply",
        "playout=patterns",
        "decisive_moves=on",
        "rave=off",
        "rave_weight=by-length",
        "rave_moves=winners",
        "rave_moves=all",
        "rave_equivalence=50",
        "horizon=on",
        "exploration=outside",
        "explore=1",
        "first_play_urgency=1,rave=off",
        "prior=neighborhood,progressive_bias=1",
        "prior=patterns,progressive_bias=2",
        "random_below=50",
        "expansion_threshold=5",
        "playouts_per_leaf=4",
        "solve=off",
        "win_in_one=off",
    ] {
        let report = search(&start, changed(&base, changes), 1_000);
        assert!(report.visits >= 900, "{changes}: {} visits", report.visits);
        assert!(start.check(report.best).is_ok());
        assert_ne!(report.candidates, plain.candidates, "{changes} changes nothing");
    }
    // Another order of the same moves is rare in a small tree.
    let [plain, shared] = ["transpositions=off", "transpositions=on"]
        .map(|changes| search(&start, changed(&base, changes), 10_000).candidates);
    assert_ne!(plain, shared);
    assert!(base.clone().set("explore", "9").is_err() && base.clone().set("explode", "1").is_err());
}

fn changed(base: &SearchConfig, changes: &str) -> SearchConfig {
    let mut config = base.clone();
    for (name, value) in changes.split(',').map(|change| change.split_once('=').unwrap()) {
        config.set(name, value).unwrap();
    }
    config
}

#[test]
fn playouts_by_patterns_have_their_own_switches() {
    let start = position(Game::Hex, 7, "d4 c5 e3");
    let base = SearchConfig { memory: 50, playout: LeafPlayout::Patterns, ..SearchConfig::default() };
    let plain = search(&start, base.clone(), 500);
    for changes in ["pattern_cap=1", "pattern_local=0", "decisive_moves=on", "horizon=on"] {
        let report = search(&start, changed(&base, changes), 500);
        assert!(start.check(report.best).is_ok());
        assert_ne!(report.candidates, plain.candidates, "{changes} changes nothing");
    }
}

#[test]
fn patterns_where_there_are_none_are_one_sentence() {
    for (game, changes, what) in [
        (Game::Star, "prior=patterns", "no patterns for"),
        (Game::Star, "playout=patterns", "no playout patterns for"),
        (Game::Renkula, "playout=patterns", "no playout patterns for"),
    ] {
        let start = position(game, 2, "");
        let config = changed(&SearchConfig::default(), changes);
        let error =
            Search::new(config, Models::default(), 1, 1).run(&start, Limits::default(), &mut ()).unwrap_err();
        let named = format!("{what} {}:", game.name());
        assert!(error.to_string().contains(&named), "{changes}: {error}");
    }
}

#[test]
fn what_patterns_prune_wins_no_game() {
    // By the rules alone a position is won if some move wins; so it must be by the moves that are left.
    let (mut positions, mut pruned) = (0, 0);
    for file in ["hex_3.json", "hex_4.json"] {
        for (position, _) in won_positions(file) {
            let config = changed(
                &config(Game::Hex),
                "prior=patterns,progressive_bias=1,playouts_per_leaf=64,symmetry=off",
            );
            let report = search(&position, config, 100_000);
            assert_eq!(report.proof, Some(Proof::Win), "{file}: {:?}", position.board());
            let places =
                position.topology().places().filter(|&c| position.board().stone(c).is_none()).count();
            pruned += places - report.candidates.len();
            positions += 1;
        }
    }
    assert!(positions > 20 && pruned > 20, "{pruned} moves pruned in {positions} positions");
}

#[test]
fn a_tree_without_inferior_moves_is_kept() {
    let mut game = position(Game::Hex, 7, "d4 c5 e3");
    let config = changed(&config(Game::Hex), "prior=patterns,progressive_bias=1");
    let mut search = Search::new(config, Models::embedded(Game::Hex), 1, 1);
    let limits = Limits { visits: Some(3_000), ..Limits::default() };
    let report = search.run(&game, limits, &mut ()).unwrap();
    report.candidates[0].line[..2].iter().for_each(|&cell| game.play(Move::Place(cell)).unwrap());
    let report = search.run(&game, Limits { visits: Some(1), ..Limits::default() }, &mut ()).unwrap();
    assert!(report.visits > 10, "{} visits", report.visits);
    let places = game.topology().places().filter(|&c| game.board().stone(c).is_none()).count();
    assert!(report.candidates.len() < places, "nothing was pruned: the test must show that");
}

#[test]
fn fill_outs_have_their_own_switches() {
    let hex = position(Game::Hex, 9, "e5");
    let base = changed(&config(Game::Hex), "playouts_per_leaf=512");
    let plain = search(&hex, base.clone(), 500);
    for changes in ["bamboo=off", "playouts_per_leaf=7", "playouts_per_leaf=600", "all_at_once=on"] {
        let report = search(&hex, changed(&base, changes), 500);
        assert!(hex.check(report.best).is_ok());
        assert_ne!(report.candidates, plain.candidates, "{changes} changes nothing");
    }
    let few = search(&hex, changed(&base, "playouts_per_leaf=7"), 500);
    assert_eq!(few.playouts, 7 * 500);
}

#[test]
fn symmetric_moves_are_searched_once_where_that_is_wanted() {
    let hexagon = position(Game::Havannah, 4, "");
    let classes = search(&hexagon, config(Game::Havannah), 100).candidates.len();
    let all = search(&hexagon, changed(&config(Game::Havannah), "symmetry=off"), 100).candidates.len();
    // Of 37 cells, under twelve symmetries: the center, one of the ring around it, and of the next
    // two rings a corner and a cell beside it.
    assert_eq!((classes, all), (6, 37));
}

#[test]
fn the_final_move_is_the_one_that_its_rule_names() {
    let start = position(Game::Havannah, 5, "e5 d3");
    for seed in 1..=5 {
        let of = |rule: &str| {
            let config = changed(&config(Game::Havannah), &format!("final_move={rule},solve=off"));
            let limits = Limits { visits: Some(400), ..Limits::default() };
            Search::new(config, Models::default(), 1, seed).run(&start, limits, &mut ()).unwrap()
        };
        let report = of("visits");
        let most = report.candidates.iter().map(|move_| move_.visits).max().unwrap();
        let by_value = |least: u32| {
            let known = report.candidates.iter().filter(move |move_| move_.visits >= least);
            known.max_by(|a, b| a.value.total_cmp(&b.value)).unwrap().value
        };
        let played = |report: &Report| {
            let is_best = |candidate: &&catena_search::Candidate| Move::Place(candidate.cell) == report.best;
            report.candidates.iter().find(is_best).unwrap().clone()
        };
        assert_eq!(played(&report).visits, most);
        assert_eq!(played(&of("value")).value, by_value(1));
        assert_eq!(played(&of("both")).value, by_value(most.div_ceil(2)));
    }
}
