//! README's `curl` calls are true to the letter, and its tables are the code's.

use std::fmt::Write;

use http::Request;
use sudoku_server::api::ROUTES;
use sudoku_server::config::{Config, Setting};

use crate::support::Api;

const README: &str = include_str!("../../README.md");

/// The `curl` calls of the console blocks, each with the lines that follow it.
fn calls() -> Vec<(Vec<String>, String)> {
    let blocks = README.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let calls = blocks.flat_map(|block| block.split("$ curl ").skip(1)).map(|call| {
        let (command, output) = call.split_once('\n').unwrap();
        (words(command), output.trim_end().to_owned())
    });
    calls.collect()
}

/// Splits at spaces outside single quotes, as a shell does.
fn words(command: &str) -> Vec<String> {
    let quoted = command.split('\'').enumerate().flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    quoted.collect()
}

#[tokio::test]
async fn every_curl_call_answers_as_printed() {
    let mut answered = 0;
    for (arguments, expected) in calls() {
        let mut request = Request::post(arguments[0].strip_prefix("localhost:8080").unwrap());
        if !arguments.iter().any(|argument| argument.starts_with("Content-Type")) {
            request = request.header("content-type", "application/x-www-form-urlencoded");
        }
        let mut body = String::new();
        for pair in arguments[1..].chunks(2) {
            match pair {
                [flag, value] if flag == "-d" => body.clone_from(value),
                // Every request of these tests has an id of its own already.
                [flag, value] if flag == "-H" && value.starts_with("X-Request-Id") => {}
                [flag, value] if flag == "-H" => {
                    let (name, value) = value.split_once(": ").unwrap();
                    request = request.header(name, value);
                }
                other => panic!("README has an argument that this test does not know: {other:?}"),
            }
        }
        let answer = Api::new().send(request, body).await;
        assert_eq!(answer.text().trim_end().replace("/requests/test", "/requests/example"), expected);
        answered += 1;
    }
    assert_eq!(answered, 5);
}

#[test]
fn every_path_is_in_the_table() {
    for path in &ROUTES {
        let method = path.allow.split(',').next().unwrap();
        assert!(README.contains(&format!("`{method} {}`", path.path)), "{method} {}", path.path);
    }
}

#[test]
fn the_table_of_settings_is_the_command_lines() {
    let mut table = "| flag | variable | default | meaning |\n| --- | --- | --- | --- |\n".to_owned();
    for Setting { flag, variable, default, meaning } in Config::settings() {
        writeln!(table, "| `{flag}` | `{variable}` | `{default}` | {meaning} |").unwrap();
    }
    assert!(README.contains(&table), "README should have this table:\n{table}");
}
