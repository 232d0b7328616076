//! What is hunted: an engine, asked for one puzzle or for a batch.

use std::fmt;
use std::hint::black_box;
use std::time::Instant;

use sudoku_engine::grid::Puzzle;
use sudoku_engine::solver::{Answer, Budget, Engine, Solver, Stopped};

/// Equal puzzles in a batch: enough for an engine with lanes to use them.
const COPIES: usize = 16;

/// Runs of which the fastest tells the time: whatever else the machine does only adds to it.
const RUNS: usize = 9;

/// No further run of a puzzle begins after so many microseconds. What takes that long has no need of precision.
const LONG: f64 = 20_000.0;

/// An engine that is asked in one of two ways.
pub struct Target {
    solver: Solver,
    batch: bool,
}

/// What one puzzle cost.
#[derive(Clone, Copy)]
pub struct Cost {
    /// Guesses, in a batch those of one of its puzzles.
    pub guesses: u64,
    /// 0, 1, or 2 for several; `None` when the cap ended the search.
    pub solutions: Option<usize>,
}

impl Target {
    /// The engine, where this machine can run it.
    pub fn new(engine: Engine, batch: bool) -> Option<Self> {
        Some(Self { solver: Solver::with_engine(engine)?, batch })
    }

    /// What the puzzle costs, up to `cap` guesses.
    pub fn cost(&mut self, puzzle: &Puzzle, cap: u64) -> Cost {
        let answer = self.answer(puzzle, cap);
        let copies = if self.batch { COPIES as u64 } else { 1 };
        Cost { guesses: self.solver.guesses() / copies, solutions: answer.ok().map(|answer| solutions(&answer)) }
    }

    /// The microseconds that the puzzle takes, in a batch its share of those of all. The least of some runs.
    pub fn microseconds(&mut self, puzzle: &Puzzle, cap: u64) -> f64 {
        let (mut least, mut spent) = (f64::INFINITY, 0.0);
        for _ in 0..RUNS {
            let begin = Instant::now();
            let _ = black_box(self.answer(puzzle, cap));
            let time = begin.elapsed().as_secs_f64() * 1e6;
            least = time.min(least);
            spent += time;
            if spent > LONG {
                break;
            }
        }
        if self.batch { least / COPIES as f64 } else { least }
    }

    fn answer(&mut self, puzzle: &Puzzle, cap: u64) -> Result<Answer, Stopped> {
        if self.batch {
            self.solver.solve_batch(&[*puzzle; COPIES], &Budget::guesses(cap))[0]
        } else {
            self.solver.solve(puzzle, &Budget::guesses(cap))
        }
    }
}

fn solutions(answer: &Answer) -> usize {
    match answer {
        Answer::Unsolvable(_) => 0,
        Answer::Unique(_) => 1,
        Answer::Multiple(_) => 2,
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.solver.engine(), if self.batch { " batch" } else { "" })
    }
}
