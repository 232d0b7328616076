//! What a problem points at, as JSON.

use serde::Serialize;

use sudoku_engine::grid::{Cell, Conflict};
use sudoku_engine::solver::Refutation;

/// One place in the body and what is wrong there.
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
    /// A blank cell that sees all nine digits.
    CellWithoutCandidates {
        /// The cell.
        cell: String,
    },
    /// A digit that no cell of the house can take.
    DigitWithoutPlace {
        /// The digit.
        digit: u8,
        /// The house.
        house: String,
    },
    /// Only the search shows it.
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

impl InputError {
    /// A fault at a place of the body, which is a cell of the board where `cell` is given.
    pub fn at(pointer: Option<String>, cell: Option<Cell>, detail: impl Into<String>) -> Self {
        Self { detail: detail.into(), pointer, cell: cell.map(|cell| cell.to_string()) }
    }
}
