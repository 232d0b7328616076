//! Every refusal of the service: an RFC 9457 problem with a stable type.
//!
//! A handler returns a [`Problem`] with what it knows. At the edge, where the request's id is known,
//! [`observe`](super::observe) turns it into the response's body and logs it once.

mod facts;
mod kind;
mod members;

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use serde::Serialize;

pub use facts::ProblemFacts;
pub use kind::ProblemKind;
pub use members::{ConflictBody, InputError, More, ReasonBody};

use super::json::json_line;
use sudoku_engine::grid::ConflictingGivens;
use sudoku_engine::solver::{Refutation, Stopped};

/// One refusal, on its way to the edge.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its kind, which fixes type, title and status.
    pub kind: ProblemKind,
    /// What is wrong with this request, for the client.
    pub detail: String,
    /// What this kind of problem carries besides.
    pub more: More,
}

impl Problem {
    /// A problem of this kind; `detail` is what is wrong with this request.
    pub fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), more: More::Nothing }
    }

    /// Givens that break the rules, with every house in which they do.
    pub fn conflicting(givens: &ConflictingGivens) -> Self {
        let conflicts = givens.conflicts().iter().map(ConflictBody::from).collect();
        Self { more: More::Conflicts(conflicts), ..Self::new(ProblemKind::ConflictingGivens, givens.to_string()) }
    }

    /// A puzzle proved to have no solution.
    pub fn unsolvable(refutation: Refutation) -> Self {
        let detail = format!("the grid has no solution: {refutation}");
        Self { more: More::Reason(refutation.into()), ..Self::new(ProblemKind::Unsolvable, detail) }
    }

    /// A search that was stopped, which proves nothing about the puzzle; `guesses` is how many it was allowed.
    pub(super) fn stopped(stopped: Stopped, guesses: u64) -> Self {
        let detail = match stopped {
            Stopped::GuessBudget => format!("the search used up its {guesses} guesses"),
            Stopped::Cancelled => stopped.to_string(),
        };
        Self::new(ProblemKind::SearchBudgetExceeded, detail)
    }

    /// A bug in the service; `internal` is for the log, hidden from the client.
    pub fn internal(internal: impl Into<String>) -> Self {
        let detail = "the request failed with an internal error";
        Self { more: More::Internal(internal.into()), ..Self::new(ProblemKind::InternalError, detail) }
    }

    /// Adds the errors in the body.
    #[must_use]
    pub fn with_errors(self, errors: Vec<InputError>) -> Self {
        Self { more: More::Errors(errors), ..self }
    }

    /// The problem as JSON inside another response: without `instance`, since it does not concern the whole request.
    pub(super) fn without_request(&self) -> impl Serialize {
        self.body(None)
    }

    /// The cells it names, such as `r1c2`, each once and in the order of the board.
    pub(super) fn cells(&self) -> Vec<&str> {
        let mut cells: Vec<&str> = match &self.more {
            More::Errors(errors) => errors.iter().filter_map(|error| error.cell.as_deref()).collect(),
            More::Conflicts(conflicts) => conflicts.iter().flat_map(ConflictBody::cells).collect(),
            More::Reason(ReasonBody::CellWithoutCandidates { cell }) => vec![cell],
            More::Reason(_) | More::Nothing | More::Internal(_) => vec![],
        };
        // Row and column are one digit each, so the names sort in the order of the board.
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The body, for the request with this id.
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

    /// The whole response, for the request with this id.
    pub(super) fn render(&self, request_id: &str) -> Response {
        const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");
        let body = json_line(&self.body(Some(request_id)));
        let mut response = (self.kind.facts().status, [(header::CONTENT_TYPE, PROBLEM_JSON)], body).into_response();
        if self.kind == ProblemKind::Draining {
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
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

impl IntoResponse for Problem {
    /// The status, and the problem itself as an extension of the response: the edge makes the body.
    fn into_response(self) -> Response {
        let mut response = self.kind.facts().status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}
