//! Grids of nine lines in a batch of text.
//!
//! ```text
//!   Grid 01            a title, repeated like a comment
//!   53. .7. ...        rows, gathered until there are nine
//!   ---+---+---        a frame, passed over
//! ```

/// The rows of a grid that is not complete.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// The rows, each with a line feed.
    text: Vec<u8>,
    count: usize,
}

/// What a line is, after the rows before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A row, which was added; the grid is complete if it is the ninth.
    Row,
    /// A part of the frame of the grid.
    Frame,
    /// A title or a frame outside of a grid.
    Title,
    /// Anything else. The rows before it are no grid.
    Other,
}

/// The most bytes of a row, so that nine of them are short.
const ROW_BYTES: usize = 64;

impl Rows {
    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) const fn is_complete(&self) -> bool {
        self.count == 9
    }

    /// Takes the rows as the text of a grid.
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(self).text
    }

    /// Classifies a line, and adds it if it is a row.
    pub(super) fn add(&mut self, line: &[u8]) -> Line {
        if line.len() > ROW_BYTES {
            return Line::Other;
        }
        // Inside a grid a row may have lost a cell. The reader of the grid names it.
        let lengths = if self.is_empty() { 9..=9 } else { 5..=13 };
        match cells(line) {
            Some(cells) if lengths.contains(&cells) => {
                self.text.extend_from_slice(line);
                self.text.push(b'\n');
                self.count += 1;
                Line::Row
            }
            _ if is_frame(line) => {
                if self.is_empty() {
                    Line::Title
                } else {
                    Line::Frame
                }
            }
            _ if line.trim_ascii().is_empty() && !self.is_empty() && self.count.is_multiple_of(3) => Line::Frame,
            _ if self.is_empty() && is_title(line) => Line::Title,
            _ => Line::Other,
        }
    }
}

/// The number of cells of a line that holds nothing but cells and what stands between them.
fn cells(line: &[u8]) -> Option<usize> {
    let mut cells = 0;
    for byte in line {
        match byte {
            b'0'..=b'9' | b'.' | b'_' | b'*' | b'x' | b'X' | b'?' => cells += 1,
            b' ' | b'\t' | b'|' | b',' | b';' => {}
            _ => return None,
        }
    }
    Some(cells)
}

fn is_frame(line: &[u8]) -> bool {
    let is_part = |byte: &u8| matches!(byte, b'-' | b'=' | b'+' | b'|' | b' ');
    line.len() >= 3 && line.iter().all(is_part) && line.iter().any(|byte| matches!(byte, b'-' | b'='))
}

/// Whether a line is a word and a number: `Grid 01`, `Puzzle #3:`.
fn is_title(line: &[u8]) -> bool {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let (Some(word), Some(number), None) = (words.next(), words.next(), words.next()) else { return false };
    let number = number.strip_prefix(b"#").unwrap_or(number);
    let number = number.strip_suffix(b":").unwrap_or(number);
    word.len() >= 3
        && word.iter().all(u8::is_ascii_alphabetic)
        && (1..=6).contains(&number.len())
        && number.iter().all(u8::is_ascii_digit)
}
