//! The state of a search and the sweep over it.

use super::closure::{close_columns, close_rows, fix, minicolumns, minirows, single_in_row};
use super::quad::Quad;

pub(in crate::solver) const BAND: u32 = (1 << 27) - 1;

#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Board<Q> {
    pub(in crate::solver) digits: [Q; 9],
    placed: Q,
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
    #[inline(never)]
    pub(in crate::solver) fn new(bytes: &[u8; 96]) -> Self {
        let digits: [Q; 9] = std::array::from_fn(|digit| Q::positions(bytes, digit as u8 + 1));
        let givens = digits.iter().fold(Q::splat(0), |all, &cells| all.or(cells));
        let free = Q::splat(BAND).without(givens);
        Self { digits: digits.map(|cells| cells.or(free)), placed: Q::splat(0) }
    }

    /// Sweeps until nothing changes. `dirty` are the digits whose candidates changed since they were closed.
    #[inline(never)]
    pub(in crate::solver) fn propagate(&mut self, mut dirty: u32) -> State {
        loop {
            let mut claims = Claims::none();
            for cells in self.digits {
                claims.add(cells);
            }
            if Q::splat(BAND).without(claims.one).any() {
                return State::Contradiction;
            }
            if !claims.two.any() {
                return State::Full;
            }
            let single = claims.one.without(claims.two);
            let fresh = single.without(self.placed);
            self.placed = single;
            if fresh.any() {
                let mut marks = Q::splat(0);
                for (digit, cells) in self.digits.iter().enumerate() {
                    marks = marks.or(Q::splat(1 << digit).without(cells.and(fresh).empty_lanes()));
                }
                dirty |= marks.union();
            }
            if dirty == 0 {
                return State::Open;
            }
            let mut placed = Claims::none();
            let mut lost = Q::splat(0);
            let mut only = [Q::splat(0); 9];
            let mut next = Q::splat(0);
            while dirty != 0 {
                let digit = dirty.trailing_zeros() as usize;
                dirty &= dirty - 1;
                let x = self.digits[digit];
                let rows = close_rows(fix(x, x.and(single)));
                let x = close_columns(rows);
                next = next.or(Q::splat(1 << digit).without(x.equal_lanes(rows)));
                lost = lost.or(x.empty_lanes());
                only[digit] = single_in_row(x);
                placed.add(only[digit]);
                self.digits[digit] = x;
            }
            if placed.two.or(lost).any() {
                return State::Contradiction;
            }
            for digit in 0..9 {
                let before = self.digits[digit];
                let x = before.without(placed.one.without(only[digit]));
                next = next.or(Q::splat(1 << digit).without(x.equal_lanes(before)));
                self.digits[digit] = x;
            }
            dirty = next.union();
        }
    }

    /// Each minirow and each minicolumn holds exactly three digits. Whether something was eliminated.
    #[inline(never)]
    pub(in crate::solver) fn triads(&mut self) -> Result<u32, ()> {
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
        let mut changed = 0;
        for (digit, cells) in self.digits.iter_mut().enumerate() {
            let x = *cells;
            let m = minirows(x).and(rows3);
            let full = m.up::<3>().minus(m);
            let y = fix(x, full);
            let c = minicolumns(x).and(columns3);
            let c1 = c.or(c.down::<1>()).or(c.down::<2>()).and(Q::splat(0o111));
            let group = c1.up::<3>().minus(c1).without(c);
            let y = y.without(group.or(group.up::<9>()).or(group.up::<18>()));
            changed |= u32::from(x.xor(y).any()) << digit;
            *cells = y;
        }
        Ok(changed)
    }
}
