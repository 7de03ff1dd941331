//! `GET /api/games/{id}/frames`: how near each player of Havannah is to winning.

use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use catena_core::rules::{Methods, UnsupportedMethod};
use catena_core::{Outcome, Position};
use catena_proof::frame::{self, FrameError};
use serde_json::{Value, json};

use super::inspect::{NodeQuery, inspect};
use crate::App;
use crate::app::error::{AppError, AppResult};
use crate::app::json::frames_json;
use crate::app::quota::Client;
use crate::server::error::ApiResult;
use crate::server::extract::{Path, Query};

pub async fn frames(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    Query(query): Query<NodeQuery>,
) -> ApiResult<Json<Value>> {
    inspect(&app, &client, id, query, to_json).await
}

fn to_json(node: u32, position: &Position) -> AppResult<Value> {
    let mut found = match frame::frames(position, None) {
        Ok(found) => frames_json(position, &found),
        Err(FrameError::NotHavannah) => {
            let error = UnsupportedMethod { methods: Methods::FRAMES, game: position.setup().game() };
            return Err(AppError::invalid(error.to_string()));
        }
        Err(FrameError::GameOver) => {
            let winner = position.outcome().and_then(|Outcome { winner, .. }| winner);
            json!({ "black": null, "white": null, "ahead": null, "winner": winner.map(|color| color.to_string()) })
        }
    };
    found["node"] = json!(node);
    Ok(found)
}
