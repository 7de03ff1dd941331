//! Matches of our own players: what is stored, repeated and shared.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use catena_arena::selfplay::{DamageCause, Selfplay, SelfplayFile, SelfplayGame};
use catena_arena::stats::{RatingOptions, Sprt, SprtVerdict};
use catena_arena::{
    Contestant, ContestantError, GameRow, LocalRunner, Match, MatchEnd, MatchGoal, MatchObserver, MatchSpec,
    MatchStore, MoveLimit, Openings, Stop, StoreError, Tally, summary,
};
use catena_core::record::Record;
use catena_core::{Game, Setup, SwapRule};
use catena_engine::{ModelStore, PlayerSpec};

fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("matches");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{name}-{}", std::process::id()));
    drop(std::fs::remove_file(&file));
    file
}

fn contestant(spec: &str) -> Result<Contestant, ContestantError> {
    Contestant::parse(spec, Game::Havannah, &ModelStore::default())
}

fn spec(players: &[&str], seed: u64) -> MatchSpec {
    MatchSpec {
        setup: Setup::new(Game::Havannah, 4, SwapRule::Off).unwrap(),
        contestants: players.iter().map(|spec| contestant(spec).unwrap()).collect(),
        limit: MoveLimit::Playouts(50),
        grace: Duration::from_secs(10),
        openings: Openings::Random(2),
        models: ModelStore::default(),
        seed,
        build: "test".to_owned(),
    }
}

fn open(path: &Path, spec: MatchSpec) -> Match {
    Match::open(MatchStore::open(path).unwrap(), spec).unwrap()
}

const fn goal(games: u64) -> MatchGoal {
    MatchGoal { games, sprt: None }
}

/// Asks to stop after this many games.
struct StopAfter<'a>(u64, &'a Stop);

impl MatchObserver for StopAfter<'_> {
    fn games(&mut self, _: u64, tally: &Tally) {
        if tally.games() >= self.0 {
            self.1.finish_games();
        }
    }
}

#[test]
fn an_interrupted_match_ends_as_if_it_had_not_been() {
    let players = ["joosten", "random"];
    let whole = file("whole");
    let mut contest = open(&whole, spec(&players, 7));
    contest.play(goal(61), &LocalRunner::new(2), &Stop::new(), &mut ()).unwrap();
    let parts = file("parts");
    for least in [3, 20] {
        let stop = Stop::new();
        let mut contest = open(&parts, spec(&players, 7));
        let end = contest.play(goal(61), &LocalRunner::new(1), &stop, &mut StopAfter(least, &stop)).unwrap();
        assert_eq!(end, MatchEnd::Stopped);
        assert!((least..61).contains(&contest.entry().tally().games()));
    }
    let mut rest = open(&parts, spec(&players, 7));
    assert_eq!(rest.play(goal(61), &LocalRunner::new(2), &Stop::new(), &mut ()).unwrap(), MatchEnd::Complete);
    let (a, b) = (
        contest.entry().store().games(contest.entry().id()).unwrap(),
        rest.entry().store().games(rest.entry().id()).unwrap(),
    );
    assert_eq!(a.len(), 61);
    let untimed = |games: Vec<GameRow>| games.into_iter().map(GameRow::untimed).collect::<Vec<_>>();
    assert!(untimed(a) == untimed(b), "the games are those of a match that was never interrupted");
    // More games are added to the same match.
    assert_eq!(rest.play(goal(64), &LocalRunner::new(2), &Stop::new(), &mut ()).unwrap(), MatchEnd::Complete);
    assert_eq!(rest.entry().tally().games(), 64);
}

