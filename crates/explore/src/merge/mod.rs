//! The merging explorer: bounded model checking by eager path merging.
//!
//! A state forks at every branch on a term, without a question to the solver. The state that is furthest behind runs next: the
//! one with most active calls, then the one at the lowest block. So two ways that can meet do meet, and as soon as two states
//! stand at the same place with the same call stack they become one: a diamond costs two short runs, not twice as many paths.
//! What must not happen is collected with the condition of its path and decided at the end, all at once ([`obligations`]).
//!
//! After S. Landl, "Generating Path Conditions for Bounded Model Checking of RISC-V Code in Selfie" (Salzburg, 2020), chapter 3.
//! Beyond it: path conditions fold back at joins ([`guards`]); the waiting states are an ordered map instead of a list, which gives
//! the next one and its partner in O(log n); a bound that a path reaches leaves an obligation, never silence.
//!
//! The solver is asked on the way only where the run might go on for ever without it: whether a path that jumps back, or calls
//! what it is called from, can be taken; and where an address or a value has to be known.

mod ahead;
mod beside;
mod engine;
mod events;
mod guards;
mod lag;
mod meet;
mod obligations;
mod prove;
mod verdicts;
mod waiting;

use everypath_machine::{Machine, State, Watch};
use everypath_solver::{Answer, Solver};
use everypath_term::Term;

use crate::budget::{Meter, Run, Spent};
use crate::cores::Origins;
use crate::ledger::{Ended, Ledger};
use crate::left_behind::leave;
use crate::{Asks, ExploreError, ExploreOptions, Observer, Reason, Record};
use beside::Helpers;
use guards::Guards;
use lag::Lag;
use obligations::Obligation;
use prove::{Head, Knowledge};
use verdicts::When;
use waiting::Waiting;

pub use engine::Merge;
pub use prove::{
    Doubt, DoubtKind, Fate, Invariant, NamedCell, Proof, Prove, ProvenLoop, ProvenMeasure,
    ReadFormula, Suggested, Verification, explore_proving, verify,
};

/// Instructions after which a state that nobody waits for lets the explorer look at its budgets.
const TURN: u64 = 200_000;

/// So many checks are decided together; a run with fewer decides them at its end.
const BATCH: usize = 1024;

/// A state and what the explorer knows of its paths.
#[derive(Clone, Debug)]
struct Path {
    state: State,
    /// By how many instructions its paths lag behind the longest, if these are bounded.
    instruction_lag: Lag,
    /// The most forks on a path.
    forks: u64,
    /// By how many forks its paths lag behind, if these are bounded.
    fork_lag: Lag,
    /// What has to be a constant here, and how many of its values other states have taken.
    tried: Option<(Term, usize)>,
    /// Visits of loops that it is in or has left, if there is a prover.
    visits: Vec<usize>,
    /// Whether something in it was made arbitrary: what goes wrong behind that is none of the program's faults.
    is_arbitrary: bool,
    /// How often it went round loops since no input was asked, and the number of its constraints then.
    rounds: Vec<(Head, u64, usize)>,
}

impl Path {
    fn new(state: State) -> Self {
        Path {
            state,
            instruction_lag: Lag::default(),
            forks: 0,
            fork_lag: Lag::default(),
            tried: None,
            visits: Vec::new(),
            is_arbitrary: false,
            rounds: Vec::new(),
        }
    }
}

/// What becomes of a state at an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// It goes on.
    Go,
    /// It waits for its turn.
    Wait,
    /// It ended, or others took its place.
    Gone,
}

/// What a comparison of two states takes, in about nanoseconds, a step of joining their guards, and a fork: the copy of a state, and that it waits in its place.
const COMPARISON: u64 = 200;
const STEP: u64 = 200;
const FORK: u64 = 40_000;

struct Explorer<'a, 'p> {
    machine: &'a mut Machine<'p>,
    solver: &'a mut Solver,
    options: &'a ExploreOptions,
    observer: &'a mut dyn Observer,
    waiting: Waiting,
    /// How often two states were compared, whether they can be merged.
    compared: u64,
    guards: Guards,
    obligations: Vec<Obligation>,
    /// Whether they are settled side by side, if there are helpers.
    divides: bool,
    helpers: Option<Helpers>,
    /// Jumps back and recursions after which the solver was asked whether some input takes them.
    rounds: u64,
    looking_ahead: bool,
    /// What looking ahead has taken of the SAT solver, in ticks.
    ticks_ahead: u64,
    /// The same for what was settled before the end.
    ticks_settled: u64,
    /// Those who jumped back while the run looks ahead: they go on when all others have ended or jumped back, too.
    jumped_back: Vec<Path>,
    meter: Meter,
    ledger: Ledger,
    origins: Origins,
    stop: Option<Reason>,
    /// What is known of loops, where it is proven that nothing goes wrong however long they go on.
    prover: Option<Knowledge>,
}

