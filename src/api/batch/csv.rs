//! Lines of comma-separated values (RFC 4180), except that a quoted field cannot contain a line break.

use std::borrow::Cow;
use std::cell::RefCell;

use csv_core::{ReadFieldResult, Terminator};

/// The columns of the grid and the id, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) grid: usize,
    pub(super) id: Option<usize>,
}

/// The names of the puzzle column in well-known files.
const GRID_NAMES: [&str; 8] = ["quizzes", "quiz", "puzzles", "puzzle", "grids", "grid", "board", "sudoku"];

impl Columns {
    /// The columns named by the first line of a file; `None` if that is not a header but a grid.
    ///
    /// A line is a header if one of its fields is a known name. It is also one if its first field is a plain word;
    /// the grids are then in the first column.
    pub(super) fn of_header(line: &[u8]) -> Option<Self> {
        let names: Vec<String> = fields(line).map(|field| name(&field)).collect();
        let column = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
        // If several columns have known names, the first column counts, not the first name.
        let grid = column(&GRID_NAMES).or_else(|| is_word(names.first()?).then_some(0))?;
        Some(Self { grid, id: column(&["id"]).filter(|&id| id != grid) })
    }
}

fn name(field: &[u8]) -> String {
    String::from_utf8_lossy(field).trim().to_lowercase()
}

fn is_word(name: &str) -> bool {
    name.starts_with(char::is_alphabetic)
        && name.len() < 81
        && name.chars().all(|c| c.is_alphanumeric() || " _-".contains(c))
}

/// The fields of a line, without their quotes. An unclosed quote takes the rest of the line; text between a closing quote
/// and the comma belongs to the field, as in other readers.
pub(super) fn fields(line: &[u8]) -> impl Iterator<Item = Cow<'_, [u8]>> {
    let is_quoted = memchr::memchr(b'"', line).is_some();
    let mut plain = (!is_quoted).then(|| line.split(|&byte| byte == b','));
    let mut quoted = if is_quoted { read_quoted(line) } else { Vec::new() }.into_iter();
    std::iter::from_fn(move || match &mut plain {
        Some(plain) => plain.next().map(Cow::Borrowed),
        None => quoted.next().map(Cow::Owned),
    })
}

/// The fields of a line that has quotes.
fn read_quoted(line: &[u8]) -> Vec<Vec<u8>> {
    thread_local! {
        // Making a reader takes longer than reading a line.
        static READER: RefCell<csv_core::Reader> = RefCell::new(reader());
    }
    READER.with_borrow_mut(|reader| {
        reader.reset();
        // No field is longer than the line.
        let mut field = vec![0; line.len()];
        let (mut fields, mut rest, mut length) = (Vec::new(), line, 0);
        loop {
            // The reader learns from an empty input that the line has ended.
            let (result, read, written) = reader.read_field(rest, &mut field[length..]);
            rest = &rest[read..];
            length += written;
            match result {
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => continue,
                ReadFieldResult::Field { .. } => fields.push(field[..length].to_vec()),
                ReadFieldResult::End => return fields,
            }
            length = 0;
        }
    })
}

/// A reader of single lines, in which a carriage return is a character like others.
fn reader() -> csv_core::Reader {
    csv_core::ReaderBuilder::new().terminator(Terminator::Any(b'\n')).build()
}

/// Writes a field, in quotes if it needs them.
pub(super) fn write_field(out: &mut Vec<u8>, field: &str) {
    if !field.contains(['"', ',', '\r', '\n']) {
        return out.extend_from_slice(field.as_bytes());
    }
    out.push(b'"');
    out.extend_from_slice(field.replace('"', "\"\"").as_bytes());
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split(line: &str) -> Vec<String> {
        fields(line.as_bytes()).map(|field| String::from_utf8(field.into_owned()).unwrap()).collect()
    }

    #[test]
    fn quotes_are_removed() {
        assert_eq!(split(""), [""]);
        assert_eq!(split("a,,b,"), ["a", "", "b", ""]);
        assert_eq!(split("\"a,b\",\"\",\"\"\"\",c"), ["a,b", "", "\"", "c"]);
        assert_eq!(split("a\"b,\"c\"d,\"e,f"), ["a\"b", "cd", "e,f"], "malformed CSV is read leniently");
        assert_eq!(split("\"a\rb\",c\rd,\"e\""), ["a\rb", "c\rd", "e"], "a carriage return ends nothing");
    }

    #[test]
    fn headers_are_distinguished_from_grids() {
        let columns = |line: &str| Columns::of_header(line.as_bytes()).map(|columns| (columns.grid, columns.id));
        assert_eq!(columns("quizzes,solutions"), Some((0, None)));
        assert_eq!(columns("ID, Puzzle"), Some((1, Some(0))));
        assert_eq!(columns("unsolved,id"), Some((0, Some(1))));
        for grid in [&".".repeat(81), &"x".repeat(81), "5,grids of mine", "1", ""] {
            assert_eq!(columns(grid), None, "{grid}");
        }
    }

    #[test]
    fn a_line_of_quotes_is_read_in_one_pass() {
        for (line, fields) in
            [("\"".repeat(60_000), 1), ("\"\",".repeat(20_000), 20_001), ("a\",".repeat(20_000), 20_001)]
        {
            assert_eq!(split(&line).len(), fields);
        }
    }

    proptest! {
        #[test]
        fn fields_are_read_as_they_were_written(written in prop::collection::vec("[a\", é]{0,5}", 1..5)) {
            let mut line = Vec::new();
            for (column, field) in written.iter().enumerate() {
                line.extend_from_slice(if column > 0 { b"," } else { b"" });
                write_field(&mut line, field);
            }
            prop_assert_eq!(split(std::str::from_utf8(&line).unwrap()), written);
        }
    }
}
