//! `cargo bench --bench batch_http`: what `POST /solve/batch` reaches over loopback, beside the engine alone.
//!
//! The puzzles are `17clue.txt` in the folder that `SUDOKU_PUZZLES` names, or those of the tests. A client of this process
//! sends and reads with a thread each, on the same cores as the server, so that the cost of either in CPU time is printed:
//! on another machine the client's would be free. Rounds alternate and the medians are printed: the engine's batch on all
//! cores, text in and out, NDJSON in and out. Then streams of 1,000 to 5,000,000 grids, with the cost of a grid and the most memory that the
//! server used; and how long single requests take while two streams run.
//!
//! `BATCH_BENCH_ROUNDS` (5) may be set.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use sudoku_engine::grid::Puzzle;
use sudoku_engine::solver::{Budget, Solver};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Bytes that the client writes and reads at a time.
const PIECE: usize = 256 * 1024;
/// About so many grids are one measurement.
const GRIDS: usize = 1_000_000;

fn main() {
    let lines = puzzles();
    let text = lines.join("\n") + "\n";
    let ndjson = format!("\"{}\"\n", lines.join("\"\n\""));
    println!("{} puzzles, {} cores", lines.len(), cores());
    let server = Server::start();
    rates(&server, &lines, &text, &ndjson);
    lengths(&text, lines.len());
    beside_streams(&server, &text, lines.len());
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

/// Rounds of the engine alone, text and NDJSON, in turn.
fn rates(server: &Server, lines: &[String], text: &str, ndjson: &str) {
    let rounds = std::env::var("BATCH_BENCH_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(5);
    let puzzles: Vec<_> = lines.iter().filter_map(|line| Puzzle::new(line.parse().ok()?).ok()).collect();
    let repeats = GRIDS.div_ceil(lines.len());
    let mut engine = Vec::new();
    let mut streams: [Vec<Cost>; 2] = Default::default();
    for _ in 0..rounds {
        engine.push(engine_rate(&puzzles, repeats));
        streams[0].push(server.stream("text/plain", text, repeats, lines.len()));
        streams[1].push(server.stream("application/x-ndjson", ndjson, repeats, lines.len()));
    }
    let engine = median(engine);
    println!("{:28} {engine:>10.0} grids/s", format!("engine, {} threads", cores()));
    for (name, costs) in ["text in, text out", "NDJSON in, NDJSON out"].into_iter().zip(&streams) {
        let rate = median(costs.iter().map(|cost| cost.rate).collect());
        let server = median(costs.iter().map(|cost| cost.server).collect());
        let client = median(costs.iter().map(|cost| cost.client).collect());
        println!(
            "{name:28} {rate:>10.0} grids/s  {:.2} of the engine; CPU time of a grid: server {server:.3} us, client {client:.3} us",
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

/// Streams of different lengths, each to a server of its own.
fn lengths(text: &str, puzzles: usize) {
    for grids in [1_000, 100_000, 1_000_000, 5_000_000_usize] {
        let server = Server::start();
        let begin = server.resident("VmRSS");
        let stream = || {
            if grids < puzzles {
                server.stream("text/plain", &text[..grids * 82], 1, grids).rate
            } else {
                server.stream("text/plain", text, grids.div_ceil(puzzles), puzzles).rate
            }
        };
        // The first stream of a new server touches memory that the later ones find.
        let (first, repeats) = (stream(), (500_000 / grids).clamp(1, 99));
        let rate = median((0..repeats).map(|_| stream()).collect());
        println!(
            "{grids:>9} grids: {:.3} us each, {:.3} in the first stream; server's memory {:.1} MiB before, {:.1} MiB at most",
            1e6 / rate,
            1e6 / first,
            begin,
            server.resident("VmHWM")
        );
    }
}

/// How long `POST /solve` takes, alone and while two streams run.
fn beside_streams(server: &Server, text: &str, puzzles: usize) {
    println!("POST /solve, alone:               {}", latencies(server.address, Duration::from_secs(3)));
    let stop = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let stop = Arc::clone(&stop);
            scope.spawn(move || {
                while !stop.load(Relaxed) {
                    server.stream("text/plain", text, GRIDS.div_ceil(puzzles), puzzles);
                }
            });
        }
        std::thread::sleep(Duration::from_millis(300));
        println!("POST /solve, beside two streams:  {}", latencies(server.address, Duration::from_secs(8)));
        stop.store(true, Relaxed);
    });
}

/// Requests one after the other, about 500 a second, for so long.
fn latencies(address: SocketAddr, time: Duration) -> String {
    const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut connection = TcpStream::connect(address).expect("the server listens");
    connection.set_nodelay(true).expect("a connection has this option");
    let request = format!("POST /solve HTTP/1.1\r\nhost: a\r\ncontent-length: 81\r\n\r\n{GRID}");
    let mut times = Vec::new();
    let begin = Instant::now();
    let mut answer = [0; 4096];
    while begin.elapsed() < time {
        let start = Instant::now();
        connection.write_all(request.as_bytes()).expect("the server reads");
        let length = connection.read(&mut answer).expect("the server answers");
        assert!(answer[..length].starts_with(b"HTTP/1.1 200"));
        times.push(start.elapsed().as_secs_f64() * 1e3);
        std::thread::sleep(Duration::from_millis(2));
    }
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    let (median, p99, worst) = (at(50), at(99), at(100));
    format!("{} requests, median {median:.2} ms, p99 {p99:.2} ms, longest {worst:.2} ms", times.len())
}

/// What a stream took.
struct Cost {
    /// Grids per second.
    rate: f64,
    /// Microseconds of CPU time for a grid.
    server: f64,
    client: f64,
}

struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_sudoku-server"))
            .args(["--listen", "127.0.0.1:0", "--log-format", "json"])
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut lines = BufReader::new(process.stderr.take().expect("stderr is piped"));
        let mut line = String::new();
        lines.read_line(&mut line).expect("the server says where it listens");
        let begin = line.find("127.0.0.1:").expect("the first line names the address");
        let address = line[begin..].split('"').next().and_then(|address| address.parse().ok()).expect("an address");
        std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
        Self { process, address }
    }

    /// Sends the text so many times in one stream, and reads all answers meanwhile.
    fn stream(&self, media_type: &str, text: &str, repeats: usize, grids: usize) -> Cost {
        let mut connection = TcpStream::connect(self.address).expect("the server listens");
        connection.set_nodelay(true).expect("a connection has this option");
        let before = (cpu_seconds(self.process.id()), cpu_seconds(std::process::id()));
        let start = Instant::now();
        let length = text.len() * repeats;
        let head = format!(
            "POST /solve/batch HTTP/1.1\r\nhost: a\r\ncontent-type: {media_type}\r\ncontent-length: {length}\r\n\
             connection: close\r\n\r\n"
        );
        connection.write_all(head.as_bytes()).expect("the server reads");
        let mut sending = connection.try_clone().expect("a connection can be shared");
        let lines = std::thread::scope(|scope| {
            scope.spawn(move || {
                for piece in std::iter::repeat_n(text.as_bytes(), repeats).flat_map(|text| text.chunks(PIECE)) {
                    sending.write_all(piece).expect("the server reads");
                }
            });
            count_answers(&mut connection, media_type)
        });
        let total = grids * repeats;
        assert_eq!(lines, total, "each grid has its answer");
        let elapsed = start.elapsed().as_secs_f64();
        let spent = |process, before| (cpu_seconds(process) - before) * 1e6 / total as f64;
        Cost {
            rate: total as f64 / elapsed,
            server: spent(self.process.id(), before.0),
            client: spent(std::process::id(), before.1),
        }
    }

    /// MiB of memory, as Linux tells; 0 where there is no `/proc`.
    fn resident(&self, name: &str) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
        kib.unwrap_or_default() / 1024.0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The lines of a chunked answer. What frames it has line ends of its own, `\r\n`; answers have `\n` alone.
fn count_answers(connection: &mut TcpStream, media_type: &str) -> usize {
    let mut piece = vec![0; PIECE];
    let (mut ends, mut before) = (0, 0);
    let mut whole_head = false;
    loop {
        let length = connection.read(&mut piece).expect("the server answers");
        if length == 0 {
            assert!(whole_head, "an answer in {media_type}");
            return ends;
        }
        if !whole_head {
            assert!(piece.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&piece[..length]));
            whole_head = true;
        }
        for end in memchr::memchr_iter(b'\n', &piece[..length]) {
            let previous = if end == 0 { before } else { piece[end - 1] };
            ends += usize::from(previous != b'\r');
        }
        before = piece[length - 1];
    }
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// User and system time so far, from Linux's `/proc`; 0 where there is none.
fn cpu_seconds(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program, in parentheses, may hold spaces. After it, user and system time are 12th and 13th.
    let times = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    times.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
