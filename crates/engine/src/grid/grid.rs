use std::fmt;
use std::str::FromStr;

use super::draw::draw;
use super::{Cell, Digit, ParseError, parse};

/// Any 81 cells, each a digit or blank, whether or not they keep the rules.
///
/// `Display` draws the board, [`to_line`](Self::to_line) writes the 81 characters that other programs read, and
/// [`str::parse`] reads [both and many other forms](#impl-FromStr-for-Grid).
///
/// ```
/// use sudoku_engine::grid::{Cell, Grid};
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let grid: Grid = line.parse().unwrap();
/// assert_eq!(grid.get(Cell::at(0, 1)).unwrap().get(), 3);
/// assert_eq!(grid.get(Cell::at(0, 2)), None);
/// assert_eq!(grid.to_line(), line);
/// assert_eq!(grid.to_string().lines().next(), Some("5 3 . | . 7 . | . . ."));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid([Option<Digit>; 81]);

impl Grid {
    /// The blank grid.
    pub const EMPTY: Self = Self([None; 81]);

    /// A grid of these cells, row by row.
    #[inline]
    pub const fn new(cells: [Option<Digit>; 81]) -> Self {
        Self(cells)
    }

    /// Reads the form that nearly every program writes: 81 ASCII characters, digits and `.` or `0` for a blank. Takes
    /// about 10 ns; [`str::parse`] reads any other form and says what is wrong with a text.
    ///
    /// ```
    /// use sudoku_engine::grid::Grid;
    /// let line = format!("12{}", ".".repeat(79));
    /// assert_eq!(Grid::from_line_bytes(line.as_bytes()), line.parse().ok());
    /// assert_eq!(Grid::from_line_bytes(b"12"), None);
    /// ```
    #[inline]
    pub fn from_line_bytes(line: &[u8]) -> Option<Self> {
        let line: &[u8; 81] = line.try_into().ok()?;
        // Without a branch for each cell, so that the compiler takes many cells at a time.
        let known = |byte: &u8| (*byte == b'.') | byte.is_ascii_digit();
        let strange = line.iter().fold(false, |strange, byte| strange | !known(byte));
        if strange {
            return None;
        }
        let mut cells = [None; 81];
        for (content, byte) in cells.iter_mut().zip(line) {
            *content = Digit::new(byte.wrapping_sub(b'0'));
        }
        Some(Self(cells))
    }

    /// The content of a cell; `None` for a blank.
    #[inline]
    pub const fn get(&self, cell: Cell) -> Option<Digit> {
        self.0[cell.index()]
    }

    /// Writes a digit into a cell, or blanks it.
    #[inline]
    pub const fn set(&mut self, cell: Cell, content: Option<Digit>) {
        self.0[cell.index()] = content;
    }

    /// The cells, row by row.
    #[inline]
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

    /// Reads a grid as people write it: nine rows of nine cells, 81 cells in one run, or 81 fields of one cell between
    /// delimiters, whatever stands around them. That may be frames, labels, titles, the brackets of a programming
    /// language, the marks of a mail, and more. A cell is `1` to `9`, or a blank: `.` `0` `_` `*` `x` `X` `?` `-`, a
    /// space, an empty field, or a word such as `None`. A grid has one kind of blank, and a line of dashes is a frame
    /// unless `-` is that blank.
    ///
    /// 81 characters, or nine lines of nine, take about 0.2 us; a line with a note beside the cells 2 us, a board with
    /// frames 12 us.
    ///
    /// ```
    /// use sudoku_engine::grid::Grid;
    ///
    /// let row = "|12 |   |  9|\n";
    /// let frame = "+---+---+---+\n";
    /// let framed: Grid = [frame, row, row, row].concat().repeat(3).parse().unwrap();
    /// assert_eq!(framed, "12......9".repeat(9).parse().unwrap());
    ///
    /// let truncated = "12......9\n---------\n".repeat(4) + "12......9";
    /// let error = truncated.parse::<Grid>().unwrap_err();
    /// assert_eq!(error.to_string(), "a grid has 9 rows, but 5 were found and 4 lines of a frame");
    ///
    /// let error = "12a".repeat(27).parse::<Grid>().unwrap_err();
    /// assert!(error.to_string().starts_with("'a' at r1c3 is neither a digit 1-9 nor a blank; 'a' at r1c6 "));
    /// ```
    ///
    /// # Errors
    /// When the text is not one grid of 81 cells, or when more than one can be read. The error names the cells, the row,
    /// or the number of cells that is wrong, or both readings.
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
