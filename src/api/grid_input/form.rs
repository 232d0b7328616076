//! Bodies of the type `application/x-www-form-urlencoded`, the default of `curl -d` whatever the body is.
//!
//! ```text
//!   grid=53..7....&limit=5     a form
//!   {"grid": "53..7...."}      JSON
//!   6 . 7 | . 4 . | . . 3      the text of a grid, also where it has a =
//!   ======+=======+======
//!   int rows[9][9] = {{5, 3,   the text of a grid: no name of a field stands before the =
//!   %7B%22grid%22%3A%20...     any of these, percent-encoded as a whole
//! ```

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use super::Value;
use super::document::{looks_like_json, malformed_body, read_json_or_text};
use super::fields::is_grid_key;
use crate::api::problem::Problem;
use sudoku_engine::grid::{Grid, ParseError};

/// Reads a form as an object of its fields, and anything else as JSON or text.
///
/// # Errors
/// 400 for a body that cannot be read.
pub(super) fn read_form(text: &str) -> Result<Value<'_>, Problem> {
    if looks_like_json(text) || !text.contains(['=', '%', '&']) {
        return read_json_or_text(text);
    }
    let fields: Vec<&str> = text.trim_end_matches(['\r', '\n']).split('&').filter(|field| !field.is_empty()).collect();
    if is_text(text, &fields) {
        return Ok(Value::String(Cow::Borrowed(text)));
    }
    match fields[..] {
        // The whole body is one percent-encoded text: a grid, or JSON.
        [field] if !field.contains('=') => Ok(read_json_or_text(&decode(field)?)?.into_owned()),
        _ => Ok(Value::Object(fields.into_iter().map(read_field).collect::<Result<_, _>>()?)),
    }
}

/// Whether the body is the text of a grid rather than a form. Nothing of a form with other fields may be passed over.
fn is_text(text: &str, fields: &[&str]) -> bool {
    let names: Vec<&str> = fields.iter().filter_map(|field| name(field)).collect();
    match names[..] {
        [] => !text.contains('%') || text.parse::<Grid>().is_ok(),
        [name] if fields.len() == 1 && is_grid_key(name) => false,
        // An assignment to any name, such as `rows = [[5, 3, 0, ...`.
        [_] if fields.len() == 1 => text.parse::<Grid>().is_ok(),
        _ => matches!(text.parse::<Grid>(), Err(ParseError::Link { .. })),
    }
}

/// Whether a text that is no form has fields of one after an `&`, such as `&limit=5`. A link has them, too, and is
/// refused as such.
pub(super) fn has_parameters(text: &str) -> bool {
    text.contains('&') && !text.contains("://") && text.split('&').skip(1).any(|field| name(field).is_some())
}

/// The name of a field, if what stands before its `=` is one.
fn name(field: &str) -> Option<&str> {
    let (name, _) = field.split_once('=')?;
    let name = name.trim();
    let is_part = |part: char| part.is_alphanumeric() || matches!(part, '_' | '-' | '%' | '+');
    (name.starts_with(|first: char| first.is_alphabetic() || first == '%') && name.chars().all(is_part)).then_some(name)
}

/// Reads one field: the grid as JSON or text, any other as a number, `true` or `false` if it is one.
fn read_field(field: &str) -> Result<(Cow<'_, str>, Value<'_>), Problem> {
    let (key, value) = field.split_once('=').unwrap_or((field, ""));
    let key = match decode(key)? {
        Cow::Borrowed(key) => Cow::Borrowed(key.trim()),
        Cow::Owned(key) => Cow::Owned(key.trim().to_owned()),
    };
    let value = decode(value)?;
    let value = match read_scalar(&value) {
        Some(scalar) if !is_grid_key(&key) => scalar,
        _ if looks_like_json(&value) => read_json_or_text(&value)?.into_owned(),
        _ => Value::String(value),
    };
    Ok((key, value))
}

fn read_scalar(text: &str) -> Option<Value<'static>> {
    match text.trim() {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        number => number.parse().ok().map(Value::Integer),
    }
}

fn decode(text: &str) -> Result<Cow<'_, str>, Problem> {
    let not_utf8 = |_| malformed_body("a percent-encoded field is not UTF-8");
    if text.contains('+') {
        let spaced = text.replace('+', " ");
        return Ok(Cow::Owned(percent_decode_str(&spaced).decode_utf8().map_err(not_utf8)?.into_owned()));
    }
    percent_decode_str(text).decode_utf8().map_err(not_utf8)
}
