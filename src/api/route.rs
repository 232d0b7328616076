//! The table of routes, from which the router, the header `Allow`, the labels of metrics and log, and the hints in 404
//! responses are made.

use std::sync::LazyLock;

use axum::routing::{MethodRouter, get, post};

use super::App;
use super::routes::{batch, count, docs, health, hint, problems, rate, solve, validate};

/// A path, its methods and its handler.
pub struct Route {
    /// The path as axum matches it.
    pub path: &'static str,
    /// Another spelling of the path that is served too. Metrics and log name `path`.
    pub alias: Option<&'static str>,
    /// The value of the header `Allow`.
    pub allow: &'static str,
    /// Whether its response is a stream, which goes on after the handler has returned.
    pub streams: bool,
    pub(super) handler: fn() -> MethodRouter<App>,
}

impl Route {
    const fn get(path: &'static str, handler: fn() -> MethodRouter<App>) -> Self {
        Self { path, alias: None, allow: "GET, HEAD, OPTIONS", streams: false, handler }
    }

    const fn post(path: &'static str, handler: fn() -> MethodRouter<App>) -> Self {
        Self { path, alias: None, allow: "POST, OPTIONS", streams: false, handler }
    }

    const fn streaming(self) -> Self {
        Self { streams: true, ..self }
    }

    const fn also_at(self, alias: &'static str) -> Self {
        Self { alias: Some(alias), ..self }
    }

    /// Every path it is served at.
    pub fn paths(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.path).chain(self.alias)
    }

    /// The route that serves a request with this path.
    pub(super) fn of(path: &str) -> Option<&'static Self> {
        // axum's router uses the same library, so both always find the same route.
        static MATCHER: LazyLock<matchit::Router<&Route>> = LazyLock::new(|| {
            let mut matcher = matchit::Router::new();
            for (path, route) in ROUTES.iter().flat_map(|route| route.paths().map(move |path| (path, route))) {
                matcher.insert(path, route).expect("the paths of the table do not conflict");
            }
            matcher
        });
        MATCHER.at(path).ok().map(|found| *found.value)
    }
}

/// Every route of the API. Tests check it against `openapi.yaml` and the README.
pub static ROUTES: [Route; 13] = [
    Route::post("/solve", || post(solve::solve)),
    Route::post("/solve/batch", || post(batch::batch)).streaming(),
    Route::post("/count", || post(count::count)),
    Route::post("/validate", || post(validate::validate)),
    Route::post("/hint", || post(hint::hint)),
    Route::post("/rate", || post(rate::rating)),
    Route::get("/livez", || get(health::livez)),
    Route::get("/readyz", || get(health::readyz)),
    Route::get("/metrics", || get(health::metrics)),
    Route::get("/openapi.yaml", || get(docs::openapi)),
    Route::get("/openapi.json", || get(docs::openapi_json)),
    Route::get("/docs", || get(docs::page)).also_at("/docs/"),
    Route::get("/problems/{kind}", || get(problems::page)),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_find_their_routes() {
        let path_of = |path| Route::of(path).map(|route| route.path);
        for route in ROUTES.iter().filter(|route| !route.path.contains('{')) {
            assert_eq!(path_of(route.path), Some(route.path));
        }
        assert_eq!(path_of("/problems/overloaded"), Some("/problems/{kind}"));
        assert_eq!(path_of("/docs/"), Some("/docs"));
        for unknown in ["", "/", "/solve/", "/problems/", "/problems/a/b", "/SOLVE", "solve"] {
            assert_eq!(path_of(unknown), None, "{unknown}");
        }
    }
}
