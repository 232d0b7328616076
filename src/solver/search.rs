//! What searches which puzzles: single ones the one, many the lanes, where the engine has them.

use super::simd::{HANDOVER, Job, Work};
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
        self.nodes = self.single.nodes();
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
    ) -> Vec<Job> {
        self.nodes = 0;
        if limit == 0 {
            return vec![Job { end: Ok(()), ..Job::NEW }; puzzles.len()];
        }
        let mut jobs = vec![Job::NEW; puzzles.len()];
        if let Some(lanes) = self.lanes.as_deref_mut().filter(|_| puzzles.len() >= WORTH_LANES) {
            let mut work = Work { puzzles, limit, budget, found, jobs, left: Vec::new() };
            self.nodes = lanes.search(&mut work);
            return self.finish(work);
        }
        let mut nodes = 0;
        for (index, job) in jobs.iter_mut().enumerate().take_while(|_| !budget.is_cancelled()) {
            job.end = self.search(&puzzles[index], limit, budget, |solution| {
                job.found += 1;
                found(index, solution);
            });
            nodes += self.nodes;
        }
        self.nodes = nodes;
        jobs
    }

    /// Searches what the lanes left to the search of single puzzles. Gives what became of each puzzle.
    fn finish<F: FnMut(usize, Solution)>(&mut self, work: Work<'_, F>) -> Vec<Job> {
        let Work { puzzles, limit, budget, mut found, mut jobs, left } = work;
        let rest = less(budget, HANDOVER);
        for index in left.into_iter().take_while(|_| !budget.is_cancelled()) {
            let job = &mut jobs[index];
            job.end = self.single.search(&puzzles[index], &rest, &mut |solution| {
                job.found += 1;
                found(index, solution);
                job.found == limit
            });
            self.nodes += self.single.nodes();
        }
        jobs
    }
}

/// What is left of a budget after so many guesses.
fn less(budget: &Budget, nodes: u64) -> Budget {
    Budget { nodes: budget.nodes.saturating_sub(nodes), cancel: budget.cancel.clone() }
}
