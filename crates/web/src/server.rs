//! Routes, and the life of the server.

use std::net::TcpListener;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{StatusCode, Uri};
use axum::middleware;
use axum::routing::{delete, get, post};

use crate::connection;
use crate::error::ApiError;
use crate::extract::MAX_BODY;
use crate::{
    App, about, analyze, arena, board, export, frames, generate, guard, judge, links, page, play, review,
    sessions,
};

/// All that the server answers.
pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/api/about", get(about::about))
        .route("/api/boards/{game}/{size}", get(board::board))
        .route("/api/judge", post(judge::judge))
        .route("/api/sessions", get(sessions::list).post(sessions::create))
        .route("/api/sessions/{id}", get(sessions::show).patch(sessions::change).delete(sessions::delete))
        .route("/api/sessions/{id}/play", post(play::play))
        .route("/api/sessions/{id}/comment", post(play::comment))
        .route("/api/sessions/{id}/nodes/{node}", delete(play::cut))
        .route("/api/sessions/{id}/positions/{node}", get(play::position))
        .route("/api/sessions/{id}/generate", post(generate::generate))
        .route("/api/sessions/{id}/analyze", get(analyze::analyze))
        .route("/api/sessions/{id}/connections", get(links::connections))
        .route("/api/sessions/{id}/frames", get(frames::frames))
        .route("/api/sessions/{id}/review", get(review::follow).post(review::start).delete(review::stop))
        .route("/api/sessions/{id}/record.sgf", get(export::sgf))
        .route("/api/sessions/{id}/board.svg", get(export::svg))
        .route("/api/arena", get(arena::list))
        .route("/api/arena/{id}", get(arena::show))
        .route("/api/arena/{id}/ratings.svg", get(arena::plot))
        .route("/api/arena/{id}/games.sgf", get(arena::games))
        .method_not_allowed_fallback(wrong_method)
        .fallback(page::page)
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

/// Answers requests until the process is told to end (Ctrl-C, or SIGTERM).
///
/// # Errors
/// If the listener cannot be used.
pub fn serve(listener: TcpListener, app: Arc<App>) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::spawn(Arc::clone(&app).sweep());
        review::resume(&app);
        let closing = Arc::clone(&app);
        let told = async move {
            told_to_end().await;
            closing.close();
        };
        connection::accept(&listener, &router(app), told).await;
        Ok(())
    });
    runtime.shutdown_timeout(connection::FAREWELL);
    served
}

async fn told_to_end() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        let terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
        let Ok(mut terminate) = terminate else { return drop(interrupt.await) };
        tokio::select! {
            _ = interrupt => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    drop(interrupt.await);
}
