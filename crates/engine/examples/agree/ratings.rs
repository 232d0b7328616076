//! Ratings beside those of Sudoku Explainer.

use std::collections::BTreeMap;
use std::error::Error;
use std::thread;

use sudoku_engine::grid::Puzzle;
use sudoku_engine::logic::Score;
use sudoku_engine::logic::rating::rate;

use crate::Options;

/// The parts of the rows that must be exact, in percent: up to ER 6.2, and of all.
const BARS: (usize, usize) = (99, 90);

#[derive(Clone, Copy, PartialEq, Eq)]
struct Ratings([Score; 3]);

#[derive(Default)]
struct Band {
    rows: usize,
    exact: usize,
    same_er: usize,
    near: usize,
}

/// Prints the agreement by rating; whether it reaches the bars.
pub(crate) fn compare(text: &str, options: Options) -> Result<bool, Box<dyn Error>> {
    let rows: Vec<(&str, Ratings)> = text
        .lines()
        .skip(1)
        .step_by(options.every)
        .filter_map(|line| read(line).transpose())
        .collect::<Result<_, _>>()?;
    let mut bands: BTreeMap<String, Band> = BTreeMap::new();
    for ((line, theirs), ours) in rows.iter().zip(rate_all(&rows)?) {
        let Ratings([er, ..]) = *theirs;
        let names = [
            "all",
            if er <= Score::tenths(62) { "up to 6.2" } else { "above 6.2" },
            &format!("ER {:>4}", er.to_string()),
        ];
        for name in names {
            let band = bands.entry(name.to_owned()).or_default();
            band.rows += 1;
            let Ok(ours) = ours else { continue };
            band.exact += usize::from(ours == *theirs);
            band.same_er += usize::from(ours.0[0] == er);
            band.near += usize::from(ours.0[0].as_tenths().abs_diff(er.as_tenths()) <= 2);
        }
        if ours != Ok(*theirs) && !options.quiet {
            let ours = ours.map_or_else(|error| error, show);
            println!("{line}: {} there, {ours} here", show(*theirs));
        }
    }
    println!("{:>10} {:>6} {:>8} {:>8} {:>10}", "", "rows", "exact", "same ER", "within 0.2");
    for (name, band) in &bands {
        let part = |count: usize| format!("{:.2}%", 100.0 * count as f64 / band.rows as f64);
        println!(
            "{name:>10} {:>6} {:>8} {:>8} {:>10}",
            band.rows,
            part(band.exact),
            part(band.same_er),
            part(band.near)
        );
    }
    let reaches = |name: &str, bar| bands.get(name).is_none_or(|band| 100 * band.exact >= bar * band.rows);
    Ok(reaches("up to 6.2", BARS.0) && reaches("all", BARS.1))
}

fn show(ratings: Ratings) -> String {
    ratings.0.map(|score| score.to_string()).join("/")
}

/// The puzzle and its ratings; `None` if a rating is blank.
fn read(line: &str) -> Result<Option<(&str, Ratings)>, String> {
    let fields: Vec<&str> = line.split('\t').take(4).collect();
    let [puzzle, ratings @ ..] = &fields[..] else { return Ok(None) };
    if ratings.iter().any(|rating| rating.is_empty()) {
        return Ok(None);
    }
    let scores: Option<Vec<Score>> = ratings.iter().map(|rating| score(rating)).collect();
    match scores.as_deref() {
        Some(&[er, ep, ed]) => Ok(Some((puzzle, Ratings([er, ep, ed])))),
        _ => Err(format!("{line}: three ratings should follow the puzzle")),
    }
}

/// A rating such as `7.2` or `10`.
fn score(text: &str) -> Option<Score> {
    let (units, tenths) = text.split_once('.').unwrap_or((text, "0"));
    Some(Score::tenths(10 * units.parse::<u16>().ok()? + tenths.parse::<u16>().ok()?))
}

/// The ratings of all rows in their order, found on all cores.
fn rate_all(rows: &[(&str, Ratings)]) -> Result<Vec<Result<Ratings, String>>, Box<dyn Error>> {
    let threads = thread::available_parallelism()?.get();
    let parts = thread::scope(|scope| {
        let part =
            |first: usize| move || rows.iter().skip(first).step_by(threads).map(|row| rate_line(row.0)).collect();
        let running: Vec<_> = (0..threads).map(|first| scope.spawn(part(first))).collect();
        running.into_iter().map(|thread| thread.join().expect("no panic")).collect::<Vec<Vec<_>>>()
    });
    let mut parts: Vec<_> = parts.into_iter().map(Vec::into_iter).collect();
    Ok((0..rows.len()).filter_map(|row| parts[row % threads].next()).collect())
}

fn rate_line(line: &str) -> Result<Ratings, String> {
    let grid = line.parse().map_err(|error| format!("{error}"))?;
    let puzzle = Puzzle::new(grid).map_err(|error| error.to_string())?;
    let rating = rate(&puzzle, None).map_err(|error| error.to_string())?;
    Ok(Ratings([rating.hardest, rating.until_first_placement, rating.first_step]))
}
