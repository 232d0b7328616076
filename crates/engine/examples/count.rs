//! Counts the solutions of the grid on the command line, up to a limit.
#![expect(clippy::disallowed_methods, reason = "the rule is for the engine; a program has arguments")]

use std::error::Error;
use std::process::ExitCode;

use sudoku_engine::grid::{Grid, Puzzle};
use sudoku_engine::solver::{Budget, Solver};

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
    let mut arguments = std::env::args().skip(1);
    let grid: Grid = arguments.next().ok_or("usage: count GRID [LIMIT]")?.parse()?;
    let limit = arguments.next().map_or(Ok(1_000_000), |limit| limit.parse())?;
    let count = Solver::new().count(&Puzzle::new(grid)?, limit, 0, &Budget::UNLIMITED)?;
    println!("{}{}", if count.exact { "" } else { "at least " }, count.found);
    Ok(())
}
