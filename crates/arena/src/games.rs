//! Games of files of every kind: SGF and HGF, HexWorld links, lists of moves, lines of JSON, files of self-play, and
//! stores of matches.

mod line;
mod setups;

use std::io::{self, BufRead, Read};
use std::path::Path;

use catena_core::record::{Record, RecordError};
use catena_core::{Position, Setup, SizeError};
use catena_gtp::line::{Line, read_line};
use line::game_of_line;
use setups::KnownBoards;
pub use setups::{KnownSetup, Mismatch};

use crate::selfplay::SelfplayFile;
use crate::store::{MatchStore, StoreError};
use crate::summary;

/// The longest file that is read as a whole.
const MAX_FILE: u64 = 256 << 20;

/// A game of a file.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// The position at its end, with its moves.
    pub position: Position,
    /// Number of its first moves that nobody chose.
    pub opening: usize,
    record: Option<Record>,
}

impl FoundGame {
    /// A game that is no more than its moves, the first of which may be an opening.
    const fn of_moves(position: Position, opening: usize) -> Self {
        Self { position, opening, record: None }
    }

    fn of_record(record: Record) -> Self {
        Self { position: record.position(), opening: 0, record: Some(record) }
    }

    /// Game, board and options.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        self.record.as_ref().map_or_else(|| self.position.setup(), Record::setup)
    }

    /// The game as a record, with variations and comments where the file has them.
    #[must_use]
    pub fn into_record(self) -> Record {
        self.record.unwrap_or_else(|| Record::from_position(&self.position))
    }
}

/// Where games go that were read.
pub trait GameSink {
    /// A game, or why there is none at this place.
    ///
    /// # Errors
    /// To stop reading.
    fn game(&mut self, place: FilePlace<'_>, game: Result<FoundGame, String>) -> io::Result<()>;

    /// The next line has not come yet: whoever sends it may wait for answers.
    ///
    /// # Errors
    /// To stop reading.
    fn wait(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Where a game or a damage is.
#[derive(Clone, Copy, Debug)]
pub struct FilePlace<'a> {
    /// The file.
    pub file: &'a Path,
    /// The line of a text, from 1.
    pub line: Option<usize>,
}

impl std::fmt::Display for FilePlace<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.file.display())?;
        self.line.map_or(Ok(()), |line| write!(f, ", line {line}"))
    }
}

/// The kind of a list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveLists {
    /// The whole text is one game.
    Whole,
    /// Each line is a game.
    Lines,
}

