//! A server process.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

/// A server process, which ends with this value.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts a command that names its address in a line on stderr; what it writes after that is thrown away.
    pub(crate) fn run(command: &mut Command) -> Self {
        let mut process = command.stderr(Stdio::piped()).spawn().expect("the server starts");
        let mut lines = BufReader::new(process.stderr.take().expect("stderr is piped"));
        let mut line = String::new();
        let address = loop {
            line.clear();
            assert!(lines.read_line(&mut line).is_ok_and(|length| length > 0), "the server names its address");
            if let Some(address) = address_in(&line) {
                break address;
            }
        };
        std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
        Self { process, address }
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn address_in(line: &str) -> Option<SocketAddr> {
    let start = line.find("127.0.0.1:")?;
    let length = line[start..].find(|character: char| !character.is_ascii_digit() && !".:".contains(character))?;
    line[start..start + length].parse().ok()
}
