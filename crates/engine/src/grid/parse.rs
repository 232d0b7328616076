//! Reads a grid as people write it.
//!
//! A cell is `1` to `9`, or a blank: `.` `0` `_` `*` `x` `X` `?`. A space or a `-` is a blank in some texts and a
//! separator or a part of a frame in others. So a text is read in several ways, and the first that gives 81 cells wins:
//!
//! ```text
//!   Exact    53  7    ...   one line of 81 or nine of 9; every character is a cell
//!   Framed   5 3 . | . 7    frame lines are skipped; spaces and | separate, - is a blank
//!            ------+----
//!   Dashes   5 3 - | - 7    as Framed, but a line of nine dashes is a row of blanks
//!            - - - | - -
//!   Spaces   |53 | 7 |      frame lines are skipped; | separates, a space is a blank
//!   Joined   .79---+---8..  as Framed, but without line breaks, as `curl -d @file` sends a file
//! ```
//!
//! Lines that begin with `#` or `[` are the comments and section names of `.sdk` files; they are skipped.

use super::{BadCharacter, Cell, Digit, Grid, ParseError};

/// Reads the content of a cell from a character; `None` is a blank.
///
/// ```
/// use sudoku_engine::grid::{Cell, read_cell};
/// assert_eq!(read_cell(Cell::at(0, 0), '7').unwrap().unwrap().get(), 7);
/// assert_eq!(read_cell(Cell::at(0, 0), '.'), Ok(None));
/// assert!(read_cell(Cell::at(0, 0), 'a').is_err());
/// ```
///
/// # Errors
/// When the character is neither a digit nor a blank. The cell is only there to be named by the error.
pub const fn read_cell(cell: Cell, character: char) -> Result<Option<Digit>, BadCharacter> {
    match character {
        '1'..='9' => Ok(Digit::new(character as u8 - b'0')),
        '.' | '0' | '_' | '*' | 'x' | 'X' | '?' | ' ' | '-' => Ok(None),
        _ => Err(BadCharacter { cell, character }),
    }
}

/// The ways to read a text, in the order in which they are tried.
#[derive(Clone, Copy)]
enum Reading {
    Exact,
    Framed,
    Dashes,
    Spaces,
    Joined,
}

impl Reading {
    const ALL: [Self; 5] = [Self::Exact, Self::Framed, Self::Dashes, Self::Spaces, Self::Joined];

    /// The cells of each line.
    fn rows(self, lines: &[&str]) -> Vec<Vec<char>> {
        let kept = lines.iter().filter(|line| !self.skips(line));
        kept.map(|line| self.cells(line)).collect()
    }

    fn cells(self, line: &str) -> Vec<char> {
        let mut characters: Vec<char> = line.chars().collect();
        if matches!(self, Self::Joined) {
            // A run of frame characters is a frame if it has crossings; otherwise its dashes are blanks.
            let runs = characters.chunk_by(|a, b| "-+=".contains(*a) == "-+=".contains(*b));
            characters = runs.filter(|run| !run.contains(&'+')).flatten().copied().collect();
        }
        characters.retain(|&character| self.is_cell(character));
        characters
    }

    fn skips(self, line: &str) -> bool {
        match self {
            Self::Exact | Self::Joined => line.is_empty(),
            Self::Framed => line.trim().is_empty() || is_frame(line),
            Self::Dashes => line.trim().is_empty() || is_frame(line) && !is_row_of_dashes(line),
            Self::Spaces => line.is_empty() || is_frame(line),
        }
    }

    const fn is_cell(self, character: char) -> bool {
        match self {
            Self::Exact => true,
            Self::Framed | Self::Dashes | Self::Joined => !matches!(character, '|' | '+' | '=' | ' ' | '\t'),
            Self::Spaces => character != '|',
        }
    }

    /// Whether there are 81 cells, in lines as this reading expects them.
    fn fits(self, rows: &[Vec<char>]) -> bool {
        let exact = rows.len() == 1 || rows.len() == 9 && rows.iter().all(|row| row.len() == 9);
        cell_count(rows) == 81 && (exact || !matches!(self, Self::Exact))
    }
}

fn is_frame(line: &str) -> bool {
    line.contains(['-', '+', '=']) && line.chars().all(|character| "-+=|* \t".contains(character))
}

/// Whether a frame line may also be nine blanks.
fn is_row_of_dashes(line: &str) -> bool {
    line.matches('-').count() == 9 && !line.contains(['+', '=', '*'])
}

