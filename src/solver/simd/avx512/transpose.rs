//! Puzzles into lanes and solutions out of them.
//!
//! A grid has its cells side by side, a board its puzzles. Between them stands one byte for each cell and lane, which is turned
//! in blocks of sixteen by sixteen, so that 32 puzzles cost little more than one:
//!
//! ```text
//!   grids, one a line                     cells, one a line                    board
//!   53..7....6..195...     transpose      lane 0   5 . 4 ...    compare with   digit 5, row 1: lane 0 X........
//!   ....8.7..1........       <--->        cell 2   3 . . ...    each digit
//! ```

use wide::u8x16;

use super::sweep::Board;
use super::words::{Bytes, LANES, Mask, Words};
use crate::grid::{Digit, Grid};

/// A grid's cells, 1 to 9 or 0 for a blank, and 15 bytes to fill the last block.
pub(super) type Cells = [u8; 96];

/// The cells of a grid as bytes.
pub(super) fn cells_of(grid: &Grid) -> Cells {
    let mut cells = [0; 96];
    for (byte, content) in cells.iter_mut().zip(grid.cells()) {
        *byte = content.map_or(0, Digit::get);
    }
    cells
}

/// The grid of these cells.
pub(super) fn grid_of(cells: &Cells) -> Grid {
    Grid::new(std::array::from_fn(|cell| Digit::new(cells[cell])))
}

/// Puts these grids' givens into these lanes, with nothing concluded yet. A given stands alone in its row; the other digits of its
/// cell fall in the first sweep.
#[target_feature(enable = "avx512bitalg,avx512vl")]
pub(super) fn load(board: &mut Board, lanes: Mask, grids: &[Cells; LANES]) {
    let cells = to_cells(grids);
    for row in 0..9 {
        for (digit, places) in board.digits.iter_mut().enumerate() {
            let value = Bytes::splat(digit as u8 + 1);
            let mut given = Words::splat(0o777);
            for column in 0..9 {
                let here = cells[9 * row + column].equals(value);
                given = given.with(here, Words::splat(1 << column));
            }
            places[row] = places[row].with(lanes, given);
        }
    }
}

/// The grids of a board, of which the lanes mean something that are solved.
#[target_feature(enable = "avx512bitalg,avx512vl")]
pub(super) fn unload(board: &Board) -> [Cells; LANES] {
    let mut cells = [Bytes::new([0; LANES]); 96];
    for row in 0..9 {
        for column in 0..9 {
            let cell = &mut cells[9 * row + column];
            for (digit, places) in board.digits.iter().enumerate() {
                let here = places[row].meets(Words::splat(1 << column));
                *cell = cell.with(here, Bytes::splat(digit as u8 + 1));
            }
        }
    }
    to_grids(&cells)
}

fn to_cells(grids: &[Cells; LANES]) -> [Bytes; 96] {
    let mut cells = [[0; LANES]; 96];
    for lane in (0..LANES).step_by(16) {
        for cell in (0..96).step_by(16) {
            let block = transpose(std::array::from_fn(|at| sixteen(&grids[lane + at][cell..])));
            for (at, line) in block.into_iter().enumerate() {
                cells[cell + at][lane..lane + 16].copy_from_slice(&line.to_array());
            }
        }
    }
    cells.map(Bytes::new)
}

fn to_grids(cells: &[Bytes; 96]) -> [Cells; LANES] {
    let mut grids = [[0; 96]; LANES];
    for cell in (0..96).step_by(16) {
        let lines: [[u8; LANES]; 16] = std::array::from_fn(|at| cells[cell + at].lanes());
        for lane in (0..LANES).step_by(16) {
            let block = transpose(std::array::from_fn(|at| sixteen(&lines[at][lane..])));
            for (at, line) in block.into_iter().enumerate() {
                grids[lane + at][cell..cell + 16].copy_from_slice(&line.to_array());
            }
        }
    }
    grids
}

fn sixteen(bytes: &[u8]) -> u8x16 {
    u8x16::new(std::array::from_fn(|at| bytes[at]))
}

/// Turns sixteen lines of sixteen bytes. Shuffling the first half of the lines with the second moves one bit of the line's number
/// to the end of the column's, and one of the column's to the end of the line's; after four times all have changed places.
fn transpose(lines: [u8x16; 16]) -> [u8x16; 16] {
    (0..4).fold(lines, |lines, _| {
        std::array::from_fn(|at| {
            let (low, high) = (lines[at / 2], lines[at / 2 + 8]);
            if at % 2 == 0 { u8x16::unpack_low(low, high) } else { u8x16::unpack_high(low, high) }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_columns() {
        let lines = std::array::from_fn(|line| u8x16::new(std::array::from_fn(|column| (16 * line + column) as u8)));
        for (line, bytes) in transpose(lines).into_iter().enumerate() {
            assert_eq!(bytes.to_array(), std::array::from_fn::<u8, 16, _>(|column| (16 * column + line) as u8));
        }
    }
}
