//! The solutions of an engine, checked without its help.

use std::collections::HashSet;

use sudoku_engine::grid::{DigitSet, Grid, House, Puzzle, Solution};
use sudoku_engine::solver::{Answer, Budget, Engine, Solver};

use super::LIMIT;

/// Checks that an engine finds as many different grids as there are solutions, each of them right, and that `solve` and
/// `solve_batch` agree with the count.
pub fn check(engine: Engine, puzzles: &[Puzzle], counts: &[u64]) -> Result<(), String> {
    let mut solver = Solver::with_engine(engine).expect("only engines that are available are chosen");
    let unlimited = &Budget::UNLIMITED;
    let wrong = |puzzle: &Puzzle, what: &str| format!("{engine}: {what}: {}", puzzle.grid().to_line());
    let batch = solver.solve_batch(puzzles, unlimited);
    for ((puzzle, &count), batched) in puzzles.iter().zip(counts).zip(batch) {
        let found = solver.count(puzzle, LIMIT, LIMIT as usize, unlimited).expect("the budget is unlimited");
        if !all_right(puzzle, &found.solutions, count) {
            return Err(wrong(puzzle, "a solution is wrong, missing or repeated"));
        }
        let single = solver.solve(puzzle, unlimited);
        for (answer, form) in [(single, "solve"), (batched, "solve_batch")] {
            if !fits(puzzle, &answer.expect("the budget is unlimited"), count) {
                return Err(wrong(puzzle, &format!("{form} is wrong")));
            }
        }
    }
    Ok(())
}

fn all_right(puzzle: &Puzzle, solutions: &[Solution], count: u64) -> bool {
    let grids: HashSet<&Grid> = solutions.iter().map(Solution::grid).collect();
    let complete = grids.len() == solutions.len() && grids.len() as u64 == count;
    complete && grids.into_iter().all(|grid| solves(puzzle, grid))
}

fn fits(puzzle: &Puzzle, answer: &Answer, count: u64) -> bool {
    match answer {
        Answer::Unsolvable(_) => count == 0,
        Answer::Unique(solution) => count == 1 && solves(puzzle, solution.grid()),
        Answer::Multiple(solution) => count >= 2 && solves(puzzle, solution.grid()),
    }
}

/// Whether the grid keeps the givens and has all nine digits in each house.
fn solves(puzzle: &Puzzle, grid: &Grid) -> bool {
    let keeps_givens = puzzle.grid().givens().all(|(cell, digit)| grid.get(cell) == Some(digit));
    let is_full = |house: House| {
        let mut missing = DigitSet::ALL;
        house.cells().into_iter().filter_map(|cell| grid.get(cell)).for_each(|digit| missing.remove(digit));
        missing.is_empty()
    };
    keeps_givens && House::ALL.into_iter().all(is_full)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_engine::grid::{Cell, Digit};

    const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const FULL: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn puzzle(line: &str) -> Puzzle {
        Puzzle::new(line.parse().unwrap()).unwrap()
    }

    #[test]
    fn every_change_of_one_cell_spoils_a_solution() {
        let full: Grid = FULL.parse().unwrap();
        assert!(solves(&puzzle(LINE), &full));
        for cell in Cell::ALL {
            for content in Digit::ALL.map(Some).into_iter().chain([None]).filter(|&content| content != full.get(cell)) {
                let mut spoilt = full;
                spoilt.set(cell, content);
                assert!(!solves(&puzzle(LINE), &spoilt), "{cell}");
            }
        }
    }

    #[test]
    fn another_complete_grid_is_no_solution() {
        // Exchanging the digits 1 and 2 keeps the rules, but not the givens.
        let other = FULL.replace('1', "x").replace('2', "1").replace('x', "2");
        let grid: Grid = other.parse().unwrap();
        assert!(solves(&puzzle(&".".repeat(81)), &grid));
        assert!(!solves(&puzzle(LINE), &grid));
    }

    #[test]
    fn a_wrong_count_is_found_in_every_answer() {
        assert_eq!(check(Engine::Portable, &[puzzle(LINE)], &[1]), Ok(()));
        for count in [0, 2] {
            assert!(check(Engine::Portable, &[puzzle(LINE)], &[count]).unwrap_err().ends_with(LINE));
        }
        let solution = Solution::check(&puzzle(LINE), FULL.parse().unwrap()).unwrap();
        assert!(!all_right(&puzzle(LINE), &[solution; 2], 2), "twice the same");
        assert!(fits(&puzzle(LINE), &Answer::Unique(solution), 1));
        assert!(!fits(&puzzle(LINE), &Answer::Unique(solution), 2));
        assert!(!fits(&puzzle(LINE), &Answer::Multiple(solution), 1));
    }
}
