use std::path::Path;

use crate::api::batch::InputFormat;

/// The format of a file, by its name or else by how it begins. `None` if that takes more than `start`; `is_all` if
/// there is no more.
pub(super) fn of(path: &Path, start: &[u8], is_all: bool) -> Option<InputFormat> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "csv" | "tsv" | "tab" => Some(InputFormat::Csv),
        "ndjson" | "jsonl" | "jsonlines" => Some(InputFormat::Ndjson),
        "json" => Some(InputFormat::Json),
        _ => InputFormat::of_start(start, is_all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_decides_before_the_content() {
        for (name, start, format) in [
            ("a.csv", "53..7", InputFormat::Csv),
            ("a.tsv", "53..7", InputFormat::Csv),
            ("a.JSONL", "53..7", InputFormat::Ndjson),
            ("a.json", "{", InputFormat::Json),
            ("a.txt", "53..7....\n6..195", InputFormat::Text),
            ("a.sdm", "# by a, b\n53..7", InputFormat::Text),
            ("-", "", InputFormat::Text),
            ("-", "\u{feff}\n {\"grid\":", InputFormat::Ndjson),
            ("-", "\"53..7", InputFormat::Ndjson),
            ("-", " [\"53..7", InputFormat::Json),
            ("-", "quizzes,solutions\n0043", InputFormat::Csv),
        ] {
            assert_eq!(of(Path::new(name), start.as_bytes(), true).unwrap(), format, "{name} {start:?}");
        }
    }
}
