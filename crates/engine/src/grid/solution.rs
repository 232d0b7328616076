use super::{Digit, Grid, Puzzle};

/// A complete grid that keeps the rules and the givens of the puzzle it solves.
///
/// [`Solution::check`] is the only way to make one, so every solution that a solver returns was checked.
///
/// ```
/// use sudoku_engine::grid::{Puzzle, Solution};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::new(line.parse().unwrap()).unwrap();
/// let full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// assert!(Solution::check(&puzzle, full.parse().unwrap()).is_some());
/// assert!(Solution::check(&puzzle, *puzzle.grid()).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Solution(Grid);

impl Solution {
    /// The solution, if `grid` is complete, keeps the rules, and agrees with every given of the puzzle. Takes about
    /// 60 ns.
    #[expect(clippy::inline_always, reason = "an engine with wider vectors compiles the check for them")]
    #[inline(always)]
    pub fn check(puzzle: &Puzzle, grid: Grid) -> Option<Self> {
        (keeps_givens(puzzle, &grid) & fills_houses(&grid)).then_some(Self(grid))
    }

    /// The cells.
    #[inline]
    pub const fn grid(&self) -> &Grid {
        &self.0
    }
}

// Loops in place of `array::map` and `array::from_fn`, which the compiler inlines only in some builds: without link-time
// optimization they cost as much as an easy search.
//
// These two run without a branch, so that the compiler takes many cells at a time: every solution of a search is
// checked, and nearly all are right.

#[expect(clippy::inline_always, reason = "an engine with wider vectors compiles the check for them")]
#[inline(always)]
fn keeps_givens(puzzle: &Puzzle, grid: &Grid) -> bool {
    let pairs = puzzle.grid().cells().iter().zip(grid.cells());
    pairs.fold(0, |broken, (given, content)| broken | u8::from(given.is_some() && given != content)) == 0
}

/// Whether every house holds all nine digits, which leaves room for no blank and no repetition.
#[expect(clippy::inline_always, reason = "an engine with wider vectors compiles the check for them")]
#[inline(always)]
fn fills_houses(grid: &Grid) -> bool {
    let (mut cells, mut minirows) = ([0_u16; 81], [0_u16; 27]);
    for (bit, content) in cells.iter_mut().zip(grid.cells()) {
        *bit = content.map_or(0, |digit: Digit| 1 << digit.index());
    }
    for (minirow, cells) in minirows.iter_mut().zip(cells.as_chunks::<3>().0) {
        *minirow = cells[0] | cells[1] | cells[2];
    }
    let mut common = u16::MAX;
    for house in 0..9 {
        let block = house / 3 * 9 + house % 3;
        common &= minirows[3 * house] | minirows[3 * house + 1] | minirows[3 * house + 2];
        common &= minirows[block] | minirows[block + 3] | minirows[block + 6];
        common &= (0..9).fold(0, |column, row| column | cells[9 * row + house]);
    }
    common == 0o777
}
