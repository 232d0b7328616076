//! Responses to clients whose requests no service sees.

use std::sync::Arc;

use bytes::Bytes;

/// The most bytes of a request's head, including the request line.
pub const MAX_HEAD: usize = 16 * 1024;
/// The most fields of a request's head: what hyper takes over HTTP/1 by default. To set it would cost an allocation for
/// each request.
pub const MAX_FIELDS: usize = 100;

/// Why a client is refused before its request reaches a service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Every connection is in use.
    Overloaded,
    /// The client began a TLS handshake.
    Tls,
    /// The head has more than [`MAX_HEAD`] bytes or [`MAX_FIELDS`] fields.
    HeadTooLarge,
    /// The client sent something other than the head of an HTTP/1 request; the text says what is wrong with it.
    BadHead(String),
}

impl Refusal {
    /// Why hyper could not parse a head.
    pub(super) fn of_head(error: &hyper::Error) -> Self {
        if error.is_parse_too_large() {
            return Self::HeadTooLarge;
        }
        // hyper says `invalid HTTP method parsed`.
        Self::BadHead(error.to_string().trim_end_matches(" parsed").to_owned())
    }
}

/// Makes the response to a refused client: a complete HTTP/1.1 response with `connection: close`.
pub type Refuse = Arc<dyn Fn(Refusal) -> Bytes + Send + Sync>;
