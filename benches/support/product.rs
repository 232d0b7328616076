//! The server of this package as a process.

use std::process::Command;

use crate::process::Server;

/// Starts the server on a free port.
pub(crate) fn start() -> Server {
    let program = env!("CARGO_BIN_EXE_sudoku-server");
    Server::run(Command::new(program).args(["--listen", "127.0.0.1:0", "--log-format", "json"]))
}

/// MiB of the server's memory under this name in Linux's `/proc`; 0 if there is none.
pub(crate) fn memory(server: &Server, name: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kib.unwrap_or_default() / 1024.0
}
