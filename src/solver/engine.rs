use std::fmt;

use super::simd;

/// How a [`Solver`](super::Solver) searches. The answers are the same, though perhaps with another one of several
/// solutions; their speed is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// With AVX-512 instructions 32 puzzles of a batch at a time, or 32 branches of a hard puzzle; easy puzzles as
    /// [`Scalar`](Self::Scalar) does.
    Avx512,
    /// One puzzle after the other, with instructions that every processor of the target has.
    Scalar,
}

impl Engine {
    /// All engines, the fastest first.
    pub const ALL: [Self; 2] = [Self::Avx512, Self::Scalar];

    /// The fastest engine that this machine can run.
    pub fn best() -> Self {
        Self::ALL.into_iter().find(|engine| engine.is_available()).unwrap_or(Self::Scalar)
    }

    /// Whether this machine can run the engine.
    pub fn is_available(self) -> bool {
        match self {
            Self::Avx512 => simd::is_available(),
            Self::Scalar => true,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Avx512 => "avx512",
            Self::Scalar => "scalar",
        })
    }
}
