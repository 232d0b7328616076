//! A server process, and the client of one batch.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// Bytes that the client writes and reads at a time.
const PIECE: usize = 256 * 1024;

/// What a batch took.
pub(crate) struct Cost {
    /// Grids per second.
    pub(crate) rate: f64,
    /// Microseconds of CPU time per grid, of the server and of the client.
    pub(crate) server: f64,
    pub(crate) client: f64,
}

pub(crate) struct Server {
    process: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    pub(crate) fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_sudoku-server"))
            .args(["--listen", "127.0.0.1:0", "--log-format", "json"])
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut lines = BufReader::new(process.stderr.take().expect("stderr is piped"));
        let mut line = String::new();
        lines.read_line(&mut line).expect("the server logs its address");
        let start = line.find("127.0.0.1:").expect("the first line names the address");
        let address = line[start..].split('"').next().and_then(|address| address.parse().ok()).expect("an address");
        std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
        Self { process, address }
    }

    /// Sends the text `repeats` times in one batch, and reads all answers meanwhile.
    pub(crate) fn batch(&self, media_type: &str, text: &str, repeats: usize, grids: usize) -> Cost {
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

    /// MiB of memory under this name in Linux's `/proc`; 0 if there is none.
    pub(crate) fn memory(&self, name: &str) -> f64 {
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

/// Counts the lines of a chunked response. The framing has line ends of its own, `\r\n`; answers end in `\n` alone.
fn count_answers(connection: &mut TcpStream, media_type: &str) -> usize {
    let mut piece = vec![0; PIECE];
    let (mut ends, mut before) = (0, 0);
    let mut has_status = false;
    loop {
        let length = connection.read(&mut piece).expect("the server responds");
        if length == 0 {
            assert!(has_status, "no response in {media_type}");
            return ends;
        }
        if !has_status {
            assert!(piece.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&piece[..length]));
            has_status = true;
        }
        for end in memchr::memchr_iter(b'\n', &piece[..length]) {
            let previous = if end == 0 { before } else { piece[end - 1] };
            ends += usize::from(previous != b'\r');
        }
        before = piece[length - 1];
    }
}

/// User and system time so far, from Linux's `/proc`; 0 if there is none.
fn cpu_seconds(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The program name, in parentheses, may contain spaces. User and system time are the 12th and 13th fields after it.
    let times = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    times.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
