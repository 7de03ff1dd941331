//! Games to learn from: lists of moves and JSON, one game a line; SGF; files of self-play.

use std::collections::HashMap;
use std::path::Path;

use catena_arena::selfplay::SelfplayFile;
use catena_core::{Game, Position, Record, Setup, SwapRule};
use serde_json::Value;

/// Games of the boards that were asked for.
#[derive(Clone, Debug, Default)]
pub struct Games {
    /// The games, in the order of the files.
    pub games: Vec<Position>,
    /// Games of other sizes.
    pub other_sizes: usize,
    /// Games that could not be read: where, and why.
    pub wrong: Vec<String>,
}

/// Reads games of some boards.
#[derive(Clone, Debug)]
pub struct Reader {
    game: Game,
    setups: HashMap<u64, Setup>,
    /// The size of games that do not say theirs.
    only: Option<u64>,
    found: Games,
}

/// A file without games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnreadableGames(pub String);

impl Reader {
    /// Looks for games of these sizes.
    ///
    /// # Errors
    /// If the game is not played on one of them.
    pub fn new(game: Game, sizes: &[u64]) -> Result<Self, catena_core::SizeError> {
        let setup = |&size| Ok((size, Setup::new(game, size, SwapRule::On)?));
        let setups: HashMap<u64, Setup> = sizes.iter().map(setup).collect::<Result<_, _>>()?;
        let only = if let [size] = sizes { Some(*size) } else { None };
        Ok(Self { game, setups, only, found: Games::default() })
    }

    /// The games found.
    #[must_use]
    pub fn finish(self) -> Games {
        self.found
    }

    /// Reads a file of any kind; games that cannot be read are skipped and counted.
    ///
    /// # Errors
    /// If it is no file of games at all.
    pub fn read(&mut self, path: &Path, bytes: &[u8]) -> Result<(), UnreadableGames> {
        let name = path.display();
        if bytes.starts_with(&[0x1f, 0x8b]) {
            return Err(UnreadableGames(format!("{name} is compressed: unpack it, or pipe it in as -")));
        }
        if bytes.starts_with(b"CATENASP") {
            return self.read_selfplay(path, bytes);
        }
        if bytes.trim_ascii_start().starts_with(b"(") {
            let hint = self.only.map(|size| &self.setups[&size]);
            let records =
                Record::read_all(bytes, hint).map_err(|error| UnreadableGames(format!("{name}: {error}")))?;
            records.iter().for_each(|record| self.keep(record.position()));
            return Ok(());
        }
        let text = std::str::from_utf8(bytes)
            .map_err(|_| UnreadableGames(format!("{name} has no games: it is neither text nor self-play")))?;
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Err(why) = self.read_line(line) {
                self.found.wrong.push(format!("{name}, line {}: {why}", number + 1));
            }
        }
        Ok(())
    }

    fn read_selfplay(&mut self, path: &Path, bytes: &[u8]) -> Result<(), UnreadableGames> {
        let read = SelfplayFile::read_from(bytes, path, &mut |_, setup, game| {
            let mut position = Position::new(setup.with_swap(SwapRule::On));
            let moves = game.opening.iter().copied().chain(game.moves.iter().map(|searched| searched.mv));
            let legal = moves.into_iter().try_for_each(|mv| position.play(mv));
            match legal {
                Ok(()) => self.keep(after_opening(position, game.opening.len())),
                Err(error) => self.found.wrong.push(format!("game {}: {error}", game.number)),
            }
            Ok(())
        });
        let (_, damage) = read.map_err(|error| UnreadableGames(error.to_string()))?;
        let name = path.display();
        self.found.wrong.extend(damage.iter().map(|damage| format!("{name} is {damage}")));
        Ok(())
    }

    fn read_line(&mut self, line: &str) -> Result<(), String> {
        let (size, opening, moves) = if line.starts_with('{') {
            let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
            let no_size = |size: &Value| format!("{size} is no size of a board");
            let size =
                value.get("size").map(|size| size.as_u64().ok_or_else(|| no_size(size))).transpose()?;
            let names = |field: &str| value.get(field).map_or(Ok(String::new()), words);
            let opening = names("opening")?;
            let moves = format!("{opening} {}", names("moves")?);
            (size.or(self.only), opening.split_whitespace().count(), moves)
        } else {
            // Some lists start with a column for the winner.
            let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let is_column = first.bytes().all(|byte| byte.is_ascii_digit());
            (self.only, 0, if is_column { rest } else { line }.to_owned())
        };
        let size = size.ok_or("the line does not say the size of the board; --size with one number does")?;
        let Some(setup) = self.setups.get(&size) else {
            self.found.other_sizes += 1;
            return Ok(());
        };
        if moves.trim().is_empty() {
            return Err("there are no moves".to_owned());
        }
        let record = Record::read(moves.as_bytes(), Some(setup)).map_err(|error| error.to_string())?;
        self.keep(after_opening(record.position(), opening));
        Ok(())
    }

    fn keep(&mut self, position: Position) {
        let setup = position.setup();
        if setup.game() == self.game && self.setups.contains_key(&u64::from(setup.size())) {
            self.found.games.push(position);
        } else {
            self.found.other_sizes += 1;
        }
    }
}

