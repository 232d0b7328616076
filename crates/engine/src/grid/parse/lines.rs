//! Reads nine lines of nine cells: close together, apart, in boxes or frames, numbered or not.

use super::super::{Grid, ParseError};
use super::blanks::Blanks;
use super::blocks::{Between, Block, Item, Parting, blocks};
use super::contents::grid_of;
use super::findings::{Findings, Form, Place, ambiguous};
use super::labels::odd_label;
use super::row::{Row, is_nearly_a_row, item};
use super::text::Line;
use super::tokens::{Token, Tokens};

/// What each line of a text is, given its blanks.
pub(super) fn items<'t>(lines: &[Line<'t>], tokens: &Tokens<'t>, blanks: Blanks) -> Vec<Item<Row<'t>>> {
    let mut items: Vec<_> = lines.iter().zip(tokens.lines()).map(|(line, tokens)| item(line, tokens, blanks)).collect();
    if let Some(stroke) = blanks.stroke() {
        take_out_frames(&mut items, stroke);
    }
    items
}

pub(super) fn read(lines: &[Line], tokens: &Tokens, blanks: Blanks, findings: &mut Findings) {
    let items = items(lines, tokens, blanks);
    let nearly = |(item, tokens): &(&Item<Row>, &[Token])| matches!(item, Item::Other) && is_nearly_a_row(tokens);
    let nearly_rows = items.iter().zip(tokens.lines()).filter(nearly).count();
    for item in &items {
        if let Item::Row(row) = item
            && !row.counts_columns()
        {
            findings.note_row(row.line);
        }
    }
    let mut blocks = blocks(items, |a, b| a.layout == b.layout);
    for block in &mut blocks {
        take_head_from(block);
        if let Some(stroke) = blanks.stroke() {
            take_frames_from(block, stroke);
        }
    }
    choose(&blocks, nearly_rows, blanks, findings);
}

/// A line of nine strokes is a row only if the stroke is the grid's blank: if it also stands beside a digit, or in two
/// lines one below the other, as no frame does.
fn take_out_frames(items: &mut [Item<Row>], stroke: char) {
    let is_only = |item: &Item<Row>| matches!(item, Item::Row(row) if row.is_only(stroke));
    let has_both = |item: &Item<Row>| matches!(item, Item::Row(row) if row.has_among_digits(stroke));
    let mut is_blank = false;
    let mut after_only = false;
    for item in items.iter().filter(|item| !matches!(item, Item::Blank)) {
        is_blank |= has_both(item) || after_only && is_only(item);
        after_only = is_only(item);
    }
    if !is_blank {
        items.iter_mut().filter(|item| is_only(item)).for_each(|item| *item = Item::Frame);
    }
}

/// Takes the numbers of the columns off a block whose other rows have labels.
fn take_head_from(block: &mut Block<Row>) {
    let is_labelled = |row: &Row| row.before.contains(|character: char| character.is_alphanumeric());
    let (head, rows) = block.rows.split_at(1);
    if rows.len() == 9 && head[0].counts_columns() && !is_labelled(&head[0]) && rows.iter().all(is_labelled) {
        block.rows.remove(0);
        block.between.remove(0);
    }
}

/// Takes lines that look like blank rows out of a block that has too many, where the frames of a grid would be.
fn take_frames_from(block: &mut Block<Row>, stroke: char) {
    let frames = frame_places(block.rows.len());
    if !frames.is_empty() && frames.iter().all(|&place| block.rows[place].is_only(stroke)) {
        for &place in frames.iter().rev() {
            block.rows.remove(place);
        }
        block.between = (0..8).map(|row| if row % 3 == 2 { Between::Frame } else { Between::Nothing }).collect();
    }
}

/// The places of the frames among this number of lines, if nine of them are rows.
pub(super) const fn frame_places(lines: usize) -> &'static [usize] {
    match lines {
        11 => &[3, 7],
        13 => &[0, 4, 8, 12],
        _ => &[],
    }
}

