//! `GET /api/about`: what there is to play, and with whom.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use catena_core::{Game, SwapRule};
use catena_engine::{Level, PRESETS, PlayerSpec, Preset};
use serde_json::{Map, Value, json};

use crate::WebApp;
use crate::server::extract::MAX_BODY;
use catena_app::stored_game::MAX_NODES;
use catena_app::thumbnail::thumbnail;

pub async fn about(State(app): State<Arc<WebApp>>) -> Json<Value> {
    let usage = app.engines.usage();
    let games: Vec<Value> = Game::ALL.into_iter().map(game).collect();
    let offered = app.options.players.iter().map(|player| offered(&app, player));
    let players: Vec<Value> = offered.chain(PRESETS.iter().map(preset)).collect();
    Json(json!({
        "name": "catena",
        "version": env!("CARGO_PKG_VERSION"),
        "games": games,
        "players": players,
        "levels": { "min": 1, "max": Level::FULL.number() },
        "limits": {
            "body": MAX_BODY,
            "games": app.options.games,
            "nodes": MAX_NODES,
            "memory": app.options.memory,
            "threads": app.options.threads,
        },
        "usage": {
            "searches": app.scheduler.searches(),
            "idle_engines": usage.idle_engines,
            "memory": usage.mebibytes,
        },
    }))
}

/// A player of the command line, in the games that it plays with its models.
fn offered(app: &WebApp, player: &PlayerSpec) -> Value {
    let preset = player.preset();
    let plays = |game: &&Game| player.resolve(**game, &app.models).is_ok();
    json!({
        "name": player.to_string(),
        "summary": preset.summary,
        "source": preset.source,
        "games": preset.games.iter().filter(plays).map(|game| game.name()).collect::<Vec<_>>(),
    })
}

fn preset(preset: &Preset) -> Value {
    json!({
        "name": preset.name,
        "summary": preset.summary,
        "source": preset.source,
        "games": preset.games.iter().map(|game| game.name()).collect::<Vec<_>>(),
    })
}

fn game(game: Game) -> Value {
    let facts = game.facts();
    let sizes = &facts.sizes;
    let labels: Map<_, _> =
        sizes.all.clone().map(|size| (size.to_string(), json!((sizes.label)(size)))).collect();
    json!({
        "id": facts.name,
        "title": facts.title,
        "aim": facts.aim,
        "sizes": { "min": sizes.all.start(), "max": sizes.all.end(), "usual": sizes.usual, "labels": labels },
        "default_size": sizes.default,
        "size_meaning": sizes.meaning,
        "swap": facts.usual_swap == SwapRule::On,
        "thumbnail": thumbnail(game).unwrap_or_default(),
        "level_elo": (1..=Level::FULL.number()).filter_map(Level::new).map(|level| level.measured_elo(game)).collect::<Vec<_>>(),
        "methods": facts.methods.names().collect::<Vec<_>>(),
    })
}
