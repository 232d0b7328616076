//! The ids of requests.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use http::{HeaderName, HeaderValue, Request};

/// The header with a request's id, in the request and in its response.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The id of a request whose response is a stream, for the log lines written while it lasts.
#[derive(Clone)]
pub(super) struct RequestId(pub(super) String);

/// The client's own id if it is short and plain enough for a log, otherwise a new one.
pub(super) fn of<B>(request: &Request<B>) -> HeaderValue {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    let sent = request.headers().get(REQUEST_ID);
    let sent = sent.filter(|id| (1..=64).contains(&id.len()) && id.as_bytes().iter().all(plain));
    sent.cloned().unwrap_or_else(new)
}

/// Sixteen hexadecimal digits: unique within the process, and very likely across processes.
pub(super) fn new() -> HeaderValue {
    static START: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(std::process::id()));
    static COUNT: AtomicU64 = AtomicU64::new(0);
    // Multiplying by an odd number is one to one, and spreads the count over all digits.
    let count = COUNT.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let id = format!("{:016x}", START.wrapping_add(count));
    HeaderValue::from_str(&id).expect("hexadecimal digits are valid in a header")
}
