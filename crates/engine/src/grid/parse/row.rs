//! A line as a row of nine cells.

use std::ops::Range;

use super::blanks::{Blanks, Gap};
use super::blocks::Item;
use super::text::Line;
use super::tokens::{Token, cells};

/// Nine cells in one line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'t> {
    /// The number of the line.
    pub(super) line: usize,
    pub(super) cells: [char; 9],
    pub(super) layout: Layout,
    /// The number before the cells, if there is one.
    pub(super) number: Option<u32>,
    /// What the line has before the cells and their number, and after them.
    pub(super) before: &'t str,
    pub(super) after: &'t str,
    /// The number of tokens before the cells, and after them.
    pub(super) skipped: (usize, usize),
}

/// How a row is written. The rows of a grid are written alike, which tells them from numbers above or below them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    shape: Shape,
    bars: Bars,
    /// Whether a bar stands before the first cell.
    opened: bool,
    numbered: bool,
}

/// How the cells of a row are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// `53..7....`
    Together,
    /// `53. .7. ...`
    Threes,
    /// `5 3 . . 7 . . . .`
    Apart,
}

/// Where a bar or a dash stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bars {
    Nowhere,
    BetweenBoxes,
    BetweenCells,
}

impl<'t> Row<'t> {
    /// The row in a line, if exactly one of the parts between its words is one.
    fn new(line: &Line<'t>, tokens: &[Token<'t>]) -> Option<Self> {
        let mut rows = Vec::new();
        let mut from = 0_usize;
        for part in tokens.split(Token::is_word) {
            rows.extend(Self::of_part(line, tokens, from..from + part.len()));
            from += part.len() + 1;
        }
        if let [row] = rows[..] { Some(row) } else { None }
    }

    /// The row of nine cells among these tokens of a line, and the number before it.
    fn of_part(line: &Line<'t>, tokens: &[Token<'t>], part: Range<usize>) -> Option<Self> {
        let Range { start, end } = part;
        let (first, last) = (tokens[part.clone()].first()?, tokens[part.clone()].last()?);
        let count: usize = tokens[part].iter().map(Token::cells).sum();
        let word = start.checked_sub(1).map(|word| &tokens[word]);
        let (number, start) = match first.number() {
            _ if count == 9 => (word.filter(|word| word.number().is_some()), start),
            Some(_) if count == 9 + first.cells() => (Some(first), start + 1),
            _ => return None,
        };
        let body = &tokens[start..end];
        let first = number.unwrap_or(first);
        let mut row = ['.'; 9];
        let mut gaps = [Gap::Nothing; 9];
        for (place, (content, gap)) in cells(body).enumerate() {
            (row[place], gaps[place]) = (content, gap);
        }
        Some(Self {
            line: line.number,
            cells: row,
            layout: Layout::of(gaps, number.is_some())?,
            number: number.and_then(Token::number),
            before: &line.text[..first.at],
            after: &line.text[last.end()..],
            skipped: (start, tokens.len() - end),
        })
    }

    /// Whether it consists of this blank alone, so that it may also be a frame.
    pub(super) fn is_only(&self, stroke: char) -> bool {
        self.cells == [stroke; 9] && self.number.is_none()
    }

    /// Whether it has this blank and a digit.
    pub(super) fn has_among_digits(&self, blank: char) -> bool {
        self.cells.contains(&blank) && self.cells.iter().any(char::is_ascii_digit)
    }

    /// Whether its cells are 1 to 9 or 0 to 8, as above the columns of a table.
    pub(super) fn counts_columns(&self) -> bool {
        counts_up(&self.cells)
    }
}

/// Whether these are 1 to 9, or 0 to 8.
pub(super) fn counts_up(cells: &[char]) -> bool {
    let counts_from = |first| cells.iter().zip(first..).all(|(cell, number)| cell.to_digit(10) == Some(number));
    cells.len() == 9 && (counts_from(1) || counts_from(0))
}

