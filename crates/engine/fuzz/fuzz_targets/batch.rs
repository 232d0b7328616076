//! Every engine gives a batch the answers that it gives the puzzles one by one, and all engines give the same; the target
//! `solve` compares those with the oracle.
//!
//! Random cells nearly always break the rules. So a puzzle is a part of a solution, at times with a wrong digit:
//!
//! ```text
//!   11 bytes, 11 bytes    cell, digit
//!   a given where both    and this digit there, which may break
//!   masks have a bit      the rules, or leave no solution
//! ```
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_engine::grid::{Cell, Digit, Grid, Puzzle};
use sudoku_engine::solver::{Answer, Budget, Engine, Solver, Stopped};

const MASK: usize = 81_usize.div_ceil(8);
const RECORD: usize = 2 * MASK + 2;

fn puzzle(record: &[u8], solution: &Grid) -> Option<Puzzle> {
    let (masks, change) = record.split_at(2 * MASK);
    let (first, second) = masks.split_at(MASK);
    let mut grid = Grid::EMPTY;
    for cell in Cell::ALL {
        let (byte, bit) = (cell.index() / 8, cell.index() % 8);
        if first[byte] & second[byte] & (1 << bit) != 0 {
            grid.set(cell, solution.get(cell));
        }
    }
    if let (Some(cell), Some(digit)) = (Cell::ALL.get(usize::from(change[0])), Digit::new(change[1])) {
        grid.set(*cell, Some(digit));
    }
    Puzzle::new(grid).ok()
}

fuzz_target!(|bytes: &[u8]| {
    let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let solution: Grid = solution.parse().expect("a grid");
    let puzzles: Vec<Puzzle> = bytes.chunks_exact(RECORD).filter_map(|record| puzzle(record, &solution)).collect();
    let mut expected = None;
    for engine in Engine::ALL.into_iter().filter(|engine| engine.is_available()) {
        let mut solver = Solver::with_engine(engine).expect("it is available");
        let single: Vec<_> = puzzles.iter().map(|puzzle| comparable(solver.solve(puzzle, &Budget::UNLIMITED))).collect();
        let batch: Vec<_> =
            solver.solve_batch(&puzzles, &Budget::UNLIMITED).into_iter().map(comparable).collect();
        assert_eq!(batch, single, "{engine} in a batch");
        assert_eq!(expected.get_or_insert_with(|| single.clone()), &single, "{engine} one by one");
    }
});

/// An answer without the solution where there are several, since any of them is right.
fn comparable(answer: Result<Answer, Stopped>) -> Result<Answer, &'static str> {
    match answer.expect("there is no limit") {
        Answer::Multiple(_) => Err("several solutions"),
        answer => Ok(answer),
    }
}
