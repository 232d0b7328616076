//! What searches which puzzles: single ones the one, many the lanes, where the engine has them.

use super::simd::{Batch, HANDOVER, Status};
use super::{Budget, Solver, Stopped};
use crate::grid::{Puzzle, Solution};

/// From this number on the lanes are faster, since a sweep costs as much for one puzzle as for all lanes full: from 13 easy
/// puzzles, 16 of 17 clues, 20 minimal ones of more, and fewer of hard ones.
const WORTH_LANES: usize = 16;

impl Solver {
    /// Hands each solution to `found`, up to `limit`, one at least.
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

    /// Hands each solution to `found`, with the number of its puzzle, up to `limit` of each. Gives what became of each
    /// puzzle.
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
        if let Some(lanes) = self.lanes.as_deref_mut().filter(|_| puzzles.len() >= WORTH_LANES) {
            let mut batch = Batch { puzzles, limit, budget, found, statuses, left: Vec::new() };
            self.guesses = lanes.search(&mut batch);
            return self.finish(batch);
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

    /// Searches what the lanes left to the search of single puzzles. Gives what became of each puzzle.
    fn finish<F: FnMut(usize, Solution)>(&mut self, batch: Batch<'_, F>) -> Vec<Status> {
        let Batch { puzzles, limit, budget, mut found, mut statuses, left } = batch;
        let rest = less(budget, HANDOVER);
        for index in left.into_iter().take_while(|_| !budget.is_cancelled()) {
            let status = &mut statuses[index];
            status.end = self.single.search(&puzzles[index], &rest, &mut |solution| {
                status.found += 1;
                found(index, solution);
                status.found == limit
            });
            self.guesses += self.single.guesses();
        }
        statuses
    }
}

/// What is left of a budget after so many guesses.
fn less(budget: &Budget, guesses: u64) -> Budget {
    Budget { guesses: budget.guesses.saturating_sub(guesses), cancel: budget.cancel.clone() }
}
