//! Proofs of unsatisfiability, checked step by step while CaDiCaL makes them.
//!
//! CaDiCaL tells each clause that it derives and the clauses that it follows from, in the order in which unit propagation uses them: LRAT (L.
//! Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, "Efficient Certified RAT Verification", CADE 2017), for assumptions as in
//! LIDRUP (K. Fazekas, F. Pollitt, M. Fleury, A. Biere, "Certifying Incremental SAT Solving", LPAR 2024). The checker does these propagations
//! itself, over clauses that it got from us. It shares no code with the solver: of CaDiCaL's answer only the steps are used.
//!
//! A clause that is no consequence of others (RAT) is not accepted; the options in use make none. What is checked is the SAT solver's part
//! of an answer. That gates mean what terms mean is up to the tests of gates, and models are evaluated anyway.

use std::cell::RefCell;
use std::rc::Rc;

use cadical_sys::ProofTracer;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::answer::SolverError;
use crate::clause::{Clause, clause};
use crate::proof_files::{History, ProofFiles};

/// What becomes of the SAT solver's answers that a query is unsatisfiable.
#[derive(Clone, Debug, Default)]
pub enum Certify {
    /// They are believed.
    #[default]
    No,
    /// Each is proved, and the proof checked.
    Check,
    /// And written for others to check.
    Write(ProofFiles),
}

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Checked {
    /// Answers that queries are unsatisfiable.
    pub answers: u64,
    /// Derived clauses.
    pub steps: u64,
}

impl std::ops::Add for Checked {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            answers: self.answers + other.answers,
            steps: self.steps + other.steps,
        }
    }
}

/// The clauses that hold, and what was concluded from them.
#[derive(Debug, Default)]
pub(crate) struct Checker {
    /// What we gave to the solver.
    given: FxHashSet<Clause>,
    /// Clauses that the solver may use, by its numbers.
    clauses: FxHashMap<i64, Clause>,
    /// Clauses that it put aside, and may take back.
    aside: FxHashSet<Clause>,
    /// Literals that hold while a step is checked.
    holds: FxHashSet<i32>,
    /// What the last run concluded, and the number of that clause.
    conclusion: Option<(i64, Clause)>,
    /// Where proofs are written, and of what.
    files: Option<(ProofFiles, History)>,
    /// The first step that is wrong.
    fault: Option<String>,
    checked: Checked,
}

impl Checker {
    /// Notes a clause that the solver is given.
    pub fn give(&mut self, literals: &[i32]) {
        self.given.insert(clause(literals));
    }

    /// A checker that writes proofs to files, if there are any.
    pub fn new(files: Option<ProofFiles>) -> Self {
        Self {
            files: files.map(|files| (files, History::default())),
            ..Self::default()
        }
    }

    /// Whether the last run proved that some of `assumptions` cannot hold together, and which. Its proof is written, if that is asked.
    pub fn core(&mut self, assumptions: &[i32]) -> Result<Vec<i32>, SolverError> {
        let (id, core) = self
            .checked_core(assumptions)
            .map_err(|reason| SolverError::Uncertified { reason })?;
        if let Some((files, history)) = &self.files {
            let written = files.write(&history.proof(id, &core));
            written.map_err(|(path, error)| SolverError::ProofFile { path, error })?;
        }
        Ok(core)
    }

    /// The number of the clause that excludes some of `assumptions`, and which; the reason, if there is none.
    fn checked_core(&mut self, assumptions: &[i32]) -> Result<(i64, Vec<i32>), String> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let conclusion = self.conclusion.take();
        let (id, conclusion) = conclusion.ok_or("the SAT solver gave no proof for its answer")?;
        let core: Vec<i32> = conclusion.iter().map(|literal| -literal).collect();
        match core.iter().find(|literal| !assumptions.contains(literal)) {
            Some(literal) => Err(format!(
                "the proof rests on {literal}, which is no assumption"
            )),
            None => {
                self.checked.answers += 1;
                Ok((id, core))
            }
        }
    }

    /// What was checked so far.
    pub fn checked(&self) -> Checked {
        self.checked
    }

    fn blame(&mut self, id: i64, what: &str) {
        let fault = format!("step {id} of the proof is wrong: {what}");
        self.fault.get_or_insert(fault);
    }

    /// Takes a clause that follows by unit propagation over others, in their order.
    fn derive(&mut self, id: i64, derived: &[i32], antecedents: &[i64]) {
        self.checked.steps += 1;
        let derived = clause(derived);
        self.holds.clear();
        self.holds.extend(derived.iter().map(|literal| -literal));
        let mut conflict = derived.iter().any(|literal| self.holds.contains(literal));
        let mut used_ids = Vec::new();
        for antecedent in antecedents {
            if conflict {
                break;
            }
            let Some(used) = self.clauses.get(antecedent) else {
                return self.blame(id, &format!("there is no clause {antecedent}"));
            };
            let mut open = used
                .iter()
                .filter(|&&literal| !self.holds.contains(&-literal));
            match (open.next().copied(), open.next()) {
                (None, _) => {
                    conflict = true;
                    used_ids.push(*antecedent);
                }
                (Some(unit), None) => {
                    if self.holds.insert(unit) {
                        used_ids.push(*antecedent);
                    }
                }
                (Some(_), Some(_)) => {
                    return self.blame(id, &format!("clause {antecedent} is not unit"));
                }
            }
        }
        match conflict {
            true => {
                if let Some((_, history)) = &mut self.files {
                    history.derived(id, &derived, &used_ids);
                }
                self.clauses.insert(id, derived);
            }
            false => self.blame(id, "its clauses are not in conflict"),
        }
    }
}

