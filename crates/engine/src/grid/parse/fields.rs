//! Reads fields between delimiters, where an empty field is a blank: `5,3,,,7,,,,` and `| 5 | 3 |   |`.
//!
//! ```text
//!   | A | 5 | 3 |   ||   | 7 |   ||   |   |   |
//!   ^   ^           ^^                        ^   no fields: bars at both ends, a label, a double bar
//! ```

use super::super::ParseError;
use super::blocks::{Between, Block, Item, Parting, blocks};
use super::contents::{EMPTY, NULL, grid_of, is_null};
use super::findings::{Findings, Form, Place, ambiguous};
use super::labels::odd_label;
use super::row::{counts_up, is_frame};
use super::text::Line;

/// How the fields of a line are delimited.
#[derive(Clone, Copy)]
pub(super) struct Delimiter {
    pub(super) character: char,
    /// Whether two of them side by side are one, such as the double bar between two boxes.
    pub(super) doubles: bool,
}

/// A line of nine fields, or of ten, of which one may be a label or lie outside the grid.
struct Record<'t> {
    line: usize,
    /// The content of each field; `None` for a field that is no cell.
    contents: Vec<Option<char>>,
    first: &'t str,
    /// Whether bars stand at both ends. Between such bars nine fields are a row; with seven, they would be nine
    /// without.
    has_outer_bars: bool,
}

pub(super) fn read(lines: &[Line], findings: &mut Findings) {
    for character in [',', ';', '\t', '&', '|'] {
        let count = |line: &Line| line.text.bytes().filter(|&byte| byte == character as u8).count();
        // Nine rows of nine fields have eight delimiters each.
        if lines.iter().map(count).sum::<usize>() < 72 {
            continue;
        }
        let single = Delimiter { character, doubles: false };
        let double = Delimiter { character, doubles: true };
        read_rows(lines, single, findings);
        if character == '|' {
            read_rows(lines, double, findings);
        }
        read_lines(lines, if character == '|' { double } else { single }, findings);
    }
}

impl Record<'_> {
    fn is_like(&self, other: &Self) -> bool {
        self.contents.len() == other.contents.len() && self.has_outer_bars == other.has_outer_bars
    }

    /// Whether only its empty fields make it a row, and it is no head of a table.
    fn is_row(&self) -> bool {
        self.contents.contains(&Some(EMPTY)) && !is_head(self)
    }
}

impl Delimiter {
    /// The fields of a line, without the end of a row in LaTeX.
    pub(super) fn split(self, text: &str) -> impl Iterator<Item = &str> {
        let text = match (self.character, text.split_once("\\\\")) {
            ('\t', _) => text,
            ('&', Some((row, after))) if !after.contains(|more: char| more == '&' || more.is_ascii_digit()) => row,
            _ => text.trim(),
        };
        text.split(self.character).filter(move |field| !(self.doubles && field.is_empty()))
    }

    fn item<'t>(self, line: &Line<'t>) -> Item<Record<'t>> {
        if is_frame(line.text, None) {
            return Item::Frame;
        }
        let fields: Vec<&str> = self.split(line.text).take(13).collect();
        let inside = inside(&fields, self.character);
        let contents: Vec<_> = inside.iter().map(|field| content(field)).collect();
        if matches!(inside.len(), 9 | 10) && contents[1..].iter().all(Option::is_some) {
            let has_outer_bars = inside.len() < fields.len();
            return Item::Row(Record { line: line.number, contents, first: inside[0], has_outer_bars });
        }
        if line.text.trim().is_empty() { Item::Blank } else { Item::Other }
    }
}

/// The fields without those outside the outer bars.
pub(super) fn inside<'f, 't>(fields: &'f [&'t str], delimiter: char) -> &'f [&'t str] {
    match fields {
        [first, inside @ .., last]
            if delimiter == '|' && inside.len() >= 9 && first.trim().is_empty() && last.trim().is_empty() =>
        {
            inside
        }
        _ => fields,
    }
}

/// The content of a field; `None` if it is no cell.
pub(super) fn content(field: &str) -> Option<char> {
    let quoted = field.trim_matches([' ', '"', '\'', '`', '$']);
    // In Markdown the givens may be bold.
    let text = quoted.trim_matches(['*', '_']);
    let mut characters = if text.is_empty() { quoted.chars() } else { text.chars() };
    match (characters.next(), characters.as_str()) {
        (None, _) => Some(EMPTY),
        (Some(cell @ ('1'..='9' | '.' | '0' | 'x' | 'X' | '?' | '-' | '_' | '*')), "") => Some(cell),
        (Some(digit @ '1'..='9'), ".0") => Some(digit),
        _ => is_null(text).then_some(NULL),
    }
}

