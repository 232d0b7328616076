//! Replaces what web pages, word processors and terminals write by the plain characters that are meant.
//!
//! ```text
//!   U+00A0 and other Unicode spaces          a space
//!   en dash, minus sign and the like         -
//!   box-drawing characters: ─ ═ │ ║ ┼ ╔      = = | | + +   (a frame; never -, which may be a blank)
//!   curly quotes, guillemets                 " or '
//!   · (middle dot), … (ellipsis)             .   ...
//!   CR LF, CR, and other ends of a line      LF
//!   \n and \t written out                    LF, tab
//!   zero-width characters and marks          nothing
//!   a keycap, which is a digit and U+20E3    U+20E3 alone, which is no digit
//! ```
//!
//! Digits of other scripts stay what they are. They are refused by name, since nobody who sends them expects a digit
//! to be taken for another.

use std::borrow::Cow;

/// The combining mark that makes an emoji of the digit before it.
pub(super) const KEYCAP: char = '\u{20E3}';

pub(super) fn clean(text: &str) -> Cow<'_, str> {
    let is_plain = |&byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t') && byte != b'\\';
    if text.as_bytes().iter().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut cleaned = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let after = rest.as_str();
        match character {
            '\r' => {
                rest = after.strip_prefix('\n').unwrap_or(after).chars();
                cleaned.push('\n');
            }
            '\\' => match escape(after) {
                Some((meant, after)) => {
                    cleaned.push_str(meant);
                    rest = after.chars();
                }
                None => cleaned.push('\\'),
            },
            KEYCAP => {
                if cleaned.ends_with(|digit: char| digit.is_ascii_digit()) {
                    cleaned.pop();
                }
                cleaned.push(KEYCAP);
            }
            '\u{2026}' => cleaned.push_str("..."),
            _ => cleaned.extend(plain(character)),
        }
    }
    Cow::Owned(cleaned)
}

/// The end of a line or the tab that `\n`, `\r` or `\t` stands for, and the text after it. A command of LaTeX, such as
/// `\newline`, is none of these.
fn escape(after: &str) -> Option<(&'static str, &str)> {
    let meant = match after.as_bytes().first()? {
        b'n' => "\n",
        b'r' => "",
        b't' => "\t",
        _ => return None,
    };
    let after = &after[1..];
    let is_command = after.starts_with(|next: char| next.is_ascii_alphabetic() && !matches!(next, 'x' | 'X'));
    (!is_command).then_some((meant, after))
}

/// The plain character that is meant; `None` for one that has no width.
fn plain(character: char) -> Option<char> {
    Some(match character {
        '\t' | '\n' | '\u{20}'..='\u{7E}' => character,
        '\u{0B}' | '\u{0C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
        _ if has_no_width(character) => return None,
        '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}' => '-',
        '\u{2500}'..='\u{257F}' => box_drawing(character),
        '\u{A6}' | '\u{2223}' | '\u{2758}'..='\u{275A}' | '\u{FF5C}' => '|',
        '\u{2018}'..='\u{201B}' | '\u{2039}' | '\u{203A}' => '\'',
        '\u{201C}'..='\u{201F}' | '\u{AB}' | '\u{BB}' => '"',
        '\u{B7}' | '\u{2024}' | '\u{2219}' | '\u{22C5}' => '.',
        '\u{3001}' | '\u{FF0C}' => ',',
        '\u{FF1B}' => ';',
        '\u{FF1A}' => ':',
        space if space.is_whitespace() => ' ',
        other => other,
    })
}

const fn has_no_width(character: char) -> bool {
    matches!(character, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}')
        || matches!(character, '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

const fn box_drawing(character: char) -> char {
    match character {
        '─' | '━' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍' | '═' | '╴' | '╶' | '╸' | '╺' | '╼' | '╾' => {
            '='
        }
        '│' | '┃' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏' | '║' | '╵' | '╷' | '╹' | '╻' | '╽' | '╿' => {
            '|'
        }
        _ => '+',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_of_a_line_is_one() {
        for text in ["1\n2", "1\r\n2", "1\r2", "1\u{2028}2", "1\\n2", "1\\r\\n2"] {
            assert_eq!(clean(text), "1\n2", "{text:?}");
        }
        assert_eq!(clean("1\\nx\\tX"), "1\nx\tX", "x is a blank");
        assert_eq!(clean("1 & 2 \\\\ \\newline \\text"), "1 & 2 \\\\ \\newline \\text");
    }

    #[test]
    fn look_alikes_become_what_is_meant() {
        assert_eq!(clean("┌──┬──┐│ 5║…·\u{A0}–−"), "+==+==+| 5|.... --");
        assert_eq!(clean("\u{FEFF}1\u{200B}2\u{AD}3"), "123");
        assert_eq!(clean("“1” ‘2’"), "\"1\" '2'");
        assert_eq!(clean("5\u{FE0F}\u{20E3}\u{20E3}７"), "\u{20E3}\u{20E3}７", "no digit is made of an emoji");
    }
}
