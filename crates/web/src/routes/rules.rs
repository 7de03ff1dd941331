//! `GET /api/rules/{game}`: the rules in few words with examples, and a small picture of the game.

use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;
use catena_core::Game;
use serde_json::{Value, json};

use crate::app::stored_game::game_named;
use crate::app::thumbnail::thumbnail;
use crate::server::error::ApiResult;
use crate::server::extract::Path;

pub async fn rules(Path(game): Path<String>) -> ApiResult<Json<Value>> {
    Ok(Json(to_json(game_named(&game)?)))
}

pub async fn picture(Path(game): Path<String>) -> ApiResult<impl IntoResponse> {
    let svg = thumbnail(game_named(&game)?)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg))
}

fn to_json(game: Game) -> Value {
    let tutorial = game.facts().tutorial;
    let cells = |names: &'static str| -> Vec<&str> { names.split_whitespace().collect() };
    let examples = tutorial.examples.iter().map(|example| {
        json!({
            "caption": example.caption,
            "size": example.size,
            "black": cells(example.black),
            "white": cells(example.white),
            "figure": cells(example.figure),
        })
    });
    json!({
        "game": game.name(),
        "goal": tutorial.goal,
        "points": tutorial.points,
        "examples": examples.collect::<Vec<_>>(),
    })
}
