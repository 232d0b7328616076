use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What one search may use: a number of guesses, and a flag by which somebody else ends it.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The most guesses that the search may make.
    pub guesses: u64,
    /// Looked at at every guess; `None` where nobody would set it.
    pub cancel: Option<CancelFlag>,
}

impl Budget {
    /// No bound at all. Every puzzle ends, but counting a grid with few givens may take years.
    pub const UNLIMITED: Self = Self { guesses: u64::MAX, cancel: None };

    /// Up to this many guesses, without a flag.
    pub const fn guesses(guesses: u64) -> Self {
        Self { guesses, cancel: None }
    }

    /// Whether somebody set the flag.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(CancelFlag::is_set)
    }

    /// Asked before the next guess: may it be made, when `used` were made so far?
    ///
    /// # Errors
    /// Why not, when it may not.
    pub fn check(&self, used: u64) -> Result<(), Stopped> {
        if used >= self.guesses {
            return Err(Stopped::GuessBudget);
        }
        if self.is_cancelled() { Err(Stopped::Cancelled) } else { Ok(()) }
    }
}

/// Why a search ended without an answer. Nothing is known about the puzzle then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// All guesses of the budget were used.
    #[error("the search used up its budget of guesses")]
    GuessBudget,
    /// The cancel flag was set.
    #[error("the search was cancelled")]
    Cancelled,
}

/// Ends a search from another thread. Clones are the same flag.
///
/// ```
/// use sudoku_engine::solver::CancelFlag;
/// let flag = CancelFlag::default();
/// flag.clone().set();
/// assert!(flag.is_set());
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// Asks the search to end at its next guess.
    pub fn set(&self) {
        // Relaxed: the flag guards no other memory, and a search that sees it one guess late is fine.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
