//! From a JSON value to the 81 cells, with the exact location of every error.

use super::Value;
use super::elements::{CellReader, Layout};
use super::rows::read_lines;
use crate::api::grid_output::Form;
use crate::api::problem::{InputError, Problem, ProblemKind};
use sudoku_engine::grid::{Cell, Grid, ParseError};

/// A grid and the form it was written in, which the response uses too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridInput {
    /// The cells.
    pub grid: Grid,
    /// How the request wrote them.
    pub form: Form,
}

/// Reads a grid in any form; `pointer` is its location in the body. An array of one grid is that grid.
///
/// # Errors
/// 400, with the wrong number of cells or with every wrong cell.
pub fn read_grid(value: &Value, pointer: &str) -> Result<GridInput, Problem> {
    match value {
        Value::Array(elements) => match &elements[..] {
            [grid] if is_grid_like(grid) || is_rows(grid) => read_one(grid, &format!("{pointer}/0")),
            _ => read_array(elements, pointer),
        },
        _ => read_one(value, pointer),
    }
}

fn read_one(value: &Value, pointer: &str) -> Result<GridInput, Problem> {
    match value {
        Value::String(text) => read_text(text, pointer),
        Value::Array(elements) => read_array(elements, pointer),
        other => Err(malformed_grid(pointer, format!("the grid is {other}; a string or an array was expected"))),
    }
}

pub(super) fn malformed_grid(pointer: &str, detail: impl Into<String>) -> Problem {
    let detail = detail.into();
    let error = InputError::at(Some(pointer.to_owned()), None, detail.clone());
    Problem::new(ProblemKind::MalformedGrid, detail).with_errors(vec![error])
}

fn read_text(text: &str, pointer: &str) -> Result<GridInput, Problem> {
    match text.parse() {
        Ok(grid) => Ok(GridInput { grid, form: Form::Text }),
        Err(error) => Err(malformed_text(&error, pointer)),
    }
}

/// The problem with a text.
pub(super) fn malformed_text(error: &ParseError, pointer: &str) -> Problem {
    let at = |cell: Cell, detail: String| InputError::at(Some(pointer.to_owned()), Some(cell), detail);
    match error {
        ParseError::BadCharacters(bad) => {
            malformed_cells(bad.iter().map(|bad| at(bad.cell, bad.to_string())).collect())
        }
        ParseError::MixedBlanks { first, second } => {
            let errors = [first, second].map(|&cell| at(cell, format!("a blank at {cell}")));
            Problem::new(ProblemKind::MalformedGrid, error.to_string()).with_errors(errors.to_vec())
        }
        ParseError::SeveralPuzzles { .. } => one_at_a_time(pointer, error),
        _ => malformed_grid(pointer, error.to_string()),
    }
}

/// A problem whose detail gives the first error and the number of others.
pub(super) fn malformed_cells(errors: Vec<InputError>) -> Problem {
    let more = match errors.len() {
        1 => String::new(),
        2 => ", and 1 more cell is wrong".to_owned(),
        count => format!(", and {} more cells are wrong", count - 1),
    };
    let detail = format!("{}{more}", errors[0].detail);
    Problem::new(ProblemKind::MalformedGrid, detail).with_errors(errors)
}

fn read_array(elements: &[Value], pointer: &str) -> Result<GridInput, Problem> {
    let several = elements.first().is_some_and(is_grid_like);
    match elements {
        _ if elements.len() == 81 && !several => CellReader::new(pointer, Layout::Flat).read(elements.iter()),
        [Value::Array(_), ..] if elements.len() == 9 && !elements.iter().all(is_grid_like) => {
            let rows = rows_of_nine(elements, pointer)?;
            CellReader::new(pointer, Layout::Matrix).read(rows.into_iter().flatten())
        }
        [first, ..] if several || matches!(first, Value::Object(_)) => {
            Err(one_at_a_time(pointer, &ParseError::SeveralPuzzles { found: elements.len() }))
        }
        [Value::String(_), ..] => read_lines(elements, pointer),
        _ => Err(malformed_grid(pointer, wrong_number(elements))),
    }
}

/// What is wrong with the number of elements, each of them a row or a cell.
fn wrong_number(elements: &[Value]) -> String {
    match elements {
        [Value::Array(_), ..] => ParseError::RowCount { found: elements.len(), frames: 0 }.to_string(),
        [_, _, _, _, _, _, _, _, _] => ParseError::RowCount { found: 1, frames: 0 }.to_string(),
        _ => format!("the array has {} elements; 9 rows or 81 cells were expected", elements.len()),
    }
}

fn one_at_a_time(pointer: &str, error: &ParseError) -> Problem {
    malformed_grid(pointer, format!("{error}: send many to /solve/batch, one per line, or each in its own request"))
}

/// Whether an element is a whole grid, so the array holds several puzzles.
fn is_grid_like(element: &Value) -> bool {
    match element {
        Value::String(text) => text.len() >= 81,
        Value::Array(rows) => matches!(rows[..], [Value::Array(_), ..]) || rows.len() == 81,
        _ => false,
    }
}

/// Whether an element is nine strings of nine or more characters each.
fn is_rows(element: &Value) -> bool {
    let is_row = |row: &Value| matches!(row, Value::String(text) if text.chars().count() >= 9);
    matches!(element, Value::Array(rows) if rows.len() == 9 && rows.iter().all(is_row))
}

fn rows_of_nine<'v, 'a>(elements: &'v [Value<'a>], pointer: &str) -> Result<Vec<&'v [Value<'a>]>, Problem> {
    let rows = elements.iter().enumerate().map(|(row, element)| {
        let at = format!("{pointer}/{row}");
        match element {
            Value::Array(cells) if cells.len() == 9 => Ok(&cells[..]),
            Value::Array(cells) => Err(malformed_grid(&at, row_length(row, cells.len()))),
            other => Err(malformed_grid(&at, format!("row {} is {other}; an array of 9 was expected", row + 1))),
        }
    });
    rows.collect()
}

fn row_length(row: usize, found: usize) -> String {
    ParseError::RowLength { row, found, strange: None }.to_string()
}
