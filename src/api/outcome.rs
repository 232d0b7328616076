use serde::{Serialize, Serializer};
use sudoku_engine::solver::{Answer, Count, Stopped};

use super::{PoolError, Problem, ProblemKind};

/// The result for a grid, as metrics and `/validate` name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The grid has one solution.
    Unique,
    /// The grid has several solutions.
    Multiple,
    /// The grid was proved to have no solution.
    Unsolvable,
    /// The count of solutions reached its limit; there may be more.
    Limit,
    /// A digit appears twice in a house.
    Conflict,
    /// The input is not a grid.
    Malformed,
    /// The queue was full, or the deadline passed before the search began.
    Overloaded,
    /// The deadline passed during the search.
    Deadline,
    /// The search used up its guesses.
    Guesses,
    /// The search panicked.
    Panic,
}

impl Outcome {
    /// All outcomes, in the order of their declaration.
    pub const ALL: [Self; 10] = [
        Self::Unique,
        Self::Multiple,
        Self::Unsolvable,
        Self::Limit,
        Self::Conflict,
        Self::Malformed,
        Self::Overloaded,
        Self::Deadline,
        Self::Guesses,
        Self::Panic,
    ];

    /// The name, in lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::Unsolvable => "unsolvable",
            Self::Limit => "limit",
            Self::Conflict => "conflict",
            Self::Malformed => "malformed",
            Self::Overloaded => "overloaded",
            Self::Deadline => "deadline",
            Self::Guesses => "guesses",
            Self::Panic => "panic",
        }
    }

    /// The outcome of a batch item refused with this problem before any search.
    pub(super) const fn of_refusal(problem: &Problem) -> Self {
        match problem.kind {
            ProblemKind::ConflictingGivens => Self::Conflict,
            _ => Self::Malformed,
        }
    }
}

impl From<&Answer> for Outcome {
    fn from(answer: &Answer) -> Self {
        match answer {
            Answer::Unique(_) => Self::Unique,
            Answer::Multiple(_) => Self::Multiple,
            Answer::Unsolvable(_) => Self::Unsolvable,
        }
    }
}

impl From<&Count> for Outcome {
    fn from(count: &Count) -> Self {
        match (count.exact, count.found) {
            (true, 0) => Self::Unsolvable,
            (true, 1) => Self::Unique,
            (true, _) => Self::Multiple,
            (false, _) => Self::Limit,
        }
    }
}

impl From<Stopped> for Outcome {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::GuessBudget => Self::Guesses,
            Stopped::Cancelled => Self::Deadline,
        }
    }
}

impl From<PoolError> for Outcome {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Full | PoolError::QueueTimeout => Self::Overloaded,
            PoolError::Deadline => Self::Deadline,
            PoolError::Panicked => Self::Panic,
        }
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_has_its_own_name() {
        for (place, outcome) in Outcome::ALL.into_iter().enumerate() {
            assert_eq!(outcome as usize, place, "the order of the declaration");
            assert!(Outcome::ALL[..place].iter().all(|other| other.as_str() != outcome.as_str()), "{outcome:?}");
        }
    }
}
