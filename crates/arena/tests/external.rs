//! Matches against a program that misbehaves: it loses the game, is counted, and the match goes on.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use catena_arena::{
    Contestant, LocalRunner, Match, MatchEnd, MatchGoal, MatchSpec, MatchStore, MoveLimit, Openings, Stop,
    Tally,
};
use catena_core::{Game, Setup, SwapRule};
use catena_engine::ModelStore;

fn store(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("external");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{name}-{}.sqlite", std::process::id()));
    drop(std::fs::remove_file(&file));
    file
}

fn contestant(spec: &str) -> Contestant {
    Contestant::parse(spec, Game::Hex, &ModelStore::default()).unwrap()
}

fn spec(options: &str, mode: &str) -> MatchSpec {
    let fake = format!("gtp{options}:{} {mode}", env!("CARGO_BIN_EXE_fake-engine"));
    MatchSpec {
        setup: Setup::new(Game::Hex, 5, SwapRule::Off).unwrap(),
        contestants: vec![contestant(&fake), contestant("random")],
        limit: MoveLimit::Time(Duration::from_millis(300)),
        grace: grace(mode),
        openings: Openings::FirstMoves,
        models: ModelStore::default(),
        seed: 1,
        build: "test".to_owned(),
    }
}

/// An engine that is in time is not to lose on a busy machine.
fn grace(mode: &str) -> Duration {
    match mode {
        "good" | "slow" | "busy" | "flood" | "blank" => Duration::from_secs(20),
        _ => Duration::from_millis(300),
    }
}

/// Plays four games of the fake engine against random.
fn play(name: &str, options: &str, mode: &str) -> Tally {
    let mut contest = Match::open(MatchStore::open(&store(name)).unwrap(), spec(options, mode)).unwrap();
    let end = contest
        .play(MatchGoal { games: 4, sprt: None }, &LocalRunner::new(2), &Stop::new(), &mut ())
        .unwrap();
    assert_eq!(end, MatchEnd::Complete, "{mode}");
    assert_eq!(contest.entry().tally().games(), 4, "{mode}");
    contest.entry().tally().clone()
}

fn forfeits(tally: &Tally, player: usize) -> Vec<(&str, u64)> {
    tally.forfeits[player].iter().map(|(how, forfeited)| (how.as_str(), forfeited.games)).collect()
}

#[test]
fn a_good_engine_is_not_at_fault_whatever_it_writes() {
    for mode in ["good", "slow", "flood", "blank"] {
        let tally = play(mode, "", mode);
        assert_eq!(forfeits(&tally, 0), [], "{mode}");
        assert_eq!(tally.ends["connection"], 4, "{mode}");
    }
    let tally = play("without-ids", ",ids=off", "flood");
    assert_eq!(forfeits(&tally, 0), []);
}

#[test]
fn crashes_illegal_moves_and_claims_lose_the_game() {
    for (mode, forfeit) in [
        ("crash", "crash"),
        ("illegal", "illegal"),
        ("off-board", "illegal"),
        ("pass", "illegal"),
        ("claim", "illegal"),
        ("refuse", "illegal"),
    ] {
        let tally = play(mode, "", mode);
        assert_eq!(forfeits(&tally, 0), [(forfeit, 4)], "{mode}");
        assert_eq!((tally.score(0).0, tally.score(1).0), (0.0, 4.0), "{mode}");
    }
    let resigned = play("resign", "", "resign");
    assert_eq!((forfeits(&resigned, 0), resigned.ends["resign"]), (vec![], 4));
}

/// Longer than anything takes on a machine with twenty times the work it can do, and shorter than for ever.
const STUCK: Duration = Duration::from_secs(240);

#[test]
fn engines_that_do_not_answer_lose_on_time() {
    for mode in ["hang", "endless"] {
        let began = Instant::now();
        assert_eq!(forfeits(&play(mode, "", mode), 0), [("time", 4)], "{mode}");
        assert!(began.elapsed() < STUCK, "{mode}: {:?}", began.elapsed());
    }
}

#[test]
fn what_an_engine_said_before_it_crashed_is_kept() {
    let file = store("complaint");
    let mut contest = Match::open(MatchStore::open(&file).unwrap(), spec("", "crash")).unwrap();
    contest.play(MatchGoal { games: 1, sprt: None }, &LocalRunner::new(1), &Stop::new(), &mut ()).unwrap();
    let game = &contest.entry().store().games(contest.entry().id()).unwrap()[0];
    let forfeit = game.forfeit.as_deref().unwrap();
    assert!(forfeit.contains("exit status: 3") && forfeit.contains("out of cheese"), "{forfeit}");
}

#[test]
fn colors_are_translated_where_white_moves_first() {
    let tally = play("white-first", ",dialect=castro", "white-first");
    assert_eq!(forfeits(&tally, 0), []);
    let wrong = play("black-first", "", "white-first");
    assert_eq!(wrong.score(0).0, 0.0);
    let cause = &wrong.forfeits[0]["crash"].cause;
    assert!(cause.contains("was refused: not your turn"), "{cause}");
}

