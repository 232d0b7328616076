//! Which bodies are read under which Content-Type, and which are refused.

use serde_json::json;

use crate::support::{Api, PUZZLE, SOLUTION, Transcript, rows};

/// Replaces everything but ASCII letters and digits by `%` and two hexadecimal digits.
fn percent_encoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

#[tokio::test]
async fn bodies_that_curl_sends_are_read() {
    let api = Api::new();
    let object = json!({"grid": PUZZLE}).to_string();
    let framed = "53.|.7.|...\n6..|195|...\n.98|...|.6.\n---+---+---\n8..|.6.|..3\n4..|8.3|..1\n7..|.2.|..6\n---+---+---\n.6.|...|28.\n...|419|..5\n...|.8.|.79\n";
    let rows: Vec<Vec<u32>> = PUZZLE
        .as_bytes()
        .chunks(9)
        .map(|row| row.iter().map(|&c| (c as char).to_digit(10).unwrap_or(0)).collect())
        .collect();
    let zeros = PUZZLE.replace('.', "0");
    let form = Some("application/x-www-form-urlencoded");
    for (content_type, body) in [
        (None, object.clone()),
        (None, PUZZLE.to_owned()),
        (None, zeros.clone()),
        (Some("application/json"), zeros.clone()),
        (Some("application/json"), PUZZLE.to_owned()),
        (Some("application/json; charset=utf-8"), format!("\u{feff}{object}")),
        (Some("application/vnd.api+json"), object.clone()),
        (Some("text/plain"), format!("{PUZZLE}\n")),
        (Some("text/plain; charset=utf-8"), framed.to_owned()),
        (Some("text/plain"), framed.replace('\n', "\r\n")),
        (Some("text/plain"), format!("#C comment\n[Puzzle]\n{framed}")),
        (Some("text/plain"), object.clone()),
        (Some("application/octet-stream"), object.clone()),
        (Some("application/octet-stream"), PUZZLE.to_owned()),
        (form, object.clone()),
        (form, PUZZLE.to_owned()),
        (form, json!(rows).to_string()),
        (form, format!("grid={PUZZLE}")),
        (form, format!("board={zeros}\n")),
        (form, format!("puzzle={}", percent_encoded(&object[8..object.len() - 1]))),
        (form, format!("board={}", percent_encoded(&json!(rows).to_string()))),
        (form, format!("sudoku={}", percent_encoded(framed))),
        (form, percent_encoded(&object)),
        (form, format!("grid={}", PUZZLE.replace('.', "+"))),
    ] {
        let response = api.post_as("/solve", content_type, body.clone()).await;
        let solution = &response.ok()["solution"];
        let expected = json!(SOLUTION);
        let digits: String = solution.to_string().chars().filter(char::is_ascii_digit).collect();
        assert!(*solution == expected || digits == SOLUTION, "{content_type:?} {body}");
    }
}

#[tokio::test]
async fn parameters_are_read_from_a_form() {
    let body = format!("grid={}&limit=5&solutions=2", ".".repeat(81));
    let response = Api::new().post_as("/count", Some("application/x-www-form-urlencoded"), body).await.ok();
    assert_eq!((response["count"].as_u64(), response["solutions"].as_array().map(Vec::len)), (Some(5), Some(2)));
}

#[tokio::test]
async fn eighty_one_spaces_are_the_empty_grid() {
    for text in [" ".repeat(81), [" ".repeat(9).as_str(); 9].join("\n")] {
        let response = Api::new().post_as("/solve", Some("text/plain"), text).await.ok();
        assert_eq!(response["unique"], false);
    }
    Api::new().post_as("/solve", Some("text/plain"), " ".repeat(80)).await.problem("malformed-body");
}

#[tokio::test]
async fn other_media_types_are_refused_by_name() {
    let api = Api::new();
    for media_type in
        ["multipart/form-data; boundary=x", "application/xml", "text/xml", "image/png", "text/html", "nonsense"]
    {
        let problem = api.post_as("/solve", Some(media_type), PUZZLE).await.problem("unsupported-media-type");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains("application/json, text/plain"), "{detail}");
    }
}

