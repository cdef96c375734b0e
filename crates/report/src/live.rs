//! The table of several runs while they run: on standard error, only if that is a terminal, gone at the end.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often the rows of what runs are drawn anew.
const TICK: Duration = Duration::from_millis(120);

/// The table: a row for each run that is not over, and one for all of them.
#[derive(Debug)]
pub struct LiveTable {
    rows: MultiProgress,
    running: BTreeMap<usize, ProgressBar>,
    all: ProgressBar,
    others: u64,
}

impl LiveTable {
    /// A table for so many runs, if standard error is a terminal and it is wanted.
    pub fn new(runs: usize, wanted: bool) -> Option<Self> {
        if !wanted || !std::io::stderr().is_terminal() {
            return None;
        }
        let rows = MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(8));
        let all = rows.add(ProgressBar::new(runs as u64));
        style(&all, "[{bar:30}] {pos} of {len}, {elapsed}{msg}");
        Some(LiveTable {
            rows,
            running: BTreeMap::new(),
            all,
            others: 0,
        })
    }

    /// A run begins.
    pub fn begins(&mut self, number: usize, name: &str) {
        let row = self
            .rows
            .insert_before(&self.all, ProgressBar::new_spinner());
        style(&row, "{spinner} {msg} {elapsed}");
        row.set_message(name.to_owned());
        row.enable_steady_tick(TICK);
        self.running.insert(number, row);
    }

    /// A run ended; `told` is a line about one that is not as expected, which stays.
    pub fn ends(&mut self, number: usize, told: Option<&str>) {
        if let Some(row) = self.running.remove(&number) {
            row.finish_and_clear();
            self.rows.remove(&row);
        }
        self.all.inc(1);
        if let Some(line) = told {
            self.others += 1;
            self.all
                .set_message(format!(", {} not as expected", self.others));
            self.all.println(line);
        }
    }

    /// Takes the table away.
    pub fn finish(&self) {
        self.all.finish_and_clear();
    }
}

fn style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}
