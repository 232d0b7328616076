//! `POST /count`.

use serde_json::json;

use crate::support::{Api, PUZZLE, SOLUTION, Transcript, rows};

/// The example of a well-known tutorial: its printed "solution" breaks the rules, and it has 15,052 real ones.
const TUTORIAL: &str = "...4.....6.....8.2..2....9716.....74.........82.....3529....7..5.3..8..9.....5...";

#[tokio::test]
async fn solutions_are_counted_up_to_the_limit() {
    let api = Api::new();
    for (grid, limit, count, exact) in [
        (PUZZLE, None, 1, true),
        (TUTORIAL, Some(20_000), 15_052, true),
        (TUTORIAL, None, 1_000, false),
        (TUTORIAL, Some(1), 1, false),
        (&".".repeat(81), Some(50_000), 50_000, false),
    ] {
        let body = json!({"grid": grid, "limit": limit});
        let response = api.post("/count", body.to_string()).await.ok();
        assert_eq!(response, json!({"count": count, "exact": exact, "solutions": []}), "{body}");
    }
}

#[tokio::test]
async fn solutions_are_written_in_the_form_of_the_grid() {
    let api = Api::new();
    let response = api.post("/count", json!({"grid": PUZZLE, "solutions": 5}).to_string()).await.ok();
    assert_eq!(response["solutions"], json!([SOLUTION]));

    let response = api.post("/count", json!({"grid": rows(TUTORIAL), "solutions": 3}).to_string()).await.ok();
    let solutions = response["solutions"].as_array().unwrap();
    assert_eq!(solutions.len(), 3);
    assert!(solutions.iter().all(|solution| solution.as_array().unwrap().len() == 9));
    assert!(solutions[0] != solutions[1] && solutions[1] != solutions[2] && solutions[0] != solutions[2]);
}

#[tokio::test]
async fn an_unsolvable_grid_counts_zero() {
    let grid = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    let response = Api::new().post("/count", json!({"grid": grid}).to_string()).await.ok();
    assert_eq!(response, json!({"count": 0, "exact": true, "solutions": []}));
}

#[tokio::test]
async fn a_bare_grid_takes_the_defaults() {
    let response = Api::new().post_as("/count", Some("text/plain"), TUTORIAL).await.ok();
    assert_eq!(response["count"], 1_000);
}

#[tokio::test]
async fn responses_to_parameters_out_of_range() {
    let mut transcript = Transcript::default();
    for parameters in [
        json!({"limit": 0}),
        json!({"limit": 1_000_001}),
        json!({"limit": -1}),
        json!({"limit": "10"}),
        json!({"limit": 1.5}),
        json!({"solutions": 1_001}),
        json!({"solutions": [1]}),
        json!({"limits": 5}),
    ] {
        let mut body = parameters.clone();
        body["grid"] = json!(PUZZLE);
        let response = Api::new().post("/count", body.to_string()).await;
        transcript.add(&parameters.to_string(), "POST /count", &response);
    }
    insta::assert_snapshot!(transcript.text());
}

#[tokio::test]
async fn conflicting_givens_are_refused() {
    let grid = format!("11{}", ".".repeat(79));
    let problem = Api::new().post("/count", json!({"grid": grid}).to_string()).await.problem("conflicting-givens");
    assert_eq!(problem["conflicts"].as_array().unwrap().len(), 2);
}
