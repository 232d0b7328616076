//! Figures of processes and of rounds.

/// User and system time of a process so far, from Linux's `/proc`; 0 if there is none.
pub(crate) fn cpu_seconds(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The program's name, in parentheses, may hold spaces. After it, user and system time are the 12th and 13th fields.
    let times = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    times.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// The median of figures that are not empty.
pub(crate) fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
