//! The signals that end the process.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signal that was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// SIGTERM, as service managers send it.
    Terminate,
    /// SIGINT, as Ctrl-C sends it.
    Interrupt,
}

/// Receives SIGTERM and SIGINT, which no longer end the process by themselves once this exists.
#[derive(Debug)]
pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Installs handlers for both signals. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// If a handler cannot be installed.
    pub fn new() -> io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for the next signal.
    pub async fn next(&mut self) -> Stop {
        tokio::select! {
            _ = self.terminate.recv() => Stop::Terminate,
            _ = self.interrupt.recv() => Stop::Interrupt,
        }
    }
}
