//! Solves a file of puzzles, one a line, on all cores, and writes a line for each in their order: the solution, or why
//! there is none.
#![expect(clippy::disallowed_methods, reason = "the rule is for the engine; a program reads files and starts threads")]

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::{env, fs, thread};

use sudoku_engine::grid::{Grid, ParseError, Puzzle};
use sudoku_engine::solver::{Answer, Budget, Solver, Stopped};

/// Puzzles in a batch. The cost of starting a thread is small beside so many.
const BATCH: usize = 4_096;

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
    let path = env::args().nth(1).ok_or("usage: solve_file FILE")?;
    let text = fs::read_to_string(path)?;
    let lines: Vec<&str> = text.lines().collect();
    let mut solvers: Vec<Solver> = (0..thread::available_parallelism()?.get()).map(|_| Solver::new()).collect();
    let mut out = io::stdout().lock();
    for round in lines.chunks(BATCH * solvers.len()) {
        thread::scope(|scope| {
            let batches = round.chunks(BATCH).zip(&mut solvers);
            let batches: Vec<_> = batches.map(|(lines, solver)| scope.spawn(|| solve(solver, lines))).collect();
            batches.into_iter().try_for_each(|batch| out.write_all(batch.join().expect("no panic").as_bytes()))
        })?;
    }
    Ok(())
}

/// The text for a batch of lines.
fn solve(solver: &mut Solver, lines: &[&str]) -> String {
    let puzzles: Vec<Result<Puzzle, String>> = lines.iter().map(|line| read(line)).collect();
    let good: Vec<Puzzle> = puzzles.iter().flatten().copied().collect();
    let mut answers = solver.solve_batch(&good, &Budget::guesses(1_000_000)).into_iter();
    let mut text = String::new();
    for puzzle in puzzles {
        text += &match puzzle {
            Ok(_) => describe(answers.next().expect("there is an answer for each puzzle")),
            Err(error) => error,
        };
        text.push('\n');
    }
    text
}

fn read(line: &str) -> Result<Puzzle, String> {
    let grid: Grid = line.parse().map_err(|error: ParseError| error.to_string())?;
    Puzzle::new(grid).map_err(|error| error.to_string())
}

fn describe(answer: Result<Answer, Stopped>) -> String {
    match answer {
        Ok(Answer::Unique(solution)) => solution.grid().to_line(),
        Ok(Answer::Multiple(solution)) => format!("{} is one of several", solution.grid().to_line()),
        Ok(Answer::Unsolvable(reason)) => format!("no solution: {reason}"),
        Err(stopped) => stopped.to_string(),
    }
}
