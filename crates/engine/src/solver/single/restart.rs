//! When a search restarts.
//!
//! How long a search takes is often chance: of the same grid in 60 orientations, 57 took fewer than 100 guesses and one
//! 190,000. A search that takes too long therefore restarts with other weights.

/// The search restarts after this many guesses without a solution, times a number of [`luby`]'s sequence. Few hard
/// puzzles need as many, and restarting saves a search that started badly, whatever the grid.
pub(super) const RESTART_INTERVAL: u64 = 256;

/// The number of guesses after the first solution at which the search restarts, if it has no second one by then. It is
/// larger because a restarted search must find the first solution again.
pub(super) const INTERVAL_AFTER_SOLUTION: u64 = 1024;

/// Returns a number of Luby's sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, ..., counted from 1: all numbers
/// so far once more, then the next power of two.
///
/// No sequence that knows nothing of the grid is better by more than a constant factor (Luby, Sinclair, Zuckerman:
/// Optimal speedup of Las Vegas algorithms, Information Processing Letters 47, 1993). Doubling the interval with each
/// restart took the worst grids 4 times as many guesses.
pub(super) fn luby(number: u32) -> u64 {
    let power = (number + 1).next_power_of_two() / 2;
    if number + 1 == 2 * power { u64::from(power) } else { luby(number + 1 - power) }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn restarts_follow_lubys_sequence() {
        let numbers: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(numbers, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
