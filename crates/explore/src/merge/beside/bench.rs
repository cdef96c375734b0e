//! A solver with a table of its own, and what comes to it.

use std::rc::Rc;

use everypath_solver::{Answer, PathCondition, Solver, SolverError, SolverOptions};
use everypath_term::transfer::{Number, Parcel, Receiver, Sender};
use everypath_term::{Assignment, RuleSet, Term, TermTable};

use super::pool::Fate;
use crate::ledger::Work;
use crate::merge::obligations::Way;
use crate::preferences::preferred;

/// An obligation on its way.
#[derive(Debug)]
pub(super) struct SentObligation {
    /// So many constraints of its path are the first ones of the path before it; the others follow.
    pub common: usize,
    pub constraints: Vec<Number>,
    pub condition: Number,
}

/// Obligations that go together, with the terms that are new in them.
#[derive(Debug)]
pub(super) struct Batch {
    pub terms: Parcel,
    pub obligations: Vec<SentObligation>,
}

/// See the [module documentation](self).
pub(super) struct Bench {
    terms: TermTable,
    solver: Solver,
    receiver: Receiver,
    /// The path that came last, as far as each of its constraints.
    path: Vec<PathCondition>,
    /// Paths and conditions of the obligations that came.
    obligations: Vec<(PathCondition, Term)>,
    /// Batches that came.
    pub seen: usize,
}

impl Bench {
    /// One to which nothing has come.
    ///
    /// # Errors
    /// If a process that the solver needs cannot be started.
    pub fn new(solver: SolverOptions, rules: &RuleSet) -> Result<Self, SolverError> {
        let mut terms = TermTable::new();
        terms.set_rules(rules);
        Ok(Bench {
            terms,
            solver: Solver::new(solver)?,
            receiver: Receiver::default(),
            path: Vec::new(),
            obligations: Vec::new(),
            seen: 0,
        })
    }

    /// Takes what comes next.
    pub fn unpack(&mut self, batch: &Batch) {
        self.seen += 1;
        self.receiver.unpack(&mut self.terms, &batch.terms);
        for sent in &batch.obligations {
            self.path.truncate(sent.common);
            for &constraint in &sent.constraints {
                let mut path = self.whole_path();
                path.push(self.receiver.term(constraint));
                self.path.push(path);
            }
            let condition = self.receiver.term(sent.condition);
            self.obligations.push((self.whole_path(), condition));
        }
    }

    fn whole_path(&self) -> PathCondition {
        self.path.last().cloned().unwrap_or_default()
    }

    /// Whether an obligation can happen: one by its number among those that came. None if the solver gives up.
    pub fn ask(&mut self, number: usize) -> Result<Option<Fate>, SolverError> {
        let (path, condition) = &self.obligations[number];
        Ok(
            match self.solver.check(&mut self.terms, path, *condition)? {
                Answer::Unsat(_) => Some(Fate::Never),
                Answer::Sat(model) => Some(Fate::Happens(self.receiver.pack(&self.terms, &model))),
                Answer::Unknown(_) => None,
            },
        )
    }

    /// What it has done.
    pub fn work(&self) -> Work {
        Work::of(&self.terms, &self.solver)
    }
}

/// A solver for the models of what happens, one after the other: they depend on nothing else.
pub(in crate::merge) struct Afresh {
    bench: Bench,
    sender: Sender,
}

impl Afresh {
    /// One that was asked nothing.
    pub fn new(solver: SolverOptions, rules: &RuleSet) -> Result<Self, SolverError> {
        Ok(Afresh {
            bench: Bench::new(solver, rules)?,
            sender: Sender::default(),
        })
    }

    /// A model of a way and a condition, as the program would like it. None if the solver gives up.
    pub fn model(
        &mut self,
        terms: &TermTable,
        way: &Way,
        condition: Term,
    ) -> Result<Option<Rc<Assignment>>, SolverError> {
        let Afresh { bench, sender } = self;
        let (constraints, preferences) = (way.path.to_vec(), way.preferences.to_vec());
        let mut roots = constraints.clone();
        roots.push(condition);
        roots.extend_from_slice(&preferences);
        let parcel = sender.pack(terms, &roots);
        bench.receiver.unpack(&mut bench.terms, &parcel);
        let there = |term: Term| bench.receiver.term(sender.number(term));
        let mut path = PathCondition::new();
        for constraint in constraints {
            path.push(there(constraint));
        }
        let condition = there(condition);
        let preferences: Vec<Term> = preferences.into_iter().map(there).collect();
        let (table, solver) = (&mut bench.terms, &mut bench.solver);
        let Answer::Sat(found) = solver.check(table, &path, condition)? else {
            return Ok(None);
        };
        let model = preferred(table, solver, &path, condition, found, &preferences)?;
        let packed = bench.receiver.pack(&bench.terms, &model);
        Ok(Some(Rc::new(sender.unpack(terms, packed))))
    }

    /// What it has done.
    pub fn work(&self) -> Work {
        self.bench.work()
    }
}
