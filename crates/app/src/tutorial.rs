//! The rules in few words with examples.

use catena_core::Game;
use serde_json::{Value, json};

/// The rules with their examples.
#[must_use]
pub fn tutorial(game: Game) -> Value {
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
