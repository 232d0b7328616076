use std::fmt;

use super::Score;

/// What is known of a technique, whatever it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// The stable name for programs, in kebab case.
    pub id: &'static str,
    /// The name in English: HoDoKu's, or else Sudoku Explainer's, or the most common one.
    pub name: &'static str,
    /// The name in HoDoKu, if it has the technique.
    pub hodoku: Option<&'static str>,
    /// The name in Sudoku Explainer, if it has the technique.
    pub explainer: Option<&'static str>,
    /// Other names in use.
    pub also: &'static [&'static str],
    /// Techniques of a kind.
    pub family: Family,
    /// The lowest rating in Sudoku Explainer 1.2.1, if it has the technique.
    pub score: Option<Score>,
    /// Whether it is true only of puzzles with one solution.
    pub assumes_uniqueness: bool,
    /// Whether a person needs the candidates written down to see it.
    pub needs_pencil_marks: bool,
}

/// Techniques of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// One cell or one place is left.
    Singles,
    /// A pattern that leads to a single at once.
    Direct,
    /// A digit in the cells that a box and a line share.
    Intersections,
    /// As many digits as cells.
    Subsets,
    /// As many lines across as lines along.
    Fish,
    /// Short chains of one digit.
    SingleDigit,
    /// Short chains of bivalue cells.
    Wings,
    /// Two colours for the two ways in which a digit can be placed.
    Coloring,
    /// A second solution would follow otherwise.
    Uniqueness,
    /// All ways to fill a few cells are tried.
    Exclusion,
    /// Sets of cells with one digit too many.
    AlmostLockedSets,
    /// Chains of strong and weak links.
    Chains,
    /// Chains from every choice of a cell, of a house, or for and against a candidate.
    ForcingChains,
    /// What always finds something, though nobody would do it by hand.
    LastResort,
}

/// A technique that needs pencil marks and no assumption.
const NONE: u8 = 0;
/// The technique assumes that there is one solution.
const UNIQUE: u8 = 1;
/// A person sees it without pencil marks.
const BY_EYE: u8 = 2;

const fn score(tenths: u16) -> Option<Score> {
    if tenths == 0 { None } else { Some(Score::tenths(tenths)) }
}

/// The name under which a technique is shown.
const fn name(hodoku: Option<&'static str>, explainer: Option<&'static str>, other: &'static str) -> &'static str {
    match (hodoku, explainer) {
        (Some(name), _) | (None, Some(name)) => name,
        (None, None) => other,
    }
}

/// Makes the enum and its table from rows: variant, id, name in HoDoKu, name in Sudoku Explainer, other names, family,
/// score in tenths (0 for none), flags.
macro_rules! techniques {
    ($($variant:ident: $id:literal, $hodoku:expr, $explainer:expr, [$($also:literal),*], $family:ident, $score:literal, $flags:expr;)*) => {
        /// A technique, in the order of the table: by family, simple ones first.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Technique {
            $(#[doc = concat!("`", $id, "`")] $variant,)*
        }

        impl Technique {
            /// Every technique.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];
        }

        static INFO: [Info; Technique::ALL.len()] = [$(Info {
            id: $id,
            name: name($hodoku, $explainer, [$($also,)* $id][0]),
            hodoku: $hodoku,
            explainer: $explainer,
            also: &[$($also),*],
            family: Family::$family,
            score: score($score),
            assumes_uniqueness: ($flags) & UNIQUE != 0,
            needs_pencil_marks: ($flags) & BY_EYE == 0,
        },)*];
    };
}

impl Technique {
    /// What is known of the technique.
    ///
    /// ```
    /// use sudoku_engine::logic::Technique;
    /// let info = Technique::XWing.info();
    /// assert_eq!((info.id, info.score.unwrap().to_string().as_str()), ("x-wing", "3.2"));
    /// ```
    pub fn info(self) -> &'static Info {
        &INFO[self as usize]
    }

    /// The technique of this id.
    ///
    /// ```
    /// use sudoku_engine::logic::Technique;
    /// assert_eq!(Technique::from_id("x-wing"), Some(Technique::XWing));
    /// assert_eq!(Technique::from_id("guess"), None);
    /// ```
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|technique| technique.info().id == id)
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)
    }
}

