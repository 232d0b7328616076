use http::StatusCode;

/// What can go wrong, one kind for each stable `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The body as a whole cannot be read.
    MalformedBody,
    /// The body was read, but what it gives as a grid is none.
    MalformedGrid,
    /// A value beside the grid is outside its range.
    InvalidParameter,
    /// No such path.
    NotFound,
    /// The path does not take this method.
    MethodNotAllowed,
    /// The client takes none of the media types that the answer can have.
    NotAcceptable,
    /// The body did not arrive in time.
    RequestTimeout,
    /// The body is larger than this path takes.
    PayloadTooLarge,
    /// The body's media type is none that carries a grid.
    UnsupportedMediaType,
    /// A digit stands twice in a house.
    ConflictingGivens,
    /// No conflict, but no solution.
    Unsolvable,
    /// A bug in the service.
    InternalError,
    /// The service is stopping.
    Draining,
    /// Too much work is waiting.
    Overloaded,
    /// The search was ended before the answer was known.
    SearchBudgetExceeded,
}

/// What is fixed for a kind of problem: the row of the table that the pages under `/problems/` are made of.
pub struct ProblemFacts {
    /// The last part of the `type` reference, `/problems/{slug}`.
    pub slug: &'static str,
    /// The HTTP status.
    pub status: StatusCode,
    /// The `title`.
    pub title: &'static str,
    /// What it means and what to do about it, for the page.
    pub help: &'static str,
}

impl ProblemKind {
    /// All kinds, in the order of their statuses.
    pub const ALL: [Self; 15] = [
        Self::MalformedBody,
        Self::MalformedGrid,
        Self::InvalidParameter,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::NotAcceptable,
        Self::RequestTimeout,
        Self::PayloadTooLarge,
        Self::UnsupportedMediaType,
        Self::ConflictingGivens,
        Self::Unsolvable,
        Self::InternalError,
        Self::Draining,
        Self::Overloaded,
        Self::SearchBudgetExceeded,
    ];

    /// The row of the table.
    pub const fn facts(self) -> ProblemFacts {
        let (slug, status, title, help) = match self {
            Self::MalformedBody => (
                "malformed-body",
                StatusCode::BAD_REQUEST,
                "The body cannot be read",
                "The body is empty, is not UTF-8, is not valid JSON, or has a key that is unknown, repeated or \
                 missing. Send {\"grid\": GRID} or the bare GRID.",
            ),
            Self::MalformedGrid => (
                "malformed-grid",
                StatusCode::BAD_REQUEST,
                "This is not a grid of 81 cells",
                "A grid is a string of 81 cells, nine lines, nine strings, a 9x9 array or a flat array of 81. \
                 The member errors names each place: use 1 to 9 for digits, and 0, null or '.' for blanks. With curl, send \
                 a file by --data-binary, since -d joins its lines.",
            ),
            Self::InvalidParameter => (
                "invalid-parameter",
                StatusCode::BAD_REQUEST,
                "A parameter is out of range",
                "A value beside the grid, such as limit, is of another type or outside the range that detail names.",
            ),
            Self::NotFound => (
                "not-found",
                StatusCode::NOT_FOUND,
                "There is nothing at this path",
                "The API reference at /docs lists every path.",
            ),
            Self::MethodNotAllowed => (
                "method-not-allowed",
                StatusCode::METHOD_NOT_ALLOWED,
                "The path does not take this method",
                "The header Allow names the methods that the path takes.",
            ),
            Self::NotAcceptable => (
                "not-acceptable",
                StatusCode::NOT_ACCEPTABLE,
                "The answer has no media type that the client takes",
                "The header Accept names none of the media types in which this path answers; detail lists them.",
            ),
            Self::RequestTimeout => (
                "request-timeout",
                StatusCode::REQUEST_TIMEOUT,
                "The body did not arrive in time",
                "The request's head came, but its body was not complete at the deadline. Send it again in one go.",
            ),
            Self::PayloadTooLarge => (
                "payload-too-large",
                StatusCode::PAYLOAD_TOO_LARGE,
                "The body is too large",
                "One grid in its longest form is under 4 KiB; detail names the limit of this server.",
            ),
            Self::UnsupportedMediaType => (
                "unsupported-media-type",
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "The body's media type carries no grid",
                "Send one of the media types that detail lists; one grid can come without a Content-Type, too.",
            ),
            Self::ConflictingGivens => (
                "conflicting-givens",
                StatusCode::UNPROCESSABLE_ENTITY,
                "A digit stands twice in a house",
                "The grid breaks the rules as it stands. The member conflicts lists every house that holds a digit \
                 more than once, with all its cells: mostly a typing error.",
            ),
            Self::Unsolvable => (
                "unsolvable",
                StatusCode::UNPROCESSABLE_ENTITY,
                "The grid has no solution",
                "No two givens clash, and yet no way to fill the blanks keeps the rules; this is proved, not a guess. \
                 The member reason tells what shows it: a cell without candidates, a digit without a place in a house, \
                 or the refutation of every possibility by search.",
            ),
            Self::InternalError => (
                "internal-error",
                StatusCode::INTERNAL_SERVER_ERROR,
                "The service failed",
                "A bug in the service; the log has the details under the id in instance. The grid may be fine.",
            ),
            Self::Draining => (
                "draining",
                StatusCode::SERVICE_UNAVAILABLE,
                "The service is stopping",
                "Only /readyz says so, to take this instance out of rotation; requests that still come are answered.",
            ),
            Self::Overloaded => (
                "overloaded",
                StatusCode::SERVICE_UNAVAILABLE,
                "Too much work is waiting",
                "The queue of searches is full. Nothing was searched; try again after the seconds in Retry-After.",
            ),
            Self::SearchBudgetExceeded => (
                "search-budget-exceeded",
                StatusCode::SERVICE_UNAVAILABLE,
                "The search was ended before the answer was known",
                "The search used up its guesses or its time. This says nothing about the grid: it may have a \
                 solution or none. For a count, a lower limit needs less search.",
            ),
        };
        ProblemFacts { slug, status, title, help }
    }
}
