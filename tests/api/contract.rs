//! `openapi.yaml` is the contract: its paths are the router's, its examples are true, its types are the code's.

use axum::body::Body;
use http::{Method, Request};
use serde_json::{Value, json};
use sudoku_server::api::{PATHS, ProblemKind};

use crate::support::{Answer, Api};

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

pub(crate) fn contract() -> Value {
    serde_saphyr::from_str(include_str!("../../openapi.yaml")).unwrap()
}

/// Follows `$ref` until something else stands there.
fn resolve<'a>(contract: &'a Value, value: &'a Value) -> &'a Value {
    match value.get("$ref").and_then(Value::as_str) {
        Some(reference) => resolve(contract, contract.pointer(&reference[1..]).unwrap()),
        None => value,
    }
}

/// Every operation: path, method, what the contract says of it.
fn operations(contract: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    contract["paths"].as_object().unwrap().iter().flat_map(|(path, item)| {
        let operations = item.as_object().unwrap().iter();
        operations
            .filter(|(key, _)| METHODS.contains(&key.as_str()))
            .map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

#[test]
fn paths_and_methods_are_the_routers() {
    let contract = contract();
    let mut documented: Vec<_> =
        operations(&contract).map(|(path, method, _)| (path.to_owned(), method.to_uppercase())).collect();
    // HEAD comes with GET and OPTIONS with everything, so neither is written out.
    let mut served: Vec<_> = PATHS
        .iter()
        .flat_map(|path| path.allow.split(", ").map(|method| (path.path.to_owned(), method.to_owned())))
        .filter(|(_, method)| method != "HEAD" && method != "OPTIONS")
        .collect();
    documented.sort();
    served.sort();
    assert_eq!(documented, served);
}

#[test]
fn problem_types_are_the_codes() {
    let slugs: Vec<_> = ProblemKind::ALL.into_iter().map(|kind| json!(kind.facts().slug)).collect();
    assert_eq!(contract()["components"]["schemas"]["ProblemSlug"]["enum"], json!(slugs));
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(contract()["info"]["version"], env!("CARGO_PKG_VERSION"));
}

#[tokio::test]
async fn it_is_served_as_it_stands() {
    let answer = Api::new().get("/openapi.yaml").await;
    assert_eq!(answer.text(), include_str!("../../openapi.yaml"));
}

/// The answer's documented schema, by status and media type.
#[track_caller]
fn fits(contract: &Value, operation: &Value, answer: &Answer) {
    let status = answer.status.as_str();
    let response = resolve(contract, &operation["responses"][status]);
    assert!(!response.is_null(), "status {status} is not documented: {}", answer.text());
    let essence = answer.header("content-type").split(';').next().unwrap();
    let schema = &response["content"][essence]["schema"];
    assert!(!schema.is_null(), "{essence} is not documented for {status}");
    let is_json = essence.ends_with("json") && essence != "application/x-ndjson";
    let body = if is_json { answer.json() } else { json!(answer.text()) };
    // The schema stands in the whole contract, so that its references resolve.
    let mut schema = json!({"allOf": [schema], "components": contract["components"]});
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    let validator = jsonschema::validator_for(&schema).unwrap();
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

/// The example's body as a client sends it under this media type.
fn encoded(media_type: &str, value: &Value) -> String {
    match media_type {
        "application/json" => value.to_string(),
        "text/plain" | "text/csv" | "application/x-ndjson" => value.as_str().unwrap().to_owned(),
        "application/x-www-form-urlencoded" => format!("grid={}", value["grid"].as_str().unwrap()),
        other => panic!("no example is sent as {other}"),
    }
}

#[tokio::test]
async fn every_example_is_sent_and_its_answer_is_the_documented_one() {
    let contract = contract();
    let (mut sent, mut compared) = (0, 0);
    for (path, method, operation) in operations(&contract).filter(|(_, method, _)| *method == "post") {
        let content = operation["requestBody"]["content"].as_object().unwrap();
        for (media_type, entry) in content {
            for (name, example) in entry["examples"].as_object().into_iter().flatten() {
                let body = encoded(media_type, &example["value"]);
                let answer = Api::new().post_as(path, Some(media_type), body).await;
                fits(&contract, operation, &answer);
                sent += 1;
                let response = resolve(&contract, &operation["responses"][answer.status.as_str()]);
                let essence = answer.header("content-type").split(';').next().unwrap();
                let expected = &response["content"][essence]["examples"][name]["value"];
                if !expected.is_null() {
                    let mut expected = expected.clone();
                    if answer.status.as_u16() >= 400 {
                        expected["instance"] = json!("/requests/test");
                    }
                    let found = if expected.is_string() { json!(answer.text()) } else { answer.json() };
                    assert_eq!(found, expected, "{method} {path}, example {name}");
                    compared += 1;
                }
            }
        }
    }
    assert!(sent >= 17 && compared >= 15, "{sent} examples were sent, {compared} have their answer beside them");
}

#[tokio::test]
async fn what_is_got_fits_too() {
    let contract = contract();
    let api = Api::new();
    for (path, _, operation) in operations(&contract).filter(|(_, method, _)| *method == "get") {
        for kind in ["unsolvable", "none"] {
            let request = Request::builder().method(Method::GET).uri(path.replace("{kind}", kind));
            let answer = api.send(request, Body::empty()).await;
            fits(&contract, operation, &answer);
        }
    }
    api.draining.cancel();
    fits(&contract, &contract["paths"]["/readyz"]["get"], &api.get("/readyz").await);
}

#[tokio::test]
async fn the_page_for_people_names_every_path_and_problem() {
    let answer = Api::new().get("/docs").await;
    let page = answer.text();
    for path in PATHS {
        assert!(page.contains(&format!("<code>{}</code>", path.path)), "{} is in /docs", path.path);
    }
    for facts in ProblemKind::ALL.map(ProblemKind::facts) {
        assert!(page.contains(&format!("href=\"/problems/{}\"", facts.slug)), "{} is in /docs", facts.slug);
    }
    for outside in ["http://", "https://", "//cdn", "@import"] {
        assert!(!page.contains(outside), "the page loads nothing from elsewhere, but contains {outside}");
    }
}
