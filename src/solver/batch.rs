//! Many puzzles in one call.

use super::simd::Job;
use super::{Answer, Budget, Count, Refutation, Solver, Stopped};
use crate::grid::Puzzle;

impl Solver {
    /// What [`solve`](Self::solve) says of each puzzle, in their order. The nodes of the budget are for each puzzle;
    /// the cancel flag ends the call, and the puzzles that had no answer by then are [`Stopped::Cancelled`].
    ///
    /// ```
    /// use sudoku_server::grid::{Grid, Puzzle};
    /// use sudoku_server::solver::{Answer, Budget, Solver};
    ///
    /// let puzzles = [Puzzle::new(Grid::EMPTY).unwrap(); 40];
    /// let answers = Solver::new().solve_batch(&puzzles, &Budget::nodes(1_000));
    /// assert_eq!(answers.len(), 40);
    /// assert!(answers.iter().all(|answer| matches!(answer, Ok(Answer::Multiple(_)))));
    /// ```
    pub fn solve_batch(&mut self, puzzles: &[Puzzle], budget: &Budget) -> Vec<Result<Answer, Stopped>> {
        let mut answers = vec![Err(Stopped::Cancelled); puzzles.len()];
        let jobs = self.search_batch(puzzles, 2, budget, |index, solution| {
            answers[index] = Ok(match answers[index] {
                Ok(Answer::Unique(first)) => Answer::Multiple(first),
                _ => Answer::Unique(solution),
            });
        });
        for ((answer, job), puzzle) in answers.iter_mut().zip(jobs).zip(puzzles) {
            match (job.end, &answer) {
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
        let jobs = self.search_batch(puzzles, limit, budget, |_, _| {});
        let count = |Job { found, end, .. }| end.map(|()| Count { found, exact: found < limit, solutions: Vec::new() });
        jobs.into_iter().map(count).collect()
    }
}
