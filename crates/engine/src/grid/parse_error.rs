use std::fmt;

use super::Cell;

/// Why a text is not one grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// Nothing stands there.
    #[error("the text holds no cells")]
    Empty,
    /// Another number of cells than 81, in whichever way the text is read.
    #[error("a grid has 81 cells, but {found} were found{}", StrangeCharacter(*.strange))]
    CellCount {
        /// How many cells the text holds.
        found: usize,
        /// A character that belongs to no way of writing a grid, where there is one: it is the likely reason.
        strange: Option<char>,
    },
    /// Nine lines, but one of them has another length than 9.
    #[error("row {} has {found} cells, not 9", row + 1)]
    RowLength {
        /// The row, 0 to 8.
        row: usize,
        /// How many cells the row holds.
        found: usize,
    },
    /// 81 cells, and in some of them neither a digit nor a blank.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    BadCharacters(Vec<BadCharacter>),
    /// More than one puzzle.
    #[error("{found} puzzles were found, and one is taken at a time")]
    SeveralPuzzles {
        /// How many puzzles.
        found: usize,
    },
    /// A grid of pencil marks: nine characters a cell.
    #[error("the text is a candidate grid of 729 characters; send the 81 cells instead")]
    CandidateGrid,
    /// A line of HoDoKu's library format.
    #[error("the text is a line of HoDoKu's library; send its fourth field, the 81 cells, without `+`")]
    HodokuLine,
}

/// A character that is neither a digit nor a blank, and the cell where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadCharacter {
    /// Where it stands.
    pub cell: Cell,
    /// What stands there.
    pub character: char,
}

impl fmt::Display for BadCharacter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {} is neither a digit 1-9 nor a blank", Named(self.character), self.cell)
    }
}

/// A character with its code point, where a look at it does not tell which it is.
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
