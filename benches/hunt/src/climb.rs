//! The hunt: simulated annealing. Random changes of a grid are kept if they cost more guesses, and at first also some
//! that cost fewer.

use std::time::{Duration, Instant};

use sudoku_engine::grid::Puzzle;
use sudoku_engine::random::{RngExt, Xoshiro256PlusPlus};

use crate::archive::{Archive, Kept};
use crate::change::{changed, sparse};
use crate::target::{Cost, Target};

/// A climb ends after this many changes without a new worst grid.
const PATIENCE: u32 = 600;

/// The most heat that a climb starts with: a change to e^-0.6 of the guesses is then still taken every third time. Each
/// climb starts with its own, between none and this, since heat soon loses what was good at the start.
const HEAT: f64 = 0.6;

/// The part of the heat that is left after each change.
const COOLING: f64 = 0.998;

/// A grid with another number of solutions than is hunted for counts as if it took this many times fewer guesses: it
/// may be a step on the way.
const ELSEWHERE: f64 = 8.0;

/// How often the hunt reports its progress.
const PROGRESS: Duration = Duration::from_secs(20);

/// The state of a hunt.
pub struct Hunt {
    targets: Vec<Target>,
    /// The worst grids of each target, by their number of solutions (2 for several). The hunt climbs for each in turn.
    archives: Vec<[Archive; 3]>,
    starts: Vec<Puzzle>,
    rng: Xoshiro256PlusPlus,
    cap: u64,
    tried: u64,
    began: Instant,
    reported: Instant,
}

impl Hunt {
    /// A hunt from these grids, which makes up to `cap` guesses on each and keeps `keep` of each kind.
    pub fn new(targets: Vec<Target>, starts: Vec<Puzzle>, rng: Xoshiro256PlusPlus, cap: u64, keep: usize) -> Self {
        let archives = targets.iter().map(|_| std::array::from_fn(|_| Archive::new(keep))).collect();
        let now = Instant::now();
        Self { targets, archives, starts, rng, cap, tried: 0, began: now, reported: now }
    }

    /// Tries all starts, then climbs until the time is up.
    pub fn run(&mut self, time: Duration) {
        for target in 0..self.targets.len() {
            for at in 0..self.starts.len() {
                self.offer(target, 0, &self.starts[at].clone());
            }
        }
        let end = self.began + time;
        while Instant::now() < end {
            for target in 0..self.targets.len() {
                for solutions in 0..3 {
                    self.climb(target, solutions, end);
                }
            }
        }
        self.report();
    }

    /// Up to `keep` grids: the worst of each target and number of solutions, then the second of each, and so on.
    pub fn worst(&self, keep: usize) -> Vec<Puzzle> {
        let mut chosen = Archive::new(keep);
        let archives: Vec<&Archive> = self.archives.iter().flatten().collect();
        let longest = archives.iter().map(|archive| archive.kept().len()).max().unwrap_or(0);
        for place in 0..longest {
            for kept in archives.iter().filter_map(|archive| archive.kept().get(place)) {
                if chosen.kept().len() < keep {
                    chosen.offer(*kept);
                }
            }
        }
        chosen.kept().iter().map(|kept| kept.puzzle).collect()
    }

    /// Climbs from one start until nothing gets worse.
    fn climb(&mut self, target: usize, solutions: usize, end: Instant) {
        let mut here = self.start(target, solutions);
        let mut height = self.score(target, solutions, &here);
        let (mut highest, mut since, mut heat) = (height, 0, HEAT * self.rng.unit());
        // All grids at the cap look alike, and cost the most time.
        while since < PATIENCE && height < (self.cap as f64).ln() && Instant::now() < end {
            let next = changed(&here, &mut self.rng);
            let found = self.score(target, solutions, &next);
            // Equal ones are taken too, which leads across plateaus.
            if found - height >= heat * self.rng.unit().ln() {
                (here, height) = (next, found);
            }
            since += 1;
            heat *= COOLING;
            if height > highest {
                (highest, since) = (height, 0);
            }
        }
        if self.reported.elapsed() > PROGRESS {
            self.report();
        }
    }

    /// Where to start: at one of the given grids, at one of the worst, or at a random one.
    fn start(&mut self, target: usize, solutions: usize) -> Puzzle {
        let worst = self.archives[target][solutions].kept();
        match self.rng.below(3) {
            0 => self.rng.pick(&self.starts).copied(),
            1 => self.rng.pick(worst).map(|kept| kept.puzzle),
            _ => None,
        }
        .unwrap_or_else(|| sparse(&mut self.rng))
    }

    /// The logarithm of the guesses, less if the grid has another number of solutions than is wanted. A grid that is
    /// kept for one target is offered to the others.
    fn score(&mut self, target: usize, wanted: usize, puzzle: &Puzzle) -> f64 {
        let (cost, kept) = self.offer(target, wanted, puzzle);
        for other in (0..self.targets.len()).filter(|&other| kept && other != target) {
            self.offer(other, wanted, puzzle);
        }
        let guesses = cost.guesses.max(1) as f64;
        if cost.solutions.unwrap_or(wanted) == wanted { guesses.ln() } else { (guesses / ELSEWHERE).ln() }
    }

    /// The cost of the grid, and whether it was kept.
    fn offer(&mut self, target: usize, wanted: usize, puzzle: &Puzzle) -> (Cost, bool) {
        let cost = self.targets[target].cost(puzzle, self.cap);
        self.tried += 1;
        // A grid at the cap counts as what was wanted; the final report searches it again, with a higher cap.
        let archive = &mut self.archives[target][cost.solutions.unwrap_or(wanted)];
        (cost, archive.offer(Kept { puzzle: *puzzle, guesses: cost.guesses }))
    }

    fn report(&mut self) {
        self.reported = Instant::now();
        eprint!("{:5.0} s, {} grids;", self.began.elapsed().as_secs_f64(), self.tried);
        for (target, archives) in self.targets.iter().zip(&self.archives) {
            let [none, one, several] = [0, 1, 2].map(|solutions: usize| archives[solutions].worst());
            eprint!(" {target}: {none} without solution, {one} with one, {several} with several;");
        }
        eprintln!();
    }
}
