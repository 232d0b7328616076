use std::fmt;

use super::Cell;

/// Why a text is not one grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The text is blank.
    #[error("the text holds no cells")]
    Empty,
    /// The number of cells is not 81, however the text is read.
    #[error("a grid has 81 cells, but {found} were found{}", StrangeCharacter(*.strange))]
    CellCount {
        /// The number of cells.
        found: usize,
        /// The first character that no form of a grid has, if there is one: the likely reason.
        strange: Option<char>,
    },
    /// There are nine lines, but one of them does not have nine cells.
    #[error("row {} has {found} cells, not 9", row + 1)]
    RowLength {
        /// The row, 0 to 8.
        row: usize,
        /// The number of its cells.
        found: usize,
    },
    /// There are 81 cells, but some are neither a digit nor a blank. All of these are listed.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    BadCharacters(Vec<BadCharacter>),
    /// More than one puzzle.
    #[error("{found} puzzles were found, and one is taken at a time")]
    SeveralPuzzles {
        /// The number of puzzles.
        found: usize,
    },
    /// A grid of pencil marks, nine characters for each cell.
    #[error("the text is a candidate grid of 729 characters; send the 81 cells instead")]
    CandidateGrid,
    /// A line of HoDoKu's library format.
    #[error("the text is a line of HoDoKu's library; send its fourth field, the 81 cells, without `+`")]
    HodokuLine,
}

/// A character that is neither a digit nor a blank, and its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadCharacter {
    /// The cell.
    pub cell: Cell,
    /// The character.
    pub character: char,
}

impl fmt::Display for BadCharacter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {} is neither a digit 1-9 nor a blank", Named(self.character), self.cell)
    }
}

/// A character, with its code point unless it is plain ASCII.
struct Named(char);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            character if character.is_ascii_graphic() => write!(f, "'{character}'"),
            character if character.is_alphanumeric() => write!(f, "'{character}' (U+{:04X})", character as u32),
            character => write!(f, "U+{:04X}", character as u32),
        }
    }
}

struct StrangeCharacter(Option<char>);

impl fmt::Display for StrangeCharacter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |character| write!(f, ", and {} is no part of a grid", Named(character)))
    }
}
