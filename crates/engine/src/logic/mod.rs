//! Solves as people do.

pub mod als;
mod candidate;
pub mod chains;
pub mod coloring;
pub mod contradiction;
pub mod exclusion;
pub mod explain;
mod finder;
pub mod fish;
pub mod forcing;
pub mod hints;
pub mod intersections;
mod place;
pub mod rating;
mod scan;
mod score;
pub mod single_digit;
pub mod singles;
mod state;
mod step;
pub mod subsets;
mod technique;
pub mod templates;
mod trial;
pub mod uniqueness;
pub mod wings;

pub use candidate::Candidate;
pub use finder::{Finder, Sink, all, first};
pub use place::{Place, PlaceSet, PlaceSetIter};
pub use score::Score;
pub use state::State;
pub use step::{Chain, Evidence, Group, HouseRole, Link, Node, Reason, Role, Step};
pub use technique::{Family, Info, Technique};
