//! The progress line of a long run: on standard error, only if that is a terminal, gone when the run ends.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What the line shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Complete paths.
    pub paths: u64,
    /// States that wait.
    pub waiting: u64,
    /// Instructions over all paths.
    pub instructions: u64,
    /// Queries to the solver stack.
    pub queries: u64,
    /// Findings.
    pub findings: u64,
    /// Instructions of the program that ran.
    pub covered: u64,
    /// Instructions of the program, if known.
    pub coverable: Option<u64>,
}

/// The line.
#[derive(Debug)]
pub struct ProgressLine {
    bar: Option<ProgressBar>,
    start: Instant,
}

impl ProgressLine {
    /// A line on standard error if that is a terminal and `wanted`, else none.
    pub fn new(wanted: bool) -> Self {
        let bar = (wanted && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8));
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
                bar.set_style(style);
            }
            bar
        });
        ProgressLine {
            bar,
            start: Instant::now(),
        }
    }

    /// Whether anything is shown.
    pub fn is_visible(&self) -> bool {
        self.bar.is_some()
    }

    /// Shows new figures.
    pub fn show(&self, snapshot: &Snapshot) {
        if let Some(bar) = &self.bar {
            bar.set_message(message(snapshot, self.start.elapsed()));
            bar.tick();
        }
    }

    /// Prints a line above the progress line, or nothing if there is none.
    pub fn print_above(&self, line: &str) {
        if let Some(bar) = &self.bar {
            bar.println(line);
        }
    }

    /// Takes the line away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The text of the line.
pub fn message(snapshot: &Snapshot, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let rate = if seconds > 0.0 {
        snapshot.instructions as f64 / seconds
    } else {
        0.0
    };
    let mut text = format!(
        "{seconds:.0} s: {} paths, {} waiting, {}/s, {} queries",
        snapshot.paths,
        snapshot.waiting,
        short(rate),
        snapshot.queries
    );
    match snapshot.coverable {
        Some(total) if total > 0 => {
            let percent = snapshot.covered as f64 * 100.0 / total as f64;
            text.push_str(&format!(", {percent:.0}% covered"));
        }
        _ => text.push_str(&format!(", {} instructions covered", snapshot.covered)),
    }
    match snapshot.findings {
        0 => {}
        1 => text.push_str(", 1 finding"),
        many => text.push_str(&format!(", {many} findings")),
    }
    text
}

/// A number with a unit letter: 12, 3.4k, 56M.
fn short(number: f64) -> String {
    for (limit, letter) in [(1e9, "G"), (1e6, "M"), (1e3, "k")] {
        if number >= limit {
            return format!("{:.1}{letter}", number / limit);
        }
    }
    format!("{number:.0}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_the_figures() {
        let snapshot = Snapshot {
            paths: 12,
            waiting: 3,
            instructions: 4_600_000,
            queries: 77,
            findings: 1,
            covered: 50,
            coverable: Some(200),
        };
        assert_eq!(
            message(&snapshot, Duration::from_secs(2)),
            "2 s: 12 paths, 3 waiting, 2.3M/s, 77 queries, 25% covered, 1 finding"
        );
        let unknown = Snapshot::default();
        assert_eq!(
            message(&unknown, Duration::ZERO),
            "0 s: 0 paths, 0 waiting, 0/s, 0 queries, 0 instructions covered"
        );
    }

    #[test]
    fn nothing_is_shown_when_it_is_not_wanted() {
        let line = ProgressLine::new(false);
        line.show(&Snapshot::default());
        line.print_above("x");
        line.finish();
        assert!(!line.is_visible());
    }
}
