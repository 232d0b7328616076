//! What holds on every path: methods, request ids, CORS, unknown paths.

use axum::Router;
use axum::body::Body;
use axum::routing::get;
use http::{Method, Request, StatusCode};
use sudoku_server::api::{CorsOrigins, ROUTES, Settings, with_middleware};

use crate::support::{Api, PUZZLE, Response};

fn request(method: Method, path: &str) -> http::request::Builder {
    Request::builder().method(method).uri(path.replace("{kind}", "unsolvable"))
}

#[tokio::test]
async fn every_path_takes_the_methods_it_allows_and_no_others() {
    let api = Api::new();
    for path in &ROUTES {
        let known = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "QUERY", "TRACE"];
        for method in known.map(|name| Method::from_bytes(name.as_bytes()).unwrap()) {
            let response = api.send(request(method.clone(), path.path), Body::empty()).await;
            let allowed = path.allow.split(", ").any(|name| name == method.as_str());
            assert_eq!(response.status != 405, allowed, "{method} {}", path.path);
            if !allowed {
                assert_eq!(response.header("allow"), path.allow);
            }
        }
        let response = api.send(request(Method::OPTIONS, path.path), Body::empty()).await;
        assert_eq!((response.status.as_u16(), response.header("allow")), (200, path.allow));
    }
}

#[tokio::test]
async fn other_spellings_of_a_path_are_served_alike() {
    let api = Api::new();
    let mut spellings = 0;
    for path in ROUTES.iter().filter(|path| path.alias.is_some()) {
        for spelling in path.paths() {
            let (found, expected) = (api.get(spelling).await, api.get(path.path).await);
            assert_eq!((found.status, found.body), (expected.status, expected.body), "{spelling}");
            let refused = api.send(request(Method::DELETE, spelling), Body::empty()).await;
            assert_eq!((refused.status.as_u16(), refused.header("allow")), (405, path.allow), "{spelling}");
            spellings += 1;
        }
    }
    assert!(spellings >= 2 && api.get("/docs/").await.status == 200);
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    let api = Api::new();
    let served = ROUTES.iter().filter(|path| path.allow.starts_with("GET")).map(|path| path.path);
    for path in served.chain(["/nowhere", "/problems/none"]) {
        let got = api.send(request(Method::GET, path), Body::empty()).await;
        let head = api.send(request(Method::HEAD, path), Body::empty()).await;
        assert_eq!(head.status, got.status);
        for name in ["content-type", "cache-control"] {
            assert_eq!(head.header(name), got.header(name), "{name} of {path}");
        }
        assert!(head.body.is_empty() && !got.body.is_empty(), "{path}");
    }
}

#[tokio::test]
async fn options_asks_for_the_server_or_for_a_path_that_exists() {
    let api = Api::new();
    let server = api.send(request(Method::OPTIONS, "*"), Body::empty()).await;
    assert_eq!((server.status.as_u16(), server.header("allow")), (200, "GET, HEAD, POST, OPTIONS"));
    let nowhere = api.send(request(Method::OPTIONS, "/nowhere"), Body::empty()).await;
    assert_eq!((nowhere.status.as_u16(), nowhere.header("allow")), (404, ""));
}

/// The connection is closed after a request that a proxy in front might delimit otherwise.
#[tokio::test]
async fn a_doubtful_request_is_the_last_on_its_connection() {
    let api = Api::new();
    let chunked = |request: http::request::Builder| request.header("transfer-encoding", "chunked");
    for (request, closes) in [
        (Request::post("/solve"), false),
        (Request::post("/solve").header("content-type", "text/html"), false),
        (Request::get("/nowhere"), false),
        (chunked(Request::post("/solve")), false),
        (chunked(Request::post("/solve").header("content-type", "text/html")), true),
        (chunked(Request::post("/solve/batch").header("content-type", "text/plain")), true),
        (chunked(Request::get("/livez")), true),
        (Request::get("/livez^"), true),
        (Request::builder().method("SOLVE").uri("/solve"), true),
        (Request::builder().method("CONNECT").uri("a:80"), true),
    ] {
        let line = format!("{request:?}");
        let response = api.send(request, PUZZLE).await;
        assert_eq!(response.header("connection"), if closes { "close" } else { "" }, "{line}");
    }
    let refused = api.send(Request::get("http://localhost/livez^").version(http::Version::HTTP_2), PUZZLE).await;
    assert_eq!((refused.status.as_u16(), refused.header("connection")), (400, ""), "HTTP/2 has no such header");
}

#[tokio::test]
async fn a_refusal_made_elsewhere_is_a_problem_too() {
    let teapot = || async { (StatusCode::IM_A_TEAPOT, "short and stout") };
    let routes = |app| with_middleware(Router::new().route("/teapot", get(teapot)), app);
    let api = Api::made_by(Settings { workers: 1, ..Settings::default() }, routes);
    api.get("/teapot").await.problem("internal-error");
}

