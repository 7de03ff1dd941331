//! From the command line to a match.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use catena_arena::games::{FilePlace, FoundGame, GameSink, KnownSetup, MoveLists};
use catena_arena::{Contestant, ContestantKind, MatchSpec, MoveLimit, Openings, fingerprint};
use catena_core::{Game, Position, Setup, SwapRule};
use catena_engine::ModelStore;

use super::Args;
use crate::args::{GameArgs, read};
use crate::{WrongUsage, data_dir, games};

/// `arena.sqlite` in the folder where the app keeps its data.
pub fn default_store() -> anyhow::Result<PathBuf> {
    let folder =
        data_dir::path().context("there is no home directory to store results in; --store names a file")?;
    Ok(folder.join("arena.sqlite"))
}

/// Arguments about the games of a match that several commands share.
pub struct Asked<'a> {
    pub game: &'a GameArgs,
    pub players: Vec<String>,
    pub limit: MoveLimit,
    pub grace: Duration,
    pub openings: &'a [String],
    pub opening_moves: Option<u16>,
    pub seed: u64,
}

pub fn spec(args: &Args) -> anyhow::Result<MatchSpec> {
    let limit = args.cpu_time.map(MoveLimit::CpuTime).or(args.clock);
    spec_of(&Asked {
        game: &args.game,
        players: players(args)?,
        limit: limit.unwrap_or_else(|| args.limits.move_limit()),
        grace: args.grace,
        openings: &args.openings,
        opening_moves: args.opening_moves,
        seed: args.seed,
    })
}

pub fn spec_of(asked: &Asked<'_>) -> anyhow::Result<MatchSpec> {
    let setup = asked.game.setup()?;
    let models = ModelStore::default();
    let contestants = contestants(&asked.players, setup.game(), &models)?;
    let openings = openings(asked, &setup, &contestants)?;
    let Asked { limit, grace, seed, .. } = *asked;
    Ok(MatchSpec { setup, contestants, limit, grace, openings, models, seed, build: build() })
}

fn players(args: &Args) -> anyhow::Result<Vec<String>> {
    let mut specs = args.player.clone();
    match (specs.len(), &args.opponent) {
        (0, _) => return Err(WrongUsage("--player names who plays; see --help".to_owned()).into()),
        (1, opponent) => specs.push(opponent.clone().unwrap_or_else(|| "champion".to_owned())),
        (_, Some(opponent)) => specs.push(opponent.clone()),
        (_, None) => {}
    }
    Ok(specs)
}

fn contestants(specs: &[String], game: Game, models: &ModelStore) -> anyhow::Result<Vec<Contestant>> {
    let mut contestants: Vec<Contestant> = Vec::new();
    for spec in specs {
        let parsed = Contestant::parse(spec, game, models);
        let mut contestant = parsed.map_err(|error| WrongUsage(error.to_string()))?;
        let name = contestant.name().to_owned();
        let same = contestants.iter().filter(|other| other.name().split(" (").next() == Some(&name)).count();
        if same > 0 {
            contestant.rename(format!("{name} ({})", same + 1));
        }
        contestants.push(contestant);
    }
    Ok(contestants)
}

fn openings(args: &Asked<'_>, setup: &Setup, contestants: &[Contestant]) -> anyhow::Result<Openings> {
    let wrong = |why: &str| anyhow::Error::from(WrongUsage(why.to_owned()));
    if args.opening_moves.is_some() && args.openings.first().is_none_or(|kind| kind != "records") {
        return Err(wrong("--opening-moves is for --openings records"));
    }
    let [kind, files @ ..] = args.openings else { return Ok(usual_openings(setup, contestants)) };
    match (kind.as_str(), files) {
        ("empty", []) => Ok(Openings::Empty),
        ("first-moves", []) => Ok(Openings::FirstMoves),
        ("file", [file]) => {
            let bytes = read(Path::new(file))?;
            let text = String::from_utf8_lossy(&bytes);
            Openings::from_lines(setup, text.trim_start_matches('\u{feff}'))
                .with_context(|| format!("openings in {file}"))
        }
        ("records", [_, ..]) => {
            let mut games = Vec::new();
            for file in files {
                games.extend(read_games(Path::new(file), setup)?);
            }
            Openings::from_games(setup, &games, usize::from(args.opening_moves.unwrap_or(4)))
                .ok_or_else(|| wrong("no game of this board in the records is long enough"))
        }
        (kind, []) if kind.starts_with("random:") => {
            // More moves would end too many games before they begin.
            let most = (setup.topology().places().count() / 2).min(100);
            let plies = kind["random:".len()..].parse().ok().filter(|plies| (1..=most).contains(plies));
            let expected = || format!("random:N expected, with N from 1 to {most} on this board");
            Ok(Openings::Random(plies.ok_or_else(|| wrong(&expected()))?))
        }
        _ => Err(wrong("--openings: empty, first-moves, random:N, file FILE or records FILE… expected")),
    }
}

/// The games of a file on this board.
fn read_games(file: &Path, setup: &Setup) -> anyhow::Result<Vec<Position>> {
    let known = KnownSetup { game: Some(setup.game()), size: Some(setup.size().into()), swap: None };
    let mut on_board = OnBoard { known: &known, games: Vec::new() };
    games::read(file, &known, MoveLists::Lines, &mut on_board)?;
    Ok(on_board.games)
}

/// Keeps the games of a board.
struct OnBoard<'a> {
    known: &'a KnownSetup,
    games: Vec<Position>,
}

impl GameSink for OnBoard<'_> {
    fn game(&mut self, place: FilePlace<'_>, game: Result<FoundGame, String>) -> io::Result<()> {
        match game {
            Ok(game) if self.known.check(game.setup()).is_ok() => self.games.push(game.position),
            Ok(_) => {}
            Err(why) => eprintln!("skipped: {place}: {why}"),
        }
        Ok(())
    }
}

/// A few even moves; under the swap rule one, so that it can be taken over.
fn usual_openings(setup: &Setup, contestants: &[Contestant]) -> Openings {
    // Searching for even openings would take longer than random games, and chance is variety enough.
    let all_random = contestants.iter().all(|contestant| match &contestant.kind {
        ContestantKind::Builtin(player) => !player.agent().searches(),
        ContestantKind::External(_) => false,
    });
    match (all_random, setup.swap()) {
        (true, _) => Openings::Empty,
        (false, SwapRule::On) => Openings::Random(1),
        (false, SwapRule::Off) => Openings::Random(2),
    }
}

/// Which program plays: its version, and a fingerprint of its code.
pub fn build() -> String {
    let code = std::env::current_exe().and_then(File::open).and_then(code);
    format!("{} {:016x}", env!("CARGO_PKG_VERSION"), code.unwrap_or_default())
}

/// A fingerprint of a program, piece by piece: all of it in memory takes longer than many a match.
fn code(mut program: impl Read) -> io::Result<u64> {
    let (mut piece, mut prints) = (Vec::new(), Vec::new());
    while program.by_ref().take(1 << 16).read_to_end(&mut piece)? > 0 {
        prints.extend(fingerprint(&piece).to_le_bytes());
        piece.clear();
    }
    Ok(fingerprint(&prints))
}
