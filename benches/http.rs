//! `cargo bench --bench http`: what `POST /solve` costs beside the least that an axum handler could do.
//!
//! Three servers take turns under `wrk` (which must be installed) with 64 connections: a baseline, which parses the same
//! JSON and answers a string of the same size without solving anything; the service with `RUST_LOG=warn`; and the
//! service with its request lines on, written to a pipe that somebody reads. Printed are the medians of the rounds and the
//! ratios to the baseline. `wrk` runs on the same cores, so the figures are the machine's, and only the ratios travel.
//!
//! `HTTP_BENCH_ROUNDS` (5), `HTTP_BENCH_SECONDS` (3) and `HTTP_BENCH_SERVER`, another build of the server to measure,
//! may be set.

use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use axum::serve::ListenerExt;
use axum::{Json, Router, routing::post};
use serde::{Deserialize, Serialize};

const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const BASELINE: &str = "--serve-baseline";

fn main() {
    if std::env::args().any(|argument| argument == BASELINE) {
        return serve_baseline();
    }
    if Command::new("wrk").arg("--version").output().is_err() {
        println!("wrk is not installed, so nothing was measured: on Debian, apt-get install wrk");
        return;
    }
    let script = std::env::temp_dir().join(format!("sudoku-server-bench-{}.lua", std::process::id()));
    let body =
        format!("wrk.method='POST' wrk.body='{{\"grid\":\"{GRID}\"}}' wrk.headers['Content-Type']='application/json'");
    std::fs::write(&script, body).expect("the temporary folder is writable");
    let server = std::env::var("HTTP_BENCH_SERVER").unwrap_or_else(|_| env!("CARGO_BIN_EXE_sudoku-server").to_owned());
    let this = std::env::current_exe().expect("a process knows its program");
    let mut servers = [
        Server::start("baseline: parse, answer a string", Command::new(this).arg(BASELINE)),
        Server::start(
            "POST /solve, RUST_LOG=warn",
            Command::new(&server)
                .args(["--listen", "127.0.0.1:0"])
                .env("RUST_LOG", "warn,sudoku_server=info,sudoku_server::http=warn"),
        ),
        Server::start(
            "POST /solve, request lines on",
            Command::new(&server).args(["--listen", "127.0.0.1:0"]).env("RUST_LOG", "info"),
        ),
    ];
    let rounds = setting("HTTP_BENCH_ROUNDS", 5);
    let seconds = setting("HTTP_BENCH_SECONDS", 3);
    for round in 0..rounds {
        for turn in 0..servers.len() {
            let server = &mut servers[(turn + round) % 3];
            server.rates.push(wrk(server.address, &script, seconds));
        }
    }
    let _ = std::fs::remove_file(&script);
    let baseline = servers[0].median();
    println!("{rounds} rounds of {seconds} s, 64 connections, requests per second, medians:");
    for server in &mut servers {
        let median = server.median();
        println!("{:34} {median:>9.0}   {:.3} of the baseline", server.name, median / baseline);
    }
}

fn setting(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// A server process, and the rates that it reached.
struct Server {
    name: &'static str,
    process: Child,
    address: SocketAddr,
    rates: Vec<f64>,
}

impl Server {
    /// Starts a server, which names its address in a line on stderr.
    fn start(name: &'static str, command: &mut Command) -> Self {
        let mut process = command.stderr(Stdio::piped()).spawn().expect("the server starts");
        let mut lines = BufReader::new(process.stderr.take().expect("stderr is piped"));
        let address = std::iter::from_fn(|| {
            let mut line = String::new();
            lines.read_line(&mut line).ok().filter(|&length| length > 0).map(|_| line)
        });
        let address = address.filter_map(|line| address_in(&line)).next().expect("the server names its address");
        std::thread::spawn(move || {
            let mut chunk = [0; 65536];
            while lines.read(&mut chunk).is_ok_and(|length| length > 0) {}
        });
        while TcpStream::connect(address).is_err() {
            std::thread::sleep(Duration::from_millis(10));
        }
        Self { name, process, address, rates: Vec::new() }
    }

    fn median(&mut self) -> f64 {
        self.rates.sort_by(f64::total_cmp);
        self.rates[self.rates.len() / 2]
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn address_in(line: &str) -> Option<SocketAddr> {
    let start = line.find("127.0.0.1:")?;
    let length = line[start..].find(|character: char| !character.is_ascii_digit() && !".:".contains(character))?;
    line[start..start + length].parse().ok()
}

/// Requests per second over so many seconds; any answer but 2xx ends the benchmark.
fn wrk(address: SocketAddr, script: &std::path::Path, seconds: usize) -> f64 {
    let output = Command::new("wrk")
        .args(["-t1", "-c64", &format!("-d{seconds}s"), "-s"])
        .arg(script)
        .arg(format!("http://{address}/solve"))
        .output()
        .expect("wrk runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(!text.contains("Non-2xx"), "{text}");
    let rate = text.lines().find_map(|line| line.strip_prefix("Requests/sec:"));
    rate.and_then(|rate| rate.trim().parse().ok()).unwrap_or_else(|| panic!("wrk names a rate: {text}"))
}

#[derive(Deserialize)]
struct Request {
    grid: String,
}

#[derive(Serialize)]
struct Answer {
    solution: String,
    unique: bool,
}

async fn least(Json(request): Json<Request>) -> Json<Answer> {
    Json(Answer { unique: request.grid.len() == 81, solution: SOLUTION.to_owned() })
}

fn serve_baseline() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("the runtime starts");
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        eprintln!("listening on {} ", listener.local_addr().expect("a bound socket has an address"));
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        axum::serve(listener, Router::new().route("/solve", post(least))).await.expect("the baseline serves");
    });
}
