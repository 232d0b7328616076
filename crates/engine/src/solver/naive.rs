//! The oracle: the simplest search that is right, against which every engine is tested.
//!
//! It tries each candidate of the blank cell that has the fewest, and knows no further rules. It shares nothing with
//! the engines but the check of solutions, and is slow on hard puzzles by design.

use super::{Budget, Count, Stopped};
use crate::grid::{Candidates, Cell, Grid, Puzzle, Solution};

/// Counts the solutions up to `limit` and keeps the first `keep`, as [`Solver::count`](super::Solver::count) does.
///
/// # Errors
/// When the budget ended the search before the count was known.
pub fn count(puzzle: &Puzzle, limit: u64, keep: usize, budget: &Budget) -> Result<Count, Stopped> {
    let count = Count { found: 0, exact: true, solutions: Vec::new() };
    let mut search = Search { puzzle, limit, keep, budget, guesses: 0, count };
    search.fill(puzzle.grid(), &Candidates::of(puzzle.grid()))?;
    search.count.exact = search.count.found < limit;
    Ok(search.count)
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    limit: u64,
    keep: usize,
    budget: &'a Budget,
    guesses: u64,
    count: Count,
}

impl Search<'_> {
    fn fill(&mut self, grid: &Grid, candidates: &Candidates) -> Result<(), Stopped> {
        let Some(cell) = most_constrained(grid, candidates) else {
            self.found(*grid);
            return Ok(());
        };
        for digit in candidates.get(cell) {
            if self.count.found >= self.limit {
                break;
            }
            self.budget.check(self.guesses)?;
            self.guesses += 1;
            let (mut grid, mut candidates) = (*grid, *candidates);
            grid.set(cell, Some(digit));
            candidates.place(cell, digit);
            self.fill(&grid, &candidates)?;
        }
        Ok(())
    }

    fn found(&mut self, grid: Grid) {
        let solution = Solution::check(self.puzzle, grid).expect("each digit was placed among its candidates");
        self.count.found += 1;
        if self.count.solutions.len() < self.keep {
            self.count.solutions.push(solution);
        }
    }
}

fn most_constrained(grid: &Grid, candidates: &Candidates) -> Option<Cell> {
    let blanks = Cell::ALL.into_iter().filter(|&cell| grid.get(cell).is_none());
    blanks.min_by_key(|&cell| candidates.get(cell).len())
}
