//! What a run has spent, whether its budgets end it, and what is left of them: work, time and memory.

use std::time::{Duration, Instant};

use everypath_machine::Machine;
use everypath_solver::{Solver, SolverStatistics};

use crate::ledger::Ledger;
use crate::process_memory::memory_bytes;
use crate::{BudgetKind, Budgets, ExploreOptions, Observer, Progress, Reason, Statistics};

impl Budgets {
    /// What is left of them, after a run that took so much.
    pub fn without(&self, spent: &Statistics) -> Budgets {
        let left = |budget: Option<u64>, spent: u64| budget.map(|all| all.saturating_sub(spent));
        Budgets {
            paths: left(self.paths, spent.paths),
            queries: left(self.queries, spent.solver.queries),
            ticks: left(self.ticks, spent.solver.blast.ticks),
            instructions: left(self.instructions, spent.instructions),
            states: self.states,
            memory_bytes: self.memory_bytes,
            wall: self.wall.map(|all| all.saturating_sub(spent.elapsed)),
        }
    }
}

/// What was spent, as budgets count it, and how far one came with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spent {
    pub paths: u64,
    pub queries: u64,
    pub ticks: u64,
    pub instructions: u64,
    /// States that wait.
    pub waiting: u64,
    pub findings: u64,
}

/// A run as its budgets and its progress see it.
#[derive(Clone, Copy)]
pub(crate) struct Run<'a, 'p> {
    pub machine: &'a Machine<'p>,
    pub solver: &'a Solver,
    pub options: &'a ExploreOptions,
    pub ledger: &'a Ledger,
    /// States that wait.
    pub waiting: usize,
    /// What was spent beside: by others, who share the budgets, and before these books were opened.
    pub beside: Spent,
}

/// Measures what a run has spent: queries, time and, now and then, memory.
#[derive(Debug)]
pub(crate) struct Meter {
    start: Instant,
    queries_before: u64,
    ticks_before: u64,
    until_memory: u32,
    next_progress: Duration,
}

impl Meter {
    /// Asking the system for the memory costs some ten microseconds; so many questions share one answer.
    const MEMORY_INTERVAL: u32 = 128;
    const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

    /// Starts now, with a solver that has done so much before.
    pub fn new(before: &SolverStatistics) -> Self {
        Meter {
            start: Instant::now(),
            queries_before: before.queries,
            ticks_before: before.blast.ticks,
            until_memory: 0,
            next_progress: Self::PROGRESS_INTERVAL,
        }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether a run has to stop; `stop` remembers why. Shows progress on the way.
    pub fn must_stop(
        &mut self,
        run: Run<'_, '_>,
        observer: &mut dyn Observer,
        stop: &mut Option<Reason>,
    ) -> bool {
        if stop.is_none() {
            *stop = match observer.interrupted() {
                true => Some(Reason::Interrupted),
                false => self.used_up(run).map(Reason::Budget),
            };
        }
        if let Some(elapsed) = self.wants_progress() {
            let statistics = &run.ledger.statistics;
            observer.progress(&Progress {
                paths: statistics.paths,
                findings: run.ledger.findings.len() as u64,
                waiting: run.waiting as u64,
                instructions: statistics.instructions,
                queries: self.asked(run.solver).0,
                covered: run.machine.coverage.instruction_count() as u64,
                elapsed,
            });
        }
        stop.is_some()
    }

    /// What a solver has answered since the start: queries, and ticks.
    pub fn asked(&self, solver: &Solver) -> (u64, u64) {
        let statistics = solver.statistics();
        let queries = statistics.queries - self.queries_before;
        (queries, statistics.blast.ticks - self.ticks_before)
    }

    /// The budget that is used up, if one is.
    fn used_up(&mut self, run: Run<'_, '_>) -> Option<BudgetKind> {
        let (budgets, statistics) = (&run.options.budgets, &run.ledger.statistics);
        let (queries, ticks) = self.asked(run.solver);
        let beside = run.beside;
        let reached =
            |budget: Option<u64>, spent: u64| budget.is_some_and(|budget| spent >= budget);
        if reached(budgets.paths, beside.paths + statistics.paths) {
            Some(BudgetKind::Paths)
        } else if reached(budgets.queries, beside.queries + queries) {
            Some(BudgetKind::Queries)
        } else if reached(budgets.ticks, beside.ticks + ticks) {
            Some(BudgetKind::Ticks)
        } else if reached(
            budgets.instructions,
            beside.instructions + statistics.instructions,
        ) {
            Some(BudgetKind::Instructions)
        } else if budgets.wall.is_some_and(|wall| self.elapsed() >= wall) {
            Some(BudgetKind::Wall)
        } else {
            let (terms, states) = (run.machine.terms.len(), run.waiting);
            let estimate = || 64 * terms as u64 + 1024 * states as u64;
            let limit = budgets.memory_bytes?;
            self.exceeds_memory(limit, estimate)
                .then_some(BudgetKind::Memory)
        }
    }

    /// Whether the memory use exceeds a limit, where it is measured this time. `estimate` stands in where the system does not
    /// tell.
    fn exceeds_memory(&mut self, limit: u64, estimate: impl FnOnce() -> u64) -> bool {
        if self.until_memory > 0 {
            self.until_memory -= 1;
            return false;
        }
        self.until_memory = Self::MEMORY_INTERVAL;
        memory_bytes().unwrap_or_else(estimate) > limit
    }

    /// Whether it is time to show progress again.
    fn wants_progress(&mut self) -> Option<Duration> {
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
    fn memory_is_measured_now_and_then() {
        let mut meter = Meter::new(&SolverStatistics::default());
        assert!(meter.exceeds_memory(1, || 2));
        assert!(!meter.exceeds_memory(1, || 2));
    }
}
