//! The forms that nearly every program writes. They need none of the readings, which would find the same grid.

use super::super::{Cell, Digit, Grid, read_cell};

/// Reads 81 characters whose blanks are all of one kind.
pub(super) fn line_of_81(text: &str) -> Option<Grid> {
    let bytes: &[u8; 81] = text.as_bytes().try_into().ok()?;
    let mut cells = [None; 81];
    let mut blanks = 0;
    for (cell, &byte) in Cell::ALL.into_iter().zip(bytes) {
        cells[cell.index()] = read_cell(cell, byte as char).ok()?;
        blanks |= kind(byte);
    }
    // Spaces have to be told from those between the numbers of another list.
    (blanks.count_ones() <= 1 && blanks != SPACE).then(|| Grid::new(cells))
}

const SPACE: u8 = 1;

/// A bit for each kind of blank; a mixture might be a line of another meaning.
const fn kind(byte: u8) -> u8 {
    match byte {
        b' ' => SPACE,
        b'-' => 2,
        b'*' => 4,
        b'_' => 8,
        b'.' | b'0' | b'x' | b'X' | b'?' => 16,
        _ => 0,
    }
}

/// Reads nine lines of nine digits and points, or digits and zeros.
pub(super) fn nine_lines(text: &str) -> Option<Grid> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    if !(89..=98).contains(&text.len()) {
        return None;
    }
    let mut cells = [None; 81];
    let (mut points, mut zeros, mut rows) = (false, false, 0);
    for line in text.split('\n') {
        let line: &[u8; 9] = line.strip_suffix('\r').unwrap_or(line).as_bytes().try_into().ok()?;
        for (cell, &byte) in cells.get_mut(9 * rows..9 * rows + 9)?.iter_mut().zip(line) {
            match byte {
                b'1'..=b'9' => *cell = Digit::new(byte - b'0'),
                b'.' => points = true,
                b'0' => zeros = true,
                _ => return None,
            }
        }
        rows += 1;
    }
    (rows == 9 && !(points && zeros)).then(|| Grid::new(cells))
}
