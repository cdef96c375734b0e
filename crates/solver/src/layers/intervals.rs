//! Multi-intervals: what follows from the values that terms may have.
//!
//! After PARTI (see [`crate::intervals`]). What constraints teach is kept with the path condition and extended by the
//! constraints pushed since. The goals are learnt on top of it: a contradiction is a core. Otherwise the witness, which
//! falsifies a goal, is changed into a model that satisfies it; since the witness stands for the other answer, that is the paper's
//! `Either`. Where few assignments to the inputs are left, all are tried, which decides both ways.

use std::rc::Rc;

use everypath_term::{Kind, Term, TermTable};

use super::{Layer, Query, Step};
use crate::answer::SolverError;
use crate::intervals::learn::{Facts, Learner, Learnt, Reasons};
use crate::intervals::model::{self, Tried};
use crate::options::LayerKind;
use crate::path::PathCondition;

/// What the first `length` constraints of a path condition teach.
#[derive(Clone, Debug, Default)]
struct PathFacts {
    length: usize,
    facts: Facts,
}

/// Why a query was passed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GivenUp {
    /// A goal has too many terms.
    Size,
    /// A goal reads unknown memory.
    Memory,
    /// A goal mentions several inputs, and no model was found.
    SeveralInputs,
    /// A goal has one input, and no model was found.
    Operators,
}

impl GivenUp {
    const NAMES: [&'static str; 4] = ["size", "memory", "several inputs", "operators"];
}

/// The layer.
#[derive(Debug, Default)]
pub struct Intervals {
    given_up: [u64; 4],
}

/// What the first `length` constraints of a path teach; kept with the path.
fn facts_of(table: &TermTable, path: &PathCondition, length: usize) -> Facts {
    let mut known = path.take_learnt::<PathFacts>().unwrap_or_default();
    if known.length > length {
        // The question is about an older part of the path.
        known = Rc::new(PathFacts::default());
    }
    if known.length < length {
        let mut constraints = path.since(known.length);
        constraints.truncate(length - known.length);
        let extended = Rc::make_mut(&mut known);
        let mut learner = Learner::new(table, std::mem::take(&mut extended.facts));
        for constraint in constraints {
            let learnt = learner.assume(constraint);
            debug_assert!(
                !matches!(learnt, Learnt::Contradiction(_)),
                "the constraints of a path hold together"
            );
        }
        extended.facts = learner.into_facts();
        extended.length = length;
    }
    let facts = known.facts.clone();
    path.learn(known);
    facts
}

impl Intervals {
    fn give_up(&mut self, reason: GivenUp) -> Result<Step, SolverError> {
        self.given_up[reason as usize] += 1;
        Ok(Step::Pass)
    }
}

/// The reasons as a core; all assertions if they are not known.
fn core(query: &mut Query<'_>, reasons: Reasons) -> Vec<Term> {
    let assertions = query.assertions();
    match reasons {
        Some(reasons) if reasons.iter().all(|reason| assertions.contains(reason)) => reasons.to_vec(),
        _ => assertions,
    }
}

impl Layer for Intervals {
    fn kind(&self) -> LayerKind {
        LayerKind::Intervals
    }

    fn ask(&mut self, table: &mut TermTable, query: &mut Query<'_>) -> Result<Step, SolverError> {
        let inputs = query.all_inputs(table).to_vec();
        let goals = query.goals.clone();
        let mut goal_inputs = 0;
        let mut memory = false;
        for &goal in &goals {
            let inputs = table.inputs_of(goal);
            goal_inputs = goal_inputs.max(inputs.len());
            memory |= inputs
                .iter()
                .any(|&input| table.kind(table.input_term(input)) == Kind::MemoryInput);
        }
        let table = &*table;
        let facts = facts_of(table, query.path, query.base);
        let mut learner = Learner::new(table, facts);
        let mut too_large = false;
        for &goal in &goals {
            match learner.assume(goal) {
                Learnt::Facts => {}
                Learnt::TooLarge => too_large = true,
                Learnt::Contradiction(reasons) => return Ok(Step::Unsat(core(query, reasons))),
            }
        }
        if too_large {
            return self.give_up(GivenUp::Size);
        }
        let witness = query.witness.clone();
        let constraints = query.constraints();
        if let Some(model) = model::find(&mut learner, &witness, &goals, constraints) {
            return Ok(Step::Sat(Rc::new(model)));
        }
        let assertions = query.assertions();
        match model::try_all(&learner, &witness, &inputs, &assertions) {
            Tried::Model(model) => Ok(Step::Sat(Rc::new(model))),
            Tried::None => Ok(Step::Unsat(assertions)),
            Tried::TooMany if memory => self.give_up(GivenUp::Memory),
            Tried::TooMany if goal_inputs > 1 => self.give_up(GivenUp::SeveralInputs),
            Tried::TooMany => self.give_up(GivenUp::Operators),
        }
    }

    fn bounds(&mut self, table: &TermTable, path: &PathCondition, base: usize, term: Term) -> Option<(u64, u64)> {
        let mut learner = Learner::new(table, facts_of(table, path, base));
        let value = learner.evaluate(term)?;
        (!value.is_empty()).then(|| (value.min(), value.max()))
    }

    fn given_up(&self) -> Vec<(&'static str, u64)> {
        let counts = GivenUp::NAMES.into_iter().zip(self.given_up);
        counts.filter(|(_, count)| *count > 0).collect()
    }
}
