//! The service over real sockets, and a client that decides itself when it sends and when it reads.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use http::Request;
use http_body_util::BodyExt;
use socket2::SockRef;
use sudoku_engine::solver::{Budget, Solver};
use sudoku_server::api::batch::{InputFormat, Limits, OutputFormat, Splitter, Tally, answer};
use sudoku_server::api::{Api, App, BatchSettings, Settings, overload_response, router};
use sudoku_server::connections::{self, ConnectionLimits, ConnectionStats, Drained};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::support::{NEVER, NO_LIMITS, SOON};

pub(crate) const NO_STALL: BatchSettings =
    BatchSettings { streams: 8, buffer: 64 << 20, total_buffer: 256 << 20, stall: NEVER, max_ratio: 200 };

pub(crate) struct Service {
    pub(crate) address: SocketAddr,
    pub(crate) api: Api,
    pub(crate) stop: CancellationToken,
    pub(crate) stats: Arc<ConnectionStats>,
    serving: JoinHandle<Drained>,
}

impl Service {
    pub(crate) fn start(batch: BatchSettings, limits: ConnectionLimits) -> Self {
        let listener = connections::bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = listener.local_addr().unwrap();
        // What is accepted inherits it: little of a stream is out of the service's sight.
        SockRef::from(&listener).set_recv_buffer_size(8192).unwrap();
        SockRef::from(&listener).set_send_buffer_size(8192).unwrap();
        let settings = Settings { workers: 2, batch, ..Settings::default() };
        let (stats, stop) = (Arc::<ConnectionStats>::default(), CancellationToken::new());
        let api = router(App::new(settings, Arc::clone(&stats), CancellationToken::new()));
        let (service, counts) = (api.clone(), Arc::clone(&stats));
        let serving = connections::serve(listener, service, overload_response(), limits, counts, stop.clone());
        let serving = tokio::spawn(serving);
        Self { address, api, stop, stats, serving }
    }

    pub(crate) fn new() -> Self {
        Self::start(NO_STALL, NO_LIMITS)
    }

    pub(crate) fn with(batch: BatchSettings) -> Self {
        Self::start(batch, NO_LIMITS)
    }

    pub(crate) async fn stopped(self) -> Drained {
        self.stop.cancel();
        timeout(SOON, self.serving).await.expect("the server ends").unwrap()
    }

    /// What `/metrics` says of a line.
    pub(crate) async fn metric(&self, name: &str) -> u64 {
        let request = Request::get("/metrics").body(Body::empty()).unwrap();
        let body = self.api.clone().oneshot(request).await.unwrap().into_body().collect().await.unwrap().to_bytes();
        let text = String::from_utf8(body.to_vec()).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map_or(0, |value| value.parse().unwrap())
    }

    pub(crate) async fn ended(&self, reason: &str) -> u64 {
        self.metric(&format!("sudoku_batch_streams_ended_total{{reason=\"{reason}\"}}")).await
    }

    /// Waits until a stream has ended for this reason, and holds that nothing of it is left.
    pub(crate) async fn until_ended(&self, reason: &str) {
        self.until_ended_among(reason).await;
        assert_eq!(self.metric("sudoku_batch_streams").await, 0);
        assert_eq!(self.metric("sudoku_batch_buffered_bytes").await, 0);
    }

