//! Which search takes which puzzles: single puzzles go to the single search, batches to the lanes if the engine has
//! any.

use super::simd::{Batch, HANDOVER, Status};
use super::{Budget, Solver, Stopped};
use crate::grid::{Puzzle, Solution};

/// The smallest batch that goes to the lanes. A sweep of the lanes costs the same for one puzzle as for 32. They are
/// faster than the single search from 13 easy puzzles on, 16 puzzles of 17 clues, 20 minimal puzzles of more clues, and
/// fewer hard ones.
const MIN_BATCH: usize = 16;

impl Solver {
    /// Passes each solution to `found`, up to `limit`, which is at least one.
    pub(super) fn search(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        budget: &Budget,
        mut found: impl FnMut(Solution),
    ) -> Result<(), Stopped> {
        let mut count = 0;
        let ended = self.single.search(puzzle, budget, &mut |solution| {
            count += 1;
            found(solution);
            count == limit
        });
        self.guesses = self.single.guesses();
        ended
    }

    /// Passes each solution to `found` with the index of its puzzle, up to `limit` for each puzzle. Returns the
    /// status of each puzzle.
    pub(super) fn search_batch(
        &mut self,
        puzzles: &[Puzzle],
        limit: u64,
        budget: &Budget,
        mut found: impl FnMut(usize, Solution),
    ) -> Vec<Status> {
        self.guesses = 0;
        if limit == 0 {
            return vec![Status { end: Ok(()), ..Status::NEW }; puzzles.len()];
        }
        let mut statuses = vec![Status::NEW; puzzles.len()];
        if let Some(lanes) = self.lanes.as_deref_mut().filter(|_| puzzles.len() >= MIN_BATCH) {
            let mut batch = Batch { puzzles, limit, budget, found, statuses, handed_over: Vec::new() };
            self.guesses = lanes.search(&mut batch);
            return self.search_handed_over(batch);
        }
        let mut guesses = 0;
        for (index, status) in statuses.iter_mut().enumerate().take_while(|_| !budget.is_cancelled()) {
            status.end = self.search(&puzzles[index], limit, budget, |solution| {
                status.found += 1;
                found(index, solution);
            });
            guesses += self.guesses;
        }
        self.guesses = guesses;
        statuses
    }

    /// Searches the puzzles that the lanes handed over, one by one. Returns the status of each puzzle of the batch.
    fn search_handed_over<F: FnMut(usize, Solution)>(&mut self, batch: Batch<'_, F>) -> Vec<Status> {
        let Batch { puzzles, limit, budget, mut found, mut statuses, handed_over } = batch;
        let remaining = less(budget, HANDOVER);
        for index in handed_over.into_iter().take_while(|_| !budget.is_cancelled()) {
            let status = &mut statuses[index];
            status.end = self.single.search(&puzzles[index], &remaining, &mut |solution| {
                status.found += 1;
                found(index, solution);
                status.found == limit
            });
            self.guesses += self.single.guesses();
        }
        statuses
    }
}

/// Returns the budget that remains after this many guesses.
fn less(budget: &Budget, guesses: u64) -> Budget {
    Budget { guesses: budget.guesses.saturating_sub(guesses), cancel: budget.cancel.clone() }
}
