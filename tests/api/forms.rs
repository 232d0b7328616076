//! Forms of one grid through the real routes, under the types with which programs send them.

use serde_json::{Value, json};

use crate::support::{Api, PUZZLE, SOLUTION, rows};

const TEXT: Option<&str> = Some("text/plain");
const FORM: Option<&str> = Some("application/x-www-form-urlencoded");
const JSON: Option<&str> = Some("application/json");

/// The rows, joined; each row with its cells joined.
fn written(between_cells: &str, between_rows: &str) -> String {
    let row = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(between_cells);
    rows(PUZZLE).into_iter().map(row).collect::<Vec<_>>().join(between_rows)
}

fn digits(value: &Value) -> String {
    value.to_string().chars().filter(char::is_ascii_digit).collect()
}

#[tokio::test]
async fn texts_are_read_under_every_type() {
    let api = Api::new();
    let bands: Vec<String> = rows(PUZZLE).chunks(3).map(|band| band.join("\n")).collect();
    for body in [
        bands.join("\n---------\n"),
        bands.join("\n===+===+===\n"),
        bands.join("-----------").replace('\n', ""),
        written(",", "\n"),
        written(",", ",").replace('.', ""),
        written("\t", "\n").replace('.', ""),
        format!("| {} |", written(" | ", " |\n| ").replace('.', " ")),
        format!("[['{}']]", written("', '", "'], ['")),
        format!("[[{}]]", written(" ", "]\n [").replace('.', "0")),
        format!("{{{{{}}}}}", written(",", "},\n {").replace('.', "0")),
        format!("board = [\n  [{}]\n]\n", written(", ", "],\n  [").replace('.', "0")),
        format!("int rows[9][9] = {{{{{}}}}};", written(", ", "}, {").replace('.', "0")),
        format!("rows = [[{}]]", written(", ", "], [").replace('.', "None")),
        format!("grid = \"\"\"\n{}\n\"\"\"", written("", "\n")),
        format!("[code]\n{}\n[/code]\n", written("", "\n")),
        format!("> {}\n", written("", "\n> ")),
        format!("{} \\\\", written(" & ", " \\\\\n").replace('.', " ")),
        format!(
            "<table><tr><td>{}</td></tr></table>",
            written("</td><td>", "</td></tr>\n<tr><td>").replace('.', "&nbsp;")
        ),
        format!("[Puzzle]\n{}\n[State]\n{}", written("", "\n"), ".".repeat(81)),
    ] {
        for content_type in [None, TEXT, FORM, JSON, Some("application/octet-stream")] {
            let response = api.post_as("/solve", content_type, body.clone()).await.ok();
            assert_eq!(digits(&response["solution"]), SOLUTION, "{content_type:?} {body}");
        }
        let response = api.post("/solve", json!({"grid": body}).to_string()).await.ok();
        assert_eq!(digits(&response["solution"]), SOLUTION, "in JSON: {body}");
    }
}

#[tokio::test]
async fn nothing_of_a_form_or_an_object_is_passed_over() {
    let api = Api::new();
    let line = ".".repeat(81);
    let count = async |body: String| api.post_as("/count", FORM, body).await;
    for body in [
        format!("grid={line}&limit=5"),
        format!("grid = {line} & limit = 5"),
        format!(" grid =\n{}\n&limit=5", [".........\n"; 9].concat()),
        format!("limit=5&board={}", "+".repeat(81)),
    ] {
        assert_eq!(count(body.clone()).await.ok()["count"], 5, "{body}");
    }
    count(format!("{line}&limit=5")).await.problem("malformed-body");
    count(format!("grid={line}&lmit=5")).await.problem("malformed-body");
    count(format!("rows={line}&limit=5")).await.problem("malformed-body");
    for body in [
        format!("{{\"grid\": \"{line}\", \"limit\": 5,}}"),
        format!("{{'grid': '{line}', 'limit': 5}}"),
        format!("{{grid: \"{line}\", limit: 5}}"),
        format!("\"grid\": \"{line}\", \"limit\": 5"),
        format!("[{{\"grid\": \"{line}\", \"limit\": 5,}}]"),
    ] {
        api.post("/count", body.clone()).await.problem("malformed-body");
    }
    for body in [format!("grid={line}&limit=5"), format!("{line}&limit=5"), format!("[{line:?},]&limit=5")] {
        for content_type in [None, TEXT, JSON] {
            let problem = api.post_as("/count", content_type, body.clone()).await.problem("malformed-body");
            assert!(problem["detail"].as_str().unwrap().contains("form of several fields"), "{body}");
        }
    }
    let response = api.post("/count", format!("[{{\"grid\": \"{line}\", \"limit\": 5}}]")).await.ok();
    assert_eq!(response["count"], 5, "an array of one object");
}

