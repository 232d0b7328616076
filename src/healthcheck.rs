//! `sudoku-server healthcheck`: asks the server of this machine whether it lives.
//!
//! An image made from nothing has no curl, so the binary carries its own check.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// For connecting, writing, and each read.
const TIMEOUT: Duration = Duration::from_secs(3);
/// The status line is all that is wanted.
const STATUS_LINE: usize = 64;

/// Asks `GET /livez` of the server that listens at `listen`; a wildcard address is asked through loopback.
///
/// # Errors
/// One line that says why the server does not live.
pub fn run(listen: SocketAddr) -> Result<(), String> {
    let address = reachable(listen);
    let status = ask(address).map_err(|error| format!("unhealthy: {address}: {error}"))?;
    match status.split_whitespace().nth(1) {
        Some("200") => Ok(()),
        _ => Err(format!("unhealthy: {address} answered {:?}", status.lines().next().unwrap_or_default())),
    }
}

fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

fn ask(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    write!(stream, "GET /livez HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(STATUS_LINE as u64).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_are_asked_through_loopback() {
        let through = |listen: &str| reachable(listen.parse().unwrap()).to_string();
        assert_eq!(through("0.0.0.0:8080"), "127.0.0.1:8080");
        assert_eq!(through("[::]:80"), "[::1]:80");
        assert_eq!(through("192.0.2.1:80"), "192.0.2.1:80");
    }
}
