//! The contract and the reference page, both embedded: they need no network.

use axum::response::{Html, IntoResponse};
use http::header;

pub(in crate::api) async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/yaml")], include_str!("../../../openapi.yaml"))
}

pub(in crate::api) async fn openapi_json() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("../../web/openapi.json"))
}

pub(in crate::api) async fn page() -> Html<&'static str> {
    Html(include_str!("../../web/docs.html"))
}
