//! Splits the bytes of a batch into items, in whatever pieces they arrive.

use super::InputFormat;
use super::array::{ArrayScanner, Step};
use super::builder::ChunkBuilder;
use super::chunk::{Chunk, ItemKind};
use super::rows::{Line, Rows};
use super::start::{HEAD_BYTES, Start};

/// The bounds of a batch's items.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most bytes of a line, not counting its end, or of an array's element. A longer one is an error by itself.
    pub line: usize,
}

/// Splits a batch into chunks. The items do not depend on how the bytes are divided among the pushes.
///
/// It holds less than a chunk plus one item, whatever the input: an item over the limit is not stored.
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
    /// The format by the head of the request.
    named: InputFormat,
    /// What the start of the batch decided, once it did.
    start: Option<Start>,
    /// The bytes before that, and how many of them were taken since.
    head: Vec<u8>,
    head_taken: usize,
    array: ArrayScanner,
    /// How many bytes of a byte order mark were seen; also all of them once the input turned out to have none.
    mark: usize,
    /// Whether no line of CSV was taken but blank ones.
    before_records: bool,
    /// The rows of a grid of nine lines of text.
    rows: Rows,
    chunk: ChunkBuilder,
}

const MARK: &[u8] = "\u{feff}".as_bytes();

impl Splitter {
    /// A splitter at the start of a batch.
    pub fn new(format: InputFormat, limits: Limits) -> Self {
        Self {
            named: format,
            start: Start::of(format, b"", false),
            head: Vec::new(),
            head_taken: 0,
            array: ArrayScanner::new(),
            mark: 0,
            before_records: true,
            rows: Rows::default(),
            chunk: ChunkBuilder::new(limits.line),
        }
    }

    /// Takes bytes from the front of the input until a chunk is full, and returns the chunk, or `None` when the input
    /// is used up. Call it until it returns `None`.
    pub fn push(&mut self, input: &mut &[u8]) -> Option<Chunk> {
        self.skip_mark(input);
        self.look(input);
        if self.take_head() {
            return Some(self.emit());
        }
        self.chunk.reserve(input.len());
        while !input.is_empty() {
            self.take(input);
            if self.chunk.is_full() {
                return Some(self.emit());
            }
        }
        None
    }

    /// Returns the complete items gathered so far, for when the rest of the input may take long to arrive.
    pub fn flush(&mut self) -> Option<Chunk> {
        self.chunk.has_items().then(|| self.emit())
    }

    /// Returns the remaining items at the end of the batch. Every batch has at least one chunk, which may be empty.
    pub fn finish(mut self) -> Option<Chunk> {
        self.end_head();
        if self.format() != InputFormat::Json {
            if self.chunk.has_partial() && !self.end_line() {
                self.end_line();
            }
            self.end_rows();
        } else if let Some(why) = self.array.missing_at_end() {
            let at = self.array.position();
            self.chunk.end_with_error(&format!("the body is not valid JSON: it ends at byte {at}, where {why}"));
        }
        self.chunk.is_last_due().then(|| self.emit())
    }

    /// Returns the remaining items and, as the last one, an error that says why the batch cannot be read any further.
    pub fn finish_with_error(mut self, message: &str) -> Chunk {
        self.end_head();
        self.end_rows();
        self.chunk.end_with_error(message);
        self.emit()
    }

    /// How many bytes it has allocated.
    pub const fn capacity(&self) -> usize {
        self.chunk.capacity() + self.head.capacity()
    }

    /// Skips a byte order mark at the start of the batch, even if it arrives in parts.
    fn skip_mark(&mut self, input: &mut &[u8]) {
        while let (true, [first, rest @ ..]) = (self.mark < MARK.len(), *input) {
            if *first != MARK[self.mark] {
                return self.unread_mark();
            }
            self.mark += 1;
            *input = rest;
            if self.mark == MARK.len() {
                self.array.skip(MARK.len() as u64);
            }
        }
    }

    /// Makes the bytes that looked like the start of a byte order mark the first of the batch.
    fn unread_mark(&mut self) {
        let seen = std::mem::replace(&mut self.mark, MARK.len());
        self.head.extend_from_slice(&MARK[..seen]);
    }

