//! `cargo bench --bench batch_http`: the rate of `POST /solve/batch` over loopback, beside the engine alone.
//!
//! The puzzles are `17clue.txt` in the folder `SUDOKU_PUZZLES`, or those of the tests. The client is this process,
//! with a thread that sends and one that reads. It runs on the same cores as the server, so the CPU time of each is
//! printed: on another machine the client's would be free. The rounds alternate between the engine's batch on all
//! cores, text in and out, and NDJSON in and out; their medians are printed. Then come batches of 1,000 to 5,000,000
//! grids, with the cost of a grid and the server's peak memory, and the latency of single requests while two batches
//! run.
//!
//! Optional variable: `BATCH_BENCH_ROUNDS` (5).

mod client;
#[path = "../support/figures.rs"]
mod figures;
#[path = "../support/process.rs"]
mod process;
#[path = "../support/product.rs"]
mod product;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use client::{Cost, batch};
use figures::median;
use process::Server;
use product::memory;
use sudoku_engine::grid::Puzzle;
use sudoku_engine::solver::{Budget, Solver};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// About this many grids are one measurement.
const GRIDS: usize = 1_000_000;

fn main() {
    let lines = puzzles();
    let text = lines.join("\n") + "\n";
    let ndjson = format!("\"{}\"\n", lines.join("\"\n\""));
    println!("{} puzzles, {} cores", lines.len(), cores());
    let server = product::start();
    rates(&server, &lines, &text, &ndjson);
    lengths(&text, lines.len());
    beside_batches(&server, &text, lines.len());
}

fn puzzles() -> Vec<String> {
    let path = match std::env::var("SUDOKU_PUZZLES") {
        Ok(folder) => format!("{folder}/17clue.txt"),
        Err(_) => concat!(env!("CARGO_MANIFEST_DIR"), "/crates/engine/tests/data/counts.txt").to_owned(),
    };
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let grids = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.get(..81));
    grids.filter(|grid| grid.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit())).map(str::to_owned).collect()
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The engine alone, text and NDJSON, in alternating rounds.
fn rates(server: &Server, lines: &[String], text: &str, ndjson: &str) {
    let rounds = std::env::var("BATCH_BENCH_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(5);
    let puzzles: Vec<_> = lines.iter().filter_map(|line| Puzzle::new(line.parse().ok()?).ok()).collect();
    let repeats = GRIDS.div_ceil(lines.len());
    let mut engine = Vec::new();
    let mut batches: [Vec<Cost>; 2] = Default::default();
    for _ in 0..rounds {
        engine.push(engine_rate(&puzzles, repeats));
        batches[0].push(batch(server, "text/plain", text, repeats, lines.len()));
        batches[1].push(batch(server, "application/x-ndjson", ndjson, repeats, lines.len()));
    }
    let engine = median(engine);
    println!("{:28} {engine:>10.0} grids/s", format!("engine, {} threads", cores()));
    for (name, costs) in ["text in, text out", "NDJSON in, NDJSON out"].into_iter().zip(&batches) {
        let rate = median(costs.iter().map(|cost| cost.rate).collect());
        let server = median(costs.iter().map(|cost| cost.server).collect());
        let client = median(costs.iter().map(|cost| cost.client).collect());
        println!(
            "{name:28} {rate:>10.0} grids/s  {:.2} of the engine; \
             CPU time of a grid: server {server:.3} us, client {client:.3} us",
            rate / engine
        );
    }
}

fn engine_rate(puzzles: &[Puzzle], repeats: usize) -> f64 {
    let start = Instant::now();
    std::thread::scope(|scope| {
        for part in puzzles.chunks(puzzles.len().div_ceil(cores())) {
            scope.spawn(move || {
                let mut solver = Solver::new();
                for _ in 0..repeats {
                    assert_eq!(solver.solve_batch(part, &Budget::UNLIMITED).len(), part.len());
                }
            });
        }
    });
    (puzzles.len() * repeats) as f64 / start.elapsed().as_secs_f64()
}

/// Batches of different lengths, each length on a server of its own.
fn lengths(text: &str, puzzles: usize) {
    for grids in [1_000, 100_000, 1_000_000, 5_000_000_usize] {
        let server = product::start();
        let before = memory(&server, "VmRSS");
        let one = || {
            if grids < puzzles {
                batch(&server, "text/plain", &text[..grids * 82], 1, grids).rate
            } else {
                batch(&server, "text/plain", text, grids.div_ceil(puzzles), puzzles).rate
            }
        };
        // The first batch of a new server touches memory that later ones reuse.
        let (first, repeats) = (one(), (500_000 / grids).clamp(1, 99));
        let rate = median((0..repeats).map(|_| one()).collect());
        println!(
            "{grids:>9} grids: {:.3} us each, {:.3} in the first batch; \
             server's memory {:.1} MiB before, {:.1} MiB at peak",
            1e6 / rate,
            1e6 / first,
            before,
            memory(&server, "VmHWM")
        );
    }
}

/// The latency of `POST /solve`, alone and while two batches run.
fn beside_batches(server: &Server, text: &str, puzzles: usize) {
    println!("POST /solve, alone:               {}", latencies(server.address, Duration::from_secs(3)));
    let stop = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let stop = Arc::clone(&stop);
            scope.spawn(move || {
                while !stop.load(Relaxed) {
                    batch(server, "text/plain", text, GRIDS.div_ceil(puzzles), puzzles);
                }
            });
        }
        std::thread::sleep(Duration::from_millis(300));
        println!("POST /solve, beside two batches:  {}", latencies(server.address, Duration::from_secs(8)));
        stop.store(true, Relaxed);
    });
}

/// The latencies of requests sent one after the other, about 500 a second, for this time.
fn latencies(address: SocketAddr, time: Duration) -> String {
    const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut connection = TcpStream::connect(address).expect("the server listens");
    connection.set_nodelay(true).expect("a connection has this option");
    let request = format!("POST /solve HTTP/1.1\r\nhost: a\r\ncontent-length: 81\r\n\r\n{GRID}");
    let mut times = Vec::new();
    let begun = Instant::now();
    let mut response = [0; 4096];
    while begun.elapsed() < time {
        let start = Instant::now();
        connection.write_all(request.as_bytes()).expect("the server reads");
        let length = connection.read(&mut response).expect("the server responds");
        assert!(response[..length].starts_with(b"HTTP/1.1 200"));
        times.push(start.elapsed().as_secs_f64() * 1e3);
        std::thread::sleep(Duration::from_millis(2));
    }
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    let (median, p99, worst) = (at(50), at(99), at(100));
    format!("{} requests, median {median:.2} ms, p99 {p99:.2} ms, longest {worst:.2} ms", times.len())
}
