//! Moves, comments and cuts in the tree of a session.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::app::blocking;
use crate::error::{Answer, ApiError};
use crate::extract::{Body, Path};
use crate::session::Session;
use crate::sessions;
use crate::view::{NodeView, PositionView, SessionView};

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
    pub node: NodeView,
    pub position: PositionView,
}

impl Played {
    pub fn of(session: &Session, id: u32) -> Answer<Self> {
        let node = session.node(id)?;
        Ok(Self {
            node: NodeView::of(session, node),
            position: PositionView::of(id, &session.record.position_at(node)),
        })
    }
}

pub async fn play(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(play): Body<Play>,
) -> Answer<Json<Played>> {
    blocking(&app, move |app| {
        let _lock = app.lock(&id);
        let mut session = Session::load(&app.store, &id)?;
        let mv = session.record.setup().topology().parse_move(&play.mv).map_err(ApiError::bad)?;
        let node = session.play(play.node, mv)?;
        session.save(&app.store)?;
        Played::of(&session, node).map(Json)
    })
    .await
}

pub async fn comment(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(comment): Body<Comment>,
) -> Answer<Json<NodeView>> {
    blocking(&app, move |app| {
        let _lock = app.lock(&id);
        let mut session = Session::load(&app.store, &id)?;
        session.comment(comment.node, &comment.text)?;
        session.save(&app.store)?;
        Ok(Json(NodeView::of(&session, session.node(comment.node)?)))
    })
    .await
}

pub async fn cut(
    State(app): State<Arc<App>>,
    Path((id, node)): Path<(String, u32)>,
) -> Answer<Json<SessionView>> {
    blocking(&app, move |app| {
        let _lock = app.lock(&id);
        let mut session = Session::load(&app.store, &id)?;
        let gone = session.cut(node)?;
        session.save(&app.store)?;
        app.store.forget_notes(&id, &gone)?;
        sessions::view(app, &session)
    })
    .await
}

pub async fn position(
    State(app): State<Arc<App>>,
    Path((id, node)): Path<(String, u32)>,
) -> Answer<Json<PositionView>> {
    blocking(&app, move |app| {
        let session = Session::load_bare(&app.store, &id)?;
        Ok(Json(PositionView::of(node, &session.position_at(node)?)))
    })
    .await
}
