//! `POST /validate`.

use serde_json::{Value, json};

use crate::support::{Api, PUZZLE, SOLUTION};

async fn validate(body: Value) -> Value {
    Api::new().post("/validate", body.to_string()).await.ok()
}

#[tokio::test]
async fn every_verdict_is_a_200() {
    let conflict = format!("11{}", ".".repeat(79));
    for (grid, verdict, complete, conflicts) in [
        (PUZZLE, "unique", false, 0),
        (SOLUTION, "unique", true, 0),
        (&".".repeat(81), "multiple", false, 0),
        (".876543212........3........4........5........6........7........8........9........", "unsolvable", false, 0),
        (&conflict, "conflict", false, 2),
        (&"1".repeat(81), "conflict", true, 27),
    ] {
        let response = validate(json!({"grid": grid})).await;
        assert_eq!(response["verdict"], verdict, "{grid}");
        assert_eq!(response["complete"], complete, "{grid}");
        assert_eq!(response["conflicts"].as_array().unwrap().len(), conflicts, "{grid}");
        assert_eq!(response.get("wrong_cells"), None, "wrong cells without a puzzle");
    }
}

#[tokio::test]
async fn cells_that_differ_from_the_puzzles_solution_are_wrong() {
    let mut grid = PUZZLE.as_bytes().to_vec();
    grid[2] = b'4';
    grid[3] = b'2';
    grid[80] = b'4';
    let grid = String::from_utf8(grid).unwrap();
    let response = validate(json!({"grid": grid, "puzzle": PUZZLE})).await;
    assert_eq!(response["wrong_cells"], json!(["r1c4", "r9c9"]), "a blank is not wrong, a changed given is");
    assert_eq!(response["puzzle_verdict"], "unique");
    assert_eq!(response["verdict"], "unsolvable");
    assert_eq!(validate(json!({"grid": SOLUTION, "puzzle": PUZZLE})).await["wrong_cells"], json!([]));
}

#[tokio::test]
async fn no_cell_is_wrong_unless_the_puzzle_has_one_solution() {
    for (puzzle, verdict) in [(".".repeat(81), "multiple"), ("1".repeat(81), "conflict")] {
        let response = validate(json!({"grid": SOLUTION, "puzzle": puzzle})).await;
        assert_eq!((&response["wrong_cells"], &response["puzzle_verdict"]), (&Value::Null, &json!(verdict)));
    }
}

#[tokio::test]
async fn the_puzzle_is_never_taken_for_the_grid() {
    let problem = Api::new().post("/validate", json!({"puzzle": PUZZLE}).to_string()).await.problem("malformed-body");
    assert!(problem["detail"].as_str().unwrap().contains("no grid"), "{problem}");
    let response = validate(json!({"board": SOLUTION, "puzzle": PUZZLE})).await;
    assert_eq!(response["wrong_cells"], json!([]));
    let mixed_forms = validate(json!({"sudoku": SOLUTION, "puzzle": vec![0; 81]})).await;
    assert_eq!(mixed_forms["puzzle_verdict"], "multiple");
}

#[tokio::test]
async fn a_malformed_puzzle_is_refused_at_its_place() {
    let body = json!({"grid": PUZZLE, "puzzle": "12"});
    let problem = Api::new().post("/validate", body.to_string()).await.problem("malformed-grid");
    assert_eq!(problem["errors"][0]["pointer"], "#/puzzle");
}
