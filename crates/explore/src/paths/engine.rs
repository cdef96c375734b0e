//! The paths explorer as an engine.

use crate::engine::{Answer, Engine, HAS_NO_PROOF, NOT_TERMINATION, Refusal, Task};
use crate::{ExploreError, Observer, explore_paths};

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
        task.answer(self.name(), explore_paths, observer)
    }
}
