//! `POST /rate`.

use serde_json::{Value, json};

use crate::support::{Api, PUZZLE, SOLUTION};

/// Puzzles of `crates/engine/tests/data/ratings.tsv`, with ER, EP and ED in Sudoku Explainer 1.2.1, and our level.
const RATED: [(&str, f64, f64, f64, &str); 4] = [
    (".138.........34.8....16.9..........49....2...38....61.154....3.......24..9...6...", 1.5, 1.2, 1.2, "easy"),
    ("5821.......4.5...6.......1...1.75..8....3..9.2.......3.4....9..768.....5......1..", 2.6, 1.2, 1.2, "medium"),
    ("45...2.....9..3..41..6..7.......8.67..5...9....2.6..8....8253......1.2...7......9", 4.5, 1.2, 1.2, "expert"),
    (".........97....62...37.........7.2....63.5.1.5..4.....7....3.5...1.2...3.5..918..", 7.1, 1.2, 1.2, "extreme"),
];

async fn rate(grid: &str) -> Value {
    Api::new().post("/rate", json!({"grid": grid}).to_string()).await.ok()
}

#[tokio::test]
async fn ratings_are_those_of_sudoku_explainer() {
    for (grid, er, ep, ed, level) in RATED {
        let rated = rate(grid).await;
        let found = ["er", "ep", "ed", "level", "unrated"].map(|member| rated[member].clone());
        assert_eq!(found, [json!(er), json!(ep), json!(ed), json!(level), Value::Null], "{grid}");
        assert_eq!(rated["hardest"]["se"], json!(er), "{grid}");
        let clues = grid.chars().filter(char::is_ascii_digit).count();
        assert_eq!(rated["clues"], json!(clues));
        let hardest = rated["hardest"]["id"].as_str().unwrap();
        assert!(rated["techniques"][hardest].as_u64().is_some_and(|count| count > 0), "{rated}");
    }
}

#[tokio::test]
async fn the_techniques_are_counted() {
    let rated = rate(PUZZLE).await;
    let counts = rated["techniques"].as_object().unwrap().values().map(|count| count.as_u64().unwrap());
    // Singles solve it, so each step fills one of the blanks.
    assert_eq!(counts.sum::<u64>(), 81 - 30, "{rated}");
}

#[tokio::test]
async fn what_has_no_rating_says_why() {
    for (grid, clues, why) in [(".".repeat(81).as_str(), 0, "several-solutions"), (SOLUTION, 81, "complete")] {
        let expected = json!({
            "er": null, "ep": null, "ed": null, "level": null, "hardest": null, "techniques": {}, "clues": clues,
            "unrated": why,
        });
        assert_eq!(rate(grid).await, expected);
    }
}

#[tokio::test]
async fn grids_without_a_solution_are_refused() {
    let api = Api::new();
    let unsolvable = ".876543212........3........4........5........6........7........8........9........";
    let problem = api.post("/rate", json!({"grid": unsolvable}).to_string()).await.problem("unsolvable");
    assert_eq!(problem["reason"]["cell"], "r1c1");
    let conflict = format!("11{}", ".".repeat(79));
    api.post("/rate", json!({"grid": conflict}).to_string()).await.problem("conflicting-givens");
}

#[tokio::test]
async fn unknown_keys_are_refused() {
    let body = json!({"grid": PUZZLE, "order": "se"});
    let problem = Api::new().post("/rate", body.to_string()).await.problem("malformed-body");
    assert_eq!(problem["detail"], "unknown key \"order\"; this path accepts grid");
}
