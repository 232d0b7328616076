//! Every engine gives a batch the answers that the portable engine gives the puzzles one by one. The target `solve`
//! compares single answers with the oracle.
//!
//! The first byte chooses the engine. Random cells nearly always break the rules, so a puzzle is a part of a solution, at
//! times with a wrong digit:
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
/// Enough to fill the 32 lanes of AVX-512, and to refill some.
const MOST: usize = 40;

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
    let Some((&choice, records)) = bytes.split_first() else { return };
    let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let solution: Grid = solution.parse().expect("a grid");
    let records = records.chunks_exact(RECORD).take(MOST);
    let puzzles: Vec<Puzzle> = records.filter_map(|record| puzzle(record, &solution)).collect();

    let mut portable = Solver::with_engine(Engine::Portable).expect("every machine can run it");
    let expected = puzzles.iter().map(|puzzle| comparable(portable.solve(puzzle, &Budget::UNLIMITED)));
    let engine = Engine::ALL[usize::from(choice) % Engine::ALL.len()];
    let Some(mut solver) = Solver::with_engine(engine) else { return };
    let answers = solver.solve_batch(&puzzles, &Budget::UNLIMITED).into_iter().map(comparable);
    assert!(answers.eq(expected), "{engine} gives other answers to {puzzles:?}");
});

/// An answer without the solution where there are several, since any of them is right.
fn comparable(answer: Result<Answer, Stopped>) -> Result<Answer, &'static str> {
    match answer.expect("there is no limit") {
        Answer::Multiple(_) => Err("several solutions"),
        answer => Ok(answer),
    }
}
