use super::{Conflict, Grid, conflicts, conflicts::has_conflict};

/// A grid in which no house holds a digit twice: what a solver takes. It may have one solution, many or none.
///
/// ```
/// use sudoku_engine::grid::{Grid, Puzzle};
/// assert!(Puzzle::new(Grid::EMPTY).is_ok());
/// let twice: Grid = format!("1.1{}", ".".repeat(78)).parse().unwrap();
/// assert_eq!(Puzzle::new(twice).unwrap_err().len(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle(Grid);

impl Puzzle {
    /// Takes a grid whose digits agree with the rules.
    ///
    /// # Errors
    /// All conflicts, when there are any.
    pub fn new(grid: Grid) -> Result<Self, Vec<Conflict>> {
        if has_conflict(&grid) { Err(conflicts(&grid)) } else { Ok(Self(grid)) }
    }

    /// The cells.
    pub const fn grid(&self) -> &Grid {
        &self.0
    }
}
