//! The grids of the longest searches that a hunt (`benches/hunt`) found: no grid may take long, however it was chosen.

use sudoku_engine::grid::Puzzle;
use sudoku_engine::solver::{Answer, Budget, Stopped};

use crate::{puzzle, solvers};

/// The guesses within which every engine must know its verdict: four times the 18,413 that the worst grid of the set
/// takes. A change of the guesses moves each grid up or down, often by more than twice, but the worst of the hundred by
/// less: how long a search takes is chance, and the hunt picks those with bad luck. A search that takes more than four
/// times as many guesses has lost its way. When the engines improve, hunt again and lower the bound.
const BOUND: u64 = 75_000;

struct Worst {
    puzzle: Puzzle,
    /// The number of solutions; 2 for several.
    solutions: usize,
}

fn worst() -> Vec<Worst> {
    include_str!("../data/worst.txt").lines().map(read).collect()
}

fn read(line: &str) -> Worst {
    let fields: Vec<&str> = line.split(':').collect();
    let [grid, solutions, _] = fields[..] else { panic!("not puzzle:solutions:guesses: {line}") };
    Worst { puzzle: puzzle(grid), solutions: solutions.parse().expect("a number of solutions") }
}

/// The number of solutions by the answer; 2 for several.
fn number(answer: Result<Answer, Stopped>) -> Result<usize, Stopped> {
    answer.map(|answer| match answer {
        Answer::Unsolvable(_) => 0,
        Answer::Unique(_) => 1,
        Answer::Multiple(_) => 2,
    })
}

#[test]
fn the_set_has_a_hundred_grids_of_all_kinds() {
    let set = worst();
    assert_eq!(set.len(), 100);
    for kind in 0..3 {
        let of_kind = set.iter().filter(|worst| worst.solutions == kind).count();
        assert!(of_kind >= 10, "{of_kind} grids with {kind} solutions");
    }
}

#[test]
fn none_takes_long_alone() {
    for mut solver in solvers() {
        for Worst { puzzle, solutions } in worst() {
            let answer = solver.solve(&puzzle, &Budget::guesses(BOUND));
            assert_eq!(number(answer), Ok(solutions), "{} {puzzle:?}", solver.engine());
        }
    }
}

#[test]
fn none_takes_long_among_others() {
    let set = worst();
    let puzzles: Vec<Puzzle> = set.iter().map(|worst| worst.puzzle).collect();
    for mut solver in solvers() {
        let answers = solver.solve_batch(&puzzles, &Budget::guesses(BOUND));
        assert_eq!(answers.len(), set.len());
        for (Worst { puzzle, solutions }, answer) in set.iter().zip(answers) {
            assert_eq!(number(answer), Ok(*solutions), "{} {puzzle:?}", solver.engine());
        }
    }
}
