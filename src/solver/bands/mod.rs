//! The engine.

mod board;
mod branch;
mod closure;
mod quad;
mod vector;

use board::{Board, State};
use quad::Quad;

use super::{Budget, Count, Stopped};
use crate::grid::{Cell, Digit, Grid, Puzzle, Solution};

type Native = vector::Vector;

#[derive(Debug)]
pub(super) struct Engine<Q = Native> {
    stack: Vec<(Board<Q>, u32)>,
    nodes: u64,
}

impl<Q: Quad> Engine<Q> {
    pub(super) fn new() -> Self {
        Self { stack: Vec::with_capacity(81), nodes: 0 }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Hands solution after solution to `found`, until it says that it has enough.
    pub(super) fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget,
        mut found: impl FnMut(Solution) -> bool,
    ) -> Result<(), Stopped> {
        self.nodes = 0;
        self.stack.clear();
        let mut board = Board::<Q>::new(&bytes(puzzle.grid()));
        let mut dirty = 0o777;
        loop {
            match board.propagate(dirty) {
                State::Open => match board.triads() {
                    Ok(0) => {
                        budget.check(self.nodes)?;
                        self.nodes += 1;
                        let (first, changed) = board.split();
                        self.stack.push((board, changed));
                        board = first;
                        dirty = changed;
                        continue;
                    }
                    Ok(changed) => {
                        dirty = changed;
                        continue;
                    }
                    Err(()) => {}
                },
                State::Full => {
                    if let Some(solution) = Solution::check(puzzle, grid(&board))
                        && found(solution)
                    {
                        return Ok(());
                    }
                }
                State::Contradiction => {}
            }
            let Some(next) = self.stack.pop() else { return Ok(()) };
            (board, dirty) = next;
        }
    }

    pub(super) fn count(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        keep: usize,
        budget: &Budget,
    ) -> Result<Count, Stopped> {
        let mut count = Count { found: 0, exact: limit > 0, solutions: Vec::new() };
        if limit == 0 {
            return Ok(count);
        }
        self.search(puzzle, budget, |solution| {
            count.found += 1;
            if count.solutions.len() < keep {
                count.solutions.push(solution);
            }
            count.found == limit
        })?;
        count.exact = count.found < limit;
        Ok(count)
    }
}

/// The cells as bytes, 0 for a blank, with room to read beyond the last.
#[inline(never)]
fn bytes(grid: &Grid) -> [u8; 96] {
    let mut bytes = [0; 96];
    for (byte, content) in bytes.iter_mut().zip(grid.cells()) {
        *byte = content.map_or(0, Digit::get);
    }
    bytes
}

/// A board of which each cell has one digit, as a grid.
#[inline(never)]
fn grid<Q: Quad>(board: &Board<Q>) -> Grid {
    let mut cells = [None; 81 + 32];
    for (cells_of, digit) in board.digits.iter().zip(Digit::all()) {
        for (band, mut word) in cells_of.lanes().into_iter().take(3).enumerate() {
            while word != 0 {
                cells[27 * band + (word.trailing_zeros() as usize & 31)] = Some(digit);
                word &= word - 1;
            }
        }
    }
    let mut grid = Grid::EMPTY;
    for cell in Cell::all() {
        grid.set(cell, cells[cell.index()]);
    }
    grid
}
