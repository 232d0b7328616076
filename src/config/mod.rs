//! Settings, from flags and the environment.
//!
//! A flag wins over its variable, and a variable over the default. Every flag has a variable named after it
//! (`--max-body`, `SUDOKU_MAX_BODY`), and `--help` states its default.

mod batch;
mod deprecated;
mod error;
mod listen;
mod setting;
mod solve_file;
mod values;

use std::ffi::OsString;
use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Duration;

use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub use batch::BatchConfig;
pub use error::ConfigError;
pub use listen::Listen;
pub use setting::Setting;
pub use solve_file::{AnswerFormat, GridFormat, SolveFile};
use values::{at_most, cors_origins, duration, engine, log_directives, positive_duration, size};

use crate::api::{CorsOrigins, Settings};
use crate::connections::ConnectionLimits;
use sudoku_engine::solver::Engine;

/// The name of the program.
const NAME: &str = "sudoku-server";

/// Solves 9x9 Sudoku grids over HTTP: POST /solve.
#[derive(Clone, Debug, Parser)]
#[command(name = NAME, version)]
#[command(mut_args(|argument| argument.hide_env_values(true)))]
#[command(after_help = "Durations are a number and a unit: 250ms, 10s, 2m, 1h.\n\
    Sizes are a number of bytes, or a number and a unit: 64KiB, 1MiB, 10MB.\n\
    A flag wins over its environment variable. On SIGTERM or SIGINT the server completes the requests\n\
    it has accepted, then stops; a second signal stops it at once. SIGHUP is ignored: settings are read\n\
    only at the start.")]
pub struct Config {
    /// What to do instead of serving.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Address or host name, and port, to listen on; port 0 picks a free one
    #[arg(long, global = true, env = "SUDOKU_LISTEN", value_name = "HOST:PORT", default_value = "127.0.0.1:8080")]
    pub listen: Listen,

    /// Port to use instead of the one in `SUDOKU_LISTEN` or the default address [default: none]
    #[arg(long, global = true, env = "PORT", value_name = "PORT")]
    pub port: Option<u16>,

    /// Search engine: auto (the fastest this machine can run), avx512, avx2 or portable
    #[arg(long, global = true, env = "SUDOKU_ENGINE", value_name = "ENGINE", default_value = "auto", value_parser = engine)]
    pub engine: Engine,

    /// Solver threads for each kind of search: /solve and /validate; /count, /hint and /rate; batches [default: the number of cores]
    #[arg(long, global = true, env = "SUDOKU_WORKERS", value_name = "N", value_parser = at_most::<1024>)]
    pub workers: Option<NonZeroUsize>,

    /// Searches that may wait for a thread; further ones get a 503
    #[arg(long, env = "SUDOKU_QUEUE", value_name = "N", default_value = "1024", value_parser = at_most::<1_000_000>)]
    pub queue: NonZeroUsize,

    /// Guesses a search may make before it is stopped with a 503
    #[arg(long, global = true, env = "SUDOKU_MAX_GUESSES", value_name = "N", default_value = "10000000")]
    pub max_guesses: NonZeroU64,

    /// Time a search may take, including the wait for a thread
    #[arg(long, env = "SUDOKU_SOLVE_DEADLINE", value_name = "TIME", default_value = "10s", value_parser = positive_duration)]
    pub solve_deadline: Duration,

    /// Time for a request's body to arrive
    #[arg(long, env = "SUDOKU_BODY_DEADLINE", value_name = "TIME", default_value = "10s", value_parser = positive_duration)]
    pub body_deadline: Duration,

    /// Time for a request's head to arrive, from its first byte
    #[arg(long, env = "SUDOKU_HEAD_DEADLINE", value_name = "TIME", default_value = "10s", value_parser = positive_duration)]
    pub head_deadline: Duration,

    /// Time for the first byte of a new connection to arrive
    #[arg(long, env = "SUDOKU_FIRST_BYTE_DEADLINE", value_name = "TIME", default_value = "10s", value_parser = positive_duration)]
    pub first_byte_deadline: Duration,

    /// Time a connection may be idle between two requests
    #[arg(long, env = "SUDOKU_IDLE_DEADLINE", value_name = "TIME", default_value = "1m", value_parser = positive_duration)]
    pub idle_deadline: Duration,

    /// Time from the first byte of a request to the last byte of its response, for clients that never read it
    #[arg(long, env = "SUDOKU_ANSWER_DEADLINE", value_name = "TIME", default_value = "30s", value_parser = positive_duration)]
    pub answer_deadline: Duration,

    /// Time after SIGTERM and the shutdown delay until unfinished requests are cut
    #[arg(long, env = "SUDOKU_DRAIN_DEADLINE", value_name = "TIME", default_value = "20s", value_parser = positive_duration)]
    pub drain_deadline: Duration,

    /// Time after SIGTERM during which /readyz returns 503 but connections are still accepted
    #[arg(long, env = "SUDOKU_SHUTDOWN_DELAY", value_name = "TIME", default_value = "0s", value_parser = duration)]
    pub shutdown_delay: Duration,

    /// Connections open at a time; fewer if the system allows fewer open files
    #[arg(long, env = "SUDOKU_MAX_CONNECTIONS", value_name = "N", default_value = "10000")]
    pub max_connections: NonZeroUsize,

    /// The longest request body, and the longest line of a batch
    #[arg(long, global = true, env = "SUDOKU_MAX_BODY", value_name = "SIZE", default_value = "64KiB", value_parser = size)]
    pub max_body: NonZeroUsize,

