//! The signals that end the process.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// Which signal came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// SIGTERM, as service managers send it.
    Terminate,
    /// SIGINT, as Ctrl-C sends it.
    Interrupt,
}

/// SIGTERM and SIGINT, which no longer end the process by themselves once this exists.
#[derive(Debug)]
pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Takes over both signals; must be called within a tokio runtime.
    ///
    /// # Errors
    /// If the system refuses a handler.
    pub fn new() -> io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for the next of the two.
    pub async fn next(&mut self) -> Stop {
        tokio::select! {
            _ = self.terminate.recv() => Stop::Terminate,
            _ = self.interrupt.recv() => Stop::Interrupt,
        }
    }
}