fn cell_count(rows: &[Vec<char>]) -> usize {
    rows.iter().map(Vec::len).sum()
}

pub(super) fn parse(text: &str) -> Result<Grid, ParseError> {
    // Nearly every program writes this form, which needs none of the readings below.
    if let Some(grid) = line_of_81(text) {
        return Ok(grid);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with(':') {
        return Err(ParseError::HodokuLine);
    }
    let mut lines: Vec<&str> = text.split(['\n', '\r']).collect();
    if lines.len() > 1 {
        lines.retain(|line| !line.starts_with(['#', '[']));
    }
    if lines.iter().all(|line| line.trim().is_empty()) && Reading::Exact.rows(&lines).concat().len() != 81 {
        return Err(ParseError::Empty);
    }
    let fitting = Reading::ALL.into_iter().filter_map(|reading| {
        let rows = reading.rows(&lines);
        reading.fits(&rows).then(|| read_rows(&rows))
    });
    // A reading with strange characters in its cells counts only if no other reading has none.
    let mut best = None;
    for grid in fitting {
        if grid.is_ok() {
            return grid;
        }
        best = best.or(Some(grid));
    }
    best.unwrap_or_else(|| Err(why_not_81(&lines)))
}

fn line_of_81(text: &str) -> Option<Grid> {
    let bytes: &[u8; 81] = text.as_bytes().try_into().ok()?;
    let mut cells = [None; 81];
    for (cell, &byte) in Cell::ALL.into_iter().zip(bytes) {
        cells[cell.index()] = read_cell(cell, byte as char).ok()?;
    }
    Some(Grid::new(cells))
}

fn read_rows(rows: &[Vec<char>]) -> Result<Grid, ParseError> {
    if let Some((row, found)) = uneven_row(rows) {
        return Err(ParseError::RowLength { row, found });
    }
    let mut grid = Grid::EMPTY;
    let mut bad = Vec::new();
    for (cell, &character) in Cell::ALL.into_iter().zip(rows.iter().flatten()) {
        match read_cell(cell, character) {
            Ok(content) => grid.set(cell, content),
            Err(character) => bad.push(character),
        }
    }
    if bad.is_empty() { Ok(grid) } else { Err(ParseError::BadCharacters(bad)) }
}

/// The first of nine lines that does not have nine cells.
fn uneven_row(rows: &[Vec<char>]) -> Option<(usize, usize)> {
    let lengths = rows.iter().map(Vec::len).enumerate();
    (rows.len() == 9).then_some(lengths)?.find(|&(_, length)| length != 9)
}

/// The most helpful error for a text that no reading fits.
fn why_not_81(lines: &[&str]) -> ParseError {
    const ANYWHERE: Cell = Cell::new(0);
    let rows = Reading::Framed.rows(lines);
    let found = cell_count(&rows);
    let strange = rows.iter().flatten().copied().find(|&character| read_cell(ANYWHERE, character).is_err());
    let whole_puzzles = rows.len() > 1 && rows.iter().all(|row| row.len().is_multiple_of(81));
    match uneven_row(&rows) {
        Some((row, found)) if !whole_puzzles && rows.iter().all(|row| row.len() < 18) => {
            ParseError::RowLength { row, found }
        }
        _ if whole_puzzles || found > 81 && found.is_multiple_of(81) && found != 729 && strange.is_none() => {
            ParseError::SeveralPuzzles { found: found / 81 }
        }
        _ if found == 729 => ParseError::CandidateGrid,
        _ => ParseError::CellCount { found, strange },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn rows_of(line: &str) -> Vec<String> {
        line.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect()
    }

    #[test]
    fn every_blank_reads_the_same() {
        let grid = parse(LINE).unwrap();
        for blank in ['.', '0', '_', '*', 'x', 'X', '?', ' ', '-'] {
            let text = LINE.replace('.', &blank.to_string());
            assert_eq!(parse(&text), Ok(grid), "blank {blank:?} in one line");
            let lines = rows_of(&text).join("\n");
            assert_eq!(parse(&lines), Ok(grid), "blank {blank:?} in nine lines");
            assert_eq!(parse(&(lines.replace('\n', "\r\n") + "\r\n")), Ok(grid), "blank {blank:?} with CR LF");
        }
    }

    #[test]
    fn the_empty_grid_reads_in_every_blank_and_layout() {
        for blank in ['.', '0', '_', '*', 'x', '?', ' ', '-'] {
            let row = blank.to_string().repeat(9);
            assert_eq!(parse(&row.repeat(9)), Ok(Grid::EMPTY), "{blank:?} in one line");
            assert_eq!(parse(&vec![row; 9].join("\n")), Ok(Grid::EMPTY), "{blank:?} in nine lines");
        }
    }

    #[test]
    fn frames_and_separators_are_no_cells() {
        let grid = parse(LINE).unwrap();
        assert_eq!(parse(&grid.to_string()), Ok(grid), "as Display draws it");
        let spaced = |blank: &str| grid.to_string().replace('.', blank);
        assert_eq!(parse(&spaced("-")), Ok(grid), "dashes as blanks inside a frame of dashes");
        let framed: Vec<String> = rows_of(&LINE.replace('.', " "))
            .iter()
            .map(|row| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]))
            .collect();
        let bar = "+---+---+---+";
        let text = [&[bar.into()], &framed[..3], &[bar.into()], &framed[3..6], &[bar.into()], &framed[6..]].concat();
        assert_eq!(parse(&text.join("\n")), Ok(grid), "spaces as blanks inside a frame");
    }

    #[test]
    fn a_line_of_dashes_is_a_row_where_the_count_says_so() {
        let text = format!("{}\n{}", ["- - - - - - - - -"; 8].join("\n"), "1 - - - - - - - -");
        let grid = parse(&text).unwrap();
        assert_eq!(grid.givens().map(|(cell, _)| cell).collect::<Vec<_>>(), [Cell::at(8, 0)]);
        let framed = grid.to_string().replace('.', "-");
        assert_eq!(parse(&framed), Ok(grid), "rows of dashes inside a frame of dashes");
    }

    #[test]
    fn lines_that_were_joined_are_read() {
        let grid = parse(LINE).unwrap();
        for text in [grid.to_string(), grid.to_string().replace(' ', ""), rows_of(LINE).join("\n")] {
            assert_eq!(parse(&text.replace('\n', "")), Ok(grid), "{text}");
        }
    }

    #[test]
    fn sdk_headers_are_skipped() {
        let text = format!("#Aauthor\n#Ddescription\n[Puzzle]\n{}\n", rows_of(LINE).join("\n"));
        assert_eq!(parse(&text), parse(LINE));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let says = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(says(""), "the text holds no cells");
        assert_eq!(says(" \n\t\n"), "the text holds no cells");
        assert_eq!(says(&LINE[..80]), "a grid has 81 cells, but 80 were found");
        assert_eq!(says(&format!("{LINE}.")), "a grid has 81 cells, but 82 were found");
        assert_eq!(says(&rows_of(LINE).join("\n").replacen("6..195...", "6..195..", 1)), "row 2 has 8 cells, not 9");
        let shifted = rows_of(LINE).join("\n").replacen(".\n6", "\n.6", 1);
        assert_eq!(says(&shifted), "row 1 has 8 cells, not 9", "81 cells in all, but in uneven rows");
        assert_eq!(says(&LINE.replacen('3', "a", 1)), "'a' at r1c2 is neither a digit 1-9 nor a blank");
        assert_eq!(
            says(&LINE.replacen('3', "３", 1)),
            "'３' (U+FF13) at r1c2 is neither a digit 1-9 nor a blank",
            "full-width digits are never taken for digits"
        );
        assert_eq!(
            says(&rows_of(LINE).join(",")),
            "a grid has 81 cells, but 89 were found, and ',' is no part of a grid"
        );
        assert_eq!(says(&format!("{LINE}\n{LINE}\n")), "2 puzzles were found, and one is taken at a time");
        assert_eq!(says(&LINE.repeat(2)), "2 puzzles were found, and one is taken at a time");
        assert_eq!(parse(&"123456789".repeat(81)), Err(ParseError::CandidateGrid));
        assert_eq!(parse(&format!(":0000:x:{LINE}:::")), Err(ParseError::HodokuLine));
    }

    #[test]
    fn all_bad_characters_are_named() {
        let Err(ParseError::BadCharacters(bad)) = parse(&LINE.replace('6', "Q")) else { panic!("Q is no digit") };
        assert_eq!(bad.len(), LINE.matches('6').count());
        assert_eq!(bad[0], BadCharacter { cell: Cell::at(1, 0), character: 'Q' });
    }
}
