//! What one digit alone allows.

use super::quad::Quad;

/// Bit 0 of every minirow.
const MINIROWS: u32 = 0o111_111_111;

/// Cell (row, box) of a 3x3 matrix looks at box + 1 and box + 2, where the boxes lie `3` bits apart.
#[inline]
fn right<Q: Quad>(m: Q) -> (Q, Q) {
    let next = m.down::<3>().and(Q::splat(0o077_077_077)).or(m.up::<6>().and(Q::splat(0o700_700_700)));
    let last = m.down::<6>().and(Q::splat(0o007_007_007)).or(m.up::<3>().and(Q::splat(0o770_770_770)));
    (next, last)
}

#[inline]
fn next_row<Q: Quad>(m: Q) -> Q {
    m.down::<9>().or(m.up::<18>())
}

#[inline]
pub(super) fn minirows<Q: Quad>(x: Q) -> Q {
    x.or(x.down::<1>()).or(x.down::<2>()).and(Q::splat(MINIROWS))
}

#[inline]
pub(super) fn close_rows<Q: Quad>(x: Q) -> Q {
    let (next, last) = right(minirows(x));
    let kept = next_row(next.and(next_row(last)).or(last.and(next_row(next))));
    x.and(kept.up::<3>().minus(kept))
}

#[inline]
pub(super) fn minicolumns<Q: Quad>(x: Q) -> Q {
    x.or(x.down::<9>()).or(x.down::<18>()).and(Q::splat(0o777))
}

#[inline]
fn across<Q: Quad>(m: Q) -> (Q, Q) {
    let next = m.down::<1>().and(Q::splat(0o333)).or(m.up::<2>().and(Q::splat(0o444)));
    let last = m.down::<2>().and(Q::splat(0o111)).or(m.up::<1>().and(Q::splat(0o666)));
    (next, last)
}

#[inline]
pub(super) fn close_columns<Q: Quad>(x: Q) -> Q {
    let (next, last) = across(minicolumns(x));
    let kept = next.and(last.next_band()).or(last.and(next.next_band())).next_band();
    x.and(kept.or(kept.up::<9>()).or(kept.up::<18>()))
}

/// The configurations of each band as bits 3s and 3s + 1, of row 0.
#[inline]
pub(super) fn row_configurations<Q: Quad>(x: Q) -> Q {
    let m = minirows(x);
    let (next, last) = right(m);
    let (next1, last1) = (next_row(next), next_row(last));
    let rising = next1.and(next_row(last1));
    let falling = last1.and(next_row(next1));
    let m = m.and(Q::splat(0o111));
    pairs(m.and(rising).or(m.and(falling).up::<1>()))
}

/// Counts in the bits 0, 1, 3, 4, 6, 7.
#[inline]
fn pairs<Q: Quad>(bits: Q) -> Q {
    let ones = Q::splat(0o111);
    let sums = bits.and(ones).plus(bits.down::<1>().and(ones));
    sums.plus(sums.down::<3>()).plus(sums.down::<6>()).and(Q::splat(7))
}

#[inline]
pub(super) fn column_configurations<Q: Quad>(x: Q) -> Q {
    let m = minicolumns(x);
    let (next, last) = across(m);
    let (next1, last1) = (next.next_band(), last.next_band());
    let rising = m.and(next1).and(last1.next_band());
    let falling = m.and(last1).and(next1.next_band());
    // Lane s keeps the three columns of stack s.
    let own = Q::new([0o7, 0o70, 0o700, 0]);
    let (r, f) = (rising.and(own), falling.and(own));
    let fold = |v: Q| v.or(v.down::<3>()).or(v.down::<6>()).and(Q::splat(7));
    let (r, f) = (fold(r), fold(f));
    // Six bits: the rising in 0..3, the falling in 3..6.
    let v = r.or(f.up::<3>());
    let pairs = v.minus(v.down::<1>().and(Q::splat(0o33))).minus(v.down::<2>().and(Q::splat(0o11)));
    pairs.plus(pairs.down::<3>()).and(Q::splat(7))
}

#[inline]
fn row_starts<Q: Quad>() -> Q {
    Q::splat(1 | 1 << 9 | 1 << 18)
}

/// The cells of rows in which the digit has one place left.
#[inline]
pub(super) fn single_in_row<Q: Quad>(x: Q) -> Q {
    let rest = x.and(x.minus(row_starts()));
    let carry = rest.plus(Q::splat(0o776_776_776)).and(Q::splat(1 << 9 | 1 << 18 | 1 << 27));
    x.without(carry.minus(carry.down::<9>()))
}

/// x, but rows with a bit in `fixed` have that bit alone.
#[inline]
pub(super) fn fix<Q: Quad>(x: Q, fixed: Q) -> Q {
    let low = Q::splat(0o377_377_377);
    let high = fixed.and(low).plus(low).or(fixed).and(Q::splat(0o400_400_400));
    let rows = high.up::<1>().minus(high.down::<8>());
    x.without(rows.without(fixed))
}
