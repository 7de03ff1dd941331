//! Games to learn from: those of a game and of some boards, out of files of every kind.

use std::io::{self, BufRead};
use std::path::Path;

use catena_arena::games::{FilePlace, FoundGame, GameSink, GamesError, KnownSetup, MoveLists, read_games};
use catena_core::{Game, Position, SizeError, SwapRule};

/// Games of the boards that were asked for.
#[derive(Clone, Debug, Default)]
pub struct Games {
    /// The games, in the order of the files.
    pub games: Vec<Position>,
    /// Games of another kind, or of other sizes.
    pub other_sizes: usize,
    /// Games that could not be read: where, and why.
    pub wrong: Vec<String>,
}

/// Reads games of some boards.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The game; without one, that of the first game that is read.
    game: Option<Game>,
    /// The sizes; all, if there are none.
    sizes: Vec<u64>,
    found: Games,
}

impl Reader {
    /// Looks for games of these sizes; without any, for games of all sizes, and lists of moves are of the default size.
    ///
    /// # Errors
    /// If the game is not played on one of them.
    pub fn new(game: Option<Game>, sizes: &[u64]) -> Result<Self, SizeError> {
        if let Some(game) = game {
            let unknown = sizes.iter().find(|&&size| game.size_of(size).is_none());
            unknown.map_or(Ok(()), |&size| Err(SizeError { game, size }))?;
        }
        Ok(Self { game, sizes: sizes.to_vec(), found: Games::default() })
    }

    /// The game, if one was named or found.
    #[must_use]
    pub const fn game(&self) -> Option<Game> {
        self.game
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
    pub fn read(&mut self, path: &Path, input: &mut impl BufRead) -> Result<(), GamesError> {
        let size = match self.sizes[..] {
            [] => self.game.map(|game| u64::from(game.default_size())),
            [size] => Some(size),
            // Each game has to say which of them it is.
            _ => None,
        };
        let known = KnownSetup { game: self.game, size, swap: Some(SwapRule::On) };
        read_games(path, input, &known, MoveLists::Lines, self)
    }
}

impl GameSink for Reader {
    fn game(&mut self, place: FilePlace<'_>, game: Result<FoundGame, String>) -> io::Result<()> {
        match game {
            Ok(game) => self.keep(&game),
            Err(why) => self.found.wrong.push(format!("{place}: {why}")),
        }
        Ok(())
    }
}

impl Reader {
    fn keep(&mut self, found: &FoundGame) {
        if found.position.plies().is_empty() {
            return;
        }
        let (game, size) = (found.setup().game(), found.setup().size());
        let is_asked = |&asked: &u64| game.size_of(asked) == Some(size);
        let fits = *self.game.get_or_insert(game) == game;
        if fits && (self.sizes.is_empty() || self.sizes.iter().any(is_asked)) {
            let opening = found.opening;
            self.found.games.push(after_opening(&found.position, opening));
        } else {
            self.found.other_sizes += 1;
        }
    }
}

/// The same game with the stones of its opening set up: nobody chose these moves, so they are not
/// to be learned from. A single first move is not learned from anyway, and the swap follows it.
fn after_opening(game: &Position, opening: usize) -> Position {
    if opening < 2 {
        return game.clone();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Position {
        let mut reader = Reader::new(Some(Game::Hex), &[5]).unwrap();
        reader.read(Path::new("games"), &mut line.as_bytes()).unwrap();
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
        use catena_arena::selfplay::{Header, SearchedMove, SelfplayFile, SelfplayGame};
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
        let mut reader = Reader::new(Some(Game::Hex), &[5]).unwrap();
        reader.read(&path, &mut &std::fs::read(&path).unwrap()[..]).unwrap();
        std::fs::remove_file(&path).unwrap();
        let games = reader.finish();
        let position = &games.games[0];
        assert_eq!((position.start_stones().len(), position.plies().len()), (8, 3));
    }
}
