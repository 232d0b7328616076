//! The log: one subscriber for the process, written to stderr.
//!
//! stderr, because it is where diagnostics belong and stdout stays free for `--help` and `--version`; container
//! runtimes collect both. Lines are handed to a thread of their own, which writes as many at a time as are waiting.
//! When the reader of the log stalls, lines are dropped and counted; requests never wait for the log.

use std::io::{self, BufWriter, IsTerminal, Write};

use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::LogFormat;

/// Lines that may wait for the writing thread: some megabytes at most.
const WAITING_LINES: usize = 16_384;
/// Bytes written at a time. The writing thread flushes whenever no line waits.
const BUFFER: usize = 64 * 1024;

/// Keeps the log running; when dropped, the last lines are written.
#[derive(Debug)]
pub struct Telemetry {
    dropped: ErrorCounter,
    _guard: WorkerGuard,
}

impl Telemetry {
    /// Lines dropped so far because the log's reader was too slow.
    pub fn dropped_lines(&self) -> usize {
        self.dropped.dropped_lines()
    }
}

/// Starts the log of the process, once.
///
/// # Panics
/// If `directives` are not those of an `EnvFilter` (the configuration has checked them), or if the process has a
/// subscriber already.
pub fn start(format: LogFormat, directives: &str) -> Telemetry {
    let is_terminal = io::stderr().is_terminal();
    let (writer, guard) = writer_to(io::stderr());
    let dropped = writer.error_counter();
    let filter = EnvFilter::builder().parse(directives).expect("the configuration checks the directives");
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer);
    match format {
        LogFormat::Json => builder.json().flatten_event(true).with_current_span(false).finish().init(),
        LogFormat::Auto if !is_terminal => {
            builder.json().flatten_event(true).with_current_span(false).finish().init();
        }
        LogFormat::Auto | LogFormat::Pretty => builder.with_ansi(is_terminal).with_target(false).finish().init(),
    }
    Telemetry { dropped, _guard: guard }
}

/// The buffer, the thread and the bounded queue before `output`.
fn writer_to(output: impl Write + Send + 'static) -> (NonBlocking, WorkerGuard) {
    NonBlockingBuilder::default()
        .buffered_lines_limit(WAITING_LINES)
        .lossy(true)
        .thread_name("log")
        .finish(BufWriter::with_capacity(BUFFER, output))
}
