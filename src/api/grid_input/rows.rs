//! Reads an array of strings, as `text.split("\n")` makes it.

use super::cells::{malformed_cells, malformed_grid, malformed_text};
use super::{GridInput, Value};
use crate::api::grid_output::Form;
use crate::api::problem::{InputError, Problem};
use sudoku_engine::grid::ParseError;

/// Reads the lines of a grid: nine strings of nine cells, or any lines that are a grid as text.
///
/// # Errors
/// 400, with the place of every wrong cell or of the wrong row where the strings are nine rows.
pub(super) fn read_lines(elements: &[Value], pointer: &str) -> Result<GridInput, Problem> {
    let mut lines = Vec::with_capacity(elements.len());
    for (row, element) in elements.iter().enumerate() {
        let Value::String(line) = element else {
            let detail = format!("row {} is {element}; a string was expected", row + 1);
            return Err(malformed_grid(&format!("{pointer}/{row}"), detail));
        };
        lines.push(line.as_ref());
    }
    match lines.join("\n").parse() {
        Ok(grid) => Ok(GridInput { grid, form: Form::Rows }),
        Err(error) if lines.len() == 9 => Err(wrong_rows(&error, pointer)),
        Err(error) => Err(malformed_text(&error, pointer)),
    }
}

/// The problem with nine strings, at those that are wrong.
fn wrong_rows(error: &ParseError, pointer: &str) -> Problem {
    let at = |row: usize| format!("{pointer}/{row}");
    match error {
        ParseError::RowLength { row, .. } => malformed_grid(&at(*row), error.to_string()),
        ParseError::BadCharacters(bad) => {
            let errors =
                bad.iter().map(|bad| InputError::at(Some(at(bad.cell.row())), Some(bad.cell), bad.to_string()));
            malformed_cells(errors.collect())
        }
        _ => malformed_text(error, pointer),
    }
}
