//! The compression of the two bodies: the request's as the client states it, the response's as the client prefers.

use http::{HeaderMap, HeaderValue, header};

use crate::api::{Preferences, Problem, ProblemKind};

/// The compression of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) enum Coding {
    Identity,
    Gzip,
    Zstd,
}

impl Coding {
    /// The coding of the request body.
    ///
    /// # Errors
    /// 415 for any other coding, and for more than one.
    pub(in crate::api) fn of_request(headers: &HeaderMap) -> Result<Self, Problem> {
        let Some(value) = headers.get(header::CONTENT_ENCODING) else { return Ok(Self::Identity) };
        let is_single = headers.get_all(header::CONTENT_ENCODING).iter().nth(1).is_none();
        let named = value.to_str().ok().filter(|_| is_single).and_then(Self::named);
        named.ok_or_else(|| {
            let detail = format!("the body is encoded as {value:?}; send it uncompressed, or as gzip or zstd");
            Problem::new(ProblemKind::UnsupportedMediaType, detail)
        })
    }

    /// The coding that the client prefers for the response: zstd before gzip, or none if the client names neither.
    pub(in crate::api) fn of_response(headers: &HeaderMap) -> Self {
        let preferences = Preferences::of(headers, header::ACCEPT_ENCODING);
        let identity = preferences.named("identity");
        // `*` allows compression, but requests it only if the client refuses the uncompressed response.
        let weight = |name: &str| match identity {
            Some(0.0) => preferences.weight(name),
            _ => preferences.named(name),
        };
        let gzip = weight("gzip").or_else(|| preferences.named("x-gzip")).unwrap_or(0.0);
        let zstd = weight("zstd").unwrap_or(0.0);
        let best = if zstd > 0.0 && zstd >= gzip { (Self::Zstd, zstd) } else { (Self::Gzip, gzip) };
        if best.1 > 0.0 && best.1 >= identity.unwrap_or(0.0) { best.0 } else { Self::Identity }
    }

    /// The value of `Content-Encoding`, unless the header is left out.
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
