//! Many puzzles in one call.

use super::simd::{HANDOVER, Job, Work};
use super::{Answer, Budget, Count, Refutation, Solver, Stopped};
use crate::grid::{Puzzle, Solution};

/// From this number on the lanes are faster. Each sweep costs as much for one puzzle as for all lanes full.
const WORTH_LANES: usize = 8;

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

    /// Hands each solution to `found`, up to `limit` of each puzzle. Gives what became of each puzzle.
    fn search_batch(
        &mut self,
        puzzles: &[Puzzle],
        limit: u64,
        budget: &Budget,
        mut found: impl FnMut(usize, Solution),
    ) -> Vec<Job> {
        self.nodes = 0;
        let mut jobs = vec![Job::NEW; puzzles.len()];
        if limit == 0 {
            jobs.fill(Job { end: Ok(()), ..Job::NEW });
            return jobs;
        }
        let Some(lanes) = self.lanes.as_deref_mut().filter(|_| puzzles.len() >= WORTH_LANES) else {
            self.search_each(puzzles, 0..puzzles.len(), limit, budget, &mut found, &mut jobs);
            return jobs;
        };
        let mut work = Work { puzzles, limit, budget, found, jobs, left: Vec::new() };
        self.nodes = lanes.search(&mut work);
        let Work { mut found, mut jobs, left, .. } = work;
        let rest = Budget { nodes: budget.nodes.saturating_sub(HANDOVER), cancel: budget.cancel.clone() };
        self.search_each(puzzles, left.into_iter(), limit, &rest, &mut found, &mut jobs);
        jobs
    }

    /// Searches these puzzles one after the other.
    fn search_each(
        &mut self,
        puzzles: &[Puzzle],
        indices: impl Iterator<Item = usize>,
        limit: u64,
        budget: &Budget,
        found: &mut impl FnMut(usize, Solution),
        jobs: &mut [Job],
    ) {
        for index in indices.take_while(|_| !budget.is_cancelled()) {
            let job = &mut jobs[index];
            job.found = 0;
            job.end = self.scalar.search(&puzzles[index], budget, |solution| {
                job.found += 1;
                found(index, solution);
                job.found == limit
            });
            self.nodes += self.scalar.nodes();
        }
    }
}
