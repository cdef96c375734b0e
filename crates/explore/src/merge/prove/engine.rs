//! The prover as an engine.

use std::rc::Rc;

use super::explore_proving;
use super::given::ReadFormula;
use super::proof::Proof;
use super::verify::{Verification, verify_proof};
use crate::engine::{Answer, Demand, Engine, Joins, Refusal, Task};
use crate::merge::engine::{COUNTS_NO_INPUTS, HAS_NO_SINGLE_PATHS, HAS_NO_STRATEGY};
use crate::{ExploreError, Observer};

/// Safe without a bound, by invariants of loops.
#[derive(Clone, Copy, Debug)]
pub struct Prove;

impl Engine for Prove {
    fn name(&self) -> &'static str {
        "prove"
    }

    fn summary(&self) -> &'static str {
        "Safe without a bound: loops become one arbitrary iteration under invariants that are found and proven; violations are for the others"
    }

    fn refuses(&self) -> &'static [Refusal] {
        &[
            COUNTS_NO_INPUTS,
            Refusal {
                demand: Demand::TestCases,
                message: "--tests needs paths that end: use it with --engine paths",
            },
            Refusal {
                demand: Demand::Decisions,
                message: "--decisions shows single paths: use it with --engine paths",
            },
            Refusal {
                demand: Demand::Formulas,
                message: "--emit writes what is asked of bounded runs: use it with --engine merge",
            },
            HAS_NO_SINGLE_PATHS,
            HAS_NO_STRATEGY,
            Refusal {
                demand: Demand::Cores,
                message: "--cores says what single checks of bounded runs rest on: use it with --engine merge",
            },
            Refusal {
                demand: Demand::ContinueAfterViolation,
                message: "a proof ends at the first violation: use --engine paths or merge to go on behind it",
            },
        ]
    }

    fn share(&self) -> u64 {
        8
    }

    /// Programs that end are mostly decided before.
    fn joins(&self) -> Joins {
        Joins::Late
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Result<Answer, ExploreError> {
        with_call_depth(task).answer(self.name(), explore_proving, observer)
    }
}

/// Recursion is followed to a depth, which the machine has to know.
fn with_call_depth<'p>(task: &Task<'p>) -> Task<'p> {
    let mut task = task.clone();
    let depth = task.options.bounds.call_depth;
    task.options.bounds.call_depth = Some(depth.unwrap_or(super::CALL_DEPTH));
    task
}

/// Checks a proof of a task's program, on a machine and a solver that are made for it.
///
/// # Errors
/// If the solver cannot be run.
pub fn verify(
    task: &Task<'_>,
    observer: &mut dyn Observer,
    proof: &Proof,
    read: Rc<ReadFormula>,
) -> Result<Verification, ExploreError> {
    let task = with_call_depth(task);
    let (mut machine, mut solver) = task.begin()?;
    verify_proof(
        &mut machine,
        &mut solver,
        &task.options,
        observer,
        (proof, read),
    )
}
