//! The target of a request.

use http::{Method, Uri};

use super::syntax::{self, Bytes};
use super::{Problem, malformed};

/// The characters of a path (RFC 3986, section 3.3).
static PATH: Bytes = syntax::unreserved_and(b"!$&'()*+,;=:@/");
/// The characters of a query (section 3.4), and those that browsers leave as they are in one.
static QUERY: Bytes = syntax::unreserved_and(b"!$&'()*+,;=:@/?[]\\^`{|}");

/// Checks that the target is a path, a URI, or `*` for OPTIONS (RFC 9112, section 3.2).
///
/// A fragment cannot be detected: it is cut off before, by the parser of URIs.
///
/// # Errors
/// 400.
pub(super) fn check(method: &Method, uri: &Uri) -> Result<(), Problem> {
    if uri.scheme_str().is_some_and(|scheme| scheme != "http" && scheme != "https") {
        return Err(malformed("the scheme of the target is neither http nor https"));
    }
    let of_path = syntax::first_illegal(uri.path().as_bytes(), &PATH);
    let of_query = || syntax::first_illegal(uri.query()?.as_bytes(), &QUERY);
    if let Some(byte) = of_path.or_else(of_query) {
        let detail = match byte {
            b'%' => "a % in the target is not followed by two hexadecimal digits".to_owned(),
            b'!'..=b'~' => format!("the target contains {}, which must be percent-encoded", char::from(byte)),
            _ => format!("the target contains the byte {byte}, which must be percent-encoded"),
        };
        return Err(malformed(detail));
    }
    match uri.path() {
        "*" if method == Method::OPTIONS => Ok(()),
        "*" => Err(malformed("only OPTIONS takes the target *")),
        path if path.starts_with('/') => Ok(()),
        _ => Err(malformed("the target is not a path")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(method: &Method, target: &[u8]) -> bool {
        let uri = Uri::from_maybe_shared(bytes::Bytes::copy_from_slice(target)).expect("hyper takes the target");
        check(method, &uri).is_ok()
    }

    #[test]
    fn targets() {
        for valid in [
            "/",
            "/solve",
            "/problems/%ff",
            "/a?b=c/d?e",
            "/~a;b=1,2@c:d",
            "http://a",
            "HTTPS://a/b?c",
            "http://a?b",
            "/?[{a|b}]^`\\",
        ] {
            assert!(accepted(&Method::GET, valid.as_bytes()), "{valid}");
        }
        let invalid: [&[u8]; 13] = [
            b"*",
            b"/%",
            b"/%f",
            b"/%zz",
            b"/?%g0",
            b"/a|b",
            b"/a{b}",
            b"/a\"b",
            b"/a^",
            b"/[",
            "/é".as_bytes(),
            b"ftp://a/",
            b"a:80",
        ];
        for target in invalid {
            assert!(!accepted(&Method::GET, target), "{}", String::from_utf8_lossy(target));
        }
    }

    #[test]
    fn the_asterisk_is_for_options() {
        assert!(accepted(&Method::OPTIONS, b"*"));
        assert!(!accepted(&Method::POST, b"*"));
    }
}
