//! The types of problems: each has its page, and each can be provoked.

use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::routing::get;
use http::Request;
use serde_json::json;
use sudoku_server::api::{ProblemKind, Settings, router, with_middleware};
use tokio::task::JoinSet;

use crate::support::{Api, PUZZLE, Response, Stalled, Transcript};

#[tokio::test]
async fn every_type_has_its_page() {
    let api = Api::new();
    let mut slugs = Vec::new();
    for facts in ProblemKind::ALL.map(ProblemKind::facts) {
        let response = api.get(&format!("/problems/{}", facts.slug)).await;
        assert_eq!(response.status, 200);
        assert_eq!(response.header("content-type"), "text/html; charset=utf-8");
        assert!(response.text().contains(facts.title) && response.text().contains(facts.help));
        assert!(!slugs.contains(&facts.slug), "{} is the type of two kinds", facts.slug);
        slugs.push(facts.slug);
    }
}

async fn boom() -> &'static str {
    panic!("on purpose")
}

/// Provokes a problem of the kind.
async fn provoke(kind: ProblemKind) -> Response {
    let settings = Settings {
        workers: 1,
        max_body: 1000,
        max_guesses: 0,
        body_deadline: Duration::from_millis(20),
        ..Settings::default()
    };
    let api = Api::made_by(settings, |app| match kind {
        ProblemKind::InternalError => with_middleware(Router::new().route("/boom", get(boom)), app),
        _ => router(app),
    });
    let grid = |grid: &str| json!({"grid": grid}).to_string();
    match kind {
        ProblemKind::MalformedRequest => api.get("/solve?%zz").await,
        ProblemKind::MalformedBody => api.post("/solve", "{}").await,
        ProblemKind::MalformedGrid => api.post("/solve", "[]").await,
        ProblemKind::InvalidParameter => api.post("/count", json!({"grid": PUZZLE, "limit": 0}).to_string()).await,
        ProblemKind::NotFound => api.get("/nowhere").await,
        ProblemKind::MethodNotAllowed => api.get("/solve").await,
        ProblemKind::NotAcceptable => {
            let request = Request::post("/solve/batch").header("content-type", "text/plain");
            api.send(request.header("accept", "image/png"), PUZZLE).await
        }
        ProblemKind::RequestTimeout => api.send(Request::post("/solve"), Body::new(Stalled)).await,
        ProblemKind::PayloadTooLarge => api.post("/solve", " ".repeat(1001)).await,
        ProblemKind::UnsupportedMediaType => api.post_as("/solve", Some("text/html"), PUZZLE).await,
        ProblemKind::ConflictingGivens => api.post("/solve", grid(&format!("11{}", ".".repeat(79)))).await,
        ProblemKind::Unsolvable => {
            api.post(
                "/solve",
                grid(".876543212........3........4........5........6........7........8........9........"),
            )
            .await
        }
        ProblemKind::TooManyHeaders => {
            let request = (0..=100).fold(Request::post("/solve"), |request, number| request.header("x-more", number));
            api.send(request, PUZZLE).await
        }
        ProblemKind::InternalError => api.get("/boom").await,
        ProblemKind::NotImplemented => api.send(Request::builder().method("SOLVE").uri("/solve"), PUZZLE).await,
        ProblemKind::Draining => {
            api.draining.cancel();
            api.get("/readyz").await
        }
        ProblemKind::Overloaded => overloaded().await,
        ProblemKind::SearchBudgetExceeded => api.post("/solve", grid(&".".repeat(81))).await,
    }
}

/// Three endless searches compete for one thread and one place in the queue; the first response is the refusal.
async fn overloaded() -> Response {
    let api = Api::with(Settings { workers: 1, queue: 1, max_guesses: u64::MAX, ..Settings::default() });
    let endless = json!({"grid": ".".repeat(81), "limit": 1_000_000}).to_string();
    let three = std::iter::repeat_n((api, endless), 3);
    let mut three: JoinSet<Response> = three.map(async |(api, body)| api.post("/count", body).await).collect();
    three.join_next().await.unwrap().unwrap()
}

#[tokio::test]
async fn every_kind_can_be_provoked() {
    let mut transcript = Transcript::default();
    for kind in ProblemKind::ALL {
        let facts = kind.facts();
        let response = provoke(kind).await;
        assert_eq!(response.status, facts.status, "{kind:?}");
        response.problem(facts.slug);
        transcript.add(&format!("{kind:?}"), "", &response);
    }
    insta::assert_snapshot!(transcript.text());
}

#[tokio::test]
async fn a_compressed_body_is_refused_by_name() {
    let response = Api::new().send(Request::post("/solve").header("content-encoding", "gzip"), "\u{1f}").await;
    assert!(response.problem("unsupported-media-type")["detail"].as_str().unwrap().contains("gzip"));
    let plain = Api::new().send(Request::post("/solve").header("content-encoding", "identity"), PUZZLE).await;
    plain.ok();
}
