//! From a chunk to the answers to its items.

use super::chunk::{Chunk, ItemKind};
use super::read::{Id, Reading, read};
use super::write::Writer;
use super::{InputFormat, OutputFormat, Tally};
use crate::api::{Form, Outcome, Problem, ProblemKind};
use sudoku_engine::grid::{Puzzle, Solution};
use sudoku_engine::solver::{Answer, Budget, Solver, Stopped};

/// Solves the grids of a chunk, each with all the guesses of the budget, and writes an answer for each item, in
/// order. The answers to the chunks of a batch, joined, are the response. The outcomes are added to `tally`.
///
/// ```
/// use sudoku_server::api::Outcome;
/// use sudoku_server::api::batch::{InputFormat, Limits, OutputFormat, Splitter, Tally, solve_chunk};
/// use sudoku_engine::solver::{Budget, Solver};
///
/// let mut splitter = Splitter::new(InputFormat::Text, Limits { line: 200 });
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\nhello\n";
/// assert!(splitter.push(&mut text.as_bytes()).is_none());
/// let chunk = splitter.finish().unwrap();
/// let (mut solver, mut tally) = (Solver::new(), Tally::default());
/// let answers = solve_chunk(&chunk, OutputFormat::Text, &mut solver, &Budget::guesses(1_000), &mut tally);
/// let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let reason = "a grid has 81 cells, but none were found, and 'h' is no part of a grid";
/// assert_eq!(String::from_utf8(answers).unwrap(), format!("{solution}\n\tmalformed-grid\t{reason}\n"));
/// assert_eq!((tally.of(Outcome::Unique), tally.of(Outcome::Malformed)), (1, 1));
/// ```
pub fn solve_chunk(
    chunk: &Chunk,
    output: OutputFormat,
    solver: &mut Solver,
    budget: &Budget,
    tally: &mut Tally,
) -> Vec<u8> {
    let mut items = Vec::with_capacity(chunk.items.len());
    let mut puzzles = Vec::with_capacity(chunk.items.len());
    for (kind, bytes) in chunk.items() {
        items.push(ParsedItem::new(chunk, kind, bytes, &mut puzzles));
    }
    let mut results = solver.solve_batch(&puzzles, budget).into_iter();
    let mut answers = AnswerWriter { writer: writer(chunk, output), index: chunk.first_index, budget, tally };
    if chunk.is_first {
        answers.writer.header();
    }
    for item in items {
        answers.write(item, &mut results);
    }
    answers.writer.out
}

/// Enough for most answers in the longest of the formats.
const ANSWER_BYTES: usize = 136;

fn writer(chunk: &Chunk, format: OutputFormat) -> Writer {
    let with_id = match chunk.input {
        InputFormat::Text => false,
        InputFormat::Csv => chunk.columns.id.is_some(),
        InputFormat::Ndjson | InputFormat::Json | InputFormat::Any => true,
    };
    Writer { out: Vec::with_capacity(chunk.items.len() * ANSWER_BYTES), format, with_id }
}

/// An item that was read but not yet answered.
enum ParsedItem<'c> {
    Comment(&'c [u8]),
    /// A puzzle to search. The puzzles are stored apart, in the order of these items.
    Puzzle(Option<Id<'c>>, Form),
    Refused(Option<Id<'c>>, Problem),
}

impl<'c> ParsedItem<'c> {
    /// Reads an item of the chunk and, if it is a puzzle, adds that to `puzzles`.
    fn new(chunk: &Chunk, kind: ItemKind, bytes: &'c [u8], puzzles: &mut Vec<Puzzle>) -> Self {
        let Reading { id, input } = match kind {
            ItemKind::Comment => return Self::Comment(bytes),
            ItemKind::TooLong => return Self::Refused(None, too_long(chunk)),
            ItemKind::Fatal => {
                let message = String::from_utf8_lossy(bytes);
                return Self::Refused(None, Problem::new(ProblemKind::MalformedBody, message));
            }
            ItemKind::Grid => read(chunk, bytes),
        };
        let puzzle = input.and_then(|input| {
            let puzzle = Puzzle::new(input.grid).map_err(|conflicts| Problem::conflicting(&conflicts))?;
            Ok((puzzle, input.form))
        });
        match puzzle {
            Ok((puzzle, form)) => {
                puzzles.push(puzzle);
                Self::Puzzle(id, form)
            }
            Err(problem) => Self::Refused(id, problem),
        }
    }
}

fn too_long(chunk: &Chunk) -> Problem {
    let what = if chunk.input == InputFormat::Json { "element" } else { "line" };
    let detail = format!("the {what} is longer than {} bytes", chunk.item_limit);
    Problem::new(ProblemKind::PayloadTooLarge, detail)
}

/// Writes the answers to a chunk, and numbers and counts them.
struct AnswerWriter<'b, 't> {
    writer: Writer,
    /// The index of the next answer.
    index: u64,
    budget: &'b Budget,
    tally: &'t mut Tally,
}

impl AnswerWriter<'_, '_> {
    /// Writes the answer to an item. A puzzle takes the next of `results`.
    fn write(&mut self, item: ParsedItem, results: &mut impl Iterator<Item = Result<Answer, Stopped>>) {
        let (id, outcome, problem) = match item {
            ParsedItem::Comment(line) => return self.writer.comment(line),
            ParsedItem::Refused(id, problem) => (id, Outcome::of_refusal(&problem), problem),
            ParsedItem::Puzzle(id, form) => match results.next().expect("every puzzle has a result") {
                Ok(Answer::Unique(solution)) => return self.solved(id.as_ref(), &solution, Outcome::Unique, form),
                Ok(Answer::Multiple(solution)) => return self.solved(id.as_ref(), &solution, Outcome::Multiple, form),
                Ok(Answer::Unsolvable(refutation)) => (id, Outcome::Unsolvable, Problem::unsolvable(refutation)),
                Err(stopped) => (id, stopped.into(), Problem::stopped(stopped, self.budget.guesses)),
            },
        };
        let index = self.count(outcome);
        self.writer.refused(index, id.as_ref(), &problem);
    }

    fn solved(&mut self, id: Option<&Id>, solution: &Solution, outcome: Outcome, form: Form) {
        let index = self.count(outcome);
        self.writer.solved(index, id, solution, outcome == Outcome::Unique, form);
    }

    /// Counts an answer and returns its index.
    fn count(&mut self, outcome: Outcome) -> u64 {
        self.tally.add(outcome);
        self.index += 1;
        self.index - 1
    }
}
