//! Bounds and values of a term on a path: questions that take several queries.
//!
//! A bound is found from the top bit down; every model on the way moves the bound to the value that the term has in it,
//! so a bound takes at most as many queries as the term has bits, and usually few. Before that the layers are asked: a bound
//! that one of them knows needs only a model in which it is attained, and is else where the search begins; values that one of
//! them lists are asked for one by one.

use everypath_term::ops::mask;
use everypath_term::{Evaluator, Term, TermTable};

use crate::answer::{Answer, SolverError, Values};
use crate::path::PathCondition;
use crate::solver::Solver;

/// Values of which each is asked for by itself are not more than this, since all might be impossible.
const MOST_CANDIDATES: usize = 256;

/// Which end of the unsigned range is sought.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Least,
    Greatest,
}

impl Solver {
    /// The least value, unsigned, that `value` (of at most 64 bits) has on the path. `None` if the path condition is
    /// unsatisfiable, a limit was reached or the term is too wide.
    pub fn minimum(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        value: Term,
    ) -> Result<Option<u64>, SolverError> {
        self.question(|solver| solver.bound(table, path, value, End::Least))
    }

    /// The greatest value, unsigned, that `value` (of at most 64 bits) has on the path. `None` as for [`Self::minimum`].
    pub fn maximum(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        value: Term,
    ) -> Result<Option<u64>, SolverError> {
        self.question(|solver| solver.bound(table, path, value, End::Greatest))
    }

    /// Up to `limit` different values that `value` (of at most 64 bits) has on the path. Not complete if there are more, a
    /// limit of the solver was reached or the term is too wide.
    pub fn values(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        value: Term,
        limit: usize,
    ) -> Result<Values, SolverError> {
        self.question(|solver| solver.all_values(table, path, value, limit))
    }

    /// The least `count` values that `value` (of at most 64 bits) has on the path, ascending: which they are does not depend on the models
    /// that are found. Fewer where there are no more, or where a limit was reached; that is said.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn least_values(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        value: Term,
        count: usize,
    ) -> Result<Values, SolverError> {
        self.question(|solver| {
            let width = table.width(value);
            let mut rest = path.clone();
            let mut found = Values::default();
            while found.values.len() < count {
                let Some(least) = solver.bound(table, &rest, value, End::Least)? else {
                    break;
                };
                found.values.push(least);
                if least == mask(width) {
                    found.complete = true;
                    break;
                }
                let next = table.constant(width, least + 1);
                let greater = table.uge(value, next);
                rest.push(greater);
            }
            Ok(found)
        })
    }

    fn bound(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        value: Term,
        end: End,
    ) -> Result<Option<u64>, SolverError> {
        let width = table.width(value);
        if width > 64 {
            return Ok(None);
        }
        if let Some(constant) = table.as_u64(value) {
            return Ok(Some(constant));
        }
        let Some(mut best) = self.value_with(table, path, value, &[])? else {
            return Ok(None);
        };
        let known = self.layer_bounds(table, path, value);
        if let Some((least, greatest)) = known {
            let bound = match end {
                End::Least => least,
                End::Greatest => greatest,
            };
            if best == bound || self.attains(table, path, value, bound)? {
                return Ok(Some(bound));
            }
        }
        let (least, greatest) = known.unwrap_or((0, mask(width)));
        for bit in (0..width).rev() {
            // All values seen agree with `best` above this bit, and no other prefix is better.
            let candidate = match end {
                End::Greatest if best >> bit & 1 == 0 => (best >> bit | 1) << bit,
                End::Least if best >> bit & 1 == 1 => (best >> bit << bit) - 1,
                _ => continue,
            };
            if !(least..=greatest).contains(&candidate) {
                continue;
            }
            let limit = table.constant(width, candidate);
            let goal = match end {
                End::Greatest => table.uge(value, limit),
                End::Least => table.ule(value, limit),
            };
            match self.answer_goals(table, path, &[goal])? {
                Answer::Sat(model) => best = Evaluator::new(table, &model).evaluate_u64(value),
                Answer::Unsat(_) => {}
                Answer::Unknown(_) => return Ok(None),
            }
        }
        Ok(Some(best))
    }

    /// Whether the layers alone find a model in which a term has a value.
    fn attains(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        value: Term,
        bound: u64,
    ) -> Result<bool, SolverError> {
        let limit = table.constant(table.width(value), bound);
        let goal = table.eq(value, limit);
        self.answer_in_layers(table, path, goal)
    }

    /// The value of `value` in some model of the path and `goals`.
    fn value_with(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        value: Term,
        goals: &[Term],
    ) -> Result<Option<u64>, SolverError> {
        Ok(match self.answer_goals(table, path, goals)? {
            Answer::Sat(model) => Some(Evaluator::new(table, &model).evaluate_u64(value)),
            _ => None,
        })
    }

    fn all_values(
        &mut self,
        table: &mut TermTable,
        path: &PathCondition,
        value: Term,
        limit: usize,
    ) -> Result<Values, SolverError> {
        let mut found = Values::default();
        let width = table.width(value);
        if width > 64 {
            return Ok(found);
        }
        if let Some(candidates) = self.layer_values(table, path, value, limit.min(MOST_CANDIDATES))
        {
            found.complete = true;
            for candidate in candidates {
                let constant = table.constant(width, candidate);
                let goal = table.eq(value, constant);
                match self.answer_goals(table, path, &[goal])? {
                    Answer::Sat(_) => found.values.push(candidate),
                    Answer::Unsat(_) => {}
                    Answer::Unknown(reason) => {
                        found.complete = false;
                        found.unknown = Some(reason);
                    }
                }
            }
            return Ok(found);
        }
        let mut others: Vec<Term> = Vec::new();
        loop {
            match self.answer_goals(table, path, &others)? {
                Answer::Sat(_) if found.values.len() == limit => break,
                Answer::Sat(model) => {
                    let next = Evaluator::new(table, &model).evaluate_u64(value);
                    found.values.push(next);
                    let constant = table.constant(width, next);
                    others.push(table.ne(value, constant));
                }
                Answer::Unsat(_) => {
                    found.complete = true;
                    break;
                }
                Answer::Unknown(reason) => {
                    found.unknown = Some(reason);
                    break;
                }
            }
        }
        found.values.sort_unstable();
        Ok(found)
    }
}
