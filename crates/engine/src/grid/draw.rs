use std::fmt::{self, Display};

use super::Cell;

/// Draws the board, the content of each cell padded to `width`:
///
/// ```text
/// 5 3 . | . 7 . | . . .
/// ...
/// ------+-------+------
/// ```
pub(super) fn draw<D: Display>(f: &mut fmt::Formatter<'_>, width: usize, content: impl Fn(Cell) -> D) -> fmt::Result {
    let stack = "-".repeat(3 * (width + 1));
    for cell in Cell::ALL {
        let before = match (cell.row(), cell.column()) {
            (0, 0) => "",
            (3 | 6, 0) => &format!("\n{stack}+-{stack}+{stack}\n"),
            (_, 0) => "\n",
            (_, 3 | 6) => " | ",
            _ => " ",
        };
        write!(f, "{before}{:<width$}", content(cell))?;
    }
    Ok(())
}
