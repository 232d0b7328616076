use http::StatusCode;

use super::ProblemKind;

/// What is fixed for a kind of problem: one row of the table behind the pages under `/problems/`.
pub struct ProblemFacts {
    /// The kind.
    pub kind: ProblemKind,
    /// The last part of the `type` reference, `/problems/{slug}`.
    pub slug: &'static str,
    /// The HTTP status.
    pub status: StatusCode,
    /// The `title`.
    pub title: &'static str,
    /// What it means and what to do about it: the text of the page.
    pub help: &'static str,
}

/// The table, in the order of the kinds.
pub(super) static FACTS: [ProblemFacts; ProblemKind::ALL.len()] = [
    ProblemFacts {
        kind: ProblemKind::MalformedRequest,
        slug: "malformed-request",
        status: StatusCode::BAD_REQUEST,
        title: "This is not a valid HTTP request",
        help: "The request line or a header field breaks the rules of HTTP, as detail says: Host is missing, repeated \
               or malformed, the target has a character that must be percent-encoded, or the bytes are not HTTP at all. \
               This port speaks HTTP/1.1 and HTTP/2 without TLS.",
    },
    ProblemFacts {
        kind: ProblemKind::MalformedBody,
        slug: "malformed-body",
        status: StatusCode::BAD_REQUEST,
        title: "The body cannot be read",
        help: "The body is empty, is not UTF-8, is not valid JSON, or has a key that is unknown, repeated or \
               missing. Send {\"grid\": GRID} or the bare GRID.",
    },
    ProblemFacts {
        kind: ProblemKind::MalformedGrid,
        slug: "malformed-grid",
        status: StatusCode::BAD_REQUEST,
        title: "This is not a grid of 81 cells",
        help: "A grid is a string of 81 cells, nine lines, nine strings, a 9x9 array or a flat array of 81. \
               Digits are 1 to 9, blanks 0, null or '.'. The member errors lists everything that is wrong. To send a \
               file with curl, use --data-binary, because -d joins its lines.",
    },
    ProblemFacts {
        kind: ProblemKind::InvalidParameter,
        slug: "invalid-parameter",
        status: StatusCode::BAD_REQUEST,
        title: "A parameter is out of range",
        help: "A parameter such as limit has the wrong type or is out of range; detail gives the range.",
    },
    ProblemFacts {
        kind: ProblemKind::NotFound,
        slug: "not-found",
        status: StatusCode::NOT_FOUND,
        title: "There is nothing at this path",
        help: "The API reference at /docs lists every path.",
    },
    ProblemFacts {
        kind: ProblemKind::MethodNotAllowed,
        slug: "method-not-allowed",
        status: StatusCode::METHOD_NOT_ALLOWED,
        title: "The path does not allow this method",
        help: "The header Allow lists the methods of the path.",
    },
    ProblemFacts {
        kind: ProblemKind::NotAcceptable,
        slug: "not-acceptable",
        status: StatusCode::NOT_ACCEPTABLE,
        title: "The client accepts no media type of this path",
        help: "The header Accept includes none of the media types this path responds with; detail lists them.",
    },
    ProblemFacts {
        kind: ProblemKind::RequestTimeout,
        slug: "request-timeout",
        status: StatusCode::REQUEST_TIMEOUT,
        title: "The body did not arrive in time",
        help: "The request's head arrived, but its body was incomplete at the deadline. Send the body in one piece.",
    },
    ProblemFacts {
        kind: ProblemKind::PayloadTooLarge,
        slug: "payload-too-large",
        status: StatusCode::PAYLOAD_TOO_LARGE,
        title: "The body is too large",
        help: "A grid in its longest form takes less than 4 KiB; detail gives the limit of this server.",
    },
    ProblemFacts {
        kind: ProblemKind::UnsupportedMediaType,
        slug: "unsupported-media-type",
        status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
        title: "The body's media type or encoding is not supported",
        help: "The member detail gives what to send instead. A single grid needs no Content-Type.",
    },
    ProblemFacts {
        kind: ProblemKind::ConflictingGivens,
        slug: "conflicting-givens",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        title: "A digit appears twice in a house",
        help: "The givens break the rules, often because of a typing error. The member conflicts lists every house \
               that holds a digit more than once, and the cells of that digit.",
    },
    ProblemFacts {
        kind: ProblemKind::Unsolvable,
        slug: "unsolvable",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        title: "The grid has no solution",
        help: "No two givens conflict, but it is proved that the blanks cannot be filled. The member reason gives \
               the proof: a cell without candidates, a digit without a place in a house, or a search of every \
               possibility.",
    },
    ProblemFacts {
        kind: ProblemKind::TooManyHeaders,
        slug: "too-many-headers",
        status: StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
        title: "The head of the request is too large",
        help: "A request may have 100 header fields, and a head of 16 KiB.",
    },
    ProblemFacts {
        kind: ProblemKind::InternalError,
        slug: "internal-error",
        status: StatusCode::INTERNAL_SERVER_ERROR,
        title: "The service failed",
        help: "This is a bug in the service. The log has the details under the id in instance; the grid may be fine.",
    },
    ProblemFacts {
        kind: ProblemKind::NotImplemented,
        slug: "not-implemented",
        status: StatusCode::NOT_IMPLEMENTED,
        title: "The server does not implement this method or transfer coding",
        help: "No path takes the method: the paths take GET, HEAD, POST and OPTIONS, by these names in capital letters. \
               The only Transfer-Encoding is chunked.",
    },
    ProblemFacts {
        kind: ProblemKind::Draining,
        slug: "draining",
        status: StatusCode::SERVICE_UNAVAILABLE,
        title: "The service is stopping",
        help: "Only /readyz reports this, to take the instance out of rotation. Later requests are still served.",
    },
    ProblemFacts {
        kind: ProblemKind::Overloaded,
        slug: "overloaded",
        status: StatusCode::SERVICE_UNAVAILABLE,
        title: "The service is overloaded",
        help: "Too many requests are waiting or running. No search was started; retry after the seconds given in \
               Retry-After.",
    },
    ProblemFacts {
        kind: ProblemKind::SearchBudgetExceeded,
        slug: "search-budget-exceeded",
        status: StatusCode::SERVICE_UNAVAILABLE,
        title: "The search was stopped before it had a result",
        help: "The search used up its guesses or its time. The grid may have a solution or none. A count with a \
               lower limit needs less searching.",
    },
];
