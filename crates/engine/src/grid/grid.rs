use std::fmt;
use std::str::FromStr;

use super::draw::draw;
use super::{Cell, Digit, ParseError, parse};

/// Any 81 cells, each a digit or blank; nothing is promised about the rules.
///
/// Two grids are equal when every cell is. `Display` draws the board, [`Grid::to_line`] writes the 81 characters
/// that other programs read, and [`str::parse`] reads both, and the further forms of [`Grid::from_str`].
///
/// ```
/// use sudoku_engine::grid::{Cell, Grid};
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let grid: Grid = line.parse().unwrap();
/// assert_eq!(grid.get(Cell::at(0, 1)).unwrap().get(), 3);
/// assert_eq!(grid.get(Cell::at(0, 2)), None);
/// assert_eq!(grid.to_line(), line);
/// assert_eq!(grid.to_string().parse(), Ok(grid));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid([Option<Digit>; 81]);

impl Grid {
    /// The grid without a digit.
    pub const EMPTY: Self = Self([None; 81]);

    /// A grid of these cells, row by row.
    pub const fn new(cells: [Option<Digit>; 81]) -> Self {
        Self(cells)
    }

    /// Reads the 81 ASCII characters that nearly every program writes: digits, and `.` or `0` for a blank. This is the
    /// quickest way; `None` says nothing but that the text must be [parsed](Self::from_str).
    ///
    /// ```
    /// use sudoku_engine::grid::Grid;
    /// let line = format!("12{}", ".".repeat(79));
    /// assert_eq!(Grid::from_line_bytes(line.as_bytes()), line.parse().ok());
    /// assert_eq!(Grid::from_line_bytes(b"12"), None);
    /// ```
    pub fn from_line_bytes(line: &[u8]) -> Option<Self> {
        let line: &[u8; 81] = line.try_into().ok()?;
        // Without a branch for each cell, so that the compiler takes many cells at a time.
        let known = |byte: &u8| (*byte == b'.') | byte.is_ascii_digit();
        let strange = line.iter().fold(false, |strange, byte| strange | !known(byte));
        (!strange).then(|| Self(line.map(|byte| Digit::new(byte.wrapping_sub(b'0')))))
    }

    /// What stands in a cell; `None` for a blank.
    pub const fn get(&self, cell: Cell) -> Option<Digit> {
        self.0[cell.index()]
    }

    /// Writes a digit into a cell, or blanks it.
    pub const fn set(&mut self, cell: Cell, content: Option<Digit>) {
        self.0[cell.index()] = content;
    }

    /// The cells, row by row.
    pub const fn cells(&self) -> &[Option<Digit>; 81] {
        &self.0
    }

    /// The filled cells with their digits, in the order of the board.
    pub fn givens(&self) -> impl Iterator<Item = (Cell, Digit)> {
        Cell::ALL.into_iter().filter_map(|cell| Some((cell, self.get(cell)?)))
    }

    /// Whether no cell is blank.
    pub fn is_complete(&self) -> bool {
        self.0.iter().all(Option::is_some)
    }

    /// The cells as 81 ASCII characters, row by row, `.` for a blank.
    pub fn to_line(&self) -> String {
        self.0.iter().map(|content| content.map_or('.', Digit::to_char)).collect()
    }
}

impl FromStr for Grid {
    type Err = ParseError;

    /// Reads a grid as people write it; which text is which grid is told at the head of `parse.rs`.
    ///
    /// # Errors
    /// When the text is not one grid of 81 cells; the error names the count or the places.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse::parse(text)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(f, 1, |cell| self.get(cell).map_or('.', Digit::to_char))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({})", self.to_line())
    }
}
