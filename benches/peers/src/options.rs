//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use sudoku_engine::solver::Engine;

use crate::measure::Effort;

/// What the program takes.
pub const USAGE: &str = "\
usage: peers [--full | --by-guesses] [--engines NAMES] [--tdoku PATH]... [--threads N]
             [--sets PATH] [--only NAME] [--most N] [--rounds N] [--seconds S] [--seed N]
  --full           measures nothing, and checks on all puzzles that all agree
  --engines NAMES  engines of this project, as in avx512,portable, or all that this machine can run
                   (default: the best; all with --full)
  --by-guesses     measures the puzzles of all sets grouped by their guesses
  --tdoku PATH     a shared library built from tdoku's sources for this processor; may be repeated
  --threads N      measures batches on N threads as well
  --sets PATH      the folder of the puzzle sets, or one file (default: SUDOKU_PUZZLES, else ../shared/puzzles)
  --only NAME      only the sets whose name contains NAME
  --most N         the most puzzles of a set (default 5000; all with --full)
  --rounds N       alternating rounds, of which the median counts (default 9)
  --seconds S      the time of one solver in one row, without its warm-up (default 1)
  --seed N         the seed of the order of the puzzles and of all other randomness (default 1)";

/// What to measure.
pub struct Options {
    /// Whether to compare all answers and measure nothing.
    pub full: bool,
    /// Whether to group the puzzles by their guesses.
    pub by_guesses: bool,
    /// The engines of this project: one or more, all available.
    pub engines: Vec<Engine>,
    /// The files of tdoku's libraries.
    pub tdoku: Vec<PathBuf>,
    /// The threads of a batch: two or more.
    pub threads: Option<usize>,
    /// The folder of the puzzle sets, or the file of one.
    pub sets: PathBuf,
    /// A part of the names of the sets to take.
    pub only: String,
    /// The most puzzles of a set.
    pub most: usize,
    /// How long to measure.
    pub effort: Effort,
    /// The seed of all randomness.
    pub seed: u64,
}

impl Options {
    /// Reads the arguments after the program's name.
    ///
    /// # Errors
    /// A text that says what is wrong with them.
    pub fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self::default();
        let (mut engines, mut most) = (None, None);
        while let Some(name) = arguments.next() {
            if name == "--full" {
                options.full = true;
                continue;
            }
            if name == "--by-guesses" {
                options.by_guesses = true;
                continue;
            }
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            let wrong = || format!("{name} {value} makes no sense");
            let at_least = |least| value.parse().ok().filter(|&number| number >= least).ok_or_else(wrong);
            match name.as_str() {
                "--engines" => engines = Some(named(&value)?),
                "--tdoku" => options.tdoku.push(value.into()),
                "--threads" => options.threads = Some(at_least(2)?),
                "--sets" => options.sets = value.into(),
                "--only" => options.only = value,
                "--most" => most = Some(at_least(1)?),
                "--rounds" => options.effort.rounds = at_least(1)?,
                "--seconds" => {
                    let time = value.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                    options.effort.time = time.ok_or_else(wrong)?;
                }
                "--seed" => options.seed = value.parse().map_err(|_| wrong())?,
                _ => return Err(format!("{name} is unknown")),
            }
        }
        options.engines = engines.unwrap_or_else(|| if options.full { available() } else { vec![Engine::best()] });
        options.most = most.unwrap_or(if options.full { usize::MAX } else { 5_000 });
        Ok(options)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            full: false,
            by_guesses: false,
            engines: Vec::new(),
            tdoku: Vec::new(),
            threads: None,
            sets: std::env::var_os("SUDOKU_PUZZLES").map_or_else(|| "../shared/puzzles".into(), PathBuf::from),
            only: String::new(),
            most: usize::MAX,
            effort: Effort { rounds: 9, time: Duration::from_secs(1) },
            seed: 1,
        }
    }
}

fn available() -> Vec<Engine> {
    Engine::ALL.into_iter().filter(|engine| engine.is_available()).collect()
}

fn named(names: &str) -> Result<Vec<Engine>, String> {
    if names == "all" {
        return Ok(available());
    }
    let engine = |name: &str| {
        let found = Engine::ALL.into_iter().find(|engine| engine.to_string() == name);
        let engine = found.ok_or_else(|| format!("there is no engine {name}"))?;
        if engine.is_available() { Ok(engine) } else { Err(format!("this machine cannot run {engine}")) }
    };
    names.split(',').map(engine).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, String> {
        Options::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn the_default_is_the_best_engine_on_a_part_of_each_set() {
        let options = parse("").unwrap();
        assert_eq!((options.engines, options.most, options.full), (vec![Engine::best()], 5_000, false));
        assert!(options.tdoku.is_empty() && options.threads.is_none());
    }

    #[test]
    fn a_full_run_takes_everything_by_default() {
        let options = parse("--full").unwrap();
        assert_eq!((options.engines, options.most, options.full), (available(), usize::MAX, true));
        let options = parse("--most 7 --engines portable --full").unwrap();
        assert_eq!((options.engines, options.most), (vec![Engine::Portable], 7));
    }

    #[test]
    fn puzzles_can_be_grouped() {
        assert!(parse("--by-guesses --most 9").unwrap().by_guesses);
        assert!(!parse("--most 9").unwrap().by_guesses);
    }

    #[test]
    fn values_are_taken() {
        let line =
            "--tdoku a.so --tdoku b.so --threads 2 --sets s --only o --rounds 3 --seconds 0.5 --seed 4 --engines all";
        let options = parse(line).unwrap();
        assert_eq!(options.tdoku, ["a.so", "b.so"].map(PathBuf::from));
        assert_eq!((options.threads, options.sets, options.only.as_str()), (Some(2), PathBuf::from("s"), "o"));
        assert_eq!((options.effort.rounds, options.effort.time), (3, Duration::from_millis(500)));
        assert_eq!((options.seed, options.engines), (4, available()));
    }

    #[test]
    fn arguments_that_make_no_sense_are_refused() {
        let lines = ["--threads 1", "--most 0", "--rounds x", "--seconds -1", "--engines", "--engines fast,portable"];
        for line in lines.into_iter().chain(["--engines portable,", "--nothing 1", "--seed -1"]) {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