#[tokio::test]
async fn unknown_paths_are_problems_with_a_hint() {
    let api = Api::new();
    for (path, hint) in [
        ("/solve/", "did you mean /solve?"),
        ("/slove", "did you mean /solve?"),
        ("/", "see /docs"),
        ("/problems/none", "/docs lists them"),
    ] {
        let response = api.get(path).await;
        assert_eq!(response.status, 404);
        let problem = response.problem("not-found");
        assert!(problem["detail"].as_str().unwrap().contains(hint), "{path}: {problem}");
    }
}

#[tokio::test]
async fn plain_request_ids_are_kept_and_others_replaced() {
    let api = Api::new();
    let send = async |id: Option<&str>| {
        let mut request = Request::get("/nowhere");
        if let Some(id) = id {
            request = request.header("x-request-id", id);
        }
        let request = request.header("host", "localhost").body(Body::empty()).unwrap();
        let response = tower::ServiceExt::oneshot(api.router.clone(), request).await.unwrap();
        response.headers()["x-request-id"].to_str().unwrap().to_owned()
    };
    assert_eq!(send(Some("abc-1_2.3")).await, "abc-1_2.3");
    let made = [send(None).await, send(None).await, send(Some("has space")).await, send(Some(&"x".repeat(65))).await];
    for (index, id) in made.iter().enumerate() {
        assert!(id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{id}");
        assert!(!made[..index].contains(id), "{id} was made twice");
    }
}

#[tokio::test]
async fn browsers_may_call_from_any_origin_by_default() {
    let api = Api::new();
    let preflight = Request::options("/solve")
        .header("origin", "https://game.example")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization,traceparent,x-requested-with,cache-control");
    let response = api.send(preflight, Body::empty()).await;
    assert_eq!(response.status, 200);
    assert_eq!(response.header("access-control-allow-origin"), "*");
    assert_eq!(response.header("access-control-allow-methods"), "GET,HEAD,POST,OPTIONS");
    let granted = response.header("access-control-allow-headers");
    assert_eq!(granted, "authorization,traceparent,x-requested-with,cache-control");
    assert_eq!(response.header("access-control-max-age"), "7200");

    let simple = Request::post("/solve").header("origin", "https://game.example");
    for body in [PUZZLE, "nonsense"] {
        let response = api.send(request_like(&simple), body).await;
        assert_eq!(response.header("access-control-allow-origin"), "*", "{body}");
        assert_eq!(response.header("access-control-expose-headers"), "x-request-id,retry-after");
    }
}

fn request_like(builder: &http::request::Builder) -> http::request::Builder {
    let mut copy = Request::post("/solve");
    for (name, value) in builder.headers_ref().unwrap() {
        copy = copy.header(name, value);
    }
    copy
}

/// Whatever origins are allowed: a shared cache that stored a response to curl must not send it to a page.
#[tokio::test]
async fn every_response_varies_with_the_origin() {
    let only = CorsOrigins::Only(vec!["https://a.example".parse().unwrap()]);
    for cors_origins in [CorsOrigins::Any, only] {
        let api = Api::with(Settings { cors_origins, workers: 1, ..Settings::default() });
        for origin in [None, Some("https://a.example"), Some("https://b.example")] {
            for path in ROUTES.iter().map(|route| route.path).chain(["/nowhere"]) {
                for method in [Method::GET, Method::POST, Method::OPTIONS] {
                    let mut request = request(method.clone(), path);
                    if let Some(origin) = origin {
                        request = request.header("origin", origin);
                    }
                    let response = api.send(request, Body::empty()).await;
                    let varies = |name| varies_with(&response, name);
                    assert!(varies("origin"), "{method} {path}, {origin:?}");
                    let mirrors = varies("access-control-request-headers");
                    assert_eq!(mirrors, method == Method::OPTIONS, "{method} {path}, {origin:?}");
                }
            }
        }
    }
    assert!(varies_with(&Api::new().post("/solve", PUZZLE).await, "accept"));
}

fn varies_with(response: &Response, name: &str) -> bool {
    let values = response.headers.get_all("vary").iter().map(|value| value.to_str().unwrap());
    values.flat_map(|value| value.split(", ")).filter(|value| *value == name).count() == 1
}

/// A shell's prompt then starts on a line of its own.
#[tokio::test]
async fn every_body_ends_with_a_newline() {
    let api = Api::new();
    for path in &ROUTES {
        for (method, body) in [(Method::GET, ""), (Method::POST, PUZZLE), (Method::POST, "nonsense")] {
            let response = api.send(request(method.clone(), path.path), body).await;
            assert!(response.text().ends_with('\n'), "{method} {}: {}", path.path, response.text());
            assert!(!response.text().ends_with("\n\n"), "{method} {}", path.path);
        }
    }
}

#[tokio::test]
async fn origins_can_be_narrowed() {
    let only = CorsOrigins::Only(vec!["https://a.example".parse().unwrap()]);
    let api = Api::with(Settings { cors_origins: only, workers: 1, ..Settings::default() });
    for (origin, allowed) in [("https://a.example", "https://a.example"), ("https://b.example", "")] {
        let response = api.send(Request::post("/solve").header("origin", origin), PUZZLE).await;
        assert_eq!(response.header("access-control-allow-origin"), allowed);
    }
}
