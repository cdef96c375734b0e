//! The prover: safe without a bound, by loop invariants that are guessed on trial and believed when nothing is left to guess.
//!
//! It is the merging explorer with one more rule ([`arrivals`]). A state that enters a loop becomes one in which everything that an
//! iteration changes may be anything, under the invariants of the loop; a state that comes back to the head must be an instance of the one
//! that set out, and ends there. What iterations change, and which invariants they keep, is not known in the beginning: each **run** takes
//! what earlier runs found, and every state that comes back may show that more changes, or that an invariant is none (the largest inductive
//! subset of the candidates, as in C. Flanagan, K. R. M. Leino: "Houdini, an Annotation Assistant for ESC/Java", 2001). The run in which
//! nothing had to be corrected is the proof: all its states that enter a loop or come back were checked in that very run. What was found before
//! is only where that run began.
//!
//! [`candidates`] says where invariants come from. A violation behind a widened state is none of the program's: it says that nothing is
//! proven, and real ones are for the other engines.

mod arrivals;
mod candidates;
mod describe;
mod elements;
mod engine;
mod given;
mod knowledge;
mod loops;
mod measure;
mod orders;
mod polynomials;
mod proof;
mod ranking;
mod runs;
mod smaller;
mod strengthen;
mod suggested;
mod vanishing;
mod verify;
mod words;

use everypath_machine::Machine;
use everypath_program::Property;
use everypath_solver::Solver;

use super::verdicts::When;
use super::{Explorer, Path};
use crate::record::Unproven;
use crate::{Bounds, ExploreError, ExploreOptions, Observer, Reason, Record};
pub(super) use knowledge::Knowledge;
pub(super) use loops::Head;

pub use engine::{Prove, verify};
pub use given::{Doubt, DoubtKind, ReadFormula};
pub use proof::{Invariant, NamedCell, Proof, ProvenLoop, ProvenMeasure};
pub use suggested::{Fate, Suggested};
pub use verify::Verification;

/// Runs before the prover gives up on finding what loops change and keep.
const MOST_RUNS: u64 = 300;

/// Iterations of a loop that no input decides, before it is widened: in the first attempt, and in the second.
const UNROLLED: [u64; 2] = [40, 1200];

/// Where iterations make their objects in the last runs of the prover, and where proofs are verified.
const ELSEWHERE: u64 = 3;
const ELSEWHERE_AGAIN: u64 = 5;

/// Active calls that are followed: recursion is not widened.
const CALL_DEPTH: u64 = 200;

