//! Requests about a game: the start of a new one, and changes.

use catena_core::record::Record;
use catena_core::{Color, Position, Setup, SwapRule};
use catena_engine::ModelStore;
use serde::Deserialize;

use super::error::{AppError, AppResult};
use super::stored_game::{StoredGame, play_all, setup};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    game: Option<String>,
    size: Option<u64>,
    swap: Option<bool>,
    players: Option<Players>,
    time: Option<String>,
    title: Option<String>,
    moves: Option<Vec<String>>,
    stones: Option<Stones>,
    to_move: Option<String>,
    record: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Players {
    black: Option<String>,
    white: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stones {
    #[serde(default)]
    black: Vec<String>,
    #[serde(default)]
    white: Vec<String>,
}

/// Changes of a game as a whole.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Changes {
    players: Option<Players>,
    title: Option<String>,
    time: Option<String>,
    swap: Option<bool>,
    current: Option<u32>,
}

impl Changes {
    pub fn apply(&self, game: &mut StoredGame, models: &ModelStore) -> AppResult<()> {
        if let Some(players) = &self.players {
            for (color, player) in [(Color::Black, &players.black), (Color::White, &players.white)] {
                player.iter().try_for_each(|player| game.set_player(color, player, models))?;
            }
        }
        if let Some(title) = &self.title {
            game.set_title(title)?;
        }
        if let Some(time) = &self.time {
            game.set_time(time)?;
        }
        if let Some(swap) = self.swap {
            game.set_swap(swap_rule(swap))?;
        }
        if let Some(current) = self.current {
            game.go_to(current)?;
        }
        Ok(())
    }
}

impl NewGame {
    /// The game, not yet stored.
    pub fn build(self, id: String, models: &ModelStore) -> AppResult<StoredGame> {
        let mut game = StoredGame::new(id, self.to_record()?)?;
        let Self { players, title, time, .. } = self;
        Changes { players, title, time, swap: None, current: None }.apply(&mut game, models)?;
        Ok(game)
    }

    fn to_record(&self) -> AppResult<Record> {
        let swap = swap_rule(self.swap.unwrap_or(false));
        let Some(text) = &self.record else {
            let game =
                self.game.as_ref().ok_or_else(|| AppError::invalid("a new game needs game, or record"))?;
            let start = self.start(setup(game, self.size, swap)?)?;
            let moves = self.moves.as_deref().unwrap_or_default();
            return Ok(Record::from_position(&play_all(start, moves)?));
        };
        if self.moves.is_some() || self.stones.is_some() || self.to_move.is_some() {
            return Err(AppError::invalid(
                "a record has its own moves and stones: leave out moves, stones and to_move",
            ));
        }
        let hint = match (&self.game, self.size) {
            (Some(game), size) => Some(setup(game, size, swap)?),
            (None, Some(_)) => {
                return Err(AppError::invalid("size without game says nothing about a record"));
            }
            (None, None) => None,
        };
        let mut record = Record::read(text.as_bytes(), hint.as_ref()).map_err(AppError::invalid)?;
        if let Some(swap) = self.swap {
            record.set_swap(swap_rule(swap)).map_err(AppError::invalid)?;
        }
        Ok(record)
    }

    /// The position before the first move.
    fn start(&self, setup: Setup) -> AppResult<Position> {
        let mut stones = Vec::new();
        if let Some(named) = &self.stones {
            for (color, names) in [(Color::Black, &named.black), (Color::White, &named.white)] {
                for name in names {
                    let shown: String = name.chars().take(20).collect();
                    let cell = setup.topology().cell(name);
                    let cell =
                        cell.ok_or_else(|| AppError::invalid(format!("{shown:?} is no cell of this board")))?;
                    stones.push((cell, color));
                }
            }
        }
        let to_move = match &self.to_move {
            Some(name) => Color::parse(name).ok_or_else(|| AppError::invalid("to_move is black or white"))?,
            None => Color::Black,
        };
        Position::with_stones(setup, &stones, to_move).map_err(AppError::invalid)
    }
}

const fn swap_rule(on: bool) -> SwapRule {
    if on { SwapRule::On } else { SwapRule::Off }
}
