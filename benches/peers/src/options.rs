//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use crate::measure::Effort;

/// How the program is called.
pub const USAGE: &str = "\
usage: peers [--sets FOLDER] [--only NAME] [--most N] [--rounds N] [--seconds S] [--seed N]
  --sets FOLDER  where the puzzle sets lie (default: SUDOKU_PUZZLES, else ../shared/puzzles)
  --only NAME    only the sets whose name contains this
  --most N       puzzles of a set at most (default 5000)
  --rounds N     alternating rounds, of which the median counts (default 9)
  --seconds S    time of one solver in one row, without its warm-up (default 1)
  --seed N       of the order of the puzzles (default 1)";

/// What to measure.
pub struct Options {
    /// The folder of the puzzle sets.
    pub sets: PathBuf,
    /// A part of the names of the sets that are wanted.
    pub only: String,
    /// Puzzles of a set at most.
    pub most: usize,
    /// How long.
    pub effort: Effort,
    /// Of the shuffle.
    pub seed: u64,
}

impl Options {
    /// Reads the arguments after the program's name.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let sets = std::env::var_os("SUDOKU_PUZZLES").map_or_else(|| "../shared/puzzles".into(), PathBuf::from);
        let effort = Effort { rounds: 9, time: Duration::from_secs(1) };
        let mut options = Self { sets, only: String::new(), most: 5_000, effort, seed: 1 };
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            let wrong = || format!("{name} {value} makes no sense");
            match name.as_str() {
                "--sets" => options.sets = value.into(),
                "--only" => options.only = value,
                "--most" => options.most = value.parse().ok().filter(|&n| n > 0).ok_or_else(wrong)?,
                "--rounds" => options.effort.rounds = value.parse().ok().filter(|&n| n > 0).ok_or_else(wrong)?,
                "--seconds" => {
                    let time = value.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                    options.effort.time = time.ok_or_else(wrong)?;
                }
                "--seed" => options.seed = value.parse().map_err(|_| wrong())?,
                _ => return Err(format!("{name} is unknown")),
            }
        }
        Ok(options)
    }
}
