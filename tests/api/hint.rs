//! `POST /hint`.

use serde_json::{Value, json};
use sudoku_engine::grid::{Candidates, Cell, Digit, Grid};
use sudoku_engine::logic::Technique;

use crate::contract::contract;
use sudoku_server::api::Settings;

use crate::support::{Api, PUZZLE, SOLUTION, Transcript};

/// A puzzle of rating 4.5 in Sudoku Explainer: it needs a unique rectangle there.
const RECTANGLE: &str = "45...2.....9..3..41..6..7.......8.67..5...9....2.6..8....8253......1.2...7......9";

async fn hint(body: Value) -> Value {
    Api::new().post("/hint", body.to_string()).await.ok()
}

#[tokio::test]
async fn a_hint_is_told_in_each_detail() {
    let full = hint(json!({"grid": PUZZLE})).await;
    insta::assert_json_snapshot!(full);
    let technique = hint(json!({"grid": PUZZLE, "detail": "technique"})).await;
    let expected = json!({"nudge": full["hint"]["nudge"], "technique": full["hint"]["technique"]});
    assert_eq!(technique, json!({"status": "hint", "hint": expected}));
    let nudge = hint(json!({"grid": PUZZLE, "detail": "nudge"})).await;
    assert_eq!(nudge, json!({"status": "hint", "hint": {"nudge": "Look for 8 in box 2."}}));
}

#[tokio::test]
async fn what_is_no_hint_has_its_status() {
    let wrong = PUZZLE.replacen("53.", "532", 1);
    let unsolvable = ".876543212........3........4........5........6........7........8........9........";
    let unsolvable_reason = json!({"kind": "cell-without-candidates", "cell": "r1c1"});
    let conflict = |cell: &str| json!([{"house": "row 1", "digit": 5, "cells": ["r1c1", cell]}]);
    for (body, expected) in [
        (json!({"grid": SOLUTION}), json!({"status": "solved"})),
        (json!({"grid": SOLUTION, "puzzle": PUZZLE}), json!({"status": "solved"})),
        (
            json!({"grid": wrong, "puzzle": PUZZLE}),
            json!({"status": "mistake", "wrong_cells": ["r1c3"], "wrong_candidates": []}),
        ),
        (
            json!({"grid": PUZZLE.replacen("53..7...", "53..7..5", 1)}),
            json!({"status": "conflict", "conflicts": conflict("r1c8")}),
        ),
        // With the puzzle, the wrong one of the two cells is known.
        (
            json!({"grid": PUZZLE.replacen("53..7...", "53..7..5", 1), "puzzle": PUZZLE}),
            json!({"status": "mistake", "wrong_cells": ["r1c8"], "wrong_candidates": []}),
        ),
        (json!({"grid": ".".repeat(81)}), json!({"status": "not_unique"})),
        (json!({"grid": PUZZLE, "puzzle": ".".repeat(81)}), json!({"status": "not_unique"})),
        (json!({"grid": unsolvable}), json!({"status": "no_solution", "reason": unsolvable_reason})),
        (json!({"grid": PUZZLE, "techniques": ["bug-1"]}), json!({"status": "no_step"})),
    ] {
        assert_eq!(hint(body.clone()).await, expected, "{body}");
    }
}

#[tokio::test]
async fn a_grid_may_lack_what_its_puzzle_gives() {
    let whole = hint(json!({"grid": PUZZLE})).await;
    assert_eq!(hint(json!({"grid": ".".repeat(81), "puzzle": PUZZLE})).await, whole);
}

#[tokio::test]
async fn candidates_without_the_solution_are_a_mistake() {
    let mut candidates = vec!["123456789"; 81];
    // r1c3 is 4.
    candidates[2] = "12";
    let answer = hint(json!({"grid": PUZZLE, "candidates": candidates})).await;
    assert_eq!(answer, json!({"status": "mistake", "wrong_cells": [], "wrong_candidates": ["r1c3"]}));
}

