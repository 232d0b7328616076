//! As many digits as cells: in a house, a few cells that hold a few digits between them (naked), or a few digits whose
//! places are a few cells (hidden).

mod complete;
mod explainer;

pub use complete::{AnyHiddenSubset, AnyNakedSubset, LockedSubset};
pub(super) use explainer::collect;
pub use explainer::{DirectHiddenSubset, HiddenSubset, NakedSubset};
