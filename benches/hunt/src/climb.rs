//! The hunt: random changes of a grid, of which those are kept that cost more guesses, and at first some that cost less.

use std::time::{Duration, Instant};

use sudoku_engine::grid::Puzzle;
use sudoku_engine::random::{RngExt, Xoshiro256PlusPlus};

use crate::archive::{Archive, Kept};
use crate::change::{changed, sparse};
use crate::target::{Cost, Target};

/// Changes without a new worst grid after which a climb ends.
const PATIENCE: u32 = 600;

/// What a climb may forgive at its begin: in the hottest a change to e^-0.6 of the guesses is still taken every third
/// time. Each climb has its own, between this and none, since in heat what was good at the start is soon lost.
const HEAT: f64 = 0.6;

/// What is left of the heat after each change.
const COOLING: f64 = 0.998;

/// A grid with another number of solutions than is hunted for counts as one of so many times fewer guesses: a step on the
/// way, no aim.
const ELSEWHERE: f64 = 8.0;

/// How often the hunt tells how far it is.
const PROGRESS: Duration = Duration::from_secs(20);

/// All that a hunt knows.
pub struct Hunt {
    targets: Vec<Target>,
    /// Of each target, for each number of solutions. Each is climbed for in its turn.
    archives: Vec<[Archive; 3]>,
    starts: Vec<Puzzle>,
    rng: Xoshiro256PlusPlus,
    cap: u64,
    tried: u64,
    began: Instant,
    told: Instant,
}

impl Hunt {
    /// A hunt that begins with these grids, makes up to `cap` guesses at each, and keeps `keep` of each kind.
    pub fn new(targets: Vec<Target>, starts: Vec<Puzzle>, rng: Xoshiro256PlusPlus, cap: u64, keep: usize) -> Self {
        let archives = targets.iter().map(|_| std::array::from_fn(|_| Archive::new(keep))).collect();
        let now = Instant::now();
        Self { targets, archives, starts, rng, cap, tried: 0, began: now, told: now }
    }

    /// Tries all starts, then climbs until the time is over.
    pub fn run(&mut self, time: Duration) {
        for target in 0..self.targets.len() {
            for at in 0..self.starts.len() {
                self.ask(target, 0, &self.starts[at].clone());
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
        self.tell();
    }

    /// The worst of each target and number of solutions in turn, as many as are asked for if there are so many.
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

    /// Climbs from one start to where nothing gets worse.
    fn climb(&mut self, target: usize, solutions: usize, end: Instant) {
        let mut here = self.start(target, solutions);
        let mut height = self.score(target, solutions, &here);
        let (mut highest, mut since, mut heat) = (height, 0, HEAT * self.rng.unit());
        // A grid at the cap looks like any other there, and costs the most time.
        while since < PATIENCE && height < (self.cap as f64).ln() && Instant::now() < end {
            let next = changed(&here, &mut self.rng);
            let found = self.score(target, solutions, &next);
            // Equal ones are taken, which leads over plains.
            if found - height >= heat * self.rng.unit().ln() {
                (here, height) = (next, found);
            }
            since += 1;
            heat *= COOLING;
            if height > highest {
                (highest, since) = (height, 0);
            }
        }
        if self.told.elapsed() > PROGRESS {
            self.tell();
        }
    }

    /// Where to begin: at a start, in the void, or at one of the worst.
    fn start(&mut self, target: usize, solutions: usize) -> Puzzle {
        let worst = self.archives[target][solutions].kept();
        match self.rng.below(3) {
            0 => self.rng.pick(&self.starts).copied(),
            1 => self.rng.pick(worst).map(|kept| kept.puzzle),
            _ => None,
        }
        .unwrap_or_else(|| sparse(&mut self.rng))
    }

    /// The logarithm of the guesses, less when the grid has another number of solutions than is wanted. A grid that is kept
    /// for one target is shown to the others.
    fn score(&mut self, target: usize, wanted: usize, puzzle: &Puzzle) -> f64 {
        let (cost, kept) = self.ask(target, wanted, puzzle);
        for other in (0..self.targets.len()).filter(|&other| kept && other != target) {
            self.ask(other, wanted, puzzle);
        }
        let guesses = cost.guesses.max(1) as f64;
        if cost.solutions.unwrap_or(wanted) == wanted { guesses.ln() } else { (guesses / ELSEWHERE).ln() }
    }

    /// What the grid costs, and whether it was kept for that.
    fn ask(&mut self, target: usize, wanted: usize, puzzle: &Puzzle) -> (Cost, bool) {
        let cost = self.targets[target].cost(puzzle, self.cap);
        self.tried += 1;
        // What the cap ended is kept in place of what was looked for; the report asks again, and more patiently.
        let archive = &mut self.archives[target][cost.solutions.unwrap_or(wanted)];
        (cost, archive.offer(Kept { puzzle: *puzzle, guesses: cost.guesses }))
    }

    fn tell(&mut self) {
        self.told = Instant::now();
        eprint!("{:5.0} s, {} grids;", self.began.elapsed().as_secs_f64(), self.tried);
        for (target, archives) in self.targets.iter().zip(&self.archives) {
            let [none, one, several] = [0, 1, 2].map(|solutions: usize| archives[solutions].worst());
            eprint!(" {target}: {none} without solution, {one} with one, {several} with several;");
        }
        eprintln!();
    }
}
