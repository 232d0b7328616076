use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often a bar without news is drawn.
const TICK: Duration = Duration::from_millis(200);

/// A bar on stderr, drawn only where somebody sees it and no answers get in its way: stderr is a terminal, and stdout is
/// not.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// The progress through an input of this many bytes, if that is known.
    pub(super) fn new(length: Option<u64>) -> Self {
        let is_shown = io::stderr().is_terminal() && !io::stdout().is_terminal();
        let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let template = match length {
            Some(_) => "{bar:40} {percent}% of {total_bytes}, {msg}, {eta} left",
            None => "{spinner} {bytes} read, {msg}",
        };
        let style = ProgressStyle::with_template(template).expect("the template is well formed");
        let bar = ProgressBar::with_draw_target(length, target).with_style(style);
        if is_shown {
            bar.enable_steady_tick(TICK);
        }
        Self(bar)
    }

    pub(super) fn read(&self, bytes: usize) {
        self.0.inc(bytes as u64);
    }

    pub(super) fn answered(&self, grids: u64) {
        if self.0.is_hidden() {
            return;
        }
        let rate = grids as f64 / self.0.elapsed().as_secs_f64().max(0.001);
        self.0.set_message(format!("{grids} grids, {rate:.0} a second"));
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
