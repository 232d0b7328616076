//! The API as one readable list, and the layers around it.

use std::time::Duration;

use axum::Router;
use axum::routing::{get, post};
use http::{Method, Uri, header};
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::observe::{Api, REQUEST_ID};
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
pub fn router(app: App) -> Api {
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

/// Puts around routes what is the same for all of them: refusals as problems, headers for browsers, the edge.
pub fn finish(routes: Router<App>, app: App) -> Api {
    let cors = cors(&app.settings.cors_origins);
    let routes = routes.fallback(not_found).method_not_allowed_fallback(method_not_allowed).with_state(app.clone());
    Api::new(routes, &cors, app)
}

/// The row of [`PATHS`] that a request's path belongs to.
pub(super) fn route_of(path: &str) -> Option<&'static Path> {
    PATHS.iter().find(|route| match route.path.split_once('{') {
        Some((prefix, _)) => path.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty() && !rest.contains('/')),
        None => route.path == path,
    })
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

async fn method_not_allowed(method: Method, uri: Uri) -> Problem {
    let (route, allow) = route_of(uri.path()).map_or(("this path", ""), |route| (route.path, route.allow));
    Problem::new(ProblemKind::MethodNotAllowed, format!("{route} takes {allow}, not {method}"))
}
