//! Techniques beside the cases of HoDoKu's regression library.

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::ControlFlow;

use serde_json::Value;
use sudoku_engine::grid::{Cell, Digit, DigitSet, Grid};
use sudoku_engine::logic::hints::HUMAN_ORDER;
use sudoku_engine::logic::{Candidate, Sink, State, Step, Technique};

use crate::Options;

/// The part of the cases that must agree, in percent.
const BAR: usize = 98;

/// A position, and what a technique finds in it.
struct Case {
    id: String,
    name: String,
    code: String,
    state: State,
    must_not_fire: bool,
    placements: Vec<Candidate>,
    eliminations: Vec<Candidate>,
}

/// Prints the agreement by technique; whether it reaches the bar.
pub(crate) fn compare(text: &str, options: Options) -> Result<bool, Box<dyn Error>> {
    let mut counts: BTreeMap<(String, String), (usize, usize)> = BTreeMap::new();
    for line in text.lines().step_by(options.every) {
        let case = read(line)?;
        let found = steps(&case);
        let agrees = if case.must_not_fire { found.is_empty() } else { found.iter().any(|step| matches(&case, step)) };
        let (cases, agreeing) = counts.entry((case.code.clone(), case.name.clone())).or_default();
        *cases += 1;
        *agreeing += usize::from(agrees);
        if !agrees && !options.quiet {
            let expected = (&case.placements, &case.eliminations);
            let found: Vec<_> = found.iter().map(|step| (&step.placements, &step.eliminations)).collect();
            println!("{} {}: {expected:?} there, {found:?} here", case.id, case.name);
        }
    }
    let (mut all, mut agreeing) = (0, 0);
    for ((code, name), (cases, agree)) in &counts {
        println!("{code:>6} {name:36} {agree:>4} of {cases:>4}");
        all += cases;
        agreeing += agree;
    }
    println!("{:>6} {:36} {agreeing:>4} of {all:>4}", "", "all");
    Ok(100 * agreeing >= BAR * all)
}

fn matches(case: &Case, step: &Step) -> bool {
    let sorted = |candidates: &[Candidate]| {
        let mut candidates = candidates.to_vec();
        candidates.sort_unstable();
        candidates.dedup();
        candidates
    };
    sorted(&step.placements) == case.placements && sorted(&step.eliminations) == case.eliminations
}

/// All steps of the case's technique.
fn steps(case: &Case) -> Vec<Step> {
    let wanted = techniques(&case.code);
    let mut found = Vec::new();
    let mut keep = |step: Step| {
        if wanted.contains(&step.technique) {
            found.push(step);
        }
        ControlFlow::Continue(())
    };
    let mut sink = Sink::new(&mut keep, None);
    let finders = HUMAN_ORDER.iter().filter(|finder| finder.techniques().iter().any(|one| wanted.contains(one)));
    for finder in finders {
        assert!(finder.find(&case.state, &mut sink).is_continue(), "nothing ends the search");
    }
    found
}

