//! Routes for operators: probes and metrics.

use serde_json::json;

use crate::support::{Api, PUZZLE};

#[tokio::test]
async fn it_is_ready_until_it_drains_and_always_alive() {
    let api = Api::new();
    assert_eq!(api.get("/livez").await.text(), "alive\n");
    assert_eq!(api.get("/readyz").await.text(), "ready\n");
    for path in ["/livez", "/readyz", "/metrics"] {
        assert_eq!(api.get(path).await.header("cache-control"), "no-store", "{path}");
    }
    api.draining.cancel();
    assert_eq!(api.get("/livez").await.text(), "alive\n");
    let response = api.get("/readyz").await;
    assert_eq!(response.status, 503);
    response.problem("draining");
    api.post("/solve", PUZZLE).await.ok();
}

/// The value of the first sample whose line starts with `series`.
fn sample(metrics: &str, series: &str) -> u64 {
    let line =
        metrics.lines().find(|line| line.starts_with(series)).unwrap_or_else(|| panic!("no {series} in {metrics}"));
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn requests_searches_and_outcomes_are_counted_by_route() {
    let api = Api::new();
    api.post("/solve", PUZZLE).await;
    api.post("/solve", PUZZLE).await;
    api.post("/solve", format!("11{}", ".".repeat(79))).await;
    api.post("/solve", "nonsense").await;
    api.post("/count", json!(".".repeat(81)).to_string()).await;
    api.get("/no/such/path?secret=1").await;
    let response = api.get("/metrics").await;
    assert_eq!(response.header("content-type"), "text/plain; version=0.0.4");
    let text = response.text();
    for (series, value) in [
        (r#"http_requests_total{method="POST",route="/solve",status="200"}"#, 2),
        (r#"http_requests_total{method="POST",route="/solve",status="422"}"#, 1),
        (r#"http_requests_total{method="POST",route="/solve",status="400"}"#, 1),
        (r#"http_requests_total{method="GET",route="unmatched",status="404"}"#, 1),
        (r#"http_request_duration_seconds_count{route="/solve"}"#, 4),
        (r#"sudoku_search_duration_seconds_count{route="/solve"}"#, 2),
        (r#"sudoku_outcomes_total{outcome="unique",route="/solve"}"#, 2),
        (r#"sudoku_outcomes_total{outcome="conflict",route="/solve"}"#, 1),
        (r#"sudoku_outcomes_total{outcome="limit",route="/count"}"#, 1),
        ("sudoku_queue_depth{work=\"urgent\"} ", 0),
        ("http_requests_in_flight ", 1),
        (r#"http_connections{state="open"}"#, 0),
        ("sudoku_engine{", 1),
    ] {
        assert_eq!(sample(text, series), value, "{series}");
    }
    assert!(
        text.contains(r#"sudoku_search_duration_seconds_bucket{route="/solve",le="0.00001"}"#),
        "no bucket of 10 microseconds"
    );
    assert!(!text.contains("secret"), "the query is in the metrics");
}
