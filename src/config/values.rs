//! Parsers of values other than numbers.

use std::num::NonZeroUsize;
use std::time::Duration;

use http::{HeaderValue, Uri};
use tracing_subscriber::EnvFilter;

use super::deprecated::rename_engine;
use crate::api::CorsOrigins;
use sudoku_engine::solver::Engine;

/// Longer than any sensible deadline, and short enough to be added to any instant.
const MAX_DURATION: Duration = Duration::from_hours(24);

/// A number and a unit: `250ms`, `10s`, `2m`, `1h`; at most a day.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let unit_at = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let factor = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return Err("expected a number and a unit, such as 250ms, 10s, 2m or 1h".to_owned()),
    };
    let number: u64 = number.parse().map_err(|_| "expected a whole number before the unit".to_owned())?;
    let duration = Duration::from_millis(number.saturating_mul(factor));
    if duration > MAX_DURATION { Err("longer than 24h".to_owned()) } else { Ok(duration) }
}

/// A [`duration`] that is not zero.
pub(super) fn positive_duration(text: &str) -> Result<Duration, String> {
    match duration(text)? {
        Duration::ZERO => Err("must be longer than zero".to_owned()),
        duration => Ok(duration),
    }
}

/// A number of bytes, at least 1: `65536`, `64KiB`, `1MiB`, `10MB`.
pub(super) fn size(text: &str) -> Result<NonZeroUsize, String> {
    let unit_at = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        _ => return Err("expected a number of bytes, or a number and a unit, such as 64KiB, 1MiB or 10MB".to_owned()),
    };
    let number: usize = number.parse().map_err(|_| "expected a whole number, perhaps with a unit".to_owned())?;
    let bytes = number.checked_mul(factor).ok_or_else(|| "more than a size can be".to_owned())?;
    NonZeroUsize::new(bytes).ok_or_else(|| "must be larger than zero".to_owned())
}

/// A number from 1 to `MAX`: beyond it a setting would only exhaust the machine.
pub(super) fn at_most<const MAX: usize>(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().and_then(NonZeroUsize::new).filter(|number| number.get() <= MAX);
    number.ok_or_else(|| format!("expected a whole number from 1 to {MAX}"))
}

/// Directives of `tracing-subscriber`'s `EnvFilter`, checked and returned as text.
pub(super) fn log_directives(text: &str) -> Result<String, String> {
    EnvFilter::builder().parse(text).map_err(|error| error.to_string())?;
    Ok(text.to_owned())
}

/// `auto`, or the name of an engine this machine can run.
pub(super) fn engine(text: &str) -> Result<Engine, String> {
    if text == "auto" {
        return Ok(Engine::best());
    }
    let (name, _) = rename_engine(text);
    let named = Engine::ALL.into_iter().find(|engine| engine.to_string() == name);
    match named {
        Some(engine) if engine.is_available() => Ok(engine),
        Some(engine) => Err(format!("this machine cannot run {engine}")),
        None => Err("expected auto, avx512, avx2 or portable".to_owned()),
    }
}

/// `*`, `none`, or a comma-separated list of origins.
pub(super) fn cors_origins(text: &str) -> Result<CorsOrigins, String> {
    match text.trim() {
        "*" => Ok(CorsOrigins::Any),
        "none" => Ok(CorsOrigins::Only(Vec::new())),
        list => {
            list.split(',').map(|origin| origin_value(origin.trim())).collect::<Result<_, _>>().map(CorsOrigins::Only)
        }
    }
}

/// Browsers compare origins as text, without a path or a final slash.
fn origin_value(origin: &str) -> Result<HeaderValue, String> {
    let refusal =
        || format!("`{origin}` is not an origin: expected *, none, or origins such as https://example.org:8443");
    let (scheme, authority) = origin.split_once("://").ok_or_else(refusal)?;
    let uri: Uri = origin.parse().map_err(|_| refusal())?;
    let is_whole = uri.scheme_str() == Some(scheme) && uri.authority().is_some_and(|found| found.as_str() == authority);
    if !is_whole || authority.contains('@') {
        return Err(refusal());
    }
    HeaderValue::from_str(origin).map_err(|_| refusal())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_need_a_unit() {
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("2m"), Ok(Duration::from_mins(2)));
        assert_eq!(duration("24h"), Ok(MAX_DURATION));
        for bad in ["", "10", "s", "-1s", "1.5s", "10 s", "25h", "99999999999999999999s", "18446744073709551615h", "1d"]
        {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn only_some_durations_may_be_zero() {
        assert_eq!(duration("0s"), Ok(Duration::ZERO));
        assert!(positive_duration("0s").is_err());
        assert!(positive_duration("0ms").is_err());
    }

    #[test]
    fn sizes_may_have_a_unit() {
        for (text, bytes) in [
            ("1", 1),
            ("65536", 65_536),
            ("64KiB", 65_536),
            ("64kib", 65_536),
            ("1MiB", 1 << 20),
            ("2GiB", 2 << 30),
            ("9B", 9),
            ("10kB", 10_000),
            ("10KB", 10_000),
            ("10MB", 10_000_000),
            ("3GB", 3_000_000_000),
        ] {
            assert_eq!(size(text).map(NonZeroUsize::get), Ok(bytes), "{text}");
        }
        for bad in ["", "0", "0MiB", "KiB", "-1", "1.5MiB", "1 MiB", "1k", "1M", "1Mi", "1TiB", "99999999999999999999"]
        {
            assert!(size(bad).is_err(), "{bad}");
        }
        assert!(size("18446744073709551615GiB").is_err(), "no product overflows");
    }

    #[test]
    fn counts_are_bounded() {
        assert_eq!(at_most::<9>("9").map(NonZeroUsize::get), Ok(9));
        for bad in ["0", "10", "-1", "1.5", "", "99999999999999999999"] {
            assert_eq!(at_most::<9>(bad).unwrap_err(), "expected a whole number from 1 to 9", "{bad}");
        }
    }

    #[test]
    fn engines_are_named() {
        assert_eq!(engine("auto"), Ok(Engine::best()));
        assert_eq!(engine("portable"), Ok(Engine::Portable));
        assert_eq!(engine("avx512").is_ok(), Engine::Avx512.is_available());
        assert!(engine("AUTO").is_err() && engine("").is_err());
    }

    #[test]
    fn origins_have_a_scheme_and_no_path() {
        assert_eq!(cors_origins("*"), Ok(CorsOrigins::Any));
        assert_eq!(cors_origins("none"), Ok(CorsOrigins::Only(Vec::new())));
        let two = ["https://a.example", "http://b.example:8000"];
        assert_eq!(cors_origins(&two.join(", ")), Ok(CorsOrigins::Only(two.map(HeaderValue::from_static).to_vec())));
        for bad in ["", "example.org", "https://", "https://a.example/", "https://a.example/path", "https://a b", "*,*"]
        {
            assert!(cors_origins(bad).is_err(), "{bad}");
        }
    }
}
