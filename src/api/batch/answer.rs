//! From a chunk to the answers of its items.

use super::chunk::{Chunk, ItemKind};
use super::read::{Id, Reading, read};
use super::write::Writer;
use super::{InputFormat, OutputFormat, Tally};
use crate::api::{Form, Outcome, Problem, ProblemKind};
use sudoku_engine::grid::{Puzzle, Solution};
use sudoku_engine::solver::{Answer, Budget, Solver, Stopped};

/// Solves the grids of a chunk, each under the guesses of the budget, and writes an answer for each item, in their order.
/// The answers to the chunks of a stream make the answer to the stream when they are joined. What was answered is added
/// to `tally`.
///
/// ```
/// use sudoku_server::api::Outcome;
/// use sudoku_server::api::batch::{InputFormat, Limits, OutputFormat, Splitter, Tally, answer};
/// use sudoku_engine::solver::{Budget, Solver};
///
/// let mut splitter = Splitter::new(InputFormat::Text, Limits { line: 200 });
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\nhello\n";
/// assert!(splitter.push(&mut text.as_bytes()).is_none());
/// let chunk = splitter.finish().unwrap();
/// let (mut solver, mut tally) = (Solver::new(), Tally::default());
/// let answers = answer(&chunk, OutputFormat::Text, &mut solver, &Budget::guesses(1_000), &mut tally);
/// let expected = "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n\tmalformed-grid\n";
/// assert_eq!(String::from_utf8(answers).unwrap(), expected);
/// assert_eq!((tally.of(Outcome::Unique), tally.of(Outcome::Malformed)), (1, 1));
/// ```
pub fn answer(chunk: &Chunk, output: OutputFormat, solver: &mut Solver, budget: &Budget, tally: &mut Tally) -> Vec<u8> {
    let with_id = match chunk.input {
        InputFormat::Text => false,
        InputFormat::Csv => chunk.columns.id.is_some(),
        InputFormat::Ndjson | InputFormat::Json => true,
    };
    let out = Vec::with_capacity(chunk.items.len() * ANSWER_BYTES);
    let mut answers =
        Answers { chunk, writer: Writer { out, format: output, with_id }, index: chunk.first_index, tally };
    if chunk.is_first {
        answers.writer.header();
    }
    let mut begin = 0;
    let mut entries = Vec::with_capacity(chunk.items.len());
    let mut puzzles = Vec::with_capacity(chunk.items.len());
    for item in &chunk.items {
        entries.push(answers.entry(item.kind, &chunk.bytes[begin..item.end], &mut puzzles));
        begin = item.end;
    }
    let mut found = solver.solve_batch(&puzzles, budget).into_iter();
    for entry in entries {
        answers.write(entry, &mut found, budget);
    }
    answers.writer.out
}

/// What most answers take in the longest of the formats.
const ANSWER_BYTES: usize = 136;

/// An item between its reading and its answer.
enum Entry<'c> {
    Remark(&'c [u8]),
    /// One of the puzzles that are searched, the next that no entry before stands for.
    Puzzle(Option<Id<'c>>, Form),
    Refused(Option<Id<'c>>, Problem),
}

/// The answers to a chunk so far.
struct Answers<'c, 't> {
    chunk: &'c Chunk,
    writer: Writer,
    /// The index of the next grid.
    index: u64,
    tally: &'t mut Tally,
}

impl<'c> Answers<'c, '_> {
    fn entry(&self, kind: ItemKind, item: &'c [u8], puzzles: &mut Vec<Puzzle>) -> Entry<'c> {
        let Reading { id, input } = match kind {
            ItemKind::Remark => return Entry::Remark(item),
            ItemKind::TooLong => return Entry::Refused(None, self.too_long()),
            ItemKind::Broken => {
                let why = String::from_utf8_lossy(item);
                return Entry::Refused(None, Problem::new(ProblemKind::MalformedBody, why));
            }
            ItemKind::Grid => read(self.chunk, item),
        };
        let puzzle = input.and_then(|input| {
            let puzzle = Puzzle::new(input.grid).map_err(|givens| Problem::conflicting(&givens))?;
            Ok((puzzle, input.form))
        });
        match puzzle {
            Ok((puzzle, form)) => {
                puzzles.push(puzzle);
                Entry::Puzzle(id, form)
            }
            Err(problem) => Entry::Refused(id, problem),
        }
    }

    fn too_long(&self) -> Problem {
        let what = if self.chunk.input == InputFormat::Json { "element" } else { "line" };
        let detail = format!("the {what} is longer than {} bytes", self.chunk.item_limit);
        Problem::new(ProblemKind::PayloadTooLarge, detail)
    }

    /// Writes the answer to the next item; `found` holds those of the puzzles that are left.
    fn write(&mut self, entry: Entry, found: &mut impl Iterator<Item = Result<Answer, Stopped>>, budget: &Budget) {
        let (id, outcome, problem) = match entry {
            Entry::Remark(line) => return self.writer.remark(line),
            Entry::Refused(id, problem) => (id, Outcome::of_refusal(&problem), problem),
            Entry::Puzzle(id, form) => match found.next().expect("a batch has an answer for each puzzle") {
                Ok(Answer::Unique(solution)) => return self.solved(id.as_ref(), &solution, Outcome::Unique, form),
                Ok(Answer::Multiple(solution)) => return self.solved(id.as_ref(), &solution, Outcome::Multiple, form),
                Ok(Answer::Unsolvable(refutation)) => (id, Outcome::Unsolvable, Problem::unsolvable(refutation)),
                Err(stopped) => (id, stopped.into(), Problem::stopped(stopped, budget.guesses)),
            },
        };
        let index = self.count(outcome);
        self.writer.refused(index, id.as_ref(), &problem);
    }

    fn solved(&mut self, id: Option<&Id>, solution: &Solution, outcome: Outcome, form: Form) {
        let index = self.count(outcome);
        self.writer.solved(index, id, solution, outcome == Outcome::Unique, form);
    }

    /// Counts a grid and returns its index.
    fn count(&mut self, outcome: Outcome) -> u64 {
        self.tally.add(outcome);
        self.index += 1;
        self.index - 1
    }
}