/// The solution that hints lead to, and the techniques that they used.
async fn follow(puzzle: &str, parameters: &Value) -> (String, Vec<Technique>) {
    let api = Api::new();
    let mut grid: Grid = puzzle.parse().unwrap();
    let mut candidates = Candidates::of(&grid);
    let mut used = Vec::new();
    for _ in 0..500 {
        let left = Cell::ALL.map(|cell| candidates.get(cell).into_iter().map(Digit::to_char).collect::<String>());
        let mut body = parameters.clone();
        body["grid"] = json!(grid.to_line());
        body["puzzle"] = json!(puzzle);
        body["candidates"] = json!(&left[..]);
        let answer = api.post("/hint", body.to_string()).await.ok();
        if answer["status"] != "hint" {
            assert_eq!(answer, json!({"status": "solved"}));
            return (grid.to_line(), used);
        }
        let step = &answer["hint"];
        used.push(Technique::from_id(step["technique"]["id"].as_str().unwrap()).unwrap());
        for candidate in step["placements"].as_array().unwrap() {
            let (cell, digit) = read(candidate);
            grid.set(cell, Some(digit));
        }
        for candidate in step["eliminations"].as_array().unwrap() {
            let (cell, digit) = read(candidate);
            candidates.remove(cell, digit);
        }
    }
    panic!("500 hints do not solve {puzzle}");
}

fn read(candidate: &Value) -> (Cell, Digit) {
    let name = candidate["cell"].as_str().unwrap();
    let cell = Cell::ALL.into_iter().find(|cell| cell.to_string() == name).unwrap();
    (cell, Digit::new(u8::try_from(candidate["digit"].as_u64().unwrap()).unwrap()).unwrap())
}

async fn solution(puzzle: &str) -> Value {
    Api::new().post("/solve", json!({"grid": puzzle}).to_string()).await.ok()["solution"].clone()
}

#[tokio::test]
async fn hints_lead_to_the_solution() {
    for puzzle in [PUZZLE, RECTANGLE] {
        for order in ["human", "se"] {
            let (found, _) = follow(puzzle, &json!({"order": order})).await;
            assert_eq!(json!(found), solution(puzzle).await, "{order}");
        }
    }
}

#[tokio::test]
async fn uniqueness_is_assumed_only_where_it_is_allowed() {
    let assumes = |used: &[Technique]| used.iter().any(|technique| technique.info().assumes_uniqueness);
    let (_, used) = follow(RECTANGLE, &json!({"order": "se"})).await;
    assert!(assumes(&used), "{used:?}");
    let (found, used) = follow(RECTANGLE, &json!({"order": "se", "allow_uniqueness": false})).await;
    assert!(!assumes(&used), "{used:?}");
    assert_eq!(json!(found), solution(RECTANGLE).await);
}

#[tokio::test]
async fn only_the_techniques_named_are_used() {
    let (found, used) = follow(PUZZLE, &json!({"techniques": ["naked-single", "full-house"]})).await;
    assert_eq!(found, SOLUTION);
    let allowed = [Technique::NakedSingle, Technique::FullHouse];
    assert!(used.iter().all(|technique| allowed.contains(technique)));
}

#[tokio::test]
async fn the_limits_of_a_search_are_those_of_hints() {
    let api = Api::with(Settings { workers: 1, max_guesses: 0, ..Settings::default() });
    let body = json!({"grid": ".".repeat(81)}).to_string();
    api.post("/hint", body).await.problem("search-budget-exceeded");
}

#[tokio::test]
async fn responses_to_wrong_parameters() {
    let mut transcript = Transcript::default();
    let mut candidates = vec!["123456789"; 81];
    candidates[4] = "0";
    candidates[80] = "1234567891";
    for (title, parameters) in [
        ("unknown order", json!({"order": "hodoku"})),
        ("detail as a number", json!({"detail": 1})),
        ("allow_uniqueness as a string", json!({"allow_uniqueness": "false"})),
        ("a technique with a typing error, and one that is a number", json!({"techniques": ["x-wing", "xwing", 7]})),
        ("no technique", json!({"techniques": []})),
        ("techniques as a string", json!({"techniques": "x-wing"})),
        ("two cells with wrong candidates", json!({"candidates": candidates})),
        ("eighty cells", json!({"candidates": vec!["1"; 80]})),
        ("unknown key", json!({"details": "full"})),
    ] {
        let mut body = parameters;
        body["grid"] = json!(PUZZLE);
        let response = Api::new().post("/hint", body.to_string()).await;
        transcript.add(title, "POST /hint", &response);
    }
    insta::assert_snapshot!(transcript.text());
}

#[tokio::test]
async fn a_form_may_hold_the_parameters() {
    let body = format!("grid={PUZZLE}&detail=nudge&allow_uniqueness=false");
    let answer = Api::new().post_as("/hint", Some("application/x-www-form-urlencoded"), body).await.ok();
    assert_eq!(answer["hint"], json!({"nudge": "Look for 8 in box 2."}));
}

#[test]
fn the_contract_names_every_technique() {
    let ids: Vec<&str> = Technique::ALL.iter().map(|technique| technique.info().id).collect();
    assert_eq!(contract()["components"]["schemas"]["TechniqueId"]["enum"], json!(ids));
}
