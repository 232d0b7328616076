//! Which engine searches what: easy puzzles the scalar one, many puzzles and hard ones the lanes.

use std::slice;

use super::simd::{HANDOVER, Job, Work};
use super::{Budget, Solver, Stopped};
use crate::grid::{Puzzle, Solution};

/// From this number on the lanes are faster. Each sweep costs as much for one puzzle as for all lanes full.
const WORTH_LANES: usize = 8;

/// A puzzle that took the scalar engine so many guesses is shared out to the lanes, board by board. With eight the hardest
/// puzzles take 5 to 20 % less time, and magictour 4 to 6 % more.
const PATIENCE: u64 = 16;

// Each guess leaves one board more, and each board needs one of the 32 lanes.
const _: () = assert!(PATIENCE < 32);

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
        let patience = if self.lanes.is_some() { PATIENCE } else { u64::MAX };
        let ended = self.scalar.search(puzzle, budget, patience, |solution| {
            count += 1;
            found(solution);
            count == limit
        });
        self.nodes = self.scalar.nodes();
        let Some(lanes) = self.lanes.as_deref_mut().filter(|_| ended == Ok(false)) else { return ended.map(|_| ()) };
        let job = Job { found: count, ..Job::NEW };
        let (puzzles, budget) = (slice::from_ref(puzzle), &less(budget, PATIENCE));
        let mut work = Work { puzzles, limit, budget, found: |_, it| found(it), jobs: vec![job], left: Vec::new() };
        self.nodes += lanes.resume(&mut work, self.scalar.unexplored());
        self.finish(work)[0].end
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

    /// Searches what the lanes left to the scalar engine. Gives what became of each puzzle.
    fn finish<F: FnMut(usize, Solution)>(&mut self, work: Work<'_, F>) -> Vec<Job> {
        let Work { puzzles, limit, budget, mut found, mut jobs, left } = work;
        let rest = less(budget, HANDOVER);
        for index in left.into_iter().take_while(|_| !budget.is_cancelled()) {
            let job = &mut jobs[index];
            let end = self.scalar.search(&puzzles[index], &rest, u64::MAX, |solution| {
                job.found += 1;
                found(index, solution);
                job.found == limit
            });
            job.end = end.map(|_| ());
            self.nodes += self.scalar.nodes();
        }
        jobs
    }
}

/// What is left of a budget after so many guesses.
fn less(budget: &Budget, nodes: u64) -> Budget {
    Budget { nodes: budget.nodes.saturating_sub(nodes), cancel: budget.cancel.clone() }
}
