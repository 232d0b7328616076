use super::facts::{FACTS, ProblemFacts};

/// What can go wrong: one kind for each stable `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The head of the request is not valid HTTP.
    MalformedRequest,
    /// The body as a whole cannot be read.
    MalformedBody,
    /// The grid in the body is malformed.
    MalformedGrid,
    /// A parameter has the wrong type or is out of range.
    InvalidParameter,
    /// No such path.
    NotFound,
    /// The path does not allow this method.
    MethodNotAllowed,
    /// The client accepts none of the media types of the response.
    NotAcceptable,
    /// The body did not arrive in time.
    RequestTimeout,
    /// The body is larger than the limit.
    PayloadTooLarge,
    /// The path does not support the body's media type or encoding.
    UnsupportedMediaType,
    /// A digit appears twice in a house.
    ConflictingGivens,
    /// The givens do not conflict, but there is no solution.
    Unsolvable,
    /// The request has too many header fields, or too long ones.
    TooManyHeaders,
    /// A bug in the service.
    InternalError,
    /// The server does not implement the method or the transfer coding.
    NotImplemented,
    /// The service is stopping.
    Draining,
    /// Too many requests are waiting or running.
    Overloaded,
    /// The search was stopped before it had a result.
    SearchBudgetExceeded,
}

impl ProblemKind {
    /// All kinds, in the order of their statuses.
    pub const ALL: [Self; 18] = [
        Self::MalformedRequest,
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
        Self::TooManyHeaders,
        Self::InternalError,
        Self::NotImplemented,
        Self::Draining,
        Self::Overloaded,
        Self::SearchBudgetExceeded,
    ];

    /// This kind's row of the table.
    pub const fn facts(self) -> &'static ProblemFacts {
        &FACTS[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_at_its_index() {
        for (index, kind) in ProblemKind::ALL.into_iter().enumerate() {
            assert_eq!((kind as usize, FACTS[index].kind), (index, kind));
        }
    }
}
