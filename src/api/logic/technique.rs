use serde::Serialize;
use sudoku_engine::logic::{Family, Score, Technique};

/// A technique as JSON.
#[derive(Clone, Copy, Serialize)]
pub(in crate::api) struct TechniqueBody {
    id: &'static str,
    name: &'static str,
    family: &'static str,
    se: Option<f64>,
}

impl TechniqueBody {
    /// The technique, with this rating: its own, or that of a step.
    pub(in crate::api) fn new(technique: Technique, score: Option<Score>) -> Self {
        let info = technique.info();
        Self { id: info.id, name: info.name, family: family(info.family), se: score.map(se) }
    }
}

/// A rating as a number with one decimal.
pub(in crate::api) fn se(score: Score) -> f64 {
    f64::from(score.as_tenths()) / 10.0
}

/// The name of a family in kebab case.
const fn family(family: Family) -> &'static str {
    match family {
        Family::Singles => "singles",
        Family::Direct => "direct",
        Family::Intersections => "intersections",
        Family::Subsets => "subsets",
        Family::Fish => "fish",
        Family::SingleDigit => "single-digit",
        Family::Wings => "wings",
        Family::Coloring => "coloring",
        Family::Uniqueness => "uniqueness",
        Family::Exclusion => "exclusion",
        Family::AlmostLockedSets => "almost-locked-sets",
        Family::Chains => "chains",
        Family::ForcingChains => "forcing-chains",
        Family::LastResort => "last-resort",
    }
}
