//! Hunts for the grids that take the engines longest: climbs by random changes of the givens to where the most guesses
//! are, from known hard grids and from random ones, and keeps the worst, be they with one, several or no solution.

mod archive;
mod change;
mod climb;
mod options;
mod random;
mod report;
mod target;

use std::fs;
use std::process::ExitCode;

use climb::Hunt;
use options::Options;
use random::Random;
use sudoku_engine::grid::Puzzle;
use target::Target;

/// Grids to begin with: the sample of the tests, and what an earlier hunt found.
const STARTS: [&str; 2] = [
    include_str!("../../../crates/engine/tests/data/counts.txt"),
    include_str!("../../../crates/engine/tests/data/worst.txt"),
];

/// A grid that has no solution, and that costs a solver without propagation minutes (Peter Norvig's essay).
const NORVIG: &str = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    match hunt(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn hunt(options: &Options) -> Result<(), String> {
    let mut starts = puzzles(NORVIG);
    STARTS.iter().for_each(|text| starts.extend(puzzles(text)));
    for path in &options.starts {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        starts.extend(puzzles(&text));
    }
    let ways: &[bool] = if options.batch { &[false, true] } else { &[false] };
    let engines =
        options.engines.iter().flat_map(|&engine| ways.iter().filter_map(move |&way| Target::new(engine, way)));
    let targets: Vec<Target> = engines.collect();
    if targets.is_empty() {
        return Err("this machine cannot run the engine".to_owned());
    }
    let mut hunt = Hunt::new(targets, starts, Random::new(options.seed), options.cap, options.keep);
    hunt.run(options.time);
    let lines = report::report(&hunt.worst(options.keep))?;
    match &options.out {
        Some(path) => fs::write(path, lines).map_err(|error| format!("{}: {error}", path.display())),
        None => {
            print!("{lines}");
            Ok(())
        }
    }
}

/// The puzzles at the begin of the lines; lines without one are headers or notes.
fn puzzles(text: &str) -> Vec<Puzzle> {
    let grids = text.lines().filter_map(|line| line.split([':', '\t', ' ']).next()?.parse().ok());
    grids.filter_map(|grid| Puzzle::new(grid).ok()).collect()
}
