//! Turns puzzles into lanes and lanes into solutions.
//!
//! A grid has its cells side by side, the boards have their lanes side by side. In between, every cell of every lane
//! is a byte, and these bytes are transposed in squares of sixteen by sixteen, so that 32 puzzles cost little more
//! than one:
//!
//! ```text
//!   grids, one a line                     cells, one a line                    boards, digit 5, row 1
//!                                              lane 0 1 2 ...
//!   lane 0   53..7....6...   transpose    r1c1      5 . 4 ...    compare with  lane 0  X........
//!   lane 1   ....8.7..1...     <--->      r1c2      3 . . ...     each digit   lane 1  XXXXXXXXX
//!   lane 2   4.......8....                r1c3      . . . ...
//! ```

use super::mask::{LANES, Mask};
use super::sweep::Boards;
use super::words::{Bytes, Words};
use crate::grid::{Digit, Grid};

/// The cells of a grid in chunks of sixteen, each 1 to 9, or 0 for a blank. Padding fills the last chunk.
pub(super) type Cells = [[u8; 16]; 6];

/// Returns the cells of a grid as bytes.
pub(super) fn cells_of(grid: &Grid) -> Cells {
    let mut cells = [[0; 16]; 6];
    for (byte, content) in cells.as_flattened_mut().iter_mut().zip(grid.cells()) {
        *byte = content.map_or(0, Digit::get);
    }
    cells
}

/// Returns the grid of these cells.
pub(super) fn grid_of(cells: &Cells) -> Grid {
    let mut contents = [None; 81];
    for (content, &byte) in contents.iter_mut().zip(cells.as_flattened()) {
        *content = Digit::new(byte);
    }
    Grid::new(contents)
}

/// Puts the givens of these grids into these lanes. The only conclusion drawn is that a given stands alone in its
/// row; the first sweep eliminates the other digits of its cell.
#[target_feature(enable = "avx512bitalg,avx512vl")]
pub(super) fn load(boards: &mut Boards, lanes: Mask, grids: &[Cells; LANES]) {
    let cells = to_cells(grids);
    for row in 0..9 {
        for (digit, candidates) in boards.digits.iter_mut().enumerate() {
            let value = Bytes::splat(digit as u8 + 1);
            let mut columns = Words::splat(0o777);
            for column in 0..9 {
                let here = cells[9 * row + column].equals(value);
                columns = columns.with(here, Words::splat(1 << column));
            }
            candidates[row] = candidates[row].with(lanes, columns);
        }
    }
}

/// Returns the grids of all lanes. Only those of solved lanes are meaningful.
#[target_feature(enable = "avx512bitalg,avx512vl")]
pub(super) fn unload(boards: &Boards) -> [Cells; LANES] {
    let mut cells = [Bytes::ZERO; 96];
    for row in 0..9 {
        for column in 0..9 {
            let cell = &mut cells[9 * row + column];
            for (digit, candidates) in boards.digits.iter().enumerate() {
                let here = candidates[row].meets(Words::splat(1 << column));
                *cell = cell.with(here, Bytes::splat(digit as u8 + 1));
            }
        }
    }
    to_grids(&cells)
}

/// Transposes grids to a byte of every lane for each cell.
#[target_feature(enable = "avx512bitalg,avx512vl")]
fn to_cells(grids: &[Cells; LANES]) -> [Bytes; 96] {
    let mut cells = [Bytes::ZERO; 96];
    for (chunk, cells) in cells.as_chunks_mut().0.iter_mut().enumerate() {
        let mut lines = [Bytes::ZERO; 16];
        for (at, line) in lines.iter_mut().enumerate() {
            *line = Bytes::new([grids[at][chunk], grids[at + 16][chunk]]);
        }
        *cells = transpose(lines);
    }
    cells
}

/// Transposes back.
#[target_feature(enable = "avx512bitalg,avx512vl")]
fn to_grids(cells: &[Bytes; 96]) -> [Cells; LANES] {
    let mut grids = [[[0; 16]; 6]; LANES];
    for (chunk, cells) in cells.as_chunks().0.iter().enumerate() {
        for (at, line) in transpose(*cells).into_iter().enumerate() {
            [grids[at][chunk], grids[at + 16][chunk]] = line.halves();
        }
    }
    grids
}

/// Transposes the sixteen by sixteen bytes in each half of the lines: byte `column` of line `line` goes to byte
/// `line` of line `column`.
///
/// Line and column of a byte are two numbers of four bits. Interleaving the first eight lines with the last eight
/// moves the highest bit of the line to the end of the column, and the highest bit of the column to the end of the
/// line. After four times line and column have changed places:
///
/// ```text
///          line    column
///          abcd     efgh
///   1      bcde     fgha
///   2      cdef     ghab
///   3      defg     habc
///   4      efgh     abcd
/// ```
#[target_feature(enable = "avx512bitalg,avx512vl")]
#[inline]
fn transpose(mut lines: [Bytes; 16]) -> [Bytes; 16] {
    for _ in 0..4 {
        let before = lines;
        for at in 0..8 {
            lines[2 * at] = before[at].interleave_low(before[at + 8]);
            lines[2 * at + 1] = before[at].interleave_high(before[at + 8]);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    #![expect(unsafe_code, reason = "a test finds out at run time whether the processor has the instructions")]

    use super::super::Avx512;
    use super::*;

    /// Digits and blanks that differ from lane to lane and from cell to cell.
    fn grids() -> [Cells; LANES] {
        let byte = |lane: usize, cell: usize| if cell < 81 { ((7 * lane + cell * cell) % 10) as u8 } else { 0 };
        std::array::from_fn(|lane| std::array::from_fn(|chunk| std::array::from_fn(|at| byte(lane, 16 * chunk + at))))
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
    fn grids_survive_a_round_trip_through_cells() {
        if Avx512::detect().is_some() {
            // SAFETY: the processor has the instructions.
            unsafe { there_and_back() };
        }
    }
}
