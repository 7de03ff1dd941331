//! Memory and time have limits, also on a busy machine.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use catena_core::{Color, Game, Move, Position, Setup, SwapRule};
use catena_model::Models;
use catena_search::{Limits, Search, SearchConfig, greedy};

/// Bytes of a node.
const NODE: usize = 32;

fn start(game: Game) -> Position {
    Position::new(Setup::new(game, u64::from(game.default_size()), SwapRule::Off).unwrap())
}

/// A tree of a few megabytes that grows fast.
fn small(memory: u32) -> SearchConfig {
    SearchConfig { memory, expansion_threshold: 1, ..SearchConfig::default() }
}

#[test]
fn the_tree_is_pruned_when_its_memory_is_used_up() {
    for (threads, transpositions) in [(1, "off"), (4, "off"), (4, "on")] {
        let mut config = small(3);
        config.set("transpositions", transpositions).unwrap();
        let limits = Limits { visits: Some(20_000), ..Limits::default() };
        let report = Search::new(config, Models::default(), threads, 1)
            .run(&start(Game::Havannah), limits, &mut ())
            .unwrap();
        assert!(report.visits >= 20_000);
        assert!(report.nodes * NODE <= 3_000_000, "{} nodes", report.nodes);
    }
}

#[test]
fn a_game_stays_within_its_memory_from_move_to_move() {
    let mut position = start(Game::Havannah);
    let mut search = Search::new(small(5), Models::default(), 2, 1);
    for _ in 0..12 {
        let limits = Limits { visits: Some(4_000), time: Some(Duration::from_secs(20)), ..Limits::default() };
        let report = search.run(&position, limits, &mut ()).unwrap();
        assert!(report.nodes * NODE <= 5_000_000, "{} nodes", report.nodes);
        position.play(report.best).unwrap();
        // Any reply: the tree that is kept may be large or small. There is none when the search has won.
        let Some(reply) = position.legal_moves().find(|mv| matches!(mv, Move::Place(_))) else {
            assert!(position.outcome().is_some());
            return;
        };
        position.play(reply).unwrap();
    }
}

#[test]
fn a_tree_is_taken_over_only_where_players_took_turns() {
    let limits = |visits| Limits { visits: Some(visits), ..Limits::default() };
    let visits_after = |color: Color| {
        let mut position = start(Game::Hex);
        let mut search = Search::new(small(50), Models::default(), 1, 1);
        let best = search.run(&position, limits(2_000), &mut ()).unwrap().best;
        position.play_as(color, best).unwrap();
        search.run(&position, limits(10), &mut ()).unwrap().visits
    };
    assert!(visits_after(Color::Black) > 50);
    // Over GTP White may move first: it is Black's turn after it, which the tree knows nothing of.
    assert!(visits_after(Color::White) <= 20);
}

/// Runs something while every core has other work too.
fn on_a_busy_machine<T>(work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while !done.load(Relaxed) {
                    std::hint::spin_loop()
                }
            });
        }
        let result = work();
        done.store(true, Relaxed);
        result
    })
}

/// Far more than a search may need beyond its time: only one that does not look at the clock, or
/// that prunes its tree at any price, takes so long.
const STUCK: Duration = Duration::from_secs(5);

#[test]
fn searches_end_with_their_time_on_a_busy_machine_and_with_a_full_tree() {
    on_a_busy_machine(|| {
        for game in Game::ALL {
            let mut config = small(4);
            if game != Game::Havannah {
                config.set("playout", "fill-out").unwrap();
            }
            let time = Duration::from_millis(100);
            let began = Instant::now();
            let mut search = Search::new(config.clone(), Models::default(), 2, 1);
            let report = search.run(&start(game), Limits::time(time), &mut ()).unwrap();
            assert!(report.elapsed >= time || report.proof.is_some(), "{game}: {:?}", report.elapsed);
            greedy(&start(game), &config, &Models::default(), 1, Limits::time(time), &mut ()).unwrap();
            assert!(began.elapsed() < STUCK, "{game}: {:?}", began.elapsed());
        }
    });
}
