//! From the bytes of a body to a [`Value`]. The body itself counts for more than its Content-Type.

use std::borrow::Cow;

use http::HeaderValue;
use percent_encoding::percent_decode_str;

use super::Value;
use super::fields::is_grid_key;
use crate::api::accept::essence;
use crate::api::problem::{Problem, ProblemKind};
use sudoku_engine::grid::Grid;

/// Reads a body as JSON, as a form, or as the text of a grid.
///
/// # Errors
/// 415 for an unsupported media type, 400 for a body that cannot be read.
pub fn read_document<'a>(content_type: Option<&HeaderValue>, body: &'a [u8]) -> Result<Value<'a>, Problem> {
    let media_type = MediaType::of(content_type)?;
    let text = read_utf8(body)?;
    // Only spaces may still be a grid: the empty one, with spaces as blanks.
    if text.trim().is_empty() && text.parse::<Grid>().is_err() {
        return Err(malformed_body("the body is empty; send {\"grid\": GRID} or the bare GRID"));
    }
    match media_type {
        MediaType::Form => read_form(text),
        MediaType::Any => read_json_or_text(text),
    }
}

enum MediaType {
    /// The default of `curl -d`, whatever the body is.
    Form,
    /// JSON, text, octets or no type: the body itself shows what it is.
    Any,
}

impl MediaType {
    const SUPPORTED: &str = "application/json, text/plain, application/x-www-form-urlencoded, application/octet-stream";

    fn of(content_type: Option<&HeaderValue>) -> Result<Self, Problem> {
        let Some(content_type) = content_type else { return Ok(Self::Any) };
        let essence = essence(content_type.to_str().unwrap_or_default());
        match essence.as_str() {
            "application/x-www-form-urlencoded" => Ok(Self::Form),
            "" | "application/json" | "text/json" | "text/plain" | "application/octet-stream" => Ok(Self::Any),
            json if json.starts_with("application/") && json.ends_with("+json") => Ok(Self::Any),
            _ => {
                let detail = format!("{essence:?} is not supported; send one of {}", Self::SUPPORTED);
                Err(Problem::new(ProblemKind::UnsupportedMediaType, detail))
            }
        }
    }
}

pub(super) fn malformed_body(detail: impl Into<String>) -> Problem {
    Problem::new(ProblemKind::MalformedBody, detail)
}

/// The text of a body, without its byte order mark.
///
/// # Errors
/// 400 when it is not UTF-8.
pub(in crate::api) fn read_utf8(body: &[u8]) -> Result<&str, Problem> {
    if body.starts_with(b"\xff\xfe") || body.starts_with(b"\xfe\xff") {
        return Err(malformed_body("the body is UTF-16; send it as UTF-8"));
    }
    let text = std::str::from_utf8(body).map_err(|error| {
        let at = error.valid_up_to();
        malformed_body(format!("the body is not UTF-8: byte {at} is 0x{:02X}", body[at]))
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

fn read_json_or_text(text: &str) -> Result<Value<'_>, Problem> {
    if !looks_like_json(text) {
        return Ok(Value::String(Cow::Borrowed(text)));
    }
    serde_json::from_str(text).map_err(|error| malformed_body(format!("the body is not valid JSON: {error}")))
}

/// Whether the text begins like a JSON object, array or string.
fn looks_like_json(text: &str) -> bool {
    let text = text.trim_start();
    match text.as_bytes() {
        // `[Puzzle]` is a section heading of an .sdk file.
        [b'[', next, ..] => !next.is_ascii_uppercase(),
        [b'{' | b'"' | b'[', ..] => true,
        _ => false,
    }
}

/// Reads a form as an object of its fields. JSON and bare grids, which `curl -d` labels a form, are read as such.
fn read_form(text: &str) -> Result<Value<'_>, Problem> {
    if looks_like_json(text) || !text.contains(['=', '%', '&']) {
        return read_json_or_text(text);
    }
    let fields = text.trim_end_matches(['\r', '\n']).split('&').filter(|field| !field.is_empty());
    let mut read = Vec::new();
    for field in fields {
        match field.split_once('=') {
            Some((key, value)) => {
                let key = decode(key)?;
                let value = read_field(&key, decode(value)?)?;
                read.push((key, value));
            }
            // The whole body is one percent-encoded text: a grid, or JSON.
            None if read.is_empty() && field.len() == text.trim_end().len() => return read_owned(&decode(field)?),
            None => read.push((decode(field)?, Value::String(Cow::Borrowed("")))),
        }
    }
    Ok(Value::Object(read))
}

/// Reads one field: the grid as JSON or text, any other as a number if it is one.
fn read_field<'a>(key: &str, value: Cow<'a, str>) -> Result<Value<'a>, Problem> {
    match value.parse() {
        Ok(number) if !is_grid_key(key) => Ok(Value::Integer(number)),
        _ if looks_like_json(&value) => read_owned(&value),
        _ => Ok(Value::String(value)),
    }
}

fn read_owned(text: &str) -> Result<Value<'static>, Problem> {
    Ok(read_json_or_text(text)?.into_owned())
}

fn decode(text: &str) -> Result<Cow<'_, str>, Problem> {
    let not_utf8 = |_| malformed_body("a percent-encoded field is not UTF-8");
    if text.contains('+') {
        let spaced = text.replace('+', " ");
        return Ok(Cow::Owned(percent_decode_str(&spaced).decode_utf8().map_err(not_utf8)?.into_owned()));
    }
    percent_decode_str(text).decode_utf8().map_err(not_utf8)
}