/// Checks every path of the machine's program at once, within bounds and budgets, by merging paths where they meet.
///
/// The record has the form of that of [`crate::explore_paths`]; a path in it is a merged one. Strategy and order of sides do not
/// apply, and inputs cannot be counted.
pub fn explore_merged(
    machine: &mut Machine<'_>,
    solver: &mut Solver,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> Result<Record, ExploreError> {
    Explorer::new(machine, solver, options, observer, None).run()
}

impl<'a, 'p> Explorer<'a, 'p> {
    /// At the start, with what is known of loops if there is a prover.
    fn new(
        machine: &'a mut Machine<'p>,
        solver: &'a mut Solver,
        options: &'a ExploreOptions,
        observer: &'a mut dyn Observer,
        prover: Option<Knowledge>,
    ) -> Self {
        let meter = Meter::new(solver.statistics());
        machine.merge_unwritten();
        // A prover tells inputs of an iteration from older ones by their names.
        if prover.is_none() {
            machine.join_names();
        }
        Explorer {
            machine,
            solver,
            options,
            observer,
            waiting: Waiting::default(),
            compared: 0,
            guards: Guards::new(),
            obligations: Vec::new(),
            divides: false,
            helpers: None,
            rounds: 0,
            looking_ahead: false,
            ticks_ahead: 0,
            ticks_settled: 0,
            jumped_back: Vec::new(),
            meter,
            ledger: Ledger::default(),
            origins: Origins::new(options.cores),
            stop: None,
            prover,
        }
    }
}

impl Explorer<'_, '_> {
    fn run(mut self) -> Result<Record, ExploreError> {
        let state = self.machine.initial_state();
        self.wait(Path::new(state));
        while !self.must_stop() {
            let Some(path) = self.waiting.pop_first() else {
                break;
            };
            self.advance(path)?;
            if self.obligations.len() >= BATCH && !self.observer.wants_questions() {
                self.settle(When::Midway)?;
            }
        }
        self.tell_questions();
        match self.stop == Some(Reason::FirstFinding) {
            true if self.obligations.iter().any(|it| self.is_open(it)) => {
                self.ledger.cut(Reason::FirstFinding, None, 1);
            }
            true => {}
            false => self.settle(When::AtEnd)?,
        }
        self.end_helpers()?;
        Ok(self.into_record())
    }

    /// What the run came to.
    fn into_record(self) -> Record {
        let ended = Ended {
            stop: self.stop.clone(),
            waiting: self.waiting.len(),
            elapsed: self.meter.elapsed(),
        };
        let states = (self.waiting, self.obligations, self.guards, self.prover);
        leave(states, &self.stop);
        self.ledger
            .into_record(self.machine, self.solver, self.options, ended)
    }

    /// Runs a state until it has to wait, or ends.
    fn advance(&mut self, mut path: Path) -> Result<(), ExploreError> {
        loop {
            let before = path.state.instructions();
            let limit = self.instruction_limit(&path);
            let watch = Watch {
                behind: self.waiting.first(),
            };
            let event = self.machine.run_until(&mut path.state, limit, watch);
            let executed = path.state.instructions().saturating_sub(before);
            self.ledger.statistics.instructions += executed;
            if executed >= TURN {
                self.count_round()?;
            }
            if self.prover.is_some() {
                self.take_suggestions(&path);
            }
            let goes_on = self.on_event(&mut path, event)?;
            match goes_on {
                Next::Go if self.must_stop() => {
                    self.wait(path);
                    return Ok(());
                }
                Next::Go => {}
                Next::Wait => {
                    self.wait_for_turn(path);
                    return Ok(());
                }
                Next::Gone => return Ok(()),
            }
        }
    }

    fn instruction_limit(&self, path: &Path) -> u64 {
        let executed = path.state.instructions();
        let bound = self.options.bounds.instructions_per_path;
        let bound = bound.map(|bound| bound.saturating_add(path.instruction_lag.least()));
        let budget = self.options.budgets.instructions.unwrap_or(u64::MAX);
        let left = budget.saturating_sub(self.ledger.statistics.instructions);
        bound
            .unwrap_or(u64::MAX)
            .min(executed.saturating_add(left))
            .min(executed.saturating_add(TURN))
    }

    /// Whether some input takes the path; if not, it is forgotten. If nobody knows, it goes on: what it leads to is decided by
    /// itself.
    fn is_feasible(&mut self, path: &Path) -> Result<bool, ExploreError> {
        let anything = self.machine.terms.bool(true);
        let answer = self
            .solver
            .check(&mut self.machine.terms, &path.state.path, anything)?;
        if let Answer::Unsat(_) = answer {
            self.ledger.statistics.pruned += 1;
            return Ok(false);
        }
        Ok(true)
    }

    /// Whether the run has to stop now; remembers why. Shows progress on the way.
    fn must_stop(&mut self) -> bool {
        let run = Run {
            machine: self.machine,
            solver: self.solver,
            options: self.options,
            ledger: &self.ledger,
            waiting: self.waiting.len(),
            own_work: self.compared * COMPARISON
                + self.guards.taken * STEP
                + self.ledger.statistics.forks * FORK,
            done: 0.0,
            longest: 0,
            // What a prover gives up on trial is nothing yet.
            has_given_up: self.prover.is_none() && self.ledger.has_given_up(),
            asks: self.prover.as_ref().map_or(Asks::Others, Knowledge::asks),
            beside: Spent::default(),
        };
        self.meter.must_stop(run, self.observer, &mut self.stop)
    }
}
