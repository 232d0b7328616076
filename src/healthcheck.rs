//! `sudoku-server healthcheck`: checks that the server on this machine is alive.
//!
//! An image built from scratch has no curl, so the binary is its own health probe.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use crate::config::Listen;

/// For connecting, writing, and each read.
const TIMEOUT: Duration = Duration::from_secs(3);
/// Bytes read of the response: enough for its status line.
const STATUS_LINE: u64 = 64;

/// Why the server counts as unhealthy. The message is a single line.
#[derive(Debug, thiserror::Error)]
pub enum Unhealthy {
    /// The name of the host is unknown.
    #[error("unhealthy: {listen}: {source}")]
    Unknown {
        /// Where the server is said to listen.
        listen: Listen,
        /// What failed.
        source: io::Error,
    },
    /// The request could not be sent or its response could not be read.
    #[error("unhealthy: {address}: {source}")]
    Unreachable {
        /// The address that was tried.
        address: SocketAddr,
        /// What failed.
        source: io::Error,
    },
    /// The response was anything but a 200.
    #[error("unhealthy: {address} answered {status_line:?}")]
    UnexpectedResponse {
        /// The address that responded.
        address: SocketAddr,
        /// The first line of the response, at most its first 64 bytes.
        status_line: String,
    },
}

/// Sends `GET /livez` to the server that listens at `listen`, through loopback if that is a wildcard address. If a name
/// has several addresses, the first that can be reached counts: the server listens at only one of them.
///
/// # Errors
/// If the server does not respond with a 200.
pub fn run(listen: &Listen) -> Result<(), Unhealthy> {
    let addresses = listen.resolve().map_err(|source| Unhealthy::Unknown { listen: listen.clone(), source })?;
    let mut first_failure = None;
    for address in addresses {
        match check(reachable(address)) {
            Err(failure @ Unhealthy::Unreachable { .. }) => first_failure = first_failure.or(Some(failure)),
            answered => return answered,
        }
    }
    first_failure.map_or(Ok(()), Err)
}

fn check(address: SocketAddr) -> Result<(), Unhealthy> {
    let response = get_livez(address).map_err(|source| Unhealthy::Unreachable { address, source })?;
    if response.split_whitespace().nth(1) == Some("200") {
        return Ok(());
    }
    let status_line = response.lines().next().unwrap_or_default().to_owned();
    Err(Unhealthy::UnexpectedResponse { address, status_line })
}

fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

/// Returns the first bytes of the response.
fn get_livez(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let request = format!("GET /livez HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut response = Vec::new();
    stream.take(STATUS_LINE).read_to_end(&mut response)?;
    Ok(String::from_utf8_lossy(&response).into_owned())
}

#[cfg(test)]
mod tests {
    use std::error::Error;
    use std::io::{BufRead, BufReader};
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn wildcard_addresses_are_reached_through_loopback() {
        let through = |listen: &str| reachable(listen.parse().unwrap()).to_string();
        assert_eq!(through("0.0.0.0:8080"), "127.0.0.1:8080");
        assert_eq!(through("[::]:80"), "[::1]:80");
        assert_eq!(through("192.0.2.1:80"), "192.0.2.1:80");
    }

    /// What [`run`] returns for a server at this host that sends this response, and the server's address.
    fn checked(host: &str, response: &'static [u8]) -> (Result<(), Unhealthy>, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = std::thread::spawn(move || {
            let mut client = BufReader::new(listener.accept().unwrap().0);
            let mut request = String::new();
            while !request.ends_with("\r\n\r\n") {
                assert!(client.read_line(&mut request).unwrap() > 0, "cut: {request:?}");
            }
            client.get_mut().write_all(response).unwrap();
        });
        let outcome = run(&format!("{host}:{}", address.port()).parse().unwrap());
        server.join().unwrap();
        (outcome, address)
    }

    #[test]
    fn only_status_200_is_healthy() {
        for host in ["127.0.0.1", "localhost", "0.0.0.0"] {
            checked(host, b"HTTP/1.1 200 OK\r\n\r\n").0.unwrap();
        }
        let (outcome, address) = checked("localhost", b"HTTP/1.1 503 Service Unavailable\r\n\r\n");
        let text = outcome.unwrap_err().to_string();
        assert_eq!(text, format!("unhealthy: {address} answered \"HTTP/1.1 503 Service Unavailable\""));
    }

    #[test]
    fn an_unreachable_server_is_one_line_with_its_cause() {
        // Nobody listens at port 1.
        for (listen, named) in
            [("127.0.0.1:1", "127.0.0.1:1"), ("localhost:1", "127.0.0.1:1"), ("a.invalid:1", "a.invalid:1")]
        {
            let error = run(&listen.parse().unwrap()).unwrap_err();
            assert!(error.source().is_some_and(<dyn Error>::is::<io::Error>));
            let text = error.to_string();
            assert!(text.starts_with(&format!("unhealthy: {named}: ")) && text.lines().count() == 1, "{text:?}");
        }
    }
}
