//! Many puzzles in one call.

use super::simd::Status;
use super::{Answer, Budget, Count, Refutation, Solver, Stopped};
use crate::grid::Puzzle;

impl Solver {
    /// What [`solve`](Self::solve) says of each puzzle, in their order. The guesses of the budget are for each puzzle;
    /// the cancel flag ends the call, and the puzzles that had no answer by then are [`Stopped::Cancelled`].
    ///
    /// ```
    /// use sudoku_engine::grid::{Grid, Puzzle};
    /// use sudoku_engine::solver::{Answer, Budget, Solver};
    ///
    /// let puzzles = [Puzzle::new(Grid::EMPTY).unwrap(); 40];
    /// let answers = Solver::new().solve_batch(&puzzles, &Budget::guesses(1_000));
    /// assert_eq!(answers.len(), 40);
    /// assert!(answers.iter().all(|answer| matches!(answer, Ok(Answer::Multiple(_)))));
    /// ```
    pub fn solve_batch(&mut self, puzzles: &[Puzzle], budget: &Budget) -> Vec<Result<Answer, Stopped>> {
        let mut answers = vec![Err(Stopped::Cancelled); puzzles.len()];
        let statuses = self.search_batch(puzzles, 2, budget, |index, solution| {
            answers[index] = Ok(match answers[index] {
                Ok(Answer::Unique(first)) => Answer::Multiple(first),
                _ => Answer::Unique(solution),
            });
        });
        for ((answer, status), puzzle) in answers.iter_mut().zip(statuses).zip(puzzles) {
            match (status.end, &answer) {
                (Err(stopped), _) => *answer = Err(stopped),
                (Ok(()), Err(_)) => *answer = Ok(Answer::Unsolvable(Refutation::of(puzzle))),
                (Ok(()), Ok(_)) => {}
            }
        }
        answers
    }

    /// What [`count`](Self::count) says of each puzzle, in their order; no solutions are kept. Budget as in
    /// [`solve_batch`](Self::solve_batch).
    pub fn count_batch(&mut self, puzzles: &[Puzzle], limit: u64, budget: &Budget) -> Vec<Result<Count, Stopped>> {
        let statuses = self.search_batch(puzzles, limit, budget, |_, _| {});
        let count =
            |Status { found, end, .. }| end.map(|()| Count { found, exact: found < limit, solutions: Vec::new() });
        statuses.into_iter().map(count).collect()
    }
}
