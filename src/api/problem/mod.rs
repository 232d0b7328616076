//! Every refusal of the service: an RFC 9457 problem with a stable type.
//!
//! A [`Problem`] says what is known where it arises. [`observe`](super::observe) turns it into the answer's body at the
//! edge, where the request's id is known, and logs it there once.

mod kind;
mod places;

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use serde::ser::{Serialize, SerializeMap, Serializer};

pub use kind::{ProblemFacts, ProblemKind};
pub use places::{ConflictBody, InputError, ReasonBody};

use sudoku_engine::grid::ConflictingGivens;
use sudoku_engine::solver::{Refutation, Stopped};

/// One refusal, on its way to the edge.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Which kind it is.
    pub kind: ProblemKind,
    /// What is wrong with this request, for the client.
    pub detail: String,
    /// What this kind of problem tells beside.
    pub more: More,
}

/// What a problem tells beside its detail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum More {
    /// Nothing.
    Nothing,
    /// The exact places that are wrong: the member `errors`.
    Errors(Vec<InputError>),
    /// All conflicts: the member `conflicts`.
    Conflicts(Vec<ConflictBody>),
    /// What shows that there is no solution: the member `reason`.
    Reason(ReasonBody),
    /// What the log should know and the client should not.
    Internal(String),
}

impl Problem {
    /// A problem of this kind, with what is wrong with this request.
    pub fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), more: More::Nothing }
    }

    /// Givens that break the rules, with all the houses where they do.
    pub fn conflicting(givens: &ConflictingGivens) -> Self {
        let conflicts = givens.conflicts().iter().map(ConflictBody::from).collect();
        Self { more: More::Conflicts(conflicts), ..Self::new(ProblemKind::ConflictingGivens, givens.to_string()) }
    }

    /// A puzzle that was proved to have no solution.
    pub fn unsolvable(refutation: Refutation) -> Self {
        let detail = format!("the grid has no solution: {refutation}");
        Self { more: More::Reason(refutation.into()), ..Self::new(ProblemKind::Unsolvable, detail) }
    }

    /// A search that was stopped, so that nothing is known about the puzzle; it was allowed this many guesses.
    pub(super) fn stopped(stopped: Stopped, guesses: u64) -> Self {
        let detail = match stopped {
            Stopped::GuessBudget => format!("the search made all {guesses} guesses it is allowed"),
            Stopped::Cancelled => stopped.to_string(),
        };
        Self::new(ProblemKind::SearchBudgetExceeded, detail)
    }

    /// A bug in the service; `internal` goes to the log and not to the client.
    pub fn internal(internal: impl Into<String>) -> Self {
        let detail = "an internal error kept this request from being answered";
        Self { more: More::Internal(internal.into()), ..Self::new(ProblemKind::InternalError, detail) }
    }

    /// Adds the exact places.
    #[must_use]
    pub fn with_errors(self, errors: Vec<InputError>) -> Self {
        Self { more: More::Errors(errors), ..self }
    }

    /// The same object as the body of an answer, as a part of another one, whose request is not this problem's instance.
    pub(super) fn without_request(&self) -> impl Serialize {
        self.body(None)
    }

    /// The cells that it points at, such as `r1c2`, each once and in the order of the board.
    pub(super) fn places(&self) -> Vec<&str> {
        let mut places: Vec<&str> = match &self.more {
            More::Errors(errors) => errors.iter().filter_map(|error| error.cell.as_deref()).collect(),
            More::Conflicts(conflicts) => conflicts.iter().flat_map(ConflictBody::cells).collect(),
            More::Reason(ReasonBody::CellWithoutCandidates { cell }) => vec![cell],
            More::Reason(_) | More::Nothing | More::Internal(_) => vec![],
        };
        // Rows and columns have one digit each, so that the order of the text is that of the board.
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The body, for the request of this id.
    fn body(&self, request_id: Option<&str>) -> ProblemBody<'_> {
        let facts = self.kind.facts();
        ProblemBody {
            kind: format!("/problems/{}", facts.slug),
            title: facts.title,
            status: facts.status.as_u16(),
            detail: &self.detail,
            instance: request_id.map(|id| format!("/requests/{id}")),
            more: &self.more,
        }
    }

    /// The whole answer, for the request of this id.
    pub(super) fn render(&self, request_id: &str) -> Response {
        const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");
        let body = serde_json::to_vec(&self.body(Some(request_id))).expect("strings and numbers serialize");
        let mut response = (self.kind.facts().status, [(header::CONTENT_TYPE, PROBLEM_JSON)], body).into_response();
        if self.kind == ProblemKind::Overloaded || self.kind == ProblemKind::SearchBudgetExceeded {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// The members of the JSON body, in the order of RFC 9457.
#[derive(serde::Serialize)]
struct ProblemBody<'a> {
    #[serde(rename = "type")]
    kind: String,
    title: &'static str,
    status: u16,
    detail: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<String>,
    #[serde(flatten)]
    more: &'a More,
}

impl Serialize for More {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Errors(errors) => serializer.collect_map([("errors", errors)]),
            Self::Conflicts(conflicts) => serializer.collect_map([("conflicts", conflicts)]),
            Self::Reason(reason) => serializer.collect_map([("reason", reason)]),
            Self::Nothing | Self::Internal(_) => serializer.serialize_map(Some(0))?.end(),
        }
    }
}

impl IntoResponse for Problem {
    /// Only the status and the problem itself, as an extension; the edge makes the body.
    fn into_response(self) -> Response {
        let mut response = self.kind.facts().status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}
