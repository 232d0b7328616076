//! Liveness, readiness and metrics, for operators and their tools. None of these waits for a solver thread.

use axum::extract::State;
use axum::response::IntoResponse;
use http::{HeaderName, header};

use crate::api::{App, Problem, ProblemKind};

/// What these report is true only for a moment.
const NO_STORE: [(HeaderName, &str); 1] = [(header::CACHE_CONTROL, "no-store")];

/// Responds as long as the process does. Nothing else is checked, or a busy service might be restarted.
pub(in crate::api) async fn livez() -> impl IntoResponse {
    (NO_STORE, "alive\n")
}

/// Reports whether new requests should be sent here.
pub(in crate::api) async fn readyz(State(app): State<App>) -> Result<impl IntoResponse, Problem> {
    if app.draining.is_cancelled() {
        return Err(Problem::new(ProblemKind::Draining, "the service was told to stop"));
    }
    Ok((NO_STORE, "ready\n"))
}

pub(in crate::api) async fn metrics(State(app): State<App>) -> Result<impl IntoResponse, Problem> {
    app.metrics.batch.set_buffered(app.batch_input.held());
    let text = app.metrics.render(&app.solvers).map_err(|error| Problem::internal(error.to_string()))?;
    Ok((NO_STORE, [(header::CONTENT_TYPE, prometheus::TEXT_FORMAT)], text))
}
