//! `openapi.yaml` is the contract: its paths match the router, its examples hold, its types match the code.

use axum::body::Body;
use http::{Method, Request};
use serde_json::{Value, json};
use sudoku_server::api::{ProblemKind, ROUTES};

use crate::support::{Api, Response};

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

pub(crate) fn contract() -> Value {
    serde_saphyr::from_str(include_str!("../../openapi.yaml")).unwrap()
}

/// Follows `$ref` to the value it refers to.
fn resolve<'a>(contract: &'a Value, value: &'a Value) -> &'a Value {
    match value.get("$ref").and_then(Value::as_str) {
        Some(reference) => resolve(contract, contract.pointer(&reference[1..]).unwrap()),
        None => value,
    }
}

/// Every operation as path, method and description.
fn operations(contract: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    contract["paths"].as_object().unwrap().iter().flat_map(|(path, item)| {
        let operations = item.as_object().unwrap().iter();
        operations
            .filter(|(key, _)| METHODS.contains(&key.as_str()))
            .map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

#[test]
fn paths_and_methods_match_the_router() {
    let contract = contract();
    let mut documented: Vec<_> =
        operations(&contract).map(|(path, method, _)| (path.to_owned(), method.to_uppercase())).collect();
    // HEAD is implied by GET, and OPTIONS by any method, so neither is documented.
    let mut served: Vec<_> = ROUTES
        .iter()
        .flat_map(|path| path.allow.split(", ").map(|method| (path.path.to_owned(), method.to_owned())))
        .filter(|(_, method)| method != "HEAD" && method != "OPTIONS")
        .collect();
    documented.sort();
    served.sort();
    assert_eq!(documented, served);
}

#[test]
fn the_version_is_that_of_the_package() {
    assert_eq!(contract()["info"]["version"], env!("CARGO_PKG_VERSION"));
}

#[tokio::test]
async fn it_is_served_unchanged() {
    let response = Api::new().get("/openapi.yaml").await;
    assert_eq!(response.text(), include_str!("../../openapi.yaml"));
}

/// `INSTA_UPDATE=always`, which also updates the snapshots, writes the file instead.
#[tokio::test]
async fn it_is_served_as_json_too() {
    let response = Api::new().get("/openapi.json").await;
    assert_eq!(response.header("content-type"), "application/json");
    assert!(response.text().ends_with("}\n"));
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/web/openapi.json");
        std::fs::write(path, format!("{:#}\n", contract())).unwrap();
    } else {
        assert!(response.json() == contract(), "INSTA_UPDATE=always cargo test --test api openapi writes openapi.json");
    }
}

/// A validator of a schema within the contract, whose references need the contract's components.
pub(crate) fn validator(contract: &Value, schema: &Value) -> jsonschema::Validator {
    let mut schema = json!({"allOf": [schema], "components": contract["components"]});
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    jsonschema::validator_for(&schema).unwrap()
}

/// Checks the response against the schema documented for its status and media type.
#[track_caller]
fn check_schema(contract: &Value, operation: &Value, response: &Response) {
    let status = response.status.as_str();
    let documented = resolve(contract, &operation["responses"][status]);
    assert!(!documented.is_null(), "status {status} is not documented: {}", response.text());
    let essence = response.header("content-type").split(';').next().unwrap();
    let schema = &documented["content"][essence]["schema"];
    assert!(!schema.is_null(), "{essence} is not documented for {status}");
    let is_json = essence.ends_with("json") && essence != "application/x-ndjson";
    let body = if is_json { response.json() } else { json!(response.text()) };
    let validator = validator(contract, schema);
    let documents = if essence == "application/x-ndjson" { lines(body.as_str().unwrap()) } else { vec![body] };
    for document in documents {
        let errors: Vec<_> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:#?} in {document:#}");
    }
}

/// The lines of NDJSON, whose schema is that of one line.
pub(crate) fn lines(body: &str) -> Vec<Value> {
    body.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The example as a body of this media type.
fn encoded(media_type: &str, value: &Value) -> String {
    match media_type {
        "application/json" => value.to_string(),
        "text/plain" | "text/csv" | "application/x-ndjson" => value.as_str().unwrap().to_owned(),
        other => panic!("no example is sent as {other}"),
    }
}

#[tokio::test]
async fn every_example_gets_the_documented_response() {
    let contract = contract();
    let (mut sent, mut compared) = (0, 0);
    for (path, method, operation) in operations(&contract).filter(|(_, method, _)| *method == "post") {
        let content = operation["requestBody"]["content"].as_object().unwrap();
        for (media_type, entry) in content {
            for (name, example) in entry["examples"].as_object().into_iter().flatten() {
                let body = encoded(media_type, &example["value"]);
                let response = Api::new().post_as(path, Some(media_type), body).await;
                check_schema(&contract, operation, &response);
                if media_type == "application/json" {
                    // Only what a schema can express is checked by it; 422 is for what it cannot.
                    let fits = validator(&contract, &entry["schema"]).is_valid(&example["value"]);
                    assert_eq!(fits, response.status != 400, "{method} {path}, example {name}");
                }
                sent += 1;
                let documented = resolve(&contract, &operation["responses"][response.status.as_str()]);
                let essence = response.header("content-type").split(';').next().unwrap();
                let expected = &documented["content"][essence]["examples"][name]["value"];
                if !expected.is_null() {
                    let mut expected = expected.clone();
                    if response.status.as_u16() >= 400 {
                        expected["instance"] = json!("/requests/test");
                    }
                    let found = if expected.is_string() { json!(response.text()) } else { response.json() };
                    assert_eq!(found, expected, "{method} {path}, example {name}");
                    compared += 1;
                }
            }
        }
    }
    assert!(sent >= 16 && compared >= 14, "{sent} examples sent, {compared} responses compared");
}

#[tokio::test]
async fn responses_to_get_fit_their_schemas() {
    let contract = contract();
    let api = Api::new();
    for (path, _, operation) in operations(&contract).filter(|(_, method, _)| *method == "get") {
        for kind in ["unsolvable", "none"] {
            let request = Request::builder().method(Method::GET).uri(path.replace("{kind}", kind));
            let response = api.send(request, Body::empty()).await;
            check_schema(&contract, operation, &response);
        }
    }
    api.draining.cancel();
    check_schema(&contract, &contract["paths"]["/readyz"]["get"], &api.get("/readyz").await);
}

/// What is refused before a route is looked for may be the response of every operation.
#[tokio::test]
async fn every_operation_documents_the_refusals_of_the_edge() {
    let contract = contract();
    let api = Api::new();
    for (path, method, operation) in operations(&contract) {
        let request = || {
            let path = path.replace("{kind}", "unsolvable");
            Request::builder().method(method.to_uppercase().as_str()).uri(path)
        };
        let without_host = api.send_as_is(request(), Body::empty()).await;
        let many = (0..=100).fold(request(), |request, number| request.header("x-more", number));
        let too_many = api.send(many, Body::empty()).await;
        let coded = api.send(request().header("transfer-encoding", "gzip, chunked"), Body::empty()).await;
        for (response, status) in [(without_host, 400), (too_many, 431), (coded, 501)] {
            assert_eq!(response.status, status, "{method} {path}");
            check_schema(&contract, operation, &response);
        }
    }
}

#[tokio::test]
async fn the_docs_page_names_every_path_and_problem() {
    let response = Api::new().get("/docs").await;
    let page = response.text();
    for path in &ROUTES {
        assert!(page.contains(&format!("<code>{}</code>", path.path)), "{} is missing from /docs", path.path);
    }
    for facts in ProblemKind::ALL.map(ProblemKind::facts) {
        assert!(page.contains(&format!("href=\"/problems/{}\"", facts.slug)), "{} is missing from /docs", facts.slug);
    }
    for outside in ["http://", "https://", "//cdn", "@import"] {
        assert!(!page.contains(outside), "the page must load nothing from elsewhere, but contains {outside}");
    }
}
