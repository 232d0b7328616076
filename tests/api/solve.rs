//! `POST /solve`: the response has the form of the request.

use http::Request;
use serde_json::json;

use crate::support::{Api, PUZZLE, SOLUTION, Transcript, rows};

fn integers(line: &str) -> Vec<u32> {
    line.chars().map(|character| character.to_digit(10).unwrap_or(0)).collect()
}

fn matrix<T: Clone>(cells: &[T]) -> Vec<Vec<T>> {
    cells.chunks(9).map(<[T]>::to_vec).collect()
}

fn characters(line: &str) -> Vec<String> {
    line.chars().map(String::from).collect()
}

#[tokio::test]
async fn the_solution_has_the_form_of_the_grid() {
    let api = Api::new();
    let forms = [
        ("string", json!(PUZZLE), json!(SOLUTION)),
        ("lines", json!(rows(PUZZLE).join("\n")), json!(SOLUTION)),
        ("rows", json!(rows(PUZZLE)), json!(rows(SOLUTION))),
        ("matrix of integers", json!(matrix(&integers(PUZZLE))), json!(matrix(&integers(SOLUTION)))),
        ("matrix of characters", json!(matrix(&characters(PUZZLE))), json!(matrix(&characters(SOLUTION)))),
        ("flat integers", json!(integers(PUZZLE)), json!(integers(SOLUTION))),
        ("flat characters", json!(characters(PUZZLE)), json!(characters(SOLUTION))),
    ];
    for (name, grid, solution) in forms {
        let expected = json!({"solution": solution, "unique": true});
        assert_eq!(api.post("/solve", json!({"grid": grid}).to_string()).await.ok(), expected, "{name} under grid");
        assert_eq!(api.post("/solve", grid.to_string()).await.ok(), expected, "bare {name}");
    }
}

#[tokio::test]
async fn blanks_of_every_kind_and_mixed_elements_are_read() {
    let api = Api::new();
    let integers_with_null: Vec<_> =
        integers(PUZZLE).into_iter().map(|n| if n == 0 { json!(null) } else { json!(n) }).collect();
    let solution = json!(matrix(&integers(SOLUTION)));
    let response = api.post("/solve", json!(matrix(&integers_with_null)).to_string()).await.ok();
    assert_eq!(response["solution"], solution, "null as a blank");

    for blank in ["", " ", ".", "0", "_", "*", "x", "X", "?", "-"] {
        let cells: Vec<String> = PUZZLE.chars().map(|c| if c == '.' { blank.to_owned() } else { c.into() }).collect();
        let response = api.post("/solve", json!(cells).to_string()).await.ok();
        assert_eq!(response["solution"], json!(characters(SOLUTION)), "{blank:?} as a blank");
    }

    let mut mixed: Vec<Vec<_>> =
        matrix(&characters(PUZZLE)).into_iter().map(|row| row.into_iter().map(|c| json!(c)).collect()).collect();
    mixed[0] = integers(&PUZZLE[..9]).into_iter().map(|n| json!(n)).collect();
    mixed[1][1] = json!(null);
    mixed[0][2] = json!(".");
    mixed[0][3] = json!(".");
    mixed[0].iter_mut().skip(5).for_each(|cell| *cell = json!(""));
    let response = api.post("/solve", json!({"grid": mixed}).to_string()).await.ok();
    assert_eq!(response["solution"], solution, "integers among strings give integers");
}

#[tokio::test]
async fn the_key_has_four_names() {
    let api = Api::new();
    for key in ["grid", "board", "puzzle", "sudoku", "question"] {
        let response = api.post("/solve", json!({key: PUZZLE}).to_string()).await;
        assert_eq!(response.ok()["solution"], SOLUTION, "{key}");
    }
}

#[tokio::test]
async fn a_grid_with_several_solutions_gets_one_of_them() {
    let response = Api::new().post("/solve", json!(".".repeat(81)).to_string()).await.ok();
    assert_eq!(response["unique"], false);
    let solution = response["solution"].as_str().unwrap().to_owned();
    let again = Api::new().post("/solve", json!(solution).to_string()).await.ok();
    assert_eq!(again, json!({"solution": solution, "unique": true}), "the solution is itself a complete grid");
}

#[tokio::test]
async fn accept_chooses_between_json_and_text() {
    let api = Api::new();
    for (accept, text) in [
        ("text/plain", true),
        ("text/plain; charset=utf-8", true),
        ("text/*, application/json;q=0.5", true),
        ("application/json, text/plain;q=0.5", false),
        ("*/*", false),
        ("text/html, */*;q=0.8", false),
        ("text/plain;q=0, */*", false),
        ("*/*;q=0.1, text/plain;q=0.2", true),
        ("application/*, text/*;q=0.9", false),
        ("", false),
    ] {
        let response = api.send(Request::post("/solve").header("accept", accept), PUZZLE).await;
        if text {
            assert_eq!(response.text(), format!("{SOLUTION}\n"), "{accept}");
            assert_eq!(response.header("content-type"), "text/plain; charset=utf-8");
        } else {
            assert_eq!(response.ok()["solution"], SOLUTION, "{accept}");
            assert_eq!(response.header("content-type"), "application/json");
        }
    }
}

#[tokio::test]
async fn what_accepts_neither_is_refused_where_there_is_a_choice() {
    let api = Api::new();
    for accept in ["image/png", "*/*;q=0", "text/plain;q=0, application/json;q=0", "text/html"] {
        let response = api.send(Request::post("/solve").header("accept", accept), PUZZLE).await;
        assert_eq!(response.status, 406, "{accept}");
        let problem = response.problem("not-acceptable");
        assert!(problem["detail"].as_str().unwrap().contains("application/json or text/plain"), "{problem}");
        for path in ["/count", "/validate"] {
            api.send(Request::post(path).header("accept", accept), PUZZLE).await.ok();
        }
    }
}

#[tokio::test]
async fn responses_to_conflicts_and_unsolvable_grids() {
    let api = Api::new();
    let mut transcript = Transcript::default();
    for (title, grid) in [
        ("one conflict", format!("5.5{}", ".".repeat(78))),
        (
            "conflicts in all three kinds of house",
            ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6..".to_owned(),
        ),
        (
            "a cell without candidates",
            ".876543212........3........4........5........6........7........8........9........".to_owned(),
        ),
        ("a digit without a place", format!("1........{}...1.....{}.23......", ".".repeat(9), ".".repeat(45))),
        (
            "refuted by search",
            ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........".to_owned(),
        ),
    ] {
        let body = json!({"grid": grid}).to_string();
        transcript.add(title, &format!("POST /solve {body}"), &api.post("/solve", body.clone()).await);
    }
    insta::assert_snapshot!(transcript.text());
}
