//! Splits a line into tokens, given how the grid writes its blanks.
//!
//! ```text
//!   A | 5 3 . | . 7 . | 6..   tokens: a word, six cells one by one, three cells in one token
//!    ^^^ ^ ^ ^^^              gaps:   a bar, a space, a space, a bar, ...
//! ```
//!
//! A token is a word if any of its characters is neither a cell nor a gap; a word is never a part of a grid.

use super::blanks::{Blanks, Gap};
use super::text::Line;
use super::tokenize::tokenize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Each character is a cell.
    Cells,
    /// The token is one cell with this content: `5.`, `None`, or a pair of quotes around nothing.
    One(char),
    /// A number where these digits are no cells. It may be the number of a row.
    Number,
    /// No part of a grid.
    Word,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
    /// Where it begins in its line, in bytes.
    pub(super) at: usize,
    pub(super) kind: Kind,
    /// What stands before it.
    pub(super) gap: Gap,
}

impl<'t> Token<'t> {
    /// The number of its cells.
    pub(super) const fn cells(&self) -> usize {
        match self.kind {
            Kind::Cells => self.text.len(),
            Kind::One(_) => 1,
            Kind::Number | Kind::Word => 0,
        }
    }

    /// The content of each of its cells.
    pub(super) fn contents(&self) -> impl Iterator<Item = char> + use<'t> {
        let (one, many) = match self.kind {
            Kind::Cells => (None, self.text),
            Kind::One(content) => (Some(content), ""),
            Kind::Number | Kind::Word => (None, ""),
        };
        one.into_iter().chain(many.chars())
    }

    /// The number, if it is one of up to four digits, perhaps with a point after it.
    pub(super) fn number(&self) -> Option<u32> {
        let number = self.text.strip_suffix('.').unwrap_or(self.text);
        let is_number = matches!(self.kind, Kind::Cells | Kind::Number) && number.len() <= 4;
        number.parse().ok().filter(|_| is_number)
    }

    pub(super) const fn end(&self) -> usize {
        self.at + self.text.len()
    }

    /// Whether it parts the cells before it from those after it.
    pub(super) const fn is_word(&self) -> bool {
        matches!(self.kind, Kind::Number | Kind::Word)
    }
}

/// The cells of these tokens with the gap before each.
pub(super) fn cells(tokens: &[Token]) -> impl Iterator<Item = (char, Gap)> {
    tokens.iter().flat_map(|token| {
        let gaps = std::iter::once(token.gap).chain(std::iter::repeat(Gap::Nothing));
        token.contents().zip(gaps)
    })
}

/// The tokens of a text, line by line.
pub(super) struct Tokens<'t> {
    all: Vec<Token<'t>>,
    /// Where those of each line end.
    ends: Vec<usize>,
}

impl<'t> Tokens<'t> {
    /// The most tokens of a text. A grid of candidates has some hundred.
    const MOST: usize = 4096;

    /// Splits the lines; `None` if they have too many tokens.
    pub(super) fn new(lines: &[Line<'t>], blanks: Blanks) -> Option<Self> {
        let mut tokens = Self { all: Vec::with_capacity(128), ends: Vec::with_capacity(lines.len()) };
        for line in lines {
            tokenize(line.text, blanks, &mut tokens.all);
            tokens.ends.push(tokens.all.len());
            if tokens.all.len() > Self::MOST {
                return None;
            }
        }
        Some(tokens)
    }

    /// The tokens of each line.
    pub(super) fn lines(&self) -> impl DoubleEndedIterator<Item = &[Token<'t>]> + Clone {
        let from = |line: usize| line.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.ends.iter().enumerate().map(move |(line, &end)| &self.all[from(line)..end])
    }

    /// The tokens of all lines.
    pub(super) fn all(&self) -> &[Token<'t>] {
        &self.all
    }
}
