//! `POST /api/judge`: who won a list of moves.

use axum::Json;
use catena_core::{Position, SwapRule};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::error::{AppError, AppResult};
use crate::app::json::OutcomeJson;
use crate::app::stored_game::{play_all, setup};
use crate::server::error::ApiResult;
use crate::server::extract::Body;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    game: String,
    size: Option<u64>,
    moves: Vec<String>,
    #[serde(default)]
    swap: bool,
}

pub async fn judge(Body(request): Body<Request>) -> ApiResult<Json<Value>> {
    let judged = tokio::task::spawn_blocking(move || answer(&request)).await;
    Ok(judged.map_err(AppError::internal).flatten().map(Json)?)
}

fn answer(request: &Request) -> AppResult<Value> {
    let swap = if request.swap { SwapRule::On } else { SwapRule::Off };
    let setup = setup(&request.game, request.size, swap)?;
    let position = play_all(Position::new(setup), &request.moves)?;
    let outcome = position.outcome().map(|outcome| OutcomeJson::of(&position, outcome));
    let mut answer = json!({ "winner": null, "how": [], "cells": [] });
    if let Some(outcome) = outcome {
        answer = serde_json::to_value(outcome)?;
    }
    answer["ply"] = json!(position.plies().len());
    Ok(answer)
}
