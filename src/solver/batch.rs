//! Many puzzles in one call.

use super::simd::{HANDOVER, Work};
use super::{Answer, Budget, Count, Refutation, Solver, Stopped};
use crate::grid::{Puzzle, Solution};

/// From this number on the lanes are faster. Each sweep costs as much for one puzzle as for all lanes full.
const WORTH_LANES: usize = 8;

impl Solver {
    /// What [`solve`](Self::solve) says of each puzzle, in their order. The nodes of the budget are for each puzzle; the
    /// cancel flag ends the call, and the puzzles that had no answer by then are [`Stopped::Cancelled`].
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
        let ends = self.search_batch(puzzles, 2, budget, |index, solution| {
            answers[index] = Ok(match answers[index] {
                Ok(Answer::Unique(first)) => Answer::Multiple(first),
                _ => Answer::Unique(solution),
            });
        });
        for ((answer, end), puzzle) in answers.iter_mut().zip(ends).zip(puzzles) {
            match (end, &answer) {
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
        let mut found = vec![0; puzzles.len()];
        let ends = self.search_batch(puzzles, limit, budget, |index, _| found[index] += 1);
        let count = |(end, found): (Result<(), Stopped>, u64)| {
            end.map(|()| Count { found, exact: found < limit, solutions: Vec::new() })
        };
        ends.into_iter().zip(found).map(count).collect()
    }

    /// Hands each solution to `found`, up to `limit` of each puzzle. Gives how the search of each puzzle ended.
    fn search_batch(
        &mut self,
        puzzles: &[Puzzle],
        limit: u64,
        budget: &Budget,
        mut found: impl FnMut(usize, Solution),
    ) -> Vec<Result<(), Stopped>> {
        self.nodes = 0;
        let mut ends = vec![Err(Stopped::Cancelled); puzzles.len()];
        if limit == 0 {
            ends.fill(Ok(()));
            return ends;
        }
        let Some(lanes) = self.lanes.as_deref_mut().filter(|_| puzzles.len() >= WORTH_LANES) else {
            let all = 0..puzzles.len();
            self.search_each(puzzles, all, limit, budget, &mut found, &mut ends);
            return ends;
        };
        let mut work = Work { puzzles, limit, budget, found, ends, left: Vec::new() };
        self.nodes = lanes.search(&mut work);
        let Work { mut found, mut ends, left, .. } = work;
        let rest = Budget { nodes: budget.nodes.saturating_sub(HANDOVER), cancel: budget.cancel.clone() };
        self.search_each(puzzles, left.into_iter(), limit, &rest, &mut found, &mut ends);
        ends
    }

    /// Searches these puzzles one after the other.
    fn search_each(
        &mut self,
        puzzles: &[Puzzle],
        indices: impl Iterator<Item = usize>,
        limit: u64,
        budget: &Budget,
        found: &mut impl FnMut(usize, Solution),
        ends: &mut [Result<(), Stopped>],
    ) {
        for index in indices.take_while(|_| !budget.is_cancelled()) {
            let mut count = 0;
            ends[index] = self.scalar.search(&puzzles[index], budget, |solution| {
                count += 1;
                found(index, solution);
                count == limit
            });
            self.nodes += self.scalar.nodes();
        }
    }
}
