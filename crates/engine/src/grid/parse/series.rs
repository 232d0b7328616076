//! Reads 81 cells that do not stand in nine lines: in one run, in one line, in a list, or one in each line.
//!
//! What stands between the cells must repeat as it does in a grid, whatever it is. This is what finds a list in which
//! one row has eight cells and another ten, and lines that were joined after a cell was lost:
//!
//! ```text
//!   4.3|1.2|..5..5|.68|...29.|.73|.1.-----------.68|72.|..37..|..9|5...
//!      3   6   9  12  15        (27)                a bar after every third cell but the last of a row, a frame
//!                                                   after every 27th, and nothing else anywhere
//! ```

use super::super::{Grid, ParseError};
use super::blanks::{Blanks, Gap};
use super::contents::grid_of;
use super::findings::{Findings, Form, Place};
use super::row::counts_up;
use super::text::Line;
use super::tokens::{Kind, Token, Tokens, cells};

/// Series of 81 cells, of which a text must have only one.
#[derive(Default)]
struct Series {
    first: Option<(Result<Grid, ParseError>, Place)>,
    found: usize,
}

impl Series {
    fn add(&mut self, tokens: &[Token], place: Place) {
        self.first.get_or_insert_with(|| (grid_of(cells(tokens).map(|(content, _)| content)), place));
        self.found += 1;
    }
}

pub(super) fn read(lines: &[Line], tokens: &Tokens, blanks: Blanks, findings: &mut Findings) {
    let all: usize = tokens.all().iter().map(Token::cells).sum();
    let mut in_lines = Series::default();
    in_lines.found += tokens.all().iter().filter(|token| is_broken_run(token, blanks)).count();
    for (line, tokens) in lines.iter().zip(tokens.lines()).filter(|(line, _)| !line.is_link()) {
        read_line(line, tokens, all, &mut in_lines);
    }
    for series in [in_lines, column(lines, tokens), lists(lines, tokens, blanks)] {
        match series.first {
            Some(_) if series.found > 1 => findings.refuse(ParseError::SeveralPuzzles { found: series.found }),
            Some((grid, place)) => findings.add_or_refuse(grid, place),
            None => {}
        }
    }
}

/// Whether a token may be another grid in which cells are lost or wrong: beside it, the only whole run may be its
/// solution.
fn is_broken_run(token: &Token, blanks: Blanks) -> bool {
    let cells = token.text.chars().filter(|&character| !blanks.is_alien(character)).count();
    let is_grid =
        token.text.contains(|character: char| character.is_ascii_digit()) && 10 * cells >= 9 * token.text.len();
    is_grid && (41..=161).contains(&cells) && token.cells() != 81
}

/// The runs of a line, whatever stands beside them; without any, what stands between two of its words.
fn read_line(line: &Line, tokens: &[Token], all: usize, series: &mut Series) {
    // A long line of points or dashes is a grid only where it stands alone.
    let is_run = |token: &&Token| {
        let is_rule = !token.text.contains(|character: char| character.is_ascii_alphanumeric() || character == '?');
        token.kind == Kind::Cells && token.cells() == 81 && (!is_rule || all == 81)
    };
    let before = series.found;
    let place = |form| Place { form, lines: (line.number, line.number) };
    for run in tokens.iter().filter(is_run) {
        series.add(std::slice::from_ref(run), place(Form::Run));
    }
    if series.found == before {
        let parts = tokens.split(Token::is_word).filter(|part| is_grid(part.iter().copied()));
        parts.for_each(|part| series.add(part, place(Form::Line)));
    }
}

/// 81 lines of one cell each.
fn column(lines: &[Line], tokens: &Tokens) -> Series {
    let mut series = Series::default();
    let are_single =
        tokens.lines().all(|tokens| tokens.len() < 2) && tokens.all().iter().all(|token| token.cells() == 1);
    if tokens.all().len() == 81 && are_single {
        let last = lines.last().map_or(0, |line| line.number);
        series.add(tokens.all(), Place { form: Form::Lines, lines: (1, last) });
    }
    series
}

