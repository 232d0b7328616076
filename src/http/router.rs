//! The API as one readable list, and the layers around it.

use std::any::Any;
use std::time::Duration;

use axum::Router;
use axum::extract::MatchedPath;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use http::{HeaderValue, Method, Uri, header};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::observe::{REQUEST_ID, observe};
use super::routes::{count, docs, health, problems, solve, validate};
use super::{App, CorsOrigins, Problem, ProblemKind};

/// A path and the methods that it takes, besides HEAD for GET, and OPTIONS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// The path as axum matches it.
    pub path: &'static str,
    /// What the header Allow says.
    pub allow: &'static str,
}

const GET: &str = "GET, HEAD, OPTIONS";
const POST: &str = "POST, OPTIONS";

/// Every path of the API; the tests hold it equal to `openapi.yaml`.
pub const PATHS: [Path; 9] = [
    Path { path: "/solve", allow: POST },
    Path { path: "/count", allow: POST },
    Path { path: "/validate", allow: POST },
    Path { path: "/livez", allow: GET },
    Path { path: "/readyz", allow: GET },
    Path { path: "/metrics", allow: GET },
    Path { path: "/openapi.yaml", allow: GET },
    Path { path: "/docs", allow: GET },
    Path { path: "/problems/{kind}", allow: GET },
];

/// The whole API.
pub fn router(app: App) -> Router {
    let routes = Router::new()
        .route("/solve", post(solve::solve))
        .route("/count", post(count::count))
        .route("/validate", post(validate::validate))
        .route("/livez", get(health::livez))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(health::metrics))
        .route("/openapi.yaml", get(docs::openapi))
        .route("/docs", get(docs::page))
        .route("/problems/{kind}", get(problems::page));
    finish(routes, app)
}

/// Puts the layers around routes: panics become problems, browsers get their CORS headers, every request is observed.
pub fn finish(routes: Router<App>, app: App) -> Router {
    routes
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(cors(&app.settings.cors_origins))
        .layer(from_fn_with_state(app.clone(), observe))
        .with_state(app)
}

pub(super) fn allowed_methods(route: &str) -> Option<HeaderValue> {
    let path = PATHS.iter().find(|path| path.path == route)?;
    Some(HeaderValue::from_static(path.allow))
}

fn cors(origins: &CorsOrigins) -> CorsLayer {
    let origins = match origins {
        CorsOrigins::Any => AllowOrigin::any(),
        CorsOrigins::Only(origins) => AllowOrigin::list(origins.iter().cloned()),
    };
    // Two hours are the longest that Chromium keeps a preflight's answer.
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::HEAD, Method::POST, Method::OPTIONS])
        .allow_headers([header::ACCEPT, header::CONTENT_TYPE, REQUEST_ID])
        .expose_headers([REQUEST_ID, header::RETRY_AFTER])
        .max_age(Duration::from_hours(2))
}

async fn not_found(uri: Uri) -> Problem {
    let wanted = uri.path().trim_end_matches('/');
    let near = PATHS.iter().find(|path| strsim::damerau_levenshtein(path.path, wanted) <= 2);
    let hint = near.map_or_else(|| "see /docs".to_owned(), |path| format!("did you mean {}?", path.path));
    Problem::new(ProblemKind::NotFound, format!("no such path; {hint}"))
}

async fn method_not_allowed(method: Method, route: MatchedPath) -> Problem {
    let route = route.as_str();
    let allow = PATHS.iter().find(|path| path.path == route).map_or("", |path| path.allow);
    Problem::new(ProblemKind::MethodNotAllowed, format!("{route} takes {allow}, not {method}"))
}

#[expect(clippy::needless_pass_by_value, reason = "the signature that the panic layer calls")]
fn panicked(panic: Box<dyn Any + Send + 'static>) -> Response {
    let message = panic.downcast_ref::<&str>().map(ToString::to_string);
    let message = message.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    Problem::internal(format!("a handler panicked: {message}")).into_response()
}
