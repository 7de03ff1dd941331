//! A game in one line: moves, a HexWorld link, or JSON.

use catena_core::record::{Record, RecordError};
use catena_core::{Game, Position, Setup, SwapRule};
use serde_json::Value;

use super::FoundGame;
use super::setups::{KnownBoards, KnownSetup};

/// The game of a line without blanks around it.
pub(super) fn game_of_line(line: &str, setups: &mut KnownBoards<'_>) -> Result<FoundGame, String> {
    if line.starts_with('{') {
        return of_json(line, setups);
    }
    let Some(setup) = setups.default() else {
        return match Record::read(line.as_bytes(), None) {
            Ok(record) => Ok(FoundGame::of_record(record)),
            Err(RecordError::NoGame) if setups.known().game.is_some() => {
                Err("it does not say the size of its board; --size does".to_owned())
            }
            Err(error) => Err(error.to_string()),
        };
    };
    // Our own words are by far the most frequent, and quick to read.
    let unfit = match played(setup, line) {
        Ok(position) => return Ok(FoundGame::of_moves(position, 0)),
        Err(unfit) => unfit,
    };
    let record = Record::read(moves(line).as_bytes(), Some(setup));
    match record {
        Ok(record) if setups.known().swap.is_none_or(|swap| swap == record.setup().swap()) => {
            Ok(FoundGame::of_record(record))
        }
        // A link is no list of moves: its own error tells more.
        Err(error) if line.contains("hexworld.org/") || line.starts_with('#') => Err(error.to_string()),
        _ => Err(unfit),
    }
}

/// The game that our own names of moves tell.
fn played(setup: &Setup, line: &str) -> Result<Position, String> {
    let mut position = Position::new(setup.clone());
    for (number, name) in line.split_ascii_whitespace().enumerate() {
        let played = setup
            .topology()
            .parse_move(name)
            .map_err(|error| error.to_string())
            .and_then(|mv| position.play(mv).map_err(|error| format!("{name}: {error}")));
        played.map_err(|why| format!("move {}: {why}", number + 1))?;
    }
    Ok(position)
}

/// Some lists start with a column for the winner.
fn moves(line: &str) -> &str {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if first.bytes().all(|byte| byte.is_ascii_digit()) { rest } else { line }
}

/// An object with `moves`, and with `game`, `size`, `swap` and `opening` if it has them.
fn of_json(line: &str, setups: &mut KnownBoards<'_>) -> Result<FoundGame, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    // Other programs number their games by this name.
    let game = value.get("game").and_then(Value::as_str);
    let game = game.map(|name| Game::parse(name).ok_or_else(|| format!("there is no game {name:?}")));
    let no_size = |size: &Value| format!("{size} is no size of a board");
    let size = value.get("size").map(|size| size.as_u64().ok_or_else(|| no_size(size)));
    let swap = value.get("swap").and_then(Value::as_str).and_then(SwapRule::parse);
    let said = KnownSetup { game: game.transpose()?, size: size.transpose()?, swap };
    let setup = setups.get(&said)?;
    let names = |field: &str| value.get(field).map_or(Ok(String::new()), words);
    let opening = names("opening")?;
    let moves = format!("{opening} {}", names("moves")?);
    if moves.trim().is_empty() {
        return Err("there are no moves".to_owned());
    }
    if let Ok(position) = played(setup, &moves) {
        return Ok(FoundGame::of_moves(position, opening.split_whitespace().count()));
    }
    let record =
        Record::read(moves.as_bytes(), Some(setup)).map_err(|error: RecordError| error.to_string())?;
    Ok(FoundGame { opening: opening.split_whitespace().count(), ..FoundGame::of_record(record) })
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
