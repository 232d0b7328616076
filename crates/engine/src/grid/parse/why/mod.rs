//! The most helpful error for a text in which no reading finds a grid.

mod loose;
mod spaces;
mod table;

use super::blanks::Blanks;
use super::blocks::Item;
use super::contents::{EMPTY, NULL};
use super::fast;
use super::lines::items;
use super::text::Line;
use super::tokens::{Kind, Token, Tokens};
use crate::grid::{BadCharacter, Cell, ParseError, read_cell};
use loose::Loose;

pub(super) fn why(lines: &[Line]) -> ParseError {
    if lines.iter().all(|line| line.text.trim().is_empty()) {
        return ParseError::Empty;
    }
    let Some((blanks, tokens)) = likely_tokens(lines) else { return ParseError::TooLong };
    let items = items(lines, &tokens, blanks);
    let is_frame = |item: &&Item<_>| matches!(item, Item::Frame);
    let frames = items.iter().filter(is_frame).count();
    let unframed = items.iter().zip(tokens.lines()).filter(|(item, _)| !is_frame(item));
    let unframed: Vec<&[Token]> = unframed.map(|(_, tokens)| tokens).collect();
    candidates(&unframed)
        .or_else(|| several(&unframed, blanks))
        .or_else(|| of_rows(&loose::rows_among(&items, &tokens, blanks)?, frames))
        .or_else(|| of_rows(&table::rows(lines)?, frames))
        .or_else(|| spaces::error(lines, frames))
        .or_else(|| of_rows(&loose::parts(lines, &tokens, blanks)?, 0))
        .or_else(|| of_rows(&loose::rows(&unframed, blanks), frames))
        .or_else(|| lines.iter().find(|line| line.is_link()).map(|line| ParseError::Link { key: key(line.text) }))
        .unwrap_or_else(|| count(lines, &unframed, blanks))
}

/// The blanks with which the most lines are rows; of equal ones those with which the number of cells is closest to 81.
fn likely_tokens<'t>(lines: &[Line<'t>]) -> Option<(Blanks, Tokens<'t>)> {
    let may_occur = |blanks: &Blanks| lines.iter().any(|line| blanks.may_occur_in(line.text));
    let all =
        Blanks::ALL.into_iter().filter(may_occur).filter_map(|blanks| Some((blanks, Tokens::new(lines, blanks)?)));
    all.rev().max_by_key(|(blanks, tokens)| {
        let rows = items(lines, tokens, *blanks).iter().filter(|item| item.row().is_some()).count();
        let cells = Loose::new(tokens.all(), *blanks).cells.len();
        (rows, std::cmp::Reverse(cells.abs_diff(81)))
    })
}

/// Whether most of about 81 tokens are groups of digits, and many have more than one.
fn candidates(lines: &[&[Token]]) -> Option<ParseError> {
    let is_group = |token: &&Token| {
        let is_counted = token.text.bytes().all(|byte| matches!(byte, b'1'..=b'9')) && token.text.is_ascii();
        token.kind == Kind::Cells && is_counted && token.text.as_bytes().is_sorted_by(|a, b| a < b)
    };
    let groups = lines.iter().copied().flatten().filter(is_group);
    let several = groups.clone().filter(|token| token.cells() > 1).count();
    let cells: usize = lines.iter().copied().flatten().map(Token::cells).sum();
    (cells == 729 || (70..=90).contains(&groups.count()) && several >= 5).then_some(ParseError::CandidateGrid)
}

/// Whether all lines that may be grids are whole puzzles, or several times nine lines are rows.
fn several(lines: &[&[Token]], blanks: Blanks) -> Option<ParseError> {
    let loose = lines.iter().map(|tokens| Loose::new(tokens, blanks)).filter(|loose| loose.strange.is_none());
    let counts: Vec<usize> = loose.map(|loose| loose.cells.len()).filter(|&count| count >= 9).collect();
    let all: usize = counts.iter().sum();
    let are_whole = counts.iter().all(|count| count.is_multiple_of(81)) || counts.iter().all(|&count| count == 9);
    (are_whole && all > 81 && all.is_multiple_of(81)).then_some(ParseError::SeveralPuzzles { found: all / 81 })
}