/// Takes the only block of nine rows, if no other line may belong to it.
fn choose(blocks: &[Block<Row>], nearly_rows: usize, blanks: Blanks, findings: &mut Findings) {
    let mut nines = blocks.iter().filter(|block| block.rows.len() == 9);
    let Some(nine) = nines.next() else {
        let headed = blocks.iter().find(|block| block.rows.len() == 10 && block.rows[0].counts_columns());
        if let Some(block) = headed {
            findings.refuse(ambiguous(&place_of(&block.rows[..9]), &place_of(&block.rows[1..])));
        }
        return;
    };
    let others = nines.count();
    if others > 0 {
        return findings.refuse(ParseError::SeveralPuzzles { found: 1 + others });
    }
    if nearly_rows > 0 {
        return findings.refuse(ParseError::RowCount { found: 9 + nearly_rows, frames: 0 });
    }
    match grid(nine, blanks) {
        Err(doubt @ (ParseError::RowLayout { .. } | ParseError::RowsParted { .. })) => findings.doubt(doubt),
        grid => findings.add_or_refuse(grid, place_of(&nine.rows)),
    }
}

fn place_of(rows: &[Row]) -> Place {
    let lines = rows.first().zip(rows.last()).map_or((0, 0), |(first, last)| (first.line, last.line));
    Place { form: Form::Rows, lines }
}

/// The grid of a block of nine rows.
fn grid(block: &Block<Row>, blanks: Blanks) -> Result<Grid, ParseError> {
    let rows = &block.rows;
    match block.parting() {
        Parting::Irregular(row) => return Err(ParseError::RowsParted { row }),
        // The head of a table is its first row, or the numbers of its columns.
        Parting::Head if rows[0].counts_columns() => return Err(ambiguous(&place_of(rows), &"a table of eight rows")),
        Parting::Head if !rows[0].layout.is_table() => return Err(ParseError::RowsParted { row: 0 }),
        Parting::Head | Parting::Regular => {}
    }
    if let Some(row) = odd_row(rows) {
        return Err(ParseError::RowLayout { row });
    }
    if let Some(stroke) = blanks.stroke() {
        refuse_frames(rows, stroke)?;
    }
    grid_of(rows.iter().flat_map(|row| row.cells))
}

/// The first row whose number or labels do not go with those of the others.
fn odd_row(rows: &[Row]) -> Option<usize> {
    let before: Vec<&str> = rows.iter().map(|row| row.before).collect();
    let after: Vec<&str> = rows.iter().map(|row| row.after).collect();
    let number = |row: usize| rows[row].number;
    // Line numbers count by one, and those of BASIC by ten.
    let step = number(1).zip(number(0)).map(|(second, first)| second.checked_sub(first).filter(|&step| step > 0));
    let is_next = |row: &usize| number(*row) == number(row - 1).and_then(|number| number.checked_add(step??));
    let odd_number = (1..rows.len()).find(|row| !is_next(row));
    odd_number.or_else(|| odd_label(&before, 0)).or_else(|| odd_label(&after, rows.len() - 1))
}

/// Refuses nine rows of which two or more consist of strokes and part the others into bands of three or fewer: six or
/// seven rows in a frame look the same.
fn refuse_frames(rows: &[Row], stroke: char) -> Result<(), ParseError> {
    let are_strokes: Vec<bool> = rows.iter().map(|row| row.is_only(stroke)).collect();
    let strokes = are_strokes.iter().filter(|&&is_only| is_only).count();
    let is_band = |band: &&[bool]| band.len() <= if band[0] { 1 } else { 3 };
    if strokes < 2 || !are_strokes.chunk_by(|a, b| a == b).all(|band| is_band(&band)) {
        return Ok(());
    }
    Err(ambiguous(&place_of(rows), &format!("{} rows in a frame of {stroke:?}", rows.len() - strokes)))
}
