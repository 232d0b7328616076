//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use sudoku_engine::solver::Engine;

/// What the program takes.
pub const USAGE: &str = "\
usage: hunt [--engine NAME|all] [--batch yes|no] [--minutes N] [--seed N] [--start FILE]...
            [--cap N] [--keep N] [--out FILE]
  --engine NAME  the engine to hunt: avx512, avx2 or portable; or all that this machine can run (default all)
  --batch yes    hunt the engine in batches of equal grids as well (default no)
  --minutes N    how long to hunt (default 10)
  --seed N       the seed of all randomness (default 1)
  --start FILE   more grids to start from, one at the start of each line
  --cap N        the most guesses on one grid (default 2000000)
  --keep N       how many grids to write (default 100)
  --out FILE     where to write them (default: standard output)";

/// What to hunt.
pub struct Options {
    /// The engines.
    pub engines: Vec<Engine>,
    /// Whether to hunt in batches as well.
    pub batch: bool,
    /// How long to hunt.
    pub time: Duration,
    /// The seed of all randomness.
    pub seed: u64,
    /// Files of further grids to start from.
    pub starts: Vec<PathBuf>,
    /// The most guesses on one grid.
    pub cap: u64,
    /// How many grids to write.
    pub keep: usize,
    /// Where to write them; `None` for standard output.
    pub out: Option<PathBuf>,
}

impl Options {
    /// Reads the arguments after the program's name.
    ///
    /// # Errors
    /// A text that says what is wrong with them.
    pub fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let time = Duration::from_secs(600);
        let (engines, starts) = (Engine::ALL.to_vec(), Vec::new());
        let mut options = Self { engines, batch: false, time, seed: 1, starts, cap: 2_000_000, keep: 100, out: None };
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            options.set(&name, &value).ok_or_else(|| format!("{name} {value} makes no sense"))?;
        }
        Ok(options)
    }

    /// Sets one option; `None` if the name or the value makes no sense.
    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "--engine" if value == "all" => self.engines = Engine::ALL.to_vec(),
            "--engine" => {
                self.engines = vec![Engine::ALL.into_iter().find(|engine| engine.to_string() == value)?];
            }
            "--batch" => self.batch = ["no", "yes"].iter().position(|word| *word == value)? == 1,
            "--minutes" => self.time = Duration::try_from_secs_f64(value.parse::<f64>().ok()? * 60.0).ok()?,
            "--seed" => self.seed = value.parse().ok()?,
            "--start" => self.starts.push(value.into()),
            "--cap" => self.cap = value.parse().ok().filter(|&cap| cap > 1)?,
            "--keep" => self.keep = value.parse().ok().filter(|&keep| keep > 0)?,
            "--out" => self.out = Some(value.into()),
            _ => return None,
        }
        Some(())
    }
}
