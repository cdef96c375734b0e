//! Property-directed strengthening: the states from which a check fails are excluded by clauses.
//!
//! Where all other candidates do not prove a check, its counterexample begins with an arbitrary state at the head of a loop. What of that state matters is
//! found by fixing all else and asking for a core; the negation of what is left, and what is stronger than that (fewer cells, intervals instead of values), are
//! candidates. One of these that an iteration does not keep has a counterexample to induction, whose state is excluded in the same way, up to a depth: the
//! proof obligations of A. R. Bradley: "SAT-Based Model Checking without Unrolling" (VMCAI 2011) and N. Een, A. Mishchenko, R. Brayton: "Efficient
//! Implementation of Property Directed Reachability" (FMCAD 2011). Instead of frames there is the largest inductive subset of all candidates.

use std::rc::Rc;

use everypath_machine::Cell;
use everypath_solver::{Answer, PathCondition};
use everypath_term::{Assignment, Evaluator, InputId, Sort, Term, TermTable};
use rustc_hash::FxHashMap;

use super::knowledge::Knowledge;
use super::loops::{Head, Stage, Visit};
use crate::ExploreError;
use crate::merge::Explorer;

/// Rounds of excluding counterexamples.
pub(super) const ROUNDS: usize = 6;

/// States that lead to a failing check in so many iterations are excluded.
const DEEPEST: u32 = 6;

/// States that are excluded for one proof.
const MOST_EXCLUDED: usize = 60;

/// Cells of a state that matter.
const MOST_LITERALS: usize = 4;

/// Clauses for one state.
const MOST_CLAUSES: usize = 160;

/// Conflicts that a core is worth.
const CONFLICTS: u64 = 1_000;

/// Cells of a state: their terms and values.
type Numbers = Vec<(Cell, Term, u64)>;

/// A cell, its width and its value.
type Literal = (Cell, u32, u64);

/// A check that fails behind an arbitrary state.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    /// All conditions on the way.
    pub path: PathCondition,
    /// What goes wrong.
    pub condition: Term,
    pub model: Rc<Assignment>,
}

/// What is to be excluded.
#[derive(Debug, Default)]
pub(super) struct Exclusion {
    /// Checks that failed in the last run.
    pub failures: Vec<Failure>,
    /// Clauses that exclude a state, and in how many iterations that leads to a failing check.
    wanted: FxHashMap<(Head, Term), u32>,
    excluded: usize,
    /// How many clauses were tried together.
    tried: usize,
}

impl Explorer<'_, '_> {
    /// Notes that a check is not proven.
    pub(in crate::merge) fn note_failure(
        &mut self,
        path: &PathCondition,
        condition: Term,
        model: &Rc<Assignment>,
    ) {
        if let Some(knowledge) = &mut self.prover {
            knowledge.exclusion.failures.push(Failure {
                path: path.clone(),
                condition,
                model: Rc::clone(model),
            });
        }
    }

    /// Proposes clauses against all checks that failed in the last run. Gives whether there are clauses, these or others, that were not tried together with
    /// all others.
    pub(super) fn exclude_failures(&mut self) -> Result<bool, ExploreError> {
        let Some(knowledge) = &mut self.prover else {
            return Ok(false);
        };
        for failure in std::mem::take(&mut knowledge.exclusion.failures) {
            self.exclude(failure, 0)?;
        }
        let Some(knowledge) = &mut self.prover else {
            return Ok(false);
        };
        let exclusion = &mut knowledge.exclusion;
        let before = std::mem::replace(&mut exclusion.tried, exclusion.wanted.len());
        Ok(exclusion.tried > before)
    }

    /// Proposes clauses against a state in which clauses are not kept that exclude other states: the candidates and what they claim.
    pub(super) fn exclude_predecessors(
        &mut self,
        (head, stage): (Head, Stage),
        path: &PathCondition,
        broken: &[(Term, Term)],
        model: &Rc<Assignment>,
    ) -> Result<(), ExploreError> {
        for &(candidate, claim) in broken {
            let Some(knowledge) = &self.prover else {
                return Ok(());
            };
            let depth = knowledge.exclusion.wanted.get(&(head, candidate)).copied();
            let depth = depth.filter(|&depth| stage == Stage::Keeping && depth < DEEPEST);
            if let Some(depth) = depth {
                let failure = Failure {
                    path: path.clone(),
                    condition: self.machine.terms.not(claim),
                    model: Rc::clone(model),
                };
                self.exclude(failure, depth + 1)?;
            }
        }
        Ok(())
    }

