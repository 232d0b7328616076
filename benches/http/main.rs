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

mod handlers;

use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use handlers::{GRID, Hop};

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

fn hop(hop: Hop) -> Server {
    let this = std::env::current_exe().expect("a process knows its program");
    Server::start(hop.name(), Command::new(this).args([SERVE, hop.name()]))
}

fn hops() -> Vec<Server> {
    Hop::ALL.into_iter().map(hop).collect()
}

/// The service without and with its request lines.
fn service() -> [Server; 2] {
    // Both need the log line that names the address.
    let quiet = "warn,sudoku_server=info,sudoku_server::api=warn";
    [("POST /solve, RUST_LOG=warn", quiet), ("POST /solve, request lines on", "info")].map(|(name, level)| {
        let server = std::env::var("HTTP_BENCH_SERVER");
        let server = server.unwrap_or_else(|_| env!("CARGO_BIN_EXE_sudoku-server").to_owned());
        Server::start(name, Command::new(server).args(["--listen", "127.0.0.1:0"]).env("RUST_LOG", level))
    })
}

fn measure(servers: &mut [Server], script: &std::path::Path, threads: usize) {
    let rounds = setting("HTTP_BENCH_ROUNDS", 5);
    let seconds = setting("HTTP_BENCH_SECONDS", 3);
    let count = servers.len();
    for round in 0..rounds {
        for turn in 0..count {
            let server = &mut servers[(turn + round) % count];
            let before = server.cpu_seconds();
            let (requests, rate) = wrk(server.address, script, threads, seconds);
            server.costs.push((server.cpu_seconds() - before) * 1e6 / requests);
            server.rates.push(rate);
        }
    }
    let baseline = median(&mut servers[0].rates);
    println!("{rounds} rounds of {seconds} s, 64 connections, {threads} of wrk's threads, medians:");
    for server in servers {
        let (rate, cost) = (median(&mut server.rates), median(&mut server.costs));
        let ratio = rate / baseline;
        println!("{:34} {rate:>8.0} requests/s {ratio:.3} of the baseline {cost:>6.2} us of CPU each", server.name);
        (server.rates, server.costs) = (Vec::new(), Vec::new());
    }
}

fn setting(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// A server process and its measurements.
struct Server {
    name: &'static str,
    process: Child,
    address: SocketAddr,
    /// Requests per second, one figure for each round.
    rates: Vec<f64>,
    /// Microseconds of the server's own CPU time per request, one figure for each round.
    costs: Vec<f64>,
}

impl Server {
    /// Starts a server that names its address in a line on stderr.
    fn start(name: &'static str, command: &mut Command) -> Self {
        let mut process = command.stderr(Stdio::piped()).spawn().expect("the server starts");
        let mut lines = BufReader::new(process.stderr.take().expect("stderr is piped"));
        let mut log = std::iter::from_fn(|| {
            let mut line = String::new();
            lines.read_line(&mut line).ok().filter(|&length| length > 0).map(|_| line)
        });
        let address = log.find_map(|line| address_in(&line)).expect("the server names its address");
        std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            while lines.read(&mut chunk).is_ok_and(|length| length > 0) {}
        });
        while TcpStream::connect(address).is_err() {
            std::thread::sleep(Duration::from_millis(10));
        }
        Self { name, process, address, rates: Vec::new(), costs: Vec::new() }
    }

    /// User and system time so far, from Linux's `/proc`; 0 if there is none.
    fn cpu_seconds(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).unwrap_or_default();
        // The program name, in parentheses, may contain spaces. User and system time are the 12th and 13th fields
        // after it.
        let times = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
        times.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
    }
}

fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
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
