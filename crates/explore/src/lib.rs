//! The explorers: which state runs next, what becomes of it, and what follows for the program.
//!
//! [`explore_paths`] follows every path of a program by symbolic execution: it forks a state where both sides of a branch are
//! feasible, schedules the waiting states by a [`Strategy`], replays every violation on the same machine with constant inputs
//! before it counts, and gives a [`Record`]: the verdict, the findings, and every cut, that is every place where a path
//! was given up and why. The verdict is safe only if there was neither a finding nor a cut.
//!
//! A path can be given away and taken up elsewhere: [`explore_paths_from`] explores what begins with a [`Prefix`], at first that of all paths,
//! and stops where enough of them are open; the prefix of each says as a text how to come to it, and [`follow`] goes that way without a
//! solver.
//!
//! [`Engine`] is what all explorers, the portfolio and deepening have in common, and [`engines`] the table of them.
//!
//! ```
//! use everypath_explore::{ExploreOptions, Strategy};
//!
//! let strategy: Strategy = "dfs,random-path".parse().unwrap();
//! let options = ExploreOptions { strategy, seed: 7, ..ExploreOptions::default() };
//! assert_eq!(options.strategy.to_string(), "dfs,random-path");
//! ```
//!
//! Architecture invariant: this crate knows nothing of front ends and of output formats.

mod attempt;
mod budget;
mod conflict;
mod cores;
mod count;
mod deepen;
mod delays;
mod demand;
mod engine;
mod engines;
mod error;
mod finding;
mod held;
mod lasso;
mod ledger;
mod left_behind;
mod merge;
mod observer;
mod options;
mod paths;
mod portfolio;
mod preferences;
mod process_memory;
mod record;
mod replay;
mod strategy;
mod testcase;
mod trace;
mod violation;

pub use conflict::{Decider, MemoryReasons, UnknownDecider, explore_by_conflicts};
pub use count::InputCount;
pub use deepen::Deepening;
#[cfg(feature = "testing")]
pub use delays::delay_workers;
pub use engine::{
    Answer, Demand, Engine, Joins, OwnOption, OwnOptions, Refusal, Takes, Task, WrongOption,
};
pub use engines::{answering, engine_named, engines, of_portfolio, refusal};
pub use error::ExploreError;
pub use finding::{Finding, ReplayStatus};
pub use left_behind::process_ends_with_run;
pub use merge::{
    Doubt, DoubtKind, Fate, Invariant, NamedCell, Proof, ProvenLoop, ProvenMeasure, ReadFormula,
    Suggested, Verification, explore_merged, explore_proving, verify,
};
pub use observer::{Asked, Asks, Observer, PathEnd, PathKind, Progress, Question, Silent};
pub use options::{Bounds, BudgetKind, Budgets, ExploreOptions, SideOrder, StopAt};
pub use paths::{
    Explored, OpenPath, Prefix, PrefixError, Results, Unit, explore_on, explore_paths,
    explore_paths_from, follow, gather, split,
};
pub use portfolio::side_by_side;
pub use process_memory::peak_memory_bytes;
pub use record::{
    Assumed, CheckRecord, CheckStatus, ClauseStatistics, ConflictStatistics, CoverageSummary, Cut,
    Excluded, GraphLimit, Learnt, LearntClause, Passed, PassedCall, PathEnds, PropertyRecord,
    Reason, Record, Side, Statistics, Undecided, Unproven, Verdict,
};
pub use replay::{ReplayEnd, ReplayOutcome, passes, replay, replay_until};
pub use strategy::{Strategy, StrategyInfo, StrategyKind, UnknownStrategy};
pub use testcase::TestCase;
pub use trace::{Change, StepKind, Trace, TraceInput, TraceStep, trace};
