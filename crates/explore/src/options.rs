//! What the explorer is asked: strategy, bounds and budgets.
//!
//! A bound is part of the question ("up to so many iterations"), a budget is what may be spent on the answer. Both leave cuts
//! in the record where they strike.

use std::num::NonZero;
use std::time::Duration;

use everypath_machine::MachineOptions;
use serde::{Deserialize, Serialize};

use crate::{OwnOptions, Strategy};

/// Bounds: how far each path is followed. None: without bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Source instructions per path.
    pub instructions_per_path: Option<u64>,
    /// Forks per path: places where the path had another feasible way to go.
    pub forks_per_path: Option<u64>,
    /// Iterations per loop of the program's own code each time it is entered, and calls of a function while it is active. The machine
    /// counts them: see [`Bounds::apply`].
    pub loop_iterations: Option<u64>,
    /// Iterations per loop of the front end's library that inputs decide.
    pub library_iterations: Option<u64>,
    /// Calls active at once. The machine counts them: see [`Bounds::apply`].
    pub call_depth: Option<u64>,
}

impl Bounds {
    /// Hands the bounds that the machine keeps to the options that it is made from.
    pub fn apply(&self, options: &mut MachineOptions) {
        options.loop_limit = self.loop_iterations;
        options.library_loop_limit = self.library_iterations;
        options.call_depth_limit = self.call_depth;
    }
}

/// Budgets: what the whole run may spend. None: without limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budgets {
    /// Paths followed to their end.
    pub paths: Option<u64>,
    /// Queries to the solver.
    pub queries: Option<u64>,
    /// Source instructions over all paths.
    pub instructions: Option<u64>,
    /// States waiting at once; at a fork that would exceed it the successors that come last are given up.
    pub states: Option<u64>,
    /// Bytes of memory, of the whole process where the system tells, else estimated.
    pub memory_bytes: Option<u64>,
    /// Whether the run ends before the system has no memory left for it: else it would be killed, and what it found lost.
    pub system_memory: bool,
    /// Time. Like memory, it makes runs differ.
    pub wall: Option<Duration>,
}

/// The budgets, for reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum BudgetKind {
    /// [`Budgets::paths`].
    Paths,
    /// [`Budgets::queries`].
    Queries,
    /// [`Budgets::instructions`].
    Instructions,
    /// [`Budgets::states`].
    States,
    /// [`Budgets::memory_bytes`].
    Memory,
    /// [`Budgets::system_memory`].
    SystemMemory,
    /// [`Budgets::wall`].
    Wall,
}

impl std::fmt::Display for BudgetKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            BudgetKind::Paths => "paths",
            BudgetKind::Queries => "queries",
            BudgetKind::Instructions => "instructions",
            BudgetKind::States => "waiting states",
            BudgetKind::Memory => "memory",
            BudgetKind::SystemMemory => "the system's memory",
            BudgetKind::Wall => "time",
        })
    }
}

/// When the run may stop before every path is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopAt {
    /// At the first finding that replays.
    FirstFinding,
    /// Not before the end.
    AllFindings,
}

/// Which side of a fork comes first in a depth-first search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideOrder {
    /// The taken side of a branch (the condition holds); of switches, values and objects the first.
    TakenFirst,
    /// The other side of a branch; of switches, values and objects the last.
    FallThroughFirst,
}

/// What the explorer is asked.
#[derive(Clone, Debug)]
pub struct ExploreOptions {
    /// Which waiting state runs next.
    pub strategy: Strategy,
    /// Determines every random choice.
    pub seed: u64,
    /// How far each path is followed.
    pub bounds: Bounds,
    /// What the run may spend.
    pub budgets: Budgets,
    /// When it stops.
    pub stop: StopAt,
    /// Which side of a fork comes first.
    pub order: SideOrder,
    /// How many values are tried where a symbolic value has to be a constant; the rest is cut.
    pub values_per_term: usize,
    /// Whether the inputs that violate each property are counted.
    pub count_inputs: bool,
    /// Blocking models per independent part of a path condition, when inputs are counted; behind it the count is a lower bound.
    pub count_limit: u64,
    /// Whether a path that a bound ends makes the verdict incomplete. Without, the run looks for violations only.
    pub bound_checks: bool,
    /// Whether a verdict may be safe that rests on assumptions about the world.
    pub may_assume: bool,
    /// Whether it is found out for every proven check which branches its proof rests on.
    pub cores: bool,
    /// Whether the invariants of a proof are written down, those that it does without taken away.
    pub proof: bool,
    /// Whether it is asked that the program ends, too.
    pub termination: bool,
    /// Options that only one engine has.
    pub own: OwnOptions,
    /// Threads that may look for the answer. What it is does not depend on how many there are, but for what it cost and where a budget
    /// strikes. An engine that cannot divide what is asked takes one.
    pub jobs: NonZero<usize>,
}

impl Default for ExploreOptions {
    fn default() -> Self {
        ExploreOptions {
            strategy: Strategy::default(),
            seed: 0,
            bounds: Bounds::default(),
            budgets: Budgets::default(),
            stop: StopAt::FirstFinding,
            order: SideOrder::TakenFirst,
            values_per_term: 4096,
            count_inputs: false,
            count_limit: 65_536,
            bound_checks: true,
            may_assume: true,
            cores: false,
            proof: false,
            termination: false,
            own: OwnOptions::default(),
            jobs: NonZero::<usize>::MIN,
        }
    }
}
