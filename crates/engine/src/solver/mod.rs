//! Finds the solutions of a puzzle, counts them, or proves that there are none.
//!
//! [`Solver`] is the one surface, whatever engine works behind it. Each search runs under a [`Budget`]; a search that
//! the budget ends is [`Stopped`], which is never the same as "no solution". Every solution was checked against
//! the rules and the givens ([`Solution::check`](crate::grid::Solution::check)) before it leaves.
//!
//! ```text
//!   Solver ------> single::Search -----> Solution::check     answers and counts
//!     |  budget, limit   |  a board, its conclusions, guesses
//!     |                  `- Budget::check before every guess
//!     |----------> simd::Lanes --------> Solution::check     batches, where the Engine has lanes
//!     `-> Refutation     why a puzzle without solution has none
//!   naive::count         the oracle of the tests
//! ```

mod batch;
mod budget;
mod dispatch;
mod engine;
pub mod naive;
mod outcome;
mod refutation;
mod simd;
mod single;

pub use budget::{Budget, CancelFlag, Stopped};
pub use engine::Engine;
pub use outcome::{Answer, Count};
pub use refutation::Refutation;

use crate::grid::Puzzle;

/// Solves puzzles one after the other, keeping its working memory between them.
///
/// ```
/// use sudoku_engine::grid::Puzzle;
/// use sudoku_engine::solver::{Answer, Budget, Solver};
///
/// let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
/// let puzzle = Puzzle::new(grid).unwrap();
/// let Ok(Answer::Unique(solution)) = Solver::new().solve(&puzzle, &Budget::UNLIMITED) else { panic!() };
/// assert!(solution.grid().to_line().starts_with("534678912"));
/// ```
#[derive(Debug)]
pub struct Solver {
    engine: Engine,
    single: Box<dyn single::Single>,
    /// There for the engine that works in lanes.
    lanes: Option<Box<simd::Lanes>>,
    guesses: u64,
}

impl Solver {
    /// A solver with the best engine for this machine.
    ///
    /// # Panics
    /// Never: the last of the engines runs everywhere.
    pub fn new() -> Self {
        Self::with_engine(Engine::best()).expect("the best engine is one that the machine can run")
    }

    /// A solver with this engine, or `None` where the machine cannot run it.
    pub fn with_engine(engine: Engine) -> Option<Self> {
        Some(Self { engine, single: engine.single()?, lanes: engine.lanes(), guesses: 0 })
    }

    /// The engine that searches.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// One solution and whether it is the only one, or why there is none.
    ///
    /// # Errors
    /// When the budget ended the search before the answer was known.
    pub fn solve(&mut self, puzzle: &Puzzle, budget: &Budget) -> Result<Answer, Stopped> {
        let mut first = None;
        let mut several = false;
        self.search(puzzle, 2, budget, |solution| {
            several = first.is_some();
            first.get_or_insert(solution);
        })?;
        Ok(match first {
            None => Answer::Unsolvable(Refutation::of(puzzle)),
            Some(solution) if several => Answer::Multiple(solution),
            Some(solution) => Answer::Unique(solution),
        })
    }

    /// How many solutions there are, counted up to `limit`, and the first `keep` of them.
    ///
    /// # Errors
    /// When the budget ended the search before the answer was known.
    pub fn count(&mut self, puzzle: &Puzzle, limit: u64, keep: usize, budget: &Budget) -> Result<Count, Stopped> {
        let mut count = Count { found: 0, exact: false, solutions: Vec::new() };
        if limit == 0 {
            self.guesses = 0;
            return Ok(count);
        }
        self.search(puzzle, limit, budget, |solution| {
            count.found += 1;
            if count.solutions.len() < keep {
                count.solutions.push(solution);
            }
        })?;
        count.exact = count.found < limit;
        Ok(count)
    }

    /// How many guesses the last search made, also when it was stopped: what it used of its budget. After a batch the sum
    /// over its puzzles.
    pub fn guesses(&self) -> u64 {
        self.guesses
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}
