//! The solver gives the oracle's answer, whatever 81 cells it gets. A byte is a cell: 1 to 9 that digit, else a blank.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_engine::grid::{Digit, Grid, Puzzle};
use sudoku_engine::solver::{Answer, Budget, Solver, naive};

/// Enough for the oracle to finish most puzzles; the others tell nothing and are passed over.
const ORACLE: Budget = Budget::guesses(300);

fuzz_target!(|bytes: [u8; 81]| {
    let grid = Grid::new(bytes.map(Digit::new));
    let Ok(puzzle) = Puzzle::new(grid) else { return };
    let Ok(truth) = naive::count(&puzzle, 2, 2, &ORACLE) else { return };
    let mut solver = Solver::new();
    let Ok(answer) = solver.solve(&puzzle, &Budget::UNLIMITED) else { panic!("a search without limits was given up") };
    match answer {
        Answer::Unique(solution) => {
            assert!(truth.exact && truth.solutions == [solution], "not the only solution of {grid:?}");
        }
        Answer::Multiple(_) => assert_eq!(truth.found, 2, "too many solutions of {grid:?}"),
        Answer::Unsolvable(_) => assert_eq!(truth.found, 0, "solutions of {grid:?} were missed"),
    }
    let count = solver.count(&puzzle, 2, 2, &Budget::UNLIMITED).expect("there is no limit");
    assert_eq!((count.found, count.exact), (truth.found, truth.exact), "the count of {grid:?}");
});