impl Layout {
    /// The layout of a row with these gaps before its cells; `None` if they are irregular.
    fn of(gaps: [Gap; 9], numbered: bool) -> Option<Self> {
        let inner = [gaps[1], gaps[2], gaps[4], gaps[5], gaps[7], gaps[8]];
        let outer = [gaps[3], gaps[6]];
        let shape = match (all(&inner, |gap| gap == Gap::Nothing)?, all(&outer, |gap| gap == Gap::Nothing)?) {
            (true, true) => Shape::Together,
            (true, false) => Shape::Threes,
            (false, false) => Shape::Apart,
            (false, true) => return None,
        };
        let bars = match (all(&inner, Gap::is_drawn)?, all(&outer, Gap::is_drawn)?) {
            (false, false) => Bars::Nowhere,
            (false, true) => Bars::BetweenBoxes,
            (true, true) => Bars::BetweenCells,
            (true, false) => return None,
        };
        // A bracket between two cells of a row begins another list, unless each cell has one.
        let is_bracket = |gap| gap == Gap::Bracket;
        if all(&inner, is_bracket)? != all(&outer, is_bracket)? {
            return None;
        }
        let opened = gaps[0] == Gap::Bar;
        Some(Self { shape, bars, opened, numbered })
    }

    /// Whether bars part all cells, as in a Markdown table.
    pub(super) const fn is_table(self) -> bool {
        matches!(self.bars, Bars::BetweenCells)
    }
}

/// Whether the condition holds for all of them; `None` if it holds for some.
fn all(gaps: &[Gap], condition: impl Fn(Gap) -> bool) -> Option<bool> {
    let first = condition(gaps[0]);
    gaps.iter().all(|&gap| condition(gap) == first).then_some(first)
}

/// The line as an item of a text with such blanks.
pub(super) fn item<'t>(line: &Line<'t>, tokens: &[Token<'t>], blanks: Blanks) -> Item<Row<'t>> {
    let is_drawn = is_frame(line.text, blanks.stroke());
    // Other strokes stand at crossings, and colons in the line below the head of a Markdown table.
    let is_other = |character| (is_stroke(character) || character == ':') && Some(character) != blanks.stroke();
    if is_drawn && line.text.contains(is_other) {
        return Item::Frame;
    }
    match Row::new(line, tokens) {
        Some(row) => Item::Row(row),
        None if is_drawn => Item::Frame,
        None if tokens.is_empty() => Item::Blank,
        None => Item::Other,
    }
}

const fn is_stroke(character: char) -> bool {
    matches!(character, '-' | '=' | '+' | '~' | '*' | '_')
}

/// Whether the line consists of strokes and of what stands at their corners and crossings, such as `.---+---.`.
pub(super) fn is_frame(line: &str, blank: Option<char>) -> bool {
    let (mut strokes, mut points) = (0, 0);
    for character in line.chars() {
        match character {
            _ if is_stroke(character) => strokes += 1,
            '.' if blank.is_none() => points += 1,
            '.' | '|' | ' ' | '\t' | ':' | '\'' | '`' | '"' | ',' | '/' | '\\' | '^' | '<' | '>' => {}
            _ => return false,
        }
    }
    // A row of points with a few strokes between them is a row.
    strokes > points
}

/// Whether a line of these tokens looks like a row in which a cell is missing, or one too many, or a pair of rows. It
/// has no words, unless there are as many single cells as no title has.
pub(super) fn is_nearly_a_row(tokens: &[Token]) -> bool {
    let count: usize = tokens.iter().map(Token::cells).sum();
    let groups_of = |size: usize| tokens.iter().filter(|token| token.cells() == size).count();
    if groups_of(1) >= 5 && 2 * groups_of(1) > tokens.len() {
        let numbers = tokens.iter().filter(|token| token.number().is_some()).flat_map(|token| token.text.chars());
        return !counts_up(&numbers.collect::<Vec<_>>());
    }
    let grouped = match tokens.len() {
        1 => true,
        2..=4 => groups_of(3) >= 2,
        length => groups_of(1) + 1 >= length,
    };
    (5..=18).contains(&count) && grouped && !tokens.iter().any(Token::is_word)
}
