//! A batch gets the answers that `/solve` gives to each of its grids.

use serde_json::{Value, json};
use sudoku_engine::grid::{Puzzle, Solution};
use sudoku_engine::solver::{Budget, Solver};
use sudoku_server::api::batch::{InputFormat, Limits, OutputFormat, Splitter, Tally, solve_chunk};
use sudoku_server::api::{Outcome, Settings};

use crate::reported_grids::cases;
use crate::support::{Api, PUZZLE};

/// The answers to a batch, one per line.
fn answers(input: InputFormat, output: OutputFormat, text: &str) -> Vec<String> {
    let mut splitter = Splitter::new(input, Limits { line: 4096 });
    let (mut bytes, mut out) = (text.as_bytes(), Vec::new());
    let mut chunks: Vec<_> = std::iter::from_fn(|| splitter.push(&mut bytes)).collect();
    chunks.extend(splitter.finish());
    let (mut solver, mut tally) = (Solver::new(), Tally::default());
    let budget = Budget::guesses(Settings::default().max_guesses);
    for chunk in chunks {
        out.extend(solve_chunk(&chunk, output, &mut solver, &budget, &mut tally));
    }
    assert_eq!(tally.of(Outcome::Guesses), 0);
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}

fn grids() -> Vec<&'static str> {
    let reported = cases().map(|case| case.grid);
    let counted =
        include_str!("../../crates/engine/tests/data/counts.txt").lines().map(|line| line.split(':').next().unwrap());
    reported.chain(counted).collect()
}

/// Where there are several solutions, a batch may find another one than `/solve`; it only has to be valid.
fn check_equal(answer: &Value, solve: &Value, grid: &str) {
    if solve["unique"] == false {
        assert_eq!(answer["unique"], false, "{grid}");
        let puzzle = Puzzle::new(grid.parse().unwrap()).unwrap();
        let solution = answer["solution"].as_str().unwrap().parse().unwrap();
        assert!(Solution::check(&puzzle, solution).is_some(), "{answer}");
        return;
    }
    let mut solve = solve.clone();
    let members = solve.as_object_mut().unwrap();
    members.remove("instance");
    let expected = if members.contains_key("solution") { solve } else { json!({"error": solve}) };
    let mut answer = answer.clone();
    answer.as_object_mut().unwrap().remove("index");
    assert_eq!(answer, expected, "{grid}");
}

#[tokio::test]
async fn every_known_grid_is_answered_as_by_solve() {
    let (api, grids) = (Api::new(), grids());
    assert!(grids.len() > 300, "too few grids in the tables");
    let text = grids.join("\n");
    let quoted: Vec<String> = grids.iter().map(|grid| json!(grid).to_string()).collect();
    let of_text = answers(InputFormat::Text, OutputFormat::Ndjson, &text);
    assert_eq!(of_text.len(), grids.len());
    assert_eq!(answers(InputFormat::Ndjson, OutputFormat::Ndjson, &quoted.join("\n")), of_text);
    assert_eq!(answers(InputFormat::Json, OutputFormat::Ndjson, &format!("[{}]", quoted.join(","))), of_text);
    assert_eq!(answers(InputFormat::Csv, OutputFormat::Ndjson, &text), of_text);
    for (grid, line) in grids.iter().zip(&of_text) {
        let solve = api.post_as("/solve", Some("text/plain"), *grid).await.json();
        check_equal(&serde_json::from_str(line).unwrap(), &solve, grid);
    }
}

#[tokio::test]
async fn malformed_items_are_refused_as_by_solve() {
    let api = Api::new();
    let bodies = [
        "{}".to_owned(),
        "{\"grid\":1}".to_owned(),
        "{\"grid\":".to_owned(),
        "[1,2,3]".to_owned(),
        "hello".to_owned(),
        "null".to_owned(),
        json!({"grid": PUZZLE.replace('6', "Q")}).to_string(),
        json!({"grid": PUZZLE, "board": PUZZLE}).to_string(),
        json!({"puzzle": [PUZZLE, PUZZLE]}).to_string(),
        json!(PUZZLE.chars().map(|c| c.to_digit(10)).collect::<Vec<_>>()).to_string().replacen("null", "0", 1),
        json!(vec!["........."; 8]).to_string(),
        json!(vec!["99......."; 9]).to_string(),
        ".12345678/9".to_owned(),
    ];
    let lines = answers(InputFormat::Ndjson, OutputFormat::Ndjson, &bodies.join("\n"));
    assert_eq!(lines.len(), bodies.len());
    for (body, line) in bodies.iter().zip(&lines) {
        let answer: Value = serde_json::from_str(line).unwrap();
        assert!(answer["error"]["detail"].is_string(), "{answer}");
        check_equal(&answer, &api.post("/solve", body.clone()).await.json(), body);
    }
}
