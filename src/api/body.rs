use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use http::{HeaderMap, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use super::problem::{Problem, ProblemKind};
use super::{App, Fields, Keys, read_document};

/// The headers and the whole body of a request, read within the limits on size and time.
pub(super) struct WholeBody {
    headers: HeaderMap,
    bytes: Bytes,
}

impl WholeBody {
    /// The body, split into the keys the route accepts.
    ///
    /// # Errors
    /// 415 or 400 if the body cannot be read.
    pub(super) fn fields(&self, keys: Keys) -> Result<Fields<'_>, Problem> {
        Fields::new(read_document(self.headers.get(header::CONTENT_TYPE), &self.bytes)?, keys)
    }

    /// The headers of the request.
    pub(super) const fn headers(&self) -> &HeaderMap {
        &self.headers
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
        Ok(Self { headers: head.headers, bytes })
    }
}
