//! A batch in any format and coding is answered in full, and its answers do not depend on how the bytes are cut.
//!
//! The first bytes choose the format of the request, that of the response, the coding, and where the body is cut; the
//! others are the body, which is compressed here or said to be compressed already.
#![no_main]

use std::convert::Infallible;
use std::io::Write;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::stream;
use http::{Request, header};
use http_body_util::BodyExt;
use libfuzzer_sys::fuzz_target;
use sudoku_server::api::{Api, App, Settings, router};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

const INPUTS: [&str; 5] =
    ["text/plain", "text/csv", "application/x-ndjson", "application/json", "application/octet-stream"];
const OUTPUTS: [&str; 3] = ["text/plain", "text/csv", "application/x-ndjson"];

/// The API with short lines and few guesses.
static SERVICE: LazyLock<(Runtime, Api)> = LazyLock::new(|| {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let settings = Settings { workers: 1, max_guesses: 1_000, max_body: 1_000, ..Settings::default() };
    (runtime, router(App::new(settings, Arc::default(), CancellationToken::new())))
});

/// How the body is compressed: its name, and the body as sent.
fn encoded(choice: u8, body: &[u8]) -> (&'static str, Vec<u8>) {
    match choice % 5 {
        0 => ("identity", body.to_vec()),
        1 => ("gzip", body.to_vec()),
        2 => ("zstd", body.to_vec()),
        3 => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(body).expect("a vector takes everything");
            ("gzip", encoder.finish().expect("a vector takes everything"))
        }
        _ => ("zstd", zstd::encode_all(body, 1).expect("any bytes can be compressed")),
    }
}

/// Sends the body in pieces of this length, and returns the whole response.
fn answers(head: [u8; 4], coding: &str, body: &[u8], piece: usize) -> Bytes {
    let (runtime, api) = &*SERVICE;
    let pieces: Vec<_> = body.chunks(piece).map(|piece| Ok::<_, Infallible>(Bytes::copy_from_slice(piece))).collect();
    let request = Request::post("/solve/batch")
        .header(header::HOST, "localhost")
        .header(header::CONTENT_TYPE, INPUTS[usize::from(head[0]) % INPUTS.len()])
        .header(header::ACCEPT, OUTPUTS[usize::from(head[1]) % OUTPUTS.len()])
        .header(header::CONTENT_ENCODING, coding)
        .body(Body::from_stream(stream::iter(pieces)))
        .expect("a request");
    runtime.block_on(async {
        let response = api.clone().oneshot(request).await.expect("the service never fails");
        assert_eq!(response.status(), 200, "{coding}");
        let whole = tokio::time::timeout(Duration::from_secs(5), response.into_body().collect());
        whole.await.expect("in time").expect("the response is complete").to_bytes()
    })
}

fuzz_target!(|bytes: &[u8]| {
    let Some((head, body)) = bytes.split_first_chunk::<4>() else { return };
    let (coding, body) = encoded(head[2], body);
    let whole = answers(*head, coding, &body, usize::MAX);
    let pieces = answers(*head, coding, &body, usize::from(head[3] % 64) + 1);
    assert_eq!(String::from_utf8_lossy(&whole), String::from_utf8_lossy(&pieces));
    if OUTPUTS[usize::from(head[1]) % OUTPUTS.len()] == "application/x-ndjson" {
        let lines = std::str::from_utf8(&whole).expect("JSON is UTF-8").lines();
        for (number, line) in lines.enumerate() {
            let answer: serde_json::Value = serde_json::from_str(line).expect("each line is JSON");
            assert_eq!(answer["index"], number, "{line}");
        }
    }
});
