//! The `sudoku-server` binary.
#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::sync::Arc;

use sudoku_server::api::{App, refusals, router};
use sudoku_server::config::{Command, Config};
use sudoku_server::connections::{self, ConnectionStats, Signals};
use sudoku_server::{healthcheck, telemetry};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let config = match Config::from_process() {
        Ok(config) => config,
        Err(error) if error.exit_code() == 0 => {
            println!("{error}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("{error}");
            return error.exit_code().into();
        }
    };
    let outcome = match config.command {
        Some(Command::Healthcheck) => {
            healthcheck::run(config.listen).map(|()| ExitCode::SUCCESS).map_err(|error| error.to_string())
        }
        None => run(&config),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::FAILURE
    })
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
    let listener = connections::bind(config.listen).map_err(cannot_listen)?;
    let address = listener.local_addr().map_err(cannot_listen)?;

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
