//! Content negotiation (RFC 9110, sections 12.4 and 12.5).
//!
//! A route with a choice of media types refuses a client that accepts none of them, with 406. A route with a single
//! media type ignores `Accept`, as the RFC permits.

use http::{HeaderMap, HeaderName};

use super::{Problem, ProblemKind};

/// The elements of an `Accept` or `Accept-Encoding` header, with their weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preferences(Vec<(String, f32)>);

/// Something a client can choose by media type.
pub(super) struct Offer<T> {
    pub(super) what: T,
    /// The media types that select it, the preferred one first.
    pub(super) media_types: &'static [&'static str],
}

impl Preferences {
    /// The preferences in all headers of this name, read as one list.
    pub(super) fn of(headers: &HeaderMap, name: HeaderName) -> Self {
        let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        Self(values.flat_map(elements).collect())
    }

    /// The preferences in the value of one header. Parameters other than the weight are ignored.
    ///
    /// ```
    /// use sudoku_server::api::Preferences;
    /// assert_eq!(Preferences::parse("gzip;q=0.5, *").weight("gzip"), Some(0.5));
    /// assert_eq!(Preferences::parse("gzip;q=0.5, *").weight("zstd"), Some(1.0));
    /// assert_eq!(Preferences::parse("gzip").weight("zstd"), None);
    /// ```
    pub fn parse(value: &str) -> Self {
        Self(elements(value).collect())
    }

    /// The weight, 0 to 1, of a content coding: its own or that of `*`.
    pub fn weight(&self, coding: &str) -> Option<f32> {
        self.named(coding).or_else(|| self.named("*"))
    }

    /// The weight of exactly this element.
    pub(super) fn named(&self, name: &str) -> Option<f32> {
        self.0.iter().find(|(element, _)| element == name).map(|(_, weight)| *weight)
    }

    /// The offer the client prefers: the first of those with the highest weight, or the first of all if the client
    /// states no preference.
    ///
    /// # Errors
    /// 406 if it accepts none.
    pub(super) fn choose<T: Copy>(&self, offers: &[Offer<T>]) -> Result<T, Problem> {
        if self.0.is_empty() {
            return Ok(offers[0].what);
        }
        let mut best = None;
        for offer in offers {
            let weight = self.weight_of(offer.media_types);
            if weight > best.map_or(0.0, |(weight, _)| weight) {
                best = Some((weight, offer.what));
            }
        }
        best.map(|(_, what)| what).ok_or_else(|| self.not_acceptable(offers))
    }

    /// The weight of the most specific range that covers these media types; 0 if none does.
    fn weight_of(&self, media_types: &[&str]) -> f32 {
        let covering = self.0.iter().filter_map(|(range, weight)| Some((specificity(range, media_types)?, *weight)));
        let higher = |best: (usize, f32), next: (usize, f32)| {
            let is_better = next.0 > best.0 || next.0 == best.0 && next.1 > best.1;
            if is_better { next } else { best }
        };
        covering.fold((0, 0.0), higher).1
    }

    fn not_acceptable<T>(&self, offers: &[Offer<T>]) -> Problem {
        let offered: Vec<_> = offers.iter().map(|offer| offer.media_types[0]).collect();
        let ranges: Vec<_> =
            self.0.iter().map(|(range, _)| range.chars().take(40).collect::<String>()).take(4).collect();
        let detail =
            format!("Accept names {}, but this path responds with {}", ranges.join(", "), offered.join(" or "));
        Problem::new(ProblemKind::NotAcceptable, detail)
    }
}

/// How specifically a range covers these media types: 1 for `*/*`, 2 for `text/*`, more for a type itself, and most for
/// the first type. `None` if it covers none.
fn specificity(range: &str, media_types: &[&str]) -> Option<usize> {
    if let Some(place) = media_types.iter().position(|media_type| *media_type == range) {
        return Some(2 + media_types.len() - place);
    }
    let kind = range.strip_suffix("/*")?;
    match kind {
        "*" => Some(1),
        kind => media_types[0].split_once('/').is_some_and(|(of_type, _)| of_type == kind).then_some(2),
    }
}

/// Each element in lower case, with its weight.
fn elements(value: &str) -> impl Iterator<Item = (String, f32)> {
    let elements = value.split(',').map(|element| (essence(element), weight(element)));
    elements.filter(|(name, _)| !name.is_empty())
}

/// The element without its parameters, in lower case: `text/csv` for `Text/CSV; header=present`.
pub(super) fn essence(element: &str) -> String {
    element.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// The weight of an element; 1 if it has none or an invalid one.
fn weight(element: &str) -> f32 {
    let mut parameters = element.split(';').skip(1).map(str::trim);
    let weight = parameters.find_map(|parameter| parameter.strip_prefix("q=").or(parameter.strip_prefix("Q=")));
    weight.and_then(|weight| weight.trim().parse().ok()).filter(|weight| (0.0..=1.0).contains(weight)).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFFERS: [Offer<u8>; 2] = [
        Offer { what: 1, media_types: &["application/x-ndjson", "application/ndjson", "application/json"] },
        Offer { what: 2, media_types: &["text/plain"] },
    ];

    fn chosen(accept: &str) -> Option<u8> {
        Preferences::parse(accept).choose(&OFFERS).ok()
    }

    #[test]
    fn without_a_preference_the_first_offer_is_chosen() {
        for accept in ["", " , ", "*/*", "text/plain, application/x-ndjson", "text/plain, */*", "application/*, text/*"]
        {
            assert_eq!(chosen(accept), Some(1), "{accept:?}");
        }
    }

    #[test]
    fn the_weight_of_the_most_specific_range_decides() {
        assert_eq!(chosen("TEXT/Plain; charset=utf-8"), Some(2));
        assert_eq!(chosen("application/json;q=0.5, text/plain"), Some(2));
        assert_eq!(chosen("application/json, application/x-ndjson;q=0.1, text/*;q=0.2"), Some(2));
        assert_eq!(chosen("text/*;q=0.9, text/plain;q=0.1, application/json;q=0.2"), Some(1));
        assert_eq!(chosen("*/*;q=0.3, application/*;q=0"), Some(2));
        assert_eq!(chosen("text/plain;q=nonsense, application/json;q=0.9"), Some(2), "an invalid weight is 1");
    }

    #[test]
    fn a_refusal_lists_the_offers() {
        for accept in ["image/png", "*/*;q=0", "text/plain;q=0", "text/html, text/csv", "*", "text"] {
            let refused = Preferences::parse(accept).choose(&OFFERS).unwrap_err();
            assert_eq!(refused.kind, ProblemKind::NotAcceptable, "{accept}");
            assert!(refused.detail.ends_with("responds with application/x-ndjson or text/plain"), "{}", refused.detail);
        }
    }

    #[test]
    fn several_headers_are_one_list() {
        let mut headers = HeaderMap::new();
        for value in ["text/plain;q=0.5", "application/json;q=0.4"] {
            headers.append("accept", value.parse().unwrap());
        }
        assert_eq!(Preferences::of(&headers, http::header::ACCEPT).choose(&OFFERS).unwrap(), 2);
    }
}
