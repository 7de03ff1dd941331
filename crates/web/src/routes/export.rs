//! A game as files: SGF and SVG.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use catena_core::record::Record;
use catena_core::render::{self, SvgOptions, Theme};
use serde::Deserialize;

use super::blocking;
use crate::App;
use crate::app::stored_game::StoredGame;
use crate::server::error::{ApiError, ApiResult};
use crate::server::extract::{Path, Query};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    node: Option<u32>,
    theme: Option<String>,
}

pub async fn sgf(State(app): State<Arc<App>>, Path(id): Path<String>) -> ApiResult<impl IntoResponse> {
    let (name, text) = blocking(&app, move |app| {
        let game = StoredGame::load_with_notes(&app.store, &id)?;
        let setup = game.record.setup();
        let name = format!("attachment; filename=\"{}-{}-{id}.sgf\"", setup.game(), setup.size());
        Ok((name, annotated(&game).to_sgf()))
    })
    .await?;
    let kind = "application/x-go-sgf; charset=utf-8".to_owned();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], text))
}

/// The record with what is known about its positions (SBKV).
fn annotated(game: &StoredGame) -> Record {
    let mut record = game.record.clone();
    let nodes: Vec<_> = record.nodes().collect();
    for node in nodes {
        let Some(note) = game.notes.get(&game.id_of(node)) else { continue };
        if let Some(value) = note.value() {
            record.set_win_rate(node, 100.0 * value);
        }
    }
    record
}

pub async fn svg(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(drawing): Query<Drawing>,
) -> ApiResult<impl IntoResponse> {
    let theme = match drawing.theme.as_deref() {
        None | Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some(_) => return Err(ApiError::bad("theme is light or dark")),
    };
    let svg = blocking(&app, move |app| {
        let game = StoredGame::load(&app.store, &id)?;
        let position = game.position_at(drawing.node.unwrap_or(game.current))?;
        Ok(render::svg(&position, &SvgOptions { theme, ..SvgOptions::default() }))
    })
    .await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg))
}
