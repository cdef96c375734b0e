//! What to try next, where a run decided nothing: one command, the same check with the option changed that stopped it.
//!
//! A run may be stopped in several ways. What used up a budget comes before bounds, since bounds that are raised cost more of it;
//! of the rest, what stopped the most paths.

use std::time::Duration;

use everypath_explore::{BudgetKind, Cut, GraphLimit, Reason, Record, Verdict};
use everypath_llvm::UNDEFINED_CALL;
use everypath_machine::{CutReason, Purpose};
use everypath_program::{Program, World};
use everypath_solver::{SolverOptions, UnknownReason};

use crate::job::{Job, line};

/// Bounds for what has none, where the formula of a whole program needs one.
const FIRST_UNWIND: u64 = 8;
const FIRST_CALL_DEPTH: u64 = 64;
/// By how much the solver's work on one query grows; most queries need little, and some much more.
const MORE_CONFLICTS: u64 = 10;

/// The command, quoted for a shell; none where the run decided, or was interrupted.
pub fn next(job: &Job, record: &Record, program: &dyn Program) -> Option<String> {
    if record.verdict != Verdict::Incomplete {
        return None;
    }
    let is_budget = |cut: &Cut| matches!(cut.reason, Reason::Budget(_));
    let mut cuts: Vec<&Cut> = record.cuts.iter().collect();
    let is_left = |cut: &&Cut| [Reason::Interrupted, Reason::Missing].contains(&cut.reason);
    if cuts.iter().any(is_left) {
        return None;
    }
    cuts.sort_by_key(|cut| (!is_budget(cut), std::cmp::Reverse(cut.count)));
    let mut raised = cuts.iter().filter_map(|cut| raised(job, cut, program));
    if let Some(job) = raised.next() {
        return Some(job.command_line());
    }
    if cuts.is_empty() && job.inputs.world != World::Open {
        let mut open = job.clone();
        open.inputs.world = World::Open;
        return Some(open.command_line());
    }
    // Nothing can be raised: what was decided all the same.
    let mut words = job.command();
    words.insert(2, "--list-checks".to_owned());
    Some(line(&words))
}

/// The job with more of what ended these paths; none if no option gives more.
fn raised(job: &Job, cut: &Cut, program: &dyn Program) -> Option<Job> {
    let mut job = job.clone();
    let search = &mut job.search;
    match &cut.reason {
        Reason::Machine(CutReason::Unsupported(what)) => {
            let choices = &mut job.compile;
            if choices.havoc_externals || !what.starts_with(UNDEFINED_CALL) {
                return None;
            }
            choices.havoc_externals = true;
        }
        Reason::Machine(CutReason::LoopLimit { header, limit }) => {
            match program.is_library(*header) {
                true => search.library_unwind = Some(twice(*limit)),
                false => more_rounds(&mut job, *limit),
            }
        }
        Reason::Machine(CutReason::RecursionLimit { limit, .. }) => more_rounds(&mut job, *limit),
        Reason::Machine(CutReason::CallDepth { limit }) => {
            search.max_call_depth = Some(twice(*limit));
        }
        Reason::InstructionsPerPath { limit } => search.max_instructions = Some(twice(*limit)),
        Reason::ForksPerPath { limit } => search.max_forks = Some(twice(*limit)),
        Reason::Values {
            purpose: Purpose::Sample,
            ..
        } => return None,
        Reason::Values { limit, .. } => {
            let limit = usize::try_from(twice(*limit));
            search.max_values = limit.unwrap_or(usize::MAX);
        }
        Reason::Undecided {
            reason: Some(UnknownReason::Enclosure),
            ..
        } => return None,
        Reason::Undecided { .. } => {
            let solver = &mut job.solver;
            match solver.solver_timeout {
                Some(time) => solver.solver_timeout = Some(longer(time)),
                None => {
                    let given = solver.conflict_limit;
                    let limit = given.or(SolverOptions::default().conflict_limit)?;
                    // There may be no limit on it: then it was something else.
                    let more = (limit > 0).then(|| limit.saturating_mul(MORE_CONFLICTS));
                    solver.conflict_limit = Some(more?);
                }
            }
        }
        Reason::Graph(GraphLimit::Loop) => search.unwind = Some(FIRST_UNWIND),
        Reason::Graph(GraphLimit::Recursion) => search.max_call_depth = Some(FIRST_CALL_DEPTH),
        Reason::Graph(GraphLimit::Nodes { .. }) => {
            job.engine_options.0.set("decide", Some("path")).ok()?;
        }
        Reason::Graph(GraphLimit::Cycle) => return None,
        Reason::Unproven(_) => {
            let all = Job::default().search.engine;
            if search.engine == all {
                return None;
            }
            search.engine = all;
        }
        Reason::Budget(kind) => match kind {
            BudgetKind::Paths => search.budget_paths = search.budget_paths.map(twice),
            BudgetKind::Queries => search.budget_queries = search.budget_queries.map(twice),
            BudgetKind::Instructions => {
                search.budget_instructions = search.budget_instructions.map(twice);
            }
            BudgetKind::States => search.budget_states = search.budget_states.map(twice),
            BudgetKind::Memory => search.budget_memory = search.budget_memory.map(twice),
            BudgetKind::SystemMemory => return None,
            BudgetKind::Wall => search.time_limit = search.time_limit.map(longer),
        },
        Reason::Interrupted | Reason::Missing | Reason::FirstFinding => return None,
    }
    Some(job)
}

/// More iterations and calls: where the bound that was reached was given.
fn more_rounds(job: &mut Job, reached: u64) {
    let search = &mut job.search;
    let mut of_one = false;
    for loops in &mut search.unwindset {
        if loops.limit == reached {
            loops.limit = twice(reached);
            of_one = true;
        }
    }
    if !of_one || search.unwind == Some(reached) {
        search.unwind = Some(twice(reached));
    }
}

fn twice(limit: u64) -> u64 {
    limit.saturating_mul(2).max(1)
}

fn longer(time: Duration) -> Duration {
    time.saturating_mul(2).max(Duration::from_secs(1))
}