/// The same game with the stones of its opening set up: nobody chose these moves, so they are not
/// to be learned from. A single first move is not learned from anyway, and the swap follows it.
fn after_opening(game: Position, opening: usize) -> Position {
    if opening < 2 {
        return game;
    }
    let (opening, moves) = game.plies().split_at(opening.min(game.plies().len()));
    let mut start = Position::new(game.setup().clone());
    for ply in opening {
        start.play_as(ply.color, ply.mv).expect("the game was played by the rules");
    }
    let stone = |cell| Some((cell, start.board().stone(cell)?));
    let stones: Vec<_> = start.topology().places().filter_map(stone).collect();
    let set_up = Position::with_stones(game.setup().clone(), &stones, start.to_move());
    let mut position = set_up.expect("stones of a game in progress are a position");
    for ply in moves {
        position.play_as(ply.color, ply.mv).expect("the game was played by the rules");
    }
    position
}

/// Moves as a text, or as a list of texts or of objects with a move.
fn words(value: &Value) -> Result<String, String> {
    let word = |value: &Value| {
        let text = value.as_str().or_else(|| value.get("move")?.as_str());
        text.map(str::to_owned).ok_or_else(|| format!("{value} is no move"))
    };
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Array(list) => Ok(list.iter().map(word).collect::<Result<Vec<_>, _>>()?.join(" ")),
        other => Err(format!("{other} is no list of moves")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Position {
        let mut reader = Reader::new(Game::Hex, &[5]).unwrap();
        reader.read(Path::new("games"), line.as_bytes()).unwrap();
        let games = reader.finish();
        assert_eq!(games.wrong, [""; 0]);
        games.games[0].clone()
    }

    #[test]
    fn moves_of_a_random_opening_are_not_learned_from() {
        let searched =
            r#"{"size": 5, "opening": ["a1", "b2", "c3"], "moves": [{"move": "d4"}, {"move": "e5"}]}"#;
        let chosen = r#"{"size": 5, "moves": ["a1", "b2", "c3", "d4", "e5"]}"#;
        let swapped = r#"{"size": 5, "opening": ["a1"], "moves": ["swap-pieces", "c3", "d4"]}"#;
        // The first move of a game is never learned from, so that one of an opening may stay.
        let learned_from = |line: &str| read(line).plies().len();
        assert_eq!((learned_from(searched), learned_from(chosen), learned_from(swapped)), (2, 5, 4));
        // The board is the same all the same.
        assert_eq!(read(searched).stones(), read(chosen).stones());
        assert_eq!(read(searched).to_move(), read(chosen).to_move());
    }

    #[test]
    fn an_opening_of_selfplay_is_not_learned_from() {
        use catena_arena::selfplay::{Header, SearchedMove, SelfplayGame};
        use catena_core::{Cell, Move};
        let path = std::env::temp_dir().join(format!("catena-games-{}.selfplay", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let header = Header {
            game: "hex".to_owned(),
            size: 5,
            swap: false,
            player: String::new(),
            identity: String::new(),
            limit: String::new(),
            openings: String::new(),
            seed: 1,
            build: String::new(),
        };
        let place = |index| Move::Place(Cell::new(index));
        let searched = |index| SearchedMove { mv: place(index), value: 0.5, visits: Vec::new() };
        let game = SelfplayGame {
            number: 0,
            winner: None,
            opening: (0..8).map(place).collect(),
            moves: (8..11).map(searched).collect(),
        };
        SelfplayFile::open_to_add(&path, &header).unwrap().0.add(&game).unwrap();
        let mut reader = Reader::new(Game::Hex, &[5]).unwrap();
        reader.read(&path, &std::fs::read(&path).unwrap()).unwrap();
        std::fs::remove_file(&path).unwrap();
        let games = reader.finish();
        let position = &games.games[0];
        assert_eq!((position.start_stones().len(), position.plies().len()), (8, 3));
    }
}
