//! Many grids through one call: a stream of items in, one answer for each out, in their order.
//!
//! ```text
//!   bytes --split--> Chunk --answer--> bytes        a Chunk is whole items, so that chunks can be answered apart
//!            |                 |
//!            array, csv        read --> Solver::solve_batch --> write
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
#[cfg(test)]
mod tests;
mod write;

pub use answer::{GROUP, Tally, answer};
pub use chunk::{CHUNK_BYTES, CHUNK_ITEMS, Chunk};
pub use media::{InputFormat, OutputFormat};
pub use split::{Limits, Splitter};
