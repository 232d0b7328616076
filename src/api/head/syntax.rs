//! The characters of URIs (RFC 3986).

/// A set of bytes.
pub(super) type Bytes = [bool; 256];

/// Letters, digits, `-` `.` `_` `~` (section 2.3), and these.
pub(super) const fn unreserved_and(others: &[u8]) -> Bytes {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        let character = byte as u8;
        table[byte] = character.is_ascii_alphanumeric() || matches!(character, b'-' | b'.' | b'_' | b'~');
        byte += 1;
    }
    let mut index = 0;
    while index < others.len() {
        table[others[index] as usize] = true;
        index += 1;
    }
    table
}

/// The first byte that is neither one of these nor part of a percent-encoded byte.
pub(super) fn first_illegal(text: &[u8], legal: &Bytes) -> Option<u8> {
    let mut rest = text;
    while let [first, after @ ..] = rest {
        rest = match after {
            _ if legal[usize::from(*first)] => after,
            [high, low, after @ ..] if *first == b'%' && high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => after,
            _ => return Some(*first),
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_encoding_takes_two_digits() {
        static LEGAL: Bytes = unreserved_and(b"/");
        for legal in ["", "/", "/a-b_c.d~e/0", "%20", "a%Ffb%0a"] {
            assert_eq!(first_illegal(legal.as_bytes(), &LEGAL), None, "{legal}");
        }
        for (text, illegal) in
            [("%", b'%'), ("%2", b'%'), ("a%2g", b'%'), ("%%20", b'%'), ("a b", b' '), ("/?", b'?'), ("é", 0xc3)]
        {
            assert_eq!(first_illegal(text.as_bytes(), &LEGAL), Some(illegal), "{text}");
        }
    }
}
