//! One game as bytes and as a line of JSON.

use catena_core::{Cell, Color, Move, Setup, SwapRule};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::points;
use crate::encoding::{code, decoded, put, put_winner, take, take_bytes, take_winner};

/// Header of a file of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Name of the game.
    pub game: String,
    /// Size of the board.
    pub size: u16,
    /// True if the swap rule is on.
    pub swap: bool,
    /// The player of both colors.
    pub player: String,
    /// All parameters of the player and the hashes of its models; empty in files from before November 2026.
    #[serde(default)]
    pub identity: String,
    /// Limit of a move.
    pub limit: String,
    /// Where games start.
    pub openings: String,
    /// The seed.
    pub seed: u64,
    /// The program that played.
    pub build: String,
}

impl Header {
    /// Game, board and swap rule, if this version knows them.
    #[must_use]
    pub fn setup(&self) -> Option<Setup> {
        let swap = if self.swap { SwapRule::On } else { SwapRule::Off };
        Setup::new(catena_core::Game::parse(&self.game)?, u64::from(self.size), swap).ok()
    }
}

/// A game with the statistics of its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfplayGame {
    /// Its number in the file's sequence.
    pub number: u64,
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// The moves that nobody chose.
    pub opening: Vec<Move>,
    /// The moves that were searched for.
    pub moves: Vec<SearchedMove>,
}

/// A move with what the search knew.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchedMove {
    /// The move that was played.
    pub mv: Move,
    /// The value of the position for the player to move, in [0, 1].
    pub value: f32,
    /// Visits of the cells that were tried, in the order of the cells.
    pub visits: Vec<(Cell, u32)>,
}

/// The game as bytes, without length and checksum.
#[must_use]
pub fn encode(game: &SelfplayGame) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(64 * game.moves.len());
    put(&mut bytes, game.number);
    put_winner(&mut bytes, game.winner);
    put(&mut bytes, game.opening.len() as u64);
    game.opening.iter().for_each(|&mv| put(&mut bytes, u64::from(code(mv))));
    put(&mut bytes, game.moves.len() as u64);
    for searched in &game.moves {
        put(&mut bytes, u64::from(code(searched.mv)));
        let value = (searched.value.clamp(0.0, 1.0) * f32::from(u16::MAX)).round() as u16;
        bytes.extend(value.to_le_bytes());
        put(&mut bytes, searched.visits.len() as u64);
        let mut before = 0;
        for &(cell, visits) in &searched.visits {
            put(&mut bytes, cell.index() as u64 - before);
            put(&mut bytes, u64::from(visits));
            before = cell.index() as u64;
        }
    }
    bytes
}

/// The game that bytes mean; nothing if they mean none.
#[must_use]
pub fn decode(mut bytes: &[u8], setup: &Setup) -> Option<SelfplayGame> {
    let bytes = &mut bytes;
    let number = take(bytes)?;
    let winner = take_winner(bytes)?;
    let longest = setup.topology().len() as u64 + 2;
    let length = take(bytes).filter(|&length| length <= longest)?;
    let opening = (0..length).map(|_| decoded(take(bytes)?, setup)).collect::<Option<_>>()?;
    let length = take(bytes).filter(|&length| length <= longest)?;
    let moves = (0..length).map(|_| searched(bytes, setup)).collect::<Option<_>>()?;
    bytes.is_empty().then_some(SelfplayGame { number, winner, opening, moves })
}

fn searched(bytes: &mut &[u8], setup: &Setup) -> Option<SearchedMove> {
    let mv = decoded(take(bytes)?, setup)?;
    let value = f32::from(u16::from_le_bytes(take_bytes(bytes)?)) / f32::from(u16::MAX);
    let count = take(bytes).filter(|&count| count <= setup.topology().len() as u64)?;
    let mut before = 0;
    let visits = (0..count).map(|_| {
        before = take(bytes).and_then(|step| step.checked_add(before))?;
        let Some(Move::Place(cell)) = decoded(before, setup) else { return None };
        Some((cell, u32::try_from(take(bytes)?).ok()?))
    });
    Some(SearchedMove { mv, value, visits: visits.collect::<Option<_>>()? })
}

/// A game as one line of JSON without its end: `visits` by cell, `value` for the player to move,
/// `result` its points.
#[must_use]
pub fn jsonl(game: &SelfplayGame, setup: &Setup) -> String {
    let topology = setup.topology();
    let mut color = if game.opening.len().is_multiple_of(2) { Color::Black } else { Color::White };
    let moves: Vec<Value> = game
        .moves
        .iter()
        .map(|searched| {
            let visits: Map<String, Value> = searched
                .visits
                .iter()
                .map(|&(cell, visits)| (topology.name(cell).to_owned(), visits.into()))
                .collect();
            let object = json!({
                "color": color.to_string(),
                "move": topology.move_name(searched.mv),
                "value": (f64::from(searched.value) * 1e5).round() / 1e5,
                "result": points(game.winner, color),
                "visits": visits,
            });
            color = !color;
            object
        })
        .collect();
    let opening: Vec<&str> = game.opening.iter().map(|&mv| topology.move_name(mv)).collect();
    let winner = game.winner.map(|winner| winner.to_string());
    json!({
        "number": game.number,
        "game": setup.game().name(),
        "size": setup.size(),
        "swap": setup.swap().to_string(),
        "winner": winner,
        "opening": opening,
        "moves": moves,
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::Game;

    fn example(setup: &Setup) -> SelfplayGame {
        let cell = |name: &str| setup.topology().cell(name).unwrap();
        SelfplayGame {
            number: 300,
            winner: Some(Color::White),
            opening: vec![Move::Place(cell("a1")), Move::Swap],
            moves: vec![
                SearchedMove {
                    mv: Move::Place(cell("c3")),
                    value: 0.25,
                    visits: vec![(cell("b1"), 7), (cell("c3"), 1_000_000)],
                },
                SearchedMove { mv: Move::Resign, value: 0.0, visits: Vec::new() },
            ],
        }
    }

    #[test]
    fn games_go_there_and_back() {
        let setup = Setup::new(Game::Hex, 5, SwapRule::On).unwrap();
        let game = example(&setup);
        let bytes = encode(&game);
        let back = decode(&bytes, &setup).unwrap();
        assert_eq!(back.moves[0].visits, game.moves[0].visits);
        assert!((back.moves[0].value - 0.25).abs() < 1e-4);
        assert_eq!(encode(&back), bytes);
        for length in 0..bytes.len() {
            assert_eq!(decode(&bytes[..length], &setup), None, "cut at {length}");
        }
        let longer = [bytes, vec![0]].concat();
        assert_eq!(decode(&longer, &setup), None);
    }

    #[test]
    fn a_line_says_who_moved_and_what_he_got() {
        let setup = Setup::new(Game::Hex, 5, SwapRule::On).unwrap();
        let line: Value = serde_json::from_str(&jsonl(&example(&setup), &setup)).unwrap();
        assert_eq!(line["opening"], json!(["a1", "swap-pieces"]));
        assert_eq!(line["moves"][0]["color"], "black");
        assert_eq!(line["moves"][0]["result"], 0.0);
        assert_eq!(line["moves"][1]["result"], 1.0);
        assert_eq!(line["moves"][0]["visits"]["c3"], 1_000_000);
    }
}