impl fmt::Debug for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().id)
    }
}

techniques! {
    FullHouse: "full-house", Some("Full House"), Some("Hidden Single"), ["Last Digit", "Naked Single in a house"], Singles, 10, BY_EYE;
    HiddenSingle: "hidden-single", Some("Hidden Single"), Some("Hidden Single"), ["Pinned Digit", "Only Place"], Singles, 12, BY_EYE;
    NakedSingle: "naked-single", Some("Naked Single"), Some("Naked Single"), ["Sole Candidate", "Forced Digit"], Singles, 23, BY_EYE;
    DirectPointing: "direct-pointing", None, Some("Direct Pointing"), [], Direct, 17, BY_EYE;
    DirectClaiming: "direct-claiming", None, Some("Direct Claiming"), [], Direct, 19, BY_EYE;
    DirectHiddenPair: "direct-hidden-pair", None, Some("Direct Hidden Pair"), [], Direct, 20, BY_EYE;
    DirectHiddenTriple: "direct-hidden-triple", None, Some("Direct Hidden Triplet"), [], Direct, 25, BY_EYE;
    Pointing: "pointing", Some("Locked Candidates Type 1 (Pointing)"), Some("Pointing"), ["Pointing Pair", "Pointing Triple", "Line-Box"], Intersections, 26, NONE;
    Claiming: "claiming", Some("Locked Candidates Type 2 (Claiming)"), Some("Claiming"), ["Box-Line Reduction"], Intersections, 28, NONE;
    LockedPair: "locked-pair", Some("Locked Pair"), None, [], Intersections, 0, NONE;
    LockedTriple: "locked-triple", Some("Locked Triple"), None, [], Intersections, 0, NONE;
    NakedPair: "naked-pair", Some("Naked Pair"), Some("Naked Pair"), ["Conjugate Pair"], Subsets, 30, NONE;
    NakedTriple: "naked-triple", Some("Naked Triple"), Some("Naked Triplet"), [], Subsets, 36, NONE;
    NakedQuadruple: "naked-quadruple", Some("Naked Quadruple"), Some("Naked Quad"), [], Subsets, 50, NONE;
    HiddenPair: "hidden-pair", Some("Hidden Pair"), Some("Hidden Pair"), [], Subsets, 34, NONE;
    HiddenTriple: "hidden-triple", Some("Hidden Triple"), Some("Hidden Triplet"), [], Subsets, 40, NONE;
    HiddenQuadruple: "hidden-quadruple", Some("Hidden Quadruple"), Some("Hidden Quad"), [], Subsets, 54, NONE;
    XWing: "x-wing", Some("X-Wing"), Some("X-Wing"), [], Fish, 32, NONE;
    Swordfish: "swordfish", Some("Swordfish"), Some("Swordfish"), [], Fish, 38, NONE;
    Jellyfish: "jellyfish", Some("Jellyfish"), Some("Jellyfish"), [], Fish, 52, NONE;
    FinnedXWing: "finned-x-wing", Some("Finned X-Wing"), None, [], Fish, 0, NONE;
    FinnedSwordfish: "finned-swordfish", Some("Finned Swordfish"), None, [], Fish, 0, NONE;
    FinnedJellyfish: "finned-jellyfish", Some("Finned Jellyfish"), None, [], Fish, 0, NONE;
    SashimiXWing: "sashimi-x-wing", Some("Sashimi X-Wing"), None, [], Fish, 0, NONE;
    SashimiSwordfish: "sashimi-swordfish", Some("Sashimi Swordfish"), None, [], Fish, 0, NONE;
    SashimiJellyfish: "sashimi-jellyfish", Some("Sashimi Jellyfish"), None, [], Fish, 0, NONE;
    FrankenXWing: "franken-x-wing", Some("Franken X-Wing"), None, [], Fish, 0, NONE;
    FrankenSwordfish: "franken-swordfish", Some("Franken Swordfish"), None, [], Fish, 0, NONE;
    FrankenJellyfish: "franken-jellyfish", Some("Franken Jellyfish"), None, [], Fish, 0, NONE;
    FinnedFrankenXWing: "finned-franken-x-wing", Some("Finned Franken X-Wing"), None, [], Fish, 0, NONE;
    FinnedFrankenSwordfish: "finned-franken-swordfish", Some("Finned Franken Swordfish"), None, [], Fish, 0, NONE;
    FinnedFrankenJellyfish: "finned-franken-jellyfish", Some("Finned Franken Jellyfish"), None, [], Fish, 0, NONE;
    MutantXWing: "mutant-x-wing", Some("Mutant X-Wing"), None, [], Fish, 0, NONE;
    MutantSwordfish: "mutant-swordfish", Some("Mutant Swordfish"), None, [], Fish, 0, NONE;
    MutantJellyfish: "mutant-jellyfish", Some("Mutant Jellyfish"), None, [], Fish, 0, NONE;
    FinnedMutantXWing: "finned-mutant-x-wing", Some("Finned Mutant X-Wing"), None, [], Fish, 0, NONE;
    FinnedMutantSwordfish: "finned-mutant-swordfish", Some("Finned Mutant Swordfish"), None, [], Fish, 0, NONE;
    FinnedMutantJellyfish: "finned-mutant-jellyfish", Some("Finned Mutant Jellyfish"), None, [], Fish, 0, NONE;
    Skyscraper: "skyscraper", Some("Skyscraper"), None, [], SingleDigit, 0, NONE;
    TwoStringKite: "two-string-kite", Some("2-String Kite"), None, [], SingleDigit, 0, NONE;
    TurbotFish: "turbot-fish", Some("Turbot Fish"), None, [], SingleDigit, 0, NONE;
    EmptyRectangle: "empty-rectangle", Some("Empty Rectangle"), None, ["Hinge"], SingleDigit, 0, NONE;
    XyWing: "xy-wing", Some("XY-Wing"), Some("XY-Wing"), ["Y-Wing", "Bent Triple"], Wings, 42, NONE;
    XyzWing: "xyz-wing", Some("XYZ-Wing"), Some("XYZ-Wing"), [], Wings, 44, NONE;
    WxyzWing: "wxyz-wing", None, None, ["WXYZ-Wing", "Bent Quadruple"], Wings, 0, NONE;
    WWing: "w-wing", Some("W-Wing"), None, ["Semi-Remote Pair"], Wings, 0, NONE;
    RemotePair: "remote-pair", Some("Remote Pair"), None, [], Coloring, 0, NONE;
    SimpleColorTrap: "simple-color-trap", Some("Simple Colors Trap"), None, ["Color Trap"], Coloring, 0, NONE;
    SimpleColorWrap: "simple-color-wrap", Some("Simple Colors Wrap"), None, ["Color Wrap"], Coloring, 0, NONE;
    MultiColor1: "multi-color-1", Some("Multi Colors 1"), None, [], Coloring, 0, NONE;
    MultiColor2: "multi-color-2", Some("Multi Colors 2"), None, [], Coloring, 0, NONE;
    UniqueRectangle1: "unique-rectangle-1", Some("Uniqueness Test 1"), Some("Unique Rectangle type 1"), [], Uniqueness, 45, UNIQUE;
    UniqueRectangle2: "unique-rectangle-2", Some("Uniqueness Test 2"), Some("Unique Rectangle type 2"), [], Uniqueness, 45, UNIQUE;
    UniqueRectangle3: "unique-rectangle-3", Some("Uniqueness Test 3"), Some("Unique Rectangle type 3"), [], Uniqueness, 45, UNIQUE;
    UniqueRectangle4: "unique-rectangle-4", Some("Uniqueness Test 4"), Some("Unique Rectangle type 4"), [], Uniqueness, 45, UNIQUE;
    UniqueRectangle5: "unique-rectangle-5", Some("Uniqueness Test 5"), None, [], Uniqueness, 0, UNIQUE;
    UniqueRectangle6: "unique-rectangle-6", Some("Uniqueness Test 6"), None, [], Uniqueness, 0, UNIQUE;
    HiddenRectangle: "hidden-rectangle", Some("Hidden Rectangle"), None, [], Uniqueness, 0, UNIQUE;
    AvoidableRectangle1: "avoidable-rectangle-1", Some("Avoidable Rectangle Type 1"), None, [], Uniqueness, 0, UNIQUE;
    AvoidableRectangle2: "avoidable-rectangle-2", Some("Avoidable Rectangle Type 2"), None, [], Uniqueness, 0, UNIQUE;
    UniqueLoop1: "unique-loop-1", None, Some("Unique Loop type 1"), [], Uniqueness, 46, UNIQUE;
    UniqueLoop2: "unique-loop-2", None, Some("Unique Loop type 2"), [], Uniqueness, 46, UNIQUE;
    UniqueLoop3: "unique-loop-3", None, Some("Unique Loop type 3"), [], Uniqueness, 46, UNIQUE;
    UniqueLoop4: "unique-loop-4", None, Some("Unique Loop type 4"), [], Uniqueness, 46, UNIQUE;
    Bug1: "bug-1", Some("Bivalue Universal Grave + 1"), Some("Bivalue Universal Grave type 1"), ["BUG+1"], Uniqueness, 56, UNIQUE;
    Bug2: "bug-2", None, Some("Bivalue Universal Grave type 2"), [], Uniqueness, 57, UNIQUE;
    Bug3: "bug-3", None, Some("Bivalue Universal Grave type 3"), [], Uniqueness, 58, UNIQUE;
    Bug4: "bug-4", None, Some("Bivalue Universal Grave type 4"), [], Uniqueness, 57, UNIQUE;
    AlignedPairExclusion: "aligned-pair-exclusion", None, Some("Aligned Pair Exclusion"), ["Subset Exclusion"], Exclusion, 62, NONE;
    AlignedTripleExclusion: "aligned-triple-exclusion", None, Some("Aligned Triplet Exclusion"), [], Exclusion, 75, NONE;
    AlsXz: "als-xz", Some("Almost Locked Set XZ-Rule"), None, [], AlmostLockedSets, 0, NONE;
    AlsXyWing: "als-xy-wing", Some("Almost Locked Set XY-Wing"), None, [], AlmostLockedSets, 0, NONE;
    AlsChain: "als-chain", Some("Almost Locked Set XY-Chain"), None, [], AlmostLockedSets, 0, NONE;
    DeathBlossom: "death-blossom", Some("Death Blossom"), None, [], AlmostLockedSets, 0, NONE;
    SueDeCoq: "sue-de-coq", Some("Sue de Coq"), None, ["Two-Sector Disjoint Subset"], AlmostLockedSets, 0, NONE;
    XChain: "x-chain", Some("X-Chain"), None, [], Chains, 0, NONE;
    XyChain: "xy-chain", Some("XY-Chain"), None, [], Chains, 0, NONE;
    ContinuousNiceLoop: "continuous-nice-loop", Some("Continuous Nice Loop"), None, ["AIC Ring"], Chains, 0, NONE;
    DiscontinuousNiceLoop: "discontinuous-nice-loop", Some("Discontinuous Nice Loop"), None, [], Chains, 0, NONE;
    Aic: "aic", Some("AIC"), None, ["Alternating Inference Chain"], Chains, 0, NONE;
    GroupedContinuousNiceLoop: "grouped-continuous-nice-loop", Some("Grouped Continuous Nice Loop"), None, [], Chains, 0, NONE;
    GroupedDiscontinuousNiceLoop: "grouped-discontinuous-nice-loop", Some("Grouped Discontinuous Nice Loop"), None, [], Chains, 0, NONE;
    GroupedAic: "grouped-aic", Some("Grouped AIC"), None, [], Chains, 0, NONE;
    BidirectionalXCycle: "bidirectional-x-cycle", None, Some("Bidirectional X-Cycle"), ["Fishy Cycle"], Chains, 65, NONE;
    BidirectionalYCycle: "bidirectional-y-cycle", None, Some("Bidirectional Y-Cycle"), [], Chains, 65, NONE;
    BidirectionalCycle: "bidirectional-cycle", None, Some("Bidirectional Cycle"), [], Chains, 70, NONE;
    ForcingXChain: "forcing-x-chain", None, Some("Forcing X-Chain"), [], Chains, 66, NONE;
    ForcingChain: "forcing-chain", Some("Forcing Chain Contradiction"), Some("Forcing Chain"), [], Chains, 70, NONE;
    NishioForcingChain: "nishio-forcing-chain", None, Some("Nishio Forcing Chain"), ["Nishio"], ForcingChains, 75, NONE;
    CellForcingChain: "cell-forcing-chain", Some("Forcing Chain Verity"), Some("Cell Forcing Chains"), [], ForcingChains, 80, NONE;
    RegionForcingChain: "region-forcing-chain", Some("Forcing Chain Verity"), Some("Region Forcing Chains"), ["House Forcing Chain"], ForcingChains, 80, NONE;
    DynamicCellForcingChain: "dynamic-cell-forcing-chain", Some("Forcing Net Verity"), Some("Dynamic Cell Forcing Chains"), [], ForcingChains, 85, NONE;
    DynamicRegionForcingChain: "dynamic-region-forcing-chain", Some("Forcing Net Verity"), Some("Dynamic Region Forcing Chains"), [], ForcingChains, 85, NONE;
    DynamicContradictionForcingChain: "dynamic-contradiction-forcing-chain", Some("Forcing Net Contradiction"), Some("Dynamic Contradiction Forcing Chains"), [], ForcingChains, 85, NONE;
    DynamicDoubleForcingChain: "dynamic-double-forcing-chain", Some("Forcing Net Verity"), Some("Dynamic Double Forcing Chains"), [], ForcingChains, 85, NONE;
    DynamicPlusCellForcingChain: "dynamic-plus-cell-forcing-chain", None, Some("Dynamic (+) Cell Forcing Chains"), [], ForcingChains, 90, NONE;
    DynamicPlusRegionForcingChain: "dynamic-plus-region-forcing-chain", None, Some("Dynamic (+) Region Forcing Chains"), [], ForcingChains, 90, NONE;
    DynamicPlusContradictionForcingChain: "dynamic-plus-contradiction-forcing-chain", None, Some("Dynamic (+) Contradiction Forcing Chains"), [], ForcingChains, 90, NONE;
    DynamicPlusDoubleForcingChain: "dynamic-plus-double-forcing-chain", None, Some("Dynamic (+) Double Forcing Chains"), [], ForcingChains, 90, NONE;
    TemplateSet: "template-set", Some("Template Set"), None, ["Pattern Overlay"], LastResort, 0, NONE;
    TemplateDelete: "template-delete", Some("Template Delete"), None, ["Pattern Overlay"], LastResort, 0, NONE;
    ProofByContradiction: "proof-by-contradiction", None, None, ["Proof by Contradiction", "Trial and Error"], LastResort, 0, NONE;
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_unique_and_in_kebab_case() {
        let ids: HashSet<&str> = Technique::ALL.iter().map(|technique| technique.info().id).collect();
        assert_eq!(ids.len(), Technique::ALL.len());
        let kebab = |id: &str| id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        assert!(ids.into_iter().all(kebab));
    }

    #[test]
    fn every_technique_of_sudoku_explainer_has_a_score() {
        for technique in Technique::ALL {
            let info = technique.info();
            assert_eq!(info.explainer.is_some(), info.score.is_some(), "{technique}");
            assert_eq!(Technique::from_id(info.id), Some(*technique));
        }
    }
}
