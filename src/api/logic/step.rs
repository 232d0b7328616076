use serde::Serialize;
use sudoku_engine::logic::{Step, explain};

use super::TechniqueBody;
use super::pattern::{CandidateBody, PatternBody};

/// How much of a step is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) enum Detail {
    /// Where to look.
    Nudge,
    /// Where to look, and for what.
    Technique,
    /// Everything.
    Full,
}

/// A [`Step`] as JSON.
#[derive(Serialize)]
pub(in crate::api) struct StepBody {
    nudge: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    technique: Option<TechniqueBody>,
    #[serde(flatten)]
    rest: Option<Conclusion>,
}

/// What a full step has besides.
#[derive(Serialize)]
struct Conclusion {
    placements: Vec<CandidateBody>,
    eliminations: Vec<CandidateBody>,
    text: String,
    eureka: Vec<String>,
    pattern: PatternBody,
}

impl StepBody {
    /// The step, in this detail.
    pub(in crate::api) fn new(step: &Step, detail: Detail) -> Self {
        let named = detail != Detail::Nudge;
        Self {
            nudge: explain::nudge(step),
            technique: named.then(|| TechniqueBody::new(step.technique, step.score)),
            rest: (detail == Detail::Full).then(|| Conclusion::from(step)),
        }
    }
}

impl From<&Step> for Conclusion {
    fn from(step: &Step) -> Self {
        Self {
            placements: step.placements.iter().map(CandidateBody::from).collect(),
            eliminations: step.eliminations.iter().map(CandidateBody::from).collect(),
            text: explain::text(step),
            eureka: step.evidence.chains.iter().filter_map(explain::eureka).collect(),
            pattern: PatternBody::from(&step.evidence),
        }
    }
}
