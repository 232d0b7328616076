//! Grids as bits, between the bytes of a [`Grid`] and the words of a board.
//!
//! A digit has four bits, and each of them is a plane: a word says in which cells the digits have it. A third of the board is
//! one row of each band, the cells of a word.
//!
//! ```text
//!   cells      5 3 . . 7 . . . .      plane 0 (1)   X X . . X . . . .
//!                                     plane 1 (2)   . X . . X . . . .
//!                                     plane 2 (4)   X . . . X . . . .
//!                                     plane 3 (8)   . . . . . . . . .
//! ```
//!
//! Sixteen cells at a time become planes, and planes cells, with vectors that every machine has.

use wide::u8x16;

use super::board::Board;
use super::configurations::CELLS;
use super::nine::{Nine, WITH_BIT, lane};
use crate::grid::{Digit, Grid};

/// The planes of a third of the board.
type Planes = [u32; 4];

/// The board of a grid.
#[inline(always)]
pub(super) fn load<V: Nine>(proof: V::Proof, grid: &Grid) -> Board<V> {
    let none = V::new(proof, &[0; 16]);
    let (mut givens, mut blank) = ([none; 3], [0; 3]);
    for third in 0..3 {
        let planes = to_planes(&cells_of(grid, third));
        blank[third] = CELLS & !(planes[0] | planes[1] | planes[2] | planes[3]);
        // A cell is another digit's where one of their bits differs.
        let mut other = none;
        for bit in 0..4 {
            other = other | (none.all(planes[bit]) ^ none.load(&WITH_BIT[bit]));
        }
        givens[third] = none.all(CELLS).without(other);
    }
    Board::new(givens, blank)
}

/// The grid of a board that is [`State::Full`](super::board::State::Full). A cell that several digits claim is any digit or
/// blank, and one that none claims is blank.
#[inline(always)]
pub(super) fn unload<V: Nine>(board: &Board<V>) -> Grid {
    let mut cells = [None; 81];
    for (third, words) in board.words.iter().enumerate() {
        let words = words.words();
        let mut planes = [0; 4];
        for digit in 0..9 {
            for (bit, plane) in planes.iter_mut().enumerate() {
                *plane |= if (digit + 1) >> bit & 1 == 1 { words[lane(digit)] } else { 0 };
            }
        }
        let bytes = to_cells(planes);
        for band in 0..3 {
            for column in 0..9 {
                cells[27 * band + 9 * third + column] = Digit::new(bytes[9 * band + column]);
            }
        }
    }
    Grid::new(cells)
}

/// A third of a grid: three rows of nine cells, 1 to 9 or 0 for a blank.
#[inline(always)]
fn cells_of(grid: &Grid, third: usize) -> [u8; 32] {
    let mut cells = [0; 32];
    for band in 0..3 {
        for column in 0..9 {
            let content = grid.cells()[27 * band + 9 * third + column];
            cells[9 * band + column] = content.map_or(0, Digit::get);
        }
    }
    cells
}

#[inline(always)]
fn to_planes(cells: &[u8; 32]) -> Planes {
    let mut planes = [0; 4];
    for (half, cells) in cells.as_chunks().0.iter().enumerate() {
        let cells = u8x16::new(*cells);
        for (bit, plane) in planes.iter_mut().enumerate() {
            let value = u8x16::splat(1 << bit);
            *plane |= (cells & value).simd_eq(value).to_bitmask() << (16 * half);
        }
    }
    planes
}

#[inline(always)]
fn to_cells(planes: Planes) -> [u8; 32] {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const ITS_BIT: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
    let its_bit = u8x16::new(ITS_BIT);
    let mut cells = [0; 32];
    for (half, cells) in cells.as_chunks_mut().0.iter_mut().enumerate() {
        let mut digits = u8x16::splat(0);
        for (bit, plane) in planes.into_iter().enumerate() {
            let [low, high, ..] = (plane >> (16 * half)).to_le_bytes();
            let mut spread = [0; 16];
            spread[..8].copy_from_slice(&(u64::from(low) * EACH).to_le_bytes());
            spread[8..].copy_from_slice(&(u64::from(high) * EACH).to_le_bytes());
            let spread = u8x16::new(spread);
            digits |= (spread & its_bit).simd_eq(its_bit) & u8x16::splat(1 << bit);
        }
        *cells = digits.to_array();
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::single::Quads;

    #[test]
    fn a_full_grid_is_loaded_and_unloaded() {
        let line = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let board = load::<Quads>((), &line.parse().expect("a grid"));
        assert_eq!(unload(&board).to_line(), line);
    }

    #[test]
    fn a_given_is_alone_in_its_row_and_blanks_are_open() {
        let line = "5".to_owned() + &".".repeat(80);
        let board = load::<Quads>((), &line.parse().expect("a grid"));
        let words = board.words.map(Nine::words);
        assert_eq!(words[0][lane(4)], 0o777_777_001, "row 1 has the 5 in column 1");
        assert_eq!(words[0][lane(3)], 0o777_777_776, "which leaves no place there for a 4");
        assert_eq!(words[1][lane(4)], 0o777_777_777);
    }

    #[test]
    fn bytes_and_planes_are_each_others_reverse() {
        let cells = std::array::from_fn(|at| (7 * at % 10) as u8);
        assert_eq!(to_cells(to_planes(&cells)), cells);
    }
}