#[test]
fn an_engine_that_does_not_start_is_told_at_once() {
    let missing = "gtp:/nonexistent/engine";
    let mut unstartable = spec("", "good");
    unstartable.contestants[0] = contestant(missing);
    let error = Match::open(MatchStore::open(&store("missing")).unwrap(), unstartable).unwrap_err();
    assert!(error.to_string().contains("/nonexistent/engine"), "{error}");
    let crashing = spec(",start=crash-at-start", "good");
    let error = Match::open(MatchStore::open(&store("crashing")).unwrap(), crashing).unwrap_err();
    assert!(error.to_string().contains("exit status: 4"), "{error}");
}

#[test]
fn an_engine_that_refuses_its_limit_is_told_at_once() {
    let open = |options: &str, limit: MoveLimit| {
        let spec = MatchSpec { limit, ..spec(options, "no-limit") };
        Match::open(MatchStore::open(&store("no-limit")).unwrap(), spec).map(drop)
    };
    let time = MoveLimit::Time(Duration::from_millis(300));
    let error = open("", time).unwrap_err().to_string();
    assert!(error.contains("time_settings 0 0.3 1 was refused: unknown command"), "{error}");
    open(",limit=none", time).unwrap();
    let error = open(",dialect=wolve", MoveLimit::Playouts(10)).unwrap_err().to_string();
    assert!(error.contains("no command that sets the number of playouts"), "{error}");
}

#[test]
fn a_program_that_speaks_no_gtp_is_told_at_once() {
    let mut echo = spec("", "good");
    echo.contestants[0] = contestant("gtp:cat");
    let error = Match::open(MatchStore::open(&store("cat")).unwrap(), echo).unwrap_err();
    // Not that it has not answered in time.
    assert!(error.to_string().contains("does not speak GTP"), "{error}");
}

#[test]
fn a_changed_program_or_file_makes_a_new_match_and_says_why() {
    let model = store("changed").with_extension("nn");
    let file = store("changed");
    let spec_of = || {
        let mut spec = spec("", "good");
        let engine = env!("CARGO_BIN_EXE_fake-engine");
        spec.contestants[0] = contestant(&format!("gtp:{engine} good {}", model.display()));
        spec
    };
    let open = || {
        let played = Match::open(MatchStore::open(&file).unwrap(), spec_of()).unwrap();
        (played.entry().id(), played.entry().changes().cloned())
    };
    std::fs::write(&model, "one").unwrap();
    let (first, changes) = open();
    assert_eq!(changes, None);
    assert_eq!(open(), (first, None), "asked for again it is the same match");
    std::fs::write(&model, "two").unwrap();
    let (second, changes) = open();
    assert_ne!(first, second);
    assert_eq!(changes, Some((first, vec![format!("{} has changed", model.display())])));
    std::fs::write(&model, "one").unwrap();
    assert_eq!(open(), (first, None), "the old file is the old player");
}

#[test]
#[cfg(target_os = "linux")]
fn times_of_both_players_are_measured_on_the_wall_and_in_the_processor() {
    let limit = MoveLimit::CpuTime(Duration::from_secs(5));
    let mut spec = MatchSpec { limit, ..spec("", "busy") };
    spec.contestants[1] = contestant("champion,level=1");
    let mut contest = Match::open(MatchStore::open(&store("times")).unwrap(), spec).unwrap();
    contest.play(MatchGoal { games: 2, sprt: None }, &LocalRunner::new(1), &Stop::new(), &mut ()).unwrap();
    let times = &contest.entry().store().tally(contest.entry().id()).unwrap().times;
    assert!(times[0].wall().unwrap() >= 0.04, "{times:?}");
    assert!(
        times[0].cpu().unwrap() > 0.0 && times[0].cpu() <= times[0].wall().map(|wall| wall + 0.02),
        "{times:?}"
    );
    assert!(times[1].cpu().unwrap() > 0.0, "{times:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn more_processor_time_than_the_limit_and_the_grace_loses() {
    let (limit, grace) = (MoveLimit::CpuTime(Duration::from_millis(1)), Duration::ZERO);
    let mut contest =
        Match::open(MatchStore::open(&store("cpu")).unwrap(), MatchSpec { limit, grace, ..spec("", "busy") })
            .unwrap();
    contest.play(MatchGoal { games: 2, sprt: None }, &LocalRunner::new(1), &Stop::new(), &mut ()).unwrap();
    assert_eq!(forfeits(contest.entry().tally(), 0), [("time", 2)]);
}

#[test]
fn stopping_at_once_does_not_wait_for_an_engine() {
    let mut contest = Match::open(
        MatchStore::open(&store("stop")).unwrap(),
        MatchSpec { limit: MoveLimit::Time(10 * STUCK), ..spec("", "hang") },
    )
    .unwrap();
    let stop = Stop::new();
    let began = Instant::now();
    let end = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(500));
            stop.now();
        });
        contest.play(MatchGoal { games: 4, sprt: None }, &LocalRunner::new(1), &stop, &mut ()).unwrap()
    });
    assert_eq!(end, MatchEnd::Stopped);
    assert!(began.elapsed() < STUCK);
    assert_eq!(contest.entry().tally().games(), 0);
}
