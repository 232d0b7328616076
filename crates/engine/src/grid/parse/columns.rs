//! Reads grids whose blanks are spaces, so that a cell is known by its column alone.
//!
//! ```text
//!   |53 | 7 |   |    A | 5 3   |   7   |       |    53  7
//!   |6  |195|   |    B | 6     | 1 9 5 |       |    6  195
//! ```
//!
//! All rows must have the same width: where a line has lost its end, or a cell, nothing shows which.

use super::super::ParseError;
use super::blocks::{Block, Item, Parting, blocks};
use super::contents::{EMPTY, grid_of};
use super::findings::{Findings, Form, Place, ambiguous};
use super::labels::odd_label;
use super::row::{counts_up, is_frame};
use super::text::Line;

/// A line of digits, spaces and bars, in three parts.
struct Strip<'t> {
    line: usize,
    /// What stands before the first outer bar.
    before: &'t str,
    /// The cells and the bars between boxes.
    inside: &'t str,
    after: &'t str,
}

pub(super) fn read(lines: &[Line], findings: &mut Findings) {
    let blocks = blocks(lines.iter().map(item), Strip::is_like);
    let counts_columns = |block: &&Block<Strip>| block.rows.len() == 1 && block.rows[0].counts_columns();
    let mut tables = blocks.iter().filter(|block| !counts_columns(block));
    // A line of digits alone beside them may be a row that has lost its spaces.
    let is_broken = |line: &&Line| {
        let counts_columns = counts_up(&line.text.chars().filter(char::is_ascii_digit).collect::<Vec<_>>());
        is_strip(line.text) && !line.text.trim().is_empty() && Strip::new(line).is_none() && !counts_columns
    };
    if let (Some(block), None) = (tables.next(), tables.next())
        && block.rows.len() == 9
        && !lines.iter().any(|line| is_broken(&line))
    {
        read_block(block, lines, findings);
    }
    read_line(lines, findings);
}

impl<'t> Strip<'t> {
    fn new(line: &Line<'t>) -> Option<Self> {
        let text = line.text;
        let all = Self { line: line.number, before: "", inside: text, after: "" };
        let strip = match bars(text).count() {
            0 => matches!(text.len(), 9 | 17).then_some(all),
            2 => Self::framed(line).filter(Self::is_outermost).or(Some(all)),
            4 => Self::framed(line),
            _ => None,
        };
        strip.filter(|strip| is_strip(strip.inside))
    }

    /// The strip between the outer bars.
    fn framed(line: &Line<'t>) -> Option<Self> {
        let (before, rest) = line.text.split_once('|')?;
        let (inside, after) = rest.rsplit_once('|')?;
        Some(Self { line: line.number, before, inside, after })
    }

    /// Whether its two bars are around a whole row, not around its middle box.
    fn is_outermost(&self) -> bool {
        self.inside.len() >= 9 && self.before.trim().is_empty() && self.after.trim().is_empty()
    }

    /// Whether the bars of both stand in the same columns.
    fn is_like(&self, other: &Self) -> bool {
        self.inside.len() == other.inside.len() && bars(self.inside).eq(bars(other.inside))
    }

    /// Whether its digits are the numbers of the columns.
    fn counts_columns(&self) -> bool {
        counts_up(&self.inside.chars().filter(char::is_ascii_digit).collect::<Vec<_>>())
    }
}

fn is_strip(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'1'..=b'9' | b' ' | b'|'))
}

/// Where the bars of a line are.
fn bars(text: &str) -> impl Iterator<Item = usize> {
    text.match_indices('|').map(|(at, _)| at)
}

fn item<'t>(line: &Line<'t>) -> Item<Strip<'t>> {
    match Strip::new(line) {
        _ if is_frame(line.text, None) => Item::Frame,
        Some(strip) => Item::Row(strip),
        None if line.text.trim().is_empty() => Item::Blank,
        None => Item::Other,
    }
}

fn read_block(block: &Block<Strip>, lines: &[Line], findings: &mut Findings) {
    let rows = &block.rows;
    let place = Place { form: Form::RowsOfColumns, lines: (rows[0].line, rows[8].line) };
    let is_blank = rows.iter().all(|row| row.inside.bytes().all(|byte| byte == b' '));
    if is_blank && !stand_alone(lines) {
        return;
    }
    let Some(contents) = contents(rows, &place) else { return };
    let before: Vec<&str> = rows.iter().map(|row| row.before).collect();
    let after: Vec<&str> = rows.iter().map(|row| row.after).collect();
    match (block.parting(), odd_label(&before, 0).or_else(|| odd_label(&after, 8))) {
        (Parting::Regular, None) => {
            findings.add_or_refuse(contents.and_then(|rows| grid_of(rows.into_iter().flatten())), place);
        }
        (Parting::Regular, Some(row)) => findings.doubt(ParseError::RowLayout { row }),
        (Parting::Irregular(row), _) => findings.doubt(ParseError::RowsParted { row }),
        (Parting::Head, _) => findings.doubt(ParseError::RowsParted { row: 0 }),
    }
}