/// A file that has no games, or cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// It cannot be read, or the sink has stopped.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is compressed.
    #[error("it is compressed: unpack it, or pipe it in as -")]
    Compressed,
    /// It is too long for a record.
    #[error("it is longer than {} MiB", MAX_FILE >> 20)]
    TooLong,
    /// A store that has no name cannot be opened.
    #[error("a store of matches cannot be read from a pipe: name the file")]
    PipedStore,
    /// It is no record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It is no file of self-play.
    #[error("{0}")]
    Selfplay(String),
    /// It is no store.
    #[error(transparent)]
    MatchStore(#[from] StoreError),
    /// The board that was asked for does not exist.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// Reads the games of a file of any kind; `known` is what is known of games that do not say it themselves.
///
/// # Errors
/// If the file as a whole cannot be read. Single games that cannot be read go to the sink with their cause.
pub fn read_games(
    file: &Path,
    input: &mut impl BufRead,
    known: &KnownSetup,
    lists: MoveLists,
    sink: &mut impl GameSink,
) -> Result<(), GamesError> {
    let mut setups = KnownBoards::new(known)?;
    let start = input.fill_buf()?;
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
    let place = FilePlace { file, line: None };
    if start.starts_with(&[0x1f, 0x8b]) {
        Err(GamesError::Compressed)
    } else if start.starts_with(b"CATENASP") {
        selfplay(place, input, sink)
    } else if start.starts_with(b"SQLite format 3\0") {
        store(place, sink)
    } else if text.starts_with(b"(") {
        sgf(place, input, &setups, lists, sink)
    } else if lists == MoveLists::Whole && !text.starts_with(b"{") {
        let bytes = whole(input)?;
        let record = Record::read(&bytes, setups.default());
        Ok(sink.game(place, Ok(FoundGame::of_record(record?)))?)
    } else {
        lines(file, input, lists, &mut setups, sink)
    }
}

fn whole(input: &mut impl BufRead) -> Result<Vec<u8>, GamesError> {
    let mut bytes = Vec::new();
    input.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE { Err(GamesError::TooLong) } else { Ok(bytes) }
}

fn sgf(
    place: FilePlace<'_>,
    input: &mut impl BufRead,
    setups: &KnownBoards<'_>,
    lists: MoveLists,
    sink: &mut impl GameSink,
) -> Result<(), GamesError> {
    let bytes = whole(input)?;
    let records = match Record::read_all(&bytes, setups.default()) {
        // Whoever looks for one game does not mind what comes after it.
        Err(error) if lists == MoveLists::Whole => match Record::read(&bytes, setups.default()) {
            Ok(first) => vec![first],
            Err(_) => return Err(error.into()),
        },
        records => records?,
    };
    records.into_iter().try_for_each(|record| sink.game(place, Ok(FoundGame::of_record(record))))?;
    Ok(())
}

fn selfplay(
    place: FilePlace<'_>,
    input: &mut impl BufRead,
    sink: &mut impl GameSink,
) -> Result<(), GamesError> {
    let read = SelfplayFile::read_from(input, place.file, &mut |_, setup, game| {
        let mut position = Position::new(setup.clone());
        let moves = game.opening.iter().copied().chain(game.moves.iter().map(|searched| searched.mv));
        let legal = moves.into_iter().try_for_each(|mv| position.play(mv));
        let found = legal.map(|()| FoundGame::of_moves(position, game.opening.len()));
        sink.game(place, found.map_err(|error| format!("game {}: {error}", game.number)))
    });
    let (_, damage) = read.map_err(|error| GamesError::Selfplay(error.to_string()))?;
    damage.iter().try_for_each(|damage| sink.game(place, Err(damage.to_string())))?;
    Ok(())
}

/// All games of all matches, the oldest first.
fn store(place: FilePlace<'_>, sink: &mut impl GameSink) -> Result<(), GamesError> {
    if place.file == Path::new("-") {
        return Err(GamesError::PipedStore);
    }
    let store = MatchStore::open_to_read(place.file)?;
    let mut matches = store.matches()?;
    matches.sort_by_key(|found| found.id);
    for found in matches {
        for game in store.games(found.id)? {
            let record = summary::record(&found.info, &game);
            let opening = game.opening as usize;
            let game = record.map(|record| FoundGame { opening, ..FoundGame::of_record(record) });
            sink.game(place, game.map_err(|error| error.to_string()))?;
        }
    }
    Ok(())
}

fn lines(
    file: &Path,
    input: &mut impl BufRead,
    lists: MoveLists,
    setups: &mut KnownBoards<'_>,
    sink: &mut impl GameSink,
) -> Result<(), GamesError> {
    // A line without moves is a game without moves, if it says as much as other lines.
    let blank_is_game = lists == MoveLists::Lines && setups.default().is_some();
    let mut buffer = Vec::new();
    let mut reader = io::BufReader::with_capacity(1 << 16, input);
    for number in 1.. {
        if !reader.buffer().contains(&b'\n') {
            sink.wait()?;
        }
        let found = match read_line(&mut reader, &mut buffer)? {
            Line::End => break,
            Line::Unusable(why) => Err(why),
            Line::Text(line) => match line.trim_start_matches('\u{feff}').trim() {
                line if is_comment(line) || (line.is_empty() && !blank_is_game) => continue,
                line => game_of_line(line, setups),
            },
        };
        sink.game(FilePlace { file, line: Some(number) }, found)?;
    }
    Ok(())
}

/// Returns true for `# a comment`; `#11,a10` is a HexWorld string.
fn is_comment(line: &str) -> bool {
    line.strip_prefix('#').is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}
