//! Solves puzzles, counts their solutions, or proves that they have none.
//!
//! [`Solver`] is the entry point, whichever [`Engine`] it runs on. Every search runs under a [`Budget`]. If the
//! budget ends it, it returns [`Stopped`], which is never the same as "no solution". Every solution is checked
//! against the rules and the givens ([`Solution::check`](crate::grid::Solution::check)) before it is returned.

// How the parts work together:
//
//   Solver --one puzzle--> single::Search ----> Solution::check
//     |                      |  a board, its conclusions, guesses
//     |                      `- Budget::check before every guess
//     |
//     |-----a batch------> simd::Lanes -------> Solution::check
//     |                      |  where the engine has lanes; without them, the single search one puzzle at a time
//     |                      `- handover: puzzles that take too many guesses go to the single search
//     |
//     `--no solution-----> Refutation::of       why there is none
//
//   naive::count                                the oracle that the tests compare every engine with

mod answer;
mod batch;
mod budget;
mod dispatch;
mod engine;
pub mod naive;
mod refutation;
mod simd;
mod single;

pub use answer::{Answer, Count};
pub use budget::{Budget, CancelFlag, Stopped};
pub use engine::Engine;
pub use refutation::Refutation;

use crate::grid::Puzzle;

/// Solves puzzles and counts their solutions.
///
/// A solver keeps its working memory from call to call, and nothing else: the result of a call does not depend on the
/// calls before it. Create one for each thread and reuse it; it is [`Send`].
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
    /// `None` if the engine has no lanes.
    lanes: Option<Box<simd::Lanes>>,
    guesses: u64,
}

impl Solver {
    /// Returns a solver with the fastest engine that this machine can run.
    ///
    /// # Panics
    /// Never: every machine can run [`Engine::Portable`].
    pub fn new() -> Self {
        Self::with_engine(Engine::best()).expect("the best engine is one that the machine can run")
    }

    /// Returns a solver with this engine, or `None` if the machine cannot run it.
    ///
    /// ```
    /// use sudoku_engine::solver::{Engine, Solver};
    /// assert!(Solver::with_engine(Engine::Portable).is_some());
    /// assert_eq!(Solver::with_engine(Engine::Avx2).is_some(), Engine::Avx2.is_available());
    /// ```
    pub fn with_engine(engine: Engine) -> Option<Self> {
        Some(Self { engine, single: engine.single()?, lanes: engine.lanes(), guesses: 0 })
    }

    /// Returns the engine that this solver runs on.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Returns a solution and whether it is the only one, or the reason why there is none.
    ///
    /// The search ends at the second solution, so uniqueness is always proved.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget ended the search before the answer was known.
    ///
    /// # Cost
    /// With AVX-512 on an AMD EPYC an easy puzzle takes about 0.3 to 2 microseconds, and the worst grid known about 4
    /// milliseconds. No bound has been proved, so set a budget for puzzles from untrusted sources.
    ///
    /// ```
    /// use sudoku_engine::grid::{Grid, Puzzle};
    /// use sudoku_engine::solver::{Answer, Budget, Solver};
    ///
    /// let empty = Puzzle::new(Grid::EMPTY).unwrap();
    /// let answer = Solver::new().solve(&empty, &Budget::guesses(1_000)).expect("1,000 guesses are enough");
    /// assert!(matches!(answer, Answer::Multiple(_)));
    /// ```
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

    /// Counts the solutions up to `limit` and returns the first `keep` of them with the count.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget ended the search before the count was known. The solutions found until then
    /// are lost.
    ///
    /// # Cost
    /// The time grows with the number of solutions, and a grid with few givens has more than can be counted in a
    /// lifetime: set a limit or a budget. Each solution kept takes 81 bytes.
    ///
    /// ```
    /// use sudoku_engine::grid::{Grid, Puzzle};
    /// use sudoku_engine::solver::{Budget, Solver};
    ///
    /// let empty = Puzzle::new(Grid::EMPTY).unwrap();
    /// let count = Solver::new().count(&empty, 100, 3, &Budget::UNLIMITED).unwrap();
    /// assert_eq!((count.found, count.exact, count.solutions.len()), (100, false, 3));
    /// ```
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

    /// Returns the number of guesses that the last call made, even if it was stopped. For a batch this is the sum over
    /// its puzzles.
    pub fn guesses(&self) -> u64 {
        self.guesses
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}
