//! From an item of a stream to a grid and its id.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::csv;
use super::{Chunk, InputFormat};
use crate::grid::Grid;
use crate::http::grid_input::{Fields, GridInput, Keys, Value, read_document, read_grid, read_utf8};
use crate::http::{Form, Problem, ProblemKind};

/// What a client calls a grid, as it comes back to the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Id<'a> {
    /// JSON text, as it was written.
    Json(&'a str),
    /// A field of CSV.
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
        InputFormat::Ndjson | InputFormat::Json => read_simple(item).unwrap_or_else(|| read_json(item)),
    }
}

fn read_text(text: &[u8]) -> Result<GridInput, Problem> {
    match Grid::from_line_bytes(text) {
        Some(grid) => Ok(GridInput { grid, form: Form::Text }),
        None => read_grid(&Value::String(read_utf8(text)?.into()), "#"),
    }
}

fn read_record(columns: csv::Columns, line: &[u8]) -> Reading<'_> {
    let field = |column: usize| csv::fields(line).nth(column);
    let id = columns.id.and_then(field).map(|id| {
        Id::Field(match id {
            Cow::Borrowed(id) => String::from_utf8_lossy(id),
            Cow::Owned(id) => Cow::Owned(String::from_utf8_lossy(&id).into_owned()),
        })
    });
    let missing = || {
        let (found, expected) = (csv::fields(line).count(), columns.grid + 1);
        let detail = format!("the grid was expected in column {expected}, but the number of columns is {found}");
        Problem::new(ProblemKind::MalformedBody, detail)
    };
    Reading { id, input: field(columns.grid).ok_or_else(missing).and_then(|text| read_text(&text)) }
}

/// Reads any JSON that `/solve` takes, or a bare grid, with an `id` beside the grid.
fn read_json(item: &[u8]) -> Reading<'_> {
    // The id is looked for in what is refused, too: it is there that the client needs it most.
    let id = serde_json::from_slice(item).ok().and_then(|WithId { id }| id).map(RawValue::get);
    let input =
        read_document(None, item).and_then(|document| Fields::new(document, Keys(&["id"]))).and_then(|fields| {
            check_id(fields.get("id"))?;
            fields.grid()
        });
    Reading { id: id.filter(|id| !id.starts_with(['[', '{'])).map(Id::Json), input }
}

#[derive(Deserialize)]
struct WithId<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
}

fn check_id(id: Option<&Value>) -> Result<(), Problem> {
    match id {
        Some(Value::Array(_) | Value::Object(_)) => {
            let detail = "id is neither a string nor a number, true, false or null";
            Err(Problem::new(ProblemKind::InvalidParameter, detail))
        }
        _ => Ok(()),
    }
}

/// Reads the JSON that most clients send, without a look at what else JSON can be; `None` for anything else.
fn read_simple(item: &[u8]) -> Option<Reading<'_>> {
    let _ = item;
    None
}
