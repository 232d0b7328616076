//! Finds rows that stand together, and checks that what stands between them repeats as it does in a grid.

/// What a line is to a reading.
pub(super) enum Item<R> {
    Blank,
    Frame,
    Row(R),
    /// Anything else: words, or cells that are no row. Nothing of a grid stands on both sides of it.
    Other,
}

impl<R> Item<R> {
    pub(super) const fn row(&self) -> Option<&R> {
        match self {
            Self::Row(row) => Some(row),
            Self::Blank | Self::Frame | Self::Other => None,
        }
    }
}

/// What stands between two rows: the strongest of the lines there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Between {
    Nothing,
    Blank,
    Frame,
}

/// Rows that stand together and are written alike.
pub(super) struct Block<R> {
    pub(super) rows: Vec<R>,
    /// What stands between each row and the next.
    pub(super) between: Vec<Between>,
}

/// The blocks of a text.
pub(super) fn blocks<R>(items: impl IntoIterator<Item = Item<R>>, alike: impl Fn(&R, &R) -> bool) -> Vec<Block<R>> {
    let mut blocks: Vec<Block<R>> = Vec::new();
    // What stands since the last row; `None` if that is nothing of a grid.
    let mut since = None;
    for item in items {
        match item {
            Item::Blank => since = since.max(since.and(Some(Between::Blank))),
            Item::Frame => since = since.and(Some(Between::Frame)),
            Item::Other => since = None,
            Item::Row(row) => {
                match (blocks.last_mut(), since) {
                    (Some(block), Some(between)) if alike(&block.rows[0], &row) => {
                        block.rows.push(row);
                        block.between.push(between);
                    }
                    _ => blocks.push(Block { rows: vec![row], between: Vec::new() }),
                }
                since = Some(Between::Nothing);
            }
        }
    }
    blocks
}

/// How nine rows are parted.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Parting {
    /// The same stands between all rows, or between all and another thing between bands.
    Regular,
    /// A frame stands below the first row only: in a Markdown table this row is the head of the table.
    Head,
    /// What stands below this row, 0 to 7, stands nowhere else.
    Irregular(usize),
}

impl<R> Block<R> {
    /// How its rows are parted; for a block of nine.
    pub(super) fn parting(&self) -> Parting {
        if let [Between::Frame, rest @ ..] = &self.between[..]
            && rest.iter().all(|&between| between == Between::Nothing)
        {
            return Parting::Head;
        }
        let expected = |place: usize| if place % 3 == 2 { self.between[2] } else { self.between[0] };
        // A blank line between rows where others stand close may be a lost row, or the seam of two fragments.
        match (0..self.between.len()).find(|&place| self.between[place] != expected(place)) {
            Some(place) => Parting::Irregular(place),
            None => Parting::Regular,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parting(lines: &str) -> Vec<(usize, Parting)> {
        let items = lines.chars().map(|line| match line {
            ' ' => Item::Blank,
            '-' => Item::Frame,
            'w' => Item::Other,
            row => Item::Row(row),
        });
        blocks(items, |a, b| a == b).iter().map(|block| (block.rows.len(), block.parting())).collect()
    }

    #[test]
    fn nine_rows_are_parted_regularly_or_not() {
        for regular in ["rrrrrrrrr", "-rrr-rrr-rrr-", "rrr rrr rrr", "r r r -r r r -r r r", "-r-r-r-r-r-r-r-r-r-"] {
            assert_eq!(parting(regular), [(9, Parting::Regular)], "{regular}");
        }
        assert_eq!(parting("r-rrrrrrrr"), [(9, Parting::Head)]);
        assert_eq!(parting("rrrrr rrrr"), [(9, Parting::Irregular(4))]);
        assert_eq!(parting("rrr-rrrrrr"), [(9, Parting::Irregular(5))]);
        assert_eq!(parting("rr-rrr-rrr-r"), [(9, Parting::Irregular(1))]);
    }

    #[test]
    fn words_and_rows_written_otherwise_end_a_block() {
        let lengths = |lines| parting(lines).into_iter().map(|(rows, _)| rows).collect::<Vec<_>>();
        assert_eq!(lengths("rrwrr"), [2, 2]);
        assert_eq!(lengths("rr-w-rr"), [2, 2]);
        assert_eq!(lengths("Rrr"), [1, 2]);
    }
}
