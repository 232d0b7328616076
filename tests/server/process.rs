//! The binary as an operator runs it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

use sudoku_server::connections::bind_first;

/// A running server, killed on drop if a failed test has not ended it.
struct Process {
    child: Child,
    log: BufReader<ChildStderr>,
    address: String,
    max_connections: u64,
}

impl Process {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-server"));
        command.env_clear().args(["--listen", "127.0.0.1:0"]).args(arguments);
        Self::spawn(command)
    }

    fn spawn(mut command: Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let line = std::iter::repeat_with(|| next_event(&mut log)).find(|line| line["message"] == "listening").unwrap();
        let address = line["address"].as_str().unwrap().to_owned();
        let max_connections = line["max_connections"].as_u64().unwrap();
        Self { child, log, address, max_connections }
    }

    fn signal(&self, name: &str) {
        let status = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    /// Waits for the end; returns the exit code and the last event of the log.
    fn end(mut self) -> (Option<i32>, serde_json::Value) {
        let mut last = serde_json::Value::Null;
        let mut line = String::new();
        while self.log.read_line(&mut line).unwrap() > 0 {
            last = serde_json::from_str(&line).unwrap();
            line.clear();
        }
        (self.child.wait().unwrap().code(), last)
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).unwrap()
    }

    fn healthcheck(&self) -> Option<i32> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-server"));
        command.env_clear().args(["healthcheck", "--listen", &self.address]).status().unwrap().code()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Fails if it has ended already, which is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The next event of the log that is not a request.
fn next_event(log: &mut impl BufRead) -> serde_json::Value {
    loop {
        let line = next_line(log);
        if line["message"] != "request" {
            return line;
        }
    }
}

fn next_line(log: &mut impl BufRead) -> serde_json::Value {
    let mut line = String::new();
    log.read_line(&mut line).unwrap();
    serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
}

fn livez(stream: &mut TcpStream) -> String {
    stream.write_all(b"GET /livez HTTP/1.1\r\nhost: a\r\n\r\n").unwrap();
    let mut head = String::new();
    let mut reader = BufReader::new(stream);
    while !head.ends_with("\r\n\r\n") {
        assert!(reader.read_line(&mut head).unwrap() > 0, "cut: {head:?}");
    }
    head
}

#[test]
fn each_signal_ends_it_with_code_zero() {
    for signal in ["TERM", "INT"] {
        let server = Process::start(&[]);
        let head = livez(&mut server.connect());
        assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
        server.signal(signal);
        let (code, last) = server.end();
        assert_eq!(code, Some(0));
        assert_eq!((&last["message"], &last["cut"]), (&"stopped".into(), &0.into()));
    }
}

