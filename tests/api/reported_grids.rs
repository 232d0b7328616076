//! Grids from bug reports about other solvers, each with its true answer.

use serde_json::{Value, json};

use crate::support::Api;

pub(crate) struct Case {
    id: &'static str,
    pub(crate) grid: &'static str,
    verdict: &'static str,
    count: &'static str,
    answer: &'static str,
}

/// The lines of the table.
pub(crate) fn cases() -> impl Iterator<Item = Case> {
    include_str!("../../crates/engine/tests/data/reported_grids.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| {
            let fields: Vec<&'static str> = line.split('\t').collect();
            let [id, _source, grid, verdict, count, answer] = fields[..] else { panic!("not six fields: {line}") };
            Case { id, grid, verdict, count, answer }
        })
}

/// The conflicts as the table writes them: `row1:9@r1c2+r1c3 box1:...`.
fn as_in_table(conflicts: &Value) -> Vec<String> {
    let conflicts = conflicts.as_array().unwrap().iter().map(|conflict| {
        let cells: Vec<_> = conflict["cells"].as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect();
        let house = conflict["house"].as_str().unwrap().replace(' ', "");
        format!("{house}:{}@{}", conflict["digit"], cells.join("+"))
    });
    conflicts.collect()
}

#[tokio::test]
async fn each_gets_its_true_answer() {
    let api = Api::new();
    let mut seen = 0;
    for case in cases() {
        let id = case.id;
        let response = api.post("/solve", json!({"grid": case.grid}).to_string()).await;
        match case.verdict {
            "unique" => assert_eq!(response.ok(), json!({"solution": case.answer, "unique": true}), "case {id}"),
            "multiple" => assert_eq!(response.ok()["unique"], false, "case {id}"),
            "unsolvable" => drop(response.problem("unsolvable")),
            "conflict" => {
                let conflicts = as_in_table(&response.problem("conflicting-givens")["conflicts"]);
                assert_eq!(conflicts, case.answer.split(' ').collect::<Vec<_>>(), "case {id}");
            }
            other => panic!("case {id} has the unknown verdict {other}"),
        }
        let verdict = api.post("/validate", json!({"grid": case.grid}).to_string()).await.ok();
        assert_eq!(verdict["verdict"], case.verdict, "case {id}");
        if let (true, Ok(count)) = (case.verdict != "conflict", case.count.parse::<u64>()) {
            let response = api.post("/count", json!({"grid": case.grid, "limit": 20_000}).to_string()).await.ok();
            assert_eq!(
                (response["count"].as_u64(), response["exact"].as_bool()),
                (Some(count), Some(true)),
                "case {id}"
            );
        }
        seen += 1;
    }
    assert_eq!(seen, 18, "cases in the table");
}
