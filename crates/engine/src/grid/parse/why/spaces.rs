//! The error for lines of digits and spaces.

use super::super::row::{counts_up, is_frame};
use super::super::text::Line;
use crate::grid::ParseError;

/// The error for lines of digits and spaces, if they do not have nine digits each.
pub(super) fn error(lines: &[Line], frames: usize) -> Option<ParseError> {
    let spaced: Vec<&Line> = lines.iter().filter(|line| is_spaced(line.text) && !line.text.is_empty()).collect();
    let head = spaced.first().is_some_and(|line| counts_up(&digits(line.text)));
    let spaced = &spaced[usize::from(head)..];
    let all: usize = spaced.iter().map(|line| digits(line.text).len()).sum();
    if all == 0 || all >= 72 || !spaced.iter().any(|line| line.text.contains(' ')) {
        return None;
    }
    match spaced {
        [line] => {
            let is_grid = (70..=90).contains(&line.text.len()) && line.text.contains("  ");
            is_grid.then_some(ParseError::SpacesAsBlanks { row: None })
        }
        [_, _, _, _, _, ..] if spaced.iter().any(|line| digits(line.text).len() != 9) => {
            of_lines(spaced, lines, frames)
        }
        _ => None,
    }
}

/// The error for five or more such lines, which should all have the same width.
fn of_lines(spaced: &[&Line], lines: &[Line], frames: usize) -> Option<ParseError> {
    let mut widths: Vec<usize> = spaced.iter().map(|line| line.text.len()).collect();
    widths.sort_unstable();
    let width = widths.chunk_by(|a, b| a == b).find(|equal| equal.len() >= 5).map(|equal| equal[0]);
    // A line of the same width with a strange character is for the error that names the character.
    let has_width = |line: &Line| Some(line.text.chars().count()) == width;
    if lines.iter().any(|line| has_width(line) && !is_spaced(line.text) && !is_frame(line.text, None)) {
        return None;
    }
    let odd = width.and_then(|width| spaced.iter().position(|line| line.text.len() != width));
    Some(match (spaced.len(), width, odd) {
        (9, _, row) => ParseError::SpacesAsBlanks { row },
        (found, Some(_), None) => ParseError::RowCount { found, frames },
        _ => ParseError::SpacesAsBlanks { row: None },
    })
}

fn is_spaced(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'1'..=b'9' | b' ' | b'|'))
}

fn digits(text: &str) -> Vec<char> {
    text.chars().filter(char::is_ascii_digit).collect()
}
