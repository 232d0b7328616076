//! `sudoku-server solve`, as a process.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-server"));
    command.arg("solve").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn start(arguments: &[&str]) -> (Child, ChildStdin) {
    let mut child = command(arguments).spawn().unwrap();
    let stdin = child.stdin.take().unwrap();
    (child, stdin)
}

/// Runs it with this on stdin.
fn solve(arguments: &[&str], input: &str) -> Output {
    let (child, mut stdin) = start(arguments);
    let input = input.to_owned();
    let writing = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writing.join().unwrap().unwrap();
    output
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn refused_lines_are_counted_and_are_no_failure() {
    let output = solve(&[], &format!("# mine\n{PUZZLE}\nhello\n55{}\n", ".".repeat(79)));
    assert!(output.status.success());
    assert!(text(&output.stdout).starts_with(&format!("# mine\n{SOLUTION}\n\tmalformed-grid")), "{output:?}");
    assert_eq!(text(&output.stderr), "3 grids: 1 unique, 1 conflict, 1 malformed\n");
}

#[test]
fn formats_are_detected_or_chosen() {
    let json = format!("{{\"id\": 7, \"grid\": \"{PUZZLE}\"}}\n");
    let answer = format!("{{\"index\":0,\"id\":7,\"solution\":\"{SOLUTION}\",\"unique\":true}}\n");
    assert_eq!(text(&solve(&["-"], &json).stdout), answer);
    let csv = solve(&["-"], &format!("puzzle,id\n{PUZZLE},7\n"));
    assert_eq!(text(&csv.stdout), format!("index,id,solution,unique,error\n0,7,{SOLUTION},true,\n"));
    let array = solve(&["--format", "json", "--to", "text"], &format!("[\"{PUZZLE}\"]"));
    assert_eq!(text(&array.stdout), format!("{SOLUTION}\n"));
    assert_eq!(text(&solve(&[], "").stderr), "0 grids\n");
}

#[test]
fn a_long_file_is_answered_in_order() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("grids.txt");
    // Every digit moved on by the number of the line, so that each line has an answer of its own.
    let shifted = |line: &str, by: u8| -> String {
        line.chars()
            .map(|cell| if cell == '.' { cell } else { char::from(b'1' + (cell as u8 - b'1' + by) % 9) })
            .collect()
    };
    let lines = |line: &str| -> String { (0..9).map(|by| shifted(line, by) + "\n").collect::<String>().repeat(4000) };
    std::fs::write(&path, lines(PUZZLE)).unwrap();
    let output = command(&["--workers", "3", path.to_str().unwrap()]).output().unwrap();
    assert!(output.status.success() && text(&output.stdout) == lines(SOLUTION));
    assert_eq!(text(&output.stderr), "36000 grids: 36000 unique\n");
}

#[test]
fn answers_come_before_the_input_ends() {
    let (mut child, mut stdin) = start(&[]);
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(stdin, "{PUZZLE}").unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer.trim_end(), SOLUTION);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let (mut child, mut stdin) = start(&[]);
    let mut first = [0; 81];
    let mut stdout = child.stdout.take().unwrap();
    writeln!(stdin, "{PUZZLE}").unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    // Ends with an error once the process has noticed.
    while writeln!(stdin, "{PUZZLE}").is_ok() {}
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_missing_file_is_named() {
    let output = command(&["nowhere.txt"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("error: nowhere.txt: "), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr).lines().count(), 1);
}
