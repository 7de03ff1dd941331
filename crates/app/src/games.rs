//! Stored games as a whole: the list, a new one, what can be changed about one.

use serde_json::{Value, json};

use crate::App;
use crate::error::AppResult;
use crate::game_requests::{Changes, NewGame};
use crate::json::StoredGameJson;
use crate::store::Listed;
use crate::stored_game::StoredGame;

/// The stored games, last used first.
pub fn list(app: &App, listed: &Listed) -> AppResult<Vec<Value>> {
    let games = app.store.read(|tables| tables.games(listed))?;
    let listed = games.into_iter().map(|game| {
        json!({
            "id": game.id,
            "title": game.title,
            "game": game.summary.game,
            "size": game.summary.size,
            "moves": game.summary.moves,
            "result": game.summary.result,
            "players": { "black": game.black, "white": game.white },
            "updated": game.updated,
        })
    });
    Ok(listed.collect())
}

/// Stores a new game of a visitor.
pub fn create(app: &App, new: NewGame, visitor: Option<&str>) -> AppResult<StoredGameJson> {
    let mut game = new.build(app.store.read(|tables| tables.new_id())?, &app.models)?;
    app.store.write(|tables| game.insert(tables, visitor))?;
    to_json(app, &game)
}

/// A game with what is known about its nodes.
pub fn show(app: &App, id: &str) -> AppResult<StoredGameJson> {
    to_json(app, &StoredGame::load_with_notes(&app.store, id)?)
}

/// Changes a game as a whole.
pub fn change(app: &App, id: &str, changes: &Changes) -> AppResult<StoredGameJson> {
    let game = StoredGame::change(&app.store, id, |game| changes.apply(game, &app.models))?;
    to_json(app, &game)
}

/// Deletes a game, if the visitor may.
pub fn delete(app: &App, id: &str, visitor: Option<&str>) -> AppResult<()> {
    StoredGame::check_owner(&app.store, id, visitor)?;
    app.reviews.stop(id);
    app.engines.end_game(id);
    app.store.write(|tables| tables.delete_game(id))
}

pub fn to_json(app: &App, game: &StoredGame) -> AppResult<StoredGameJson> {
    StoredGameJson::of(game, app.reviews.is_under_way(&game.id))
}