#[tokio::test]
async fn responses_to_malformed_bodies() {
    let deep = "[".repeat(100_000 / 2);
    let mut transcript = Transcript::default();
    for (title, body) in [
        ("empty", "".as_bytes().to_vec()),
        ("only white space", b" \r\n".to_vec()),
        ("broken JSON", br#"{"grid": "53.."#.to_vec()),
        ("text after the JSON", br#"{"grid": "53.."} {"grid": "53.."}"#.to_vec()),
        ("deeply nested", deep.into_bytes()),
        ("not UTF-8", b"53..\xff".to_vec()),
        ("UTF-16", b"\xff\xfe5\x003\x00".to_vec()),
        ("empty object", b"{}".to_vec()),
        ("unknown key", json!({"gird": PUZZLE}).to_string().into_bytes()),
        ("unknown key beside the grid", json!({"grid": PUZZLE, "level": 1}).to_string().into_bytes()),
        ("two names at once", json!({"board": PUZZLE, "grid": PUZZLE}).to_string().into_bytes()),
        ("repeated key", format!(r#"{{"grid": "{PUZZLE}", "grid": "{PUZZLE}"}}"#).into_bytes()),
    ] {
        let shown = if body.len() < 300 { body.escape_ascii().to_string() } else { format!("({} bytes)", body.len()) };
        transcript.add(title, &format!("POST /solve {shown}"), &Api::new().post("/solve", body).await);
    }
    insta::assert_snapshot!(transcript.text());
}

#[tokio::test]
async fn responses_to_malformed_grids() {
    let integers = |line: &str| -> Vec<Vec<serde_json::Value>> {
        line.as_bytes()
            .chunks(9)
            .map(|row| row.iter().map(|&c| json!((c as char).to_digit(10).unwrap_or(0))).collect())
            .collect()
    };
    let with = |value: serde_json::Value| {
        let mut rows = integers(PUZZLE);
        rows[4][4] = value;
        json!(rows)
    };
    let strings = rows(PUZZLE);
    let mut short_row = integers(PUZZLE);
    short_row[2].pop();
    let mut mixed = integers(PUZZLE);
    mixed[1][1] = json!(null);
    let mut transcript = Transcript::default();
    for (title, grid) in [
        ("80 cells", json!(&PUZZLE[1..])),
        ("82 cells", json!(format!("{PUZZLE}."))),
        ("letters", json!(PUZZLE.replace('8', "B"))),
        ("full-width digit", json!(PUZZLE.replacen('7', "７", 1))),
        ("Arabic-Indic digit", json!(PUZZLE.replacen('7', "٧", 1))),
        ("a comma too many", json!(strings.join(",").replacen('7', "7,", 1))),
        ("candidate grid", json!("123456789".repeat(81))),
        ("HoDoKu line", json!(format!(":0000:x:{}:::", &PUZZLE[1..]))),
        ("two kinds of blanks", json!(PUZZLE.replacen('.', "-", 1))),
        (
            "seven rows in a frame",
            json!(strings[..7].chunks(3).map(|rows| rows.join("\n")).collect::<Vec<_>>().join("\n---------\n")),
        ),
        ("numbers of columns, or a row", json!(format!("123456789\n{}", strings.join("\n")))),
        ("spaces that were trimmed", json!(strings.join("\n").replace('.', " ").replace(" \n", "\n"))),
        ("a link", json!(format!("https://www.example.org/sudoku?v=2&bd={PUZZLE}"))),
        ("two puzzles in a string", json!(format!("{PUZZLE}\n{PUZZLE}"))),
        ("two puzzles in an array", json!([PUZZLE, PUZZLE])),
        ("two objects in an array", json!([{"grid": PUZZLE}, {"grid": PUZZLE}])),
        ("nine puzzles in an array", json!(vec![PUZZLE; 9])),
        ("two matrices in an array", json!([integers(PUZZLE), integers(PUZZLE)])),
        ("eight rows", json!(&strings[1..])),
        ("a short string among nine", json!([&strings[..4], &["12345678"], &strings[5..]].concat())),
        ("a letter in a string among nine", json!([&strings[..4], &["1234a6789"], &strings[5..]].concat())),
        ("a short row", json!(short_row)),
        ("80 flat cells", json!(vec![0; 80])),
        ("an empty array", json!([])),
        ("-1", with(json!(-1))),
        ("10", with(json!(10))),
        ("a huge integer", with(json!(u64::MAX))),
        ("a float", with(json!(5.0))),
        ("a boolean", with(json!(true))),
        ("an object", with(json!({"value": 5}))),
        ("an array", with(json!([5]))),
        ("a string of two", with(json!("12"))),
        ("a full-width digit in a cell", with(json!("５"))),
        ("null and 0", json!(mixed)),
        ("a number for the grid", json!(5)),
        ("null for the grid", json!(null)),
    ] {
        let body = json!({"grid": grid}).to_string();
        let shown = if body.len() < 120 { body.as_str() } else { "..." };
        transcript.add(title, &format!("POST /solve {shown}"), &Api::new().post("/solve", body.clone()).await);
    }
    insta::assert_snapshot!(transcript.text());
}

#[tokio::test]
async fn the_pointer_follows_the_key_and_the_form() {
    let mut flat: Vec<_> = vec![json!(0); 81];
    flat[22] = json!(11);
    for (body, pointer) in [
        (json!({"board": flat}), "#/board/22"),
        (json!(flat), "#/22"),
        (json!(flat.chunks(9).collect::<Vec<_>>()), "#/2/4"),
        (json!({"sudoku": ".".repeat(22) + "z" + &".".repeat(58)}), "#/sudoku"),
    ] {
        let problem = Api::new().post("/solve", body.to_string()).await.problem("malformed-grid");
        assert_eq!(problem["errors"][0]["pointer"], pointer);
        assert_eq!(problem["errors"][0]["cell"], "r3c5");
    }
}
