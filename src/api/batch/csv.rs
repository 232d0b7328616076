//! Lines of values between commas, semicolons or tabs (RFC 4180), except that a quoted field cannot contain a line break.

use std::borrow::Cow;
use std::cell::RefCell;
use std::cmp::Reverse;

use csv_core::{ReadFieldResult, Terminator};
use sudoku_engine::grid::Grid;

use super::split::is_blank;

/// What may stand between the fields of a line.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// How the lines are divided, and the columns of the grid and the id, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) separator: u8,
    pub(super) grid: usize,
    pub(super) id: Option<usize>,
}

impl Default for Columns {
    fn default() -> Self {
        Self { separator: b',', grid: 0, id: None }
    }
}

/// The names of the puzzle column in well-known files.
const GRID_NAMES: [&str; 9] = ["quizzes", "quiz", "puzzles", "puzzle", "grids", "grid", "board", "sudoku", "question"];

/// The whole lines of the start of a file, without the blank ones; the last may be incomplete if nothing follows.
pub(super) fn first_lines(head: &[u8], is_all: bool) -> impl Iterator<Item = &[u8]> {
    let end = if is_all { head.len() } else { memchr::memrchr(b'\n', head).unwrap_or(0) };
    head[..end].split(|&byte| byte == b'\n').map(without_carriage_return).filter(|line| !is_blank(line))
}

pub(super) fn without_carriage_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

impl Columns {
    /// The columns of a file, and whether its first line is a header, by its first two lines that are not blank; `None`
    /// if the second is needed and missing.
    pub(super) fn of_lines(first: Option<&[u8]>, second: Option<&[u8]>, is_all: bool) -> Option<(Self, bool)> {
        let Some(first) = first else { return is_all.then(Default::default) };
        if SEPARATORS.iter().any(|&separator| best_rank(first, separator) > Rank::Other) || !is_header(first) {
            return Some((Self::of_record(None, first), false));
        }
        match second {
            Some(record) => Some((Self::of_record(Some(first), record), true)),
            None => is_all.then(|| (Self::of_record(Some(first), b""), true)),
        }
    }

    /// The separator by which a field is a grid, the header has a known name, or there are the most fields; the column
    /// that holds a grid with blanks or, if several do or none, that which has a known name.
    fn of_record(header: Option<&[u8]>, record: &[u8]) -> Self {
        let fitness = |&separator: &u8| {
            let named = header.is_some_and(|header| named_column(header, separator, &GRID_NAMES).is_some());
            (best_rank(record, separator), named, fields(header.unwrap_or(record), separator).count())
        };
        // Of equals the last is taken: the comma.
        let separator = SEPARATORS.into_iter().rev().max_by_key(fitness).unwrap_or(b',');
        let named = |names: &[&str]| header.and_then(|header| named_column(header, separator, names));
        let by_name = named(&GRID_NAMES);
        let contents: Vec<_> = fields(record, separator).collect();
        let best = best_rank(record, separator);
        let is_best = |column: usize| contents.get(column).is_some_and(|field| rank(field) == best);
        let longest = || (0..contents.len()).min_by_key(|&column| Reverse(contents[column].len()));
        let grid = match by_name {
            Some(column) if best == Rank::Other || is_best(column) => Some(column),
            _ if best == Rank::Other => longest(),
            _ => (0..contents.len()).find(|&column| is_best(column)),
        };
        let grid = grid.unwrap_or(0);
        Self { separator, grid, id: named(&["id"]).filter(|&id| id != grid) }
    }
}

/// How likely a field is the puzzle of its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Other,
    /// A grid in more than 81 characters, perhaps with a note.
    LongGrid,
    Complete,
    WithBlanks,
}

fn best_rank(line: &[u8], separator: u8) -> Rank {
    fields(line, separator).map(|field| rank(&field)).max().unwrap_or(Rank::Other)
}

fn rank(field: &[u8]) -> Rank {
    // 81 spaces are a grid, too.
    let field = if field.len() == 81 { field } else { field.trim_ascii() };
    let grid = std::str::from_utf8(field).ok().filter(|field| field.len() >= 81).and_then(|field| field.parse().ok());
    match grid.as_ref().map(Grid::is_complete) {
        None => Rank::Other,
        Some(_) if field.len() > 81 => Rank::LongGrid,
        Some(true) => Rank::Complete,
        Some(false) => Rank::WithBlanks,
    }
}

