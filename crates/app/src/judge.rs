//! The winner of a list of moves.

use catena_core::{Position, SwapRule};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::AppResult;
use crate::json::OutcomeJson;
use crate::stored_game::{play_all, setup};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JudgeRequest {
    game: String,
    size: Option<u64>,
    moves: Vec<String>,
    #[serde(default)]
    swap: bool,
}

/// The result of the moves, as docs/http.md tells it.
pub fn judge(request: &JudgeRequest) -> AppResult<Value> {
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
