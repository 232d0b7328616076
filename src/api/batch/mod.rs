//! Many grids through one call: a stream of items in, one answer for each out, in their order.
//!
//! ```text
//!   bytes --split--> Chunk --answer--> bytes        a Chunk is whole items, so that chunks can be answered apart
//!            |                 |
//!            array, csv        read --> Solver::solve_batch --> write
//! ```
//!
//! An item of NDJSON is what `/solve` takes, or a bare grid, with an `id` (a string, a number, `true`, `false` or `null`) that
//! comes back as it was written; blank lines are passed over. An element of a JSON array is the same. A line of text is one grid
//! in any form of [`Grid::from_str`](sudoku_engine::grid::Grid); blank lines and lines that begin with `#` are remarks. A line
//! of CSV holds its grid in the first column, or in the one that a header names `quizzes`, `puzzle`, `grid` or the like,
//! and perhaps an `id`. Lines end in `\n` or `\r\n`; a byte order mark before the first is passed over.
//!
//! Each item gets one answer, and no item ends the stream but broken syntax around the elements of an array, which is an
//! error by itself, the last. The index counts answers from 0. Text repeats remarks, so that line n of the answer belongs to
//! line n of the question; a header of CSV is no such line. An error is the problem that `/solve` answers, or in
//! text and CSV the last part of its type, such as `unsolvable`, and the cells it points at:
//!
//! ```text
//!   NDJSON  {"index":0,"id":"a","solution":"5346...","unique":true}
//!           {"index":1,"id":"b","error":{"type":"/problems/conflicting-givens",...,"conflicts":[...]}}
//!   text    5346...                                   the only solution
//!           5346...<TAB>multiple                      one of several
//!           <TAB>conflicting-givens<TAB>r1c2 r1c5     none, with the cells where there are any
//!   CSV     index,id,solution,unique,error            the id where the question can have one
//!           0,a,5346...,true,
//!           1,b,,,conflicting-givens r1c2 r1c5
//! ```
//!
//! All of this computes and waits for nothing: whoever has the bytes pushes them, on whatever thread. Only `stream`, which
//! has them from a client, waits.

mod answer;
mod array;
mod chunk;
mod csv;
mod media;
mod read;
mod simple;
mod split;
pub(super) mod stream;
mod tally;
#[cfg(test)]
mod tests;
mod write;

pub use answer::answer;
pub use chunk::{CHUNK_BYTES, CHUNK_ITEMS, Chunk};
pub use media::{InputFormat, OutputFormat};
pub use split::{Limits, Splitter};
pub use tally::Tally;
