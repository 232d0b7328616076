//! The media types of batches: what a request may have, and what the client wants back.

use crate::api::accept::{Offer, Preferences, essence};
use crate::api::{Problem, ProblemKind};

/// The format of a batch's grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFormat {
    /// A JSON value per line, as `/solve` accepts it, or a bare grid.
    Ndjson,
    /// A grid per line; blank lines and lines that start with `#` are comments.
    Text,
    /// A grid per line, in one of the columns.
    Csv,
    /// One JSON array with a grid per element or, if it does not begin with `[`, JSON lines.
    Json,
    /// Any of these: the start of the batch shows which.
    Any,
}

impl InputFormat {
    const ACCEPTED: &str = "application/x-ndjson, text/plain, text/csv, application/json";

    /// The format that a `Content-Type` names; parameters such as `charset` are ignored.
    ///
    /// ```
    /// use sudoku_server::api::batch::InputFormat;
    /// assert_eq!(InputFormat::of(Some("text/csv; charset=utf-8")).unwrap(), InputFormat::Csv);
    /// assert_eq!(InputFormat::of(None).unwrap(), InputFormat::Any);
    /// assert!(InputFormat::of(Some("text/html")).is_err());
    /// ```
    ///
    /// # Errors
    /// 415 for a type of anything else.
    pub fn of(content_type: Option<&str>) -> Result<Self, Problem> {
        let refused =
            |why: String| Problem::new(ProblemKind::UnsupportedMediaType, format!("{why}; send {}", Self::ACCEPTED));
        let Some(content_type) = content_type else { return Ok(Self::Any) };
        let essence = essence(content_type);
        match essence.as_str() {
            "text/plain" | "application/x-sudoku" | "application/x-sdm" => Ok(Self::Text),
            "text/csv" | "application/csv" | "text/tab-separated-values" | "application/vnd.ms-excel" => Ok(Self::Csv),
            "application/json" | "text/json" => Ok(Self::Json),
            other if NDJSON.contains(&other) => Ok(Self::Ndjson),
            // The second is what curl sends unless it is told otherwise.
            "" | "application/x-www-form-urlencoded" | "application/octet-stream" => Ok(Self::Any),
            _ => Err(refused(format!("{essence:?} carries no batch of grids"))),
        }
    }
}

/// The format of a batch's answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputFormat {
    /// A JSON object per line.
    Ndjson,
    /// A solution or the name of an error per line.
    Text,
    /// A header, then a record per grid.
    Csv,
}

impl OutputFormat {
    /// All formats, in order of preference where nothing else decides.
    pub const ALL: [Self; 3] = [Self::Ndjson, Self::Text, Self::Csv];

    /// The format that a client prefers. Among equals it is the one that corresponds to the input: text for text, CSV
    /// for CSV, NDJSON for the others.
    ///
    /// ```
    /// use sudoku_server::api::Preferences;
    /// use sudoku_server::api::batch::{InputFormat, OutputFormat};
    /// let of = |accept| OutputFormat::of(&Preferences::parse(accept), InputFormat::Text).unwrap();
    /// assert_eq!(of("*/*"), OutputFormat::Text);
    /// assert_eq!(of("text/plain;q=0.5, application/x-ndjson"), OutputFormat::Ndjson);
    /// ```
    ///
    /// # Errors
    /// 406 if the client accepts none of them.
    pub fn of(accept: &Preferences, input: InputFormat) -> Result<Self, Problem> {
        let mut offers = Self::ALL.map(|what| Offer { what, media_types: what.media_types() });
        let default = Self::default_for(input);
        // The sort is stable: the default first, then the others in their order.
        offers.sort_by_key(|offer| offer.what != default);
        accept.choose(&offers)
    }

    const fn media_types(self) -> &'static [&'static str] {
        match self {
            Self::Ndjson => &NDJSON,
            Self::Text => &["text/plain"],
            Self::Csv => &["text/csv", "application/csv"],
        }
    }

    /// The format of the answers where nobody asks for another: that of the grids, NDJSON for a JSON array
    /// and where only the batch itself shows the format: the response begins before that arrives.
    pub const fn default_for(input: InputFormat) -> Self {
        match input {
            InputFormat::Text => Self::Text,
            InputFormat::Csv => Self::Csv,
            InputFormat::Ndjson | InputFormat::Json | InputFormat::Any => Self::Ndjson,
        }
    }

    /// The `Content-Type` of the response.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Ndjson => "application/x-ndjson",
            Self::Text => "text/plain; charset=utf-8",
            Self::Csv => "text/csv; charset=utf-8; header=present",
        }
    }
}

/// The names of JSON lines, which have no registered media type, so each client uses its own. A client that asks for
/// JSON is best served with JSON lines.
const NDJSON: [&str; 11] = [
    "application/x-ndjson",
    "application/ndjson",
    "application/jsonl",
    "application/x-jsonl",
    "application/jsonlines",
    "application/x-jsonlines",
    "application/json-lines",
    "application/x-json-lines",
    "application/ldjson",
    "application/x-ldjson",
    "application/json",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(accept: &str, input: InputFormat) -> Option<OutputFormat> {
        OutputFormat::of(&Preferences::parse(accept), input).ok()
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
            ("text/tab-separated-values", InputFormat::Csv),
            ("application/vnd.ms-excel", InputFormat::Csv),
            ("application/x-www-form-urlencoded", InputFormat::Any),
            ("application/octet-stream", InputFormat::Any),
            ("", InputFormat::Any),
        ] {
            assert_eq!(InputFormat::of(Some(name)).unwrap(), format, "{name}");
        }
        for refused in [Some("text/html"), Some("multipart/form-data"), Some("ndjson")] {
            assert_eq!(InputFormat::of(refused).unwrap_err().kind, ProblemKind::UnsupportedMediaType, "{refused:?}");
        }
    }

    #[test]
    fn the_default_output_format_is_that_of_the_input() {
        let defaults = [
            (InputFormat::Text, OutputFormat::Text),
            (InputFormat::Csv, OutputFormat::Csv),
            (InputFormat::Ndjson, OutputFormat::Ndjson),
            (InputFormat::Json, OutputFormat::Ndjson),
            (InputFormat::Any, OutputFormat::Ndjson),
        ];
        for (input, output) in defaults {
            for accept in ["*/*", "", "image/png, */*;q=0.1", "application/json, text/plain, text/csv, */*"] {
                assert_eq!(accepted(accept, input), Some(output), "{accept} for {input:?}");
            }
            for output in OutputFormat::ALL {
                assert_eq!(
                    accepted(output.content_type(), input),
                    Some(output),
                    "a response's own type can be asked for"
                );
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
            let refused = OutputFormat::of(&Preferences::parse(none), InputFormat::Text).unwrap_err();
            assert_eq!(refused.kind, ProblemKind::NotAcceptable, "{none}");
        }
    }
}
