//! What a run has spent: time and memory, as the system tells them.

use std::time::{Duration, Instant};

use crate::{BudgetKind, Budgets};

/// Memory in bytes that the process uses now, from `/proc/self/status`; none on systems without it.
pub(crate) fn memory_bytes() -> Option<u64> {
    status_bytes("VmRSS:")
}

/// The greatest memory use of the process so far, in bytes; none on systems that do not tell.
pub fn peak_memory_bytes() -> Option<u64> {
    status_bytes("VmHWM:")
}

fn status_bytes(name: &str) -> Option<u64> {
    field(&std::fs::read_to_string("/proc/self/status").ok()?, name)
}

/// The value of a line such as `VmRSS:     1234 kB`, in bytes.
fn field(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// What a run has spent so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spent {
    pub paths: u64,
    pub queries: u64,
    pub instructions: u64,
    /// Terms and waiting states, for an estimate of the memory where the system does not tell.
    pub terms: usize,
    pub states: usize,
}

impl Spent {
    /// The budget that is used up, if one is.
    pub fn used_up(&self, budgets: &Budgets, meter: &mut Meter) -> Option<BudgetKind> {
        let reached =
            |budget: Option<u64>, spent: u64| budget.is_some_and(|budget| spent >= budget);
        if reached(budgets.paths, self.paths) {
            Some(BudgetKind::Paths)
        } else if reached(budgets.queries, self.queries) {
            Some(BudgetKind::Queries)
        } else if reached(budgets.instructions, self.instructions) {
            Some(BudgetKind::Instructions)
        } else if budgets.wall.is_some_and(|wall| meter.elapsed() >= wall) {
            Some(BudgetKind::Wall)
        } else {
            let estimate = || 64 * self.terms as u64 + 1024 * self.states as u64;
            let limit = budgets.memory_bytes?;
            meter
                .exceeds_memory(limit, estimate)
                .then_some(BudgetKind::Memory)
        }
    }
}

/// Measures time and, now and then, memory.
#[derive(Debug)]
pub(crate) struct Meter {
    start: Instant,
    until_memory: u32,
    next_progress: Duration,
}

impl Meter {
    /// Asking the system for the memory costs some ten microseconds; so many questions share one answer.
    const MEMORY_INTERVAL: u32 = 128;
    const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

    /// Starts now.
    pub fn new() -> Self {
        Meter {
            start: Instant::now(),
            until_memory: 0,
            next_progress: Self::PROGRESS_INTERVAL,
        }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the memory use exceeds a limit, where it is measured this time. `estimate` stands in where the system does not
    /// tell.
    pub fn exceeds_memory(&mut self, limit: u64, estimate: impl FnOnce() -> u64) -> bool {
        if self.until_memory > 0 {
            self.until_memory -= 1;
            return false;
        }
        self.until_memory = Self::MEMORY_INTERVAL;
        memory_bytes().unwrap_or_else(estimate) > limit
    }

    /// Whether it is time to show progress again.
    pub fn wants_progress(&mut self) -> Option<Duration> {
        let elapsed = self.elapsed();
        if elapsed < self.next_progress {
            return None;
        }
        self.next_progress = elapsed + Self::PROGRESS_INTERVAL;
        Some(elapsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_in_bytes() {
        let status = "Name:\tx\nVmHWM:\t    2048 kB\nVmRSS:\t1024 kB\n";
        assert_eq!(field(status, "VmRSS:"), Some(1 << 20));
        assert_eq!(field(status, "VmHWM:"), Some(2 << 20));
        assert_eq!(field(status, "VmSwap:"), None);
        assert_eq!(field("VmRSS: many kB", "VmRSS:"), None);
    }

    #[test]
    fn this_process_uses_memory() {
        if cfg!(target_os = "linux") {
            let peak = peak_memory_bytes().unwrap();
            assert!(peak > 100_000 && memory_bytes().unwrap() <= peak_memory_bytes().unwrap());
        }
    }

    #[test]
    fn memory_is_measured_now_and_then() {
        let mut meter = Meter::new();
        assert!(meter.exceeds_memory(1, || 2));
        assert!(!meter.exceeds_memory(1, || 2));
    }
}
