//! The log: one subscriber for the process, written to stderr.
//!
//! Diagnostics belong on stderr, and stdout stays free for `--help` and `--version`; container runtimes collect both.
//! Lines are queued for a thread of their own, which writes all waiting lines at once. When the reader of the log
//! stalls, lines are dropped and counted; requests never wait for the log.

mod json;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::time::Duration;

use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::util::SubscriberInitExt;

use self::json::JsonLines;
use crate::config::LogFormat;

/// The most lines that wait for the writer thread: usually 4 MB, and at most [`MAX_LINE`] times as many bytes.
const QUEUE_LINES: usize = 16_384;
/// The most bytes of a line; the rest of a longer one is left out.
const MAX_LINE: usize = 2048;
/// The most bytes in one write. The writer thread flushes whenever no line waits.
const BUFFER: usize = 64 * 1024;
/// How long a line may wait for others. The queue takes sixteen thousand lines in that time.
const FLUSH_DELAY: Duration = Duration::from_millis(1);

/// Keeps the log running. Dropping it writes the remaining lines.
#[derive(Debug)]
pub struct Telemetry {
    dropped: ErrorCounter,
    _guard: WorkerGuard,
}

impl Telemetry {
    /// Lines dropped so far because the reader of the log was too slow.
    pub fn dropped_lines(&self) -> usize {
        self.dropped.dropped_lines()
    }
}

/// Starts the log of the process, once.
///
/// # Panics
/// If `directives` are not valid for an `EnvFilter` (the configuration has checked them), or if the process already has
/// a subscriber.
pub fn start(format: LogFormat, directives: &str) -> Telemetry {
    let is_terminal = io::stderr().is_terminal();
    let (writer, guard) = writer_to(io::stderr());
    let dropped = writer.0.error_counter();
    let filter = EnvFilter::builder().parse(directives).expect("the configuration checks the directives");
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer);
    match format {
        LogFormat::Pretty => builder.with_ansi(is_terminal).with_target(false).finish().init(),
        LogFormat::Auto if is_terminal => builder.with_target(false).finish().init(),
        LogFormat::Auto | LogFormat::Json => builder.event_format(JsonLines).finish().init(),
    }
    // A panic is logged like any other event; the code that catches it logs the outcome of the request.
    std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "panicked")));
    Telemetry { dropped, _guard: guard }
}

/// Puts the bounded queue, the writer thread and the buffer in front of `output`.
fn writer_to(output: impl Write + Send + 'static) -> (ShortLines<NonBlocking>, WorkerGuard) {
    let (queue, guard) = NonBlockingBuilder::default()
        .buffered_lines_limit(QUEUE_LINES)
        .lossy(true)
        .thread_name("log")
        .finish(Coalescing(BufWriter::with_capacity(BUFFER, output)));
    (ShortLines(queue), guard)
}

/// Cuts every line to [`MAX_LINE`] bytes. Each write is a line.
#[derive(Clone, Debug)]
struct ShortLines<W>(W);

impl<W: Write> Write for ShortLines<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        match line.split_at_checked(MAX_LINE - 1) {
            Some((kept, rest)) if rest.len() > 1 => self.0.write_all(&[kept, b"\n"].concat())?,
            _ => self.0.write_all(line)?,
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl<'a, W: MakeWriter<'a>> MakeWriter<'a> for ShortLines<W> {
    type Writer = ShortLines<W::Writer>;

    fn make_writer(&'a self) -> Self::Writer {
        ShortLines(self.0.make_writer())
    }
}

/// Waits for [`FLUSH_DELAY`] before each flush. Without the wait the writer thread keeps up with the requests even under
/// load, and every line costs a wake-up and a write; with it, both are paid once per delay whatever the load.
struct Coalescing<W>(W);

impl<W: Write> Write for Coalescing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        std::thread::sleep(FLUSH_DELAY);
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::sync::{Arc, Mutex};

    use super::*;

    type Writes = Arc<Mutex<Vec<Vec<u8>>>>;

    /// An output that blocks each write until the sender is dropped.
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
        for _ in 0..2 * QUEUE_LINES {
            writer.write_all(b"a line\n").unwrap();
        }
        let dropped = writer.0.error_counter().dropped_lines();
        assert!(dropped > 0 && dropped < 2 * QUEUE_LINES, "{dropped}");
        drop(blocker);
        drop(guard);
    }

    #[test]
    fn long_lines_are_cut() {
        let mut short = ShortLines(Vec::new());
        let longest = "x".repeat(MAX_LINE - 1) + "\n";
        short.write_all(longest.as_bytes()).unwrap();
        short.write_all(("x".repeat(MAX_LINE) + "\n").as_bytes()).unwrap();
        short.write_all(b"short\n").unwrap();
        assert_eq!(String::from_utf8(short.0).unwrap(), longest.repeat(2) + "short\n");
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
