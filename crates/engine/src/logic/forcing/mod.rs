//! Forcing chains as Sudoku Explainer rates them.

mod multiple;
mod network;
mod patterns;
mod proof;
mod trace;
mod tree;
mod unary;

pub use multiple::{DynamicForcingChains, DynamicPlusForcingChains, MultipleForcingChains, NishioForcingChains};
pub use unary::ForcingChains;

/// What the length of a chain adds to its rating, in tenths: one for each of 6, 8, 10, 14, 18, 26, 34, 50, ... that the
/// number of its statements exceeds.
fn length_penalty(statements: usize) -> u16 {
    let (mut limit, mut penalty) = (4, 0);
    while statements.saturating_sub(2) > limit {
        penalty += 1;
        // 4, 6, 8, 12, 16, 24, ...: a half and then a third more.
        limit = if penalty % 2 == 1 { limit * 3 / 2 } else { limit * 4 / 3 };
    }
    penalty
}
