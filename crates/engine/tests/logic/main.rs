//! The techniques: a position for each, soundness along whole solutions, and the symmetries of the board.

mod fixtures;
mod paths;
mod symmetry;

use sudoku_engine::grid::{Grid, Puzzle, Solution};
use sudoku_engine::logic::{Candidate, Step, Technique};
use sudoku_engine::solver::{Answer, Budget, Solver};

/// Self-made puzzles with their ratings in Sudoku Explainer 1.2.1, as `tests/data/README.md` says.
const RATINGS: &str = include_str!("../data/ratings.tsv");

fn puzzles() -> Vec<Puzzle> {
    RATINGS.lines().skip(1).map(|line| puzzle(line.split('\t').next().expect("a puzzle"))).collect()
}

fn puzzle(line: &str) -> Puzzle {
    Puzzle::new(line.parse().expect("a grid")).expect("no conflict")
}

fn solve(grid: &Grid) -> Solution {
    let puzzle = Puzzle::new(*grid).expect("no conflict");
    match Solver::new().solve(&puzzle, &Budget::UNLIMITED) {
        Ok(Answer::Unique(solution)) => solution,
        other => panic!("not a puzzle with one solution: {other:?}"),
    }
}

/// Techniques that find thousands of steps in a state: they are tried in fewer states.
fn is_slow(technique: Technique) -> bool {
    use Technique as T;
    matches!(technique, T::FrankenJellyfish | T::MutantSwordfish | T::MutantJellyfish)
}

/// Whether a step places only what the solution has, and excludes only what it has not.
fn is_sound(step: &Step, solution: &Solution) -> bool {
    let holds = |candidate: &Candidate| solution.grid().get(candidate.cell()) == Some(candidate.digit());
    step.placements.iter().all(holds) && !step.eliminations.iter().any(holds)
}