#[test]
fn pairs_have_one_opening_and_both_colors() {
    let mut contest = open(&file("pairs"), spec(&["random", "joosten", "greedy"], 3));
    contest.play(goal(4), &LocalRunner::new(2), &Stop::new(), &mut ()).unwrap();
    let games = contest.entry().store().games(contest.entry().id()).unwrap();
    assert_eq!(games.len(), 12);
    for pair in games.chunks(2) {
        assert_eq!((pair[0].black, pair[0].white), (pair[1].white, pair[1].black));
        let opening = |game: &GameRow| {
            game.moves.split(' ').take(game.opening as usize).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
        assert_eq!(pair[0].opening, 2);
    }
    let options = RatingOptions { prior: 1.0, anchor: Some((0, 1000.0)) };
    let table = summary::standings(contest.entry().info(), contest.entry().tally(), options);
    assert_eq!(table.last().unwrap().name, "random");
    assert_eq!(table.last().unwrap().elo.round(), 1000.0);
    for game in &games {
        let sgf = summary::sgf(contest.entry().info(), game).unwrap();
        let record = Record::read(sgf.as_bytes(), None).unwrap();
        assert_eq!(record.position().plies().len(), game.plies as usize);
    }
    let svg = summary::plot(contest.entry().info(), contest.entry().tally(), options);
    assert_eq!(svg.matches("<circle").count(), 3);
    let json =
        summary::json(contest.entry().id(), contest.entry().info(), contest.entry().tally(), None, options);
    assert_eq!(json["games"], 12);
}

#[test]
fn a_match_is_played_by_one_program_and_a_store_by_many() {
    let path = file("shared");
    let first = open(&path, spec(&["random", "greedy"], 1));
    let second = Match::open(MatchStore::open(&path).unwrap(), spec(&["random", "greedy"], 1));
    assert!(second.unwrap_err().to_string().contains("another program"));
    drop(first);
    std::thread::scope(|scope| {
        for seed in 1..=4 {
            let path = &path;
            scope.spawn(move || {
                let mut contest = open(path, spec(&["random", "random@2"], seed));
                contest.play(goal(300), &LocalRunner::new(1), &Stop::new(), &mut ()).unwrap();
            });
        }
    });
    let store = MatchStore::open_to_read(&path).unwrap();
    let counts: Vec<u64> = store.matches().unwrap().iter().map(|found| found.games).collect();
    assert_eq!(counts.iter().sum::<u64>(), 1200, "{counts:?}");
}

#[test]
fn other_files_are_left_alone() {
    let path = file("foreign");
    std::fs::write(&path, "these are my notes, and long enough to look like a file of something").unwrap();
    let error = MatchStore::open(&path).unwrap_err();
    assert!(error.to_string().contains(path.to_str().unwrap()), "{error} does not name the file");
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("these are my notes"));
    let missing = MatchStore::open_to_read(&file("missing"));
    assert!(matches!(missing, Err(StoreError::File(..))));
}

