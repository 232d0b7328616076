//! Reads 81 elements of JSON, each of them a cell.

use super::cells::malformed_cells;
use super::{GridInput, Value};
use crate::api::grid_output::{Element, Form};
use crate::api::problem::{InputError, Problem, ProblemKind};
use sudoku_engine::grid::{Cell, Digit, Grid, read_cell};

/// How the elements are nested.
#[derive(Clone, Copy)]
pub(super) enum Layout {
    Matrix,
    Flat,
}

/// Reads 81 separate elements and keeps track of their types.
pub(super) struct CellReader<'p> {
    pointer: &'p str,
    layout: Layout,
    integers: bool,
    null: Option<Cell>,
    zero: Option<Cell>,
    errors: Vec<InputError>,
}

impl<'p> CellReader<'p> {
    pub(super) const fn new(pointer: &'p str, layout: Layout) -> Self {
        Self { pointer, layout, integers: false, null: None, zero: None, errors: Vec::new() }
    }

    pub(super) fn read<'v, 'a: 'v>(
        mut self,
        elements: impl Iterator<Item = &'v Value<'a>>,
    ) -> Result<GridInput, Problem> {
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