/// Whether nothing but spaces is sent. Lines of spaces are a grid only then.
fn stand_alone(lines: &[Line]) -> bool {
    lines.iter().all(|line| line.text.trim().is_empty())
}

/// A line of 81 digits and spaces, if no other line has digits.
fn read_line(lines: &[Line], findings: &mut Findings) {
    let has_digits = |line: &&Line| line.text.contains(|character: char| character.is_ascii_digit());
    let mut numbers = lines.iter().filter(has_digits);
    let line = match (numbers.next(), numbers.next()) {
        (Some(line), None) => Some(line),
        (None, _) if stand_alone(lines) => lines.iter().find(|line| !line.text.is_empty()),
        _ => None,
    };
    let is_row = |line: &&Line| line.text.len() == 81 && is_strip(line.text) && !line.text.contains('|');
    if let Some(line) = line.filter(is_row).filter(|line| !may_be_numbers([line.text].into_iter())) {
        let place = Place { form: Form::LineOfColumns, lines: (line.number, line.number) };
        findings.add_or_refuse(grid_of(line.text.chars()), place);
    }
}

/// Whether the spaces may stand between numbers, and be no cells: between groups of digits there is one, and of many
/// cells some stand side by side.
fn may_be_numbers<'t>(mut lines: impl Iterator<Item = &'t str> + Clone) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let has_pair =
        |line: &str, is_kind: &dyn Fn(&u8) -> bool| line.as_bytes().windows(2).any(|pair| pair.iter().all(is_kind));
    let digits: usize = lines.clone().map(|line| line.bytes().filter(u8::is_ascii_digit).count()).sum();
    let have_digits_apart = digits >= 25 && !lines.clone().any(|line| has_pair(line, &is_digit));
    have_digits_apart || digits > 0 && !lines.any(|line| has_pair(line, &|&byte| byte == b' '))
}

/// The cells of nine strips; `None` if their digits do not stand in nine columns.
fn contents(rows: &[Strip], place: &Place) -> Option<Result<[[char; 9]; 9], ParseError>> {
    let ends: Vec<usize> = bars(rows[0].inside).chain([rows[0].inside.len()]).collect();
    if ends == [9] && may_be_numbers(rows.iter().map(|row| row.inside)) {
        return None;
    }
    // Cells may stand side by side or have up to three spaces between them.
    let mut readings =
        (1..=4).map(|step| nine_columns(rows, &ends, step)).filter(|reading| *reading != Columns::Nowhere);
    let first = readings.next()?;
    let is_only = readings.all(|reading| reading == first);
    match first {
        Columns::At(contents) if is_only => Some(Ok(*contents)),
        _ => Some(Err(ambiguous(place, &"columns of another width"))),
    }
}

/// Where the cells of nine strips are, if they have a given distance.
#[derive(PartialEq, Eq)]
enum Columns {
    /// The digits have another distance.
    Nowhere,
    At(Box<[[char; 9]; 9]>),
    /// Digits may stand in the first of three columns or in the second.
    Shifted,
}

/// The cells, if digits stand in every `step`th column only.
fn nine_columns(rows: &[Strip], ends: &[usize], step: usize) -> Columns {
    let count = 9 / ends.len();
    let mut contents = [[EMPTY; 9]; 9];
    let mut from = 0;
    for (part, &end) in ends.iter().enumerate() {
        let texts: Vec<&str> = rows.iter().map(|row| &row.inside[from..end]).collect();
        // The cells are in the middle between two bars, or a column beside it.
        let Some(spare) = (end - from).checked_sub(1 + step * (count - 1)) else { return Columns::Nowhere };
        let (left, right) = (spare / 2, spare - spare / 2);
        let fits = |&start: &usize| start <= 2 && texts.iter().all(|text| has_columns(text, start, step, count));
        let Some(start) = [left, right].into_iter().find(fits) else { return Columns::Nowhere };
        if start == left && left != right && fits(&right) && !texts.iter().all(|text| text.trim().is_empty()) {
            return Columns::Shifted;
        }
        for (row, text) in contents.iter_mut().zip(&texts) {
            let cells = text.chars().skip(start).step_by(step);
            row[part * count..][..count].iter_mut().zip(cells).for_each(|(cell, content)| *cell = content);
        }
        from = end + 1;
    }
    Columns::At(Box::new(contents))
}

/// Whether all digits stand in these columns.
fn has_columns(text: &str, start: usize, step: usize, count: usize) -> bool {
    let is_column = |at: usize| at >= start && (at - start).is_multiple_of(step) && (at - start) / step < count;
    text.bytes().enumerate().all(|(at, byte)| byte == b' ' || is_column(at))
}
