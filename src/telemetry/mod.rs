//! The log: one subscriber for the process, written to stderr.
//!
//! stderr, because it is where diagnostics belong and stdout stays free for `--help` and `--version`; container
//! runtimes collect both. Lines are handed to a thread of their own, which writes as many at a time as are waiting.
//! When the reader of the log stalls, lines are dropped and counted; requests never wait for the log.

mod json;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::time::Duration;

use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::util::SubscriberInitExt;

use self::json::JsonLines;
use crate::config::LogFormat;

/// Lines that may wait for the writing thread: some megabytes at most.
const WAITING_LINES: usize = 16_384;
/// Bytes written at a time. The writing thread flushes whenever no line waits.
const BUFFER: usize = 64 * 1024;
/// How late a line may be. In that time the queue takes in sixteen thousand lines.
const MOMENT: Duration = Duration::from_millis(1);

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
        LogFormat::Pretty => builder.with_ansi(is_terminal).with_target(false).finish().init(),
        LogFormat::Auto if is_terminal => builder.with_target(false).finish().init(),
        LogFormat::Auto | LogFormat::Json => builder.event_format(JsonLines).finish().init(),
    }
    // A panic is a line of the log like others; whoever catches it says what became of the request.
    std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "panicked")));
    Telemetry { dropped, _guard: guard }
}

/// The buffer, the thread and the bounded queue before `output`.
fn writer_to(output: impl Write + Send + 'static) -> (NonBlocking, WorkerGuard) {
    NonBlockingBuilder::default()
        .buffered_lines_limit(WAITING_LINES)
        .lossy(true)
        .thread_name("log")
        .finish(Gathering(BufWriter::with_capacity(BUFFER, output)))
}

/// Waits a moment before each flush. Under load the writing thread would otherwise keep up with the requests, and every
/// line would cost a wake-up and a write of its own; so it costs both once a moment, whatever the load.
struct Gathering<W>(W);

impl<W: Write> Write for Gathering<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        std::thread::sleep(MOMENT);
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::sync::{Arc, Mutex};

    use super::*;

    type Writes = Arc<Mutex<Vec<Vec<u8>>>>;

    /// An output that stalls at each write until the sender is dropped.
    struct Stalling {
        go: Receiver<()>,
        writes: Writes,
    }

    impl Write for Stalling {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            assert!(self.go.recv().is_err());
            self.writes.lock().unwrap().push(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn stalling() -> (Stalling, Sender<()>, Writes) {
        let (blocker, go) = channel();
        let writes = Writes::default();
        (Stalling { go, writes: Arc::clone(&writes) }, blocker, writes)
    }

    #[test]
    fn a_stalled_reader_costs_lines_and_blocks_nobody() {
        let (output, blocker, _) = stalling();
        let (mut writer, guard) = writer_to(output);
        for _ in 0..2 * WAITING_LINES {
            writer.write_all(b"a line\n").unwrap();
        }
        let dropped = writer.error_counter().dropped_lines();
        assert!(dropped > 0 && dropped < 2 * WAITING_LINES, "{dropped}");
        drop(blocker);
        drop(guard);
    }

    #[test]
    fn lines_are_written_many_at_a_time_and_the_last_ones_too() {
        let (output, blocker, written) = stalling();
        let (mut writer, guard) = writer_to(output);
        let lines: Vec<_> = (0..10_000).map(|number| format!("line {number}\n")).collect();
        for line in &lines {
            writer.write_all(line.as_bytes()).unwrap();
        }
        drop(blocker);
        drop(guard);
        let written = written.lock().unwrap();
        assert_eq!(written.concat(), lines.concat().into_bytes());
        assert!(written.len() <= 10, "{} writes", written.len());
    }
}
