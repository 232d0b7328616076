//! From an item to a grid and its id.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::csv;
use super::simple::read_simple;
use super::{Chunk, InputFormat};
use crate::api::grid_input::{Fields, GridInput, Keys, Value, read_document, read_grid, read_utf8};
use crate::api::{Form, InputError, Problem, ProblemKind};
use sudoku_engine::grid::Grid;

/// The client's name for a grid, returned with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Id<'a> {
    /// JSON text, as written by the client.
    Json(&'a str),
    /// A CSV field.
    Field(Cow<'a, str>),
}

/// What was read from an item.
pub(super) struct Reading<'a> {
    pub(super) id: Option<Id<'a>>,
    pub(super) input: Result<GridInput, Problem>,
}

/// Reads an item in the format of its chunk.
pub(super) fn read<'a>(chunk: &Chunk, item: &'a [u8]) -> Reading<'a> {
    match chunk.input {
        InputFormat::Text => Reading { id: None, input: read_text(item) },
        InputFormat::Csv => read_record(chunk.columns, item),
        InputFormat::Ndjson | InputFormat::Json | InputFormat::Any => {
            read_simple(item).unwrap_or_else(|| read_json(item))
        }
    }
}

/// Reads a line that is a grid or holds one beside other things.
fn read_text(line: &[u8]) -> Result<GridInput, Problem> {
    if let Some(grid) = Grid::from_line_bytes(line) {
        return Ok(GridInput { grid, form: Form::Text });
    }
    let text = read_utf8(line)?;
    read_grid(&Value::String(text.into()), "#").or_else(|no_grid| match grid_among_fields(text)? {
        Some(grid) => Ok(GridInput { grid, form: Form::Text }),
        None => Err(no_grid),
    })
}

/// The grid among the fields of a line, such as `HASH GRID RATING`: the only field of 81 cells or, if the line has
/// solutions too, the only one with blanks.
fn grid_among_fields(line: &str) -> Result<Option<Grid>, Problem> {
    let fields = line.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
    let mut grids: Vec<Grid> = fields.filter_map(grid_of_81).collect();
    let found = grids.len();
    if found > 1 {
        grids.retain(|grid| !grid.is_complete());
    }
    match grids[..] {
        [] if found == 0 => Ok(None),
        [grid] => Ok(Some(grid)),
        _ => {
            let detail =
                format!("the line holds {found} grids, {} of them with blanks; send a grid a line", grids.len());
            let error = InputError::at(Some("#".to_owned()), None, detail.clone());
            Err(Problem::new(ProblemKind::MalformedGrid, detail).with_errors(vec![error]))
        }
    }
}

/// Reads a field that is 81 cells and nothing else.
fn grid_of_81(field: &str) -> Option<Grid> {
    let field = Some(field).filter(|field| field.len() == 81)?;
    Grid::from_line_bytes(field.as_bytes()).or_else(|| field.parse().ok())
}

fn read_record(columns: csv::Columns, line: &[u8]) -> Reading<'_> {
    let field = |column: usize| csv::fields(line, columns.separator).nth(column);
    let id = columns.id.and_then(field).map(|id| {
        Id::Field(match id {
            Cow::Borrowed(id) => String::from_utf8_lossy(id),
            Cow::Owned(id) => Cow::Owned(String::from_utf8_lossy(&id).into_owned()),
        })
    });
    let missing = || {
        let (found, expected) = (csv::fields(line, columns.separator).count(), columns.grid + 1);
        let detail = format!("the grid was expected in column {expected}, but the number of columns is {found}");
        Problem::new(ProblemKind::MalformedBody, detail)
    };
    Reading { id, input: field(columns.grid).ok_or_else(missing).and_then(|text| read_text(&text)) }
}

/// Reads any JSON that `/solve` accepts, with an optional `id` and other members beside the grid, or a bare grid.
pub(super) fn read_json(item: &[u8]) -> Reading<'_> {
    let input =
        read_document(None, item).and_then(|document| Fields::of_record(document, Keys(&["id"]))).and_then(|fields| {
            check_id(fields.get("id"))?;
            fields.grid()
        });
    Reading { id: id_of(item), input }
}

fn check_id(id: Option<&Value>) -> Result<(), Problem> {
    let Some(id @ (Value::Array(_) | Value::Object(_))) = id else { return Ok(()) };
    let detail = format!("id is {id}; a string, a number, true, false or null was expected");
    let error = InputError::at(Some("#/id".to_owned()), None, detail.clone());
    Err(Problem::new(ProblemKind::InvalidParameter, detail).with_errors(vec![error]))
}

/// The id of an object, as written. It is returned with a refusal, too: there the client needs it most.
fn id_of(item: &[u8]) -> Option<Id<'_>> {
    #[derive(Deserialize)]
    struct WithId<'a> {
        #[serde(borrow, default, deserialize_with = "as_written")]
        id: Option<&'a RawValue>,
    }
    // Serde would read an array as the members of the struct, in order.
    let object = Some(item).filter(|item| item.trim_ascii_start().starts_with(b"{"))?;
    let WithId { id } = serde_json::from_slice(object).ok()?;
    id.map(RawValue::get).filter(|id| !id.starts_with(['[', '{'])).map(Id::Json)
}

/// Reads `null` as an id, too: serde's default would be `None`.
fn as_written<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}