/// What hyper alone would answer has a line in the log and is counted, as every request.
#[test]
fn bytes_that_are_no_request_are_counted_and_logged() {
    let mut server = Process::start(&[]);
    let mut exchange = |bytes: &[u8]| {
        let mut stream = server.connect();
        stream.write_all(bytes).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        (response, next_line(&mut server.log))
    };
    for bytes in [&b"\x16\x03\x01\0\0"[..], b"nonsense\r\n\r\n"] {
        let (response, event) = exchange(bytes);
        let id = event["request_id"].as_str().unwrap();
        assert!(response.contains(&format!("\r\nx-request-id: {id}\r\n")), "{response}");
        assert!(response.contains(&format!("\"instance\":\"/requests/{id}\"")), "{response}");
        assert_eq!((&event["message"], &event["level"]), (&"request".into(), &"INFO".into()));
        assert_eq!((&event["status"], &event["problem"]), (&400.into(), &"malformed-request".into()));
        assert_eq!((&event["method"], &event["route"]), (&"none".into(), &"unmatched".into()));
    }
    let (metrics, _) = exchange(b"GET /metrics HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
    let series = r#"http_requests_total{method="none",route="unmatched",status="400"} 2"#;
    assert!(metrics.contains(series), "{metrics}");
}

#[test]
fn signals_that_do_not_mean_the_end_are_logged_and_ignored() {
    let mut server = Process::start(&["--drain-deadline", "1h", "--head-deadline", "1h"]);
    let ignored = |server: &mut Process, signal: &str| {
        server.signal(signal);
        let event = next_event(&mut server.log);
        assert_eq!((&event["level"], &event["signal"]), (&"WARN".into(), &format!("SIG{signal}").into()), "{event}");
    };
    for signal in ["HUP", "USR1", "USR2", "HUP"] {
        ignored(&mut server, signal);
        let head = livez(&mut server.connect());
        assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    }
    // While it stops they are no second signal, which would cut the request.
    let mut half = server.connect();
    half.write_all(b"GET /livez HT").unwrap();
    livez(&mut server.connect());
    server.signal("TERM");
    assert_eq!(next_event(&mut server.log)["message"], "stopping");
    ignored(&mut server, "HUP");
    half.write_all(b"TP/1.1\r\nhost: a\r\n\r\n").unwrap();
    let mut response = String::new();
    half.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 200 ") && response.ends_with("alive\n"), "{response}");
    let (code, last) = server.end();
    assert_eq!((code, &last["cut"]), (Some(0), &0.into()));
}

#[test]
fn a_half_sent_request_delays_the_end_only_to_the_deadline() {
    let server = Process::start(&["--drain-deadline", "300ms"]);
    let mut half = server.connect();
    half.write_all(b"GET /livez HT").unwrap();
    // A response on a second connection proves that the first has been accepted.
    livez(&mut server.connect());
    let start = Instant::now();
    server.signal("TERM");
    let (code, last) = server.end();
    assert!(start.elapsed() >= Duration::from_millis(300));
    assert_eq!((code, &last["cut"]), (Some(0), &1.into()));
    assert_eq!(half.read(&mut [0; 16]).unwrap_or(0), 0);
}

#[test]
fn a_second_signal_ends_it_at_once() {
    let server = Process::start(&["--drain-deadline", "1h", "--head-deadline", "1h"]);
    let mut half = server.connect();
    half.write_all(b"GET /livez HT").unwrap();
    livez(&mut server.connect());
    server.signal("TERM");
    let mut server = server;
    assert_eq!(next_event(&mut server.log)["message"], "stopping");
    server.signal("TERM");
    let (code, last) = server.end();
    assert_eq!(code, Some(1));
    assert_eq!(last["level"], "WARN");
}

#[test]
fn during_the_delay_it_still_serves() {
    let server = Process::start(&["--shutdown-delay", "3s"]);
    server.signal("TERM");
    let mut server = server;
    assert_eq!(next_event(&mut server.log)["message"], "stopping");
    let head = livez(&mut server.connect());
    assert!(head.starts_with("HTTP/1.1 200 ") && !head.contains("connection: close"), "{head}");
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn healthcheck_tells_a_running_server_from_none() {
    let server = Process::start(&[]);
    assert_eq!(server.healthcheck(), Some(0));
    let stopped = server.address.clone();
    server.signal("TERM");
    assert_eq!(server.end().0, Some(0));
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-server"));
    let output = command.env_clear().args(["healthcheck", "--listen", &stopped]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
}

#[test]
fn it_listens_on_a_name() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-server"));
    command.env_clear().args(["--listen", "localhost:0"]);
    let mut server = Process::spawn(command);
    assert!(server.address.starts_with("127.0.0.1:"), "{}", server.address);
    assert!(livez(&mut server.connect()).starts_with("HTTP/1.1 200 "));
    server.address = server.address.replace("127.0.0.1", "localhost");
    assert_eq!(server.healthcheck(), Some(0));
    // A second server is not moved to the name's other address.
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-server"));
    let output = command.env_clear().args(["--listen", &server.address]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text.lines().count() == 1 && text.contains(&server.address), "{text:?}");
}

#[tokio::test]
async fn the_first_address_of_this_machine_is_taken() {
    // 192.0.2.1 is reserved for documentation, so no machine has it.
    let elsewhere = "192.0.2.1:0".parse().unwrap();
    let here: std::net::SocketAddr = "127.0.0.1:0".parse().unwrap();
    let listener = bind_first(&[elsewhere, here]).unwrap();
    let taken = listener.local_addr().unwrap();
    assert_eq!(taken.ip(), here.ip());
    let error = bind_first(&[taken, here]).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::AddrInUse);
    assert!(bind_first(&[elsewhere, elsewhere]).is_err() && bind_first(&[]).is_err());
}

#[test]
fn an_address_in_use_is_reported_in_one_line() {
    let server = Process::start(&[]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-server"));
    let output = command.env_clear().args(["--listen", &server.address]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text.lines().count() == 1 && text.contains(&server.address), "{text:?}");
}

#[test]
fn it_holds_no_more_connections_than_the_system_permits() {
    let binary = env!("CARGO_BIN_EXE_sudoku-server");
    let mut command = Command::new("sh");
    command.env_clear().args(["-c", "ulimit -n 256; exec \"$0\" --listen 127.0.0.1:0", binary]);
    let server = Process::spawn(command);
    assert!(server.max_connections < 256);
    let silent: Vec<_> = (0..400).map(|_| server.connect()).collect();
    for _ in 0..10 {
        let head = livez(&mut server.connect());
        assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    }
    drop(silent);
    server.signal("TERM");
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn it_raises_the_soft_limit_of_open_files() {
    let binary = env!("CARGO_BIN_EXE_sudoku-server");
    let mut command = Command::new("sh");
    command.env_clear().args(["-c", "ulimit -S -n 256; exec \"$0\" --listen 127.0.0.1:0", binary]);
    let server = Process::spawn(command);
    assert!(server.max_connections > 256, "{}", server.max_connections);
}

#[test]
fn a_pretty_log_has_no_colours_outside_a_terminal() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-server"));
    command.env_clear().args(["--listen", "127.0.0.1:0", "--log-format", "pretty"]);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.contains("INFO listening address=127.0.0.1:") && !line.contains('\x1b'), "{line:?}");
}
