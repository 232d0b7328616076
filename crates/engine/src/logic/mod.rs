//! Solves as people do.

mod candidate;
mod finder;
pub mod fish;
pub mod intersections;
mod place;
pub mod rating;
mod score;
pub mod singles;
mod state;
mod step;
pub mod subsets;
mod technique;
pub mod wings;

pub use candidate::Candidate;
pub use finder::{Finder, Sink, all, first};
pub use place::{Place, PlaceSet, PlaceSetIter};
pub use score::Score;
pub use state::State;
pub use step::{Chain, Evidence, Group, HouseRole, Link, Node, Reason, Role, Step};
pub use technique::{Family, Info, Technique};

use crate::grid::House;

/// All houses in the order in which Sudoku Explainer visits them: boxes, columns, rows.
const EXPLAINER_HOUSES: [House; 27] = {
    let mut houses = [House::block(0); 27];
    let mut at = 0;
    while at < 9 {
        houses[at] = House::block(at);
        houses[at + 9] = House::column(at);
        houses[at + 18] = House::row(at);
        at += 1;
    }
    houses
};
