use axum::body::Body;
use axum::extract::{FromRequest, Request};
use http::{HeaderMap, HeaderValue, header};
use http_body_util::BodyExt;

use super::ledger::Reservation;
use super::problem::{Problem, ProblemKind};
use super::{App, Fields, Keys, Preferences, read_document};

/// The length up to which a body is read whatever other requests hold; nearly every grid is shorter.
const FREE: usize = 4 * 1024;

/// The whole body of a request, read within the limits on size and time, with what its head says of media types.
///
/// The rest of the head is dropped before the body is read, so that a client that sends its body slowly holds little.
pub(super) struct WholeBody {
    content_type: Option<HeaderValue>,
    accept: Preferences,
    bytes: Vec<u8>,
    _reservation: Reservation,
}

impl WholeBody {
    /// The body, split into the keys the route accepts.
    ///
    /// # Errors
    /// 415 or 400 if the body cannot be read.
    pub(super) fn fields(&self, keys: Keys) -> Result<Fields<'_>, Problem> {
        Fields::new(read_document(self.content_type.as_ref(), &self.bytes)?, keys)
    }

    /// The media types that the client accepts.
    pub(super) const fn accept(&self) -> &Preferences {
        &self.accept
    }
}

/// Refuses a compressed body, which would otherwise be reported as not UTF-8.
fn refuse_encoded(headers: &HeaderMap) -> Result<(), Problem> {
    match headers.get(header::CONTENT_ENCODING) {
        Some(encoding) if !encoding.as_bytes().eq_ignore_ascii_case(b"identity") => {
            let detail = format!("the body is encoded as {encoding:?}; send it uncompressed");
            Err(Problem::new(ProblemKind::UnsupportedMediaType, detail))
        }
        _ => Ok(()),
    }
}

impl FromRequest<App> for WholeBody {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let (head, body) = request.into_parts();
        let limit = app.settings.max_body;
        refuse_encoded(&head.headers)?;
        let announced = head.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        if announced.is_some_and(|length: usize| length > limit) {
            return Err(too_large(limit));
        }
        let content_type = head.headers.get(header::CONTENT_TYPE).cloned();
        let accept = Preferences::of(&head.headers, header::ACCEPT);
        drop(head);
        let deadline = app.settings.body_deadline;
        let mut reservation = app.body_bytes();
        let bytes = match tokio::time::timeout(deadline, read(body, limit, &mut reservation)).await {
            Ok(Ok(bytes)) => bytes,
            Ok(Err(problem)) => return Err(problem),
            Err(_elapsed) => {
                let detail = format!("the body was incomplete after {deadline:?}");
                return Err(Problem::new(ProblemKind::RequestTimeout, detail));
            }
        };
        Ok(Self { content_type, accept, bytes, _reservation: reservation })
    }
}

/// Reads a body of up to `limit` bytes.
async fn read(mut body: Body, limit: usize, reservation: &mut Reservation) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| {
            Problem::new(ProblemKind::MalformedBody, format!("the body could not be read: {error}"))
        })?;
        // hyper reads trailer fields more leniently than the rest of a request (SECURITY.md).
        let Ok(data) = frame.into_data() else {
            return Err(Problem::new(ProblemKind::MalformedBody, "the body has trailer fields; send it without"));
        };
        let length = bytes.len() + data.len();
        if length > limit {
            return Err(too_large(limit));
        }
        if length > FREE && !reservation.resize(length) {
            return Err(Problem::new(ProblemKind::Overloaded, "too many long bodies are being read"));
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

fn too_large(limit: usize) -> Problem {
    Problem::new(ProblemKind::PayloadTooLarge, format!("the body is longer than {limit} bytes"))
}
