use sudoku_engine::logic::Score;

/// The levels of difficulty, each with the highest rating that belongs to it. They are this project's own; the bounds
/// lie between techniques that players learn one after the other.
const LEVELS: [(&str, Score); 5] = [
    // Singles that are seen in a box or, with more care, along a row or a column.
    ("easy", Score::tenths(15)),
    // All singles, and locked candidates.
    ("medium", Score::tenths(29)),
    // Pairs, triples, X-Wing, Swordfish, XY-Wing, XYZ-Wing.
    ("hard", Score::tenths(44)),
    // Uniqueness, quadruples, Jellyfish, and chains up to X-cycles.
    ("expert", Score::tenths(65)),
    // Longer chains, and chains that try every case.
    ("extreme", Score::tenths(u16::MAX)),
];

/// The level of a puzzle with this rating.
pub(in crate::api) fn level(rating: Score) -> &'static str {
    LEVELS.iter().find(|(_, highest)| rating <= *highest).map_or("extreme", |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_meet_at_their_bounds() {
        assert!(LEVELS.is_sorted_by_key(|(_, highest)| *highest));
        for (tenths, expected) in [
            (10, "easy"),
            (15, "easy"),
            (16, "medium"),
            (29, "medium"),
            (30, "hard"),
            (44, "hard"),
            (45, "expert"),
            (65, "expert"),
            (66, "extreme"),
            (119, "extreme"),
        ] {
            assert_eq!(level(Score::tenths(tenths)), expected, "{tenths}");
        }
    }
}
