//! Solves the grid on the command line.
#![expect(clippy::disallowed_methods, reason = "the rule is for the engine; a program has arguments")]

use std::error::Error;
use std::process::ExitCode;

use sudoku_engine::grid::{Grid, Puzzle};
use sudoku_engine::solver::{Answer, Budget, Solver};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).ok_or("usage: solve GRID")?;
    let grid: Grid = text.parse()?;
    let puzzle = Puzzle::new(grid)?;
    match Solver::new().solve(&puzzle, &Budget::UNLIMITED)? {
        Answer::Unique(solution) => println!("{}", solution.grid()),
        Answer::Multiple(solution) => println!("one of several:\n{}", solution.grid()),
        Answer::Unsolvable(reason) => println!("no solution: {reason}"),
    }
    Ok(())
}
