use super::{Grid, Puzzle};

/// A complete grid that keeps the rules and the givens of the puzzle it solves.
///
/// [`Solution::check`] is the only way to make one, so that whatever a solver finds was checked before it leaves.
///
/// ```
/// use sudoku_server::grid::{Grid, Puzzle, Solution};
/// let puzzle = Puzzle::new("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap()).unwrap();
/// let full: Grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse().unwrap();
/// assert!(Solution::check(&puzzle, full).is_some());
/// assert!(Solution::check(&puzzle, *puzzle.grid()).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Solution(Grid);

impl Solution {
    /// The solution, if `grid` is complete, keeps the rules, and agrees with every given of the puzzle.
    pub fn check(puzzle: &Puzzle, grid: Grid) -> Option<Self> {
        let keeps_givens = puzzle.grid().givens().all(|(cell, digit)| grid.get(cell) == Some(digit));
        (keeps_givens && grid.is_complete() && Puzzle::new(grid).is_ok()).then_some(Self(grid))
    }

    /// The cells.
    pub const fn grid(&self) -> &Grid {
        &self.0
    }
}
