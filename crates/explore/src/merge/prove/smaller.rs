//! Proofs made small: which invariants are needed.
//!
//! The largest inductive subset of all candidates says hundreds of things, most of which nobody needs. Here some are taken away, the largest terms
//! first, and the run is repeated, until none of those that are left can be spared, or until that took many runs (delta debugging, as in A. Zeller,
//! R. Hildebrandt: "Simplifying and Isolating Failure-Inducing Input", 2002). What depends on what was taken away falls by itself.

use everypath_term::Term;

use super::loops::Head;
use crate::merge::Explorer;
use crate::record::Unproven;
use crate::{ExploreError, Reason};

/// Runs that it may take.
const MOST_RUNS: u64 = 400;

/// Conflicts of the SAT solver that one question may take on trial: what is harder without some invariants has them.
const CONFLICTS: u64 = 5_000;

/// All invariants, by loop.
type Invariants = Vec<(Head, Vec<Term>)>;

impl Explorer<'_, '_> {
    /// Takes away invariants that the proof does without. The last run is that of what is left.
    pub(super) fn make_smaller(&mut self, mark: usize) -> Result<(), ExploreError> {
        let mut kept = self.invariants();
        let mut all: Vec<(Head, Term)> = Vec::new();
        for (head, invariants) in &kept {
            all.extend(invariants.iter().map(|&term| (*head, term)));
        }
        all.sort_by_key(|&(_, term)| {
            std::cmp::Reverse(self.machine.terms.post_order(&[term]).len())
        });
        let mut runs = 0;
        let mut size = all.len().div_ceil(2);
        while size > 0 && runs < MOST_RUNS {
            let mut start = 0;
            while start < all.len() && runs < MOST_RUNS {
                let end = (start + size).min(all.len());
                let without: Vec<(Head, Term)> = all[start..end].to_vec();
                self.set_invariants(&kept, &without);
                let before = self.solver.lower_conflict_limit(CONFLICTS);
                let is_proven = self.is_proven(mark, &mut runs);
                self.solver.limit_conflicts(before);
                match is_proven? {
                    true => {
                        kept = self.invariants();
                        let left = |one: &(Head, Term)| {
                            let mut of_head = kept.iter().filter(|(head, _)| *head == one.0);
                            of_head.any(|(_, terms)| terms.contains(&one.1))
                        };
                        let before = all[..start].iter().filter(|&it| left(it)).count();
                        all.retain(left);
                        start = before;
                    }
                    false => start = end,
                }
                if self.stop.is_some() {
                    break;
                }
            }
            size = match size {
                1 => 0,
                _ => size.div_ceil(2),
            };
        }
        self.set_invariants(&kept, &[]);
        let mut last = 0;
        // What does not end is no proof, though there was one before.
        if !self.is_proven(mark, &mut last)? && !self.is_stopped() {
            let reason = Reason::Unproven(Unproven::Invariants);
            self.ledger.cut(reason, None, 1);
        }
        Ok(())
    }

    fn invariants(&self) -> Invariants {
        let knowledge = self.prover.iter();
        let loops = knowledge.flat_map(|knowledge| &knowledge.loops);
        loops
            .map(|(&head, known)| (head, known.candidates.clone()))
            .collect()
    }

    fn set_invariants(&mut self, invariants: &Invariants, without: &[(Head, Term)]) {
        let Some(knowledge) = &mut self.prover else {
            return;
        };
        knowledge.begin_run();
        for (head, terms) in invariants {
            let known = knowledge.loops.entry(*head).or_default();
            known.candidates.clone_from(terms);
            known
                .candidates
                .retain(|&term| !without.contains(&(*head, term)));
        }
    }

    /// Whether the invariants, or the largest inductive subset of them, prove everything. Nothing else is found out.
    fn is_proven(&mut self, mark: usize, runs: &mut u64) -> Result<bool, ExploreError> {
        if let Some(knowledge) = &mut self.prover {
            knowledge.is_fixed = true;
        }
        let proven = loop {
            *runs += 1;
            self.machine.forget_since(mark);
            self.run_on_trial()?;
            if self.stop.is_some() {
                break false;
            }
            let Some(knowledge) = &mut self.prover else {
                break false;
            };
            if knowledge.needs_more {
                break false;
            }
            if !knowledge.take_changed() {
                self.conclude()?;
                break !self.ledger.has_cuts() && self.ledger.findings.is_empty();
            }
        };
        if let Some(knowledge) = &mut self.prover {
            knowledge.is_fixed = false;
        }
        Ok(proven)
    }
}
