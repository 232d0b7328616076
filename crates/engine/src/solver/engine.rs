use std::fmt;

use super::simd::{Avx2, Avx512, Lanes};
use super::single::{Quads, Search, Single};

/// The vector instructions that a [`Solver`](super::Solver) searches with.
///
/// All engines return the same answers and counts, though perhaps with a different one of several solutions. They
/// differ in speed: on one puzzle AVX2 takes 1.3 to 2 times as long as AVX-512, and the portable engine 1.4 to 2.6
/// times (AMD EPYC).
///
/// ```
/// use sudoku_engine::solver::{Engine, Solver};
///
/// let fastest = Engine::ALL.into_iter().find(|engine| engine.is_available());
/// assert_eq!(fastest, Some(Engine::best()));
/// assert_eq!(Solver::new().engine(), Engine::best());
/// assert_eq!(Engine::Portable.to_string(), "portable");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// AVX-512: all digits of a puzzle in one vector, or 32 puzzles of a batch at a time.
    Avx512,
    /// AVX2: six digits of a puzzle in one vector.
    Avx2,
    /// The vectors that every processor of the target has: three digits of a puzzle in one vector.
    Portable,
}

impl Engine {
    /// All engines, the fastest first.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Avx2, Self::Portable];

    /// Returns the fastest engine that this machine can run.
    pub fn best() -> Self {
        Self::ALL.into_iter().find(|engine| engine.is_available()).unwrap_or(Self::Portable)
    }

    /// Returns whether this machine can run the engine.
    pub fn is_available(self) -> bool {
        match self {
            Self::Avx512 => Avx512::detect().is_some(),
            Self::Avx2 => Avx2::detect().is_some(),
            Self::Portable => true,
        }
    }

    /// Returns the search of single puzzles, or `None` if this machine cannot run the engine.
    pub(super) fn single(self) -> Option<Box<dyn Single>> {
        match self {
            Self::Avx512 => Some(Avx512::detect()?.single()),
            Self::Avx2 => Some(Avx2::detect()?.single()),
            Self::Portable => Some(Box::new(Search::<Quads>::new(()))),
        }
    }

    /// Returns the search of batches, or `None` if the engine has no lanes or this machine cannot run it.
    pub(super) fn lanes(self) -> Option<Box<Lanes>> {
        match self {
            Self::Avx512 => Some(Box::new(Lanes::new(Avx512::detect()?))),
            Self::Avx2 | Self::Portable => None,
        }
    }
}

/// The lower-case name: `avx512`, `avx2` or `portable`.
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
        })
    }
}
