//! Puzzles into lanes and solutions out of them.
//!
//! A grid has its cells side by side, a board its puzzles. Between them stands one byte for each cell and lane, which
//! is turned in blocks of sixteen by sixteen, so that 32 puzzles cost little more than one:
//!
//! ```text
//!   grids, one a line                     cells, one a line                    board
//!   53..7....6..195...     transpose      lane 0   5 . 4 ...    compare with   digit 5, row 1: lane 0 X........
//!   ....8.7..1........       <--->        cell 2   3 . . ...    each digit
//! ```

use super::sweep::Boards;
use super::words::{Bytes, LANES, Mask, Words};
use crate::grid::{Digit, Grid};

/// A grid's cells in blocks of sixteen, 1 to 9 or 0 for a blank; what fills the last block means nothing.
pub(super) type Cells = [[u8; 16]; 6];

/// The cells of a grid as bytes.
pub(super) fn cells_of(grid: &Grid) -> Cells {
    let mut cells = [[0; 16]; 6];
    for (byte, content) in cells.as_flattened_mut().iter_mut().zip(grid.cells()) {
        *byte = content.map_or(0, Digit::get);
    }
    cells
}

/// The grid of these cells.
pub(super) fn grid_of(cells: &Cells) -> Grid {
    let cells = cells.as_flattened();
    Grid::new(std::array::from_fn(|cell| Digit::new(cells[cell])))
}

/// Puts these grids' givens into these lanes, with nothing concluded yet. A given stands alone in its row; the other
/// digits of its cell fall in the first sweep.
#[target_feature(enable = "avx512bitalg,avx512vl")]
pub(super) fn load(boards: &mut Boards, lanes: Mask, grids: &[Cells; LANES]) {
    let cells = to_cells(grids);
    for row in 0..9 {
        for (digit, places) in boards.digits.iter_mut().enumerate() {
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
pub(super) fn unload(boards: &Boards) -> [Cells; LANES] {
    let mut cells = [Bytes::ZERO; 96];
    for row in 0..9 {
        for column in 0..9 {
            let cell = &mut cells[9 * row + column];
            for (digit, places) in boards.digits.iter().enumerate() {
                let here = places[row].meets(Words::splat(1 << column));
                *cell = cell.with(here, Bytes::splat(digit as u8 + 1));
            }
        }
    }
    to_grids(&cells)
}

/// A byte of every lane for each cell.
#[target_feature(enable = "avx512bitalg,avx512vl")]
fn to_cells(grids: &[Cells; LANES]) -> [Bytes; 96] {
    let mut cells = [Bytes::ZERO; 96];
    for (block, cells) in cells.as_chunks_mut().0.iter_mut().enumerate() {
        let mut lines = [Bytes::ZERO; 16];
        for (at, line) in lines.iter_mut().enumerate() {
            *line = Bytes::new([grids[at][block], grids[at + 16][block]]);
        }
        *cells = transpose(lines);
    }
    cells
}

#[target_feature(enable = "avx512bitalg,avx512vl")]
fn to_grids(cells: &[Bytes; 96]) -> [Cells; LANES] {
    let mut grids = [[[0; 16]; 6]; LANES];
    for (block, cells) in cells.as_chunks().0.iter().enumerate() {
        for (at, line) in transpose(*cells).into_iter().enumerate() {
            [grids[at][block], grids[at + 16][block]] = line.halves();
        }
    }
    grids
}

/// Turns the sixteen by sixteen bytes in each half of the lines: byte `column` of line `line` goes to byte `line` of
/// line `column`.
///
/// Shuffling the first eight lines with the last eight moves the highest bit of a byte's line to the end of its
/// column, and the highest bit of its column to the end of its line. After four times all bits have changed places.
#[target_feature(enable = "avx512bitalg,avx512vl")]
#[inline]
fn transpose(mut lines: [Bytes; 16]) -> [Bytes; 16] {
    for _ in 0..4 {
        let before = lines;
        for at in 0..8 {
            lines[2 * at] = before[at].shuffle_low(before[at + 8]);
            lines[2 * at + 1] = before[at].shuffle_high(before[at + 8]);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    #![expect(unsafe_code, reason = "only a run can tell whether the processor has the instructions")]

    use super::super::Avx512;
    use super::*;

    /// Digits and blanks that differ from lane to lane and from cell to cell.
    fn grids() -> [Cells; LANES] {
        let byte = |lane: usize, cell: usize| if cell < 81 { ((7 * lane + cell * cell) % 10) as u8 } else { 0 };
        std::array::from_fn(|lane| std::array::from_fn(|block| std::array::from_fn(|at| byte(lane, 16 * block + at))))
    }

    #[target_feature(enable = "avx512bitalg,avx512vl")]
    fn there_and_back() {
        let grids = grids();
        let cells = to_cells(&grids);
        for (cell, bytes) in cells.iter().enumerate() {
            let expected = std::array::from_fn::<u8, LANES, _>(|lane| grids[lane].as_flattened()[cell]);
            assert_eq!(bytes.halves().as_flattened(), expected);
        }
        assert_eq!(to_grids(&cells), grids);
    }

    #[test]
    fn cells_and_grids_are_each_others_transpose() {
        if Avx512::detect().is_some() {
            // SAFETY: the processor has the instructions.
            unsafe { there_and_back() };
        }
    }
}
