//! What is compared: each solver behind one small trait, its puzzles converted before the clock starts.

use sudoku::Sudoku;
use sudoku_server::grid::Puzzle;
use sudoku_server::solver::{Budget, Solver};

/// A solver with the puzzles of one set in its own form.
pub trait Contender {
    /// The name in the report.
    fn name(&self) -> &'static str;
    /// Counts the solutions of each puzzle up to the limit, and hands each count to `each`.
    fn run(&mut self, limit: u64, each: &mut dyn FnMut(u64));
    /// The guesses of one run over all puzzles, where the solver tells them.
    fn guesses(&mut self, _limit: u64) -> Option<u64> {
        None
    }
}

/// All contenders, the engine of this project first.
pub fn all(puzzles: &[Puzzle]) -> Vec<Box<dyn Contender>> {
    vec![Box::new(Own::new(puzzles)), Box::new(Batch::new(puzzles)), Box::new(SudokuCrate::new(puzzles))]
}

struct Own {
    puzzles: Vec<Puzzle>,
    solver: Solver,
}

impl Own {
    fn new(puzzles: &[Puzzle]) -> Self {
        Self { puzzles: puzzles.to_vec(), solver: Solver::new() }
    }
}

impl Contender for Own {
    fn name(&self) -> &'static str {
        "own"
    }

    fn run(&mut self, limit: u64, each: &mut dyn FnMut(u64)) {
        for puzzle in &self.puzzles {
            let count = self.solver.count(puzzle, limit, 0, &Budget::UNLIMITED);
            each(count.expect("the budget is unlimited").found);
        }
    }

    fn guesses(&mut self, limit: u64) -> Option<u64> {
        let mut guesses = 0;
        for puzzle in &self.puzzles {
            self.solver.count(puzzle, limit, 0, &Budget::UNLIMITED).expect("the budget is unlimited");
            guesses += self.solver.nodes();
        }
        Some(guesses)
    }
}

/// The engine of this project, with all puzzles of a set in one call.
struct Batch {
    puzzles: Vec<Puzzle>,
    solver: Solver,
}

impl Batch {
    fn new(puzzles: &[Puzzle]) -> Self {
        Self { puzzles: puzzles.to_vec(), solver: Solver::new() }
    }
}

impl Contender for Batch {
    fn name(&self) -> &'static str {
        "batch"
    }

    fn run(&mut self, limit: u64, each: &mut dyn FnMut(u64)) {
        for count in self.solver.count_batch(&self.puzzles, limit, &Budget::UNLIMITED) {
            each(count.expect("the budget is unlimited").found);
        }
    }
}

/// The `sudoku` crate.
struct SudokuCrate {
    puzzles: Vec<Sudoku>,
}

impl SudokuCrate {
    fn new(puzzles: &[Puzzle]) -> Self {
        let line = |puzzle: &Puzzle| puzzle.grid().to_line();
        let parse = |puzzle| Sudoku::from_str_line(&line(puzzle)).expect("81 cells of digits and dots");
        Self { puzzles: puzzles.iter().map(parse).collect() }
    }
}

impl Contender for SudokuCrate {
    fn name(&self) -> &'static str {
        "sudoku"
    }

    fn run(&mut self, limit: u64, each: &mut dyn FnMut(u64)) {
        for puzzle in &self.puzzles {
            each(puzzle.solutions_count_up_to(limit as usize) as u64);
        }
    }
}
