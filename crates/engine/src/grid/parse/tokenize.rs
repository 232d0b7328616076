//! Finds the tokens of a line.

use super::blanks::{Blanks, Class, Gap};
use super::contents::{EMPTY, NULL, is_null};
use super::tokens::{Kind, Token};

/// Adds the tokens of a line.
pub(super) fn tokenize<'t>(line: &'t str, blanks: Blanks, tokens: &mut Vec<Token<'t>>) {
    let mut tokenizer = Tokenizer { line, blanks, tokens, start: None, gap: Gap::Nothing, quote: None };
    let mut is_word = false;
    let mut strokes = 0..0;
    let mut are_frame = false;
    for (at, character) in line.char_indices() {
        if blanks == Blanks::Dashes && matches!(character, '-' | '+') && at >= strokes.end {
            strokes = at..at + line[at..].bytes().take_while(|byte| b"-+".contains(byte)).count();
            are_frame = is_frame_of_dashes(&line[strokes.clone()]);
        }
        let is_frame = are_frame && strokes.contains(&at) || character == '.' && is_corner(line, at);
        match if is_frame { Class::Gap(Gap::Frame) } else { blanks.class(character) } {
            Class::Gap(gap) => {
                tokenizer.end_token(at, is_word);
                is_word = false;
                tokenizer.gap = tokenizer.gap.max(gap);
                match character {
                    '=' => tokenizer.equals(at),
                    '"' | '\'' => tokenizer.quote(at, character),
                    _ => {}
                }
            }
            class => {
                tokenizer.start.get_or_insert(at);
                is_word |= matches!(class, Class::Alien);
            }
        }
    }
    tokenizer.end_token(line.len(), is_word);
}

/// Whether dashes are a frame though they are the grid's blanks, too: there are crossings, and at least three dashes
/// between them. Where lines were joined, a frame stands beside cells.
fn is_frame_of_dashes(strokes: &str) -> bool {
    strokes.contains('+') && strokes.trim_matches('+').split('+').all(|dashes| dashes.len() >= 3)
}

/// Whether the point here is a corner of a frame, such as `.---.---.` has: dashes on one side, and dashes, a bar or
/// nothing on the other.
fn is_corner(line: &str, at: usize) -> bool {
    let (before, after) = (&line[..at], &line[at + 1..]);
    let (dashes_before, dashes_after) = (before.ends_with("---"), after.starts_with("---"));
    let is_end_before = dashes_before || before.is_empty() || before.ends_with('|');
    let is_end_after = dashes_after || after.is_empty() || after.starts_with('|');
    (dashes_before || dashes_after) && is_end_before && is_end_after
}

struct Tokenizer<'t, 'v> {
    line: &'t str,
    blanks: Blanks,
    tokens: &'v mut Vec<Token<'t>>,
    /// Where the token began that is being read.
    start: Option<usize>,
    /// The gap since the last token.
    gap: Gap,
    /// A quote that was opened, and where.
    quote: Option<(char, usize)>,
}

impl<'t> Tokenizer<'t, '_> {
    fn end_token(&mut self, end: usize, has_aliens: bool) {
        let Some(at) = self.start.take() else { return };
        let text = &self.line[at..end];
        let kind = match has_aliens {
            true if is_null(text) => Kind::One(NULL),
            true if text.bytes().all(|byte| byte.is_ascii_digit()) => Kind::Number,
            true => Kind::Word,
            false if self.blanks == Blanks::Floats => float(text),
            false => Kind::Cells,
        };
        self.push(at, text, kind);
    }

    fn push(&mut self, at: usize, text: &'t str, kind: Kind) {
        self.tokens.push(Token { text, at, kind, gap: std::mem::replace(&mut self.gap, Gap::Nothing) });
    }

    /// A single `=` assigns what follows to what stands before it; more of them, or one beside `+`, are a frame.
    fn equals(&mut self, at: usize) {
        let is_frame = |character| matches!(character, '=' | '+');
        if !self.line[..at].ends_with(is_frame) && !self.line[at + 1..].starts_with(is_frame) {
            self.push(at, &self.line[at..=at], Kind::Word);
        }
    }

    /// Two quotes around nothing, or around a space, are an empty cell. Three in a row are the mark of a long string.
    fn quote(&mut self, at: usize, character: char) {
        match self.quote {
            Some((open, from)) if open == character => {
                let is_long = self.line[at + 1..].starts_with(open) || self.line[..from].ends_with(open);
                if matches!(&self.line[from + 1..at], "" | " ") && !is_long {
                    self.push(at, "", Kind::One(EMPTY));
                    self.gap = Gap::Comma;
                }
                self.quote = None;
            }
            Some(_) => {}
            None => self.quote = Some((character, at)),
        }
    }
}

/// What a token is where numbers have a point, such as `5.` or `5.0`.
fn float(text: &str) -> Kind {
    let (number, fraction) = text.split_once('.').unwrap_or((text, ""));
    match number.as_bytes() {
        [digit] if text.len() > 1 && digit.is_ascii_digit() && fraction.bytes().all(|byte| byte == b'0') => {
            Kind::One(char::from(*digit))
        }
        digits if fraction.is_empty() && !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => Kind::Number,
        _ => Kind::Word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(line: &str, blanks: Blanks) -> Vec<Token<'_>> {
        let mut tokens = Vec::new();
        tokenize(line, blanks, &mut tokens);
        tokens
    }

    fn split(line: &str, blanks: Blanks) -> Vec<(&str, Kind, Gap)> {
        tokens(line, blanks).into_iter().map(|token| (token.text, token.kind, token.gap)).collect()
    }

    #[test]
    fn gaps_and_words_part_the_cells() {
        assert_eq!(
            split("A | 5 3. |None", Blanks::Marks),
            [
                ("A", Kind::Word, Gap::Nothing),
                ("5", Kind::Cells, Gap::Bar),
                ("3.", Kind::Cells, Gap::Space),
                ("None", Kind::One(NULL), Gap::Bar),
            ]
        );
        assert_eq!(
            split("3. 0.0", Blanks::Floats).iter().map(|token| token.1).collect::<Vec<_>>(),
            [Kind::One('3'), Kind::One('0')]
        );
    }

    #[test]
    fn a_stroke_is_a_blank_or_a_frame() {
        assert_eq!(split("5-3", Blanks::Marks), [("5", Kind::Cells, Gap::Nothing), ("3", Kind::Cells, Gap::Frame)]);
        assert_eq!(split("5-3", Blanks::Dashes), [("5-3", Kind::Cells, Gap::Nothing)]);
        assert_eq!(split("5.3", Blanks::Dashes), [("5.3", Kind::Word, Gap::Nothing)]);
    }

    #[test]
    fn quotes_around_nothing_are_a_cell() {
        let kinds = |line| tokens(line, Blanks::Marks).iter().map(|token| token.kind).collect::<Vec<_>>();
        assert_eq!(kinds("['5', '', ' ']"), [Kind::Cells, Kind::One(EMPTY), Kind::One(EMPTY)]);
        assert_eq!(kinds("['5' '' '3']"), [Kind::Cells, Kind::One(EMPTY), Kind::Cells]);
        assert_eq!(kinds(r#""5.3" "6..""#), [Kind::Cells; 2], "strings side by side");
        assert_eq!(kinds(r#"""""5.3""""#), [Kind::Cells], "long strings");
    }
}
