//! What holds on every path: methods, request ids, CORS, unknown paths.

use axum::body::Body;
use http::{Method, Request};
use sudoku_server::api::{CorsOrigins, ROUTES, Settings};

use crate::support::{Api, PUZZLE, Response};

fn request(method: Method, path: &str) -> http::request::Builder {
    Request::builder().method(method).uri(path.replace("{kind}", "unsolvable"))
}

#[tokio::test]
async fn every_path_takes_the_methods_it_allows_and_no_others() {
    let api = Api::new();
    for path in &ROUTES {
        for method in
            [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE, Method::PATCH, Method::TRACE]
        {
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
    for path in ROUTES.iter().filter(|path| path.allow.starts_with("GET") && path.path != "/metrics") {
        let got = api.send(request(Method::GET, path.path), Body::empty()).await;
        let head = api.send(request(Method::HEAD, path.path), Body::empty()).await;
        assert_eq!((head.status, head.header("content-type")), (got.status, got.header("content-type")));
        assert!(head.body.is_empty() && !got.body.is_empty(), "{}", path.path);
    }
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
        let request = request.body(Body::empty()).unwrap();
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
