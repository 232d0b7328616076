//! `sudoku-server solve`: solves the grids of a file on all cores, without a server.
//!
//! ```text
//!   file --reader thread--> blocks --Splitter--> chunks --> solver threads --> answers, in order --> stdout
//! ```
//!
//! The formats, the answers and the limits are those of `POST /solve/batch`. Answers are written as they are found:
//! whenever the input makes it wait, everything that was read is answered first.

mod format;
mod input;
mod progress;

use std::collections::VecDeque;
use std::io::{self, BufWriter, Write};

use sudoku_engine::solver::{Budget, Solver};
use tokio::sync::oneshot;

use self::input::{Blocks, Input};
use self::progress::Progress;
use crate::api::batch::{Chunk, InputFormat, Limits, OutputFormat, Splitter, Tally, solve_chunk};
use crate::api::{Outcome, Settings, SolverPool, Threads};
use crate::config::SolveFile;

/// Bytes of answers that are written at once.
const BUFFER: usize = 256 * 1024;

/// Solves the grids that `options` names, and writes the answers to `out`. Returns how many grids had each outcome.
///
/// # Errors
/// If the file cannot be read or the answers cannot be written; in the second case with
/// [`BrokenPipe`](io::ErrorKind::BrokenPipe) if their reader has left.
pub fn run(options: &SolveFile, settings: &Settings, out: impl Write) -> io::Result<Tally> {
    let input = Input::open(&options.file)?;
    let progress = Progress::new(input.length);
    let mut blocks = Blocks::read(input);
    let (first, format) = begin(options, &mut blocks)?;
    let output = options.to.map_or_else(|| OutputFormat::default_for(format), OutputFormat::from);
    let mut run = Run::new(settings, format, output, progress, out);
    run.push(&first)?;
    while let Some(block) = blocks.next(|| run.catch_up())? {
        run.push(&block)?;
    }
    run.finish()
}

/// Reads until the format is known. Returns what was read, and the format.
fn begin(options: &SolveFile, blocks: &mut Blocks) -> io::Result<(Vec<u8>, InputFormat)> {
    let mut start = Vec::new();
    loop {
        let block = blocks.next(|| Ok(()))?;
        start.extend_from_slice(block.as_deref().unwrap_or_default());
        let named = options.format.map(InputFormat::from);
        match named.or_else(|| format::of(&options.file, &start, block.is_none())) {
            Some(format) => return Ok((start, format)),
            None if block.is_none() => return Ok((start, InputFormat::Text)),
            None => {}
        }
    }
}

/// What became of the grids, in one line: `3 grids: 2 unique, 1 malformed`.
pub fn summary(tally: &Tally) -> String {
    let grids = tally.grids();
    let outcomes = Outcome::ALL.into_iter().filter(|&outcome| tally.of(outcome) > 0);
    let counts: Vec<_> = outcomes.map(|outcome| format!("{} {}", tally.of(outcome), outcome.as_str())).collect();
    let separator = if counts.is_empty() { "" } else { ": " };
    format!("{grids} grid{}{separator}{}", if grids == 1 { "" } else { "s" }, counts.join(", "))
}

/// The answers to a chunk.
type Solved = (Vec<u8>, Tally);

struct Run<W: Write> {
    solvers: SolverPool,
    max_guesses: u64,
    output: OutputFormat,
    splitter: Splitter,
    /// The chunks at the threads, in the order of the input.
    in_flight: VecDeque<oneshot::Receiver<Solved>>,
    /// The most chunks at the threads: enough that none of them waits while answers are written.
    depth: usize,
    out: BufWriter<W>,
    tally: Tally,
    progress: Progress,
}

impl<W: Write> Run<W> {
    fn new(settings: &Settings, format: InputFormat, output: OutputFormat, progress: Progress, out: W) -> Self {
        let depth = 4 * settings.workers;
        let threads = Threads { name: "solver", count: settings.workers, niceness: 0 };
        Self {
            solvers: SolverPool::with_engine(settings.engine, threads, depth),
            max_guesses: settings.max_guesses,
            output,
            splitter: Splitter::new(format, Limits { line: settings.max_body }),
            in_flight: VecDeque::with_capacity(depth),
            depth,
            out: BufWriter::with_capacity(BUFFER, out),
            tally: Tally::default(),
            progress,
        }
    }

    fn push(&mut self, mut block: &[u8]) -> io::Result<()> {
        let length = block.len();
        while let Some(chunk) = self.splitter.push(&mut block) {
            self.submit(chunk)?;
        }
        self.progress.read(length);
        Ok(())
    }

    /// Answers everything that was read.
    fn catch_up(&mut self) -> io::Result<()> {
        if let Some(chunk) = self.splitter.flush() {
            self.submit(chunk)?;
        }
        self.write_all()
    }

    fn finish(mut self) -> io::Result<Tally> {
        // Any splitter will do in its place, since this one is used up.
        let used = std::mem::replace(&mut self.splitter, Splitter::new(InputFormat::Text, Limits { line: 1 }));
        if let Some(chunk) = used.finish() {
            self.submit(chunk)?;
        }
        self.write_all()?;
        self.progress.finish();
        Ok(self.tally)
    }

    fn submit(&mut self, chunk: Chunk) -> io::Result<()> {
        while self.in_flight.len() >= self.depth {
            self.write_first()?;
        }
        let (output, guesses) = (self.output, self.max_guesses);
        let work = move |solver: &mut Solver| {
            let mut tally = Tally::default();
            let answers = solve_chunk(&chunk, output, solver, &Budget::guesses(guesses), &mut tally);
            (answers, tally)
        };
        self.in_flight.push_back(self.solvers.submit(work).map_err(io::Error::other)?);
        Ok(())
    }

    fn write_all(&mut self) -> io::Result<()> {
        while !self.in_flight.is_empty() {
            self.write_first()?;
        }
        self.out.flush()
    }

    /// Waits for the answers to the first of the chunks, and writes them.
    fn write_first(&mut self) -> io::Result<()> {
        let Some(first) = self.in_flight.pop_front() else { return Ok(()) };
        let (answers, tally) = first.blocking_recv().map_err(|_panicked| io::Error::other("a search panicked"))?;
        self.tally += tally;
        self.progress.answered(self.tally.grids());
        self.out.write_all(&answers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_name_the_outcomes_that_occurred() {
        let mut tally = Tally::default();
        assert_eq!(summary(&tally), "0 grids");
        tally.add(Outcome::Malformed);
        assert_eq!(summary(&tally), "1 grid: 1 malformed");
        tally.add(Outcome::Unique);
        tally.add(Outcome::Unique);
        assert_eq!(summary(&tally), "3 grids: 2 unique, 1 malformed");
    }
}
