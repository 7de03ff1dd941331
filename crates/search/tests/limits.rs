//! Memory and time have limits, also on a busy machine.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use catena_core::{Color, Game, Move, Position, Setup, SwapRule};
use catena_model::Models;
use catena_search::{Limits, Observer, Report, Search, SearchConfig, greedy};

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
        assert!(report.nodes * NODE <= 3 << 20, "{} nodes", report.nodes);
    }
}

#[test]
fn a_game_stays_within_its_memory_from_move_to_move() {
    let mut position = start(Game::Havannah);
    let mut search = Search::new(small(5), Models::default(), 2, 1);
    for _ in 0..12 {
        let limits = Limits { visits: Some(4_000), time: Some(Duration::from_secs(20)), ..Limits::default() };
        let report = search.run(&position, limits, &mut ()).unwrap();
        assert!(report.nodes * NODE <= 5 << 20, "{} nodes", report.nodes);
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
const STUCK: Duration = Duration::from_secs(120);

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

/// Stops a search at the first question.
struct Impatient;

impl Observer for Impatient {
    fn stop(&mut self) -> bool {
        true
    }
}

/// A single evaluation of a leaf takes long.
fn thorough(playout: &str) -> SearchConfig {
    let mut config = SearchConfig { playouts_per_leaf: 10_000, subtree_batch: 1_000, ..small(20) };
    config.set("playout", playout).unwrap();
    config
}

#[test]
fn a_long_evaluation_is_interrupted() {
    for (game, playout) in
        [(Game::Havannah, "uniform"), (Game::Havannah, "weighted"), (Game::Star, "fill-out")]
    {
        let (position, config) = (start(game), thorough(playout));
        // Fill-outs are so fast that they cannot be counted in the time between two questions.
        for threads in [1, 2].into_iter().filter(|_| playout != "fill-out") {
            let mut search = Search::new(config.clone(), Models::default(), threads, 1);
            let found = search.run(&position, Limits::default(), &mut Impatient).unwrap();
            assert!(found.playouts < 10_000, "{game}, {threads} threads: {} playouts", found.playouts);
        }
        let ends = [(Limits::default(), true), (Limits::time(Duration::ZERO), false)];
        for (limits, is_impatient) in ends {
            let observer: &mut dyn Observer = if is_impatient { &mut Impatient } else { &mut () };
            let found = greedy(&position, &config, &Models::default(), 1, limits, observer).unwrap();
            assert!((1..=512).contains(&found.playouts), "{game}: {} playouts", found.playouts);
            assert_eq!(found.visits, 1, "the first move alone was tried");
        }
    }
}

#[test]
fn greedy_tries_every_move_where_time_does_not_press() {
    let position = start(Game::Hex);
    let found =
        greedy(&position, &SearchConfig::default(), &Models::default(), 1, Limits::playouts(1), &mut ())
            .unwrap();
    assert!(found.candidates.iter().all(|candidate| candidate.visits == 1));
}

/// Stops a search once the root has N visits.
struct StopAt(u32, bool);

impl Observer for StopAt {
    fn interval(&self) -> Option<Duration> {
        Some(Duration::ZERO)
    }

    fn progress(&mut self, report: &Report) {
        self.1 |= report.visits >= self.0;
    }

    fn stop(&mut self) -> bool {
        self.1
    }
}

#[test]
fn a_batch_that_is_cut_short_leaves_no_virtual_loss() {
    // So many iterations below one node that the end of the search falls into the middle of a batch.
    let config = SearchConfig { subtree_batch: 1_000, ..small(50) };
    for seed in 1..6 {
        let mut search = Search::new(config.clone(), Models::default(), 3, seed);
        let report = search.run(&start(Game::Hex), Limits::default(), &mut StopAt(5_000, false)).unwrap();
        let below: u32 = report.candidates.iter().map(|candidate| candidate.visits).sum();
        // The root was visited before it had moves to try.
        assert!(report.visits - below <= 8, "{} visits, {below} of them below", report.visits);
    }
}

/// Stops a search that goes on for much longer than its share of the time.
struct Patient {
    began: Instant,
    has_stopped: bool,
}

const SHARE: Duration = Duration::from_millis(20);

impl Observer for Patient {
    fn stop(&mut self) -> bool {
        self.has_stopped = self.began.elapsed() > 12 * SHARE;
        self.has_stopped
    }
}

#[test]
fn an_unstable_search_is_extended_on_a_clock_alone() {
    let position = start(Game::Hex);
    let run = |extend: &str, extended_time: Option<Duration>, seed: u64| {
        let mut config = small(200);
        config.set("extend", extend).unwrap();
        let limits = Limits { extended_time, ..Limits::time(SHARE) };
        let mut observer = Patient { began: Instant::now(), has_stopped: false };
        let report =
            Search::new(config, Models::default(), 1, seed).run(&position, limits, &mut observer).unwrap();
        (observer.has_stopped, report)
    };
    let hour = Some(Duration::from_secs(3_600));
    let mut extended = 0;
    let mut stable = 0;
    for seed in 1..200 {
        let (goes_on, report) = run("on", hour, seed);
        if goes_on {
            extended += 1;
        } else {
            stable += 1;
            let visits = report.candidates.iter().map(|candidate| candidate.visits).max();
            let mut most = report.candidates.iter().filter(|candidate| Some(candidate.visits) == visits);
            let best = report.candidates.iter().map(|candidate| candidate.value).fold(0.0, f32::max);
            assert!(most.any(|candidate| candidate.value >= best), "seed {seed}: an unstable search ended");
        }
        assert!(!run("off", hour, seed).0 && !run("on", None, seed).0, "seed {seed}");
        if extended >= 3 && stable >= 3 {
            return;
        }
    }
    panic!("{extended} extended, {stable} not");
}

#[test]
fn any_one_limit_is_a_limit() {
    let second = Duration::from_secs(1);
    let none = Limits::default();
    assert!(!none.is_bounded());
    let visits = Limits { visits: Some(7), ..none };
    for limits in [Limits::time(second), Limits::playouts(7), visits] {
        assert!(limits.is_bounded(), "{limits:?}");
        assert!(Limits { visits: Some(9), ..limits }.is_bounded(), "{limits:?}");
    }
}
