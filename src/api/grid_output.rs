//! A grid in a response, in the form of the request.

use serde::ser::{Serialize, SerializeSeq, Serializer};

use sudoku_engine::grid::{Cell, Digit, Grid};

/// How a grid is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One string of 81 characters. A request may break it into lines; a response does not.
    Text,
    /// Nine strings of nine.
    Rows,
    /// Nine arrays of nine elements.
    Matrix(Element),
    /// One array of 81 elements.
    Flat(Element),
}

/// How a single cell of an array is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// `5`
    Integer,
    /// `"5"`
    Character,
}

/// A grid that serializes in a given form.
///
/// ```
/// use sudoku_engine::grid::Grid;
/// use sudoku_server::api::{Form, WireGrid};
/// let grid: Grid = "1".repeat(81).parse().unwrap();
/// let json = serde_json::to_string(&WireGrid { grid, form: Form::Rows }).unwrap();
/// assert!(json.starts_with(r#"["111111111","#));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WireGrid {
    /// The cells.
    pub grid: Grid,
    /// How to write them.
    pub form: Form,
}

impl Serialize for WireGrid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let characters = self.characters();
        let text = std::str::from_utf8(&characters).expect("digits and dots are ASCII");
        match self.form {
            Form::Text => serializer.serialize_str(text),
            Form::Rows => serializer.collect_seq((0..9).map(|row| &text[row * 9..row * 9 + 9])),
            Form::Matrix(element) => serializer.collect_seq((0..9).map(|row| self.elements(row * 9, 9, element))),
            Form::Flat(element) => self.elements(0, 81, element).serialize(serializer),
        }
    }
}

impl WireGrid {
    /// The 81 ASCII characters, `.` for a blank.
    pub fn characters(&self) -> [u8; 81] {
        self.grid.cells().map(|content| content.map_or(b'.', |digit| b'0' + digit.get()))
    }

    const fn elements(&self, first: usize, length: usize, element: Element) -> Elements<'_> {
        Elements { grid: &self.grid, first, length, element }
    }
}

/// A run of cells, as an array.
struct Elements<'a> {
    grid: &'a Grid,
    first: usize,
    length: usize,
    element: Element,
}

impl Serialize for Elements<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut array = serializer.serialize_seq(Some(self.length))?;
        for index in self.first..self.first + self.length {
            let content = self.grid.get(Cell::new(index));
            match self.element {
                Element::Integer => array.serialize_element(&content.map_or(0, Digit::get))?,
                Element::Character => array.serialize_element(&content.map_or('.', Digit::to_char))?,
            }
        }
        array.end()
    }
}
