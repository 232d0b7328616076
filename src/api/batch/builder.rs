use super::InputFormat;
use super::chunk::{CHUNK_BYTES, CHUNK_ITEMS, Chunk, Item, ItemKind, count_grids};
use super::csv::Columns;

/// Gathers the items of the next chunk and the partial item after them.
///
/// ```text
///   bytes  53..7....6..195#a comment53..
///   items        Grid   ^  Comment ^    the partial item starts at the last end
/// ```
#[derive(Debug)]
pub(super) struct ChunkBuilder {
    bytes: Vec<u8>,
    items: Vec<Item>,
    item_limit: usize,
    /// Whether the bytes of the partial item are dropped, because it is over the limit.
    skipping: bool,
    next_index: u64,
    /// Items of the chunks so far.
    emitted: usize,
}

impl ChunkBuilder {
    pub(super) const fn new(item_limit: usize) -> Self {
        Self { bytes: Vec::new(), items: Vec::new(), item_limit, skipping: false, next_index: 0, emitted: 0 }
    }

    /// Allocates for this many bytes of input, unless something is stored already.
    pub(super) fn reserve(&mut self, bytes: usize) {
        if self.bytes.is_empty() {
            self.bytes.reserve(bytes.min(CHUNK_BYTES));
        }
    }

    pub(super) const fn capacity(&self) -> usize {
        self.bytes.capacity()
    }

    /// Whether any item is complete.
    pub(super) const fn has_items(&self) -> bool {
        !self.items.is_empty()
    }

    /// Whether a chunk is due at the end of the batch: a batch has at least one chunk, which may be empty.
    pub(super) const fn is_last_due(&self) -> bool {
        self.has_items() || self.emitted == 0
    }

    pub(super) fn is_full(&self) -> bool {
        self.items.len() == self.items_wanted() || self.bytes.len() >= CHUNK_BYTES && self.partial().is_empty()
    }

    /// The first chunks are small, so that a short batch has work for every thread and gets its first answers soon.
    const fn items_wanted(&self) -> usize {
        if self.emitted < CHUNK_ITEMS { CHUNK_ITEMS / 8 } else { CHUNK_ITEMS }
    }

    /// The bytes of the incomplete item.
    pub(super) fn partial(&self) -> &[u8] {
        &self.bytes[self.partial_start()..]
    }

    fn partial_start(&self) -> usize {
        self.items.last().map_or(0, |item| item.end)
    }

    pub(super) fn has_partial(&self) -> bool {
        self.skipping || !self.partial().is_empty()
    }

    pub(super) const fn is_skipping(&self) -> bool {
        self.skipping
    }

    /// Whether the partial item is over the limit.
    pub(super) fn is_too_long(&self) -> bool {
        self.skipping || self.partial().len() > self.item_limit
    }

    /// Adds bytes to the partial item.
    pub(super) fn push(&mut self, part: &[u8]) {
        // A line that is one byte over the limit may still turn out to end in \r\n.
        if self.skipping || self.partial().len() + part.len() > self.item_limit + 1 {
            self.discard_partial();
            self.skipping = true;
        } else {
            self.bytes.extend_from_slice(part);
        }
    }

    /// Removes a `\r` from the end of the partial item.
    pub(super) fn trim_carriage_return(&mut self) {
        if self.partial().last() == Some(&b'\r') {
            self.bytes.pop();
        }
    }

    pub(super) fn discard_partial(&mut self) {
        self.bytes.truncate(self.partial_start());
        self.skipping = false;
    }

    /// Completes the partial item.
    pub(super) fn end_item(&mut self, kind: ItemKind) {
        let too_long = self.is_too_long();
        if too_long {
            self.discard_partial();
        }
        self.add_item(if too_long { ItemKind::TooLong } else { kind });
    }

    /// Adds a whole item before the partial one.
    pub(super) fn insert_item(&mut self, item: &[u8]) {
        let start = self.partial_start();
        self.bytes.splice(start..start, item.iter().copied());
        self.items.push(Item { end: start + item.len(), kind: ItemKind::Grid });
    }

    /// Replaces the partial item with an error.
    pub(super) fn end_with_error(&mut self, message: &str) {
        self.discard_partial();
        self.bytes.extend_from_slice(message.as_bytes());
        self.add_item(ItemKind::Fatal);
    }

    fn add_item(&mut self, kind: ItemKind) {
        self.items.push(Item { end: self.bytes.len(), kind });
    }

    /// Takes the complete items as a chunk.
    pub(super) fn emit(&mut self, input: InputFormat, columns: Columns) -> Chunk {
        let partial = self.bytes.split_off(self.partial_start());
        let bytes = std::mem::replace(&mut self.bytes, partial);
        let items = std::mem::take(&mut self.items);
        let first_index = self.next_index;
        self.next_index += count_grids(&items) as u64;
        let is_first = self.emitted == 0;
        self.emitted += items.len();
        Chunk { input, columns, is_first, first_index, item_limit: self.item_limit, bytes, items }
    }
}
