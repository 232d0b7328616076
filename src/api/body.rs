use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use super::problem::{Problem, ProblemKind};
use super::{App, Fields, Keys, Preferences, read_document};

/// The whole body of a request, read within the limits on size and time, with what its head says of media types.
///
/// The rest of the head is dropped before the body is read, so that a client that sends its body slowly holds little.
pub(super) struct WholeBody {
    content_type: Option<HeaderValue>,
    accept: Preferences,
    bytes: Bytes,
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
        let too_large = || Problem::new(ProblemKind::PayloadTooLarge, format!("the body is longer than {limit} bytes"));
        refuse_encoded(&head.headers)?;
        let announced = head.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        if announced.is_some_and(|length: usize| length > limit) {
            return Err(too_large());
        }
        let content_type = head.headers.get(header::CONTENT_TYPE).cloned();
        let accept = Preferences::of(&head.headers, header::ACCEPT);
        drop(head);
        let reading = tokio::time::timeout(app.settings.body_deadline, Limited::new(body, limit).collect());
        let bytes = match reading.await {
            Ok(Ok(collected)) => collected.to_bytes(),
            Ok(Err(error)) if error.is::<LengthLimitError>() => return Err(too_large()),
            Ok(Err(error)) => {
                return Err(Problem::new(ProblemKind::MalformedBody, format!("the body could not be read: {error}")));
            }
            Err(_elapsed) => {
                let detail = format!("the body was incomplete after {:?}", app.settings.body_deadline);
                return Err(Problem::new(ProblemKind::RequestTimeout, detail));
            }
        };
        Ok(Self { content_type, accept, bytes })
    }
}
