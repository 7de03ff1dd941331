//! `GET /api/sessions/{id}/frames`: how near each player of Havannah is to winning.

mod json;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use catena_core::{Outcome, Position};
use catena_proof::frame::{self, FrameError};
use serde_json::{Value, json};

use crate::App;
use crate::error::{Answer, ApiError};
use crate::extract::{Path, Query};
use crate::look::{Asked, look_at};
pub use json::frames_json;

pub async fn frames(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Answer<Json<Value>> {
    look_at(&app, id, asked, view).await
}

fn view(node: u32, position: &Position) -> Answer<Value> {
    let mut found = match frame::frames(position, None) {
        Ok(found) => frames_json(position, &found),
        Err(FrameError::NotHavannah) => {
            let game = position.setup().game();
            return Err(ApiError::bad(format!("frames are known for havannah, not for {game}")));
        }
        Err(FrameError::GameOver) => {
            let winner = position.outcome().and_then(|Outcome { winner, .. }| winner);
            json!({ "black": null, "white": null, "ahead": null, "winner": winner.map(|color| color.to_string()) })
        }
    };
    found["node"] = json!(node);
    Ok(found)
}
