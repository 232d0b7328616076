//! The routes as one service, with the middleware they share.

use std::time::Duration;

use axum::{Extension, Router};
use http::{Method, Uri, header};
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};

use super::hint::{nearest, shown};
use super::observe::Api;
use super::request_id::REQUEST_ID;
use super::{App, CorsOrigins, Problem, ProblemKind, ROUTES, Route};

/// The whole API.
pub fn router(app: App) -> Api {
    let paths = ROUTES.iter().flat_map(|route| route.paths().map(move |path| (path, route)));
    with_middleware(paths.fold(Router::new(), |router, (path, route)| router.route(path, (route.handler)())), app)
}

/// Wraps routes in what all of them share: problems for unknown paths and methods, CORS headers, and the edge.
pub fn with_middleware(routes: Router<App>, app: App) -> Api {
    let cors = cors(&app.settings.cors_origins);
    let routes = routes.fallback(not_found).method_not_allowed_fallback(method_not_allowed).with_state(app.clone());
    Api::new(routes, &cors, app)
}

fn cors(origins: &CorsOrigins) -> CorsLayer {
    let origins = match origins {
        CorsOrigins::Any => AllowOrigin::any(),
        CorsOrigins::Only(origins) => AllowOrigin::list(origins.iter().cloned()),
    };
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::HEAD, Method::POST, Method::OPTIONS])
        // No header gives a page more than the origin's permission does; tracers and frameworks add their own.
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers([REQUEST_ID, header::RETRY_AFTER])
        // Chromium caches a preflight for at most two hours.
        .max_age(Duration::from_hours(2))
        // The edge says what responses vary with, also those that do not come from here.
        .vary([])
}

async fn not_found(uri: Uri) -> Problem {
    let wanted = uri.path().trim_end_matches('/');
    let near = nearest(ROUTES.iter().map(|route| route.path), wanted);
    let hint = near.map_or_else(|| "see /docs".to_owned(), |path| format!("did you mean {path}?"));
    Problem::new(ProblemKind::NotFound, format!("no such path; {hint}"))
}

async fn method_not_allowed(method: Method, route: Option<Extension<&'static Route>>) -> Problem {
    let (path, allow) = route.map_or(("this path", ""), |Extension(route)| (route.path, route.allow));
    Problem::new(ProblemKind::MethodNotAllowed, format!("{path} allows {allow}, not {}", shown(method.as_str())))
}
