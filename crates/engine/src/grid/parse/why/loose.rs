//! The cells of a text that no reading could read, counted as the sender may have meant them.

use super::super::blanks::{Blanks, Gap};
use super::super::blocks::Item;
use super::super::lines::frame_places;
use super::super::row::{Layout, Row, counts_up, is_nearly_a_row};
use super::super::text::Line;
use super::super::tokens::{Token, Tokens};

/// The cells of a line, or of a part of it, with characters among them that are no cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Loose {
    pub(super) cells: Vec<char>,
    /// The first character that is no part of a grid.
    pub(super) strange: Option<char>,
    /// Whether there are words besides.
    pub(super) has_words: bool,
    /// Whether the cells are grouped as in the other rows.
    pub(super) is_alike: bool,
}

impl Loose {
    pub(super) fn new(tokens: &[Token], blanks: Blanks) -> Self {
        let mut loose = Self { is_alike: true, ..Self::default() };
        for token in tokens {
            loose.push(token, blanks);
        }
        loose
    }

    /// A word counts as cells if it is a single character, or at most half of it is strange: `5a..7` may be meant as
    /// five cells, and `Version` as none.
    fn push(&mut self, token: &Token, blanks: Blanks) {
        if !token.is_word() {
            return self.cells.extend(token.contents());
        }
        let mut strange = token.text.chars().filter(|&character| blanks.is_alien(character));
        let first = strange.next();
        let (strange, all) = (usize::from(first.is_some()) + strange.count(), token.text.chars().count());
        if all == 1 || 2 * strange <= all || all >= 72 {
            self.cells.extend(token.text.chars());
        } else {
            self.has_words = true;
        }
        self.strange = self.strange.or(first);
    }

    /// Whether it may be meant as a row: a title has fewer cells, or words.
    fn may_be_a_row(&self) -> bool {
        self.cells.len() == 9 || (5..=18).contains(&self.cells.len()) && !self.has_words
    }
}

/// The rows of a text in which at least five lines are rows that are written alike, with the lines among them and
/// beside them that may be rows with an error.
pub(super) fn rows_among(items: &[Item<Row>], tokens: &Tokens, blanks: Blanks) -> Option<Vec<Loose>> {
    let layout = common_layout(items)?;
    let is_like = |item: &Item<Row>| item.row().is_some_and(|row| row.layout == layout);
    let (first, last) = (items.iter().position(is_like)?, items.iter().rposition(is_like)?);
    let skipped = || items.iter().filter(|item| is_like(item)).filter_map(Item::row).map(|row| row.skipped);
    let usually_skipped = (usual(skipped().map(|skipped| skipped.0)), usual(skipped().map(|skipped| skipped.1)));
    let lines: Vec<&[Token]> = tokens.lines().collect();
    let body = |line: usize| {
        let (before, after) =
            items[line].row().filter(|_| is_like(&items[line])).map_or(usually_skipped, |row| row.skipped);
        lines[line].get(before..lines[line].len().saturating_sub(after)).unwrap_or_default()
    };
    let is_filled = |line: &usize| matches!(items[*line], Item::Row(_) | Item::Other);
    let may_be_a_row = |line: &usize| {
        let counts_columns = counts_up(&Loose::new(lines[*line], blanks).cells);
        !counts_columns && (items[*line].row().is_some() || may_belong_to_rows(body(*line), blanks))
    };
    let above = (0..first).rev().filter(is_filled).take_while(may_be_a_row).last().unwrap_or(first);
    let below = (last + 1..items.len()).filter(is_filled).take_while(may_be_a_row);
    let among = (above..=last).filter(is_filled).chain(below);
    let loose = |line: usize| Loose { is_alike: is_like(&items[line]), ..Loose::new(body(line), blanks) };
    Some(without_frames(among.map(loose).collect(), blanks.stroke()))
}

