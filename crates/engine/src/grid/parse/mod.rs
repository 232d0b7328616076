//! Reads a grid as people write it.
//!
//! A grid is nine rows of nine cells, or 81 cells in one run, or 81 fields of one cell, whatever stands around them. A
//! cell is `1` to `9`, or a blank: `.` `0` `_` `*` `x` `X` `?` `-`, a space, or an empty field. A grid has one kind of
//! blank, and what else a character may be follows from that: where `.` is the blank, a line of dashes is a frame.
//!
//! ```text
//!   text --clean--> plain characters --text--> lines --tokens--> cells, gaps, words
//!                                                |                     |
//!                  columns: spaces are blanks  <-+                     +-> lines:  nine rows
//!                  fields: empty fields are  <---+                     +-> series: 81 cells in a run, a line, a list
//! ```
//!
//! Each reading looks for a grid under its own hypothesis about the blanks. The text is a grid if one reading finds
//! one, and no other finds another: of two possible grids, none is read. Rows must be written alike, and what stands
//! between them must repeat every three rows or every row. That tells rows from titles, and two fragments from a grid.
//!
//! Each reading takes time linear in the length of the text, and long texts are refused.

mod blanks;
mod blocks;
mod clean;
mod columns;
mod contents;
mod fast;
mod fields;
mod findings;
mod labels;
mod lines;
mod markup;
mod row;
mod series;
mod text;
mod tokenize;
mod tokens;
mod why;

pub use contents::read_cell;

use super::{Grid, ParseError};
use blanks::Blanks;
use findings::Findings;
use tokens::Tokens;

/// The most bytes of a text, without the space at its end.
const LONGEST: usize = 16 * 1024;

pub(super) fn parse(text: &str) -> Result<Grid, ParseError> {
    if let Some(grid) = fast::line_of_81(text).or_else(|| fast::nine_lines(text)) {
        return Ok(grid);
    }
    // Every reading looks at every character, which for a text of any length would keep the caller waiting.
    if text.trim_end().len() > LONGEST {
        return Err(ParseError::TooLong);
    }
    let cleaned = clean::clean(text);
    let cleaned = markup::without_markup(&cleaned);
    let Some(lines) = text::lines(&cleaned) else { return Err(ParseError::TooLong) };
    if text::fills_columns(&cleaned) {
        return Err(findings::ambiguous(&"a list of rows", &"a list of columns, as R and MATLAB fill a matrix"));
    }
    if let Some(library) = text::hodoku_grid(&lines) {
        return fast::line_of_81(&library).ok_or(ParseError::HodokuLine);
    }
    let mut findings = Findings::default();
    for blanks in Blanks::ALL.into_iter().filter(|blanks| blanks.may_occur_in(&cleaned)) {
        let Some(tokens) = Tokens::new(&lines, blanks) else { return Err(ParseError::TooLong) };
        lines::read(&lines, &tokens, blanks, &mut findings);
        series::read(&lines, &tokens, blanks, &mut findings);
    }
    fields::read(&lines, &mut findings);
    columns::read(&lines, &mut findings);
    findings.decide().unwrap_or_else(|| Err(why::why(&lines)))
}
