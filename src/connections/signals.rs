//! The signals that end the process, and those that must not.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tracing::warn;

/// The signal that was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// SIGTERM, as service managers send it.
    Terminate,
    /// SIGINT, as Ctrl-C sends it.
    Interrupt,
}

/// Receives SIGTERM and SIGINT, which no longer end the process by themselves once this exists.
///
/// SIGHUP, SIGUSR1 and SIGUSR2 are ignored, with a line in the log: their default would end the process without
/// answering the requests it has accepted. A terminal that is closed sends the first, and tools that rotate logs or
/// reload settings send each of them; there is nothing to reload.
#[derive(Debug)]
pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
    hangup: Signal,
    user_defined: [Signal; 2],
}

impl Signals {
    /// Installs handlers for these signals. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// If a handler cannot be installed.
    pub fn new() -> io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hangup: signal(SignalKind::hangup())?,
            user_defined: [signal(SignalKind::user_defined1())?, signal(SignalKind::user_defined2())?],
        })
    }

    /// Waits for the next signal that ends the process.
    pub async fn next(&mut self) -> Stop {
        let [user_defined1, user_defined2] = &mut self.user_defined;
        loop {
            let signal = tokio::select! {
                _ = self.terminate.recv() => return Stop::Terminate,
                _ = self.interrupt.recv() => return Stop::Interrupt,
                _ = self.hangup.recv() => "SIGHUP",
                _ = user_defined1.recv() => "SIGUSR1",
                _ = user_defined2.recv() => "SIGUSR2",
            };
            warn!(signal, "ignored: settings are read only at the start");
        }
    }
}
