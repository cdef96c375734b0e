//! The SAT solver: CaDiCaL in this process, used incrementally under assumptions.
//!
//! A query is a list of assumed literals; nothing is ever retracted, so learnt clauses stay. The options below are the
//! ones that differ from CaDiCaL's defaults; they were chosen by measuring thousands of small queries, each of which
//! has only a few conflicts, where work before and after the search costs more than the search.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Instant;

use cadical_sys::{CaDiCal, ExternalPropagator, Learner, Status, Terminator};

use crate::answer::SolverError;
use crate::blast::cnf::Clauses;
use crate::certify::{Checked, Checker, Shared};
use crate::options::Interrupt;
use crate::proof_files::ProofFiles;

/// An option of CaDiCaL, its value, and the reason.
type SatOption = (&'static str, i32, &'static str);

/// Differs from CaDiCaL's default in every instance.
const NO_FACTORING: SatOption = (
    "factor",
    0,
    "bounded variable addition needs declared variables",
);

/// Options that differ from CaDiCaL's defaults where one instance answers many queries.
const OPTIONS: [SatOption; 5] = [
    (
        "ilb",
        1,
        "keep the trail of the assumptions shared with the last query",
    ),
    (
        "lucky",
        0,
        "trying trivial assignments costs a pass over all clauses per query",
    ),
    ("walk", 0, "local search before each query"),
    NO_FACTORING,
    (
        "elim",
        0,
        "eliminated variables are restored when the next query mentions them",
    ),
];

/// Options that differ from CaDiCaL's defaults where an instance answers one query.
const OPTIONS_FOR_ONE: [SatOption; 5] = [
    NO_FACTORING,
    (
        "elimint",
        6000,
        "eliminating variables costs more than some thousand conflicts",
    ),
    ("inprobeint", 300, "and so does probing"),
    (
        "bumpreason",
        0,
        "bumping what reasons speak of doubles the cost of a conflict in circuits",
    ),
    (
        "stabilize",
        0,
        "phases without restarts help to find models, and most hard queries have none",
    ),
];

/// What a run of the SAT solver came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Satisfiable: [`Sat::value`] reads the model.
    Satisfiable,
    /// Unsatisfiable under the assumptions: [`Sat::failed`] tells which of them suffice.
    Unsatisfiable,
    /// The limit on conflicts or ticks was reached.
    ConflictLimit,
    /// The limit on time was reached, or the run was interrupted.
    TimeLimit,
}

/// What bounds one run of the SAT solver.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Greatest number of conflicts.
    pub conflicts: Option<u64>,
    /// Greatest work of the search, in ticks.
    pub ticks: Option<u64>,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Whether to stop at once; asked now and then.
    pub interrupted: Option<Interrupt>,
}

impl Limits {
    /// Whether the time is over, or somebody wants it to stop, after so many nanoseconds of work.
    pub fn end_now(&self, work: u64) -> bool {
        let interrupted = self.interrupted.as_ref();
        interrupted.is_some_and(|interrupted| interrupted.is_wanted(work))
            || self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

/// One CaDiCaL instance.
pub struct Sat {
    solver: CaDiCal,
    variables: i32,
    clauses: u64,
    assigned: u64,
    /// Who checks proofs, if anybody does.
    checker: Option<Shared>,
    /// What ends the present run, shared with the watch.
    watched: Rc<Watched>,
}

impl std::fmt::Debug for Sat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sat")
            .field("variables", &self.variables)
            .field("clauses", &self.clauses)
            .finish()
    }
}

/// What ends a run.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    limits: RefCell<Limits>,
    /// How often it was asked whether to stop.
    looks: Cell<u64>,
    /// Clauses that were learnt since it was asked last, and what each takes, in nanoseconds.
    learnt: Cell<u64>,
    step: Cell<u64>,
    /// Whether a propagator knows enough; it says so, and takes it back.
    pub(crate) enough: Cell<bool>,
}

/// What CaDiCaL asks now and then whether to stop.
struct Watch(Rc<Watched>);

impl Terminator for Watch {
    fn terminated(&mut self) -> bool {
        self.0.looks.set(self.0.looks.get() + 1);
        let work = LOOK + self.0.learnt.take() * self.0.step.get();
        self.0.enough.get() || self.0.limits.borrow().end_now(work)
    }
}

/// What CaDiCaL tells of clauses that it learns.
struct Count(Rc<Watched>);

impl Learner for Count {
    fn learning(&mut self, _size: i32) -> bool {
        self.0.learnt.set(self.0.learnt.get() + 1);
        false
    }

    fn learn(&mut self, _literal: i32) {}
}

/// What a [tick](Sat::ticks) takes, in about nanoseconds, as fitted together with [`LOOK`] to the times of a thousand runs of 10 ms and more.
pub const TICK: u64 = 40;
/// What CaDiCaL does between two [looks](Sat::looks), in about nanoseconds: ticks are of the search alone, and what simplifies clauses between searches asks often
/// whether to stop.
pub const LOOK: u64 = 2_400;
/// What a search takes for each clause that it learns, in about nanoseconds, times the square root of the number of its variables: ticks can only be read when it
/// is over.
const LEARNT: u64 = 1_200;

impl Clauses for Sat {
    #[inline]
    fn new_variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    #[inline]
    fn clause(&mut self, literals: &[i32]) {
        self.clauses += 1;
        if let Some(checker) = &self.checker {
            checker.borrow_mut().give(literals);
        }
        match *literals {
            [a, b] => self.solver.clause2(a, b),
            [a, b, c] => self.solver.clause3(a, b, c),
            _ => self.solver.clause6(literals),
        }
    }
}

