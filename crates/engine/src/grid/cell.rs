use std::fmt;

use super::{CellSet, House};

/// A position on the board, printed `r1c1` to `r9c9`. Rows, columns and boxes are counted from 0, and cells row by row.
///
/// ```
/// use sudoku_engine::grid::Cell;
/// let cell = Cell::at(2, 4);
/// assert_eq!(cell.to_string(), "r3c5");
/// assert_eq!((cell.index(), cell.block()), (22, 1));
/// assert_eq!(cell.peers().len(), 20);
/// assert!(cell.houses().iter().all(|house| house.cells().contains(&cell)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// All 81 cells, row by row.
    pub const ALL: [Self; 81] = {
        let mut cells = [Self(0); 81];
        let mut at = 0;
        while at < 81 {
            cells[at] = Self(at as u8);
            at += 1;
        }
        cells
    };

    /// The cell of this index, 0 to 80.
    ///
    /// # Panics
    /// When `index` is 81 or above.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < 81, "a cell's index is 0 to 80");
        Self(index as u8)
    }

    /// The cell where a row and a column cross, both 0 to 8.
    ///
    /// # Panics
    /// When `row` or `column` is 9 or above.
    #[inline]
    pub const fn at(row: usize, column: usize) -> Self {
        assert!(row < 9 && column < 9, "rows and columns are 0 to 8");
        Self::new(row * 9 + column)
    }

    /// The index, 0 to 80.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, 0 to 8.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() / 9
    }

    /// The column, 0 to 8.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() % 9
    }

    /// The box, 0 to 8, counted row by row.
    #[inline]
    pub const fn block(self) -> usize {
        self.row() / 3 * 3 + self.column() / 3
    }

    /// The cell's row, column and box.
    #[inline]
    pub const fn houses(self) -> [House; 3] {
        HOUSES[self.index()]
    }

    /// The 20 other cells that share a house with this one.
    #[inline]
    pub const fn peers(self) -> CellSet {
        PEERS[self.index()]
    }
}

static HOUSES: [[House; 3]; 81] = {
    let mut houses = [[House::row(0); 3]; 81];
    let mut at = 0;
    while at < 81 {
        let cell = Cell::ALL[at];
        houses[at] = [House::row(cell.row()), House::column(cell.column()), House::block(cell.block())];
        at += 1;
    }
    houses
};

static PEERS: [CellSet; 81] = {
    let mut peers = [CellSet::EMPTY; 81];
    let mut at = 0;
    while at < 81 {
        let [row, column, block] = HOUSES[at];
        peers[at] = row.cell_set().union(column.cell_set()).union(block.cell_set());
        peers[at].remove(Cell::ALL[at]);
        at += 1;
    }
    peers
};

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_share_a_house() {
        for cell in Cell::ALL {
            assert!(cell.houses().iter().all(|house| house.cell_set().contains(cell)));
            assert_eq!(cell.peers().len(), 20);
            for other in Cell::ALL {
                let sees = cell.houses().iter().any(|house| house.cell_set().contains(other));
                assert_eq!(cell.peers().contains(other), sees && other != cell, "{cell} and {other}");
            }
        }
    }
}
