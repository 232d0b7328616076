use std::iter;

use super::InputFormat;
use super::csv::Columns;

/// The most items of a chunk; the last of a batch may have one more. With a quarter of this, waking a thread for each
/// chunk costs a tenth of the throughput.
pub const CHUNK_ITEMS: usize = 1024;

/// A chunk of this many bytes takes no further item, so it holds at most this much plus one item.
pub const CHUNK_BYTES: usize = 128 * 1024;

/// A part of a batch that ends where an item ends.
///
/// ```text
///   bytes  53..7....6..195#a comment53..7..     the items without their separators
///   items        Grid   ^  Comment ^ Grid ^     each with its end
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    pub(super) input: InputFormat,
    pub(super) columns: Columns,
    /// Whether it is the first of its batch, whose answers start with the header.
    pub(super) is_first: bool,
    /// The index of its first grid: the number of grids in the chunks before.
    pub(super) first_index: u64,
    /// The most bytes of an item, for the error of a longer one.
    pub(super) item_limit: usize,
    pub(super) bytes: Vec<u8>,
    pub(super) items: Vec<Item>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// Where its bytes end; they start where the previous item ends.
    pub(super) end: usize,
    pub(super) kind: ItemKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
    /// An item to answer. Only reading it shows whether it is a grid.
    Grid,
    /// A blank line or a comment, which has no index and no answer.
    Comment,
    /// An item over the limit, whose bytes were not kept.
    TooLong,
    /// An error that ends the batch; the bytes are its message.
    Fatal,
}

impl Chunk {
    /// Its length in bytes, without the separators of the items.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// How many answers it gets. Comments do not count.
    pub fn grids(&self) -> usize {
        count_grids(&self.items)
    }

    /// The index of its first grid in the batch, counted from 0.
    pub fn first_index(&self) -> u64 {
        self.first_index
    }

    pub(super) fn items(&self) -> impl Iterator<Item = (ItemKind, &[u8])> {
        let starts = iter::once(0).chain(self.items.iter().map(|item| item.end));
        starts.zip(&self.items).map(|(start, item)| (item.kind, &self.bytes[start..item.end]))
    }
}

pub(super) fn count_grids(items: &[Item]) -> usize {
    items.iter().filter(|item| item.kind != ItemKind::Comment).count()
}
