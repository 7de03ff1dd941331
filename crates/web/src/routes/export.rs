//! A game as files: SGF and SVG.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use catena_app::export;
use catena_core::render::{StoneColors, SvgOptions, Theme};
use serde::Deserialize;

use super::with_store;
use crate::WebApp;
use crate::server::error::{ApiError, ApiResult};
use crate::server::extract::{Path, Query};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    node: Option<u32>,
    theme: Option<String>,
    stones: Option<String>,
}

pub async fn sgf(State(app): State<Arc<WebApp>>, Path(id): Path<String>) -> ApiResult<impl IntoResponse> {
    let (name, text) = with_store(&app, move |app| export::sgf(app, &id)).await?;
    let kind = "application/x-go-sgf; charset=utf-8".to_owned();
    let name = format!("attachment; filename=\"{name}\"");
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], text))
}

pub async fn svg(
    State(app): State<Arc<WebApp>>,
    Path(id): Path<String>,
    Query(drawing): Query<Drawing>,
) -> ApiResult<impl IntoResponse> {
    let theme = match drawing.theme.as_deref() {
        None | Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some(_) => return Err(ApiError::bad("theme is light or dark")),
    };
    let stones = match drawing.stones.as_deref() {
        None | Some("black-white") => StoneColors::BlackWhite,
        Some("red-blue") => StoneColors::RedBlue,
        Some(_) => return Err(ApiError::bad("stones are black-white or red-blue")),
    };
    let options = SvgOptions { theme, stones, ..SvgOptions::default() };
    let svg = with_store(&app, move |app| export::svg(app, &id, drawing.node, &options)).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg))
}
