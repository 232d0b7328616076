//! Which media types carry many grids, and which the client wants back.

use crate::api::{Problem, ProblemKind};

/// How the grids of a stream are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFormat {
    /// A JSON value a line, as `/solve` takes it, or a bare grid.
    Ndjson,
    /// A grid a line; blank lines and lines that begin with `#` are none.
    Text,
    /// A grid a line, in one of its columns.
    Csv,
    /// One JSON array, a grid an element.
    Json,
}

impl InputFormat {
    const ACCEPTED: &str = "application/x-ndjson, text/plain, text/csv, application/json";

    /// The format that a `Content-Type` names; parameters such as `charset` are passed over.
    ///
    /// ```
    /// use sudoku_server::api::batch::InputFormat;
    /// assert_eq!(InputFormat::of(Some("text/csv; charset=utf-8")).unwrap(), InputFormat::Csv);
    /// assert!(InputFormat::of(None).is_err());
    /// ```
    ///
    /// # Errors
    /// 415 for any other type, and for none: nothing in the first bytes of a stream tells its format for sure.
    pub fn of(content_type: Option<&str>) -> Result<Self, Problem> {
        let refused =
            |why: String| Problem::new(ProblemKind::UnsupportedMediaType, format!("{why}; send {}", Self::ACCEPTED));
        let Some(content_type) = content_type else {
            return Err(refused("there is no Content-Type".to_owned()));
        };
        let essence = essence(content_type);
        match essence.as_str() {
            "text/plain" | "application/x-sudoku" | "application/x-sdm" => Ok(Self::Text),
            "text/csv" | "application/csv" => Ok(Self::Csv),
            "application/json" | "text/json" => Ok(Self::Json),
            other if is_ndjson(other) => Ok(Self::Ndjson),
            "application/x-www-form-urlencoded" => Err(refused(format!(
                "{essence:?}, which curl says unless -H names another, carries no stream of grids"
            ))),
            _ => Err(refused(format!("{essence:?} carries no stream of grids"))),
        }
    }
}

/// How the answers of a stream are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputFormat {
    /// A JSON object a line.
    Ndjson,
    /// A solution or the word of an error a line.
    Text,
    /// A header, and a record for each grid.
    Csv,
}

impl OutputFormat {
    /// All formats, in the order in which they are preferred where nothing else decides.
    pub const ALL: [Self; 3] = [Self::Ndjson, Self::Text, Self::Csv];

    /// The format that `Accept` likes best; of several the one that answers such input by default: text answers text,
    /// CSV answers CSV, NDJSON the rest. Several `Accept` headers are one, joined by commas.
    ///
    /// ```
    /// use sudoku_server::api::batch::{InputFormat, OutputFormat};
    /// let of = |accept| OutputFormat::of(accept, InputFormat::Text).unwrap();
    /// assert_eq!(of(None), OutputFormat::Text);
    /// assert_eq!(of(Some("*/*")), OutputFormat::Text);
    /// assert_eq!(of(Some("text/plain;q=0.5, application/x-ndjson")), OutputFormat::Ndjson);
    /// ```
    ///
    /// # Errors
    /// 406 where it takes none of them.
    pub fn of(accept: Option<&str>, input: InputFormat) -> Result<Self, Problem> {
        let default = Self::default_for(input);
        let Some(accept) = accept.filter(|accept| !accept.trim().is_empty()) else { return Ok(default) };
        let others = Self::ALL.into_iter().filter(|&format| format != default);
        let mut best = (default, default.quality(accept));
        for format in others {
            let quality = format.quality(accept);
            if quality > best.1 {
                best = (format, quality);
            }
        }
        if best.1 > 0.0 {
            return Ok(best.0);
        }
        let detail = format!("{accept:?} takes none of application/x-ndjson, text/plain and text/csv");
        Err(Problem::new(ProblemKind::NotAcceptable, detail))
    }

    const fn default_for(input: InputFormat) -> Self {
        match input {
            InputFormat::Text => Self::Text,
            InputFormat::Csv => Self::Csv,
            InputFormat::Ndjson | InputFormat::Json => Self::Ndjson,
        }
    }

