//! The members that some kinds of problem have beyond the standard ones.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use sudoku_engine::grid::{Cell, Conflict};
use sudoku_engine::solver::Refutation;

/// What a problem carries besides its detail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum More {
    /// Nothing.
    Nothing,
    /// Everything in the body that is wrong: the member `errors`.
    Errors(Vec<InputError>),
    /// All conflicts: the member `conflicts`.
    Conflicts(Vec<ConflictBody>),
    /// The proof that there is no solution: the member `reason`.
    Reason(ReasonBody),
    /// A message for the log, hidden from the client.
    Internal(String),
}

impl Serialize for More {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Errors(errors) => serializer.collect_map([("errors", errors)]),
            Self::Conflicts(conflicts) => serializer.collect_map([("conflicts", conflicts)]),
            Self::Reason(reason) => serializer.collect_map([("reason", reason)]),
            Self::Nothing | Self::Internal(_) => serializer.serialize_map(Some(0))?.end(),
        }
    }
}

/// One error in the body and where it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InputError {
    /// What is wrong.
    pub detail: String,
    /// Where in a JSON body: a JSON pointer in its URI fragment form, such as `#/grid/4/4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Where on the board, such as `r5c5`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
}

impl InputError {
    /// An error at `pointer` in the body, and at `cell` on the board if it concerns a single cell.
    pub fn at(pointer: Option<String>, cell: Option<Cell>, detail: impl Into<String>) -> Self {
        Self { detail: detail.into(), pointer, cell: cell.map(|cell| cell.to_string()) }
    }
}

/// A [`Conflict`] as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConflictBody {
    house: String,
    digit: u8,
    cells: Vec<String>,
}

impl ConflictBody {
    pub(super) fn cells(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().map(String::as_str)
    }
}

impl From<&Conflict> for ConflictBody {
    fn from(conflict: &Conflict) -> Self {
        Self {
            house: conflict.house.to_string(),
            digit: conflict.digit.get(),
            cells: conflict.cells.into_iter().map(|cell| cell.to_string()).collect(),
        }
    }
}

/// A [`Refutation`] as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ReasonBody {
    /// A blank cell whose peers hold all nine digits.
    CellWithoutCandidates {
        /// The cell.
        cell: String,
    },
    /// A digit that fits in no cell of a house.
    DigitWithoutPlace {
        /// The digit.
        digit: u8,
        /// The house.
        house: String,
    },
    /// Only a complete search proves it.
    RefutedBySearch,
}

impl From<Refutation> for ReasonBody {
    fn from(refutation: Refutation) -> Self {
        match refutation {
            Refutation::CellWithoutCandidates(cell) => Self::CellWithoutCandidates { cell: cell.to_string() },
            Refutation::DigitWithoutPlace { digit, house } => {
                Self::DigitWithoutPlace { digit: digit.get(), house: house.to_string() }
            }
            Refutation::Search => Self::RefutedBySearch,
        }
    }
}
