use std::fmt;

use super::{CellSet, Digit, Grid, House};

/// A digit that stands more than once in a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The house.
    pub house: House,
    /// The digit.
    pub digit: Digit,
    /// All cells of the house that hold the digit: two or more.
    pub cells: CellSet,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} stands more than once in {}:", self.digit, self.house)?;
        for (place, cell) in self.cells.into_iter().enumerate() {
            write!(f, "{} {cell}", if place == 0 { "" } else { " and" })?;
        }
        Ok(())
    }
}

/// All conflicts of a grid, in the order of [`House::ALL`], within a house by ascending digit. Takes about 1 us.
///
/// ```
/// use sudoku_engine::grid::{Grid, conflicts};
/// let grid: Grid = format!("11{}", ".".repeat(79)).parse().unwrap();
/// let houses: Vec<_> = conflicts(&grid).iter().map(|conflict| conflict.house.to_string()).collect();
/// assert_eq!(houses, ["row 1", "box 1"]);
/// ```
pub fn conflicts(grid: &Grid) -> Vec<Conflict> {
    House::ALL.into_iter().flat_map(|house| conflicts_in(grid, house)).collect()
}

fn conflicts_in(grid: &Grid, house: House) -> impl Iterator<Item = Conflict> {
    let mut cells = [CellSet::EMPTY; 9];
    for cell in house.cells() {
        if let Some(digit) = grid.get(cell) {
            cells[digit.index()].insert(cell);
        }
    }
    let repeated = Digit::ALL.into_iter().zip(cells).filter(|(_, cells)| cells.len() > 1);
    repeated.map(move |(digit, cells)| Conflict { house, digit, cells })
}

/// Whether any house holds a digit twice: whether there are [`conflicts`].
///
/// This runs for every puzzle, and without a branch, which would be mispredicted at every other cell. Each cell becomes
/// a number whose sum over a house counts the digits, four bits for each:
///
/// ```text
///   digit     9    8    7    6    5    4    3    2    1
///   sum    0000 0001 0001 0000 0010 0000 0001 0000 0000     5 stands twice
/// ```
pub(super) fn has_conflict(grid: &Grid) -> bool {
    const TWICE: u64 = 0xEEE_EEE_EEE;
    let (mut cells, mut minirows) = ([0_u64; 81], [0_u64; 27]);
    for (count, content) in cells.iter_mut().zip(grid.cells()) {
        *count = COUNT_OF[usize::from(content.map_or(0, Digit::get) & 15)];
    }
    for (minirow, cells) in minirows.iter_mut().zip(cells.as_chunks::<3>().0) {
        *minirow = cells[0] + cells[1] + cells[2];
    }
    let mut any = 0;
    for house in 0..9 {
        let block = house / 3 * 9 + house % 3;
        any |= minirows[3 * house] + minirows[3 * house + 1] + minirows[3 * house + 2];
        any |= minirows[block] + minirows[block + 3] + minirows[block + 6];
        any |= (0..9).fold(0, |column, row| column + cells[9 * row + house]);
    }
    any & TWICE != 0
}

/// The number that counts a digit once; 0 for a blank, the digit 0. There are 16, so that any four bits are an index.
const COUNT_OF: [u64; 16] = {
    let mut counts = [0; 16];
    let mut digit = 1;
    while digit <= 9 {
        counts[digit] = 1 << (4 * (digit - 1));
        digit += 1;
    }
    counts
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Cell;
    use super::*;

    proptest! {
        #[test]
        fn has_conflict_agrees_with_conflicts(cells in prop::collection::vec((0u8..81, 0u8..10), 81)) {
            // Grids of few cells too, as most of many cells have a conflict.
            for few in [1, 3, 6, 12, 81] {
                let mut grid = Grid::EMPTY;
                cells.iter().take(few).for_each(|&(cell, digit)| grid.set(Cell::new(cell.into()), Digit::new(digit)));
                prop_assert_eq!(has_conflict(&grid), !conflicts(&grid).is_empty(), "{:?}", grid);
            }
        }
    }

    #[test]
    fn a_full_house_of_one_digit_is_a_conflict() {
        for house in House::ALL {
            let mut grid = Grid::EMPTY;
            house.cells().into_iter().for_each(|cell| grid.set(cell, Digit::new(9)));
            assert!(has_conflict(&grid));
        }
        assert!(!has_conflict(&Grid::EMPTY));
    }
}
