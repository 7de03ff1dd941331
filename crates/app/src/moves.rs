//! Moves, comments and cuts in the tree of a game.

use serde::{Deserialize, Serialize};

use crate::App;
use crate::error::{AppError, AppResult};
use crate::json::{NodeJson, PositionJson, StoredGameJson};
use crate::stored_game::StoredGame;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    node: u32,
    #[serde(rename = "move")]
    mv: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comment {
    node: u32,
    text: String,
}

/// A node with the position there.
#[derive(Serialize)]
pub struct Played {
    pub node: NodeJson,
    pub position: PositionJson,
}

impl Played {
    pub fn of(game: &StoredGame, id: u32) -> AppResult<Self> {
        let node = game.node(id)?;
        Ok(Self {
            node: NodeJson::of(game, node),
            position: PositionJson::of(id, &game.record.position_at(node)),
        })
    }
}

/// Plays a move after a node; an existing child is walked into.
pub fn play(app: &App, id: &str, play: &Play) -> AppResult<Played> {
    let (game, node) = StoredGame::change_node(&app.store, id, |game| {
        let mv = game.record.setup().topology().parse_move(&play.mv).map_err(AppError::invalid)?;
        game.play(play.node, mv)
    })?;
    Played::of(&game, node)
}

/// Changes the comment of a node.
pub fn comment(app: &App, id: &str, comment: &Comment) -> AppResult<NodeJson> {
    let (game, node) = StoredGame::change_node(&app.store, id, |game| {
        game.comment(comment.node, &comment.text)?;
        Ok(comment.node)
    })?;
    Ok(NodeJson::of(&game, game.node(node)?))
}

/// Takes out a node with what follows it, if the visitor may.
pub fn cut(app: &App, id: &str, node: u32, visitor: Option<&str>) -> AppResult<StoredGameJson> {
    StoredGame::check_owner(&app.store, id, visitor)?;
    let game = StoredGame::change(&app.store, id, |game| game.cut(node))?;
    crate::games::to_json(app, &game)
}

/// The position of a node.
pub fn position(app: &App, id: &str, node: u32) -> AppResult<PositionJson> {
    let game = StoredGame::load(&app.store, id)?;
    Ok(PositionJson::of(node, &game.position_at(node)?))
}
