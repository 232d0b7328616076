//! Many grids in one request: a batch of items in, one answer per item out, in order.
//!
//! ```text
//!   bytes --split--> Chunk --solve--> bytes        a Chunk is whole items, so chunks can be solved independently
//!            |                 |
//!      start, array, csv       read --> Solver::solve_batch --> write
//! ```
//!
//! An NDJSON item is what `/solve` accepts, or a bare grid. An object may have an `id` (a string, a number, `true`,
//! `false` or `null`), which is returned as written; other members are ignored. The elements of a JSON array are read the same way. A line of text
//! is one grid in any form of [`Grid::from_str`](sudoku_engine::grid::Grid), or has one among its fields: the only one of
//! 81 cells or, beside solutions, the only one with blanks. Nine lines
//! of nine cells are a grid, too, with one answer; frames and blank lines between their bands are passed over. Lines that
//! start with `#` are comments, and so are a word and a number, as in `Grid 01`, and lines such as `====`.
//! The fields of CSV stand between commas, semicolons or tabs. The grid is in the column where the first record has one
//! with blanks or else in that whose header is `quizzes`, `puzzle`, `grid` or the like; another may be an `id`. A first
//! line with a grid is no header. Blank lines count as comments. Lines end in `\n` or `\r\n`; a byte order mark at the start is
//! skipped. Where the request does not name the format, `start` finds it.
//!
//! Each item gets one answer. An invalid item gets an error and the batch continues; only a syntax error between the
//! elements of an array ends it, and that error is the last answer. `index` counts answers from 0. Text output
//! repeats comments, so line n of the response belongs to line n of the request, not counting a CSV header. An error
//! is the problem that `/solve` responds with or, in text and CSV, the last segment of its type, such as
//! `unsolvable`, its detail without control characters, and the cells it points at, if any. Text parts these by tabs;
//! CSV has them in one field, `TYPE: DETAIL [CELLS]`:
//!
//! ```text
//!   NDJSON  {"index":0,"id":"a","solution":"5346...","unique":true}
//!           {"index":1,"id":"b","error":{"type":"/problems/conflicting-givens",...,"conflicts":[...]}}
//!   text    5346...                                   the only solution
//!           5346...<TAB>multiple                      one of several
//!           <TAB>malformed-grid<TAB>a grid has 81 cells, but 80 were found
//!           <TAB>conflicting-givens<TAB>5 stands more than once in row 1: r1c2 and r1c5<TAB>r1c2 r1c5
//!   CSV     index,id,solution,unique,error            id only if the input can have one
//!           0,a,5346...,true,
//!           1,b,,,"malformed-grid: a grid has 81 cells, but 80 were found"
//!           2,c,,,conflicting-givens: 5 stands more than once in row 1: r1c2 and r1c5 [r1c2 r1c5]
//! ```
//!
//! All of this computes and never waits: the caller pushes bytes as it gets them, on any thread. Only `stream`, which
//! gets them from a client, waits.

mod array;
mod builder;
mod chunk;
mod csv;
mod media;
mod read;
mod rows;
mod simple;
mod solve;
mod split;
mod start;
pub(super) mod stream;
mod tally;
#[cfg(test)]
mod tests;
mod write;

pub use chunk::{CHUNK_BYTES, CHUNK_ITEMS, Chunk};
pub use media::{InputFormat, OutputFormat};
pub use solve::solve_chunk;
pub use split::{Limits, Splitter};
pub use tally::Tally;
