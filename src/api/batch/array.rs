//! Finds the elements of one JSON array that arrives in parts, without parsing them.

/// The position in an array.
#[derive(Debug)]
pub(super) struct ArrayScanner {
    state: State,
    /// How many bytes were taken.
    position: u64,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// Before the array.
    Start,
    /// After its `[`, where the array may also end.
    First,
    /// After a comma, where an element must follow.
    Next,
    Element(Nesting),
    /// After an element.
    After,
    /// After the `]`.
    Closed,
    Broken,
}

/// What is open at a position within an element.
#[derive(Clone, Copy, Debug, Default)]
struct Nesting {
    /// The number of open arrays and objects.
    depth: u32,
    /// Which of them are objects, with the innermost at bit 0.
    objects: u128,
    in_string: bool,
    /// Whether the next byte of the string follows a backslash.
    escaped: bool,
    /// Whether the element is a number or a word, which ends before a space, `,` or `]`.
    is_scalar: bool,
}

/// The depth that `serde_json`, which parses the elements, allows as well.
const DEEPEST: u32 = 127;

/// What the bytes taken by a step are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Between the elements.
    Between,
    /// A part of an element.
    Part,
    /// The last part of an element. It may be empty.
    LastPart,
    /// A syntax error, for this reason. Everything after it is ignored.
    Broken(&'static str),
}

impl ArrayScanner {
    pub(super) const fn new() -> Self {
        Self { state: State::Start, position: 0 }
    }

    /// How many bytes were taken; after a syntax error, the position of the offending byte.
    pub(super) const fn position(&self) -> u64 {
        self.position
    }

    /// Counts bytes that precede the array.
    pub(super) const fn skip(&mut self, bytes: u64) {
        self.position += bytes;
    }

    /// Takes bytes from the front of a non-empty input. Returns how many, and what they are.
    pub(super) fn step(&mut self, input: &[u8]) -> (usize, Step) {
        let (taken, step) = match self.state {
            State::Element(nesting) => self.scan_element(nesting, input),
            State::Broken => (input.len(), Step::Between),
            _ => match input.iter().position(|byte| !is_space(*byte)) {
                Some(0) => self.scan_between(input),
                spaces => (spaces.unwrap_or(input.len()), Step::Between),
            },
        };
        self.position += taken as u64;
        if let Step::Broken(_) = step {
            self.state = State::Broken;
        }
        (taken, step)
    }

    /// What is missing if the input ends here; `None` if it may.
    pub(super) const fn missing_at_end(&self) -> Option<&'static str> {
        match self.state {
            State::Start => Some("a JSON array was expected"),
            State::First | State::Next => Some("an element or ']' was expected"),
            State::Element(_) => Some("the element is not complete"),
            State::After => Some("',' or ']' was expected"),
            State::Closed | State::Broken => None,
        }
    }

    fn scan_between(&mut self, input: &[u8]) -> (usize, Step) {
        let next = match (self.state, input[0]) {
            (State::Start, b'[') => State::First,
            (State::Start, _) => return (0, Step::Broken("a JSON array, which begins with '[', was expected")),
            (State::First | State::After, b']') => State::Closed,
            (State::After, b',') => State::Next,
            (State::After, _) => return (0, Step::Broken("',' or ']' was expected")),
            (State::Closed, _) => return (0, Step::Broken("nothing was expected after the array")),
            (_, b',' | b']' | b'}' | b':') => return (0, Step::Broken("an element was expected")),
            (_, first) => {
                let is_scalar = !matches!(first, b'"' | b'[' | b'{');
                return self.scan_element(Nesting { is_scalar, ..Nesting::default() }, input);
            }
        };
        self.state = next;
        (1, Step::Between)
    }

    fn scan_element(&mut self, mut nesting: Nesting, input: &[u8]) -> (usize, Step) {
        let found = if nesting.is_scalar { end_of_scalar(input) } else { nesting.scan(input) };
        match found {
            Ok(Some(end)) => {
                self.state = State::After;
                (end, Step::LastPart)
            }
            Ok(None) => {
                self.state = State::Element(nesting);
                (input.len(), Step::Part)
            }
            Err((at, why)) => (at, Step::Broken(why)),
        }
    }
}

/// Where an element ends, or `None` if it continues after the input; or the position of an invalid byte, and the
/// reason.
type Scan = Result<Option<usize>, (usize, &'static str)>;

#[expect(clippy::unnecessary_wraps, reason = "the counterpart, Nesting::scan, can fail")]
fn end_of_scalar(input: &[u8]) -> Scan {
    Ok(input.iter().position(|&byte| is_space(byte) || byte == b',' || byte == b']'))
}

impl Nesting {
    fn scan(&mut self, input: &[u8]) -> Scan {
        let mut at = 0;
        while at < input.len() {
            if self.in_string {
                at += self.scan_string(&input[at..]);
            } else {
                self.take(input[at]).map_err(|why| (at, why))?;
                at += 1;
            }
            if self.depth == 0 && !self.in_string {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Returns how many bytes it took of a string, at most to its end.
    fn scan_string(&mut self, input: &[u8]) -> usize {
        if self.escaped {
            self.escaped = false;
            return 1;
        }
        let Some(at) = memchr::memchr2(b'"', b'\\', input) else { return input.len() };
        self.escaped = input[at] == b'\\';
        self.in_string = self.escaped;
        at + 1
    }

    fn take(&mut self, byte: u8) -> Result<(), &'static str> {
        match byte {
            b'"' => self.in_string = true,
            b'[' | b'{' if self.depth == DEEPEST => return Err("the element is nested too deeply"),
            b'[' | b'{' => {
                self.depth += 1;
                self.objects = self.objects << 1 | u128::from(byte == b'{');
            }
            b']' | b'}' if (byte == b'}') != (self.objects & 1 == 1) => {
                return Err("an unmatched closing bracket");
            }
            b']' | b'}' => {
                self.depth -= 1;
                self.objects >>= 1;
            }
            _ => {}
        }
        Ok(())
    }
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}