    /// The limits of batches.
    #[command(flatten)]
    pub batch: BatchConfig,

    /// Origins whose pages may call the service: `*` (any), `none`, or a comma-separated list
    #[arg(long, env = "SUDOKU_CORS_ORIGINS", value_name = "ORIGINS", default_value = "*", value_parser = cors_origins)]
    pub cors_origins: CorsOrigins,

    /// Format of the log on stderr; auto is pretty on a terminal and json otherwise
    #[arg(long, env = "SUDOKU_LOG_FORMAT", value_name = "FORMAT", default_value = "auto")]
    pub log_format: LogFormat,

    /// Log level, or directives such as `info,hyper=debug`; `RUST_LOG` applies if neither flag nor variable is set
    #[arg(long, env = "SUDOKU_LOG_LEVEL", value_name = "DIRECTIVES", default_value = "info,h2=error", value_parser = log_directives)]
    pub log_level: String,

    /// One line for each deprecated name in use.
    #[arg(skip)]
    pub warnings: Vec<String>,
}

/// What the binary can do besides serving.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Solve the grids of a file or of stdin, in the formats of POST /solve/batch, on all cores
    Solve(SolveFile),
    /// Check the server on the configured port (GET /livez): exit code 0 if it is alive, 1 if not
    Healthcheck,
    /// Print a script that completes flags and their values in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// The format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Pretty on a terminal, JSON otherwise.
    Auto,
    /// For people.
    Pretty,
    /// One JSON object a line.
    Json,
}

impl Config {
    /// Reads the process's arguments and environment.
    ///
    /// # Errors
    /// A bad value, described in one line. Also `--help` and `--version`, with [`ConfigError::exit_code`] 0.
    pub fn from_process() -> Result<Self, ConfigError> {
        Self::from_args(std::env::args_os())
    }

    /// Reads `args`, whose first element is the program's name, and the process's environment.
    ///
    /// # Errors
    /// As [`Config::from_process`].
    pub fn from_args(args: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Self, ConfigError> {
        let mut warnings = Vec::new();
        let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
        let is_set = |name: &str| std::env::var_os(name).is_some();
        let command = deprecated::accept_flags(Self::command(), &args, &mut warnings);
        let mut command = deprecated::rename_variables(command, is_set, &mut warnings);
        let matches = command.try_get_matches_from_mut(args).map_err(|error| ConfigError::of_clap(&error, &command))?;
        let mut config = Self::from_arg_matches(&matches).map_err(|error| ConfigError::of_clap(&error, &command))?;
        config.apply_port(&matches);
        config.apply_rust_log(&matches)?;
        let engine = matches.get_raw("engine").and_then(|mut values| values.next()?.to_str());
        warnings.extend(engine.and_then(|name| deprecated::rename_engine(name).1));
        config.warnings = warnings;
        Ok(config)
    }

    /// Platforms set `PORT` to the port they will connect to. Only an address given by flag outranks it.
    fn apply_port(&mut self, matches: &ArgMatches) {
        let Some(port) = self.port else { return };
        let by_flag = |name| source(matches, name) == Some(ValueSource::CommandLine);
        if by_flag("port") || !by_flag("listen") {
            self.listen.set_port(port);
        }
    }

    fn apply_rust_log(&mut self, matches: &ArgMatches) -> Result<(), ConfigError> {
        if source(matches, "log_level") == Some(ValueSource::DefaultValue)
            && let Ok(directives) = std::env::var("RUST_LOG")
            && !directives.is_empty()
        {
            self.log_level =
                log_directives(&directives).map_err(|why| ConfigError::of_variable("RUST_LOG", &directives, &why))?;
        }
        Ok(())
    }

    /// The script with which a shell completes the command line.
    pub fn completions(shell: Shell) -> String {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Self::command(), NAME, &mut script);
        String::from_utf8_lossy(&script).into_owned()
    }

    /// The limits of connections.
    pub fn connection_limits(&self) -> ConnectionLimits {
        ConnectionLimits {
            first_byte: self.first_byte_deadline,
            head: self.head_deadline,
            idle: self.idle_deadline,
            answer: self.answer_deadline,
            drain: self.drain_deadline,
            max_connections: self.max_connections.get(),
            max_held: self.max_connections.get().saturating_mul(ConnectionLimits::HELD_BY_ACTIVE),
            ..ConnectionLimits::default()
        }
    }

    /// The settings of the API.
    pub fn api(&self) -> Settings {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Settings {
            engine: self.engine,
            workers: self.workers.unwrap_or_else(cores).get(),
            queue: self.queue.get(),
            max_guesses: self.max_guesses.get(),
            solve_deadline: self.solve_deadline,
            body_deadline: self.body_deadline,
            max_body: self.max_body.get(),
            batch: self.batch.settings(),
            cors_origins: self.cors_origins.clone(),
        }
    }
}

/// The source that set a value, which may be given before or after the subcommand; a flag outranks a variable.
fn source(matches: &ArgMatches, name: &str) -> Option<ValueSource> {
    let below = matches.subcommand().and_then(|(_, matches)| matches.try_contains_id(name).ok().map(|_| matches));
    matches.value_source(name).max(below.and_then(|matches| matches.value_source(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_well_formed() {
        Config::command().debug_assert();
    }

    #[test]
    fn the_defaults_are_those_of_the_library() {
        let config = Config::from_args(["sudoku-server"]).unwrap();
        assert_eq!(config.api(), Settings::default());
        assert_eq!(config.connection_limits(), ConnectionLimits::default());
    }
}
