//! Lines of comma-separated values (RFC 4180), except that a quoted field cannot contain a line break.

use std::borrow::Cow;

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

/// The fields of a line, without their quotes. An unclosed quote takes the rest of the line.
pub(super) fn fields(line: &[u8]) -> impl Iterator<Item = Cow<'_, [u8]>> {
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let line = rest?;
        let (field, after) = if line.first() == Some(&b'"') { quoted(&line[1..]) } else { plain(line) };
        rest = after;
        Some(field)
    })
}

fn plain(line: &[u8]) -> (Cow<'_, [u8]>, Option<&[u8]>) {
    match memchr::memchr(b',', line) {
        Some(comma) => (line[..comma].into(), Some(&line[comma + 1..])),
        None => (line.into(), None),
    }
}

/// Takes a field after its opening quote. Text between the closing quote and the comma belongs to the field, as in
/// other readers.
fn quoted(line: &[u8]) -> (Cow<'_, [u8]>, Option<&[u8]>) {
    let Some(quote) = memchr::memchr(b'"', line) else { return (line.into(), None) };
    match line.get(quote + 1) {
        None => (line[..quote].into(), None),
        Some(b',') => (line[..quote].into(), Some(&line[quote + 2..])),
        Some(&next) => {
            let (more, after) = if next == b'"' { quoted(&line[quote + 2..]) } else { plain(&line[quote + 1..]) };
            let between: &[u8] = if next == b'"' { b"\"" } else { b"" };
            ([&line[..quote], between, &more].concat().into(), after)
        }
    }
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
