use std::fmt;

use super::{Cell, CellSet, Digit, Grid, House};

/// One digit that stands more than once in one house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Where the digit repeats.
    pub house: House,
    /// The digit that repeats.
    pub digit: Digit,
    /// All cells of the house that hold it: two or more.
    pub cells: CellSet,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} stands more than once in {}:", self.digit, self.house)?;
        for (place, cell) in self.cells.iter().enumerate() {
            write!(f, "{} {cell}", if place == 0 { "" } else { " and" })?;
        }
        Ok(())
    }
}

/// ALL conflicts of a grid: house by house (rows, columns, boxes), in a house by ascending digit.
///
/// ```
/// use sudoku_server::grid::{Grid, conflicts};
/// let grid: Grid = format!("11{}", ".".repeat(79)).parse().unwrap();
/// let houses: Vec<_> = conflicts(&grid).iter().map(|conflict| conflict.house.to_string()).collect();
/// assert_eq!(houses, ["row 1", "box 1"]);
/// ```
pub fn conflicts(grid: &Grid) -> Vec<Conflict> {
    House::all().flat_map(|house| conflicts_in(grid, house)).collect()
}

fn conflicts_in(grid: &Grid, house: House) -> impl Iterator<Item = Conflict> {
    let mut cells = [CellSet::EMPTY; 9];
    for cell in house.cells() {
        if let Some(digit) = grid.get(cell) {
            cells[digit.index()].insert(cell);
        }
    }
    let repeated = Digit::all().zip(cells).filter(|(_, cells)| cells.len() > 1);
    repeated.map(move |(digit, cells)| Conflict { house, digit, cells })
}

/// Whether any house holds a digit twice; the same question as [`conflicts`], answered without collecting.
pub(super) fn has_conflict(grid: &Grid) -> bool {
    let mut seen = [[0u16; 9]; 3];
    grid.givens().any(|(cell, digit)| {
        let bit = 1 << digit.index();
        places(cell).into_iter().zip(&mut seen).any(|(place, houses)| {
            let repeated = houses[place] & bit != 0;
            houses[place] |= bit;
            repeated
        })
    })
}

const fn places(cell: Cell) -> [usize; 3] {
    [cell.row(), cell.column(), cell.block()]
}
