//! Reviews find the mistakes of short games and keep their values with their owners.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::time::Duration;

use catena_core::record::{Record, Step};
use catena_core::{Cell, Color, Game, Move, Position, Setup};
use catena_engine::{
    Assessor, Limits, ModelStore, Perspective, Plan, PlayerSpec, Proof, Review, ReviewError, Reviewer,
    win_rate_graph,
};
use catena_proof::{Solver, SolverConfig, Verdict};

fn assessor(player: &str, game: Game) -> Assessor {
    Assessor {
        player: PlayerSpec::parse(player).unwrap().resolve(game, &ModelStore::default()).unwrap(),
        limits: Limits::playouts(20_000),
        solver_time: Duration::from_millis(200),
        solver_bytes: Assessor::SOLVER_BYTES,
        threads: 1,
        seed: 1,
    }
}

fn review(sgf: &str) -> Review {
    let record = Record::read(sgf.as_bytes(), None).unwrap();
    let assessor = assessor("champion", record.setup().game());
    let mut reviewer = Reviewer::new(Plan::new(&record).unwrap());
    while let Some(task) = reviewer.next_task() {
        reviewer.put(&task, &assessor.answer(&task, &mut ()).unwrap());
    }
    reviewer.review()
}

#[test]
fn a_missed_win_is_the_worst_mistake_and_a_win_ends_at_one() {
    // Hex 3: b3 would win at once, but Black plays a1.
    let review = review("(;GM[11]SZ[3];B[b2];W[b1];B[c1];W[a3];B[a1];W[b3];B[c2];W[c3])");
    let mistakes = review.mistakes();
    assert_eq!((mistakes[0].number, mistakes.len()), (5, 1), "{mistakes:?}");
    assert_eq!((mistakes[0].before(Perspective::Black), mistakes[0].after(Perspective::Black)), (1.0, 0.0));
    assert_eq!((mistakes[0].before(Perspective::White), mistakes[0].after(Perspective::Mover)), (0.0, 0.0));
    let last = review.moves.last().unwrap();
    assert_eq!((last.loss, last.after(Perspective::White)), (0.0, 1.0));
}

#[test]
fn each_move_starts_where_the_one_before_ended() {
    for sgf in [
        "(;GM[Havannah]SZ[4];B[d4];W[d5];B[a1];W[resign])",
        "(;GM[11]SZ[5]RU[swap];B[a3];W[swap-pieces];B[c3];W[d2])",
        "(;GM[11]SZ[5]RU[swap];B[c3];W[swap-sides];W[b2];B[d4])",
        "(;GM[Y]SZ[5]AB[c3]AW[b4]PL[W];W[b2];B[b3])",
    ] {
        let review = review(sgf);
        for pair in review.moves.windows(2) {
            assert_eq!(
                pair[0].after(Perspective::Black),
                pair[1].before(Perspective::Black),
                "{sgf}: {pair:?}"
            );
        }
    }
}

#[test]
fn a_strong_first_stone_is_taken_over_and_its_player_loses_it() {
    for swap in ["swap-pieces", "swap-sides"] {
        // Where it is not yet proved that any stone is either taken over and wins or left and loses.
        let review = review(&format!("(;GM[11]SZ[7]RU[swap];B[d4];W[{swap}])"));
        let [first, taken] = &review.moves[..] else { panic!("two moves") };
        assert!(first.loss > 0.2, "the centre should not be offered: {first:?}");
        assert_eq!(taken.found.best(), Some(Move::Swap));
        assert_eq!(taken.loss, 0.0);
        assert!(taken.after(Perspective::White) > 0.7, "{taken:?}");
        assert!(taken.after(Perspective::Black) < 0.3);
    }
}

#[test]
fn stones_set_up_on_the_way_start_a_new_position() {
    let review = review("(;GM[11]SZ[3];B[a1];AW[b2];W[b1];B[c3])");
    assert_eq!(review.moves.len(), 3);
    assert!(review.moves[1].before(Perspective::White) > 0.9, "{review:?}");
}

#[test]
fn what_cannot_be_reviewed_says_why() {
    let record = Record::read(b"(;GM[11]SZ[3]AB[a1])", None).unwrap();
    assert!(matches!(Plan::new(&record), Err(ReviewError::NoMoves)));
    let record = Record::read(b"(;GM[11]SZ[3];B[a1])", None).unwrap();
    let plan = Plan::new(&record).unwrap();
    for (player, game) in [("random", Game::Hex), ("koennecke", Game::Havannah)] {
        let error = assessor(player, game).assess(&plan.positions()[0], &mut ()).unwrap_err();
        assert!(error.to_string().contains(player), "{error}");
    }
}

#[test]
fn values_and_best_moves_fit_each_other() {
    let review = review("(;GM[11]SZ[3];B[b2];W[b1];B[c1];W[a3];B[a1];W[b3];B[c2];W[c3])");
    for played in &review.moves {
        // Nobody has swapped: the stones are those of who began with them.
        assert_eq!(played.black_stones_before, played.before(Perspective::Black), "{played:?}");
        assert_eq!(played.black_stones_after, played.after(Perspective::Black), "{played:?}");
        assert!(!played.is_best() || played.judgement.is_none(), "{played:?}");
    }
    let best = review.moves.iter().filter(|played| played.is_best()).count();
    assert!(best > 0 && best < review.moves.len(), "{best}");
}

