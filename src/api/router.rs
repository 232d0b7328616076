//! The API as one readable list, and the layers around it.

use std::time::Duration;

use axum::Router;
use axum::routing::{get, post};
use http::{Method, Uri, header};
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::observe::{Api, REQUEST_ID};
use super::paths::{PATHS, route_of};
use super::routes::{batch, count, docs, health, problems, solve, validate};
use super::{App, CorsOrigins, Problem, ProblemKind};

/// The whole API.
pub fn router(app: App) -> Api {
    let routes = Router::new()
        .route("/solve", post(solve::solve))
        .route("/solve/batch", post(batch::batch))
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

fn cors(origins: &CorsOrigins) -> CorsLayer {
    let origins = match origins {
        CorsOrigins::Any => AllowOrigin::any(),
        CorsOrigins::Only(origins) => AllowOrigin::list(origins.iter().cloned()),
    };
    // Two hours are the longest that Chromium keeps a preflight's answer.
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::HEAD, Method::POST, Method::OPTIONS])
        .allow_headers([header::ACCEPT, header::CONTENT_ENCODING, header::CONTENT_TYPE, REQUEST_ID])
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
