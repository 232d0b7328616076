use super::Refutation;
use crate::grid::Solution;

/// The true answer about one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The only solution.
    Unique(Solution),
    /// One of several solutions.
    Multiple(Solution),
    /// There is no solution, and why.
    Unsolvable(Refutation),
}

/// How many solutions a puzzle has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The solutions found, at most the limit.
    pub found: u64,
    /// Whether `found` is all of them: the search ended before the limit was reached.
    pub exact: bool,
    /// The first of the solutions found, as many as were to be kept.
    pub solutions: Vec<Solution>,
}
