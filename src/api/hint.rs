//! Hints in problem details: what a client probably meant, and what it sent, cut to a length fit to be shown.

/// The longest word that is compared: the time of a comparison grows with the length, which a client chooses.
const LONGEST: usize = 32;
/// How many characters of a client's text are shown.
const SHOWN: usize = 40;

/// The known word that differs from `sent` by at most two typing errors, the nearest first.
pub(super) fn nearest<'a>(known: impl IntoIterator<Item = &'a str>, sent: &str) -> Option<&'a str> {
    if sent.len() > LONGEST {
        return None;
    }
    let sent = sent.to_lowercase();
    let distances = known.into_iter().map(|word| (strsim::damerau_levenshtein(word, &sent), word));
    distances.filter(|(distance, _)| *distance <= 2).min_by_key(|(distance, _)| *distance).map(|(_, word)| word)
}

/// The first characters of a text.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_found_within_two_errors() {
        let known = ["/solve", "/count", "/solve/batch"];
        assert_eq!(nearest(known, "/Slove"), Some("/solve"));
        assert_eq!(nearest(known, "/cout"), Some("/count"));
        assert_eq!(nearest(known, "/validate"), None);
        assert_eq!(nearest(known, &"/solve".repeat(10)), None);
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(shown("short"), "short");
        assert_eq!(shown(&"é".repeat(50)), "é".repeat(40));
    }
}
