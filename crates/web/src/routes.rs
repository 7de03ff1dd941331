//! The table of all requests; each family has its file.

mod about;
mod analyze;
mod arena;
mod board;
mod connections;
mod event;
mod export;
mod frames;
mod games;
mod generate;
mod judge;
mod level;
mod moves;
mod review;
mod rules;
mod workers;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{StatusCode, Uri};
use axum::middleware;
use axum::routing::{delete, get, post};

use catena_app::error::AppResult;

use crate::WebApp;
use crate::server::error::{ApiError, ApiResult};
use crate::server::extract::MAX_BODY;
use crate::server::{compress, guard, page};

/// All that the server answers.
pub fn router(app: Arc<WebApp>) -> Router {
    Router::new()
        .route("/api/about", get(about::about))
        .route("/api/boards/{game}/{size}", get(board::board))
        .route("/api/rules/{game}", get(rules::rules))
        .route("/api/rules/{game}/thumbnail.svg", get(rules::picture))
        .route("/api/judge", post(judge::judge))
        .route("/api/levels/{game}", get(level::suited))
        .route("/api/games", get(games::list).post(games::create))
        .route("/api/games/{id}", get(games::show).patch(games::change).delete(games::delete))
        .route("/api/games/{id}/play", post(moves::play))
        .route("/api/games/{id}/comment", post(moves::comment))
        .route("/api/games/{id}/nodes/{node}", delete(moves::cut))
        .route("/api/games/{id}/positions/{node}", get(moves::position))
        .route("/api/games/{id}/generate", post(generate::generate))
        .route("/api/games/{id}/analyze", get(analyze::analyze))
        .route("/api/games/{id}/connections", get(connections::connections))
        .route("/api/games/{id}/frames", get(frames::frames))
        .route("/api/games/{id}/review", get(review::follow).post(review::start).delete(review::stop))
        .route("/api/games/{id}/record.sgf", get(export::sgf))
        .route("/api/games/{id}/board.svg", get(export::svg))
        .route("/api/arena", get(arena::list))
        .route("/api/arena/{id}", get(arena::show))
        .route("/api/arena/{id}/ratings.svg", get(arena::plot))
        .route("/api/arena/{id}/games.sgf", get(arena::games))
        .route("/api/workers", get(workers::status))
        .method_not_allowed_fallback(wrong_method)
        .fallback(page::page)
        .layer(middleware::from_fn(compress::compress))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}

async fn wrong_method(uri: Uri) -> ApiError {
    let path: String = uri.path().chars().take(80).collect();
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        format!("{path} has no such method; docs/http.md lists them"),
    )
}

/// Does work that computes on a thread of its own.
async fn blocking<T: Send + 'static>(
    app: &Arc<catena_app::App>,
    work: impl FnOnce(&Arc<catena_app::App>) -> AppResult<T> + Send + 'static,
) -> ApiResult<T> {
    Ok(catena_app::blocking(app, work).await?)
}

/// Does work on the store of games, one request after the other.
async fn with_store<T: Send + 'static>(
    app: &Arc<catena_app::App>,
    work: impl FnOnce(&Arc<catena_app::App>) -> AppResult<T> + Send + 'static,
) -> ApiResult<T> {
    Ok(catena_app::with_store(app, work).await?)
}
