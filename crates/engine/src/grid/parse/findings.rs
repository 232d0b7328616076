//! What the readings of a text found, and the decision between them.

use std::collections::BTreeSet;
use std::fmt;

use super::super::{Grid, ParseError};

/// The form in which a grid stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Rows,
    RowsOfFields,
    RowsOfColumns,
    Run,
    Line,
    LineOfFields,
    LineOfColumns,
    List,
    Lines,
}

impl Form {
    /// Whether other lines of the text may be rows of the same grid.
    const fn has_rows(self) -> bool {
        matches!(self, Self::Rows | Self::RowsOfFields | Self::RowsOfColumns)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Rows => "nine rows",
            Self::RowsOfFields => "nine rows of fields",
            Self::RowsOfColumns => "nine rows of columns",
            Self::Run => "81 cells in one run",
            Self::Line => "81 cells in one line",
            Self::LineOfFields => "81 fields in one line",
            Self::LineOfColumns => "81 columns",
            Self::List => "a list",
            Self::Lines => "81 lines of one cell",
        }
    }
}

/// Where a grid stands in the text, and in which form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) form: Form,
    /// The number of its first line and of its last.
    pub(super) lines: (usize, usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = self.form.name();
        match self.lines {
            (first, last) if first == last => write!(f, "{form} (line {first})"),
            (first, last) => write!(f, "{form} (lines {first} to {last})"),
        }
    }
}

/// Collects what each reading finds. A text is a grid only if all readings that find one find the same.
#[derive(Default)]
pub(super) struct Findings {
    found: Vec<(Grid, Place)>,
    refusal: Option<ParseError>,
    doubt: Option<ParseError>,
    /// The numbers of the lines that are rows with some blanks.
    rows: BTreeSet<usize>,
}

impl Findings {
    pub(super) fn add(&mut self, grid: Grid, place: Place) {
        // Two that differ decide everything, so no more need be kept.
        if self.found.len() < 2 && self.found.iter().all(|(other, _)| *other != grid) {
            self.found.push((grid, place));
        }
    }

    /// Notes a line that is a row with some blanks. A grid of rows is refused if one of them is not its own.
    pub(super) fn note_row(&mut self, line: usize) {
        self.rows.insert(line);
    }

    /// Refuses the text, whatever other readings find.
    pub(super) fn refuse(&mut self, refusal: ParseError) {
        self.refusal.get_or_insert(refusal);
    }

    /// Refuses the text unless another reading finds a grid.
    pub(super) fn doubt(&mut self, doubt: ParseError) {
        self.doubt.get_or_insert(doubt);
    }

    pub(super) fn add_or_refuse(&mut self, grid: Result<Grid, ParseError>, place: Place) {
        match grid {
            Ok(grid) => self.add(grid, place),
            Err(refusal) => self.refuse(refusal),
        }
    }

    /// The grid, or why there is none; `None` if no reading found any.
    pub(super) fn decide(self) -> Option<Result<Grid, ParseError>> {
        match (self.refusal, &self.found[..]) {
            (Some(refusal), _) => Some(Err(refusal)),
            (None, []) => self.doubt.map(Err),
            (None, [(grid, place)]) => {
                let others = self.rows.iter().filter(|line| !(place.lines.0..=place.lines.1).contains(line)).count();
                let is_alone = others == 0 || !place.form.has_rows();
                Some(if is_alone { Ok(*grid) } else { Err(ParseError::RowCount { found: 9 + others, frames: 0 }) })
            }
            (None, [(_, first), (_, second), ..]) => Some(Err(ambiguous(first, second))),
        }
    }
}

/// The error for two readings.
pub(super) fn ambiguous(first: &impl fmt::Display, second: &impl fmt::Display) -> ParseError {
    ParseError::Ambiguous { first: first.to_string(), second: second.to_string() }
}
