//! `cargo bench --bench http`: what `POST /solve` costs beside a minimal axum handler.
//!
//! Servers take turns under `wrk` (which must be installed) with 64 connections. The baseline parses the same JSON
//! and sends a string of the same size without solving anything. The service runs once with `RUST_LOG=warn`, and once
//! with its request lines written to a pipe that is read. `-- hops` instead compares the ways to leave the async
//! threads: each server is the baseline, but solves the grid that way. The output is the medians of the rounds and
//! their ratios to the baseline, first with one thread of `wrk`, which is then the bottleneck on two cores, and then
//! with two. `wrk` runs on the same cores, so only the ratios are comparable between machines.
//!
//! Optional variables: `HTTP_BENCH_ROUNDS` (5), `HTTP_BENCH_SECONDS` (3) and `HTTP_BENCH_SERVER`, another build of the
//! server.

#[path = "../support/figures.rs"]
mod figures;
mod handlers;
#[path = "../support/process.rs"]
mod process;

use std::net::{SocketAddr, TcpStream};
use std::process::Command;
use std::time::Duration;

use figures::{cpu_seconds, median};
use handlers::{GRID, Hop};
use process::Server;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SERVE: &str = "--serve";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [serve, hop] = &arguments[..]
        && serve == SERVE
    {
        let hop = Hop::ALL.into_iter().find(|other| other.name() == hop).expect("a known way");
        return handlers::serve(hop);
    }
    if Command::new("wrk").arg("--version").output().is_err() {
        println!("wrk is not installed, so nothing was measured: on Debian, apt-get install wrk");
        return;
    }
    let script = std::env::temp_dir().join(format!("sudoku-server-bench-{}.lua", std::process::id()));
    let body =
        format!("wrk.method='POST' wrk.body='{{\"grid\":\"{GRID}\"}}' wrk.headers['Content-Type']='application/json'");
    std::fs::write(&script, body).expect("the temporary folder is writable");
    let mut servers = if arguments.iter().any(|argument| argument == "hops") {
        hops()
    } else {
        [hop(Hop::Nothing)].into_iter().chain(service()).collect()
    };
    for threads in 1..=2 {
        measure(&mut servers, &script, threads);
    }
    let _ = std::fs::remove_file(&script);
}

fn hop(hop: Hop) -> Measured {
    let this = std::env::current_exe().expect("a process knows its program");
    Measured::start(hop.name(), Command::new(this).args([SERVE, hop.name()]))
}

fn hops() -> Vec<Measured> {
    Hop::ALL.into_iter().map(hop).collect()
}

/// The service without and with its request lines.
fn service() -> [Measured; 2] {
    // Both need the log line that names the address.
    let quiet = "warn,sudoku_server=info,sudoku_server::api=warn";
    [("POST /solve, RUST_LOG=warn", quiet), ("POST /solve, request lines on", "info")].map(|(name, level)| {
        let server = std::env::var("HTTP_BENCH_SERVER");
        let server = server.unwrap_or_else(|_| env!("CARGO_BIN_EXE_sudoku-server").to_owned());
        Measured::start(name, Command::new(server).args(["--listen", "127.0.0.1:0"]).env("RUST_LOG", level))
    })
}

fn measure(servers: &mut [Measured], script: &std::path::Path, threads: usize) {
    let rounds = setting("HTTP_BENCH_ROUNDS", 5);
    let seconds = setting("HTTP_BENCH_SECONDS", 3);
    let count = servers.len();
    for round in 0..rounds {
        for turn in 0..count {
            let measured = &mut servers[(turn + round) % count];
            let before = cpu_seconds(measured.server.id());
            let (requests, rate) = wrk(measured.server.address, script, threads, seconds);
            measured.costs.push((cpu_seconds(measured.server.id()) - before) * 1e6 / requests);
            measured.rates.push(rate);
        }
    }
    let baseline = median(servers[0].rates.clone());
    println!("{rounds} rounds of {seconds} s, 64 connections, {threads} of wrk's threads, medians:");
    for measured in servers {
        let rate = median(std::mem::take(&mut measured.rates));
        let cost = median(std::mem::take(&mut measured.costs));
        let ratio = rate / baseline;
        println!("{:34} {rate:>8.0} requests/s {ratio:.3} of the baseline {cost:>6.2} us of CPU each", measured.name);
    }
}

fn setting(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// A server and its measurements.
struct Measured {
    name: &'static str,
    server: Server,
    /// Requests per second, one figure for each round.
    rates: Vec<f64>,
    /// Microseconds of the server's own CPU time per request, one figure for each round.
    costs: Vec<f64>,
}

impl Measured {
    fn start(name: &'static str, command: &mut Command) -> Self {
        let server = Server::run(command);
        while TcpStream::connect(server.address).is_err() {
            std::thread::sleep(Duration::from_millis(10));
        }
        Self { name, server, rates: Vec::new(), costs: Vec::new() }
    }
}

/// Runs `wrk`; returns the requests made and the requests per second. Panics on a response other than 2xx.
fn wrk(address: SocketAddr, script: &std::path::Path, threads: usize, seconds: usize) -> (f64, f64) {
    let output = Command::new("wrk")
        .args([&format!("-t{threads}"), "-c64", &format!("-d{seconds}s"), "-s"])
        .arg(script)
        .arg(format!("http://{address}/solve"))
        .output()
        .expect("wrk runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(!text.contains("Non-2xx"), "{text}");
    let rate = text.lines().find_map(|line| line.strip_prefix("Requests/sec:")?.trim().parse().ok());
    let requests = text.lines().find_map(|line| line.trim().split_once(" requests in ")?.0.parse().ok());
    requests.zip(rate).unwrap_or_else(|| panic!("wrk names the requests and their rate: {text}"))
}