#[tokio::test]
async fn an_array_of_one_grid_is_that_grid() {
    let api = Api::new();
    let matrix: Vec<Vec<u32>> =
        rows(PUZZLE).into_iter().map(|row| row.chars().map(|cell| cell.to_digit(10).unwrap_or(0)).collect()).collect();
    for grid in [
        json!([PUZZLE]),
        json!([rows(PUZZLE).join("\n")]),
        json!([matrix]),
        json!([matrix.concat()]),
        json!([rows(PUZZLE)]),
    ] {
        for body in [grid.clone(), json!({"grid": grid}), json!([{"grid": grid}])] {
            let response = api.post("/solve", body.to_string()).await.ok();
            assert_eq!(digits(&response["solution"]), SOLUTION, "{body}");
        }
    }
    let problem = api.post("/solve", json!([PUZZLE.replacen('3', "a", 1)]).to_string()).await.problem("malformed-grid");
    assert_eq!((&problem["errors"][0]["pointer"], &problem["errors"][0]["cell"]), (&json!("#/0"), &json!("r1c2")));
}

#[tokio::test]
async fn one_row_is_said_to_be_one_row() {
    let api = Api::new();
    for body in [json!([0, 2, 0, 1, 3, 0, 0, 0, 8]), json!([[0, 2, 0, 1, 3, 0, 0, 0, 8]]), json!(".2.13...8")] {
        let problem = api.post("/solve", body.to_string()).await.problem("malformed-grid");
        assert_eq!(problem["detail"], "one row, nine are needed", "{body}");
    }
    let problem = api.post("/solve", json!(vec![[0; 9]; 8]).to_string()).await.problem("malformed-grid");
    assert_eq!(problem["detail"], "a grid has 9 rows, but 8 were found");
}

#[tokio::test]
async fn arrays_of_lines_are_read_as_text() {
    let api = Api::new();
    let lines: Vec<String> = written(" ", "\n").lines().map(str::to_owned).collect();
    let mut framed = lines.clone();
    framed.insert(6, "------+-------+------".to_owned());
    framed.insert(3, "------+-------+------".to_owned());
    for lines in [lines, framed] {
        let response = api.post("/solve", json!({"grid": lines}).to_string()).await.ok();
        assert_eq!(response["solution"], json!(rows(SOLUTION)));
    }
    let mut truncated: Vec<String> = rows(PUZZLE).into_iter().take(7).map(str::to_owned).collect();
    truncated.insert(6, "---------".to_owned());
    truncated.insert(3, "---------".to_owned());
    let problem = api.post("/solve", json!(truncated).to_string()).await.problem("malformed-grid");
    assert_eq!(problem["detail"], "a grid has 9 rows, but 7 were found and 2 lines of a frame");
}

#[tokio::test]
async fn refusals_say_what_the_text_is() {
    let api = Api::new();
    let frames = rows(PUZZLE)[..7].chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n---------\n");
    let mut short = rows(PUZZLE);
    short[4] = &short[4][1..];
    let keycaps: String = PUZZLE.chars().map(|cell| format!("{cell}\u{FE0F}\u{20E3}")).collect::<Vec<_>>().concat();
    let link = format!("https://www.example.org/sudoku.htm?v=2&bd={PUZZLE}");
    for (body, slug, detail) in [
        (frames, "malformed-grid", "7 were found and 2 lines of a frame"),
        (format!("1\n{}", short.join("\n")), "malformed-grid", "row 5 has 8 cells, not 9"),
        (format!("[[{}]]", short.join("]\n [")), "malformed-grid", "row 5 has 8 cells, not 9"),
        (written(" ", "\n").replace('.', "123"), "malformed-grid", "grid of candidates"),
        (written("", "\n").replace('.', " ").replace(" \n", "\n"), "malformed-grid", "write blanks as . or 0"),
        (PUZZLE.replace('7', "７"), "malformed-grid", "full-width digit"),
        (PUZZLE.replace('7', "٧"), "malformed-grid", "Arabic digit"),
        (keycaps, "malformed-grid", "keycap"),
        (link, "malformed-grid", "the value of its key \"bd\""),
        (format!("{PUZZLE}\n{PUZZLE}"), "malformed-grid", "/solve/batch"),
        ("5\x003\x00.\x00".to_owned(), "malformed-body", "UTF-16"),
        ("\x005\x003\x00.".to_owned(), "malformed-body", "UTF-16"),
    ] {
        for content_type in [TEXT, FORM] {
            let problem = api.post_as("/solve", content_type, body.clone()).await.problem(slug);
            assert!(problem["detail"].as_str().unwrap().contains(detail), "{body}: {}", problem["detail"]);
        }
    }
}

/// The rows of a file of cases for `/solve`, as `SUDOKU_FORM_CASES` names it: JSON lines with `body`, `content_type`,
/// `status`, and `solutions` or a part of the `detail`. Such files hold puzzles that may not be published here.
#[tokio::test]
async fn cases_of_a_file() {
    let Ok(path) = std::env::var("SUDOKU_FORM_CASES") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let cases = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut wrong = Vec::new();
    for case in cases.filter(|case| case["path"] == "/solve") {
        let body = case["body"].as_str().unwrap().to_owned();
        let response = Api::new().post_as("/solve", case["content_type"].as_str(), body).await;
        let answer = response.json();
        let expected = case["solutions"][0].as_str().map(str::to_owned);
        let solution = answer.get("solution").map(digits);
        let says =
            case["detail_has"].as_str().is_none_or(|part| answer["detail"].as_str().unwrap_or("").contains(part));
        if case["status"] != response.status.as_u16() || solution != expected || !says {
            wrong.push(format!("{} {}: {answer:#}", case["id"], case["kind"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
