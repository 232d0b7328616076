//! Batches: many puzzles in one call.

use super::simd::Status;
use super::{Answer, Budget, Count, Refutation, Solver, Stopped};
use crate::grid::Puzzle;

impl Solver {
    /// Returns what [`solve`](Self::solve) returns for each puzzle, in the order of the puzzles.
    ///
    /// Each puzzle may use all guesses of the budget. The cancel flag ends the whole call.
    ///
    /// # Errors
    /// The result of a puzzle is [`Stopped::GuessBudget`] if it needed more guesses, and [`Stopped::Cancelled`] if the
    /// flag was set before its search ended.
    ///
    /// # Cost
    /// [`Engine::Avx512`](super::Engine::Avx512) solves 32 puzzles at a time, which is worth it from 16 puzzles on:
    /// an easy puzzle then takes 0.2 to 0.4 microseconds (AMD EPYC), about half of what it takes alone. A grid with
    /// very few givens may take longer than alone. Smaller batches, and batches on other engines, are solved one
    /// puzzle at a time.
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

    /// Returns what [`count`](Self::count) returns for each puzzle, in the order of the puzzles. No solutions are kept.
    ///
    /// Budget, errors and cost are as in [`solve_batch`](Self::solve_batch). Without a limit or a budget one grid
    /// with few givens may keep the whole call busy for ever.
    ///
    /// ```
    /// use sudoku_engine::grid::{Grid, Puzzle};
    /// use sudoku_engine::solver::{Budget, Solver};
    ///
    /// let puzzles = [Puzzle::new(Grid::EMPTY).unwrap(); 40];
    /// let counts = Solver::new().count_batch(&puzzles, 3, &Budget::UNLIMITED);
    /// assert!(counts.into_iter().all(|count| count.unwrap().found == 3));
    /// ```
    pub fn count_batch(&mut self, puzzles: &[Puzzle], limit: u64, budget: &Budget) -> Vec<Result<Count, Stopped>> {
        let statuses = self.search_batch(puzzles, limit, budget, |_, _| {});
        let count =
            |Status { found, end, .. }| end.map(|()| Count { found, exact: found < limit, solutions: Vec::new() });
        statuses.into_iter().map(count).collect()
    }
}
