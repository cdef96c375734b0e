//! What a run has spent, whether its budgets end it, and what is left of them: work, time and memory.

use std::time::{Duration, Instant};

use everypath_machine::Machine;
use everypath_solver::embedded::GATE;
use everypath_solver::sat::{LOOK, TICK};
use everypath_solver::{Solver, SolverStatistics};
use everypath_term::TermTable;

use crate::ledger::Ledger;
use crate::process_memory::{is_system_short, memory_bytes};
use crate::{Asks, BudgetKind, Budgets, ExploreOptions, Observer, Progress, Reason, Statistics};

impl Budgets {
    /// What is left of them, after a run that took so much.
    pub fn without(&self, spent: &Statistics) -> Budgets {
        let left = |budget: Option<u64>, spent: u64| budget.map(|all| all.saturating_sub(spent));
        Budgets {
            paths: left(self.paths, spent.paths),
            queries: left(self.queries, spent.solver.queries),
            instructions: left(self.instructions, spent.instructions),
            states: self.states,
            memory_bytes: self.memory_bytes,
            system_memory: self.system_memory,
            wall: self.wall.map(|all| all.saturating_sub(spent.elapsed)),
        }
    }

    /// Which budget of memory the process has used up. `estimate` is its size where the system does not tell.
    pub(crate) fn memory_used_up(&self, estimate: impl FnOnce() -> u64) -> Option<BudgetKind> {
        if self.memory_bytes.is_none() && !self.system_memory {
            return None;
        }
        let own = memory_bytes().unwrap_or_else(estimate);
        if self.memory_bytes.is_some_and(|limit| own > limit) {
            return Some(BudgetKind::Memory);
        }
        (self.system_memory && is_system_short(own)).then_some(BudgetKind::SystemMemory)
    }

    /// Whether something is limited of which each of several workers knows only its own part.
    pub(crate) fn have_counts(&self) -> bool {
        let Budgets {
            paths,
            queries,
            instructions,
            states,
            memory_bytes: _,
            system_memory: _,
            wall: _,
        } = self;
        [paths, queries, instructions, states]
            .into_iter()
            .any(Option::is_some)
    }
}

impl Progress {
    /// About how many bytes it has: terms, and states that wait, of which each has some of its own memory and constraints.
    pub(crate) fn memory_estimate(&self) -> u64 {
        const TERM: u64 = 64;
        const STATE: u64 = 8192;
        TERM * self.terms + STATE * self.waiting
    }
}

/// What was spent, as budgets count it, and how far one came with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spent {
    pub paths: u64,
    pub queries: u64,
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
    /// What the explorer did that neither machine nor solver counts, in about nanoseconds.
    pub own_work: u64,
    /// See [`Progress::done`].
    pub done: f64,
    /// See [`Progress::longest`].
    pub longest: u64,
    /// See [`Progress::has_given_up`].
    pub has_given_up: bool,
    /// See [`Progress::asks`].
    pub asks: Asks,
    /// What was spent beside, where budgets [count](Budgets::have_counts): by others, who share them, and before these books were opened.
    pub beside: Spent,
}

/// What things take, in about nanoseconds, as fitted to the times of runs of all engines that no budget but time ended: an instruction on constants; a query, most of
/// which a layer answers; one that the complete solver is asked; the variables that each search goes over (what gates and the search
/// itself take, the solver [says](TICK)); a constraint of a query that layers look at; one that the complete solver does; a step of layers; a term; what an input takes beside; one that
/// is asked for, whether it is new or not; its value under a model; a set of its values.
const INSTRUCTION: u64 = 10;
const QUERY: u64 = 1_000;
const COMPLETE_QUERY: u64 = 50_000;
const ASSIGNED: u64 = 10;
const ASSERTION: u64 = 2;
const COMPLETE_ASSERTION: u64 = 3_000;
const STEP: u64 = 100;
const TERM: u64 = 1_000;
const INPUT: u64 = 2_000;
const CONSTRUCTION: u64 = 200;
const EVALUATION: u64 = 22;
const SET: u64 = 400;

/// What a solver has done, in about nanoseconds.
fn work_of(solver: &SolverStatistics) -> u64 {
    let complete = solver.layers.last().map_or(0, |layer| layer.queries);
    let work = [
        (solver.queries, QUERY),
        (complete, COMPLETE_QUERY),
        (solver.blast.gates, 2 * GATE),
        (solver.blast.ticks, TICK),
        (solver.blast.looks, LOOK),
        (solver.blast.assigned, ASSIGNED),
        (solver.assertions, ASSERTION),
        (solver.complete_assertions, COMPLETE_ASSERTION),
        (solver.steps, STEP),
    ];
    sum(work)
}

/// The costs of what was counted.
fn sum(work: impl IntoIterator<Item = (u64, u64)>) -> u64 {
    let costs = work
        .into_iter()
        .map(|(count, cost)| count.saturating_mul(cost));
    costs.fold(0, u64::saturating_add)
}

/// What a solver has done for the terms of a table, in ticks of its search: the search, and sets of values.
pub(crate) fn ticks(terms: &TermTable, solver: &Solver) -> u64 {
    let searched = solver.statistics().blast.ticks;
    searched.saturating_add(terms.sets().saturating_mul(SET / TICK))
}