#[test]
fn a_damaged_store_is_refused_by_its_name_before_it_is_written() {
    let path = file("damaged");
    open(&path, spec(&["joosten", "random"], 1))
        .play(goal(6), &LocalRunner::new(1), &Stop::new(), &mut ())
        .unwrap();
    // Pages of the tables, not the head that says what the file is.
    rusqlite::Connection::open(&path).unwrap().execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[4096..].chunks_mut(16).for_each(|chunk| chunk[0] ^= 0x55);
    std::fs::write(&path, &bytes).unwrap();
    let error = MatchStore::open(&path).unwrap_err();
    assert!(error.to_string().contains(path.to_str().unwrap()), "{error} does not name the file");
    assert!(matches!(error, StoreError::Corrupt(..) | StoreError::Database { .. }), "{error:?}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "it is left as it was");
}

#[test]
fn a_test_ends_a_match_as_soon_as_it_is_decided() {
    let sprt = Sprt::parse("0,100").unwrap();
    let mut contest = open(&file("sprt"), spec(&["joosten", "random"], 1));
    let goal = MatchGoal { games: 2000, sprt: Some(sprt) };
    let end = contest.play(goal, &LocalRunner::new(1), &Stop::new(), &mut ()).unwrap();
    assert_eq!(end, MatchEnd::Decided(SprtVerdict::H1));
    let games = contest.entry().tally().games();
    assert!(games < 200, "{games}");
    assert_eq!(contest.play(goal, &LocalRunner::new(1), &Stop::new(), &mut ()).unwrap(), end);
    assert_eq!(contest.entry().tally().games(), games);
}

#[test]
fn a_player_may_get_more_of_the_limit() {
    let mut contest = open(&file("share"), spec(&["greedy@20", "greedy"], 2));
    contest.play(goal(200), &LocalRunner::new(2), &Stop::new(), &mut ()).unwrap();
    let estimate = contest.entry().tally().estimate().unwrap();
    assert!(estimate.superiority > 0.99, "{estimate:?}");
    assert_eq!(contest.entry().info().players[0], "greedy@20");
    assert!(contestant("greedy@0").is_err());
}

fn selfplay() -> Selfplay {
    Selfplay {
        setup: Setup::new(Game::Hex, 5, SwapRule::Off).unwrap(),
        player: PlayerSpec::parse("joosten").unwrap().resolve(Game::Hex, &ModelStore::default()).unwrap(),
        limit: MoveLimit::Playouts(100),
        openings: Openings::Random(2),
        seed: 1,
        build: "test".to_owned(),
    }
}

fn read(path: &Path) -> Vec<SelfplayGame> {
    let mut games = Vec::new();
    SelfplayFile::read(path, &mut |_, _, game| {
        games.push(game);
        Ok(())
    })
    .unwrap();
    games.sort_by_key(|game| game.number);
    games
}

#[test]
fn self_play_resumes_after_a_torn_record() {
    let path = file("selfplay");
    let done = selfplay().play(&path, 6, &LocalRunner::new(2), &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!((done.known, done.played, done.damage.len()), (0, 6, 0));
    let games = read(&path);
    assert!(games.iter().all(|game| game.moves.iter().all(|searched| !searched.visits.is_empty())));
    let bytes = std::fs::read(&path).unwrap();
    for missing in [1, 20, bytes.len() / 3] {
        std::fs::write(&path, &bytes[..bytes.len() - missing]).unwrap();
        let done = selfplay().play(&path, 6, &LocalRunner::new(1), &Stop::new(), &mut |_| {}).unwrap();
        assert!(done.backup.is_none() && done.played > 0 && done.known + done.played == 6, "{done:?}");
        assert_eq!(done.damage[0].cause, DamageCause::Unfinished);
        assert_eq!(read(&path), games);
    }
    let other = Selfplay { seed: 2, ..selfplay() };
    assert!(other.play(&path, 6, &LocalRunner::new(1), &Stop::new(), &mut |_| {}).is_err());
}

#[test]
fn a_flipped_bit_costs_self_play_one_game_and_the_file_is_kept() {
    let path = file("selfplay-flipped");
    selfplay().play(&path, 6, &LocalRunner::new(1), &Stop::new(), &mut |_| {}).unwrap();
    let (games, bytes) = (read(&path), std::fs::read(&path).unwrap());
    let backup = catena_arena::job::path_beside(&path, ".damaged");
    // Where the records begin, after the header: its length stands behind the magic word and the version.
    let first = 18 + u32::from_le_bytes(bytes[10..14].try_into().unwrap()) as usize;
    for at in [first, first + 5, first + 40, bytes.len() / 2] {
        let mut flipped = bytes.clone();
        flipped[at] ^= 4;
        std::fs::write(&path, &flipped).unwrap();
        assert_eq!(read(&path).len(), 5, "reading resumes after the damage");
        let done = selfplay().play(&path, 6, &LocalRunner::new(1), &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!((done.known, done.played), (5, 1), "byte {at}");
        let [damage] = *done.damage else { panic!("{done:?}") };
        assert!(damage.cause == DamageCause::Changed && (first..=at).contains(&(damage.offset as usize)));
        assert!((damage.offset + damage.length) as usize > at, "{damage}");
        assert_eq!(done.backup.as_deref(), Some(backup.as_path()));
        assert_eq!(std::fs::read(&backup).unwrap(), flipped);
        assert_eq!(read(&path), games);
        std::fs::remove_file(&backup).unwrap();
    }
    // The last game too; and a backup takes no other's name.
    std::fs::write(&backup, "of another day").unwrap();
    let mut flipped = bytes.clone();
    *flipped.last_mut().unwrap() ^= 1;
    std::fs::write(&path, &flipped).unwrap();
    let done = selfplay().play(&path, 6, &LocalRunner::new(1), &Stop::new(), &mut |_| {}).unwrap();
    let second = catena_arena::job::path_beside(&path, ".damaged-2");
    assert_eq!((done.known, done.backup.as_deref()), (5, Some(second.as_path())));
    assert_eq!(std::fs::read(&second).unwrap(), flipped);
    assert_eq!(std::fs::read(&backup).unwrap(), b"of another day");
    std::fs::remove_file(backup).unwrap();
    std::fs::remove_file(second).unwrap();
}

#[test]
fn a_torn_header_is_written_again_and_a_foreign_file_is_left() {
    let path = file("selfplay-header");
    selfplay().play(&path, 1, &LocalRunner::new(1), &Stop::new(), &mut |_| {}).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    for length in [1, 8, 17, 30] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        let done = selfplay().play(&path, 1, &LocalRunner::new(1), &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!((done.known, done.played), (0, 1));
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }
    for foreign in ["C", "precious", "CATENASP and more"] {
        let foreign = format!("{foreign}!");
        std::fs::write(&path, &foreign).unwrap();
        assert!(
            selfplay().play(&path, 1, &LocalRunner::new(1), &Stop::new(), &mut |_| {}).is_err(),
            "{foreign}"
        );
        assert_eq!(std::fs::read(&path).unwrap(), foreign.as_bytes());
    }
}
