//! The schemas `BatchItem` and `BatchAnswer` of `openapi.yaml` fit the lines of real batches.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};
use sudoku_server::api::Settings;

use crate::contract::{contract, lines, validator};
use crate::support::{Api, PUZZLE};

/// One of the schemas under `components`.
fn schema(name: &str) -> Validator {
    static CONTRACT: LazyLock<Value> = LazyLock::new(contract);
    validator(&CONTRACT, &json!({"$ref": format!("#/components/schemas/{name}")}))
}

/// Grids of every outcome, each with the member of its answer that tells.
fn grids() -> Vec<(Value, &'static str)> {
    let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
    let cells: Vec<u32> = PUZZLE.chars().map(|cell| cell.to_digit(10).unwrap_or(0)).collect();
    vec![
        (json!(PUZZLE), "/unique"),
        (json!(rows), "/solution/8"),
        (json!(cells.chunks(9).collect::<Vec<_>>()), "/solution/8/8"),
        (json!(cells), "/solution/80"),
        (json!(".".repeat(81)), "/unique"),
        (json!(format!("11{}", ".".repeat(79))), "/error/conflicts/1"),
        (
            json!(".876543212........3........4........5........6........7........8........9........"),
            "/error/reason/cell",
        ),
        (json!("12.......".repeat(9)), "/error/conflicts/0"),
    ]
}

#[tokio::test]
async fn every_answer_of_a_batch_fits_its_schema() {
    let (item_schema, answer_schema) = (schema("BatchItem"), schema("BatchAnswer"));
    let ids = [json!("a \"b\""), json!(7), json!(-1.5e3), json!(true), json!(null)];
    let (mut items, mut expected) = (Vec::new(), Vec::new());
    for (grid, member) in grids() {
        items.push(grid.clone());
        expected.push((None, member));
        for (id, name) in ids.iter().zip(["grid", "board", "puzzle", "sudoku", "question"]) {
            items.push(json!({"id": id, name: grid, "solution": 1, "name": "a"}));
            expected.push((Some(id), member));
        }
    }
    for item in &items {
        assert!(item_schema.is_valid(item), "{item}");
    }
    let ndjson = items.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    for (media_type, body) in [("application/x-ndjson", ndjson), ("application/json", json!(items).to_string())] {
        let response = Api::new().post_as("/solve/batch", Some(media_type), body).await;
        let answers = lines(response.text());
        assert_eq!(answers.len(), expected.len(), "{media_type}");
        for (answer, (id, member)) in answers.iter().zip(&expected) {
            assert!(answer_schema.is_valid(answer), "{answer:#}");
            assert_eq!(answer.get("id"), *id, "{answer:#}");
            assert!(answer.pointer(member).is_some(), "{member} is missing from {answer:#}");
            assert!(answer.pointer("/error/instance").is_none(), "an item is no request: {answer:#}");
        }
    }
}

#[tokio::test]
async fn answers_to_malformed_items_fit_their_schema_too() {
    let (item_schema, answer_schema) = (schema("BatchItem"), schema("BatchAnswer"));
    let malformed = [
        (json!("hello"), "malformed-grid"),
        (json!({"id": "a", "grid": "hello"}), "malformed-grid"),
        (json!({"id": "a"}), "malformed-body"),
        (json!({"grid": PUZZLE, "board": PUZZLE}), "malformed-body"),
        (json!({"puzzle": PUZZLE, "question": PUZZLE}), "malformed-body"),
        (json!({"solution": PUZZLE}), "malformed-body"),
        (json!({"id": ["a"], "grid": PUZZLE}), "invalid-parameter"),
        (json!([[5, 3], [6]]), "malformed-grid"),
        (json!(7), "malformed-grid"),
    ];
    for (item, slug) in malformed {
        assert!(!item_schema.is_valid(&item), "{item}");
        let response = Api::new().post_as("/solve/batch", Some("application/x-ndjson"), item.to_string()).await;
        let answers = lines(response.text());
        let [answer] = &answers[..] else { panic!("{} answers to {item}", answers.len()) };
        assert_eq!(answer["error"]["type"], format!("/problems/{slug}"), "{item}");
        assert!(answer_schema.is_valid(answer), "{answer:#}");
    }
    // A line that is too long, an array that breaks off, and a search without guesses.
    let short = Settings { max_body: 200, max_guesses: 1, ..Settings::default() };
    for (media_type, body) in [
        ("application/x-ndjson", "5".repeat(300)),
        ("application/json", format!("[{}", json!(PUZZLE))),
        (
            "application/x-ndjson",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".to_owned(),
        ),
    ] {
        let response = Api::with(short.clone()).post_as("/solve/batch", Some(media_type), body).await;
        let answer = lines(response.text()).pop().unwrap();
        assert!(answer.get("error").is_some() && answer_schema.is_valid(&answer), "{answer:#}");
    }
}

#[test]
fn the_schema_refuses_what_is_no_answer() {
    let schema = schema("BatchAnswer");
    let solved = json!({"index": 0, "solution": "123456789".repeat(9), "unique": true});
    let reason = json!({"kind": "refuted-by-search"});
    let problem = json!({"type": "/problems/unsolvable", "title": "t", "status": 422, "detail": "d", "reason": reason});
    let refused = json!({"index": 0, "id": 1, "error": problem});
    assert!(schema.is_valid(&solved) && schema.is_valid(&refused));
    for (answer, member, value) in [
        (&solved, "index", json!(-1)),
        (&solved, "id", json!([])),
        (&solved, "solution", json!("123")),
        (&solved, "error", refused["error"].clone()),
        (&refused, "unique", json!(true)),
        (&refused, "error", json!("unsolvable")),
        (&refused, "instance", json!("/requests/test")),
    ] {
        let mut broken = answer.clone();
        broken[member] = value;
        assert!(!schema.is_valid(&broken), "{broken:#}");
    }
    for (member, value) in [("type", "/problems/malformed-grid"), ("type", "/problems/draining"), ("reason", "none")] {
        let mut broken = refused.clone();
        broken["error"][member] = json!(value);
        assert!(!schema.is_valid(&broken), "{broken:#}");
    }
    for member in ["index", "solution", "unique"] {
        let mut broken = solved.clone();
        broken.as_object_mut().unwrap().remove(member);
        assert!(!schema.is_valid(&broken), "without {member}");
    }
}
