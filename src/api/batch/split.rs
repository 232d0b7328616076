//! Cuts a stream of bytes, however they come, where its items end.

use super::InputFormat;
use super::array::{ArrayScanner, Step};
use super::chunk::{CHUNK_BYTES, CHUNK_ITEMS, Chunk, Item, ItemKind, count_grids};
use super::csv::Columns;

/// The bounds of what a stream may hold.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most bytes of a line without its end, or of an element of an array. A longer one is an error by itself.
    pub line: usize,
}

/// Cuts a stream into chunks. However the stream was cut into pushes, the items are the same.
///
/// It keeps less than a chunk and one item, whatever comes: of an item over the limit nothing is kept.
///
/// ```
/// use sudoku_server::api::batch::{InputFormat, Limits, Splitter};
/// let mut splitter = Splitter::new(InputFormat::Text, Limits { line: 200 });
/// let mut bytes = &b"# two grids\n....\n....\n..."[..];
/// assert!(splitter.push(&mut bytes).is_none(), "no chunk is full");
/// assert_eq!(splitter.flush().unwrap().grids(), 2);
/// assert_eq!(splitter.finish().unwrap().first_index(), 2);
/// ```
#[derive(Debug)]
pub struct Splitter {
    format: InputFormat,
    limits: Limits,
    array: ArrayScanner,
    /// How much of a byte order mark was seen; all of it, too, once something else came.
    mark: usize,
    /// `None` until the first line of CSV.
    columns: Option<Columns>,
    /// The items of the next chunk and, after them, the beginning of the item that is not complete.
    bytes: Vec<u8>,
    items: Vec<Item>,
    /// Whether the item that is not complete is over the limit; nothing of it is in `bytes` then.
    skipping: bool,
    next_index: u64,
    is_first: bool,
}

const MARK: &[u8] = "\u{feff}".as_bytes();

impl Splitter {
    /// At the beginning of a stream.
    pub const fn new(format: InputFormat, limits: Limits) -> Self {
        Self {
            format,
            limits,
            array: ArrayScanner::new(),
            mark: 0,
            columns: None,
            bytes: Vec::new(),
            items: Vec::new(),
            skipping: false,
            next_index: 0,
            is_first: true,
        }
    }

    /// Takes bytes from the front of the input until a chunk is full, and gives the chunk; `None` when the input was taken
    /// whole before. So it is called until it gives `None`.
    pub fn push(&mut self, input: &mut &[u8]) -> Option<Chunk> {
        self.pass_mark(input);
        if self.bytes.is_empty() {
            self.bytes.reserve(input.len().min(CHUNK_BYTES));
        }
        while !input.is_empty() {
            self.take(input);
            if self.items.len() == self.items_wanted() || self.bytes.len() >= CHUNK_BYTES && self.begun().is_empty() {
                return Some(self.emit());
            }
        }
        None
    }

    /// The first chunks are small, so that a short stream has work for every thread, and its first answers soon.
    const fn items_wanted(&self) -> usize {
        if self.next_index < CHUNK_ITEMS as u64 { CHUNK_ITEMS / 8 } else { CHUNK_ITEMS }
    }

    /// The complete items that are left, when the rest of the input may be long in coming.
    pub fn flush(&mut self) -> Option<Chunk> {
        (!self.items.is_empty()).then(|| self.emit())
    }

    /// The items that are left when the stream has ended. A stream gives one chunk at least, which may be empty.
    pub fn finish(mut self) -> Option<Chunk> {
        if self.mark < MARK.len() {
            self.unread_mark();
        }
        if self.format != InputFormat::Json && (self.skipping || !self.begun().is_empty()) {
            self.end_line();
        }
        if let (InputFormat::Json, Some(why)) = (self.format, self.array.missing_at_end()) {
            self.end_broken(&format!(
                "the body is not valid JSON: it ends at byte {}, where {why}",
                self.array.position()
            ));
        }
        (self.is_first || !self.items.is_empty()).then(|| self.emit())
    }

    /// The items that are left and a last one, which says why the stream cannot be read any further.
    pub fn break_off(mut self, why: &str) -> Option<Chunk> {
        self.end_broken(why);
        Some(self.emit())
    }

    /// How many bytes it holds memory for.
    pub const fn kept(&self) -> usize {
        self.bytes.capacity()
    }

    /// Whether the stream is broken, so that all that is pushed after is passed over.
    pub const fn is_broken(&self) -> bool {
        self.array.is_broken()
    }

