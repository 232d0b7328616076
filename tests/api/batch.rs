//! `POST /solve/batch` without sockets: response heads, and requests refused before the first answer.

use http::Request;

use crate::support::{Api, PUZZLE, SOLUTION};

fn request(content_type: &str) -> http::request::Builder {
    Request::post("/solve/batch").header("content-type", content_type)
}

#[tokio::test]
async fn heads_name_the_format_and_forbid_buffering() {
    let api = Api::new();
    for (content_type, accept, expected) in [
        ("text/plain", "*/*", "text/plain; charset=utf-8"),
        ("text/plain", "application/x-ndjson", "application/x-ndjson"),
        ("application/x-ndjson", "text/csv, text/plain;q=0.5", "text/csv; charset=utf-8; header=present"),
    ] {
        let response = api.send(request(content_type).header("accept", accept), PUZZLE).await;
        assert_eq!((response.status.as_u16(), response.header("content-type")), (200, expected));
        assert_eq!(response.header("x-accel-buffering"), "no");
        assert_eq!(response.header("vary"), "accept, accept-encoding");
        assert_eq!(response.header("cache-control"), "no-store");
        assert!(response.text().contains(SOLUTION));
    }
}

#[tokio::test]
async fn bodies_of_any_size_are_accepted() {
    let body = format!("{PUZZLE}\n").repeat(2000);
    let response = Api::new().send(request("text/plain").header("content-length", body.len()), body).await;
    assert_eq!(response.text(), format!("{SOLUTION}\n").repeat(2000));
}

#[tokio::test]
async fn refusals_name_what_is_supported() {
    let api = Api::new();
    let refused = async |request, status, slug, words: &str| {
        let response = api.send(request, PUZZLE).await;
        assert_eq!(response.status, status);
        let problem = response.problem(slug);
        assert!(problem["detail"].as_str().unwrap().contains(words), "{problem:#}");
    };
    let media = "unsupported-media-type";
    refused(request("text/html"), 415, media, "text/plain").await;
    refused(request("image/png"), 415, media, "application/x-ndjson").await;
    let text = || request("text/plain");
    refused(text().header("accept", "image/png"), 406, "not-acceptable", "text/csv").await;
    refused(text().header("content-encoding", "br"), 415, media, "zstd").await;
    let twice = text().header("content-encoding", "gzip").header("content-encoding", "gzip");
    refused(twice, 415, media, "gzip").await;
}

#[tokio::test]
async fn codings_are_chosen_by_their_weight() {
    let api = Api::new();
    for (accepted, expected) in [
        ("", ""),
        ("identity", ""),
        ("*", ""),
        ("br, deflate", ""),
        ("gzip, deflate, br, zstd", "zstd"),
        ("gzip", "gzip"),
        ("GZIP;q=1.0, zstd;q=0.9", "gzip"),
        ("gzip;q=0", ""),
        ("gzip;q=0.5, identity", ""),
    ] {
        let response = api.send(request("text/plain").header("accept-encoding", accepted), PUZZLE).await;
        assert_eq!(response.header("content-encoding"), expected, "{accepted}");
    }
}
