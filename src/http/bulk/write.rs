//! The answer to an item, as a line of the output.

use super::OutputFormat;
use super::read::Id;
use crate::grid::Solution;
use crate::http::{Form, Problem};

/// Writes answers one after the other.
pub(super) struct Writer {
    pub(super) out: Vec<u8>,
    pub(super) format: OutputFormat,
    /// Whether records of CSV have a column for the id.
    pub(super) with_id: bool,
}

impl Writer {
    /// What stands before all answers.
    pub(super) fn header(&mut self) {
        if self.format == OutputFormat::Csv {
            let header =
                if self.with_id { "index,id,solution,unique,error\n" } else { "index,solution,unique,error\n" };
            self.out.extend_from_slice(header.as_bytes());
        }
    }

    /// A line that is no grid.
    pub(super) fn remark(&mut self, line: &[u8]) {
        if self.format == OutputFormat::Text {
            self.out.extend_from_slice(line);
            self.out.push(b'\n');
        }
    }

    pub(super) fn solved(&mut self, index: u64, id: Option<&Id>, solution: &Solution, unique: bool, form: Form) {
        let _ = (index, id, solution, unique, form);
    }

    pub(super) fn refused(&mut self, index: u64, id: Option<&Id>, problem: &Problem) {
        let _ = (index, id, problem);
    }
}
