//! The paths explorer as an engine.

use super::team::explore_together;
use crate::engine::{Answer, Engine, HAS_NO_PROOF, NOT_TERMINATION, Refusal, Task};
use crate::{ExploreError, Observer, Strategy, StrategyKind, explore_paths};

/// Symbolic execution of every path.
#[derive(Clone, Copy, Debug)]
pub struct Paths;

impl Engine for Paths {
    fn name(&self) -> &'static str {
        "paths"
    }

    fn summary(&self) -> &'static str {
        "Symbolic execution: one state per path"
    }

    fn refuses(&self) -> &'static [Refusal] {
        &[HAS_NO_PROOF, NOT_TERMINATION]
    }

    fn first_queries(&self) -> Option<u64> {
        Some(20_000)
    }

    fn tells_questions_on_the_way(&self) -> bool {
        true
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Result<Answer, ExploreError> {
        match task.options.jobs.get() > 1 && is_divisible(task, observer) {
            true => explore_together(task, self.name(), observer),
            false => task.answer(self.name(), explore_paths, observer),
        }
    }
}

/// Whether several workers find what one does. Strategies but one choose among all states that wait; which proof is found, and what a solver
/// is asked, depends on what it was asked before.
fn is_divisible(task: &Task<'_>, observer: &dyn Observer) -> bool {
    let options = &task.options;
    options.strategy == Strategy::single(StrategyKind::Dfs)
        && !options.cores
        && !observer.wants_questions()
}
