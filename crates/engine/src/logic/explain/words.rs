//! Lists of cells, digits and houses.

use crate::grid::{CellSet, DigitSet, House};

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    match items.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

pub(super) fn cells(cells: CellSet) -> String {
    list(cells.into_iter().map(|cell| cell.to_string()))
}

pub(super) fn digits(digits: DigitSet) -> String {
    list(digits.into_iter().map(|digit| digit.to_string()))
}

pub(super) fn houses(houses: &[House]) -> String {
    list(houses.iter().map(House::to_string))
}

/// Cells in short: `r1c1`, `r1c12`, `r12c3`, or one after the other.
pub(super) fn short(cells: CellSet) -> String {
    let rows: Vec<usize> = cells.into_iter().map(|cell| cell.row() + 1).collect();
    let columns: Vec<usize> = cells.into_iter().map(|cell| cell.column() + 1).collect();
    let joined = |numbers: &[usize]| numbers.iter().map(ToString::to_string).collect::<String>();
    if rows.iter().all(|row| *row == rows[0]) {
        format!("r{}c{}", rows.first().map_or(0, |row| *row), joined(&columns))
    } else if columns.iter().all(|column| *column == columns[0]) {
        format!("r{}c{}", joined(&rows), columns[0])
    } else {
        cells.into_iter().map(|cell| cell.to_string()).collect::<Vec<_>>().join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;

    #[test]
    fn lists_read_well() {
        let some = |count: usize| Cell::ALL.into_iter().take(count).collect::<CellSet>();
        assert_eq!([0, 1, 2, 3].map(|count| cells(some(count))), ["", "r1c1", "r1c1 and r1c2", "r1c1, r1c2 and r1c3"]);
    }

    #[test]
    fn cells_of_a_line_are_written_in_short() {
        let of =
            |cells: &[(usize, usize)]| cells.iter().map(|&(row, column)| Cell::at(row, column)).collect::<CellSet>();
        assert_eq!(short(of(&[(0, 0)])), "r1c1");
        assert_eq!(short(of(&[(0, 0), (0, 1)])), "r1c12");
        assert_eq!(short(of(&[(0, 2), (1, 2)])), "r12c3");
        assert_eq!(short(of(&[(0, 2), (1, 1)])), "r1c3,r2c2");
    }
}
