use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use http::{HeaderMap, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use super::problem::{Problem, ProblemKind};
use super::{App, Fields, Keys, read_document};

/// A request with its whole body, read within the limits of size and time.
pub(super) struct WholeBody {
    headers: HeaderMap,
    bytes: Bytes,
}

impl WholeBody {
    /// The body taken apart into the keys that the route takes.
    ///
    /// # Errors
    /// 415 or 400 for a body that cannot be read.
    pub(super) fn fields(&self, keys: Keys) -> Result<Fields<'_>, Problem> {
        Fields::new(read_document(self.headers.get(header::CONTENT_TYPE), &self.bytes)?, keys)
    }

    /// The headers that came with the body.
    pub(super) const fn headers(&self) -> &HeaderMap {
        &self.headers
    }
}

/// A compressed body would only be called not UTF-8.
fn refuse_encoded(headers: &HeaderMap) -> Result<(), Problem> {
    match headers.get(header::CONTENT_ENCODING) {
        Some(encoding) if !encoding.as_bytes().eq_ignore_ascii_case(b"identity") => {
            let detail = format!("the body is encoded as {encoding:?}; send it as it is");
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
                return Err(Problem::new(ProblemKind::MalformedBody, format!("the body broke off: {error}")));
            }
            Err(_elapsed) => {
                let detail = format!("the body was not complete after {:?}", app.settings.body_deadline);
                return Err(Problem::new(ProblemKind::RequestTimeout, detail));
            }
        };
        Ok(Self { headers: head.headers, bytes })
    }
}
