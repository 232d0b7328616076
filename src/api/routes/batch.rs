//! `POST /solve/batch`: a stream of grids, and a stream of their answers.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use futures_util::{StreamExt, stream};
use http::{HeaderMap, HeaderName, HeaderValue, header};
use http_body_util::BodyExt;

use crate::api::batch::stream::{Coding, Incoming, Plan, start};
use crate::api::batch::{InputFormat, OutputFormat};
use crate::api::observe::RequestId;
use crate::api::{App, Preferences, Problem, ProblemKind};
use crate::connections::Exchange;

/// Proxies such as nginx gather an answer before they pass it on, unless this says no.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");
/// How long the answer's head waits for the body's first bytes.
///
/// A client that asked whether it may send (`Expect: 100-continue`) is told so when its body is asked for, and not any
/// more after the answer's head.
const FIRST_BYTES: Duration = Duration::from_millis(20);

pub(in crate::api) async fn batch(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let plan = plan(&head.headers)?;
    let Ok(place) = Arc::clone(&app.batch_places).try_acquire_owned() else {
        let detail = format!("{} streams are open, and there may be no more", app.settings.batch.streams);
        return Err(Problem::new(ProblemKind::Overloaded, detail));
    };
    let streaming = head.extensions.get::<Exchange>().map(Exchange::begin_stream);
    let request_id = head.extensions.get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
    let body = begun(body).await;
    let answer = start(app, plan, Incoming { request_id, body, streaming, place });
    Ok(respond(plan, answer))
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

/// The body, which was asked for.
async fn begun(mut body: Body) -> Body {
    let Ok(Some(first)) = tokio::time::timeout(FIRST_BYTES, body.frame()).await else { return body };
    let first = stream::once(std::future::ready(first.map(|frame| frame.into_data().unwrap_or_default())));
    let rest = body.into_data_stream();
    Body::from_stream(first.chain(rest))
}

fn respond(plan: Plan, answer: Body) -> Response {
    let mut response = Response::new(answer);
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
