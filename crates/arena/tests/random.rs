//! Games of two random players, which are played on the kernel and stored in blocks, against the
//! judge that watches all other games.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use catena_arena::stats::Sprt;
use catena_arena::{
    Contestant, GameRow, LocalRunner, Match, MatchEnd, MatchGoal, MatchObserver, MatchSpec, MatchStore,
    MoveLimit, Openings, Stop, StoreError, Tally, summary,
};
use catena_core::record::Record;
use catena_core::{Game, How, Position, Setup, SwapRule};
use catena_engine::ModelStore;

fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("random");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{name}-{}", std::process::id()));
    drop(std::fs::remove_file(&file));
    file
}

fn scale() -> u64 {
    std::env::var("CATENA_SCALE").map_or(1, |scale| scale.parse().unwrap())
}

fn spec(players: &[&str], setup: &Setup, openings: Openings) -> MatchSpec {
    MatchSpec {
        setup: setup.clone(),
        contestants: players
            .iter()
            .map(|spec| Contestant::parse(spec, setup.game(), &ModelStore::default()).unwrap())
            .collect(),
        limit: MoveLimit::Playouts(20),
        grace: Duration::from_secs(10),
        openings,
        models: ModelStore::default(),
        seed: 5,
        build: "test".to_owned(),
    }
}

fn setup(game: Game, size: u64) -> Setup {
    Setup::new(game, size, SwapRule::Off).unwrap()
}

fn open(path: &Path, spec: MatchSpec) -> Match {
    Match::open(MatchStore::open(path).unwrap(), spec).unwrap()
}

const fn goal(games: u64) -> MatchGoal {
    MatchGoal { games, sprt: None }
}

/// This many games of two random players.
fn played(name: &str, setup: &Setup, openings: Openings, games: u64) -> (Match, Vec<GameRow>) {
    let mut contest = open(&file(name), spec(&["random", "random"], setup, openings));
    assert_eq!(
        contest.play(goal(games), &LocalRunner::new(2), &Stop::new(), &mut ()).unwrap(),
        MatchEnd::Complete
    );
    let rows = contest.entry().store().games(contest.entry().id()).unwrap();
    (contest, rows)
}

/// Plays a stored game again under the judge.
fn replayed(setup: &Setup, game: &GameRow) -> Position {
    let mut position = Position::new(setup.clone());
    for word in game.moves.split(' ') {
        assert_eq!(position.outcome(), None, "it ends with its last move: {game:?}");
        position.play(setup.topology().parse_move(word).unwrap()).unwrap();
    }
    position
}

#[test]
fn the_judge_agrees_with_every_game() {
    let boards = [
        (Game::Havannah, 4, 600),
        (Game::Havannah, 8, 600),
        (Game::Havannah, 2, 100),
        (Game::Hex, 1, 3),
        (Game::Hex, 7, 300),
        (Game::Y, 6, 300),
        (Game::Star, 4, 300),
        (Game::Renkula, 2, 300),
    ];
    for (game, size, games) in boards {
        let setup = setup(game, size);
        let games = games * scale();
        let (contest, rows) = played(&format!("judge-{game}-{size}"), &setup, Openings::Empty, games);
        assert_eq!(rows.len() as u64, games);
        let mut tally = Tally::new(2);
        for (number, row) in rows.iter().enumerate() {
            let position = replayed(&setup, row);
            let outcome = position.outcome().unwrap();
            assert_eq!((row.number, row.winner), (number as u64, outcome.winner), "{row:?}");
            let how = match outcome.how {
                How::Score { .. } => "score".to_owned(),
                _ if outcome.winner.is_none() => "draw".to_owned(),
                how => how.to_string(),
            };
            assert_eq!(row.how, how, "{row:?}");
            assert_eq!((row.plies as usize, row.opening), (position.plies().len(), 0));
            assert_eq!((row.black, row.white), (number % 2, 1 - number % 2));
            tally.add(row);
        }
        for other in [contest.entry().tally(), &contest.entry().store().tally(contest.entry().id()).unwrap()]
        {
            assert_eq!(format!("{other:?}"), format!("{tally:?}"));
        }
        let last = rows.last().unwrap();
        let record =
            Record::read(summary::sgf(contest.entry().info(), last).unwrap().as_bytes(), None).unwrap();
        assert_eq!(record.position().plies().len(), last.plies as usize);
    }
}

#[test]
fn all_games_differ_and_no_first_move_is_preferred() {
    let setup = setup(Game::Hex, 3);
    let (_, rows) = played("uniform", &setup, Openings::Empty, 9000);
    let mut counts = [0.0; 9];
    for row in &rows {
        let first = row.moves.split(' ').next().unwrap();
        counts[setup.topology().cell(first).unwrap().index()] += 1.0;
    }
    let chi_square: f64 = counts.iter().map(|n: &f64| (n - 1e3).powi(2) / 1e3).sum();
    assert!(chi_square < 26.1, "8 degrees of freedom, p = 0.001: {chi_square}");
    let (_, rows) = played("differ", &self::setup(Game::Havannah, 6), Openings::Empty, 3000);
    let distinct: BTreeSet<&str> = rows.iter().map(|row| row.moves.as_str()).collect();
    assert_eq!(distinct.len(), 3000);
}