/// Proves that nothing goes wrong on any path, however long, or says that it could not.
///
/// # Errors
/// If the solver cannot be run.
pub fn explore_proving(
    machine: &mut Machine<'_>,
    solver: &mut Solver,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> Result<Record, ExploreError> {
    let options = &without_bounds(options);
    machine.leave_loops();
    let knowledge = Knowledge::new(UNROLLED[0], machine);
    let mut explorer = Explorer::new(machine, solver, options, observer, Some(knowledge));
    explorer.ledger.suggested = explorer.prove()?;
    if explorer.asks_termination() && explorer.ledger.has_cuts() {
        explorer.look_for_lasso()?;
    }
    Ok(explorer.into_record())
}

/// The options without bounds, which are none of a prover's, but for that on calls.
fn without_bounds(options: &ExploreOptions) -> ExploreOptions {
    ExploreOptions {
        bounds: Bounds {
            call_depth: options.bounds.call_depth,
            ..Bounds::default()
        },
        ..options.clone()
    }
}

impl Explorer<'_, '_> {
    /// Which blocks are lost is about all that happened before, of which an arbitrary iteration knows nothing: whether a path made one, and that is asked.
    fn may_lose_blocks(&self) -> bool {
        let checks = self.machine.options().checks;
        checks.contains(Property::LostMemory) && self.machine.has_made_blocks()
    }

    /// What follows from a run in which nothing had to be corrected.
    fn conclude(&mut self) -> Result<(), ExploreError> {
        self.settle(When::AtEnd)?;
        self.count_loops();
        self.name_bounds();
        if self.machine.has_asked_for_symbolic() {
            let reason = Unproven::Loop(everypath_machine::Unlike::Answers);
            self.ledger.cut(Reason::Unproven(reason), None, 1);
        }
        Ok(())
    }

    /// Gives what became of the program's suggestions.
    fn prove(&mut self) -> Result<Vec<Suggested>, ExploreError> {
        let mut suggested = Vec::new();
        let mark = self.machine.mark();
        for (attempt, unrolled) in UNROLLED.into_iter().enumerate() {
            self.prover = Some(Knowledge::new(unrolled, self.machine));
            let is_settled = self.settle_all_invariants(mark)?;
            if self.stop.is_some() {
                return Ok(self.suggestions(false));
            }
            if !is_settled {
                let reason = Reason::Unproven(Unproven::Invariants);
                self.ledger.cut(reason, None, 1);
            }
            // A proof that is made smaller does without some of them.
            suggested = self.suggestions(self.lacks_only_invariants());
            let gave_up = self.ledger.has_cuts();
            let again = attempt == 0
                && self.ledger.findings.is_empty()
                && self.prover.as_ref().is_some_and(Knowledge::was_cut_short);
            if !gave_up && self.ledger.findings.is_empty() {
                if self.options.proof {
                    self.make_smaller(mark)?;
                }
                if self.asks_termination() {
                    self.rank(mark)?;
                }
                if self.options.proof && !self.ledger.has_cuts() {
                    self.ledger.proof = self.proof();
                }
            }
            if !gave_up || !again {
                return Ok(suggested);
            }
        }
        Ok(suggested)
    }

    /// Looks for the largest inductive subset of the candidates, again with all of them as long as nothing is missing but invariants: first as they are,
    /// then with clauses against what fails. Gives whether that came to an end.
    fn settle_all_invariants(&mut self, mark: usize) -> Result<bool, ExploreError> {
        let mut is_settled = self.settle_invariants(mark)?;
        if let Some(knowledge) = &mut self.prover {
            knowledge.is_known = is_settled;
        }
        if self.is_stopped() {
            return Ok(false);
        }
        self.conclude()?;
        for round in 0..=strengthen::ROUNDS {
            let is_unproven = self.ledger.has_cuts() && self.ledger.findings.is_empty();
            if !is_settled || !is_unproven || !self.lacks_only_invariants() {
                break;
            }
            if round > 0 && !self.exclude_failures()? {
                break;
            }
            if let Some(knowledge) = &mut self.prover {
                knowledge.try_again();
            }
            is_settled = self.settle_invariants(mark)?;
            if self.is_stopped() {
                return Ok(false);
            }
            self.conclude()?;
        }
        if is_settled && !self.ledger.has_cuts() && self.ledger.findings.is_empty() {
            is_settled = self.settle_elsewhere(mark)?;
        }
        Ok(is_settled)
    }

    /// Runs once more with the objects of iterations elsewhere, from now on, if there are such: what is true because of where one is falls.
    fn settle_elsewhere(&mut self, mark: usize) -> Result<bool, ExploreError> {
        let Some(knowledge) = self.prover.as_mut().filter(|it| it.makes_objects()) else {
            return Ok(true);
        };
        knowledge.placement = ELSEWHERE;
        knowledge.is_fixed = true;
        let is_settled = self.settle_invariants(mark)?;
        if self.is_stopped() {
            return Ok(false);
        }
        self.conclude()?;
        if let Some(knowledge) = &mut self.prover {
            knowledge.is_fixed = false;
        }
        Ok(is_settled)
    }

    /// Runs until nothing is corrected any more; gives whether that came to an end. Where nothing may be found out, it does not if something would have
    /// had to be.
    fn settle_invariants(&mut self, mark: usize) -> Result<bool, ExploreError> {
        for _ in 0..MOST_RUNS {
            self.machine.forget_since(mark);
            self.run_on_trial()?;
            let Some(knowledge) = &mut self.prover else {
                return Ok(false);
            };
            let changed = knowledge.take_changed();
            let is_stuck = self.stop.is_some() || knowledge.needs_more;
            if is_stuck || !changed {
                return Ok(!changed && !is_stuck);
            }
        }
        Ok(false)
    }

    /// Whether the run has to stop; then nothing of it counts.
    fn is_stopped(&mut self) -> bool {
        if let Some(reason) = self.stop.clone() {
            self.count_loops();
            self.ledger.cut(reason, None, 1);
        }
        self.stop.is_some()
    }

    fn count_loops(&mut self) {
        let knowledge = self.prover.as_ref();
        let loops = knowledge.map_or(0, |knowledge| knowledge.heads().count());
        self.ledger.statistics.arbitrary_loops = loops as u64;
    }

    /// Whether nothing is cut but for properties that no invariant was found for.
    fn lacks_only_invariants(&self) -> bool {
        let is_property =
            |cut: &crate::Cut| matches!(cut.reason, Reason::Unproven(Unproven::Property(_)));
        self.ledger.cuts().iter().all(is_property)
    }

    /// Follows all paths with what is known of loops, and learns more of them.
    fn run_on_trial(&mut self) -> Result<(), ExploreError> {
        let mut statistics = std::mem::take(&mut self.ledger).statistics;
        statistics.paths = 0;
        statistics.ends = crate::PathEnds::default();
        self.ledger.statistics = statistics;
        self.obligations.clear();
        self.waiting.clear();
        let heads: Vec<_> = match &mut self.prover {
            Some(knowledge) => {
                knowledge.begin_run();
                knowledge.heads().collect()
            }
            None => Vec::new(),
        };
        self.machine.watch_heads(heads);
        self.machine.forget_elements();
        self.machine.forget_blocks();
        let state = self.machine.initial_state();
        self.wait(Path::new(state));
        while !self.must_stop() {
            let Some(path) = self.waiting.pop_first() else {
                break;
            };
            if let Some(path) = self.arrive(path)? {
                self.advance(path)?;
            }
            if self.may_lose_blocks() {
                let reason = Reason::Unproven(Unproven::LostMemory);
                self.ledger.cut(reason, None, 1);
                self.waiting.clear();
                break;
            }
            if self
                .prover
                .as_ref()
                .is_some_and(|knowledge| knowledge.abandoned)
            {
                self.waiting.clear();
                break;
            }
        }
        Ok(())
    }

    /// A bound that this engine came to is none of the question.
    fn name_bounds(&mut self) {
        if self.ledger.has_bounds() {
            self.ledger.cut(Reason::Unproven(Unproven::Bound), None, 1);
        }
    }
}
