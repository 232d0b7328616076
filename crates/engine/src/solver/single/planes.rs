//! Turns grids into boards and boards into grids, by way of bit planes.
//!
//! A digit, 1 to 9, has four bits. A plane is a word with the cells whose digits have one of these bits. Four planes
//! describe a third of the board: the 27 cells of a word, one row of each band.
//!
//! ```text
//!   cells      5 3 . . 7 . . . .      plane 0 (1)   X X . . X . . . .
//!                                     plane 1 (2)   . X . . X . . . .
//!                                     plane 2 (4)   X . . . X . . . .
//!                                     plane 3 (8)   . . . . . . . . .
//! ```
//!
//! Sixteen cells are converted at a time, with vectors that every machine has.

use wide::u8x16;

use super::board::Board;
use super::configurations::CELLS;
use super::nine::{DIGITS_WITH_BIT, Nine, lane};
use crate::grid::{Digit, Grid};

/// The planes of a third of the board.
type Planes = [u32; 4];

/// Returns the board of a grid.
#[inline(always)]
pub(super) fn load<V: Nine>(proof: V::Proof, grid: &Grid) -> Board<V> {
    let none = V::new(proof, &[0; 16]);
    let (mut givens, mut blank) = ([none; 3], [0; 3]);
    for third in 0..3 {
        let planes = to_planes(&cells_of(grid, third));
        blank[third] = CELLS & !(planes[0] | planes[1] | planes[2] | planes[3]);
        // A cell holds another digit, or none, where any bit differs.
        let mut other = none;
        for bit in 0..4 {
            other = other | (none.splat(planes[bit]) ^ none.load(&DIGITS_WITH_BIT[bit]));
        }
        givens[third] = none.splat(CELLS).without(other);
    }
    Board::new(givens, blank)
}

/// Returns the grid of a board that is [`State::Full`](super::board::State::Full). A cell with several candidates
/// becomes any digit or a blank, and one without candidates a blank.
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

/// Returns a third of a grid: three rows of nine cells, each 1 to 9, or 0 for a blank.
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
    const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
    const OWN_BIT: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
    let own_bit = u8x16::new(OWN_BIT);
    let mut cells = [0; 32];
    for (half, cells) in cells.as_chunks_mut().0.iter_mut().enumerate() {
        let mut digits = u8x16::splat(0);
        for (bit, plane) in planes.into_iter().enumerate() {
            // Each byte gets the bits of its group of eight cells, then keeps its own.
            let [low, high, ..] = (plane >> (16 * half)).to_le_bytes();
            let mut spread = [0; 16];
            spread[..8].copy_from_slice(&(u64::from(low) * EVERY_BYTE).to_le_bytes());
            spread[8..].copy_from_slice(&(u64::from(high) * EVERY_BYTE).to_le_bytes());
            let spread = u8x16::new(spread);
            digits |= (spread & own_bit).simd_eq(own_bit) & u8x16::splat(1 << bit);
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
    fn a_full_grid_survives_loading_and_unloading() {
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
    fn cells_survive_a_round_trip_through_planes() {
        let cells = std::array::from_fn(|cell| (7 * cell % 10) as u8);
        assert_eq!(to_cells(to_planes(&cells)), cells);
    }
}