#[test]
fn pairs_start_from_the_same_opening() {
    let setup = setup(Game::Havannah, 4);
    let list = Openings::from_lines(&setup, "d4 e5\na1 b2 c3").unwrap();
    for openings in [Openings::FirstMoves, list, Openings::Random(2)] {
        let (contest, rows) = played("openings", &setup, openings.clone(), 80);
        for (slot, row) in contest.entry().spec().slots(80).zip(&rows) {
            let position = replayed(&setup, row);
            let start = contest.entry().spec().start(slot);
            assert_eq!(row.opening as usize, start.plies().len());
            assert_eq!(&position.plies()[..start.plies().len()], start.plies(), "{openings} {row:?}");
            assert_eq!(position.outcome().unwrap().winner, row.winner);
        }
    }
}

/// Asks to stop after the first games.
struct StopSoon<'a>(&'a Stop);

impl MatchObserver for StopSoon<'_> {
    fn games(&mut self, _: u64, _: &Tally) {
        self.0.finish_games();
    }
}

#[test]
fn a_round_robin_with_others_goes_on_as_if_it_had_not_been_interrupted() {
    let players = ["random", "greedy", "random@2", "random,playout=nearest-own"];
    let setup = setup(Game::Havannah, 4);
    let whole = file("robin-whole");
    let mut contest = open(&whole, spec(&players, &setup, Openings::FirstMoves));
    contest.play(goal(7), &LocalRunner::new(2), &Stop::new(), &mut ()).unwrap();
    let parts = file("robin-parts");
    let mut runs = 0;
    loop {
        let stop = Stop::new();
        let mut part = open(&parts, spec(&players, &setup, Openings::FirstMoves));
        runs += 1;
        if part.play(goal(7), &LocalRunner::new(1), &stop, &mut StopSoon(&stop)).unwrap()
            == MatchEnd::Complete
        {
            break;
        }
    }
    assert!(runs > 3, "{runs}");
    let games = |path: &Path| -> Vec<GameRow> {
        let games = MatchStore::open_to_read(path).unwrap().games(1).unwrap();
        games.into_iter().map(GameRow::untimed).collect()
    };
    assert_eq!(games(&whole).len(), 6 * 7);
    assert_eq!(games(&whole), games(&parts));
    // Players with preferences are no case for the kernel, and neither is a game with a swap.
    let kept = |path: &Path, sql: &str| -> i64 {
        rusqlite::Connection::open(path).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
    };
    assert_eq!(kept(&whole, "SELECT sum(count) FROM blocks"), 7);
    assert_eq!(kept(&whole, "SELECT count(*) FROM games"), 35);
    let swap = file("swap");
    let setup = Setup::new(Game::Hex, 4, SwapRule::On).unwrap();
    let mut contest = open(&swap, spec(&["random", "random"], &setup, Openings::Empty));
    contest.play(goal(400), &LocalRunner::new(2), &Stop::new(), &mut ()).unwrap();
    let rows = contest.entry().store().games(1).unwrap();
    assert!(rows.iter().any(|row| row.moves.contains("swap-pieces")));
}

#[test]
fn more_games_are_added_and_a_test_may_end_them() {
    let setup = setup(Game::Havannah, 4);
    let mut contest = open(&file("more"), spec(&["random", "random"], &setup, Openings::Empty));
    for games in [1, 1500, 2501] {
        assert_eq!(
            contest.play(goal(games), &LocalRunner::new(3), &Stop::new(), &mut ()).unwrap(),
            MatchEnd::Complete
        );
        assert_eq!(contest.entry().tally().games(), games);
    }
    assert_eq!(contest.entry().store().stored_match(1).unwrap().games, 2501);
    let mut contest = open(&file("test"), spec(&["random", "random"], &setup, Openings::Empty));
    let goal = MatchGoal { games: 1_000_000, sprt: Sprt::parse("50,60") };
    assert!(matches!(
        contest.play(goal, &LocalRunner::new(1), &Stop::new(), &mut ()).unwrap(),
        MatchEnd::Decided(_)
    ));
    assert!(contest.entry().tally().games() < 20_000, "{}", contest.entry().tally().games());
}

#[test]
fn stores_of_the_first_version_are_taken_over() {
    let path = file("version");
    let players = ["random", "greedy"];
    let setup = setup(Game::Havannah, 4);
    open(&path, spec(&players, &setup, Openings::Empty))
        .play(goal(4), &LocalRunner::new(1), &Stop::new(), &mut ())
        .unwrap();
    let as_it_was = || {
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection
            .execute_batch(
                "DROP TABLE blocks; DROP TABLE faults; DROP TABLE trials; ALTER TABLE matches DROP COLUMN sprt;
                 ALTER TABLE games DROP COLUMN black_cpu; ALTER TABLE games DROP COLUMN white_cpu;
                 PRAGMA user_version = 1",
            )
            .unwrap();
    };
    as_it_was();
    assert_eq!(MatchStore::open_to_read(&path).unwrap().games(1).unwrap().len(), 4);
    as_it_was();
    assert_eq!(MatchStore::open(&path).unwrap().matches().unwrap()[0].games, 4);
    rusqlite::Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 6").unwrap();
    assert!(matches!(MatchStore::open(&path), Err(StoreError::Version(_, 6))));
}

#[test]
fn a_damaged_block_is_told() {
    let path = file("damaged");
    let setup = setup(Game::Hex, 4);
    open(&path, spec(&["random", "random"], &setup, Openings::Empty))
        .play(goal(4), &LocalRunner::new(1), &Stop::new(), &mut ())
        .unwrap();
    let store = MatchStore::open(&path).unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch("UPDATE blocks SET games = substr(games, 1, length(games) - 1)").unwrap();
    assert!(matches!(store.games(1), Err(StoreError::Damaged(1))));
    assert!(store.tally(1).unwrap_err().to_string().contains("match 1"));
}
