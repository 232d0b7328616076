//! The report: a Markdown table, row by row, with the smallest ratios at its end.

/// One form of an engine on one set, beside each peer.
pub struct Row<'a> {
    /// The set's name.
    pub set: &'a str,
    /// The number of its puzzles.
    pub puzzles: usize,
    /// The limit of the count.
    pub limit: u64,
    /// The engine and its form.
    pub form: &'a str,
    /// The mean of the guesses.
    pub guesses: f64,
    /// Microseconds a puzzle.
    pub time: f64,
    /// For each peer its microseconds a puzzle, and their ratio to those of this form.
    pub peers: Vec<(f64, f64)>,
}

/// What the rows share.
pub struct Table {
    peers: Vec<String>,
    smallest: Vec<Smallest>,
}

struct Smallest {
    form: String,
    /// For each peer the ratio and its row.
    ratios: Vec<(f64, String)>,
}

/// The columns before those of the peers, with their widths. Text is aligned to the left.
const COLUMNS: [(&str, usize); 6] =
    [("set", 28), ("puzzles", 7), ("limit", 5), ("engine", 13), ("guesses", 8), ("µs", 8)];
const PEER_WIDTH: usize = 22;

impl Table {
    /// An empty table with a column for each peer.
    pub fn new(peers: &[String]) -> Self {
        Self { peers: peers.to_vec(), smallest: Vec::new() }
    }

    /// The two lines of the head.
    pub fn head(&self) -> String {
        let mut cells: Vec<String> = COLUMNS.map(|(name, _)| name.to_owned()).to_vec();
        cells.extend(self.peers.iter().map(|peer| format!("{peer} (ratio)")));
        let rule = |column: usize| if is_text(column) { "---".to_owned() } else { "--:".to_owned() };
        format!("{}\n{}", line(&cells), line(&(0..cells.len()).map(rule).collect::<Vec<_>>()))
    }

    /// The line of a row. Remembers its ratios.
    pub fn row(&mut self, row: &Row) -> String {
        self.remember(row);
        let mut cells = vec![
            row.set.to_owned(),
            row.puzzles.to_string(),
            row.limit.to_string(),
            row.form.to_owned(),
            format!("{:.2}", row.guesses),
            format!("{:.3}", row.time),
        ];
        cells.extend(row.peers.iter().map(|&(time, ratio)| {
            let loses = if ratio < 1.0 { " LOSES" } else { "" };
            format!("{time:.3} ({}{loses})", digits(ratio))
        }));
        line(&cells)
    }

    fn remember(&mut self, row: &Row) {
        let known = self.smallest.iter().position(|smallest| smallest.form == row.form);
        let index = known.unwrap_or_else(|| {
            let ratios = vec![(f64::INFINITY, String::new()); row.peers.len()];
            self.smallest.push(Smallest { form: row.form.to_owned(), ratios });
            self.smallest.len() - 1
        });
        for (smallest, &(_, ratio)) in self.smallest[index].ratios.iter_mut().zip(&row.peers) {
            if ratio < smallest.0 {
                *smallest = (ratio, format!("{}, limit {}", row.set, row.limit));
            }
        }
    }

    /// A line with the smallest ratio of each form to each peer, and its row.
    pub fn smallest(&self) -> String {
        let of_peers = |smallest: &Smallest| {
            let peers = self.peers.iter().zip(&smallest.ratios);
            let ratios: Vec<_> =
                peers.map(|(peer, (ratio, place))| format!("{} {peer} ({place})", digits(*ratio))).collect();
            format!("{}: {}", smallest.form, ratios.join(", "))
        };
        let forms: Vec<_> = self.smallest.iter().map(of_peers).collect();
        format!("Smallest ratios: {}", forms.join("; "))
    }
}

/// A ratio with its significant digits.
fn digits(ratio: f64) -> String {
    if ratio < 0.1 { format!("{ratio:.4}") } else { format!("{ratio:.2}") }
}

fn is_text(column: usize) -> bool {
    column == 0 || column == 3
}

/// The cells with bars between them, padded so that the columns line up.
fn line(cells: &[String]) -> String {
    let padded = cells.iter().enumerate().map(|(column, cell)| {
        let width = COLUMNS.get(column).map_or(PEER_WIDTH, |&(_, width)| width);
        if is_text(column) { format!("| {cell:<width$} ") } else { format!("| {cell:>width$} ") }
    });
    padded.collect::<String>() + "|"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row<'a>(set: &'a str, form: &'a str, peers: [(f64, f64); 2]) -> Row<'a> {
        Row { set, puzzles: 5, limit: 2, form, guesses: 0.5, time: 1.5, peers: peers.to_vec() }
    }

    fn cells(line: &str) -> Vec<&str> {
        line.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect()
    }

    #[test]
    fn rows_line_up_with_their_heads() {
        let mut table = Table::new(&["a".to_owned(), "b".to_owned()]);
        let head = table.head();
        let (names, rule) = head.split_once('\n').unwrap();
        let line = table.row(&row("easy", "fast batch", [(3.0, 2.0), (1.2, 0.8)]));
        assert_eq!(cells(names)[6..], ["a (ratio)", "b (ratio)"]);
        assert_eq!(
            cells(&line),
            ["easy", "5", "2", "fast batch", "0.50", "1.500", "3.000 (2.00)", "1.200 (0.80 LOSES)"]
        );
        assert_eq!(cells(rule).len(), cells(&line).len());
        assert_eq!(names.chars().count(), line.chars().count());
    }

    #[test]
    fn the_smallest_ratio_is_that_of_each_form_and_peer() {
        let mut table = Table::new(&["a".to_owned(), "b".to_owned()]);
        table.row(&row("easy", "single", [(0.0, 2.0), (0.0, 3.0)]));
        table.row(&row("easy", "batch", [(0.0, 9.0), (0.0, 8.0)]));
        table.row(&row("hard", "single", [(0.0, 4.0), (0.0, 0.0025)]));
        assert_eq!(
            table.smallest(),
            "Smallest ratios: single: 2.00 a (easy, limit 2), 0.0025 b (hard, limit 2); \
             batch: 9.00 a (easy, limit 2), 8.00 b (easy, limit 2)"
        );
    }
}
