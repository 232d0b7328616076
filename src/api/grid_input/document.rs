//! From the bytes of a body to a [`Value`]. The body itself counts for more than its Content-Type.

use std::borrow::Cow;

use http::HeaderValue;

use super::Value;
use super::form::{has_parameters, read_form};
use crate::api::accept::essence;
use crate::api::problem::{Problem, ProblemKind};
use sudoku_engine::grid::{Grid, ParseError};

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
    let has_mark = body.starts_with(b"\xff\xfe") || body.starts_with(b"\xfe\xff");
    // Without a mark UTF-16 shows by the zero byte of its first character.
    if has_mark || matches!(body, [0, _, ..] | [_, 0, ..]) {
        return Err(malformed_body("the body is UTF-16; send it as UTF-8"));
    }
    let text = std::str::from_utf8(body).map_err(|error| {
        let at = error.valid_up_to();
        malformed_body(format!("the body is not UTF-8: byte {at} is 0x{:02X}", body[at]))
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

pub(super) fn read_json_or_text(text: &str) -> Result<Value<'_>, Problem> {
    if !looks_like_json(text) {
        return read_text(text);
    }
    serde_json::from_str(text).or_else(|error| match text.parse::<Grid>() {
        // Nothing of an object may be passed over, since it may hold parameters.
        Ok(_) if !is_object(text) => read_text(text),
        Err(why) if !is_object(text) && is_nearly_a_grid(&why) => read_text(text),
        _ => Err(malformed_body(format!("the body is not valid JSON: {error}"))),
    })
}

/// The text, which may hold a grid and whatever else, but not the fields of a form.
fn read_text(text: &str) -> Result<Value<'_>, Problem> {
    if has_parameters(text) {
        let detail = "the body is a form of several fields; send it as application/x-www-form-urlencoded, or as JSON";
        return Err(malformed_body(detail));
    }
    Ok(Value::String(Cow::Borrowed(text)))
}

/// Whether the text begins like a JSON object, array or string.
pub(super) fn looks_like_json(text: &str) -> bool {
    let text = text.trim_start();
    match text.as_bytes() {
        // `[Puzzle]` is a section heading of an .sdk file, `[code]` a tag of a forum.
        [b'[', next, ..] if next.is_ascii_alphabetic() => {
            ["null", "true", "false"].iter().any(|word| text[1..].starts_with(word))
        }
        [b'{' | b'"' | b'[', ..] => true,
        _ => false,
    }
}

/// Whether text that begins like JSON is an object, or an array of these, perhaps without its brace: a key stands
/// first. The braces of a programming language have values there.
fn is_object(text: &str) -> bool {
    let text = text.trim_start_matches(|before: char| before.is_whitespace() || before == '[');
    let inside = text.strip_prefix('{').unwrap_or(text).trim_start();
    let after_key = match inside.strip_prefix(['"', '\'']) {
        Some(key) => key.split_once(['"', '\'']).map(|(_, after)| after),
        None => Some(inside.trim_start_matches(|name: char| name.is_alphanumeric() || name == '_')),
    };
    after_key.is_none_or(|after| after.trim_start().starts_with([':', '}']))
}

/// Whether the error names a place in rows of cells, so that the text was meant as a grid.
const fn is_nearly_a_grid(error: &ParseError) -> bool {
    !matches!(error, ParseError::Empty | ParseError::CellCount { .. } | ParseError::TooLong | ParseError::Link { .. })
}
