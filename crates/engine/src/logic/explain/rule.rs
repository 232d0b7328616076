use super::super::{Family, Technique};

/// Why a technique works, in one sentence without its full stop; `None` where the pattern says it all.
pub fn rule(technique: Technique) -> Option<&'static str> {
    use Technique as T;
    let of_technique = match technique {
        T::LockedPair | T::LockedTriple => "No other cell of either house holds these digits",
        T::NakedPair | T::NakedTriple | T::NakedQuadruple => "No other cell of the house holds these digits",
        T::HiddenPair | T::HiddenTriple | T::HiddenQuadruple => "These cells hold no other digits",
        T::DirectHiddenPair | T::DirectHiddenTriple => "With these cells taken, another digit has one place left",
        T::DirectPointing | T::DirectClaiming => "That leaves the digit one place in another house",
        T::Skyscraper | T::TwoStringKite | T::TurbotFish => "One end or the other of the two strong links is true",
        T::EmptyRectangle => "The box has the digit in the row or in the column of its cross",
        T::XyWing => "Whichever the first cell holds, one of the others holds their shared digit",
        T::XyzWing => "Whichever the first cell holds, one of the three holds the shared digit",
        T::WxyzWing => "Every digit but one can be held once at most, so one of the cells holds the remaining one",
        T::WWing => "Not both cells hold the digit of the strong link, so one of them holds the other digit",
        T::RemotePair => "The cells hold the two digits in turn, so one of two cells at odd distance holds either",
        T::SimpleColorTrap => "One of the two colours is true, and the cell sees both",
        T::SimpleColorWrap => "Two cells of one colour see each other, so that colour is false",
        T::MultiColor1 => "Two colours see each other, so the opposite of one of them is true",
        T::MultiColor2 => "A colour sees both colours of another cluster, so it is false",
        T::AlignedPairExclusion | T::AlignedTripleExclusion => {
            "Every way to fill these cells with it takes all candidates of a cell that they see, or repeats a digit"
        }
        T::AlsXz => "Not both sets hold the shared digit, so one of them is locked",
        T::AlsXyWing => "The middle set lacks one digit at most, so one of the others is locked",
        T::AlsChain => "Each set that is not locked locks the next, so one of the two ends is locked",
        T::DeathBlossom => "Whichever the stem holds, one petal is locked",
        T::SueDeCoq => "There are as many digits as cells, and each stands once",
        T::ContinuousNiceLoop
        | T::GroupedContinuousNiceLoop
        | T::BidirectionalCycle
        | T::BidirectionalXCycle
        | T::BidirectionalYCycle => "The chain closes, so exactly one end of each link is true",
        T::NishioForcingChain | T::DynamicContradictionForcingChain => "The assumption leads to a contradiction",
        T::TemplateSet => "Every way to place the digit in the whole grid has these cells",
        T::TemplateDelete => "No way to place the digit in the whole grid has these cells",
        T::ProofByContradiction => "Each case leaves a cell or a digit without a place; this is a proof by trial",
        _ => return of_family(technique.info().family),
    };
    Some(of_technique)
}

fn of_family(family: Family) -> Option<&'static str> {
    match family {
        Family::Fish => Some("The covers have the digit there, and nowhere else"),
        Family::Uniqueness => Some("Otherwise two digits could be exchanged, and there would be a second solution"),
        Family::Chains => Some("One end of the chain is true"),
        Family::ForcingChains => Some("Every choice leads to the same"),
        _ => None,
    }
}
