//! A rule across digits: each minirow and each minicolumn holds exactly three digits.

use super::board::{Board, Marks};
use super::closure::{MINICOLUMNS, choose_in_rows, fill_minicolumns, fill_minirows, minicolumns, minirows};
use super::quad::Quad;

/// The minirows or minicolumns that at least one, two, three, four digits claim.
#[derive(Clone, Copy)]
struct Tally([Quad; 4]);

impl Tally {
    #[inline]
    fn add(&mut self, claimed: Quad) {
        let Self([one, two, three, four]) = self;
        *four = four.or(three.and(claimed));
        *three = three.or(two.and(claimed));
        *two = two.or(one.and(claimed));
        *one = one.or(claimed);
    }

    #[inline]
    fn exactly_three(self) -> Quad {
        self.0[2].without(self.0[3])
    }
}

impl Board {
    /// Where three digits alone can go into a minirow or minicolumn, all three are there: none of them is elsewhere in
    /// the box and in the row or column. Changed digits become dirty. Gives the places that fewer than three claim.
    ///
    /// Too dear for every sweep, but before a guess it pays: without it the hard sets take 20 to 30 % more guesses. It
    /// does not where there are many solutions, and nothing to refute.
    pub(super) fn triads(&mut self) -> Option<Quad> {
        let (mut rows, mut columns) = (Tally([Quad::splat(0); 4]), Tally([Quad::splat(0); 4]));
        for &cells in &self.digits {
            rows.add(minirows(cells));
            columns.add(minicolumns(cells));
        }
        let short = minirows(Quad::splat(u32::MAX)).without(rows.0[2]);
        let short = short.or(Quad::splat(MINICOLUMNS).without(columns.0[2]));
        if short.any() {
            return Some(short);
        }
        let (rows, columns) = (rows.exactly_three(), columns.exactly_three());
        let fresh = [rows.without(self.triads[0]), columns.without(self.triads[1])];
        self.triads = [rows, columns];
        let [rows, columns] = fresh;
        if !rows.or(columns).any() {
            return None;
        }
        let mut dirty = Marks::none();
        for (digit, cells) in self.digits.iter_mut().enumerate() {
            let kept = keep_in_minicolumns(choose_in_rows(*cells, fill_minirows(minirows(*cells).and(rows))), columns);
            dirty.add_unless(digit, kept.equal_lanes(*cells));
            *cells = kept;
        }
        self.dirty = dirty.digits();
        None
    }
}

/// The candidates, of which boxes that have one in a minicolumn of `full` keep nothing beside it. The rest of the column
/// is left to the closure.
#[inline]
fn keep_in_minicolumns(cells: Quad, full: Quad) -> Quad {
    let chosen = minicolumns(cells).and(full);
    let boxes = fill_minirows(minirows(chosen).and(Quad::splat(0o111)));
    cells.without(fill_minicolumns(boxes.without(chosen)))
}
