//! From a JSON value to the 81 cells, with the exact location of every error.

use super::Value;
use crate::api::grid_output::{Element, Form};
use crate::api::problem::{InputError, Problem, ProblemKind};
use sudoku_engine::grid::{Cell, Digit, Grid, ParseError, read_cell};

/// A grid and the form it was written in, which the response uses too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridInput {
    /// The cells.
    pub grid: Grid,
    /// How the request wrote them.
    pub form: Form,
}

/// Reads a grid in any form; `pointer` is its location in the body.
///
/// # Errors
/// 400, with the wrong number of cells or with every wrong cell.
pub fn read_grid(value: &Value, pointer: &str) -> Result<GridInput, Problem> {
    match value {
        Value::String(text) => read_text(text, pointer),
        Value::Array(elements) => read_array(elements, pointer),
        other => Err(malformed_grid(pointer, format!("the grid is {other}; a string or an array was expected"))),
    }
}

fn malformed_grid(pointer: &str, detail: impl Into<String>) -> Problem {
    let detail = detail.into();
    let error = InputError::at(Some(pointer.to_owned()), None, detail.clone());
    Problem::new(ProblemKind::MalformedGrid, detail).with_errors(vec![error])
}

fn read_text(text: &str, pointer: &str) -> Result<GridInput, Problem> {
    let error = match text.parse() {
        Ok(grid) => return Ok(GridInput { grid, form: Form::Text }),
        Err(error) => error,
    };
    match &error {
        ParseError::BadCharacters(bad) => {
            let errors =
                bad.iter().map(|bad| InputError::at(Some(pointer.to_owned()), Some(bad.cell), bad.to_string()));
            Err(malformed_cells(errors.collect()))
        }
        several @ ParseError::SeveralPuzzles { .. } => Err(one_at_a_time(pointer, several)),
        other => Err(malformed_grid(pointer, other.to_string())),
    }
}

/// A problem whose detail gives the first error and the number of others.
fn malformed_cells(errors: Vec<InputError>) -> Problem {
    let more = match errors.len() {
        1 => String::new(),
        2 => ", and 1 more cell is wrong".to_owned(),
        count => format!(", and {} more cells are wrong", count - 1),
    };
    let detail = format!("{}{more}", errors[0].detail);
    Problem::new(ProblemKind::MalformedGrid, detail).with_errors(errors)
}

fn read_array(elements: &[Value], pointer: &str) -> Result<GridInput, Problem> {
    let several = elements.first().is_some_and(is_grid_like);
    match elements {
        [Value::String(_), ..] if elements.len() == 9 && !several => read_strings(elements, pointer),
        [Value::Array(_), ..] if elements.len() == 9 && !elements.iter().all(is_grid_like) => {
            let rows = rows_of_nine(elements, pointer)?;
            CellReader::new(pointer, Layout::Matrix).read(rows.into_iter().flatten())
        }
        _ if elements.len() == 81 && !several => CellReader::new(pointer, Layout::Flat).read(elements.iter()),
        [first, ..] if several || matches!(first, Value::Object(_)) => {
            Err(one_at_a_time(pointer, &ParseError::SeveralPuzzles { found: elements.len() }))
        }
        _ => {
            let found = elements.len();
            Err(malformed_grid(pointer, format!("the array has {found} elements; 9 rows or 81 cells were expected")))
        }
    }
}

fn one_at_a_time(pointer: &str, error: &ParseError) -> Problem {
    malformed_grid(pointer, format!("{error}: send many to /solve/batch, one per line, or each in its own request"))
}

/// Whether an element is a whole grid, so the array holds several puzzles.
fn is_grid_like(element: &Value) -> bool {
    match element {
        Value::String(text) => text.len() >= 81,
        Value::Array(rows) => matches!(rows[..], [Value::Array(_), ..]) || rows.len() == 81,
        _ => false,
    }
}

fn rows_of_nine<'v, 'a>(elements: &'v [Value<'a>], pointer: &str) -> Result<Vec<&'v [Value<'a>]>, Problem> {
    let rows = elements.iter().enumerate().map(|(row, element)| {
        let at = format!("{pointer}/{row}");
        match element {
            Value::Array(cells) if cells.len() == 9 => Ok(&cells[..]),
            Value::Array(cells) => Err(malformed_grid(&at, row_length(row, cells.len()))),
            other => Err(malformed_grid(&at, format!("row {} is {other}; an array of 9 was expected", row + 1))),
        }
    });
    rows.collect()
}

fn row_length(row: usize, found: usize) -> String {
    ParseError::RowLength { row, found }.to_string()
}

