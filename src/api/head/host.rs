//! The host that a request names.

use std::net::Ipv6Addr;

use http::header::HOST;
use http::{HeaderValue, Request, Version};

use super::syntax::{self, Bytes};
use super::{Problem, malformed};

/// The characters of a registered name (RFC 3986, section 3.2.2), without the comma, which shows that two `Host` fields
/// were joined.
static NAME: Bytes = syntax::unreserved_and(b"!$&'()*+;=");

/// Checks that the request names one host (RFC 9112, section 3.2; RFC 9113, section 8.3.1).
///
/// A request that names another host in its target than in `Host` is meant for that of the target on HTTP/1, where
/// proxies write such targets; on HTTP/2 the two must agree.
///
/// # Errors
/// 400.
pub(super) fn check<B>(request: &Request<B>) -> Result<(), Problem> {
    let mut hosts = request.headers().get_all(HOST).iter();
    let (host, second) = (hosts.next().map(HeaderValue::as_bytes), hosts.next());
    if second.is_some() {
        return Err(malformed("the request has more than one Host field"));
    }
    if !host.is_none_or(is_host_and_port) {
        return Err(malformed("the Host field is not a host with an optional port"));
    }
    let authority = request.uri().authority().map(|authority| authority.as_str().as_bytes());
    if !authority.is_none_or(is_host_and_port) {
        return Err(malformed("the authority of the target is not a host with an optional port"));
    }
    match (request.version(), host, authority) {
        (Version::HTTP_11, None, _) => Err(malformed("the request has no Host field")),
        (Version::HTTP_2, None, None) => Err(malformed("the request has neither :authority nor Host")),
        (Version::HTTP_2, Some(host), Some(authority)) if !host.eq_ignore_ascii_case(authority) => {
            Err(malformed(":authority and Host name different hosts"))
        }
        _ => Ok(()),
    }
}

/// Whether the text is `uri-host [ ":" port ]` (RFC 9110, section 7.2) with a host that is not empty.
fn is_host_and_port(text: &[u8]) -> bool {
    let is_port = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
    if let Some(literal) = text.strip_prefix(b"[") {
        let Some(end) = literal.iter().position(|&byte| byte == b']') else { return false };
        let (address, rest) = (&literal[..end], &literal[end + 1..]);
        return is_ipv6(address) && (rest.is_empty() || rest.strip_prefix(b":").is_some_and(is_port));
    }
    let name_end = text.iter().position(|&byte| byte == b':').unwrap_or(text.len());
    let (name, port) = (&text[..name_end], text.get(name_end + 1..).unwrap_or_default());
    !name.is_empty() && syntax::first_illegal(name, &NAME).is_none() && is_port(port)
}

fn is_ipv6(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| text.parse::<Ipv6Addr>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        for valid in
            ["a", "localhost:8080", "a.example", "192.0.2.1:80", "[::1]", "[2001:db8::1]:8080", "a:", "a_b~%20", "a!$&"]
        {
            assert!(is_host_and_port(valid.as_bytes()), "{valid}");
        }
        for invalid in [
            "",
            ":80",
            "a,b",
            "a, a",
            "a b",
            "user@a",
            "a/b",
            "a:80:80",
            "a:x",
            "a:-1",
            "[::1",
            "::1",
            "[::1]80",
            "[]",
            "[a]",
            "[::1%25eth0]",
            "[v1.a]",
            "http://a",
            "a%2",
            "a#",
            "a?",
            "\u{e9}",
            "a\\b",
            "<a>",
            "a:８０",
        ] {
            assert!(!is_host_and_port(invalid.as_bytes()), "{invalid}");
        }
    }

    /// Whether a request with this version, target and `Host` fields is accepted.
    fn accepted(version: Version, target: &str, hosts: &[&str]) -> bool {
        let request = Request::get(target).version(version);
        let request = hosts.iter().fold(request, |request, host| request.header(HOST, *host));
        check(&request.body(()).unwrap()).is_ok()
    }

    #[test]
    fn http1_needs_one_host_field() {
        let old = Version::HTTP_10;
        let new = Version::HTTP_11;
        assert!(accepted(new, "/", &["a"]) && accepted(old, "/", &["a"]) && accepted(old, "/", &[]));
        assert!(!accepted(new, "/", &[]) && !accepted(new, "http://a/", &[]));
        assert!(accepted(new, "http://a:80/", &["b"]), "the target counts");
        assert!(!accepted(new, "http://u@a/", &["a"]) && !accepted(old, "http://u@a/", &[]));
        for version in [old, new] {
            assert!(!accepted(version, "/", &["a", "a"]) && !accepted(version, "/", &[""]));
        }
    }

    #[test]
    fn http2_has_authority_or_host() {
        let new = Version::HTTP_2;
        assert!(accepted(new, "http://a/", &[]) && accepted(new, "/", &["a"]) && accepted(new, "http://A/", &["a"]));
        assert!(
            !accepted(new, "/", &[]) && !accepted(new, "http://a/", &["b"]) && !accepted(new, "http://a/", &["a:80"])
        );
        assert!(!accepted(new, "http://a/", &["a", "a"]) && !accepted(new, "/", &[""]));
    }
}
