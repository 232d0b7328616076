//! Flags and variables, and the messages about bad values.

use std::process::{Command, Output};

fn server(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-server"));
    command.env_clear().args(arguments).envs(variables.iter().copied());
    command.output().unwrap()
}

#[test]
fn a_bad_value_is_reported_in_one_line_that_names_its_setting() {
    let by_flag: [(&[&str], &str); 12] = [
        (&["--listen", "nowhere"], "--listen"),
        (&["--workers", "0"], "--workers"),
        (&["--queue=-1"], "--queue"),
        (&["--idle-deadline", "10"], "--idle-deadline"),
        (&["--head-deadline", "0s"], "--head-deadline"),
        (&["--cors-origins", "example.org"], "--cors-origins"),
        (&["--log-format", "xml"], "--log-format"),
        (&["--log-level", "a=b=c"], "--log-level"),
        (&["--no-such-flag"], "--no-such-flag"),
        (&["--max-body", "1M"], "--max-body"),
        (&["--batch-buffer", "0KiB"], "--batch-buffer"),
        (&["completions", "no-such-shell"], "no-such-shell"),
    ];
    for (arguments, name) in by_flag {
        check_one_line(&server(arguments, &[]), name);
    }
    let by_variable = [
        ("SUDOKU_LISTEN", "nowhere"),
        ("PORT", "70000"),
        ("SUDOKU_WORKERS", ""),
        ("SUDOKU_MAX_BODY", "1\n2"),
        ("SUDOKU_BATCH_TOTAL_BUFFER", "many"),
        ("SUDOKU_ANSWER_DEADLINE", "1 day"),
        ("RUST_LOG", "a=b=c"),
    ];
    for (name, value) in by_variable {
        check_one_line(&server(&[], &[(name, value)]), name);
    }
}

fn check_one_line(output: &Output, name: &str) {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{name}: {text}");
    assert!(text.lines().count() == 1 && text.ends_with('\n') && text.contains(name), "{name}: {text:?}");
    assert_eq!(output.stdout, b"");
}

#[test]
fn help_names_every_setting_and_its_default() {
    let help = String::from_utf8(server(&["--help"], &[("PORT", "4321")]).stdout).unwrap();
    for setting in sudoku_server::config::Config::settings() {
        assert!(help.contains(&format!("{} <", setting.flag)), "{}", setting.flag);
        assert!(help.contains(&format!("[env: {}]", setting.variable)), "{}", setting.variable);
        assert!(help.contains(&format!("[default: {}]", setting.default)), "{}: {}", setting.flag, setting.default);
    }
    assert!(!help.contains("4321"), "help shows a value of the environment");
}

#[test]
fn typing_errors_get_a_suggestion() {
    for (mistyped, meant) in
        [("--max-bodi", "--max-body"), ("--batch-bufer=1", "--batch-buffer"), ("healthchek", "healthcheck")]
    {
        let output = server(&[mistyped], &[]);
        check_one_line(&output, meant);
        assert!(String::from_utf8(output.stderr).unwrap().contains("similar"), "{mistyped}");
    }
}

#[test]
fn help_is_a_flag_and_a_command() {
    let help = server(&["--help"], &[]);
    assert!(help.status.success() && help.stderr.is_empty());
    assert_eq!(server(&["help"], &[]).stdout, help.stdout);
    let of_command = String::from_utf8(server(&["help", "healthcheck"], &[]).stdout).unwrap();
    assert!(of_command.contains("Usage: sudoku-server healthcheck"), "{of_command}");
}

#[test]
fn shells_complete_commands_and_flags() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = server(&["completions", shell], &[]);
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{shell}");
        for word in ["healthcheck", "completions", "log-format", "pretty"] {
            assert!(script.contains(word), "{word} for {shell}");
        }
        assert!(!script.contains("max-nodes"), "{shell} completes a deprecated flag");
    }
}

/// As `sudoku-server --help | head -1` may.
#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let closed = || {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        writer
    };
    for (arguments, code) in
        [(["--help"].as_slice(), 0), (&["help"], 0), (&["--version"], 0), (&["completions", "bash"], 0), (&["--no"], 2)]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-server"));
        command.env_clear().args(arguments).stdout(closed()).stderr(closed());
        assert_eq!(command.status().unwrap().code(), Some(code), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-server"));
    let output = command.env_clear().arg("--help").stdout(full).stderr(std::process::Stdio::piped()).spawn().unwrap();
    let output = output.wait_with_output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), text.lines().count()), (Some(1), 1), "{text}");
}

#[test]
fn version() {
    let output = server(&["--version"], &[]);
    assert_eq!(output.stdout, format!("sudoku-server {}\n", env!("CARGO_PKG_VERSION")).into_bytes());
    assert!(output.status.success());
}

#[test]
fn the_port_variable_overrides_all_but_the_listen_flag() {
    // Nothing listens on these ports of loopback; the error message names the one that was tried.
    let tried = |arguments: &[&str], variables: &[(&str, &str)]| {
        let output = server(arguments, variables);
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text.lines().count(), 1, "{text:?}");
        text.split(' ').nth(1).unwrap().trim_end_matches(':').to_owned()
    };
    let (port, listen) = (("PORT", "1"), ("SUDOKU_LISTEN", "127.0.0.2:2"));
    assert_eq!(tried(&["healthcheck"], &[port]), "127.0.0.1:1");
    assert_eq!(tried(&["healthcheck"], &[listen]), "127.0.0.2:2");
    assert_eq!(tried(&["healthcheck"], &[port, listen]), "127.0.0.2:1");
    assert_eq!(tried(&["healthcheck", "--listen", "127.0.0.3:3"], &[port, listen]), "127.0.0.3:3");
    assert_eq!(tried(&["--listen", "127.0.0.3:3", "healthcheck"], &[port, listen]), "127.0.0.3:3");
    assert_eq!(tried(&["--listen", "127.0.0.3:3", "--port", "4", "healthcheck"], &[port]), "127.0.0.3:4");
    assert_eq!(tried(&["healthcheck"], &[port, ("SUDOKU_LISTEN", "0.0.0.0:2")]), "127.0.0.1:1");
}
