//! What makes a head too large.

/// The most bytes of a request's head, including the request line.
pub const MAX_HEAD: usize = 16 * 1024;
/// The most fields of a request's head: what hyper takes over HTTP/1 by default. To set it would cost an allocation for
/// each request.
pub const MAX_FIELDS: usize = 100;
