//! The merging explorer as an engine.

use super::events::PRUNE;
use crate::engine::{
    Answer, Demand, Engine, HAS_NO_PROOF, NOT_TERMINATION, OwnOption, Refusal, Takes, Task,
};
use crate::{ExploreError, Observer, explore_merged};

/// Merged paths are not counted one by one.
pub(super) const COUNTS_NO_INPUTS: Refusal = Refusal {
    demand: Demand::CountInputs,
    message: "--count-inputs follows every path by itself: use it with --engine paths",
};

/// Merged paths have no formulas of their own.
pub(super) const HAS_NO_SINGLE_PATHS: Refusal = Refusal {
    demand: Demand::FormulasOfPaths,
    message: "--emit-per path needs paths that stay apart: use it with --engine paths",
};

/// Merged states have an order of their own.
pub(super) const HAS_NO_STRATEGY: Refusal = Refusal {
    demand: Demand::Strategy,
    message: "--strategy chooses among waiting states, which meet and merge in an order of their own: use it with --engine paths",
};

/// Bounded model checking by eager path merging.
#[derive(Clone, Copy, Debug)]
pub struct Merge;

impl Engine for Merge {
    fn name(&self) -> &'static str {
        "merge"
    }

    fn summary(&self) -> &'static str {
        "Bounded model checking: states that meet become one, and what must not happen is decided at the end"
    }

    fn options(&self) -> &'static [OwnOption] {
        &[OwnOption {
            name: PRUNE,
            help: "With --engine merge: ask the solver at every branch which sides some input takes",
            takes: Takes::Nothing,
            elsewhere: "--merge-prune is an option of --engine merge: use it with that, or leave it out",
        }]
    }

    fn share(&self) -> u64 {
        24
    }

    fn refuses(&self) -> &'static [Refusal] {
        &[
            COUNTS_NO_INPUTS,
            HAS_NO_SINGLE_PATHS,
            HAS_NO_PROOF,
            NOT_TERMINATION,
            HAS_NO_STRATEGY,
        ]
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Result<Answer, ExploreError> {
        task.answer(self.name(), explore_merged, observer)
    }
}
