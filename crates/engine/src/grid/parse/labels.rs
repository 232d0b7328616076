//! What stands before or after the cells of a row and is no part of the grid: its name, or the text around it.

/// The first of nine rows whose text here, before its cells or after them, is no label as the others have it. Labels
/// are all the same, or count (`A` to `I`, `r1` to `r9`), or are notes after the mark of a comment. The row `free` may
/// have any text if the others have none, since a grid may begin or end within a line.
pub(super) fn odd_label(texts: &[&str], free: usize) -> Option<usize> {
    let names: Vec<&str> = texts.iter().map(|text| name_in(text)).collect();
    let unlike = |expected: &str| names.iter().enumerate().find(|&(row, &name)| row != free && name != expected);
    if unlike("").is_none() || texts.iter().all(|text| is_note(text)) {
        return None;
    }
    let expected = names[usize::from(free == 0)];
    let odd = unlike(expected).map(|(row, _)| row).or((names[free] != expected).then_some(free))?;
    counted(&names).map_or(Some(odd), |counted| odd_count(&counted))
}

/// The text without the punctuation around it.
fn name_in(text: &str) -> &str {
    text.trim_matches(|character: char| !character.is_alphanumeric())
}

fn is_note(text: &str) -> bool {
    let text = text.trim_start();
    text.is_empty() || ["#", "//", "--", "%", "/*"].iter().any(|mark| text.starts_with(mark))
}

/// A name with a number: what stands before the number, the number, and what stands after it.
type Counted<'t> = (&'t str, u32, &'t str);

/// The names, if they are letters or have numbers in them, and the second comes after the first.
fn counted<'t>(names: &[&'t str]) -> Option<Vec<Counted<'t>>> {
    let counted: Option<Vec<_>> = names.iter().map(|name| letter(name).or_else(|| numbered(name))).collect();
    counted.filter(|counted| counted[1].1 > counted[0].1)
}

/// The first that does not count on by the step from the first to the second.
fn odd_count(counted: &[Counted]) -> Option<usize> {
    let step = |row: usize| counted[row].1.checked_sub(counted[row - 1].1);
    let is_next = |row: usize| (counted[row].0, counted[row].2) == (counted[0].0, counted[0].2) && step(row) == step(1);
    (1..counted.len()).find(|&row| !is_next(row))
}

fn letter(name: &str) -> Option<Counted<'_>> {
    match name.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(("", u32::from(*letter), "")),
        _ => None,
    }
}

fn numbered(name: &str) -> Option<Counted<'_>> {
    let (before, rest) = name.split_at(name.find(|digit: char| digit.is_ascii_digit())?);
    let (number, after) = rest.split_at(rest.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(rest.len()));
    Some((before, number.parse().ok()?, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odd(texts: &str, free: usize) -> Option<usize> {
        odd_label(&texts.split(',').collect::<Vec<_>>(), free)
    }

    #[test]
    fn labels_are_the_same_or_count() {
        assert_eq!(odd(",,,,,,,,", 0), None);
        assert_eq!(odd("A |,B |,C |,D |,E |,F |,G |,H |,I |", 0), None);
        assert_eq!(odd("r1:,r2:,r3:,r4:,r5:,r6:,r7:,r8:,r9:", 0), None);
        assert_eq!(odd("8,9,10,11,12,13,14,15,16", 0), None);
        assert_eq!(odd("10 DATA,20 DATA,30 DATA,40 DATA,50 DATA,60 DATA,70 DATA,80 DATA,90 DATA", 0), None);
        assert_eq!(odd("DATA,DATA,DATA,DATA,DATA,DATA,DATA,DATA,DATA", 0), None);
        assert_eq!(odd(" // a, // b, // c,,,,,, // d", 8), None);
        assert_eq!(odd("grid = \"\"\",,,,,,,,", 0), None, "the grid begins within a line");
        assert_eq!(odd(",,,,,,,,[/code]", 8), None, "the grid ends within a line");
    }

    #[test]
    fn the_row_with_another_label_is_named() {
        assert_eq!(odd("A,B,C,D,E,F,H,I,J", 0), Some(6));
        assert_eq!(odd("DATA,DATA,DATA,REM,DATA,DATA,DATA,DATA,DATA", 0), Some(3));
        assert_eq!(odd("a,,,,b,,,,", 0), Some(4));
        assert_eq!(odd(",,,,,,,,a", 0), Some(8));
        assert_eq!(odd("b,a,a,a,a,a,a,a,a", 0), Some(0));
    }
}
