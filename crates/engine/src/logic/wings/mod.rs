//! Cells of few candidates: whichever the first holds, some other one holds the shared digit.

mod pivot;
mod w_wing;
mod wxyz_wing;

pub use pivot::{XyWing, XyzWing};
pub use w_wing::WWing;
pub use wxyz_wing::WxyzWing;