/// Measures what a run has spent: work and queries and, now and then, time and memory.
#[derive(Debug)]
pub(crate) struct Meter {
    start: Instant,
    /// The time when a clock was last read, the work that was done then, and how often it was not read since.
    time_read: Duration,
    work_then: u64,
    looks: u32,
    queries_before: u64,
    work_before: u64,
    /// The work when the memory was last asked for.
    memory_asked: Option<u64>,
    next_progress: Duration,
}

impl Meter {
    /// Asking the system for the memory costs up to a tenth of a millisecond.
    /// It is asked for after so much work, in about nanoseconds.
    const MEMORY_INTERVAL: u64 = 20_000_000;
    /// Reading a clock costs as much as some instructions, and some steps are no more: it is read after so much work, in about nanoseconds, or so many looks.
    const READING_INTERVAL: u64 = 10_000;
    const READING_LOOKS: u32 = 16;
    const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

    /// Starts now, with a solver that has done so much before.
    pub fn new(before: &SolverStatistics) -> Self {
        Meter {
            start: Instant::now(),
            time_read: Duration::ZERO,
            work_then: 0,
            looks: Self::READING_LOOKS,
            queries_before: before.queries,
            work_before: work_of(before),
            memory_asked: None,
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
        let progress = self.progress(run);
        if stop.is_none() {
            let stopped = observer.look(&progress);
            *stop = stopped.or_else(|| self.used_up(run, &progress).map(Reason::Budget));
        }
        if self.wants_progress(progress.elapsed) {
            observer.progress(&progress);
        }
        stop.is_some()
    }

    /// How far the run is.
    fn progress(&mut self, run: Run<'_, '_>) -> Progress {
        let statistics = &run.ledger.statistics;
        let table = &run.machine.terms;
        let terms = table.len() as u64;
        let of_machine = [
            (statistics.instructions, INSTRUCTION),
            (terms, TERM),
            (table.input_count() as u64, INPUT),
            (table.constructions(), CONSTRUCTION),
            (table.evaluations(), EVALUATION),
            (table.sets(), SET),
        ];
        let of_machine = sum(of_machine).saturating_add(run.own_work);
        let of_solver = work_of(run.solver.statistics()).saturating_sub(self.work_before);
        let work = of_machine.saturating_add(of_solver);
        self.looks += 1;
        // A worker's work begins anew with each piece.
        if work.abs_diff(self.work_then) >= Self::READING_INTERVAL
            || self.looks >= Self::READING_LOOKS
        {
            (self.work_then, self.looks) = (work, 0);
            self.time_read = self.elapsed();
        }
        Progress {
            work,
            paths: statistics.paths,
            findings: run.ledger.findings.len() as u64,
            waiting: run.waiting as u64,
            instructions: statistics.instructions,
            queries: self.asked(run.solver),
            terms,
            done: run.done,
            longest: run.longest,
            has_given_up: run.has_given_up,
            asks: run.asks,
            covered: run.machine.coverage.instruction_count() as u64,
            elapsed: self.time_read,
        }
    }

    /// Queries that a solver has answered since the start.
    pub fn asked(&self, solver: &Solver) -> u64 {
        solver.statistics().queries - self.queries_before
    }

    /// The budget that is used up, if one is.
    fn used_up(&mut self, run: Run<'_, '_>, own: &Progress) -> Option<BudgetKind> {
        let (budgets, beside) = (&run.options.budgets, run.beside);
        let reached =
            |budget: Option<u64>, spent: u64| budget.is_some_and(|budget| spent >= budget);
        if reached(budgets.paths, beside.paths + own.paths) {
            Some(BudgetKind::Paths)
        } else if reached(budgets.queries, beside.queries + own.queries) {
            Some(BudgetKind::Queries)
        } else if reached(budgets.instructions, beside.instructions + own.instructions) {
            Some(BudgetKind::Instructions)
        } else if (budgets.wall).is_some_and(|wall| own.elapsed >= wall || run.solver.is_past_end())
        {
            Some(BudgetKind::Wall)
        } else {
            self.exceeds_memory(budgets, own.work, || own.memory_estimate())
        }
    }

    /// Which budget of memory is used up, where it is measured this time. `estimate` stands in where the system does not
    /// tell.
    fn exceeds_memory(
        &mut self,
        budgets: &Budgets,
        work: u64,
        estimate: impl FnOnce() -> u64,
    ) -> Option<BudgetKind> {
        let is_soon = |then: u64| work.abs_diff(then) < Self::MEMORY_INTERVAL;
        if self.memory_asked.is_some_and(is_soon) {
            return None;
        }
        self.memory_asked = Some(work);
        budgets.memory_used_up(estimate)
    }

    /// Whether it is time to show progress again.
    fn wants_progress(&mut self, elapsed: Duration) -> bool {
        let is_time = elapsed >= self.next_progress;
        if is_time {
            self.next_progress = elapsed + Self::PROGRESS_INTERVAL;
        }
        is_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_measured_now_and_then() {
        let mut meter = Meter::new(&SolverStatistics::default());
        let budgets = Budgets {
            memory_bytes: Some(1),
            ..Budgets::default()
        };
        assert_eq!(
            meter.exceeds_memory(&budgets, 0, || 2),
            Some(BudgetKind::Memory)
        );
        let soon = Meter::MEMORY_INTERVAL / 2;
        assert_eq!(meter.exceeds_memory(&budgets, soon, || 2), None);
        let later = Meter::MEMORY_INTERVAL;
        assert!(meter.exceeds_memory(&budgets, later, || 2).is_some());
    }
}
