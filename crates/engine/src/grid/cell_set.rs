use std::fmt;

use super::Cell;

/// A set of cells: bit `i` stands for the cell of index `i`.
///
/// ```
/// use sudoku_engine::grid::{Cell, CellSet};
/// let set: CellSet = [Cell::at(0, 0), Cell::at(2, 4)].into_iter().collect();
/// assert_eq!(format!("{set:?}"), "{r1c1, r3c5}");
/// assert_eq!(set.len(), 2);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CellSet(u128);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self(0);

    /// Adds a cell.
    pub fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.index();
    }

    /// Whether the cell is in the set.
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 == 1
    }

    /// How many cells are in the set, 0 to 81.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no cell is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cells in the order of the board.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |&cell| self.contains(cell))
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
