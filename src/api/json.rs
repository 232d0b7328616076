//! JSON bodies. Each ends with a newline, so that a shell's prompt starts on a line of its own after curl.

use axum::response::{IntoResponse, Response};
use http::header;
use serde::Serialize;

/// More than most bodies take.
const CAPACITY: usize = 160;

/// A value as JSON and a newline.
///
/// # Panics
/// If the value does not serialize: it has a map whose keys are no strings.
pub(super) fn json_line(value: &impl Serialize) -> Vec<u8> {
    let mut line = Vec::with_capacity(CAPACITY);
    serde_json::to_writer(&mut line, value).expect("a vector can be written to, and keys are strings");
    line.push(b'\n');
    line
}

/// A response with this value as its body.
pub(super) fn json_response(value: &impl Serialize) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], json_line(value)).into_response()
}