/// The error for rows, of which there are not nine, or some are wrong. Lines of fewer than five cells stand between
/// rows, and are none.
fn of_rows(lines: &[Loose], frames: usize) -> Option<ParseError> {
    let is_row = |line: &&Loose| line.cells.len() >= 5;
    let rows: Vec<&Loose> = lines.iter().filter(is_row).collect();
    let parted = lines.iter().position(|line| !is_row(&line)).filter(|_| rows.len() == 9);
    if let Some(line) = parted {
        return Some(ParseError::RowsParted { row: line.clamp(1, 8) - 1 });
    }
    let uneven = rows.iter().position(|row| row.cells.len() != 9);
    let length = |row: usize| ParseError::RowLength { row, found: rows[row].cells.len(), strange: rows[row].strange };
    match (&rows[..], uneven) {
        ([row], _) if row.cells.len() == 81 => bad_characters(row.cells.iter()),
        ([row], _) if row.cells.len() > 60 => {
            Some(ParseError::CellCount { found: row.cells.len(), strange: row.strange })
        }
        ([] | [_], _) => None,
        ([_, _, _, _, _, _, _, _, _], Some(row)) => Some(length(row)),
        ([_, _, _, _, _, _, _, _, _], None) => bad_characters(rows.iter().flat_map(|row| &row.cells))
            .or_else(|| rows.iter().position(|row| !row.is_alike).map(|row| ParseError::RowLayout { row })),
        (_, Some(row)) if rows[row].strange.is_some() => Some(length(row)),
        _ => Some(ParseError::RowCount { found: rows.len(), frames }),
    }
}

/// All that are neither a digit nor a blank among 81 cells.
fn bad_characters<'c>(cells: impl Iterator<Item = &'c char>) -> Option<ParseError> {
    let plain = cells.map(|&character| if character == NULL { EMPTY } else { character });
    let bad = Cell::ALL.into_iter().zip(plain).filter_map(|(cell, character)| read_cell(cell, character).err());
    let bad: Vec<BadCharacter> = bad.collect();
    (!bad.is_empty()).then_some(ParseError::BadCharacters(bad))
}

/// The key of a link whose value is 81 cells.
fn key(link: &str) -> Option<String> {
    let (_, query) = link.split_once(['?', '#'])?;
    let mut pairs = query.split(['&', '#', ' ']).filter_map(|pair| pair.split_once('='));
    pairs.find(|(_, value)| fast::line_of_81(value).is_some()).map(|(key, _)| key.to_owned())
}

/// The error for anything else: the number of cells, or those of 81 that are wrong. What stands beside a long run of
/// cells does not count.
fn count(lines: &[Line], tokens: &[&[Token]], blanks: Blanks) -> ParseError {
    let runs = tokens.iter().copied().flatten().map(|token| Loose::new(std::slice::from_ref(token), blanks));
    let longest = runs.max_by_key(|run| run.cells.len()).filter(|run| run.cells.len() > 40);
    let all = longest.unwrap_or_else(|| Loose::new(&tokens.concat(), blanks));
    match all.cells.len() {
        9 if all.strange.is_none() => ParseError::RowCount { found: 1, frames: 0 },
        81 => bad_characters(all.cells.iter()).unwrap_or_else(|| mixed(lines, &all.cells)),
        found => ParseError::CellCount { found, strange: all.strange },
    }
}

/// The error for 81 cells that no reading takes: strokes among other blanks, or cells that are parted irregularly.
fn mixed(lines: &[Line], cells: &[char]) -> ParseError {
    let blanks = || Cell::ALL.into_iter().zip(cells).filter(|(_, cell)| !cell.is_ascii_digit() || **cell == '0');
    let is_stroke = |cell: &char| matches!(cell, '-' | '*' | '_');
    let Some((first, blank)) = blanks().next() else { return ParseError::CellCount { found: 81, strange: None } };
    let other = blanks().find(|(_, cell)| is_stroke(cell) != is_stroke(blank) || is_stroke(cell) && *cell != blank);
    // As many strokes as a frame has are one.
    let has_frame = cells.chunk_by(|a, b| a == b).any(|run| is_stroke(&run[0]) && run.len() >= 9);
    match other {
        Some(_) if has_frame => {
            let tokens = Tokens::new(lines, Blanks::Marks);
            let found = tokens.map_or(0, |tokens| tokens.all().iter().map(Token::cells).sum());
            ParseError::CellCount { found, strange: None }
        }
        Some((second, _)) => ParseError::MixedBlanks { first, second },
        None => ParseError::CellCount { found: 81, strange: None },
    }
}
