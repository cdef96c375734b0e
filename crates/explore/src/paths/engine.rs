//! The paths explorer as an engine.

use super::piece::{Results, Unit};
use super::team::explore_on;
use crate::engine::{Answer, Engine, HAS_NO_PROOF, NOT_TERMINATION, Refusal, Task};
use crate::{ExploreError, ExploreOptions, Observer, Strategy, StrategyKind, explore_paths};

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

    /// A question is about one path: the others ask for many at once, or for all.
    fn behind_questions(&self) -> u64 {
        3
    }

    fn tells_questions_on_the_way(&self) -> bool {
        true
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Result<Answer, ExploreError> {
        let in_pieces = task.options.jobs.get() > 1 || observer.wants_results();
        match in_pieces && !observer.wants_questions() && self.explores_in_pieces(&task.options) {
            true => {
                let all = Results::none_of(Unit::whole());
                explore_on(task, self.name(), all, observer)
            }
            false => task.answer(self.name(), explore_paths, observer),
        }
    }

    /// Strategies but one choose among all states that wait; which proof is found depends on what the solver was asked before.
    fn explores_in_pieces(&self, options: &ExploreOptions) -> bool {
        options.strategy == Strategy::single(StrategyKind::Dfs) && !options.cores
    }
}
