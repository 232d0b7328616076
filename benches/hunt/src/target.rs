//! What is hunted: an engine that solves single puzzles or batches.

use std::fmt;
use std::hint::black_box;
use std::time::Instant;

use sudoku_engine::grid::Puzzle;
use sudoku_engine::solver::{Answer, Budget, Engine, Solver, Stopped};

/// Equal puzzles in a batch: enough for an engine to use its lanes.
const COPIES: usize = 16;

/// The fastest of this many runs counts: whatever else the machine does only adds to the time.
const RUNS: usize = 9;

/// After this many microseconds a puzzle is run no more: a time that long is precise enough.
const LONG: f64 = 20_000.0;

/// An engine in one of its two forms.
pub struct Target {
    solver: Solver,
    batch: bool,
}

/// The cost of one puzzle.
#[derive(Clone, Copy)]
pub struct Cost {
    /// The guesses; in a batch, those of one of its puzzles.
    pub guesses: u64,
    /// 0, 1, or 2 for several; `None` if the cap ended the search.
    pub solutions: Option<usize>,
}

impl Target {
    /// The engine, if this machine can run it.
    pub fn new(engine: Engine, batch: bool) -> Option<Self> {
        Some(Self { solver: Solver::with_engine(engine)?, batch })
    }

    /// The cost of the puzzle, up to `cap` guesses.
    pub fn cost(&mut self, puzzle: &Puzzle, cap: u64) -> Cost {
        let answer = self.answer(puzzle, cap);
        let copies = if self.batch { COPIES as u64 } else { 1 };
        Cost { guesses: self.solver.guesses() / copies, solutions: answer.ok().map(|answer| solutions(&answer)) }
    }

    /// The microseconds that the puzzle takes; in a batch, its share of the whole.
    pub fn microseconds(&mut self, puzzle: &Puzzle, cap: u64) -> f64 {
        let (mut least, mut spent) = (f64::INFINITY, 0.0);
        for _ in 0..RUNS {
            let start = Instant::now();
            let _ = black_box(self.answer(puzzle, cap));
            let time = start.elapsed().as_secs_f64() * 1e6;
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
