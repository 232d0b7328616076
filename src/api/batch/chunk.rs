use super::InputFormat;
use super::csv::Columns;

/// The most items of a chunk. With a quarter of it, to wake a thread for each chunk costs a tenth of the rate.
pub const CHUNK_ITEMS: usize = 1024;

/// From so many bytes on a chunk takes no further item, so that it holds this and one item at most.
pub const CHUNK_BYTES: usize = 128 * 1024;

/// A part of a stream that ends where an item ends.
///
/// ```text
///   bytes  53..7....6..195#a remark53..7..     the items without what separates them
///   items        Grid   ^ Remark ^ Grid ^      each with its end
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    pub(super) input: InputFormat,
    /// Where a line of CSV holds what.
    pub(super) columns: Columns,
    /// Whether it is the first of its stream, before whose answers a header stands.
    pub(super) is_first: bool,
    /// The index of its first grid: how many the stream held before.
    pub(super) first_index: u64,
    /// The most bytes of an item, which the answer to a longer one names.
    pub(super) item_limit: usize,
    pub(super) bytes: Vec<u8>,
    pub(super) items: Vec<Item>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// Where its bytes end; they begin where those of the item before end.
    pub(super) end: usize,
    pub(super) kind: ItemKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
    /// What is to be answered. Whether it is a grid shows when it is read.
    Grid,
    /// A blank line or a comment, which has no index and no answer.
    Remark,
    /// It was over the limit; its bytes were not kept.
    TooLong,
    /// The stream cannot be split from here on; the bytes say why.
    Broken,
}

impl Chunk {
    /// How many bytes of the stream it keeps.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// How many answers it gets; lines that are only repeated do not count.
    pub fn grids(&self) -> usize {
        count_grids(&self.items)
    }

    /// The index of its first grid in the stream, counted from 0.
    pub fn first_index(&self) -> u64 {
        self.first_index
    }
}

pub(super) fn count_grids(items: &[Item]) -> usize {
    items.iter().filter(|item| item.kind != ItemKind::Remark).count()
}
