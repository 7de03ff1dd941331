//! Distance of each player of Havannah from a win.

use catena_core::rules::{Methods, UnsupportedMethod};
use catena_core::{Outcome, Position};
use catena_engine::FramesEvaluator;
use catena_proof::frame::{self, FrameError};
use serde_json::{Value, json};

use crate::error::{AppError, AppResult};
use crate::json::frames_json;

/// Playouts of an edge for each number of stones ahead, and their seed.
const VALUE_PLAYOUTS: u32 = 100;
const VALUE_SEED: u64 = 1;

/// Distance of each player of Havannah from a win.
pub fn frames(node: u32, position: &Position) -> AppResult<Value> {
    let mut found = match frame::frames(position, None) {
        Ok(found) => {
            let mut evaluator = FramesEvaluator::new(position, VALUE_SEED)
                .map_err(|error| AppError::invalid(error.to_string()))?;
            frames_json(position, &found, &evaluator.evaluate(position, VALUE_PLAYOUTS))
        }
        Err(FrameError::NotHavannah) => {
            let error = UnsupportedMethod { methods: Methods::FRAMES, game: position.setup().game() };
            return Err(AppError::invalid(error.to_string()));
        }
        Err(FrameError::GameOver) => {
            let winner = position.outcome().and_then(|Outcome { winner, .. }| winner);
            json!({ "black": null, "white": null, "ahead": null, "value": null, "winner": winner.map(|color| color.to_string()) })
        }
    };
    found["node"] = json!(node);
    Ok(found)
}
