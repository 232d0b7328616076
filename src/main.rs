//! The `sudoku-server` binary.
#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use sudoku_server::api::{App, refusals, router};
use sudoku_server::config::{Command, Config, SolveFile};
use sudoku_server::connections::{self, ConnectionStats, Signals};
use sudoku_server::{healthcheck, solve_file, telemetry};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let config = match Config::from_process() {
        Ok(config) => config,
        Err(error) if error.exit_code() == 0 => {
            return print(&format!("{error}\n")).unwrap_or_else(|error| fail(&error));
        }
        Err(error) => {
            fail(&error.to_string());
            return error.exit_code().into();
        }
    };
    let outcome = match &config.command {
        Some(Command::Healthcheck) => {
            healthcheck::run(&config.listen).map(|()| ExitCode::SUCCESS).map_err(|error| error.to_string())
        }
        Some(Command::Completions { shell }) => print(&Config::completions(*shell)),
        Some(Command::Solve(options)) => solve(&config, options),
        None => run(&config),
    };
    outcome.unwrap_or_else(|error| fail(&error))
}

/// Writes to stdout. A reader that closes it early, such as `head`, has read what it wants; `println!` would panic.
fn print(text: &str) -> Result<ExitCode, String> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("error: cannot write: {error}")),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Writes the reason to stderr, if that is open.
fn fail(reason: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "{reason}");
    ExitCode::FAILURE
}

/// Writes the answers to stdout and their summary to stderr. Grids that were refused are no failure.
fn solve(config: &Config, options: &SolveFile) -> Result<ExitCode, String> {
    for warning in &config.warnings {
        let _ = writeln!(io::stderr(), "{warning}");
    }
    match solve_file::run(options, &config.api(), io::stdout()) {
        Ok(tally) => {
            // Nobody may read stderr.
            let _ = writeln!(io::stderr(), "{}", solve_file::summary(&tally));
            Ok(ExitCode::SUCCESS)
        }
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        Err(error) => Err(format!("error: {}: {error}", options.file.display())),
    }
}

/// Serves until a signal, then until every accepted request is answered.
fn run(config: &Config) -> Result<ExitCode, String> {
    let telemetry = telemetry::start(config.log_format, &config.log_level);
    config.warnings.iter().for_each(|warning| warn!("{warning}"));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("error: cannot start the runtime: {error}"))?;
    let outcome = runtime.block_on(serve(config));
    // Tasks still running have outlived every deadline, or a second signal has come.
    runtime.shutdown_background();
    match telemetry.dropped_lines() {
        0 => {}
        lines => warn!(lines, "log lines were dropped because their reader was too slow"),
    }
    outcome
}

async fn serve(config: &Config) -> Result<ExitCode, String> {
    let mut limits = config.connection_limits();
    limits.max_connections = limits.max_connections.min(connections::raise_open_files());
    let mut signals = Signals::new().map_err(|error| format!("error: cannot handle signals: {error}"))?;
    let cannot_listen = |error| format!("error: cannot listen on {}: {error}", config.listen);
    let addresses = config.listen.resolve().map_err(cannot_listen)?;
    let listener = connections::bind_first(&addresses).map_err(cannot_listen)?;
    let address = listener.local_addr().map_err(cannot_listen)?;
    if addresses.len() > 1 {
        info!(%address, listen = %config.listen, ?addresses, "the name has several addresses; listening on one of them");
    }

    let stats = Arc::new(ConnectionStats::default());
    // `draining` is cancelled at the signal: /readyz fails. `stop` follows after the delay: accepting ends.
    let (draining, stop) = (CancellationToken::new(), CancellationToken::new());
    let app = App::new(config.api(), Arc::clone(&stats), draining.clone());
    let refuse = refusals(app.clone());
    let serving = tokio::spawn(connections::serve(listener, router(app), refuse, limits, stats, stop.clone()));
    info!(
        %address,
        version = env!("CARGO_PKG_VERSION"),
        engine = %config.engine,
        max_connections = limits.max_connections,
        "listening"
    );

    let signal = signals.next().await;
    info!(?signal, "stopping");
    draining.cancel();
    let drained = async {
        tokio::time::sleep(config.shutdown_delay).await;
        stop.cancel();
        serving.await
    };
    tokio::select! {
        drained = drained => {
            let drained = drained.map_err(|error| format!("error: the accept loop failed: {error}"))?;
            info!(open = drained.open, cut = drained.cut, took_ms = drained.took.as_millis() as u64, "stopped");
            Ok(ExitCode::SUCCESS)
        }
        _ = signals.next() => {
            warn!("second signal, stopping at once");
            Ok(ExitCode::FAILURE)
        }
    }
}
