//! What the start of a batch decides: its format where the request leaves that open, and the columns of CSV.
//!
//! ```text
//!   [ ...            one JSON array                       id;puzzle      CSV: a known name in a header
//!   {"grid": ...     JSON lines                           easy,53..7...  CSV: fields longer than a cell
//!   "53..7....       JSON lines                           53..7....6..   text
//! ```
//!
//! A decision is taken on whole lines, so it is the same however the bytes are cut.

use super::InputFormat;
use super::csv::{Columns, first_lines, has_grid_name, without_carriage_return};

/// The most bytes and lines that are looked at.
pub(super) const HEAD_BYTES: usize = 4096;
const HEAD_LINES: usize = 64;

/// What was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start {
    /// Never [`InputFormat::Any`].
    pub(super) format: InputFormat,
    pub(super) columns: Columns,
    /// Whether the first line of CSV that is not blank is a header.
    pub(super) has_header: bool,
}

impl InputFormat {
    /// The format of a batch by its first bytes; `None` if it takes more of them. `is_all` if there will be no more.
    pub fn of_start(start: &[u8], is_all: bool) -> Option<Self> {
        let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
        Start::of(Self::Any, start, is_all).map(|start| start.format)
    }
}

impl Start {
    /// Decides by the first bytes of a batch; `None` if more of them are needed. `is_all` if there will be no more.
    ///
    /// What is decided for some bytes is decided for all that begin with them.
    pub(super) fn of(named: InputFormat, mut head: &[u8], mut is_all: bool) -> Option<Self> {
        head = &head[..head.len().min(HEAD_BYTES)];
        is_all |= head.len() == HEAD_BYTES;
        if let Some(end) = memchr::memchr_iter(b'\n', head).nth(HEAD_LINES - 1) {
            (head, is_all) = (&head[..=end], true);
        }
        let format = format(named, head, is_all)?;
        let (columns, has_header) = match format {
            InputFormat::Csv => {
                let mut lines = first_lines(head, is_all);
                Columns::of_lines(lines.next(), lines.next(), is_all)?
            }
            _ => Default::default(),
        };
        Some(Self { format, columns, has_header })
    }
}

fn format(named: InputFormat, head: &[u8], is_all: bool) -> Option<InputFormat> {
    if !matches!(named, InputFormat::Json | InputFormat::Any) {
        return Some(named);
    }
    let head = head.trim_ascii_start();
    match (head.first(), named) {
        (None, InputFormat::Json) => is_all.then_some(InputFormat::Json),
        (None, _) => is_all.then_some(InputFormat::Text),
        (Some(b'['), _) => Some(InputFormat::Json),
        (Some(b'{' | b'"'), _) | (_, InputFormat::Json) => Some(InputFormat::Ndjson),
        _ => {
            let end = memchr::memchr(b'\n', head).or_else(|| is_all.then_some(head.len()))?;
            Some(format_of_line(without_carriage_return(&head[..end])))
        }
    }
}

fn format_of_line(line: &[u8]) -> InputFormat {
    let mut fields = line.split(|&byte| byte == b',').map(<[u8]>::trim_ascii);
    // 9 or 81 fields of one cell are a row or a grid.
    let has_long_fields = line.contains(&b',') && fields.any(|field| field.len() > 1);
    if has_grid_name(line) || has_long_fields && !line.starts_with(b"#") {
        return InputFormat::Csv;
    }
    InputFormat::Text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_first_bytes_tell_the_format() {
        let of = |named, head: &str| Start::of(named, head.as_bytes(), true).unwrap().format;
        for (head, format) in [
            ("", InputFormat::Text),
            ("\n {\"grid\":", InputFormat::Ndjson),
            ("\"53..7", InputFormat::Ndjson),
            (" [\"53..7", InputFormat::Json),
            ("quizzes,solutions\n0043", InputFormat::Csv),
            ("id;puzzle\n", InputFormat::Csv),
            ("n\tpuzzle\r\n", InputFormat::Csv),
            ("#,puzzle\n", InputFormat::Csv),
            ("easy,53..7....\n", InputFormat::Csv),
            ("# by a, b\n53..7", InputFormat::Text),
            ("53..7....\n6..195", InputFormat::Text),
            ("5,3,,,7,,,,\n", InputFormat::Text),
            ("00015097c6c3 53..7  7.2\n", InputFormat::Text),
        ] {
            assert_eq!(of(InputFormat::Any, head), format, "{head:?}");
        }
        for (head, format) in [("", InputFormat::Json), (" [", InputFormat::Json), ("{\n", InputFormat::Ndjson)] {
            assert_eq!(of(InputFormat::Json, head), format, "{head:?}");
        }
        assert_eq!(of(InputFormat::Text, "{"), InputFormat::Text);
    }

    proptest! {
        #[test]
        fn more_bytes_change_no_decision(
            head in "[\\[{\"#,;\\t\\r\\n a1.]{0,5}(id,puzzle|a;grid|[1.]{81}|[1-9]{81}|\\n{60})?[,;\\n\"a1]{0,9}",
            named in prop::sample::select(&[InputFormat::Json, InputFormat::Any, InputFormat::Csv][..]),
        ) {
            let decisions: Vec<Option<Start>> =
                (0..=head.len()).filter_map(|end| head.get(..end)).map(|head| Start::of(named, head.as_bytes(), false)).collect();
            let first = decisions.iter().position(Option::is_some).unwrap_or(decisions.len());
            prop_assert!(decisions[first..].iter().all(|decision| *decision == decisions[first]));
        }
    }
}
