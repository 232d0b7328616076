use std::path::Path;

use crate::api::batch::InputFormat;

/// The format of a file, by its name or else by how it begins.
pub(super) fn of(path: &Path, start: &[u8]) -> InputFormat {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "csv" => InputFormat::Csv,
        "ndjson" | "jsonl" | "jsonlines" => InputFormat::Ndjson,
        "json" => InputFormat::Json,
        _ => of_start(start),
    }
}

fn of_start(start: &[u8]) -> InputFormat {
    let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start).trim_ascii_start();
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    match start.first() {
        Some(b'{' | b'"') => InputFormat::Ndjson,
        Some(b'[') => InputFormat::Json,
        _ if line.contains(&b',') && !line.starts_with(b"#") => InputFormat::Csv,
        _ => InputFormat::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_decides_before_the_content() {
        for (name, start, format) in [
            ("a.csv", "53..7", InputFormat::Csv),
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
            assert_eq!(of(Path::new(name), start.as_bytes()), format, "{name} {start:?}");
        }
    }
}
