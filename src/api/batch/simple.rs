//! A fast path for the JSON that most clients send.
//!
//! ```text
//!   "53..7...."                        {"id":7,"grid":"53..7...."}        {"puzzle": "53..7....", "id": "a-7"}
//! ```
//!
//! `None` means that [`read`](super::read) has to decide, never that an item is invalid.

use super::read::{Id, Reading};
use crate::api::Form;
use crate::api::grid_input::{GridInput, is_grid_key};
use sudoku_engine::grid::Grid;

/// Reads a bare grid, a string, or an object with the grid as a string and an optional id.
pub(super) fn read_simple(item: &[u8]) -> Option<Reading<'_>> {
    let (grid, id) = match item {
        [b'{', members @ .., b'}'] => read_members(members)?,
        [b'"', line @ .., b'"'] | line => (Grid::from_line_bytes(line)?, None),
    };
    Some(Reading { id: id.map(Id::Json), input: Ok(GridInput { grid, form: Form::Text }) })
}

fn read_members(members: &[u8]) -> Option<(Grid, Option<&str>)> {
    let (mut grid, mut id) = (None, None);
    let mut rest = trim(members);
    loop {
        let (key, after) = string(rest)?;
        rest = trim(after.strip_prefix(b":")?);
        rest = if key == b"id" && id.is_none() {
            let (value, after) = scalar(rest)?;
            id = Some(value);
            after
        } else if grid.is_none() && is_grid_key(std::str::from_utf8(key).ok()?) {
            let (text, after) = string(rest)?;
            grid = Some(Grid::from_line_bytes(text)?);
            after
        } else {
            return None;
        };
        match trim(rest) {
            [] => return Some((grid?, id)),
            [b',', after @ ..] => rest = trim(after),
            _ => return None,
        }
    }
}

fn trim(mut text: &[u8]) -> &[u8] {
    while let [b' ', rest @ ..] = text {
        text = rest;
    }
    text
}

/// The text up to the next quote, and what follows that. The text may contain `\`, which the callers reject.
fn string(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.strip_prefix(b"\"")?;
    let end = memchr::memchr(b'"', text)?;
    Some((&text[..end], &text[end + 1..]))
}

/// A string of plain characters or a short whole number, and what follows it.
fn scalar(text: &[u8]) -> Option<(&str, &[u8])> {
    let end = if let Some((content, _)) = string(text) {
        let plain = content.iter().all(|&byte| matches!(byte, b' '..=b'~') && byte != b'\\');
        plain.then_some(content.len() + 2)?
    } else {
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        // JSON has no leading zeros.
        (digits == 1 || (2..=15).contains(&digits) && text[0] != b'0').then_some(digits)?
    };
    let (value, after) = text.split_at(end);
    Some((std::str::from_utf8(value).ok()?, after))
}
