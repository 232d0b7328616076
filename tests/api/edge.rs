//! What holds on every path: methods, request ids, CORS, unknown paths.

use axum::body::Body;
use http::{Method, Request};
use sudoku_server::api::{CorsOrigins, ROUTES, Settings};

use crate::support::{Api, PUZZLE};

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
        .header("access-control-request-headers", "content-type");
    let response = api.send(preflight, Body::empty()).await;
    assert_eq!(response.status, 200);
    assert_eq!(response.header("access-control-allow-origin"), "*");
    assert_eq!(response.header("access-control-allow-methods"), "GET,HEAD,POST,OPTIONS");
    assert_eq!(response.header("access-control-allow-headers"), "accept,content-encoding,content-type,x-request-id");
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

#[tokio::test]
async fn origins_can_be_narrowed() {
    let only = CorsOrigins::Only(vec!["https://a.example".parse().unwrap()]);
    let api = Api::with(Settings { cors_origins: only, workers: 1, ..Settings::default() });
    for (origin, allowed) in [("https://a.example", "https://a.example"), ("https://b.example", "")] {
        let response = api.send(Request::post("/solve").header("origin", origin), PUZZLE).await;
        assert_eq!(response.header("access-control-allow-origin"), allowed);
    }
}