/// Whether a line without a grid is a header: it has a known name, or nothing but names.
fn is_header(line: &[u8]) -> bool {
    let has_only_names = |&separator: &u8| {
        let mut names = fields(line, separator).map(|field| name(&field));
        names.all(|name| name.is_empty() || is_word(&name))
    };
    has_grid_name(line) || SEPARATORS.iter().any(has_only_names)
}

/// Whether a line is a header with a known name.
pub(super) fn has_grid_name(line: &[u8]) -> bool {
    SEPARATORS.iter().any(|&separator| named_column(line, separator, &GRID_NAMES).is_some())
}

/// The first column with one of the names.
fn named_column(header: &[u8], separator: u8, names: &[&str]) -> Option<usize> {
    fields(header, separator).position(|field| names.contains(&name(&field).as_str()))
}

fn name(field: &[u8]) -> String {
    String::from_utf8_lossy(field).trim().to_lowercase()
}

/// Whether a text is a word or a few, and not the cells of a grid.
fn is_word(name: &str) -> bool {
    let cells = name.chars().filter(|&c| c.is_ascii_digit() || c == '.' || c == 'x').count();
    name.starts_with(char::is_alphabetic) && name.len() < 81 && cells < 9
}

/// The fields of a line, without their quotes. An unclosed quote takes the rest of the line; text between a closing quote
/// and the separator belongs to the field, as in other readers.
pub(super) fn fields(line: &[u8], separator: u8) -> impl Iterator<Item = Cow<'_, [u8]>> {
    let is_quoted = memchr::memchr(b'"', line).is_some();
    let mut plain = (!is_quoted).then(|| line.split(move |&byte| byte == separator));
    let mut quoted = if is_quoted { read_quoted(line, separator) } else { Vec::new() }.into_iter();
    std::iter::from_fn(move || match &mut plain {
        Some(plain) => plain.next().map(Cow::Borrowed),
        None => quoted.next().map(Cow::Owned),
    })
}

/// The fields of a line that has quotes.
fn read_quoted(line: &[u8], separator: u8) -> Vec<Vec<u8>> {
    thread_local! {
        // Making a reader takes longer than reading a line.
        static READERS: RefCell<[csv_core::Reader; 3]> = RefCell::new(SEPARATORS.map(reader));
    }
    let which = SEPARATORS.iter().position(|&known| known == separator).unwrap_or(0);
    READERS.with_borrow_mut(|readers| {
        let reader = &mut readers[which];
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
fn reader(separator: u8) -> csv_core::Reader {
    csv_core::ReaderBuilder::new().delimiter(separator).terminator(Terminator::Any(b'\n')).build()
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
        fields(line.as_bytes(), b',').map(|field| String::from_utf8(field.into_owned()).unwrap()).collect()
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
    fn columns_are_found_by_the_header_and_the_first_record() {
        let (puzzle, solution) = (&".".repeat(81), &"1".repeat(81));
        let of = |text: &str| {
            let mut lines = text.lines().map(str::as_bytes);
            let (columns, has_header) = Columns::of_lines(lines.next(), lines.next(), true).unwrap();
            (has_header, char::from(columns.separator), columns.grid, columns.id)
        };
        for (text, expected) in [
            (String::new(), (false, ',', 0, None)),
            ("quizzes,solutions".to_owned(), (true, ',', 0, None)),
            ("ID, Puzzle".to_owned(), (true, ',', 1, Some(0))),
            (format!("unsolved,id\n{puzzle},1"), (true, ',', 0, Some(1))),
            (format!("source,answer,question\na,{solution},{puzzle}"), (true, ',', 2, None)),
            (format!("grid,start\n{solution},{puzzle}"), (true, ',', 1, None)),
            (format!("id;puzzle;rating\n1;{puzzle};3,5"), (true, ';', 1, Some(0))),
            (format!("a\tb\n1\t{puzzle}"), (true, '\t', 1, None)),
            (format!("{solution};{puzzle}"), (false, ';', 1, None)),
            (format!("easy,{puzzle}"), (false, ',', 1, None)),
            (format!("easy,{}", &puzzle[1..]), (false, ',', 1, None)),
            (format!("rating,start\n7,{}", &puzzle[1..]), (true, ',', 1, None)),
            (puzzle.clone(), (false, ',', 0, None)),
            ("x".repeat(80), (false, ',', 0, None)),
            ("5,grids of mine".to_owned(), (false, ',', 1, None)),
        ] {
            assert_eq!(of(&text), expected, "{text}");
        }
        assert_eq!(Columns::of_lines(Some(b"id,puzzle"), None, false), None);
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
