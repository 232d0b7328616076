use std::fmt;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::str::FromStr;

/// Where to listen: an IP address or a host name, and a port.
///
/// ```
/// use sudoku_server::config::Listen;
/// let listen: Listen = "localhost:8080".parse().unwrap();
/// assert_eq!(listen.resolve().unwrap()[0], "127.0.0.1:8080".parse().unwrap());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listen {
    /// `127.0.0.1:8080`, `[::1]:8080`
    Address(SocketAddr),
    /// `localhost:8080`
    Name {
        /// Letters, digits, `-`, `_` and `.`.
        name: String,
        /// 0 picks a free port.
        port: u16,
    },
}

impl Listen {
    /// The port; 0 picks a free one.
    pub const fn port(&self) -> u16 {
        match self {
            Self::Address(address) => address.port(),
            Self::Name { port, .. } => *port,
        }
    }

    pub(super) fn set_port(&mut self, new: u16) {
        match self {
            Self::Address(address) => address.set_port(new),
            Self::Name { port, .. } => *port = new,
        }
    }

    /// The addresses, in the order of preference; never none.
    ///
    /// `localhost` is loopback, as RFC 6761 (section 6.3) wants it, also where there is neither `/etc/hosts` nor a name
    /// server. Any other name is looked up by the system, and blocks until that has answered.
    ///
    /// # Errors
    /// If the system does not know the name.
    pub fn resolve(&self) -> io::Result<Vec<SocketAddr>> {
        let (name, port) = match self {
            Self::Address(address) => return Ok(vec![*address]),
            Self::Name { name, port } => (name.as_str(), *port),
        };
        if name.eq_ignore_ascii_case("localhost") {
            return Ok(vec![(Ipv4Addr::LOCALHOST, port).into(), (Ipv6Addr::LOCALHOST, port).into()]);
        }
        let mut addresses: Vec<_> = (name, port).to_socket_addrs()?.collect();
        addresses.dedup();
        if addresses.is_empty() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "the name has no address"));
        }
        Ok(addresses)
    }
}

impl FromStr for Listen {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        if let Ok(address) = text.parse() {
            return Ok(Self::Address(address));
        }
        let of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        let found = text.rsplit_once(':').and_then(|(name, port)| Some((name, port.parse().ok()?)));
        match found {
            Some((name, port)) if !name.is_empty() && name.bytes().all(of_name) => {
                Ok(Self::Name { name: name.to_owned(), port })
            }
            _ => Err("expected an address or a name, and a port: 127.0.0.1:8080, [::1]:8080 or localhost:8080"),
        }
    }
}

impl fmt::Display for Listen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => address.fmt(f),
            Self::Name { name, port } => write!(f, "{name}:{port}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listen(text: &str) -> Listen {
        text.parse().unwrap()
    }

    #[test]
    fn addresses_and_names_have_a_port() {
        for text in ["127.0.0.1:80", "[::1]:0", "localhost:8080", "a-b_c.example.:65535"] {
            assert_eq!(listen(text).to_string(), text);
        }
        assert_eq!(listen("[::1]:80"), Listen::Address("[::1]:80".parse().unwrap()));
        assert_eq!(listen("localhost:80"), Listen::Name { name: "localhost".to_owned(), port: 80 });
        for bad in ["", "8080", ":8080", "localhost", "localhost:", "localhost:65536", "::1:80", "a b:1", "http://a:1"]
        {
            assert!(bad.parse::<Listen>().is_err(), "{bad}");
        }
    }

    #[test]
    fn ports_can_be_replaced() {
        for text in ["127.0.0.1:1", "localhost:1"] {
            let mut changed = listen(text);
            changed.set_port(2);
            assert_eq!((changed.port(), changed.to_string()), (2, text.replace(":1", ":2")));
        }
    }

    #[test]
    fn localhost_is_loopback_of_both_families() {
        for name in ["localhost:7", "LocalHost:7"] {
            let expected = ["127.0.0.1:7", "[::1]:7"].map(|address| address.parse().unwrap());
            assert_eq!(listen(name).resolve().unwrap(), expected);
        }
        assert_eq!(listen("192.0.2.1:7").resolve().unwrap(), ["192.0.2.1:7".parse().unwrap()]);
        // RFC 6761 reserves this name to not exist.
        assert!(listen("nowhere.invalid:7").resolve().is_err());
    }
}
