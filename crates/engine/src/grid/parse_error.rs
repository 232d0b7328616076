use std::fmt;

use super::Cell;

/// Why a text is not one grid. Rows and lines are those of the text as it was sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// The text is blank.
    #[error("the text holds no cells")]
    Empty,
    /// The text is not 81 cells, however it is read.
    #[error("{}{}", Cells(*.found), Strange(*.strange))]
    CellCount {
        /// The number of cells; 81 if they do not stand as those of nine rows do.
        found: usize,
        /// The first character that no form of a grid has, if there is one: the likely reason.
        strange: Option<char>,
    },
    /// The number of rows is not nine.
    #[error("{}{}", Rows(*.found), Frames(*.frames))]
    RowCount {
        /// The number of rows.
        found: usize,
        /// How many lines of dashes stand beside them, which are no rows.
        frames: usize,
    },
    /// There are nine rows, but one of them does not have nine cells.
    #[error("row {} has {found} cells, not 9{}", row + 1, Strange(*.strange))]
    RowLength {
        /// The row, 0 to 8.
        row: usize,
        /// The number of its cells.
        found: usize,
        /// The first character of the row that no form of a grid has, if there is one.
        strange: Option<char>,
    },
    /// A row of nine cells is grouped, framed or labelled otherwise than the other rows.
    #[error("row {} is not written like the other rows: its spaces, bars or labels differ", row + 1)]
    RowLayout {
        /// The row, 0 to 8.
        row: usize,
    },
    /// A blank line or a frame stands between two rows where none stands between others, so that a row may be missing.
    #[error("rows {} and {} are parted otherwise than the other rows, so a row may be missing", row + 1, row + 2)]
    RowsParted {
        /// The upper of the two rows, 0 to 7.
        row: usize,
    },
    /// There are 81 cells, but some are neither a digit nor a blank. All of these are listed.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    BadCharacters(Vec<BadCharacter>),
    /// Blanks are written in two ways, of which one may be something else: a lost cell, or a 0 that stands for 1.
    #[error("the blanks at {first} and {second} are written in two ways; write all blanks as . or 0")]
    MixedBlanks {
        /// The first blank.
        first: Cell,
        /// The first that is written otherwise.
        second: Cell,
    },
    /// The blanks are spaces, and a line has lost some or has too many: nothing shows which.
    #[error("the blanks are spaces, and {} too few or too many of them; write blanks as . or 0", HasSpaces(*.row))]
    SpacesAsBlanks {
        /// The row, 0 to 8, where the width of the others shows which it is.
        row: Option<usize>,
    },
    /// More than one grid can be read.
    #[error(
        "the text can be read in two ways, as {first} and as {second}; write blanks as . or 0, and send no more than the grid"
    )]
    Ambiguous {
        /// One reading, and its lines.
        first: String,
        /// The other.
        second: String,
    },
    /// The text has more than anything that holds one grid: 16 KiB, 2048 lines, or 4096 words and numbers.
    #[error("the text is too long for one grid: it has more than 16 KiB, 2048 lines, or 4096 words and numbers")]
    TooLong,
    /// More than one puzzle.
    #[error("{found} puzzles were found, and one is taken at a time")]
    SeveralPuzzles {
        /// The number of puzzles.
        found: usize,
    },
    /// A grid of pencil marks: several digits in a cell.
    #[error("the text is a grid of candidates, several digits for a cell; send the 81 cells instead")]
    CandidateGrid,
    /// A line of HoDoKu's library format whose grid is not 81 cells.
    #[error("the text is a line of HoDoKu's library, but its fourth field is not 81 cells")]
    HodokuLine,
    /// The address of a page.
    #[error("the text is a link, and pages are not fetched; {}", Key(.key.as_deref()))]
    Link {
        /// The key of its query that holds 81 cells, if there is one.
        key: Option<String>,
    },
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
        write!(f, "{} at {} is ", Named(self.character), self.cell)?;
        match script(self.character) {
            Some(script) => write!(f, "{script}; write digits as 1 to 9"),
            None => write!(f, "neither a digit 1-9 nor a blank"),
        }
    }
}

/// What a digit that is none of `0` to `9` is.
fn script(character: char) -> Option<&'static str> {
    Some(match character {
        '\u{FF10}'..='\u{FF19}' => "a full-width digit",
        '\u{660}'..='\u{669}' => "an Arabic digit",
        '\u{6F0}'..='\u{6F9}' => "a Persian digit",
        '\u{966}'..='\u{96F}' => "a Devanagari digit",
        '\u{9E6}'..='\u{9EF}' => "a Bengali digit",
        '\u{E50}'..='\u{E59}' => "a Thai digit",
        '\u{B2}' | '\u{B3}' | '\u{B9}' | '\u{2070}'..='\u{2079}' => "a superscript digit",
        '\u{2080}'..='\u{2089}' => "a subscript digit",
        '\u{2460}'..='\u{24FF}' | '\u{2776}'..='\u{2793}' => "a circled digit",
        '\u{20E3}' => "a keycap emoji",
        '\u{1D7CE}'..='\u{1D7FF}' => "a mathematical digit",
        other if !other.is_ascii() && other.is_numeric() => "a digit of another script",
        _ => return None,
    })
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

struct Strange(Option<char>);

impl fmt::Display for Strange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.map(|character| (character, script(character))) {
            None => Ok(()),
            Some((character, None)) => write!(f, ", and {} is no part of a grid", Named(character)),
            Some((character, Some(script))) => {
                write!(f, ", and {} is {script}; write digits as 1 to 9", Named(character))
            }
        }
    }
}

struct Cells(usize);

impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            81 => write!(f, "81 cells were found, but what stands between them does not part them into 9 rows of 9"),
            0 => write!(f, "a grid has 81 cells, but none were found"),
            found => write!(f, "a grid has 81 cells, but {found} were found"),
        }
    }
}

struct Rows(usize);

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => write!(f, "one row, nine are needed"),
            found => write!(f, "a grid has 9 rows, but {found} were found"),
        }
    }
}

struct Frames(usize);

impl fmt::Display for Frames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => Ok(()),
            1 => write!(f, " and 1 line of a frame"),
            lines => write!(f, " and {lines} lines of a frame"),
        }
    }
}

struct HasSpaces(Option<usize>);

impl fmt::Display for HasSpaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(row) => write!(f, "row {} has", row + 1),
            None => write!(f, "some lines have"),
        }
    }
}

struct Key<'k>(Option<&'k str>);

impl fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(key) => write!(f, "send the value of its key {key:?}, which holds the grid"),
            None => write!(f, "send the 81 cells"),
        }
    }
}
