use crate::api::Outcome;

/// How many grids of a batch had each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally([u64; Outcome::ALL.len()]);

impl Tally {
    /// Counts one more grid.
    pub const fn add(&mut self, outcome: Outcome) {
        self.0[outcome as usize] += 1;
    }

    /// The number of grids with this outcome.
    pub const fn of(&self, outcome: Outcome) -> u64 {
        self.0[outcome as usize]
    }

    /// The number of all grids.
    pub fn grids(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The number of grids that were solved, uniquely or not.
    pub const fn solved(&self) -> u64 {
        self.of(Outcome::Unique) + self.of(Outcome::Multiple)
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum += more;
        }
    }
}
