//! Writes the answer to an item as a line of output; [`batch`](super) shows the formats.

use std::borrow::Cow;

use serde::Serialize;

use super::OutputFormat;
use super::csv::write_field;
use super::read::Id;
use crate::api::{Form, Problem, WireGrid};
use sudoku_engine::grid::Solution;

/// Writes one answer after the other.
pub(super) struct Writer {
    pub(super) out: Vec<u8>,
    pub(super) format: OutputFormat,
    /// Whether CSV records have a column for the id.
    pub(super) with_id: bool,
}

impl Writer {
    /// Writes what precedes all answers.
    pub(super) fn header(&mut self) {
        if self.format == OutputFormat::Csv {
            self.put(if self.with_id { "index,id,solution,unique,error\n" } else { "index,solution,unique,error\n" });
        }
    }

    /// Repeats a comment in text output, so that line n of the response belongs to line n of the request.
    pub(super) fn comment(&mut self, line: &[u8]) {
        if self.format == OutputFormat::Text {
            self.out.extend_from_slice(line);
            self.put("\n");
        }
    }

    /// Writes a solution; in NDJSON, in the form of the request's grid.
    pub(super) fn solved(&mut self, index: u64, id: Option<&Id>, solution: &Solution, unique: bool, form: Form) {
        let grid = WireGrid { grid: *solution.grid(), form };
        match self.format {
            OutputFormat::Ndjson => {
                self.begin_object(index, id);
                self.put(",\"solution\":");
                self.put_grid(&grid);
                self.put(if unique { ",\"unique\":true}\n" } else { ",\"unique\":false}\n" });
            }
            OutputFormat::Text => {
                self.out.extend_from_slice(&grid.characters());
                self.put(if unique { "\n" } else { "\tmultiple\n" });
            }
            OutputFormat::Csv => {
                self.begin_record(index, id);
                self.out.extend_from_slice(&grid.characters());
                self.put(if unique { ",true,\n" } else { ",false,\n" });
            }
        }
    }

    /// Writes what is wrong with an item.
    pub(super) fn refused(&mut self, index: u64, id: Option<&Id>, problem: &Problem) {
        match self.format {
            OutputFormat::Ndjson => {
                self.begin_object(index, id);
                self.put(",\"error\":");
                self.put_json(&problem.without_request());
                self.put("}\n");
            }
            OutputFormat::Text => {
                let (slug, detail, cells) = in_a_line(problem);
                let before_cells = if cells.is_empty() { "" } else { "\t" };
                self.put(&format!("\t{slug}\t{detail}{before_cells}{cells}\n"));
            }
            OutputFormat::Csv => {
                let (slug, detail, cells) = in_a_line(problem);
                let cells = if cells.is_empty() { cells } else { format!(" [{cells}]") };
                self.begin_record(index, id);
                self.put(",,");
                write_field(&mut self.out, &format!("{slug}: {detail}{cells}"));
                self.put("\n");
            }
        }
    }

    // Most answers are the same few words around a number and a solution. Writing them by hand is several times
    // faster than serde.

    fn begin_object(&mut self, index: u64, id: Option<&Id>) {
        self.put("{\"index\":");
        self.put_json(&index);
        if let Some(id) = id {
            self.put(",\"id\":");
            match id {
                Id::Json(json) => self.put(json),
                Id::Field(text) => self.put_json(text),
            }
        }
    }

    fn begin_record(&mut self, index: u64, id: Option<&Id>) {
        self.put_json(&index);
        self.put(",");
        if self.with_id {
            let text = id.map_or(Cow::Borrowed(""), Id::text);
            write_field(&mut self.out, &text);
            self.put(",");
        }
    }

    fn put_grid(&mut self, grid: &WireGrid) {
        if grid.form != Form::Text {
            return self.put_json(grid);
        }
        self.put("\"");
        self.out.extend_from_slice(&grid.characters());
        self.put("\"");
    }

    fn put(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn put_json(&mut self, value: &impl Serialize) {
        serde_json::to_writer(&mut self.out, value).expect("a vector can be written to, and keys are strings");
    }
}

/// The last segment of the problem's type, its detail, and the cells it names. The detail has no tab and no line break,
/// which end a field and an answer.
fn in_a_line(problem: &Problem) -> (&'static str, String, String) {
    let detail = problem.detail.replace(char::is_control, " ");
    (problem.kind.facts().slug, detail, problem.cells().join(" "))
}

impl Id<'_> {
    /// The id without JSON's quotes.
    fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Field(text) => Cow::Borrowed(text),
            Self::Json(json) => serde_json::from_str::<String>(json).map_or(Cow::Borrowed(json), Cow::Owned),
        }
    }
}
