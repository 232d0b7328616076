//! The oracle: the simplest search that is right, against which every engine is tested.
//!
//! It fills the blank cell with the fewest candidates and tries each of them. Slow on hard puzzles, and meant to be.

use super::{Budget, Count, Stopped};
use crate::grid::{Cell, Digit, DigitSet, Grid, House, Puzzle, Solution};

/// Counts the solutions up to `limit` and keeps the first `keep`.
///
/// # Errors
/// When the budget ended the search before the answer was known.
pub fn count(puzzle: &Puzzle, limit: u64, keep: usize, budget: &Budget) -> Result<Count, Stopped> {
    let count = Count { found: 0, exact: true, solutions: Vec::new() };
    let mut search = Search { puzzle, grid: *puzzle.grid(), limit, keep, budget, guesses: 0, count };
    search.fill()?;
    search.count.exact = search.count.found < limit;
    Ok(search.count)
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    grid: Grid,
    limit: u64,
    keep: usize,
    budget: &'a Budget,
    guesses: u64,
    count: Count,
}

impl Search<'_> {
    fn fill(&mut self) -> Result<(), Stopped> {
        let Some((cell, candidates)) = self.most_constrained() else {
            self.found();
            return Ok(());
        };
        for digit in candidates {
            if self.count.found >= self.limit {
                break;
            }
            self.budget.check(self.guesses)?;
            self.guesses += 1;
            self.grid.set(cell, Some(digit));
            self.fill()?;
        }
        self.grid.set(cell, None);
        Ok(())
    }

    fn most_constrained(&self) -> Option<(Cell, DigitSet)> {
        let blanks = Cell::ALL.into_iter().filter(|&cell| self.grid.get(cell).is_none());
        blanks.map(|cell| (cell, self.candidates(cell))).min_by_key(|(_, set)| set.len())
    }

    fn candidates(&self, cell: Cell) -> DigitSet {
        let mut set = DigitSet::ALL;
        let digits = cell.houses().into_iter().flat_map(House::cells).filter_map(|peer| self.grid.get(peer));
        digits.for_each(|digit: Digit| set.remove(digit));
        set
    }

    fn found(&mut self) {
        let solution = Solution::check(self.puzzle, self.grid).expect("each digit was placed among its candidates");
        self.count.found += 1;
        if self.count.solutions.len() < self.keep {
            self.count.solutions.push(solution);
        }
    }
}
