//! The state of a search and the sweep over it.

use super::closure::{close_columns, close_rows, fix, minicolumns, minirows, single_in_row};
use super::quad::Quad;

pub(in crate::solver) const BAND: u32 = (1 << 27) - 1;

#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Board<Q> {
    pub(in crate::solver) digits: [Q; 9],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver) enum State {
    Contradiction,
    Open,
    Full,
}

/// Which cells at least one, and at least two of the digits claim.
#[derive(Clone, Copy)]
struct Claims<Q> {
    one: Q,
    two: Q,
}

impl<Q: Quad> Claims<Q> {
    #[inline]
    fn none() -> Self {
        Self { one: Q::splat(0), two: Q::splat(0) }
    }

    #[inline]
    fn add(&mut self, cells: Q) {
        self.two = self.two.or(self.one.and(cells));
        self.one = self.one.or(cells);
    }
}

impl<Q: Quad> Board<Q> {
    pub(in crate::solver) fn new(bytes: &[u8; 96]) -> Self {
        let digits: [Q; 9] = std::array::from_fn(|digit| Q::positions(bytes, digit as u8 + 1));
        let givens = digits.iter().fold(Q::splat(0), |all, &cells| all.or(cells));
        let free = Q::splat(BAND).without(givens);
        Self { digits: digits.map(|cells| cells.or(free)) }
    }

    #[inline]
    pub(in crate::solver) fn propagate(&mut self) -> State {
        let mut claims = Claims::none();
        for cells in self.digits {
            claims.add(cells);
        }
        loop {
            if Q::splat(BAND).without(claims.one).any() {
                return State::Contradiction;
            }
            if !claims.two.any() {
                return State::Full;
            }
            let single = claims.one.without(claims.two);
            let mut placed = Claims::none();
            let mut lost = Q::splat(0);
            let mut swept = self.digits;
            let mut only = self.digits;
            for digit in 0..9 {
                let x = self.digits[digit];
                let x = close_columns(close_rows(fix(x, x.and(single))));
                lost = lost.or(x.empty_lanes());
                only[digit] = single_in_row(x);
                placed.add(only[digit]);
                swept[digit] = x;
            }
            if placed.two.or(lost).any() {
                return State::Contradiction;
            }
            let mut changed = Q::splat(0);
            claims = Claims::none();
            for digit in 0..9 {
                let x = swept[digit].without(placed.one.without(only[digit]));
                changed = changed.or(x.xor(self.digits[digit]));
                claims.add(x);
                self.digits[digit] = x;
            }
            if !changed.any() {
                return State::Open;
            }
        }
    }

    /// Each minirow and each minicolumn holds exactly three digits. Whether something was eliminated.
    pub(in crate::solver) fn triads(&mut self) -> Result<bool, ()> {
        let mut rows = [Q::splat(0); 4];
        let mut columns = [Q::splat(0); 4];
        for x in self.digits {
            let add = |n: &mut [Q; 4], m: Q| {
                n[3] = n[3].or(n[2].and(m));
                n[2] = n[2].or(n[1].and(m));
                n[1] = n[1].or(n[0].and(m));
                n[0] = n[0].or(m);
            };
            add(&mut rows, minirows(x));
            add(&mut columns, minicolumns(x));
        }
        let short = Q::splat(0o111_111_111).without(rows[2]).or(Q::splat(0o777).without(columns[2]));
        if short.any() {
            return Err(());
        }
        let (rows3, columns3) = (rows[2].without(rows[3]), columns[2].without(columns[3]));
        let mut changed = Q::splat(0);
        for cells in &mut self.digits {
            let x = *cells;
            let m = minirows(x).and(rows3);
            let full = m.up::<3>().minus(m);
            let y = fix(x, full);
            let c = minicolumns(x).and(columns3);
            let c1 = c.or(c.down::<1>()).or(c.down::<2>()).and(Q::splat(0o111));
            let group = c1.up::<3>().minus(c1).without(c);
            let y = y.without(group.or(group.up::<9>()).or(group.up::<18>()));
            changed = changed.or(x.xor(y));
            *cells = y;
        }
        Ok(changed.any())
    }
}
