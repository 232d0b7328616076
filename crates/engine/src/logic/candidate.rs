use std::fmt;

use crate::grid::{Cell, Digit};

/// A digit in a cell, as a possibility: printed `r3c5=7`.
///
/// ```
/// use sudoku_engine::grid::{Cell, Digit};
/// use sudoku_engine::logic::Candidate;
///
/// let candidate = Candidate::new(Cell::at(2, 4), Digit::new(7).unwrap());
/// assert_eq!(candidate.to_string(), "r3c5=7");
/// assert_eq!(Candidate::from_index(candidate.index()), candidate);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate(u16);

impl Candidate {
    /// The number of candidates of a board.
    pub const COUNT: usize = 729;

    /// The candidate of this digit in this cell.
    #[inline]
    pub const fn new(cell: Cell, digit: Digit) -> Self {
        Self((9 * cell.index() + digit.index()) as u16)
    }

    /// The candidate of this index, 0 to 728: nine for each cell, in the order of the board.
    ///
    /// # Panics
    /// When `index` is 729 or above.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT, "a candidate's index is 0 to 728");
        Self(index as u16)
    }

    /// The index, 0 to 728.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell::new(self.index() / 9)
    }

    /// The digit.
    #[inline]
    pub const fn digit(self) -> Digit {
        Digit::from_index(self.index() % 9)
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell(), self.digit())
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