    /// Passes over a byte order mark at the head of the stream, even one that comes in parts.
    fn pass_mark(&mut self, input: &mut &[u8]) {
        while let (true, [first, rest @ ..]) = (self.mark < MARK.len(), *input) {
            if *first != MARK[self.mark] {
                return self.unread_mark();
            }
            self.mark += 1;
            *input = rest;
            if self.mark == MARK.len() {
                self.array.pass(MARK.len() as u64);
            }
        }
    }

    /// What looked like a byte order mark was the beginning of something else.
    fn unread_mark(&mut self) {
        let seen = std::mem::replace(&mut self.mark, MARK.len());
        let mut bytes = &MARK[..seen];
        while !bytes.is_empty() {
            self.take(&mut bytes);
        }
    }

    /// Takes bytes from the front of an input that is not empty, to the end of an item at most.
    fn take(&mut self, input: &mut &[u8]) {
        if self.format == InputFormat::Json {
            return self.take_of_array(input);
        }
        match memchr::memchr(b'\n', input) {
            Some(end) => {
                self.store(&input[..end]);
                self.end_line();
                *input = &input[end + 1..];
            }
            None => self.store(std::mem::take(input)),
        }
    }

    fn take_of_array(&mut self, input: &mut &[u8]) {
        let (taken, step) = self.array.step(input);
        let (part, rest) = input.split_at(taken);
        *input = rest;
        match step {
            Step::Between => {}
            Step::Part => self.store(part),
            Step::LastPart => {
                self.store(part);
                self.end_item(ItemKind::Grid);
            }
            Step::Broken(why) => {
                self.end_broken(&format!("the body is not valid JSON: {why} at byte {}", self.array.position()));
            }
        }
    }

    /// What came of the item that is not complete.
    fn begun(&self) -> &[u8] {
        &self.bytes[self.begin()..]
    }

    fn begin(&self) -> usize {
        self.items.last().map_or(0, |item| item.end)
    }

    fn store(&mut self, part: &[u8]) {
        // A line that is one byte over the limit may still turn out to end in \r\n.
        if self.skipping || self.begun().len() + part.len() > self.limits.line + 1 {
            self.skipping = true;
            self.bytes.truncate(self.begin());
        } else {
            self.bytes.extend_from_slice(part);
        }
    }

    fn end_line(&mut self) {
        if self.begun().last() == Some(&b'\r') {
            self.bytes.pop();
        }
        let line = self.begun();
        let is_blank = !self.skipping && is_blank(line);
        let is_comment = self.format == InputFormat::Text && line.first() == Some(&b'#');
        let is_header = self.format == InputFormat::Csv && self.columns.is_none();
        if is_header && (is_blank || self.take_header()) {
            return self.bytes.truncate(self.begin());
        }
        self.end_item(if is_blank || is_comment { ItemKind::Remark } else { ItemKind::Grid });
    }

    /// Learns the columns from the first line. Whether it is a header.
    fn take_header(&mut self) -> bool {
        let columns =
            Columns::of_header(self.begun()).filter(|_| !self.skipping && self.begun().len() <= self.limits.line);
        self.columns = Some(columns.unwrap_or_default());
        columns.is_some()
    }

    fn end_item(&mut self, kind: ItemKind) {
        let too_long = self.skipping || self.begun().len() > self.limits.line;
        if too_long {
            self.bytes.truncate(self.begin());
        }
        self.skipping = false;
        self.items.push(Item { end: self.bytes.len(), kind: if too_long { ItemKind::TooLong } else { kind } });
    }

    fn end_broken(&mut self, why: &str) {
        self.bytes.truncate(self.begin());
        self.skipping = false;
        self.bytes.extend_from_slice(why.as_bytes());
        self.items.push(Item { end: self.bytes.len(), kind: ItemKind::Broken });
    }

    /// The complete items as a chunk.
    fn emit(&mut self) -> Chunk {
        let begun = self.bytes.split_off(self.begin());
        let bytes = std::mem::replace(&mut self.bytes, begun);
        let items = std::mem::take(&mut self.items);
        let first_index = self.next_index;
        self.next_index += count_grids(&items) as u64;
        Chunk {
            input: self.format,
            columns: self.columns.unwrap_or_default(),
            is_first: std::mem::take(&mut self.is_first),
            first_index,
            item_limit: self.limits.line,
            bytes,
            items,
        }
    }
}

/// Whether nothing stands on a line. 81 spaces are the empty grid.
fn is_blank(line: &[u8]) -> bool {
    line.first().is_none_or(u8::is_ascii_whitespace) && line.trim_ascii().is_empty() && line != [b' '; 81]
}
