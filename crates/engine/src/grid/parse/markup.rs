//! Tables and lines of HTML.
//!
//! ```text
//!   <tr><td>5</td><td></td>...</tr>    LF 5, tab, ...
//!   53..7....<br>6..195...             53..7.... LF 6..195...
//! ```
//!
//! Other elements stay as they are: in some formats the grid is an attribute.

use std::borrow::Cow;

const SPACE: &str = "&nbsp;";

/// The text with its rows in lines, if it is such HTML.
pub(super) fn without_markup(text: &str) -> Cow<'_, str> {
    let has =
        |part: &str| text.as_bytes().windows(part.len()).any(|window| window.eq_ignore_ascii_case(part.as_bytes()));
    let is_table = text.contains('<') && has("<td");
    if !(is_table || text.contains('<') && has("<br") || text.contains('&') && has(SPACE)) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    let mut is_first = true;
    while let Some(at) = rest.find(['<', '&', '\n']) {
        plain.push_str(&rest[..at]);
        let (meant, length) = meaning(&rest[at..], is_table);
        // Nothing stands before the first field of a line.
        plain.push_str(if meant == "\t" && is_first { "" } else { meant });
        is_first = meant == "\n" || is_first && meant != "\t";
        rest = &rest[at + length..];
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// What stands for the beginning of this text, and the length of that.
fn meaning(text: &str, is_table: bool) -> (&str, usize) {
    const ELEMENTS: [(&str, &str); 11] = [
        ("td", "\t"),
        ("th", "\t"),
        ("tr", "\n"),
        ("br", "\n"),
        ("p", "\n"),
        ("div", "\n"),
        ("table", "\n"),
        ("tbody", ""),
        ("b", ""),
        ("span", ""),
        ("strong", ""),
    ];
    if text.starts_with('\n') {
        // The lines of a table's source are not those of the table.
        return (if is_table { " " } else { "\n" }, 1);
    }
    if text.get(..SPACE.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(SPACE)) {
        return (" ", SPACE.len());
    }
    let inner = text[1..].trim_start_matches('/');
    let length = inner.bytes().take_while(u8::is_ascii_alphabetic).count();
    let is_name = inner[length..].starts_with([' ', '\t', '\n', '/', '>']);
    let element = ELEMENTS.iter().find(|(name, _)| is_name && name.eq_ignore_ascii_case(&inner[..length]));
    // A tag is short, so that a text of many `<` is not searched to its end from each of them.
    let end = text.bytes().take(200).position(|byte| byte == b'>');
    match (element, end) {
        (Some((_, meant)), Some(end)) if text.starts_with('<') => {
            (if text.starts_with("</") { "" } else { meant }, end + 1)
        }
        _ => (&text[..1], 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_cells_of_a_table_are_lines_and_tabs() {
        assert_eq!(without_markup("<tr>\n<td class=\"a\">5</td>\n<TD></TD></tr><tr>"), "\n 5 \t\n");
        assert_eq!(without_markup("53.<br>6..<BR/>\n&nbsp;"), "53.\n6..\n\n ");
        assert_eq!(without_markup("<game data=\"5\"/> a & b <"), "<game data=\"5\"/> a & b <");
        assert_eq!(without_markup("<br><x <br"), "\n<x <br", "an element without an end");
    }
}
