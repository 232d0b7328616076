//! The README's `curl` calls get exactly the responses printed there, and its tables match the code.

use std::fmt::Write;

use http::Request;
use sudoku_server::api::ROUTES;
use sudoku_server::config::{Config, Setting};

use crate::support::Api;

const README: &str = include_str!("../../README.md");

/// The `curl` calls of the console blocks: the arguments of each, and the output printed below it.
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
    let quoted = command.split('\'').enumerate().flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    quoted.collect()
}

#[tokio::test]
async fn every_curl_call_gets_the_printed_response() {
    let mut called = 0;
    for (arguments, expected) in calls() {
        let mut request = Request::post(arguments[0].strip_prefix("localhost:8080").unwrap());
        if !arguments.iter().any(|argument| argument.starts_with("Content-Type")) {
            request = request.header("content-type", "application/x-www-form-urlencoded");
        }
        let mut body = String::new();
        for pair in arguments[1..].chunks(2) {
            match pair {
                [flag, value] if flag == "-d" => body.clone_from(value),
                // `Api::send` sets the id.
                [flag, value] if flag == "-H" && value.starts_with("X-Request-Id") => {}
                [flag, value] if flag == "-H" => {
                    let (name, value) = value.split_once(": ").unwrap();
                    request = request.header(name, value);
                }
                other => panic!("this test does not support the arguments {other:?} of a curl call"),
            }
        }
        let response = Api::new().send(request, body).await;
        assert_eq!(response.text().trim_end().replace("/requests/test", "/requests/example"), expected);
        called += 1;
    }
    assert_eq!(called, 5);
}

#[test]
fn every_path_is_in_the_table() {
    for path in &ROUTES {
        let method = path.allow.split(',').next().unwrap();
        assert!(README.contains(&format!("`{method} {}`", path.path)), "{method} {} is missing", path.path);
    }
}

#[test]
fn the_table_of_settings_matches_the_command_line() {
    let mut table = "| flag | variable | default | meaning |\n| --- | --- | --- | --- |\n".to_owned();
    for Setting { flag, variable, default, meaning } in Config::settings() {
        writeln!(table, "| `{flag}` | `{variable}` | `{default}` | {meaning} |").unwrap();
    }
    assert!(README.contains(&table), "README should have this table:\n{table}");
}
