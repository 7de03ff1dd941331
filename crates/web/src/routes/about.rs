//! `GET /api/about`: what there is to play, and with whom.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use catena_core::Game;
use catena_engine::{Level, PRESETS};
use serde_json::{Value, json};

use crate::App;
use crate::app::stored_game::MAX_NODES;
use crate::server::extract::MAX_BODY;

pub async fn about(State(app): State<Arc<App>>) -> Json<Value> {
    let usage = app.engines.usage();
    let games: Vec<Value> = Game::ALL.into_iter().map(game).collect();
    let players: Vec<Value> = PRESETS
        .iter()
        .map(|preset| {
            json!({
                "name": preset.name,
                "summary": preset.summary,
                "source": preset.source,
                "games": preset.games.iter().map(|game| game.name()).collect::<Vec<_>>(),
            })
        })
        .collect();
    Json(json!({
        "name": "catena",
        "version": env!("CARGO_PKG_VERSION"),
        "games": games,
        "players": players,
        "levels": { "min": 1, "max": Level::FULL.number() },
        "limits": {
            "body": MAX_BODY,
            "sessions": app.options.sessions,
            "nodes": MAX_NODES,
            "memory": app.options.memory,
            "threads": app.options.threads,
        },
        "usage": {
            "searches": app.scheduler.searches(),
            "idle_engines": usage.idle_engines,
            "memory": usage.megabytes,
        },
    }))
}

fn game(game: Game) -> Value {
    let (usual, aim, swap): (&[u16], &str, bool) = match game {
        Game::Havannah => (
            &[4, 5, 6, 8, 10],
            "Be the first to join two corners (bridge), three sides (fork) or to close a loop (ring).",
            false,
        ),
        Game::Hex => (
            &[7, 9, 11, 13, 14, 19],
            "Join your two opposite sides: Black top and bottom, White left and right.",
            true,
        ),
        Game::Y => (&[7, 8, 9, 10, 11, 12, 13], "Join all three sides with one chain.", true),
        Game::Star => {
            (&[6, 8, 10], "Own more of the border than the opponent, with fewer and larger groups.", true)
        }
        Game::Renkula => (
            &[2, 3, 4, 6],
            "Each move places two opposite stones on the sphere: join a cell to its antipode.",
            true,
        ),
    };
    let sizes = game.sizes();
    json!({
        "id": game.name(),
        "name": game.title(),
        "aim": aim,
        "sizes": { "min": sizes.start(), "max": sizes.end(), "usual": usual },
        "default_size": game.default_size(),
        "swap": swap,
    })
}
