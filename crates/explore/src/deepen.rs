//! Deepening: the same question with greater bounds, until a run finds something, needs no greater ones, or must stop.
//!
//! Bounds are doubled, so that all runs together cost little more than the last one. Only bounds that ended a path are raised.

use everypath_machine::CutReason;

use crate::attempt::Attempt;
use crate::engine::{Answer, Engine, Task};
use crate::{Bounds, ExploreError, Finding, Observer, Reason, Record, StopAt};

/// The bounds of the first run, where nothing else was asked for.
const FIRST_ITERATIONS: u64 = 1;
const FIRST_LIBRARY_ITERATIONS: u64 = 16;
const FIRST_CALL_DEPTH: u64 = 16;

impl Bounds {
    /// The bounds that deepening begins with: these, and first ones for loops and calls that have none.
    pub fn shallow(self) -> Bounds {
        Bounds {
            loop_iterations: self.loop_iterations.or(Some(FIRST_ITERATIONS)),
            library_iterations: self.library_iterations.or(Some(FIRST_LIBRARY_ITERATIONS)),
            call_depth: self.call_depth.or(Some(FIRST_CALL_DEPTH)),
            ..self
        }
    }
}

impl Record {
    /// The bounds of the next run; none if this was the last one.
    pub fn deeper(&self, stop: StopAt) -> Option<Bounds> {
        let found = stop == StopAt::FirstFinding && !self.findings.is_empty();
        let ended = self.cuts.iter().any(|cut| {
            let reason = &cut.reason;
            matches!(reason, Reason::Interrupted | Reason::Budget(_))
        });
        if found || ended || self.has_internal_error() {
            return None;
        }
        let mut bounds = self.bounds;
        for cut in &self.cuts {
            match cut.reason {
                // Loops with bounds of their own keep them.
                Reason::Machine(
                    CutReason::LoopLimit { limit, .. } | CutReason::RecursionLimit { limit, .. },
                ) => {
                    let (own, library) =
                        (self.bounds.loop_iterations, self.bounds.library_iterations);
                    if own == Some(limit) {
                        bounds.loop_iterations = Some(doubled(limit));
                    }
                    if library == Some(limit) {
                        bounds.library_iterations = Some(doubled(limit));
                    }
                }
                Reason::Machine(CutReason::CallDepth { limit }) => {
                    bounds.call_depth = Some(doubled(limit));
                }
                _ => {}
            }
        }
        (bounds != self.bounds).then_some(bounds)
    }
}

fn doubled(bound: u64) -> u64 {
    bound.saturating_mul(2).max(1)
}

/// An engine that asks another one with greater and greater bounds; its answer is that of the last run, with what earlier ones found and
/// the last did not come to.
pub struct Deepening<'e>(pub &'e dyn Engine);

impl Engine for Deepening<'_> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn summary(&self) -> &'static str {
        self.0.summary()
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Result<Answer, ExploreError> {
        let mut task = task.clone();
        task.options.bounds = task.options.bounds.shallow();
        let mut attempts = Attempt::new(observer);
        let mut found: Vec<Finding> = Vec::new();
        loop {
            attempts.begin();
            let mut answer = self.0.run(&task, &mut attempts)?;
            match answer.record.deeper(task.options.stop) {
                Some(bounds) => {
                    let spent = &answer.record.statistics;
                    task.options.bounds = bounds;
                    task.options.budgets = task.options.budgets.without(spent);
                    found.extend(answer.record.findings);
                }
                None => {
                    for finding in found {
                        answer.record.add_finding(finding);
                    }
                    attempts.tell();
                    return Ok(answer);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bounds_are_those_asked_for_or_small_ones() {
        let asked = Bounds {
            loop_iterations: Some(7),
            ..Bounds::default()
        };
        let shallow = asked.shallow();
        assert_eq!(shallow.loop_iterations, Some(7));
        assert_eq!(shallow.call_depth, Some(FIRST_CALL_DEPTH));
        assert_eq!(shallow.forks_per_path, None);
        assert_eq!((doubled(0), doubled(5)), (1, 10));
        assert_eq!(doubled(u64::MAX), u64::MAX);
    }
}
