use super::Refutation;
use crate::grid::Solution;

/// Whether a puzzle has one solution, several or none, as returned by [`Solver::solve`](super::Solver::solve).
///
/// ```
/// use sudoku_engine::grid::Solution;
/// use sudoku_engine::solver::Answer;
///
/// fn any_solution(answer: Answer) -> Option<Solution> {
///     match answer {
///         Answer::Unique(solution) | Answer::Multiple(solution) => Some(solution),
///         Answer::Unsolvable(_) => None,
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The puzzle has exactly one solution.
    Unique(Solution),
    /// The puzzle has several solutions. This is one of them; which one is not specified.
    Multiple(Solution),
    /// The puzzle has no solution, for this reason.
    Unsolvable(Refutation),
}

/// How many solutions a puzzle has, as returned by [`Solver::count`](super::Solver::count).
///
/// ```
/// use sudoku_engine::solver::Count;
///
/// fn describe(count: &Count) -> String {
///     let Count { found, exact, .. } = count;
///     if *exact { format!("{found} solutions") } else { format!("at least {found} solutions") }
/// }
/// assert_eq!(describe(&Count { found: 50, exact: false, solutions: Vec::new() }), "at least 50 solutions");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of solutions found, at most the limit.
    pub found: u64,
    /// Whether `found` is the number of all solutions, because the search ended before it reached the limit.
    pub exact: bool,
    /// The first solutions found, as many as the caller wanted to keep.
    pub solutions: Vec<Solution>,
}
