//! Almost locked sets: `n` cells of a house with `n + 1` candidates between them. Two of them share a digit that not
//! both can hold (a restricted common), so that one of them is locked.

mod blossom;
mod links;
pub(super) mod sets;
mod sue_de_coq;

pub use blossom::DeathBlossom;
pub use links::{AlsChains, AlsXyWing, AlsXz};
pub use sue_de_coq::SueDeCoq;
