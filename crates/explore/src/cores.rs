//! What a proof rests on: from the core of an unsatisfiable question back to places of the program.
//!
//! A check holds on a path because of some of the path's constraints. Each constraint came from a branch, an assumption or an earlier check,
//! or was joined from such where paths were merged; then branches also choose between values in what is checked. The places of those in the
//! core, and of those that choose, are what the user has to look at: the loops and calls that mattered. (The toggles in section 6.2.2 of
//! the LLBMC thesis are the solver's assumptions here.)

use std::collections::BTreeSet;

use everypath_program::{Position, Property};
use everypath_solver::{Answer, PathCondition, Solver, SolverError};
use everypath_term::{Kind, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ledger::Ledger;

/// Where conditions come from, if cores are asked for.
#[derive(Debug)]
pub(crate) struct Origins {
    wanted: bool,
    /// The first place that each condition was seen at.
    of: FxHashMap<Term, Position>,
}

impl Origins {
    /// Nothing known yet; nothing is ever noted unless it is wanted.
    pub fn new(wanted: bool) -> Self {
        Origins {
            wanted,
            of: FxHashMap::default(),
        }
    }

    /// Remembers where a condition, or its complement, comes from.
    pub fn note(&mut self, terms: &TermTable, condition: Term, position: Position) {
        if self.wanted {
            self.of.entry(plain(terms, condition)).or_insert(position);
        }
    }

    /// Notes what the proof of a check rests on: that `violated` cannot hold on the path. Nothing if it can.
    pub fn note_core(
        &self,
        terms: &mut TermTable,
        solver: &mut Solver,
        ledger: &mut Ledger,
        (property, position): (Property, Position),
        path: &PathCondition,
        violated: Term,
    ) -> Result<(), SolverError> {
        if self.wanted
            && let Some(core) = self.core(terms, solver, path, violated)?
        {
            ledger.rests_on(property, position, core);
        }
        Ok(())
    }

    /// The places that a path's constraints come from without which `condition` could hold; none if it can, or nobody knows.
    fn core(
        &self,
        terms: &mut TermTable,
        solver: &mut Solver,
        path: &PathCondition,
        condition: Term,
    ) -> Result<Option<BTreeSet<Position>>, SolverError> {
        let mut assertions: Vec<Term> = path.iter().collect();
        assertions.push(condition);
        let Answer::Unsat(core) = solver.check_all(terms, &assertions)? else {
            return Ok(None);
        };
        let mut places = BTreeSet::new();
        let mut seen = FxHashSet::default();
        let mut stack: Vec<Term> = core.iter().copied().filter(|&it| it != condition).collect();
        stack.extend(terms.node(plain(terms, condition)).children());
        while let Some(term) = stack.pop() {
            let term = plain(terms, term);
            if !seen.insert(term) {
                continue;
            }
            match self.of.get(&term) {
                Some(&place) => drop(places.insert(place)),
                None => stack.extend(terms.node(term).children()),
            }
        }
        Ok(Some(places))
    }
}

/// A condition without its complement.
fn plain(terms: &TermTable, condition: Term) -> Term {
    let node = terms.node(condition);
    match node.kind {
        Kind::Not => node.first(),
        _ => condition,
    }
}