    /// Keeps bytes until they decide what the batch is.
    fn look(&mut self, input: &mut &[u8]) {
        while self.start.is_none() && !input.is_empty() {
            let was_blank = self.head.trim_ascii_start().is_empty();
            let (part, rest) = input.split_at(input.len().min(HEAD_BYTES - self.head.len()));
            self.head.extend_from_slice(part);
            *input = rest;
            // Anything else decides nothing new, and clients may send single bytes.
            if was_blank || part.contains(&b'\n') || self.head.len() == HEAD_BYTES {
                self.start = Start::of(self.named, &self.head, false);
            }
        }
    }

    /// Takes the bytes that were kept, if they are decided on. Returns whether a chunk is full.
    fn take_head(&mut self) -> bool {
        while self.start.is_some() && self.head_taken < self.head.len() {
            let head = std::mem::take(&mut self.head);
            let mut rest = &head[self.head_taken..];
            self.take(&mut rest);
            self.head_taken = head.len() - rest.len();
            self.head = head;
            if self.chunk.is_full() {
                return true;
            }
        }
        false
    }

    /// Takes what was kept when nothing follows.
    fn end_head(&mut self) {
        if self.mark < MARK.len() {
            self.unread_mark();
        }
        self.start = self.start.or_else(|| Start::of(self.named, &self.head, true));
        // What was not decided on before is fewer lines than fill a chunk.
        self.take_head();
    }

    fn format(&self) -> InputFormat {
        self.start.map_or(self.named, |start| start.format)
    }

    /// Takes bytes from the front of a non-empty input, at most to the end of an item.
    fn take(&mut self, input: &mut &[u8]) {
        if self.format() == InputFormat::Json {
            return self.take_from_array(input);
        }
        match memchr::memchr(b'\n', input) {
            Some(end) => {
                self.chunk.push(&input[..end]);
                let is_taken = self.end_line();
                *input = &input[end + usize::from(is_taken)..];
            }
            None => self.chunk.push(std::mem::take(input)),
        }
    }

    fn take_from_array(&mut self, input: &mut &[u8]) {
        let (taken, step) = self.array.step(input);
        let (part, rest) = input.split_at(taken);
        *input = rest;
        match step {
            Step::Between => {}
            Step::Part => self.chunk.push(part),
            Step::LastPart => {
                self.chunk.push(part);
                self.chunk.end_item(ItemKind::Grid);
            }
            Step::Broken(why) => {
                let at = self.array.position();
                self.chunk.end_with_error(&format!("the body is not valid JSON: {why} at byte {at}"));
            }
        }
    }

    /// Completes the partial line, unless rows before it turn out to be no grid: these are an item first. Returns whether
    /// the line was completed, so that no step adds two items.
    fn end_line(&mut self) -> bool {
        self.chunk.trim_carriage_return();
        let mut is_title = false;
        if self.format() == InputFormat::Text && (!self.rows.is_empty() || self.chunk.partial().len() != 81) {
            let line = if self.chunk.is_skipping() { Line::Other } else { self.rows.add(self.chunk.partial()) };
            match line {
                Line::Row | Line::Frame => {
                    self.chunk.discard_partial();
                    if self.rows.is_complete() {
                        self.end_rows();
                    }
                    return true;
                }
                Line::Other if !self.rows.is_empty() => {
                    self.end_rows();
                    return false;
                }
                Line::Title => is_title = true,
                Line::Other => {}
            }
        }
        let line = self.chunk.partial();
        let is_blank = !self.chunk.is_skipping() && is_blank(line);
        let is_comment = is_title || self.format() == InputFormat::Text && line.first() == Some(&b'#');
        if self.before_records && self.format() == InputFormat::Csv {
            self.before_records = is_blank;
            let is_header = self.start.is_some_and(|start| start.has_header) && !self.chunk.is_too_long();
            if is_blank || is_header {
                self.chunk.discard_partial();
                return true;
            }
        }
        self.chunk.end_item(if is_blank || is_comment { ItemKind::Comment } else { ItemKind::Grid });
        true
    }

    /// Makes an item of the rows, whether they are nine or not.
    fn end_rows(&mut self) {
        if !self.rows.is_empty() {
            self.chunk.insert_item(&self.rows.take());
        }
    }

    fn emit(&mut self) -> Chunk {
        self.chunk.emit(self.format(), self.start.map(|start| start.columns).unwrap_or_default())
    }
}

/// Whether a line is blank. 81 spaces are not: they are the empty grid.
pub(super) fn is_blank(line: &[u8]) -> bool {
    line.first().is_none_or(u8::is_ascii_whitespace) && line.trim_ascii().is_empty() && line != [b' '; 81]
}