impl ProofTracer for Checker {
    fn add_original_clause(&mut self, id: i64, _redundant: bool, literals: &[i32], restored: bool) {
        let literals = clause(literals);
        let known = match restored {
            true => self.aside.contains(&literals),
            false => self.given.contains(&literals),
        };
        match known {
            true => {
                // A clause that comes back keeps its number, and what it follows from.
                if let (false, Some((_, history))) = (restored, &mut self.files) {
                    history.given(id, &literals);
                }
                self.clauses.insert(id, literals);
            }
            false => self.blame(id, "nobody gave this clause"),
        }
    }

    fn add_derived_clause(
        &mut self,
        id: i64,
        _redundant: bool,
        witness: i32,
        literals: &[i32],
        antecedents: &[i64],
    ) {
        match witness {
            0 => self.derive(id, literals, antecedents),
            _ => self.blame(id, "it does not follow from clauses (RAT)"),
        }
    }

    fn delete_clause(&mut self, id: i64, _redundant: bool, _literals: &[i32]) {
        self.clauses.remove(&id);
    }

    fn weaken_minus(&mut self, id: i64, _literals: &[i32]) {
        if let Some(literals) = self.clauses.get(&id) {
            self.aside.insert(literals.clone());
        }
    }

    fn add_assumption_clause(&mut self, id: i64, literals: &[i32], antecedents: &[i64]) {
        self.derive(id, literals, antecedents);
    }

    fn conclude_unsat(&mut self, _kind: i32, ids: &[i64]) {
        let concluded = ids
            .iter()
            .filter_map(|&id| Some((id, self.clauses.get(&id)?.clone())));
        // An empty clause says more than one of assumptions.
        self.conclusion = concluded.min_by_key(|(_, clause)| clause.len());
    }

    fn solve_query(&mut self) {
        self.conclusion = None;
    }

    // What follows changes no clause.
    fn strengthen(&mut self, _id: i64) {}
    fn finalize_clause(&mut self, _id: i64, _literals: &[i32]) {}
    fn add_assumption(&mut self, _literal: i32) {}
    fn add_constraint(&mut self, _literals: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn conclude_sat(&mut self, _kind: i32, _model: &[i32]) {}
    fn conclude_unknown(&mut self, _trail: &[i32]) {}
}

/// A checker that the solver and its owner share.
pub(crate) type Shared = Rc<RefCell<Checker>>;

#[cfg(test)]
mod tests {
    use super::*;

    fn checker(given: &[&[i32]]) -> Checker {
        let mut checker = Checker::default();
        for (at, literals) in given.iter().enumerate() {
            checker.give(literals);
            checker.add_original_clause(at as i64 + 1, false, literals, false);
        }
        checker
    }

    #[test]
    fn a_proof_by_unit_propagation_is_accepted() {
        let mut checker = checker(&[&[1, 2], &[-1, 2], &[-2, 3]]);
        checker.add_derived_clause(10, false, 0, &[2], &[1, 2]);
        checker.add_assumption_clause(11, &[-4, 3], &[10, 3]);
        checker.add_assumption_clause(12, &[3], &[10, 3]);
        checker.conclude_unsat(2, &[12]);
        assert_eq!(checker.core(&[-3, 5]).unwrap(), [-3]);
        assert_eq!(
            checker.checked(),
            Checked {
                answers: 1,
                steps: 3
            }
        );
    }

    #[test]
    fn what_does_not_follow_is_refused() {
        type Step = fn(&mut Checker);
        let wrong: [(Step, &str); 6] = [
            (
                |it| it.add_derived_clause(10, false, 0, &[1], &[1, 2]),
                "not unit",
            ),
            (
                |it| it.add_derived_clause(10, false, 0, &[2], &[1]),
                "not in conflict",
            ),
            (
                |it| it.add_derived_clause(10, false, 0, &[2], &[1, 7]),
                "no clause 7",
            ),
            (|it| it.add_derived_clause(10, false, 9, &[9], &[]), "RAT"),
            (
                |it| it.add_original_clause(10, false, &[1], false),
                "nobody gave",
            ),
            (
                |it| it.add_original_clause(10, false, &[1, 2], true),
                "nobody gave",
            ),
        ];
        for (step, expected) in wrong {
            let mut checker = checker(&[&[1, 2], &[-1, 2, 3], &[-2, 3]]);
            step(&mut checker);
            let refused = checker.core(&[]).unwrap_err().to_string();
            assert!(refused.contains(expected), "{refused} / {expected}");
        }
    }

    #[test]
    fn a_clause_that_was_deleted_proves_nothing_and_one_put_aside_comes_back() {
        let mut checker = checker(&[&[1], &[-1]]);
        checker.weaken_minus(2, &[-1]);
        checker.delete_clause(2, false, &[-1]);
        checker.add_original_clause(3, false, &[-1], true);
        checker.add_derived_clause(10, false, 0, &[], &[1, 3]);
        checker.conclude_unsat(1, &[10]);
        assert!(checker.core(&[5]).unwrap().is_empty());
        checker.add_derived_clause(11, false, 0, &[], &[1, 2]);
        let refused = checker.core(&[]).unwrap_err().to_string();
        assert!(refused.contains("no clause 2"));
    }

    #[test]
    fn a_core_of_other_literals_than_the_assumptions_is_refused() {
        let mut checker = checker(&[&[1], &[-1, 2]]);
        checker.add_assumption_clause(10, &[2], &[1, 2]);
        checker.conclude_unsat(2, &[10]);
        let refused = checker.core(&[3]).unwrap_err().to_string();
        assert!(refused.contains("-2"));
    }
}