    /// The `Content-Type` of the answer.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Ndjson => "application/x-ndjson",
            Self::Text => "text/plain; charset=utf-8",
            Self::Csv => "text/csv; charset=utf-8; header=present",
        }
    }

    /// What the most specific range that names this format gives it: 0 to 1, and 0 where none does.
    fn quality(self, accept: &str) -> f32 {
        let ranges =
            accept.split(',').filter_map(|range| Some((self.specificity(&essence(range))?, quality_of(range))));
        let best = ranges.fold((0, 0.0), |best: (u8, f32), range| match range.0.cmp(&best.0) {
            std::cmp::Ordering::Greater => range,
            std::cmp::Ordering::Equal => (best.0, best.1.max(range.1)),
            std::cmp::Ordering::Less => best,
        });
        best.1
    }

    /// How closely a media range names this format: 1 for `*/*`, and higher the closer; `None` where it does not.
    fn specificity(self, range: &str) -> Option<u8> {
        match (self, range) {
            (_, "*/*") => Some(1),
            (Self::Text | Self::Csv, "text/*") | (Self::Ndjson, "application/*") => Some(2),
            // Lines of JSON are what a client that asks for JSON can best be given.
            (Self::Ndjson, "application/json") => Some(3),
            (Self::Text, "text/plain") | (Self::Csv, "text/csv" | "application/csv") => Some(4),
            (Self::Ndjson, range) if is_ndjson(range) => Some(4),
            _ => None,
        }
    }
}

/// The type and subtype without parameters, in lower case.
fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// The weight of a media range. One that cannot be read counts as none given.
fn quality_of(range: &str) -> f32 {
    let mut parameters = range.split(';').skip(1).map(str::trim);
    let weight = parameters.find_map(|parameter| parameter.strip_prefix("q=").or(parameter.strip_prefix("Q=")));
    weight.and_then(|weight| weight.parse().ok()).filter(|weight| (0.0..=1.0).contains(weight)).unwrap_or(1.0)
}

/// There is no registered type for JSON lines, so that each client has its own.
fn is_ndjson(essence: &str) -> bool {
    let subtype = essence.strip_prefix("application/").map(|subtype| subtype.strip_prefix("x-").unwrap_or(subtype));
    matches!(subtype, Some("ndjson" | "jsonl" | "jsonlines" | "json-lines" | "ldjson"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(accept: &str, input: InputFormat) -> Option<OutputFormat> {
        OutputFormat::of(Some(accept), input).ok()
    }

    #[test]
    fn every_name_of_a_format_is_known() {
        for (name, format) in [
            ("application/x-ndjson", InputFormat::Ndjson),
            ("application/ndjson", InputFormat::Ndjson),
            ("Application/JSONL; charset=utf-8", InputFormat::Ndjson),
            ("application/x-jsonlines", InputFormat::Ndjson),
            ("text/plain;charset=UTF-8", InputFormat::Text),
            (" text/csv ; header=present", InputFormat::Csv),
            ("application/json", InputFormat::Json),
        ] {
            assert_eq!(InputFormat::of(Some(name)).unwrap(), format, "{name}");
        }
        for refused in [None, Some(""), Some("text/html"), Some("application/x-www-form-urlencoded"), Some("ndjson")] {
            assert_eq!(InputFormat::of(refused).unwrap_err().kind, ProblemKind::UnsupportedMediaType, "{refused:?}");
        }
    }

    #[test]
    fn answers_are_in_the_format_of_the_question_where_nothing_else_is_asked_for() {
        let defaults = [
            (InputFormat::Text, OutputFormat::Text),
            (InputFormat::Csv, OutputFormat::Csv),
            (InputFormat::Ndjson, OutputFormat::Ndjson),
            (InputFormat::Json, OutputFormat::Ndjson),
        ];
        for (input, output) in defaults {
            assert_eq!(OutputFormat::of(None, input).unwrap(), output);
            for accept in ["*/*", "", "image/png, */*;q=0.1", "application/json, text/plain, text/csv, */*"] {
                assert_eq!(accepted(accept, input), Some(output), "{accept} for {input:?}");
            }
            for output in OutputFormat::ALL {
                assert_eq!(accepted(output.content_type(), input), Some(output), "what is sent can be asked for");
            }
        }
    }

    #[test]
    fn the_closest_range_and_the_highest_weight_decide() {
        let of = |accept| accepted(accept, InputFormat::Text);
        assert_eq!(of("text/csv"), Some(OutputFormat::Csv));
        assert_eq!(of("text/plain;q=0.2, text/csv;q=0.3"), Some(OutputFormat::Csv));
        assert_eq!(of("text/plain;q=0, text/*"), Some(OutputFormat::Csv));
        assert_eq!(of("text/*;q=0.9, application/*"), Some(OutputFormat::Ndjson));
        assert_eq!(of("application/json"), Some(OutputFormat::Ndjson));
        assert_eq!(of("*/*;q=0, application/x-ndjson;q=0.001"), Some(OutputFormat::Ndjson));
        assert_eq!(of("text/plain;q=nonsense"), Some(OutputFormat::Text));
        for none in ["image/png", "text/plain;q=0", "*/*;q=0", "application/xml;q=1"] {
            let refused = OutputFormat::of(Some(none), InputFormat::Text).unwrap_err();
            assert_eq!(refused.kind, ProblemKind::NotAcceptable, "{none}");
        }
    }
}