    /// Proposes clauses against the arbitrary states that a failure begins with.
    fn exclude(&mut self, failure: Failure, depth: u32) -> Result<(), ExploreError> {
        let Some(knowledge) = self.prover.as_mut().filter(|it| it.may_learn()) else {
            return Ok(());
        };
        if knowledge.exclusion.excluded >= MOST_EXCLUDED {
            return Ok(());
        }
        knowledge.exclusion.excluded += 1;
        for visit in knowledge.visits.clone() {
            let terms = &mut self.machine.terms;
            let since = failure.path.since(visit.arbitrary.path.len());
            let happens = since
                .into_iter()
                .fold(failure.condition, |all, one| terms.and(all, one));
            let state = what_matters(terms, &visit, happens, &failure.model);
            let Some((state, cause)) = state else {
                continue;
            };
            let Some(literals) = self.core_of(&state, cause)? else {
                continue;
            };
            let Some(knowledge) = &mut self.prover else {
                return Ok(());
            };
            let terms = &mut self.machine.terms;
            for clause in clauses(terms, knowledge, &literals) {
                let key = (visit.head, clause);
                let known = knowledge.exclusion.wanted.entry(key).or_insert(depth);
                *known = depth.min(*known);
                knowledge.propose(terms, visit.head, clause);
            }
        }
        Ok(())
    }

    /// The cells of a state whose values are enough for what it causes.
    fn core_of(
        &mut self,
        state: &[(Cell, Term, u64)],
        cause: Term,
    ) -> Result<Option<Vec<Literal>>, ExploreError> {
        let terms = &mut self.machine.terms;
        let mut asked: Vec<Term> = Vec::new();
        for &(_, now, value) in state {
            let width = terms.width(now);
            let value = terms.constant(width, value);
            asked.push(terms.eq(now, value));
        }
        asked.push(terms.not(cause));
        let Answer::Unsat(core) = self.solver.check_all_within(terms, &asked, CONFLICTS)? else {
            return Ok(None);
        };
        let literals: Vec<Literal> = state
            .iter()
            .zip(&asked)
            .filter(|(_, literal)| core.contains(literal))
            .map(|(&(cell, now, value), _)| (cell, terms.width(now), value))
            .collect();
        Ok((1..=MOST_LITERALS)
            .contains(&literals.len())
            .then_some(literals))
    }
}

/// The numbers that a visit made arbitrary and that something depends on, with their values in a model; and that thing with all else fixed. None if it
/// depends on none, or on arrays.
fn what_matters(
    terms: &mut TermTable,
    visit: &Visit,
    happens: Term,
    model: &Assignment,
) -> Option<(Numbers, Term)> {
    let inputs = terms.inputs_of(happens);
    let numbers = visit.now.iter().filter(|(cell, _)| cell.is_number());
    let mut own: FxHashMap<InputId, Cell> = FxHashMap::default();
    for &(cell, now) in numbers {
        if matches!(terms.sort(now), Sort::Bits(..=64)) {
            own.extend(terms.input_id(now).map(|input| (input, cell)));
        }
    }
    let (mut state, mut others) = (Vec::new(), Vec::new());
    {
        let mut evaluator = Evaluator::new(terms, model);
        for &input in inputs.iter() {
            let term = terms.input_term(input);
            match (own.get(&input), terms.sort(term)) {
                (Some(&cell), _) => state.push((cell, term, evaluator.evaluate_u64(term))),
                (None, Sort::Bits(_)) => others.push((term, evaluator.evaluate(term))),
                (None, Sort::Memory { .. }) => return None,
            }
        }
    }
    if state.is_empty() {
        return None;
    }
    let mut fixed = FxHashMap::default();
    for (term, value) in others {
        fixed.insert(term, terms.constant_bits(value));
    }
    let cause = terms.substitute(happens, &fixed);
    Some((state, cause))
}

/// Clauses that exclude a state: of each of some of its cells, that it has another value, or a greater, or a smaller one.
fn clauses(terms: &mut TermTable, knowledge: &mut Knowledge, literals: &[Literal]) -> Vec<Term> {
    let mut parts: Vec<Vec<Term>> = Vec::new();
    for &(cell, width, value) in literals {
        let [now, _] = knowledge.symbols(terms, cell, width);
        let value = terms.constant(width, value);
        let mut others = vec![terms.ne(now, value)];
        if width > 1 {
            others.extend([terms.ult(now, value), terms.ult(value, now)]);
            if literals.len() < 3 {
                others.extend([terms.slt(now, value), terms.slt(value, now)]);
            }
        }
        parts.push(others);
    }
    // The strongest ones first: those with few cells.
    let mut found: Vec<Vec<Term>> = vec![Vec::new()];
    for others in &parts {
        let longer: Vec<Vec<Term>> = found
            .iter()
            .flat_map(|clause| {
                others.iter().map(|&other| {
                    let mut clause = clause.clone();
                    clause.push(other);
                    clause
                })
            })
            .collect();
        found.extend(longer);
    }
    found.retain(|clause| !clause.is_empty());
    found.sort_by_key(Vec::len);
    // But the weakest of all excludes nothing else, and so must be there.
    let whole = parts.iter().map(|others| others[0]).collect();
    found.truncate(MOST_CLAUSES);
    found.push(whole);
    let mut clauses: Vec<Term> = found
        .into_iter()
        .map(|clause| terms.disjunction(clause))
        .collect();
    clauses.dedup();
    clauses
}
