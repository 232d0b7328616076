//! A batch on several threads, beside the same batch on one.
//!
//! Both search the same puzzles, several copies of the set. Each thread gets the same number of whole copies: this
//! measures how threads disturb each other, not how fairly a set was divided.

use std::thread;
use std::time::{Duration, Instant};

use sudoku_engine::grid::Puzzle;
use sudoku_engine::solver::{Budget, Engine, Solver};

use crate::agree;
use crate::contender::Contender;
use crate::measure::{self, Effort};
use crate::sets::Set;

/// The fewest puzzles in a call of a thread: lanes run empty at the end of each.
const LEAST_PUZZLES: usize = 5_000;
/// The shortest time from the start of threads to their end, so that starting them costs next to nothing.
const LEAST_TIME: Duration = Duration::from_millis(100);

/// The figures of one set.
pub struct Measured {
    /// Microseconds a puzzle on one thread.
    pub one: f64,
    /// Microseconds a puzzle on all threads.
    pub all: f64,
    /// How many times as fast all threads are as one.
    pub ratio: f64,
}

/// Measures an engine on a set, on one thread and on several.
///
/// # Errors
/// When they count differently.
pub fn measure(engine: Engine, set: &Set, limit: u64, threads: usize, effort: Effort) -> Result<Measured, String> {
    let copies = LEAST_PUZZLES.div_ceil(set.puzzles.len());
    let mut one = Threads::new(engine, &set.puzzles, copies * threads, 1);
    let mut all = Threads::new(engine, &set.puzzles, copies, threads);
    let puzzles = set.puzzles.repeat(copies * threads);
    let start = Instant::now();
    one.run(limit, &mut |_| {});
    let calls = LEAST_TIME.as_nanos().div_ceil(start.elapsed().as_nanos().max(1)) as usize;
    (one.calls, all.calls) = (calls, calls);

    let mut contenders: [Box<dyn Contender>; 2] = [Box::new(one), Box::new(all)];
    agree::counts(&mut contenders, &puzzles, limit)?;
    let times = measure::rounds(&mut contenders, limit, puzzles.len() * calls, effort);
    Ok(Measured {
        one: measure::median(times[0].iter().copied()),
        all: measure::median(times[1].iter().copied()),
        ratio: measure::ratio(&times[0], &times[1]),
    })
}

/// A batch in parts, one for each thread.
struct Threads {
    parts: Vec<Part>,
    /// How many times each thread searches its part in one run.
    calls: usize,
}

struct Part {
    solver: Solver,
    puzzles: Vec<Puzzle>,
}

impl Threads {
    /// The given number of copies of a set for each thread.
    fn new(engine: Engine, set: &[Puzzle], copies: usize, threads: usize) -> Self {
        let part = || Part {
            solver: Solver::with_engine(engine).expect("only engines that are available are chosen"),
            puzzles: set.repeat(copies),
        };
        Self { parts: (0..threads).map(|_| part()).collect(), calls: 1 }
    }
}

impl Part {
    /// The counts of the last of the calls.
    fn counts(&mut self, limit: u64, calls: usize) -> Vec<u64> {
        let mut counts = Vec::new();
        for _ in 0..calls {
            let batch = self.solver.count_batch(&self.puzzles, limit, &Budget::UNLIMITED);
            counts.clear();
            counts.extend(batch.into_iter().map(|count| count.expect("the budget is unlimited").found));
        }
        counts
    }
}

impl Contender for Threads {
    fn name(&self) -> String {
        format!("batch x{}", self.parts.len())
    }

    /// Passes on the counts of the last call. The calling thread searches the first part.
    fn run(&mut self, limit: u64, each: &mut dyn FnMut(u64)) {
        let calls = self.calls;
        let Some((first, others)) = self.parts.split_first_mut() else { return };
        thread::scope(|scope| {
            let others: Vec<_> = others.iter_mut().map(|part| scope.spawn(move || part.counts(limit, calls))).collect();
            first.counts(limit, calls).into_iter().for_each(&mut *each);
            for other in others {
                other.join().expect("a search does not panic").into_iter().for_each(&mut *each);
            }
        });
    }

    fn guesses(&mut self, _limit: u64) -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_engine::grid::Grid;

    #[test]
    fn each_thread_counts_its_copies_of_the_set() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let set = [line.parse().unwrap(), Grid::EMPTY].map(|grid| Puzzle::new(grid).unwrap());
        for (threads, copies) in [(1, 6), (2, 3), (3, 2)] {
            let mut split = Threads::new(Engine::Portable, &set, copies, threads);
            split.calls = 2;
            let mut counts = Vec::new();
            split.run(3, &mut |count| counts.push(count));
            assert_eq!(counts, [1, 3].repeat(6), "{threads} threads");
        }
    }
}
