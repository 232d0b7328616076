//! What is compared: each solver behind one small trait, with its puzzles converted before the clock starts.

use sudoku::Sudoku;
use sudoku_engine::grid::Puzzle;
use sudoku_engine::solver::{Budget, Engine, Solver};

use crate::tdoku::{self, Tdoku};

/// A solver, with the puzzles of one set in its own form.
pub trait Contender {
    /// The name in the report.
    fn name(&self) -> String;
    /// Counts the solutions of each puzzle up to the limit, and passes each count to `each`.
    fn run(&mut self, limit: u64, each: &mut dyn FnMut(u64));
    /// The guesses of one run over all puzzles, if the solver reports them.
    fn guesses(&mut self, limit: u64) -> Option<u64>;
}

/// All contenders on one set.
pub struct Lineup<'a> {
    /// First each engine of this project in its two forms, single puzzles and a batch, then the peers.
    pub contenders: Vec<Box<dyn Contender + 'a>>,
    /// How many of them are this project's.
    pub own: usize,
}

impl<'a> Lineup<'a> {
    /// These engines, the `sudoku` crate, and these libraries.
    pub fn new(engines: &[Engine], tdokus: &'a [Tdoku], puzzles: &[Puzzle]) -> Self {
        let mut contenders: Vec<Box<dyn Contender + 'a>> = Vec::new();
        for &engine in engines {
            contenders.push(Box::new(Single(Own::new(engine, puzzles))));
            contenders.push(Box::new(Batch(Own::new(engine, puzzles))));
        }
        let own = contenders.len();
        contenders.push(Box::new(SudokuCrate::new(puzzles)));
        for tdoku in tdokus {
            contenders.push(Box::new(tdoku::WithPuzzles::new(tdoku, puzzles)));
        }
        Self { contenders, own }
    }

    /// The names, in order.
    pub fn names(&self) -> Vec<String> {
        self.contenders.iter().map(|contender| contender.name()).collect()
    }
}

/// An engine of this project.
struct Own {
    engine: Engine,
    solver: Solver,
    puzzles: Vec<Puzzle>,
}

impl Own {
    fn new(engine: Engine, puzzles: &[Puzzle]) -> Self {
        let solver = Solver::with_engine(engine).expect("only engines that are available are chosen");
        Self { engine, solver, puzzles: puzzles.to_vec() }
    }
}

/// One puzzle after the other.
struct Single(Own);

impl Contender for Single {
    fn name(&self) -> String {
        format!("{} single", self.0.engine)
    }

    fn run(&mut self, limit: u64, each: &mut dyn FnMut(u64)) {
        let Own { solver, puzzles, .. } = &mut self.0;
        for puzzle in &*puzzles {
            let count = solver.count(puzzle, limit, 0, &Budget::UNLIMITED);
            each(count.expect("the budget is unlimited").found);
        }
    }

    fn guesses(&mut self, limit: u64) -> Option<u64> {
        let Own { solver, puzzles, .. } = &mut self.0;
        let guesses = |puzzle| {
            solver.count(puzzle, limit, 0, &Budget::UNLIMITED).expect("the budget is unlimited");
            solver.guesses()
        };
        Some(puzzles.iter().map(guesses).sum())
    }
}

/// All puzzles of a set in one call.
struct Batch(Own);

impl Contender for Batch {
    fn name(&self) -> String {
        format!("{} batch", self.0.engine)
    }

    fn run(&mut self, limit: u64, each: &mut dyn FnMut(u64)) {
        for count in self.0.solver.count_batch(&self.0.puzzles, limit, &Budget::UNLIMITED) {
            each(count.expect("the budget is unlimited").found);
        }
    }

    fn guesses(&mut self, limit: u64) -> Option<u64> {
        self.run(limit, &mut |_| {});
        Some(self.0.solver.guesses())
    }
}

/// The `sudoku` crate, which reports no guesses.
struct SudokuCrate {
    puzzles: Vec<Sudoku>,
}

impl SudokuCrate {
    fn new(puzzles: &[Puzzle]) -> Self {
        let parse = |puzzle: &Puzzle| Sudoku::from_str_line(&puzzle.grid().to_line());
        let puzzles = puzzles.iter().map(|puzzle| parse(puzzle).expect("81 cells of digits and dots")).collect();
        Self { puzzles }
    }
}

impl Contender for SudokuCrate {
    fn name(&self) -> String {
        "sudoku".to_owned()
    }

    fn run(&mut self, limit: u64, each: &mut dyn FnMut(u64)) {
        for puzzle in &self.puzzles {
            each(puzzle.solutions_count_up_to(limit as usize) as u64);
        }
    }

    fn guesses(&mut self, _limit: u64) -> Option<u64> {
        None
    }
}
