//! Checks that all contenders count the same.

use sudoku_engine::grid::Puzzle;

use crate::contender::Contender;

/// The counts of all puzzles up to the limit, the same by every contender.
///
/// # Errors
/// The first puzzle that two contenders count differently.
pub fn counts(contenders: &mut [Box<dyn Contender + '_>], puzzles: &[Puzzle], limit: u64) -> Result<Vec<u64>, String> {
    let mut expected: Option<(String, Vec<u64>)> = None;
    for contender in contenders {
        let mut counts = Vec::with_capacity(puzzles.len());
        contender.run(limit, &mut |count| counts.push(count));
        match &expected {
            None => expected = Some((contender.name(), counts)),
            Some((first, expected)) => same(puzzles, limit, (first, expected), (&contender.name(), &counts))?,
        }
    }
    Ok(expected.unwrap_or_default().1)
}

/// Compares two lists of counts, each with the name of its contender.
///
/// # Errors
/// The first puzzle where they differ.
pub fn same(puzzles: &[Puzzle], limit: u64, a: (&str, &[u64]), b: (&str, &[u64])) -> Result<(), String> {
    if a.1.len() != puzzles.len() || b.1.len() != puzzles.len() {
        return Err(format!(
            "{} and {} counted {} and {} puzzles of {}",
            a.0,
            b.0,
            a.1.len(),
            b.1.len(),
            puzzles.len()
        ));
    }
    for ((puzzle, one), other) in puzzles.iter().zip(a.1).zip(b.1) {
        if one != other {
            let line = puzzle.grid().to_line();
            return Err(format!("{} counts {one}, {} counts {other}, up to {limit}: {line}", a.0, b.0));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_engine::grid::Grid;

    #[test]
    fn a_difference_is_named_with_its_puzzle() {
        let full = "1".to_owned() + &".".repeat(80);
        let puzzles = [Grid::EMPTY, full.parse().unwrap()].map(|grid| Puzzle::new(grid).unwrap());
        assert_eq!(same(&puzzles, 9, ("a", &[1, 2]), ("b", &[1, 2])), Ok(()));
        let error = same(&puzzles, 9, ("a", &[1, 2]), ("b", &[1, 3])).unwrap_err();
        assert_eq!(error, format!("a counts 2, b counts 3, up to 9: {full}"));
        let error = same(&puzzles, 9, ("a", &[1, 2]), ("b", &[1])).unwrap_err();
        assert_eq!(error, "a and b counted 2 and 1 puzzles of 2");
    }
}
