//! `POST /solve/batch`: a batch of grids in, their answers out as they are found.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use futures_util::{StreamExt, stream};
use http::{HeaderMap, HeaderName, HeaderValue, header};
use http_body_util::BodyExt;

use crate::api::batch::stream::{Coding, Incoming, Plan, start};
use crate::api::batch::{InputFormat, OutputFormat};
use crate::api::request_id::RequestId;
use crate::api::{App, Preferences, Problem, ProblemKind};
use crate::connections::Exchange;

/// Proxies such as nginx buffer a response unless this is `no`.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");
/// How long the response head waits for the first bytes of the request body.
///
/// A client that sent `Expect: 100-continue` gets `100 Continue` when its body is first polled, but no longer once
/// the response head was sent.
const FIRST_BYTES: Duration = Duration::from_millis(20);

pub(in crate::api) async fn batch(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let plan = plan(&head.headers)?;
    let Some(place) = app.batch_places.take().await else {
        let detail = format!("the limit of {} open batches is reached", app.settings.batch.streams);
        return Err(Problem::new(ProblemKind::Overloaded, detail));
    };
    let streaming = head.extensions.get::<Exchange>().map(Exchange::begin_stream);
    let request_id = head.extensions.get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
    let body = poll_once(body).await;
    let response = start(app, plan, Incoming { request_id, body, streaming, place });
    Ok(respond(plan, response))
}

fn plan(headers: &HeaderMap) -> Result<Plan, Problem> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let input = InputFormat::of(text(header::CONTENT_TYPE))?;
    Ok(Plan {
        input,
        decode: Coding::of_request(headers)?,
        output: OutputFormat::of(&Preferences::of(headers, header::ACCEPT), input)?,
        encode: Coding::of_response(headers),
    })
}

/// Polls the body, and returns it with any bytes that have arrived.
async fn poll_once(mut body: Body) -> Body {
    let Ok(Some(first)) = tokio::time::timeout(FIRST_BYTES, body.frame()).await else { return body };
    let first = stream::once(std::future::ready(first.map(|frame| frame.into_data().unwrap_or_default())));
    let rest = body.into_data_stream();
    Body::from_stream(first.chain(rest))
}

fn respond(plan: Plan, body: Body) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(plan.output.content_type()));
    headers.insert(header::VARY, HeaderValue::from_static("accept, accept-encoding"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(ACCEL_BUFFERING, HeaderValue::from_static("no"));
    if let Some(coding) = plan.encode.header() {
        headers.insert(header::CONTENT_ENCODING, coding);
    }
    response
}
