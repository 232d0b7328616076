use std::fmt;

use super::simd::{Avx2, Avx512, Lanes};
use super::single::{Quads, Search, Single};

/// What a [`Solver`](super::Solver) searches with. The answers are the same, though perhaps with another one of several
/// solutions; their speed is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// AVX-512: all digits of a puzzle in one vector, or 32 puzzles of a batch at a time.
    Avx512,
    /// AVX2: six digits of a puzzle in one vector.
    Avx2,
    /// What every processor of the target has: three digits of a puzzle in one vector.
    Portable,
}

impl Engine {
    /// All engines, the fastest first.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Avx2, Self::Portable];

    /// The fastest engine that this machine can run.
    pub fn best() -> Self {
        Self::ALL.into_iter().find(|engine| engine.is_available()).unwrap_or(Self::Portable)
    }

    /// Whether this machine can run the engine.
    pub fn is_available(self) -> bool {
        match self {
            Self::Avx512 => Avx512::detect().is_some(),
            Self::Avx2 => Avx2::detect().is_some(),
            Self::Portable => true,
        }
    }

    /// What searches single puzzles, where this machine can run the engine.
    pub(super) fn single(self) -> Option<Box<dyn Single>> {
        match self {
            Self::Avx512 => Some(Avx512::detect()?.single()),
            Self::Avx2 => Some(Avx2::detect()?.single()),
            Self::Portable => Some(Box::new(Search::<Quads>::new(()))),
        }
    }

    /// What searches many puzzles at once, where the engine has that and this machine can run it.
    pub(super) fn lanes(self) -> Option<Box<Lanes>> {
        match self {
            Self::Avx512 => Some(Box::new(Lanes::new(Avx512::detect()?))),
            Self::Avx2 | Self::Portable => None,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
        })
    }
}