    /// Waits until one of several streams has ended for this reason.
    pub(crate) async fn until_ended_among(&self, reason: &str) {
        let wait = async {
            while self.ended(reason).await == 0 {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(SOON, wait).await.unwrap_or_else(|_| panic!("no stream ended as {reason}"));
    }

    /// Waits until it stays the same for a while, and gives it.
    pub(crate) async fn settled(&self, name: &str) -> u64 {
        let wait = async {
            let (mut last, mut same) = (self.metric(name).await, 0);
            while same < 20 {
                sleep(Duration::from_millis(20)).await;
                let now = self.metric(name).await;
                same = if now == last { same + 1 } else { 0 };
                last = now;
            }
            last
        };
        timeout(SOON, wait).await.unwrap_or_else(|_| panic!("{name} does not settle"))
    }

    pub(crate) async fn open(&self, headers: &str) -> Stream {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(8192).unwrap();
        socket.set_send_buffer_size(8192).unwrap();
        let mut stream = Stream { tcp: socket.connect(self.address).await.unwrap(), raw: Vec::new(), head: None };
        let head = format!(
            "POST /solve/batch HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\
             {headers}\r\n"
        );
        stream.tcp.write_all(head.as_bytes()).await.unwrap();
        stream
    }

    /// Sends all, then reads all.
    pub(crate) async fn exchange(&self, headers: &str, body: &[u8]) -> Whole {
        let mut stream = self.open(headers).await;
        timeout(SOON, stream.send(body)).await.expect("the service reads");
        stream.end_body().await;
        stream.rest().await
    }
}

/// One exchange on a connection of its own; or a half of it, `T`, which sends or reads.
pub(crate) struct Stream<T = TcpStream> {
    pub(crate) tcp: T,
    raw: Vec<u8>,
    head: Option<String>,
}

/// An answer as far as it came.
#[derive(Debug)]
pub(crate) struct Whole {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
    /// Whether it came to its end.
    pub(crate) is_complete: bool,
}

impl Whole {
    #[track_caller]
    pub(crate) fn complete(self) -> Vec<u8> {
        assert!(self.head.starts_with("HTTP/1.1 200 "), "{}", self.head);
        assert!(self.is_complete, "cut after {} bytes", self.body.len());
        self.body
    }
}

impl Stream {
    /// The half that reads and the half that sends.
    pub(crate) fn split(self) -> (Stream<OwnedReadHalf>, Stream<OwnedWriteHalf>) {
        let (reads, sends) = self.tcp.into_split();
        (Stream { tcp: reads, raw: self.raw, head: self.head }, Stream { tcp: sends, raw: Vec::new(), head: None })
    }

    /// All that comes up to the connection's end, as it is.
    pub(crate) async fn plain(&mut self) -> String {
        timeout(SOON, async { while self.read_more().await {} }).await.expect("the connection ends");
        String::from_utf8(std::mem::take(&mut self.raw)).unwrap()
    }
}

impl<T: AsyncWrite + Unpin> Stream<T> {
    /// A part of the body.
    pub(crate) async fn send(&mut self, part: &[u8]) {
        assert!(self.try_send(part).await, "the service reads");
    }

    /// False when the service has closed the connection.
    pub(crate) async fn try_send(&mut self, part: &[u8]) -> bool {
        for piece in part.chunks(1 << 16) {
            let framed = [format!("{:x}\r\n", piece.len()).as_bytes(), piece, b"\r\n"].concat();
            if self.tcp.write_all(&framed).await.is_err() {
                return false;
            }
        }
        true
    }

    pub(crate) async fn end_body(&mut self) {
        self.tcp.write_all(b"0\r\n\r\n").await.unwrap();
    }
}

impl<T: AsyncRead + Unpin> Stream<T> {
    async fn read_more(&mut self) -> bool {
        self.tcp.read_buf(&mut self.raw).await.is_ok_and(|length| length > 0)
    }

    async fn read_head(&mut self) {
        while self.head.is_none() {
            if let Some(end) = self.raw.windows(4).position(|window| window == b"\r\n\r\n") {
                let rest = self.raw.split_off(end + 4);
                self.head = Some(String::from_utf8(std::mem::replace(&mut self.raw, rest)).unwrap());
            } else {
                assert!(self.read_more().await, "no answer: {:?}", String::from_utf8_lossy(&self.raw));
            }
        }
    }

    /// The body's next bytes, as one piece of it came.
    pub(crate) async fn next(&mut self) -> Vec<u8> {
        let wait = async {
            self.read_head().await;
            loop {
                if let Some((piece, length)) = first_piece(&self.raw) {
                    let piece = piece.to_vec();
                    self.raw.drain(..length);
                    return piece;
                }
                assert!(self.read_more().await, "cut");
            }
        };
        timeout(SOON, wait).await.expect("a piece of the answer")
    }

    /// Everything up to the connection's end.
    pub(crate) async fn rest(&mut self) -> Whole {
        let wait = async {
            self.read_head().await;
            while self.read_more().await {}
        };
        timeout(2 * SOON, wait).await.expect("the answer ends");
        let (mut raw, mut body, mut is_complete) = (&self.raw[..], Vec::new(), false);
        while let Some((piece, length)) = first_piece(raw) {
            raw = &raw[length..];
            is_complete = piece.is_empty();
            body.extend_from_slice(piece);
        }
        Whole { head: self.head.clone().unwrap(), body, is_complete }
    }
}

/// The first piece of a chunked body, and the length of it with its frame.
fn first_piece(raw: &[u8]) -> Option<(&[u8], usize)> {
    let line = raw.windows(2).position(|window| window == b"\r\n")?;
    let length = usize::from_str_radix(std::str::from_utf8(&raw[..line]).unwrap(), 16).unwrap();
    let begin = line + 2;
    Some((raw.get(begin..begin + length)?, raw.get(..begin + length + 2)?.len()))
}

/// What the answer to a whole input should be.
pub(crate) fn expected(input: InputFormat, output: OutputFormat, body: &[u8]) -> Vec<u8> {
    let (mut solver, mut tally, mut answers) = (Solver::new(), Tally::default(), Vec::new());
    let mut splitter = Splitter::new(input, Limits { line: 65536 });
    let mut rest = body;
    let mut add = |chunk: &_| {
        answers.extend(answer(chunk, output, &mut solver, &Budget::UNLIMITED, &mut tally));
    };
    while let Some(chunk) = splitter.push(&mut rest) {
        add(&chunk);
    }
    splitter.finish().iter().for_each(add);
    answers
}

/// Lines of grids that have one solution or none, or are none. None has several: which of them is given depends on the
/// grids that are searched at the same time.
pub(crate) fn lines(count: usize) -> Vec<String> {
    const GRIDS: [&str; 3] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ".876543212........3........4........5........6........7........8........9........",
        "11...............................................................................",
    ];
    // Another digit for each digit gives another grid of the same kind.
    let relabelled = |number: usize| {
        let change = |character: char| match character.to_digit(10) {
            Some(digit) => char::from_digit((digit + (number / 3) as u32 - 1) % 9 + 1, 10).unwrap(),
            None => character,
        };
        GRIDS[number % 3].chars().map(change).collect::<String>()
    };
    (0..count).map(|number| if number % 50 == 49 { format!("bad line {number}") } else { relabelled(number) }).collect()
}

pub(crate) fn text(count: usize) -> Vec<u8> {
    lines(count).iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect()
}