/// What stands between each of these beginnings and the next quotation mark.
fn between<'a>(text: &'a str, beginning: &str) -> impl Iterator<Item = &'a str> {
    text.split(beginning).skip(1).filter_map(|rest| rest.split('"').next())
}

#[test]
fn graphs_are_well_formed_whatever_the_title() {
    let review = review("(;GM[11]SZ[3];B[b2];W[b1];B[c1];W[a3];B[a1];W[b3];B[c2];W[c3])");
    let setup = catena_core::Setup::new(catena_core::Game::Hex, 3, catena_core::SwapRule::Off).unwrap();
    let svg = win_rate_graph(&review, setup.topology(), Perspective::Black, "a < b & \"c\"\u{1}");
    assert!(svg.contains("a &lt; b &amp; &quot;c&quot;</title>") && svg.ends_with("</svg>\n"), "{svg}");
    assert!(svg.contains("Black wins, %") && svg.contains("5 a1"), "{svg}");
    let height: f64 = between(&svg, "height=\"").next().unwrap().parse().unwrap();
    for y in between(&svg, " y=\"").map(|y| y.parse::<f64>().unwrap()) {
        assert!((0.0..height).contains(&y), "{y} is outside of the picture: {svg}");
    }
}

#[test]
fn a_first_stone_that_wins_does_not_end_the_search_for_an_even_one() {
    let record = Record::read("(;GM[11]SZ[5]RU[swap];B[a3])".as_bytes(), None).unwrap();
    let plan = Plan::new(&record).unwrap();
    let found = assessor("champion", record.setup().game()).assess(&plan.positions()[0], &mut ()).unwrap();
    assert!(found.visits > 1_000 && found.value > 0.0, "{found:?}");
}

/// The winner by a solver of its own.
fn winner(position: &Position) -> Option<Color> {
    match Solver::new(position.setup(), SolverConfig::default()).solve(position, &mut ()) {
        Verdict::Won(color) => Some(color),
        verdict => panic!("{verdict:?}"),
    }
}

#[test]
fn mistakes_on_a_small_board_are_those_of_the_solver() {
    // Hex 4, without a plan: the winner changes several times.
    for moves in ["a1 d4 b2 c3 d1 a4 b3 c2 a3 d2 c1 b4", "b2 a4 c4 d1 c2 b3 a2 d3 c3 b1 d2 a1"] {
        let record = Record::read(moves.as_bytes(), Some(&"hex 4".parse().unwrap())).unwrap();
        let review = review(&record.to_sgf());
        let mut position = Position::new(record.setup().clone());
        for played in &review.moves {
            let Step::Ply(ply) = played.step else { panic!("a move") };
            let before = winner(&position);
            position.play_unchecked(ply.mv);
            let after = winner(&position);
            assert_eq!(
                (played.winner_before, played.winner_after),
                (Some(before), Some(after)),
                "{played:?}"
            );
            let has_lost_it = before == Some(ply.color) && after != before;
            assert_eq!(played.is_proved_mistake(), has_lost_it, "{played:?}");
            assert_eq!(played.judgement.is_some(), has_lost_it, "a decided game stays decided: {played:?}");
            assert_eq!(played.is_turning_point(), has_lost_it);
            if has_lost_it {
                let mut better = position.clone();
                better.undo();
                better.play(played.found.best().unwrap()).unwrap();
                assert_eq!(winner(&better), before, "the better move wins: {played:?}");
                let mut refuted = position.clone();
                refuted.play(played.refutation[0]).unwrap();
                assert_eq!(winner(&refuted), after, "the refutation wins: {played:?}");
            }
            if position.outcome().is_some() {
                break;
            }
        }
        assert!(!review.turning_points().is_empty());
    }
}

#[test]
fn a_forced_reply_is_searched_beyond() {
    // Black threatens to complete its chain at e5, the only reply.
    let setup = "hex 9".parse().unwrap();
    let stones = |names: &str, color| -> Vec<(Cell, Color)> {
        let topology = Setup::topology(&setup);
        names.split_whitespace().map(|name| (topology.cell(name).unwrap(), color)).collect()
    };
    let black = stones("e1 e2 e3 e4 e6 e7 e8 e9", Color::Black);
    let white = stones("a1 a3 a5 a7 c2 h8 h4", Color::White);
    let position = Position::with_stones(setup.clone(), &[black, white].concat(), Color::White).unwrap();
    let reply = Move::Place(setup.topology().cell("e5").unwrap());
    assert_eq!(position.winning_places(Color::Black).len(), 1);
    let assessor = Assessor { limits: Limits::playouts(3_000), ..assessor("champion", Game::Hex) };
    let found = assessor.assess(&position, &mut ()).unwrap();
    assert_eq!(found.best(), Some(reply));
    let mut next = position.clone();
    next.play_unchecked(reply);
    let after = assessor.assess(&next, &mut ()).unwrap();
    assert_eq!((found.value, found.proof), (1.0 - after.value, after.proof.map(Proof::reversed)));
    assert!(found.line.len() > 1 && found.visits > after.visits, "{found:?}");
}
