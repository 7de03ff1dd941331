//! Flags that several commands share.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use catena_arena::MoveLimit;
use catena_core::{Game, Position, Record, Setup, SwapRule};
use catena_engine::{Level, Limits, ModelStore, Player, PlayerError, PlayerSpec, Session, parse_duration};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::WrongUsage;
use crate::games::RecordArgs;

/// Which game on which board.
#[derive(clap::Args)]
pub struct GameArgs {
    /// The game [default: havannah]
    #[arg(long, value_name = "GAME", value_parser = games(), ignore_case = true)]
    pub game: Option<Game>,

    #[arg(long, value_name = "N", help = size_help())]
    pub size: Option<u64>,

    /// The swap rule: the second player may take over the first stone
    #[arg(long, default_value = "off", value_parser = swaps())]
    pub swap: SwapRule,
}

impl GameArgs {
    /// Game, board and options.
    pub fn setup(&self) -> anyhow::Result<Setup> {
        let game = self.game.unwrap_or_default();
        let size = self.size.unwrap_or_else(|| u64::from(game.default_size()));
        Ok(Setup::new(game, size, self.swap).map_err(|error| WrongUsage(error.to_string()))?)
    }
}

/// Names the default of each game.
pub fn size_help() -> String {
    let defaults = Game::ALL.map(|game| format!("{game} {}", game.default_size()));
    format!("The size of the board, of Renkula! and Bent Y also its cells [default: {}]", defaults.join(", "))
}

/// A position: a record, moves, or the empty board.
#[derive(clap::Args)]
pub struct PositionArgs {
    #[command(flatten)]
    record: RecordArgs,

    /// A record, for its last position; - is standard input
    #[arg(conflicts_with = "moves")]
    file: Option<PathBuf>,

    /// The moves that lead to the position, separated by blanks
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

impl PositionArgs {
    /// Returns true if a record or moves are named.
    pub const fn is_named(&self) -> bool {
        self.file.is_some() || self.moves.is_some()
    }

    /// The position after the record or the moves.
    pub fn position(&self) -> anyhow::Result<Position> {
        if let Some(file) = &self.file {
            return Ok(self.record.read(file)?.position());
        }
        let setup = self.record.setup()?;
        match self.moves.as_deref().map(str::trim) {
            None | Some("") => Ok(Position::new(setup)),
            Some(moves) => {
                let record = Record::read(moves.as_bytes(), Some(&setup)).context("reading --moves")?;
                Ok(record.position())
            }
        }
    }
}

pub fn games() -> impl TypedValueParser<Value = Game> {
    PossibleValuesParser::new(Game::ALL.map(Game::name))
        .map(|name| Game::parse(&name).expect("only names of games are let through"))
}

pub fn swaps() -> impl TypedValueParser<Value = SwapRule> {
    PossibleValuesParser::new(["on", "off"])
        .map(|word| SwapRule::parse(&word).expect("only on and off are let through"))
}

/// When the search for a move ends; without a limit after a default time in milliseconds.
#[derive(Clone, Copy, clap::Args)]
pub struct LimitArgs<const DEFAULT: u64> {
    #[arg(long, value_name = "TIME", value_parser = duration, help = time_help(DEFAULT))]
    pub time: Option<Duration>,

    /// Playouts for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub playouts: Option<u64>,

    /// Visits of the root for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub visits: Option<u64>,
}

fn time_help(default: u64) -> String {
    let default = default as f64 / 1000.0;
    format!(
        "Time for each move: 5s, 300ms, 2m; with --playouts or --visits the first limit that is reached ends \
         the search [default: {default}s, if none of the three is given]"
    )
}

impl<const DEFAULT: u64> LimitArgs<DEFAULT> {
    /// The limits of a move.
    pub fn limits(&self) -> Limits {
        let Self { playouts, visits, .. } = *self;
        let unlimited = self.time.is_none() && playouts.is_none() && visits.is_none();
        let time = if unlimited { Some(Duration::from_millis(DEFAULT)) } else { self.time };
        Limits { time, playouts, visits, ..Limits::default() }
    }

    /// The same for a match.
    pub fn move_limit(&self) -> MoveLimit {
        let Limits { time, playouts, visits, .. } = self.limits();
        MoveLimit::first(time, playouts, visits).expect("the time has a default")
    }
}

/// Limits and resources of a player.
#[derive(clap::Args)]
pub struct ThinkArgs {
    #[command(flatten)]
    limits: LimitArgs<1000>,

    /// Threads of a search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

impl ThinkArgs {
    /// When a search ends.
    pub fn limits(&self) -> Limits {
        self.limits.limits()
    }

    /// A game with this player at a level.
    pub fn session(
        &self,
        setup: Setup,
        player: &PlayerSpec,
        level: Option<Level>,
    ) -> anyhow::Result<Session> {
        let mut player = player.clone();
        if let Some(level) = level {
            player.set("level", &level.number().to_string()).map_err(wrong_player)?;
        }
        let player = resolve(&player, setup.game())?;
        let mut session = Session::new(setup, player, self.seed);
        session.set_limits(self.limits());
        session.set_threads(usize::from(self.threads));
        Ok(session)
    }
}

/// A player with its models.
pub fn resolve(player: &PlayerSpec, game: Game) -> Result<Player, WrongUsage> {
    player.resolve(game, &ModelStore::default()).map_err(wrong_player)
}

/// A player that does not fit the game is wrong usage.
pub fn wrong_player(error: PlayerError) -> WrongUsage {
    WrongUsage(error.to_string())
}

/// Reads a time such as 5s.
pub fn duration(text: &str) -> Result<Duration, &'static str> {
    parse_duration(text).ok_or("a time such as 5s, 300ms or 2m expected")
}

/// Reads a level from 1 to 10.
pub fn level(text: &str) -> Result<Level, &'static str> {
    text.parse().ok().and_then(Level::new).ok_or("a level from 1 to 10 expected")
}

/// Reads the name of a player.
pub fn player(spec: &str) -> Result<PlayerSpec, PlayerError> {
    PlayerSpec::parse(spec)
}

/// Bytes that are read at once.
const BUFFER: usize = 1 << 16;

/// The longest file that is read as a whole.
const MAX_FILE: u64 = 256 << 20;

/// The whole of a file, or of standard input for `-`.
pub fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(file)?.take(MAX_FILE + 1).read_to_end(&mut bytes).with_context(|| reading(file))?;
    if bytes.len() as u64 > MAX_FILE {
        bail!("{}: longer than {} MiB", file.display(), MAX_FILE >> 20);
    }
    Ok(bytes)
}

/// A file, or standard input for `-`.
pub fn open(file: &Path) -> anyhow::Result<BufReader<Box<dyn Read>>> {
    if file == Path::new("-") {
        return Ok(BufReader::with_capacity(BUFFER, Box::new(io::stdin().lock())));
    }
    let opened = File::open(file).with_context(|| reading(file))?;
    if opened.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        bail!("{} is a folder", reading(file));
    }
    Ok(BufReader::with_capacity(BUFFER, Box::new(opened)))
}

/// Checks that a file can be written, as far as its name tells: better known before hours of work than after.
pub fn check_writable(file: &Path) -> anyhow::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let why = match (folder.is_dir(), file.is_dir()) {
        (false, _) => format!("{}: there is no folder {}", file.display(), folder.display()),
        (true, true) => format!("{} is a folder, not a file to write", file.display()),
        (true, false) => return Ok(()),
    };
    Err(WrongUsage(why).into())
}

pub fn reading(file: &Path) -> String {
    format!("reading {}", file.display())
}