impl Sat {
    /// An empty instance for many queries; `seed` (at most 2e9) varies the search, not the answers.
    pub fn new(seed: u32) -> Self {
        Self::watched(seed, &OPTIONS, Rc::default())
    }

    /// An empty instance for one query, whose assertions are clauses.
    pub fn for_one_query(seed: u32) -> Self {
        Self::watched(seed, &OPTIONS_FOR_ONE, Rc::default())
    }

    /// An empty instance with these options that `watched` may end.
    fn watched<'a>(
        seed: u32,
        options: impl IntoIterator<Item = &'a (&'a str, i32, &'a str)>,
        watched: Rc<Watched>,
    ) -> Self {
        let mut solver = CaDiCal::new();
        solver.connect_terminator(Watch(watched.clone()));
        solver.connect_learner(Count(watched.clone()));
        for &(name, value, _) in options {
            solver.set(name, value);
        }
        solver.set("seed", (seed % 2_000_000_000) as i32);
        Self {
            solver,
            variables: 0,
            clauses: 0,
            assigned: 0,
            checker: None,
            watched,
        }
    }

    /// An empty instance with further options that tells `propagator` of variables that are observed, and asks it for
    /// decisions; the propagator may end a run through `watched`.
    pub(crate) fn with_propagator(
        seed: u32,
        further: &[(&str, i32, &str)],
        propagator: impl ExternalPropagator + 'static,
        watched: Rc<Watched>,
    ) -> Self {
        let mut sat = Self::watched(seed, OPTIONS.iter().chain(further), watched);
        sat.solver.connect_external_propagator(propagator);
        sat
    }

    /// Has every answer "unsatisfiable" proved from now on, and the proofs written to `files`. To be called before any clause.
    pub fn certify(&mut self, files: Option<ProofFiles>) {
        let checker = Shared::new(Checker::new(files).into());
        self.solver
            .connect_proof_tracer1(checker.clone(), true, false);
        self.checker = Some(checker);
    }

    /// Checks the proof of the last run, which was unsatisfiable under `assumptions`. Fails if it is wrong, or cannot be written.
    pub fn confirm(&mut self, assumptions: &[i32]) -> Result<(), SolverError> {
        let Some(checker) = self.checker.clone() else {
            return Ok(());
        };
        self.solver.conclude();
        let core = checker.borrow_mut().core(assumptions)?;
        match core.iter().find(|&&literal| !self.solver.failed(literal)) {
            Some(literal) => Err(SolverError::Uncertified {
                reason: format!("the proof needs the assumption {literal}, and the core lacks it"),
            }),
            None => Ok(()),
        }
    }

    /// What was checked so far.
    pub fn checked(&self) -> Checked {
        let checker = self.checker.as_ref();
        checker.map_or_else(Checked::default, |checker| checker.borrow().checked())
    }

    /// Has the propagator told of a variable; to be called before the first run after the variable was made.
    pub(crate) fn observe(&mut self, variable: i32) {
        self.solver.add_observed_var(variable);
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.variables as usize
    }

    /// The number of clauses added.
    pub fn clauses(&self) -> u64 {
        self.clauses
    }

    /// Runs under `assumptions`.
    pub fn solve(&mut self, assumptions: &[i32], limits: Limits) -> Outcome {
        for &literal in assumptions {
            self.solver.assume(literal);
        }
        if let Some(conflicts) = limits.conflicts {
            self.solver
                .limit("conflicts", i32::try_from(conflicts).unwrap_or(i32::MAX));
        }
        if let Some(ticks) = limits.ticks {
            self.solver
                .limit("ticks", i32::try_from(ticks).unwrap_or(i32::MAX));
        }
        self.assigned += self.variables as u64;
        self.watched.limits.replace(limits);
        let step = LEARNT * u64::from(self.variables.unsigned_abs().isqrt());
        self.watched.step.set(step);
        match self.solver.solve() {
            Status::SATISFIABLE => Outcome::Satisfiable,
            Status::UNSATISFIABLE => Outcome::Unsatisfiable,
            Status::UNKNOWN => match self.watched.limits.borrow().end_now(0) {
                true => Outcome::TimeLimit,
                false => Outcome::ConflictLimit,
            },
        }
    }

    /// The value of a literal in the model of the last run, which must have been satisfiable.
    #[inline]
    pub fn value(&mut self, literal: i32) -> bool {
        (self.solver.val(literal.abs()) > 0) == (literal > 0)
    }

    /// Whether an assumed literal belongs to the core of the last run, which must have been unsatisfiable.
    #[inline]
    pub fn failed(&mut self, literal: i32) -> bool {
        self.solver.failed(literal)
    }

    /// The work of its searches so far, in ticks: about as many cache lines were looked at.
    pub fn ticks(&self) -> u64 {
        u64::try_from(self.solver.get_statistic_value("ticks")).unwrap_or(0)
    }

    /// How often CaDiCaL asked so far whether to stop: after each ten rounds of a search, and of what simplifies clauses.
    pub fn looks(&self) -> u64 {
        self.watched.looks.get()
    }

    /// The variables that its searches began with, summed over them.
    pub fn assigned(&self) -> u64 {
        self.assigned
    }

    /// The number of conflicts so far.
    pub fn conflicts(&self) -> u64 {
        u64::try_from(self.solver.get_statistic_value("conflicts")).unwrap_or(0)
    }
}
