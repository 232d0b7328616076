use std::fmt;
use std::num::NonZeroU8;

/// A digit, 1 to 9.
///
/// ```
/// use sudoku_engine::grid::Digit;
/// assert_eq!(Digit::new(7).unwrap().get(), 7);
/// assert_eq!(Digit::new(0), None);
/// assert_eq!(Digit::new(10), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// All nine digits in order.
    pub const ALL: [Self; 9] = {
        let mut digits = [Self(NonZeroU8::MIN); 9];
        let mut index = 0;
        while index < 9 {
            digits[index] = Self::from_index(index);
            index += 1;
        }
        digits
    };

    /// The digit of this value; `None` unless it is 1 to 9.
    #[inline]
    pub const fn new(value: u8) -> Option<Self> {
        match NonZeroU8::new(value) {
            Some(value) if value.get() <= 9 => Some(Self(value)),
            _ => None,
        }
    }

    /// The digit of this index, 0 to 8: one less than its value.
    ///
    /// # Panics
    /// When `index` is 9 or above.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < 9, "a digit's index is 0 to 8");
        match Self::new(index as u8 + 1) {
            Some(digit) => digit,
            None => unreachable!(),
        }
    }

    /// The value, 1 to 9.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// The index, 0 to 8: one less than the value.
    #[inline]
    pub const fn index(self) -> usize {
        self.get() as usize - 1
    }

    /// The ASCII character, `'1'` to `'9'`.
    #[inline]
    pub const fn to_char(self) -> char {
        (b'0' + self.get()) as char
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.get())
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