/// The techniques of HoDoKu's codes; five digits stand for two fish in one.
fn techniques(code: &str) -> &'static [Technique] {
    use Technique as T;
    match code {
        "0000" => &[T::FullHouse],
        "0002" => &[T::HiddenSingle],
        "0003" => &[T::NakedSingle],
        "0100" => &[T::Pointing],
        "0101" => &[T::Claiming],
        "0110" => &[T::LockedPair],
        "0111" => &[T::LockedTriple],
        "0200" => &[T::NakedPair],
        "0201" => &[T::NakedTriple],
        "0202" => &[T::NakedQuadruple],
        "0210" => &[T::HiddenPair],
        "0211" => &[T::HiddenTriple],
        "0212" => &[T::HiddenQuadruple],
        "0300" => &[T::XWing],
        "0301" => &[T::Swordfish],
        "0302" => &[T::Jellyfish],
        "0310" => &[T::FinnedXWing],
        "0311" | "03111" => &[T::FinnedSwordfish],
        "0312" | "03121" => &[T::FinnedJellyfish],
        "0320" => &[T::SashimiXWing],
        "0321" | "03211" => &[T::SashimiSwordfish],
        "0322" | "03221" => &[T::SashimiJellyfish],
        "0331" => &[T::FrankenSwordfish],
        "0332" => &[T::FrankenJellyfish],
        "0340" => &[T::FinnedFrankenXWing],
        "0341" | "03411" => &[T::FinnedFrankenSwordfish],
        "0342" | "03421" => &[T::FinnedFrankenJellyfish],
        "0362" | "03621" => &[T::FinnedMutantJellyfish],
        "0400" => &[T::Skyscraper],
        "0401" | "0404" => &[T::TwoStringKite],
        "0402" | "0405" => &[T::EmptyRectangle],
        "0403" => &[T::TurbotFish],
        "0500" => &[T::SimpleColorTrap],
        "0501" => &[T::SimpleColorWrap],
        "0502" => &[T::MultiColor1],
        "0503" => &[T::MultiColor2],
        "0600" => &[T::UniqueRectangle1],
        "0601" => &[T::UniqueRectangle2],
        "0602" => &[T::UniqueRectangle3],
        "0603" => &[T::UniqueRectangle4],
        "0604" => &[T::UniqueRectangle5],
        "0605" => &[T::UniqueRectangle6],
        "0606" => &[T::HiddenRectangle],
        "0607" => &[T::AvoidableRectangle1],
        "0608" => &[T::AvoidableRectangle2],
        "0610" => &[T::Bug1],
        "0701" => &[T::XChain],
        "0702" => &[T::XyChain],
        "0703" => &[T::RemotePair],
        "0706" => &[T::ContinuousNiceLoop],
        "0707" => &[T::DiscontinuousNiceLoop],
        "0708" => &[T::Aic],
        "0709" => &[T::GroupedContinuousNiceLoop],
        "0710" => &[T::GroupedDiscontinuousNiceLoop],
        "0711" => &[T::GroupedAic],
        "0800" => &[T::XyWing],
        "0801" => &[T::XyzWing],
        "0803" => &[T::WWing],
        "0901" => &[T::AlsXz],
        "0902" => &[T::AlsXyWing],
        "0903" => &[T::AlsChain],
        "0904" => &[T::DeathBlossom],
        "1101" => &[T::SueDeCoq],
        "1201" => &[T::TemplateSet],
        "1202" => &[T::TemplateDelete],
        _ => &[],
    }
}

fn read(line: &str) -> Result<Case, Box<dyn Error>> {
    let value: Value = serde_json::from_str(line)?;
    let text = |field: &str| value[field].as_str().map(str::to_owned).ok_or(format!("no text in {field}"));
    let (grid, givens): (Grid, Grid) = (text("values")?.parse()?, text("givens")?.parse()?);
    let digits: Vec<DigitSet> = value["candidates"].as_array().ok_or("no candidates")?.iter().map(digits).collect();
    let given = givens.givens().map(|(cell, _)| cell).collect();
    Ok(Case {
        id: text("id")?,
        name: text("name")?,
        code: text("code")?,
        state: State::with_candidates(&grid, given, |cell| digits.get(cell.index()).copied().unwrap_or_default()),
        must_not_fire: value["must_not_fire"].as_bool().unwrap_or_default(),
        placements: candidates(&value["placements"])?,
        eliminations: candidates(&value["eliminations"])?,
    })
}

fn digits(text: &Value) -> DigitSet {
    let characters = text.as_str().unwrap_or_default().bytes();
    characters.filter_map(|character| Digit::new(character.wrapping_sub(b'0'))).collect()
}

/// Candidates in their order, each once.
fn candidates(list: &Value) -> Result<Vec<Candidate>, Box<dyn Error>> {
    let one = |entry: &Value| {
        let cell = entry["cell"].as_u64().filter(|&cell| cell < 81)?;
        let digit = entry["digit"].as_u64().and_then(|digit| Digit::new(digit as u8))?;
        Some(Candidate::new(Cell::new(cell as usize), digit))
    };
    let all: Option<Vec<Candidate>> = list.as_array().ok_or("no list")?.iter().map(one).collect();
    let mut all = all.ok_or("a candidate without cell or digit")?;
    all.sort_unstable();
    all.dedup();
    Ok(all)
}
