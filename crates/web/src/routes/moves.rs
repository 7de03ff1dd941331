//! Moves, comments and cuts in the tree of a game.

use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};

use super::{blocking, games};
use crate::App;
use crate::app::error::{AppError, AppResult};
use crate::app::json::{NodeJson, PositionJson, StoredGameJson};
use crate::app::quota::Client;
use crate::app::stored_game::StoredGame;
use crate::server::error::ApiResult;
use crate::server::extract::{Body, Path};

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

pub async fn play(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(play): Body<Play>,
) -> ApiResult<Json<Played>> {
    blocking(&app, move |app| {
        let (game, node) = StoredGame::change(&app.store, &id, |game| {
            let mv = game.record.setup().topology().parse_move(&play.mv).map_err(AppError::invalid)?;
            game.play(play.node, mv)
        })?;
        Played::of(&game, node).map(Json)
    })
    .await
}

pub async fn comment(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(comment): Body<Comment>,
) -> ApiResult<Json<NodeJson>> {
    blocking(&app, move |app| {
        let (game, ()) =
            StoredGame::change(&app.store, &id, |game| game.comment(comment.node, &comment.text))?;
        Ok(Json(NodeJson::of(&game, game.node(comment.node)?)))
    })
    .await
}

pub async fn cut(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path((id, node)): Path<(String, u32)>,
) -> ApiResult<Json<StoredGameJson>> {
    blocking(&app, move |app| {
        StoredGame::check_owner(&app.store, &id, client.visitor.as_deref())?;
        let (game, ()) = StoredGame::change(&app.store, &id, |game| game.cut(node))?;
        games::to_json(app, &game)
    })
    .await
}

pub async fn position(
    State(app): State<Arc<App>>,
    Path((id, node)): Path<(String, u32)>,
) -> ApiResult<Json<PositionJson>> {
    blocking(&app, move |app| {
        let game = StoredGame::load(&app.store, &id)?;
        Ok(Json(PositionJson::of(node, &game.position_at(node)?)))
    })
    .await
}
