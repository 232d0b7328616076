use std::fmt;

/// A rating on the scale of Sudoku Explainer, from 1.0 to about 12, exact to a tenth.
///
/// ```
/// use sudoku_engine::logic::Score;
/// assert_eq!(Score::tenths(45).to_string(), "4.5");
/// assert!(Score::tenths(99) < Score::tenths(100));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(u16);

impl Score {
    /// The rating of this many tenths.
    pub const fn tenths(tenths: u16) -> Self {
        Self(tenths)
    }

    /// The rating in tenths.
    pub const fn as_tenths(self) -> u16 {
        self.0
    }

    /// This rating raised by some tenths.
    #[must_use]
    pub const fn plus(self, tenths: u16) -> Self {
        Self(self.0 + tenths)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
