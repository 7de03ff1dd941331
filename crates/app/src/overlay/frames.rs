//! Distance of each player of Havannah from a win.

use catena_core::rules::{Methods, UnsupportedMethod};
use catena_core::{Outcome, Position};
use catena_proof::frame::{self, FrameError};
use serde_json::{Value, json};

use crate::error::{AppError, AppResult};
use crate::json::frames_json;

/// Distance of each player of Havannah from a win.
pub fn frames(node: u32, position: &Position) -> AppResult<Value> {
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
