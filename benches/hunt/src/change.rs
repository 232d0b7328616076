//! Random puzzles and random changes of puzzles.

use sudoku_engine::grid::{Cell, Digit, Grid, Puzzle};
use sudoku_engine::random::{Rng, RngExt};

/// The number of givens of a sparse grid.
const SPARSE: std::ops::Range<usize> = 6..26;

/// Some digits in some cells. Most of these puzzles have many solutions or, with more givens, none.
pub fn sparse(rng: &mut impl Rng) -> Puzzle {
    let givens = SPARSE.start + rng.below(SPARSE.len());
    let mut grid = Grid::EMPTY;
    for _ in 0..givens {
        let before = grid;
        grid.set(Cell::new(rng.below(81)), Some(digit(rng)));
        if Puzzle::new(grid).is_err() {
            grid = before;
        }
    }
    Puzzle::new(grid).unwrap_or_else(|_| unreachable!("digits that conflict were taken back"))
}

/// The puzzle after one to three changes of its givens.
pub fn changed(puzzle: &Puzzle, rng: &mut impl Rng) -> Puzzle {
    loop {
        let mut grid = *puzzle.grid();
        let changes = [1, 1, 1, 2, 2, 3][rng.below(6)];
        (0..changes).for_each(|_| change(&mut grid, rng));
        match Puzzle::new(grid) {
            Ok(changed) if changed != *puzzle => return changed,
            _ => {}
        }
    }
}

/// Changes, moves, removes or adds a given, or exchanges the digits of two.
fn change(grid: &mut Grid, rng: &mut impl Rng) {
    let (given, other, blank) = (cell(grid, true, rng), cell(grid, true, rng), cell(grid, false, rng));
    match (rng.below(5), given, other, blank) {
        (0, Some(given), ..) => grid.set(given, Some(digit(rng))),
        (1, Some(given), _, Some(blank)) => {
            grid.set(blank, grid.get(given));
            grid.set(given, None);
        }
        (2, Some(given), ..) => grid.set(given, None),
        (3, Some(given), Some(other), _) => {
            let content = grid.get(given);
            grid.set(given, grid.get(other));
            grid.set(other, content);
        }
        (.., Some(blank)) => grid.set(blank, Some(digit(rng))),
        _ => {}
    }
}

/// A random filled or blank cell, if there is one.
fn cell(grid: &Grid, filled: bool, rng: &mut impl Rng) -> Option<Cell> {
    let cells: Vec<Cell> = Cell::ALL.into_iter().filter(|&cell| grid.get(cell).is_some() == filled).collect();
    rng.pick(&cells).copied()
}

fn digit(rng: &mut impl Rng) -> Digit {
    Digit::from_index(rng.below(9))
}
