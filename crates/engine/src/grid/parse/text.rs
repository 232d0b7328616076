//! The lines of a text, without what is put before or around them by mail programs and file formats.

/// A line, and its number in the text as it was sent, counted from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    pub(super) number: usize,
    pub(super) text: &'t str,
}

impl Line<'_> {
    /// Whether it holds the address of a page. The grid in it, if there is one, is not read: the sender may mean the
    /// page.
    pub(super) fn is_link(&self) -> bool {
        self.text.contains("://")
    }
}

const MOST_LINES: usize = 2048;

/// The lines in which to look for a grid: those of the section `[Puzzle]` if there is one, without the marks of a
/// quotation (`>`) and without comments (`#`). `None` if there are more than two thousand.
pub(super) fn lines(cleaned: &str) -> Option<Vec<Line<'_>>> {
    let (before, section) = puzzle_section(cleaned);
    let first = 1 + before.matches('\n').count();
    let numbered = section.trim_end_matches('\n').split('\n').enumerate().take(MOST_LINES + 1);
    let mut lines: Vec<_> =
        numbered.map(|(place, text)| Line { number: first + place, text: without_quotation(text) }).collect();
    if lines.len() > MOST_LINES {
        return None;
    }
    if lines.len() > 1 {
        lines.retain(|line| !line.text.trim_start().starts_with('#'));
    }
    Some(lines)
}

/// Whether the text is a call that makes a matrix of a list column by column: MATLAB's `reshape`, unlike the method of
/// Python's arrays, or R's `matrix` unless `byrow` is true.
pub(super) fn fills_columns(cleaned: &str) -> bool {
    let is_true = |value: &str| value.trim_start_matches([' ', '=']).starts_with('T');
    let by_row = |call: &str| call.split_once("byrow").is_some_and(|(_, value)| is_true(value));
    cleaned.match_indices("reshape(").any(|(at, _)| !cleaned[..at].ends_with('.'))
        || cleaned.split_once("matrix(c(").is_some_and(|(_, call)| !by_row(call))
}

/// The fourth field of a line of HoDoKu's library, `:technique:candidates:cells:...`, if that is all the text. A `+`
/// marks a digit that was placed.
pub(super) fn hodoku_grid(lines: &[Line]) -> Option<String> {
    let mut filled = lines.iter().map(|line| line.text.trim()).filter(|line| !line.is_empty());
    let line = filled.next().filter(|line| line.starts_with(':'))?;
    let grid = line.split(':').nth(3)?.replace('+', "");
    filled.next().is_none().then_some(grid)
}

/// The text of the section `[Puzzle]`, and what stands before it. In a file of several puzzles nothing is cut off; without
/// that heading, only the state of the player is.
fn puzzle_section(text: &str) -> (&str, &str) {
    let mut puzzles = headings(text, b"[puzzle]");
    match (puzzles.next(), puzzles.next()) {
        (Some(at), None) => {
            let (before, section) = text.split_at(at + b"[puzzle]".len());
            (before, &section[..next_heading(section)])
        }
        (None, _) => {
            let mut states = headings(text, b"[state]").map(|at| &text[..at]);
            let is_content = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
            let puzzle = states.next().filter(|before| before.lines().any(is_content));
            ("", puzzle.unwrap_or(text))
        }
        _ => ("", text),
    }
}

/// Where this heading stands, in capitals or not.
fn headings(text: &str, heading: &[u8]) -> impl Iterator<Item = usize> {
    let windows = text.as_bytes().windows(heading.len()).enumerate();
    windows.filter(move |(_, window)| window.eq_ignore_ascii_case(heading)).map(|(at, _)| at)
}

/// Where the next heading begins, such as `[State]`, or the text ends.
fn next_heading(text: &str) -> usize {
    let is_heading = |&(at, _): &(usize, &str)| {
        let name = text[at + 1..].bytes().take_while(u8::is_ascii_alphabetic).count();
        name > 2 && text.as_bytes().get(at + 1 + name) == Some(&b']')
    };
    text.match_indices('[').find(is_heading).map_or(text.len(), |(at, _)| at)
}

/// The line without the `> ` that mail programs put before what they quote.
fn without_quotation(line: &str) -> &str {
    let mut rest = line;
    while let Some(after) = rest.trim_start_matches(' ').strip_prefix('>') {
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrices_of_r_and_matlab_are_filled_by_columns() {
        assert!(fills_columns("m <- matrix(c(5, 3, 0), nrow = 9)"));
        assert!(fills_columns("matrix(c(5, 3), 9, byrow = FALSE)"));
        assert!(!fills_columns("matrix(c(5, 3), 9, byrow = TRUE)"));
        assert!(fills_columns("A = reshape([5 3 0], 9, 9)"));
        assert!(!fills_columns("np.array([5, 3, 0]).reshape(9, 9)"));
    }

    #[test]
    fn a_quotation_a_comment_and_a_section_are_taken_off() {
        let texts = |text| lines(text).unwrap().iter().map(|line| (line.number, line.text)).collect::<Vec<_>>();
        assert_eq!(texts("> 1\n>>  2\n # 3\n4"), [(1, "1"), (2, " 2"), (4, "4")]);
        assert_eq!(texts("1\n[PUZZLE]\n2\n[1]\n[State]\n3"), [(2, ""), (3, "2"), (4, "[1]")]);
        assert_eq!(texts("[Puzzle]12[State]34"), [(1, "12")], "lines that were joined");
        assert_eq!(texts("[Puzzle]1\n[Puzzle]2"), [(1, "[Puzzle]1"), (2, "[Puzzle]2")]);
        assert_eq!(texts("# 1"), [(1, "# 1")], "the only line is no comment");
    }
}
