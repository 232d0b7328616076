//! What stands in a cell, and the grid of 81 such contents.

use super::super::{BadCharacter, Cell, Digit, Grid, ParseError};

/// A cell in which nothing stands: an empty field, an empty string, or a space that has a column of its own.
pub(super) const EMPTY: char = ' ';

/// A word for nothing, such as `null` or `None`.
pub(super) const NULL: char = '\u{2205}';

/// The words that programs print where a cell has no value.
const NULLS: [&str; 8] = ["null", "none", "nil", "nan", "na", "nothing", "undefined", "nullptr"];

pub(super) fn is_null(word: &str) -> bool {
    (2..=9).contains(&word.len()) && NULLS.iter().any(|null| null.eq_ignore_ascii_case(word))
}

/// Reads the content of a cell from a character; `None` is a blank.
///
/// ```
/// use sudoku_engine::grid::{Cell, read_cell};
/// assert_eq!(read_cell(Cell::at(0, 0), '7').unwrap().unwrap().get(), 7);
/// assert_eq!(read_cell(Cell::at(0, 0), '.'), Ok(None));
/// assert!(read_cell(Cell::at(0, 0), 'a').is_err());
/// ```
///
/// # Errors
/// When the character is neither a digit nor a blank. The cell is only there to be named by the error.
pub const fn read_cell(cell: Cell, character: char) -> Result<Option<Digit>, BadCharacter> {
    match character {
        '1'..='9' => Ok(Digit::new(character as u8 - b'0')),
        '.' | '0' | '_' | '*' | 'x' | 'X' | '?' | ' ' | '-' => Ok(None),
        _ => Err(BadCharacter { cell, character }),
    }
}

/// How blanks are written. A grid has one kind of them: where two are used, one of them may be a lost cell, a part of
/// a frame, or a digit of a program that counts from 0.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    Mark,
    Empty,
    Null,
}

/// The grid of these 81 contents, row by row.
///
/// # Errors
/// When blanks are written in two ways.
pub(super) fn grid_of(contents: impl IntoIterator<Item = char>) -> Result<Grid, ParseError> {
    let mut grid = Grid::EMPTY;
    let mut seen: Option<(Cell, Written)> = None;
    for (cell, character) in Cell::ALL.into_iter().zip(contents) {
        let written = match character {
            '1'..='9' => {
                grid.set(cell, Digit::new(character as u8 - b'0'));
                continue;
            }
            EMPTY => Written::Empty,
            NULL => Written::Null,
            _ => Written::Mark,
        };
        match seen {
            Some((first, other)) if other != written => {
                return Err(ParseError::MixedBlanks { first, second: cell });
            }
            _ => seen = seen.or(Some((cell, written))),
        }
    }
    Ok(grid)
}