/// The layout of most rows, if it is that of five or more.
fn common_layout(items: &[Item<Row>]) -> Option<Layout> {
    let mut layouts: Vec<(Layout, usize)> = Vec::new();
    for row in items.iter().filter_map(Item::row) {
        match layouts.iter_mut().find(|(layout, _)| *layout == row.layout) {
            Some((_, rows)) => *rows += 1,
            None => layouts.push((row.layout, 1)),
        }
    }
    layouts.into_iter().filter(|&(_, rows)| rows >= 5).max_by_key(|&(_, rows)| rows).map(|(layout, _)| layout)
}

/// Whether a line beside rows may be another, rather than a title.
fn may_belong_to_rows(tokens: &[Token], blanks: Blanks) -> bool {
    let loose = Loose::new(tokens, blanks);
    loose.cells.len() == 9 && !loose.has_words || is_nearly_a_row(tokens)
}

/// The most common of these small numbers.
fn usual(numbers: impl Iterator<Item = usize>) -> usize {
    let mut counts = [0; 8];
    numbers.for_each(|number| counts[number.min(7)] += 1);
    (0..counts.len()).max_by_key(|&number| (counts[number], std::cmp::Reverse(number))).unwrap_or_default()
}

/// The rows without those that are frames of the same character as the blanks.
fn without_frames(mut rows: Vec<Loose>, stroke: Option<char>) -> Vec<Loose> {
    let frames = frame_places(rows.len());
    let is_frame = |&place: &usize| rows[place].cells.iter().all(|&cell| Some(cell) == stroke);
    if frames.iter().all(is_frame) {
        for &place in frames.iter().rev() {
            rows.remove(place);
        }
    }
    rows
}

/// The lines that may have nine cells each, whatever else is in the text.
pub(super) fn rows(lines: &[&[Token]], blanks: Blanks) -> Vec<Loose> {
    lines.iter().map(|tokens| Loose::new(tokens, blanks)).filter(Loose::may_be_a_row).collect()
}

/// The rows of a list, or of a line in which what stands between rows is stronger than what stands between cells.
pub(super) fn parts(lines: &[Line], tokens: &Tokens, blanks: Blanks) -> Option<Vec<Loose>> {
    let filled = tokens.lines().filter(|tokens| !tokens.is_empty()).count();
    let gaps: &[Gap] = match filled {
        1 => &[Gap::Bracket, Gap::Semicolon, Gap::Comma, Gap::Space],
        _ => &[Gap::Bracket],
    };
    gaps.iter().find_map(|&gap| {
        let parts = split_at(lines, tokens, blanks, gap);
        let loose = parts.iter().map(|part| Loose::new(after_assignment(part), blanks));
        let rows: Vec<Loose> = loose.filter(Loose::may_be_a_row).collect();
        let are_nine = rows.iter().filter(|row| row.cells.len() == 9).count();
        (are_nine >= 5 && rows.len() <= 12).then_some(rows)
    })
}

fn after_assignment<'p, 't>(part: &'p [Token<'t>]) -> &'p [Token<'t>] {
    &part[part.iter().rposition(|token| token.text == "=").map_or(0, |equals| equals + 1)..]
}

/// The tokens of all lines, split where this gap stands before one.
fn split_at<'t>(lines: &[Line], tokens: &Tokens<'t>, blanks: Blanks, gap: Gap) -> Vec<Vec<Token<'t>>> {
    let mut parts: Vec<Vec<Token>> = Vec::new();
    let mut before = Gap::Nothing;
    for (line, tokens) in lines.iter().zip(tokens.lines()) {
        for token in tokens {
            match parts.last_mut() {
                Some(part) if before.max(token.gap) != gap => part.push(*token),
                _ => parts.push(vec![*token]),
            }
            before = Gap::Nothing;
        }
        let rest = tokens.last().map_or(0, Token::end);
        before = before.max(blanks.gap(&line.text[rest..]));
    }
    parts
}
