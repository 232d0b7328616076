//! The rows of a text of fields, of which some are empty.

use super::super::contents::EMPTY;
use super::super::fields::{Delimiter, content, inside};
use super::super::row::{counts_up, is_frame};
use super::super::text::Line;
use super::loose::Loose;

/// The lines of many fields, if some of these are empty: for a text that is no grid.
pub(super) fn rows(lines: &[Line]) -> Option<Vec<Loose>> {
    let delimiters = [('\t', false), (',', false), (';', false), ('&', false), ('|', false), ('|', true)];
    let records = |(character, doubles)| {
        let delimiter = Delimiter { character, doubles };
        let unframed = lines.iter().filter(|line| !is_frame(line.text, None));
        unframed
            .filter_map(|line| record(&delimiter.split(line.text).take(100).collect::<Vec<_>>(), character))
            .collect::<Vec<_>>()
    };
    let tables = delimiters.map(records).into_iter().filter(|table| {
        let has_empty = table.iter().any(|row| row.cells.contains(&EMPTY));
        has_empty && (table.len() >= 5 || table.len() == 1 && table[0].cells.len() > 60)
    });
    let are_nine = |table: &Vec<Loose>| table.iter().filter(|row| row.cells.len() == 9).count();
    let mut table = tables.max_by_key(are_nine)?;
    // The head of a table, unless it is a row.
    let head = &table[0].cells[table[0].cells.len().saturating_sub(9)..];
    if table.len() > 1 && (counts_up(head) || table.len() == 10 && head.iter().all(|&cell| cell == EMPTY)) {
        table.remove(0);
    }
    // Nine cells and a label, or a delimiter at one end.
    if table.iter().filter(|row| row.cells.len() == 10).count() > table.len() / 2 {
        let ends_empty = table.iter().all(|row| row.cells.last() == Some(&EMPTY));
        for row in &mut table {
            let label = row.cells.remove(if ends_empty { row.cells.len() - 1 } else { 0 });
            row.strange = row.strange.filter(|&strange| strange != label);
        }
    }
    Some(table)
}

/// A line of seven or more fields of which at most two are no cells.
fn record(fields: &[&str], delimiter: char) -> Option<Loose> {
    let mut row = Loose { is_alike: true, ..Loose::default() };
    let mut strange = 0;
    for field in inside(fields, delimiter) {
        let is_bold = |character: char| matches!(character, '*' | '_' | '"' | '\'' | ' ');
        let cell = content(field).or_else(|| field.trim_matches(is_bold).chars().next()).unwrap_or(EMPTY);
        if content(field).is_none() {
            strange += 1;
            row.strange = row.strange.or(Some(cell));
        }
        row.cells.push(cell);
    }
    (row.cells.len() >= 7 && strange <= 2).then_some(row)
}