/// The innermost brackets around 81 cells.
fn lists(lines: &[Line], tokens: &Tokens, blanks: Blanks) -> Series {
    let mut lists =
        Lists { tokens: Vec::new(), cells: 0, gap: Gap::Nothing, open: Vec::new(), series: Series::default() };
    for (line, tokens) in lines.iter().zip(tokens.lines()) {
        // The end of a line is a space within a list.
        lists.gap = lists.gap.max(Gap::Space);
        let mut read_to = 0;
        for token in tokens {
            lists.gap(&line.text[read_to..token.at], blanks, line.number);
            lists.push(*token);
            read_to = token.end();
        }
        lists.gap(&line.text[read_to..], blanks, line.number);
    }
    lists.series
}

/// What was read of a text in search of lists.
struct Lists<'t> {
    /// The tokens since the first bracket that is open.
    tokens: Vec<Token<'t>>,
    cells: usize,
    /// What stands since the last token.
    gap: Gap,
    open: Vec<Open>,
    series: Series,
}

/// A bracket that is open.
#[derive(Clone, Copy)]
struct Open {
    /// The number of tokens and of cells before it.
    tokens: usize,
    cells: usize,
    line: usize,
}

impl<'t> Lists<'t> {
    fn push(&mut self, token: Token<'t>) {
        self.cells += token.cells();
        let gap = std::mem::replace(&mut self.gap, Gap::Nothing);
        if !self.open.is_empty() {
            self.tokens.push(Token { gap: gap.max(token.gap), ..token });
        }
    }

    fn gap(&mut self, gap: &str, blanks: Blanks, line: usize) {
        self.gap = self.gap.max(blanks.gap(gap));
        for character in gap.chars() {
            match character {
                '(' | '[' | '{' => self.open.push(Open { tokens: self.tokens.len(), cells: self.cells, line }),
                ')' | ']' | '}' => self.close(line),
                _ => {}
            }
        }
    }

    fn close(&mut self, line: usize) {
        let Some(open) = self.open.pop() else { return };
        let cells = self.cells - open.cells;
        let list = &self.tokens[open.tokens..];
        if cells == 81 && is_grid(list.iter().copied()) {
            self.series.add(list, Place { form: Form::List, lines: (open.line, line) });
        }
        if cells >= 81 {
            // What stands around it is no list of cells.
            self.open.clear();
            self.tokens.clear();
        }
    }
}

/// Whether there are 81 cells, and what stands between them depends only on whether a cell is the first of its row,
/// its box or its band. In a Markdown table a frame stands below the first row alone, unless that is its head.
fn is_grid<'t>(tokens: impl Iterator<Item = Token<'t>> + Clone) -> bool {
    if tokens.clone().map(|token| token.cells()).sum::<usize>() != 81 {
        return false;
    }
    let mut expected = [None; 4];
    let mut first_row = Vec::with_capacity(9);
    for (place, (content, gap)) in after_words(tokens).enumerate() {
        if place < 9 {
            first_row.push(content);
        }
        let is_table = place == 9 && gap == Gap::Frame && expected[0] == Some(Gap::Bar) && !counts_up(&first_row);
        if place > 0 && !is_table && *expected[kind(place)].get_or_insert(gap) != gap {
            return false;
        }
    }
    // Cells apart and boxes together is how no row is written.
    expected[0] == Some(Gap::Nothing) || expected[1] != Some(Gap::Nothing)
}

/// The cells of these tokens with the gap before each, in which words may stand.
fn after_words<'t>(tokens: impl Iterator<Item = Token<'t>>) -> impl Iterator<Item = (char, Gap)> {
    let mut is_after_word = false;
    tokens.flat_map(move |token| {
        let gap = if is_after_word { Gap::Word } else { token.gap };
        is_after_word = token.is_word();
        std::iter::once(gap)
            .chain(std::iter::repeat(Gap::Nothing))
            .zip(token.contents())
            .map(|(gap, content)| (content, gap))
    })
}

/// What begins at the cell of this index: a band, a row, a box, or nothing.
const fn kind(index: usize) -> usize {
    match index {
        _ if index.is_multiple_of(27) => 3,
        _ if index.is_multiple_of(9) => 2,
        _ if index.is_multiple_of(3) => 1,
        _ => 0,
    }
}
