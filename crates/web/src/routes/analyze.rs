//! `GET /api/games/{id}/analyze`: a search as a stream of reports.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::sse::Sse;
use catena_app::analysis::{self, AnalysisEvent, Analyze};
use catena_app::quota::{QuotaUse, RequestSender};
use serde_json::json;
use tokio_stream::Stream;

use super::event::{EventResult, event, stream};
use crate::WebApp;
use crate::server::error::ApiResult;
use crate::server::extract::{Path, Query};

pub async fn analyze(
    State(app): State<Arc<WebApp>>,
    Extension(client): Extension<RequestSender>,
    Path(id): Path<String>,
    Query(request): Query<Analyze>,
) -> ApiResult<Sse<impl Stream<Item = EventResult>>> {
    let place = app.search_quota.enter(&client, QuotaUse::Other)?;
    let told = analysis::analyze(&app, place, id, request).await?;
    Ok(stream(told, |told| match told {
        AnalysisEvent::Report(report) => event("report", &report),
        AnalysisEvent::Failed(sentence) => event("failed", &json!({ "error": sentence })),
        AnalysisEvent::Done => event("done", &json!({})),
    }))
}
