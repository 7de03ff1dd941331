//! `GET /api/arena`: the matches and experiments that `catena match` and `catena reproduce` have
//! stored in the folder of data, with their tables and plots.

use std::path::Path as Folder;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use catena_arena::stats::RatingOptions;
use catena_arena::{MatchStore, StoredMatch, Tally, summary};
use serde_json::{Value, json};

use super::blocking;
use crate::WebApp;
use crate::server::error::ApiResult;
use crate::server::extract::Path;
use catena_app::error::{AppError, AppResult};

/// As `catena match` rates by default.
const RATINGS: RatingOptions = RatingOptions { prior: 1.0, anchor: None };

/// All matches, the newest first.
pub async fn list(State(app): State<Arc<WebApp>>) -> ApiResult<Json<Vec<Value>>> {
    let folder = app.options.data.clone();
    let matches = blocking(&app, move |_| {
        let Some(store) = store(&folder)? else { return Ok(Vec::new()) };
        let mut found = store.matches().map_err(AppError::internal)?;
        found.sort_by_key(|one| std::cmp::Reverse(one.id));
        Ok(found.iter().map(entry).collect())
    });
    Ok(Json(matches.await?))
}

/// One match with its tables, and where its plot and its games are.
pub async fn show(State(app): State<Arc<WebApp>>, Path(id): Path<String>) -> ApiResult<Json<Value>> {
    let folder = app.options.data.clone();
    let found = blocking(&app, move |_| {
        let (one, tally) = load(&folder, &id)?;
        let mut value = entry(&one);
        value["tables"] = json!([standings(&one, &tally), ends(&tally)]);
        value["plots"] = json!([{ "title": "Ratings", "url": format!("/api/arena/{}/ratings.svg", one.id) }]);
        value["games_url"] = json!(format!("/api/arena/{}/games.sgf", one.id));
        Ok(value)
    });
    Ok(Json(found.await?))
}

/// The ratings as a picture.
pub async fn plot(State(app): State<Arc<WebApp>>, Path(id): Path<String>) -> ApiResult<impl IntoResponse> {
    let folder = app.options.data.clone();
    let svg = blocking(&app, move |_| {
        let (one, tally) = load(&folder, &id)?;
        Ok(summary::plot(&one.info, &tally, RATINGS))
    });
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg.await?))
}

/// All games of a match, one after the other.
pub async fn games(State(app): State<Arc<WebApp>>, Path(id): Path<String>) -> ApiResult<impl IntoResponse> {
    let name = format!("attachment; filename=\"match-{id}.sgf\"");
    let folder = app.options.data.clone();
    let text = blocking(&app, move |_| {
        let (store, one) = find(&folder, &id)?;
        let games = store.games(one.id).map_err(AppError::internal)?;
        // A game that this version cannot play again is left out, as by `match --sgf`.
        Ok(games.iter().filter_map(|game| summary::sgf(&one.info, game).ok()).collect::<String>())
    });
    let kind = "application/x-go-sgf; charset=utf-8".to_owned();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], text.await?))
}

/// The arena's store, if anything has been played.
fn store(folder: &Folder) -> AppResult<Option<MatchStore>> {
    let file = folder.join("arena.sqlite");
    if !file.exists() {
        return Ok(None);
    }
    MatchStore::open_to_read(&file).map(Some).map_err(AppError::internal)
}

/// A match by its number.
fn find(folder: &Folder, id: &str) -> AppResult<(MatchStore, StoredMatch)> {
    let store = store(folder)?.ok_or_else(unknown)?;
    let one = id.parse().ok().and_then(|id| store.stored_match(id).ok()).ok_or_else(unknown)?;
    Ok((store, one))
}

fn load(folder: &Folder, id: &str) -> AppResult<(StoredMatch, Tally)> {
    let (store, one) = find(folder, id)?;
    let mut tally = Tally::new(one.info.players.len());
    store.games(one.id).map_err(AppError::internal)?.iter().for_each(|game| tally.add(game));
    Ok((one, tally))
}

fn unknown() -> AppError {
    AppError::NotFound("there is no such match".to_owned())
}

fn entry(one: &StoredMatch) -> Value {
    json!({
        "id": one.id,
        "title": one.info.players.join(" – "),
        "summary": format!(
            "{}, {}, {} game{}",
            one.info.board(),
            one.info.limit,
            one.games,
            if one.games == 1 { "" } else { "s" }
        ),
        "created": one.created,
        "games": one.games,
    })
}

fn standings(one: &StoredMatch, tally: &Tally) -> Value {
    let rows = summary::standings(&one.info, tally, RATINGS);
    let rows: Vec<Value> = rows
        .iter()
        .map(|row| {
            let percent = 100.0 * row.points / row.games.max(1) as f64;
            let interval = format!("{:+.0} to {:+.0}", row.interval.low, row.interval.high);
            json!([
                row.name,
                row.games,
                row.points,
                format!("{percent:.1} %"),
                format!("{:+.0}", row.elo),
                interval
            ])
        })
        .collect();
    let columns = ["Player", "Games", "Points", "Score", "Elo", "95 %"];
    json!({ "title": "Standings", "columns": columns, "rows": rows })
}

fn ends(tally: &Tally) -> Value {
    let rows: Vec<Value> = tally.ends.iter().map(|(how, count)| json!([how, count])).collect();
    let title = format!("How games ended; {:.1} moves on average", tally.mean_length());
    json!({ "title": title, "columns": ["End", "Games"], "rows": rows })
}
