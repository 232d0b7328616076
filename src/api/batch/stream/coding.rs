//! Which compression the two bodies have: what the client says of the one, and what it likes for the other.

use http::{HeaderMap, HeaderValue, header};

use crate::api::{Problem, ProblemKind};

/// How a body is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) enum Coding {
    Identity,
    Gzip,
    Zstd,
}

impl Coding {
    /// How the request's body is compressed.
    ///
    /// # Errors
    /// 415 for any coding but these, and for several.
    pub(in crate::api) fn of_request(headers: &HeaderMap) -> Result<Self, Problem> {
        let Some(value) = headers.get(header::CONTENT_ENCODING) else { return Ok(Self::Identity) };
        let is_alone = headers.get_all(header::CONTENT_ENCODING).iter().nth(1).is_none();
        let named = value.to_str().ok().filter(|_| is_alone).and_then(Self::named);
        named.ok_or_else(|| {
            let detail = format!("the body is encoded as {value:?}; send it as it is, or as gzip or zstd");
            Problem::new(ProblemKind::UnsupportedMediaType, detail)
        })
    }

    /// How the client likes the answer best: zstd before gzip, and neither unless it asks.
    pub(in crate::api) fn of_answer(headers: &HeaderMap) -> Self {
        let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        let codings: Vec<_> = values.flat_map(|value| value.split(',')).map(quality).collect();
        let quality_of = |coding: Self| {
            let named = codings.iter().find(|(name, _)| Self::named(name) == Some(coding));
            named.map(|(_, quality)| *quality)
        };
        let wanted = [Self::Zstd, Self::Gzip].map(|coding| (coding, quality_of(coding).unwrap_or(0.0)));
        let identity = quality_of(Self::Identity).unwrap_or(0.0);
        let better = |best: (Self, f32), next: (Self, f32)| if next.1 > best.1 { next } else { best };
        wanted.into_iter().filter(|(_, quality)| *quality >= identity).fold((Self::Identity, 0.0), better).0
    }

    /// What stands in `Content-Encoding`, if it stands there.
    pub(in crate::api) fn header(self) -> Option<HeaderValue> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some(HeaderValue::from_static("gzip")),
            Self::Zstd => Some(HeaderValue::from_static("zstd")),
        }
    }

    fn named(name: &str) -> Option<Self> {
        match name.trim().to_ascii_lowercase().as_str() {
            "identity" => Some(Self::Identity),
            "gzip" | "x-gzip" => Some(Self::Gzip),
            "zstd" => Some(Self::Zstd),
            _ => None,
        }
    }
}

/// A coding and its weight, of which none and one that cannot be read are 1.
fn quality(element: &str) -> (&str, f32) {
    let (name, parameters) = element.split_once(';').unwrap_or((element, ""));
    let weight = parameters.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse().ok());
    (name.trim(), weight.unwrap_or(1.0))
}