fn read_rows(lines: &[Line], delimiter: Delimiter, findings: &mut Findings) {
    let items = lines.iter().map(|line| delimiter.item(line));
    let blocks = blocks(items, Record::is_like);
    for record in blocks.iter().flat_map(|block| &block.rows).filter(|record| record.is_row()) {
        findings.note_row(record.line);
    }
    let mut tables = blocks.iter().filter_map(|block| Some((block, table(block)?)));
    let Some((block, contents)) = tables.next() else { return };
    let others = tables.count();
    if others > 0 {
        return findings.refuse(ParseError::SeveralPuzzles { found: 1 + others });
    }
    // Beside the rows no other line may be one, nor a part of one.
    let is_part = |line: &&Line| {
        let fields: Vec<&str> = delimiter.split(line.text).take(13).collect();
        let is_filled = fields.iter().any(|field| content(field) != Some(EMPTY));
        (4..9).contains(&fields.len()) && is_filled && fields.iter().all(|field| content(field).is_some())
    };
    let parts = lines.iter().filter(|line| !is_frame(line.text, None)).filter(is_part).count();
    let found = parts + blocks.iter().map(|block| block.rows.len()).sum::<usize>();
    if found > block.rows.len() {
        return findings.refuse(ParseError::RowCount { found, frames: 0 });
    }
    findings.add_or_refuse(contents.and_then(|rows| grid_of(rows.into_iter().flatten())), place_of(&block.rows));
}

fn place_of(rows: &[Record]) -> Place {
    let lines = rows.first().zip(rows.last()).map_or((0, 0), |(first, last)| (first.line, last.line));
    Place { form: Form::RowsOfFields, lines }
}

/// The cells of nine rows, some of them empty; `None` if the block is no such table.
fn table(block: &Block<Record>) -> Option<Result<[[char; 9]; 9], ParseError>> {
    let rows = match block.rows.len() {
        9 => &block.rows[..],
        10 if has_head(block) => &block.rows[1..],
        _ => return None,
    };
    // A head of numbers shows where the columns are.
    let from = match first_column(rows) {
        _ if rows.len() < block.rows.len() && rows[0].contents.len() == 10 => 1,
        Ok(from) => from?,
        Err(refusal) => return Some(Err(refusal)),
    };
    let mut contents = [[EMPTY; 9]; 9];
    for (row, record) in contents.iter_mut().zip(rows) {
        for (cell, content) in row.iter_mut().zip(&record.contents[from..]) {
            *cell = (*content)?;
        }
    }
    // Without an empty field it is for other readings, which know more layouts.
    contents.as_flattened().contains(&EMPTY).then(|| check_parting(block).map(|()| contents))
}

fn check_parting(block: &Block<Record>) -> Result<(), ParseError> {
    match (block.rows.len(), block.parting()) {
        (9, Parting::Irregular(row)) => Err(ParseError::RowsParted { row }),
        (9, Parting::Head) if is_head(&block.rows[0]) => {
            Err(ambiguous(&place_of(&block.rows), &"a table of eight rows with an empty head"))
        }
        _ => Ok(()),
    }
}

/// Whether a record has no cell, or the numbers of the columns.
fn is_head(record: &Record) -> bool {
    let cells = &record.contents[record.contents.len() - 9..];
    cells.iter().all(|&content| content == Some(EMPTY))
        || counts_up(&cells.iter().map(|cell| cell.unwrap_or(EMPTY)).collect::<Vec<_>>())
}

/// Whether the first of ten rows is the head of a table: empty above a line of a Markdown table, or the numbers of the
/// columns where the rows have labels, too.
fn has_head(block: &Block<Record>) -> bool {
    let (head, rows) = (&block.rows[0], &block.rows[1..]);
    let is_parted = block.between[0] == Between::Frame && !block.between[1..].contains(&Between::Frame);
    let is_empty = head.contents.iter().all(|&content| content == Some(EMPTY));
    is_head(head) && (is_parted && is_empty || !is_empty && has_labels(rows))
}

fn has_labels(rows: &[Record]) -> bool {
    let labels: Vec<&str> = rows.iter().map(|record| record.first).collect();
    rows[0].contents.len() == 10 && labels[1] != labels[0] && odd_label(&labels, 0).is_none()
}

/// The first of the nine columns; `None` if there are not nine.
fn first_column(rows: &[Record]) -> Result<Option<usize>, ParseError> {
    if rows[0].contents.len() == 9 {
        return Ok(Some(0));
    }
    let is_empty = |column: usize| rows.iter().all(|record| record.contents[column] == Some(EMPTY));
    let are_words = rows.iter().all(|record| record.contents[0].is_none());
    let without_first = is_empty(0) || has_labels(rows);
    match (without_first, is_empty(9) && !are_words) {
        (true, true) => Err(ambiguous(&"the first nine of ten columns", &"the last nine of ten columns")),
        (true, false) => Ok(Some(1)),
        (false, true) => Ok(Some(0)),
        (false, false) => Ok(None),
    }
}

/// A line of 81 fields.
fn read_lines(lines: &[Line], delimiter: Delimiter, findings: &mut Findings) {
    let mut found = 0;
    for line in lines {
        // The frames of lines that were joined stand between bars, where no field is.
        let joined = if delimiter.doubles { line.text.replace(['-', '=', '+'], "|") } else { String::new() };
        let text = if delimiter.doubles { &joined } else { line.text };
        let contents: Option<Vec<char>> = delimiter.split(text).take(82).map(content).collect();
        if let Some(contents) = contents
            && contents.len() == 81
            && contents.contains(&EMPTY)
        {
            found += 1;
            let place = Place { form: Form::LineOfFields, lines: (line.number, line.number) };
            findings.add_or_refuse(grid_of(contents), place);
        }
    }
    if found > 1 {
        findings.refuse(ParseError::SeveralPuzzles { found });
    }
}