/// Nine strings of nine cells each.
fn read_strings(elements: &[Value], pointer: &str) -> Result<GridInput, Problem> {
    let mut grid = Grid::EMPTY;
    let mut errors = Vec::new();
    for (row, element) in elements.iter().enumerate() {
        let at = format!("{pointer}/{row}");
        let Value::String(text) = element else {
            return Err(malformed_grid(&at, format!("row {} is {element}; a string of 9 was expected", row + 1)));
        };
        let length = text.chars().count();
        if length != 9 {
            return Err(malformed_grid(&at, row_length(row, length)));
        }
        for (column, character) in text.chars().enumerate() {
            let cell = Cell::at(row, column);
            match read_cell(cell, character) {
                Ok(content) => grid.set(cell, content),
                Err(bad) => errors.push(InputError::at(Some(at.clone()), Some(cell), bad.to_string())),
            }
        }
    }
    if errors.is_empty() { Ok(GridInput { grid, form: Form::Rows }) } else { Err(malformed_cells(errors)) }
}

#[derive(Clone, Copy)]
enum Layout {
    Matrix,
    Flat,
}

/// Reads 81 separate elements and keeps track of their types.
struct CellReader<'p> {
    pointer: &'p str,
    layout: Layout,
    integers: bool,
    null: Option<Cell>,
    zero: Option<Cell>,
    errors: Vec<InputError>,
}

impl<'p> CellReader<'p> {
    const fn new(pointer: &'p str, layout: Layout) -> Self {
        Self { pointer, layout, integers: false, null: None, zero: None, errors: Vec::new() }
    }

    fn read<'v, 'a: 'v>(mut self, elements: impl Iterator<Item = &'v Value<'a>>) -> Result<GridInput, Problem> {
        let mut grid = Grid::EMPTY;
        let mut strings = false;
        for (cell, element) in Cell::ALL.into_iter().zip(elements) {
            strings |= matches!(element, Value::String(_));
            match self.read_element(cell, element) {
                Ok(content) => grid.set(cell, content),
                Err(detail) => self.errors.push(InputError::at(Some(self.pointer_to(cell)), Some(cell), detail)),
            }
        }
        self.check_null_and_zero()?;
        if !self.errors.is_empty() {
            return Err(malformed_cells(self.errors));
        }
        let element = if strings && !self.integers { Element::Character } else { Element::Integer };
        let form = match self.layout {
            Layout::Matrix => Form::Matrix(element),
            Layout::Flat => Form::Flat(element),
        };
        Ok(GridInput { grid, form })
    }

    fn read_element(&mut self, cell: Cell, element: &Value) -> Result<Option<Digit>, String> {
        match element {
            Value::Null => {
                self.null = self.null.or(Some(cell));
                Ok(None)
            }
            Value::Integer(number) => {
                self.integers = true;
                if *number == 0 {
                    self.zero = self.zero.or(Some(cell));
                }
                read_integer(*number).map_err(|why| format!("{number} at {cell} {why}"))
            }
            Value::String(text) => read_string(cell, text),
            Value::Float(_) => Err(format!("{element} at {cell} is not written as an integer")),
            other => Err(format!("{other} at {cell} is neither a digit nor a blank")),
        }
    }

    /// One library writes digits as 0 to 8 and blanks as null, so a 0 beside a null may mean 1.
    fn check_null_and_zero(&self) -> Result<(), Problem> {
        let (Some(null), Some(zero)) = (self.null, self.zero) else { return Ok(()) };
        let detail = format!(
            "null at {null} and 0 at {zero} are both used, and either could mean a blank; the npm library `sudoku` \
             writes digits as 0 to 8 and blanks as null: in its grids, add 1 to each number; in others, use only one \
             of the two"
        );
        let errors = [(null, "null"), (zero, "0")];
        let errors = errors
            .map(|(cell, what)| InputError::at(Some(self.pointer_to(cell)), Some(cell), format!("{what} at {cell}")));
        Err(Problem::new(ProblemKind::MalformedGrid, detail).with_errors(errors.to_vec()))
    }

    fn pointer_to(&self, cell: Cell) -> String {
        match self.layout {
            Layout::Matrix => format!("{}/{}/{}", self.pointer, cell.row(), cell.column()),
            Layout::Flat => format!("{}/{}", self.pointer, cell.index()),
        }
    }
}

fn read_integer(number: i128) -> Result<Option<Digit>, &'static str> {
    match number {
        0 => Ok(None),
        1..=9 => Ok(u8::try_from(number).ok().and_then(Digit::new)),
        10.. => Err("is above 9"),
        _ => Err("is below 0; use 0, null or '.' for a blank"),
    }
}

fn read_string(cell: Cell, text: &str) -> Result<Option<Digit>, String> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (None, _) => Ok(None),
        (Some(character), None) => read_cell(cell, character).map_err(|bad| bad.to_string()),
        _ => Err(format!("{} at {cell} is not a single character", Value::String(text.into()))),
    }
}
