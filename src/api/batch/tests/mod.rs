//! Batches, from the request's bytes to the response's.

mod items;
mod lines;
mod pushes;

use serde_json::Value;

use super::*;
use sudoku_engine::solver::{Budget, Solver};

pub(super) const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(super) const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
pub(super) const LIMITS: Limits = Limits { line: 300 };

/// Two equal givens in a row, three cells apart.
pub(super) fn conflict() -> String {
    format!("1..1{}", ".".repeat(77))
}

/// A blank cell whose peers hold all nine digits.
pub(super) fn unsolvable() -> String {
    format!(".123456789{}", ".".repeat(71))
}

/// The answers to a batch that arrives in parts of these sizes, repeated.
pub(super) fn in_parts(input: InputFormat, output: OutputFormat, bytes: &[u8], sizes: &[usize]) -> (String, Tally) {
    let mut batch = Batch {
        splitter: Splitter::new(input, LIMITS),
        output,
        solver: Solver::new(),
        out: vec![],
        tally: Tally::default(),
    };
    let (mut rest, mut sizes) = (bytes, sizes.iter().cycle());
    while !rest.is_empty() {
        let (part, after) = rest.split_at(rest.len().min(*sizes.next().unwrap()));
        batch.push(part);
        rest = after;
    }
    batch.finish()
}

pub(super) fn answers(input: InputFormat, output: OutputFormat, bytes: impl AsRef<[u8]>) -> String {
    in_parts(input, output, bytes.as_ref(), &[usize::MAX]).0
}

pub(super) fn ndjson(input: InputFormat, bytes: impl AsRef<[u8]>) -> Vec<Value> {
    answers(input, OutputFormat::Ndjson, bytes).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

struct Batch {
    splitter: Splitter,
    output: OutputFormat,
    solver: Solver,
    out: Vec<u8>,
    tally: Tally,
}

impl Batch {
    fn push(&mut self, mut part: &[u8]) {
        while let Some(chunk) = self.splitter.push(&mut part) {
            self.solve(&chunk);
        }
    }

    fn solve(&mut self, chunk: &Chunk) {
        assert!(
            chunk.items.len() <= CHUNK_ITEMS + 1 && chunk.size() <= CHUNK_BYTES + LIMITS.line,
            "a chunk is bounded"
        );
        let budget = Budget::guesses(10_000);
        self.out.extend(solve_chunk(chunk, self.output, &mut self.solver, &budget, &mut self.tally));
    }

    fn finish(mut self) -> (String, Tally) {
        let splitter = std::mem::replace(&mut self.splitter, Splitter::new(InputFormat::Text, LIMITS));
        if let Some(chunk) = splitter.finish() {
            self.solve(&chunk);
        }
        (String::from_utf8(self.out).unwrap(), self.tally)
    }
}
