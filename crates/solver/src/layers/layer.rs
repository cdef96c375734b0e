//! What a layer is: it answers a question or passes it on.

use std::any::Any;
use std::rc::Rc;

use everypath_term::{Assignment, InputId, Term, TermTable};

use crate::answer::SolverError;
use crate::options::LayerKind;
use crate::path::PathCondition;

/// A question: can `goals` hold together with `constraints`?
#[derive(Debug)]
pub struct Query<'a> {
    /// The path, for what layers have learnt about it.
    pub path: &'a PathCondition,
    /// How many constraints of the path, from the oldest, the question is about.
    pub base: usize,
    /// The constraints that matter, oldest first: all of the base, until a layer narrows them down. They are
    /// satisfiable together.
    constraints: Option<Vec<Term>>,
    /// What is asked, beside the constraints.
    pub goals: Vec<Term>,
    /// The inputs of constraints and goals, sorted, once a layer has found them.
    pub inputs: Option<Vec<InputId>>,
    /// A model of the whole base. It falsifies a goal.
    pub witness: Rc<Assignment>,
    /// Whether a small core is worth some work, if there is one.
    pub small_core: bool,
}

impl<'a> Query<'a> {
    /// The question whether `goals` can hold on `path`, whose first `base` constraints `witness` satisfies.
    pub fn new(
        path: &'a PathCondition,
        base: usize,
        goals: Vec<Term>,
        witness: Rc<Assignment>,
    ) -> Self {
        Self {
            path,
            base,
            constraints: None,
            goals,
            inputs: None,
            witness,
            small_core: false,
        }
    }

    /// The constraints that matter.
    pub fn constraints(&mut self) -> &[Term] {
        self.constraints.get_or_insert_with(|| {
            let mut all = self.path.to_vec();
            all.truncate(self.base);
            all
        })
    }

    /// Leaves only `constraints`, which share no input with those left out; `inputs` are those of what is left.
    pub fn narrow(&mut self, constraints: Vec<Term>, inputs: Vec<InputId>) {
        self.constraints = Some(constraints);
        self.inputs = Some(inputs);
    }

    /// Constraints, then goals.
    pub fn assertions(&mut self) -> Vec<Term> {
        self.constraints();
        let constraints = self.constraints.as_deref().unwrap_or(&[]);
        [constraints, &self.goals].concat()
    }

    /// The inputs of constraints and goals, sorted.
    pub fn all_inputs(&mut self, table: &mut TermTable) -> &[InputId] {
        if self.inputs.is_none() {
            let assertions = self.assertions();
            let mut inputs: Vec<InputId> = Vec::new();
            for assertion in assertions {
                inputs.extend_from_slice(&table.inputs_of(assertion));
            }
            inputs.sort_unstable();
            inputs.dedup();
            self.inputs = Some(inputs);
        }
        self.inputs.as_deref().unwrap_or(&[])
    }
}

/// What a layer makes of a query.
#[derive(Clone, Debug)]
pub enum Step {
    /// Satisfiable, with values for the inputs of the query.
    Sat(Rc<Assignment>),
    /// Satisfiable, with a model of the whole base and the goals: the witness but for inputs of the query. The layer has evaluated
    /// it on the query, so nobody does it again.
    Evaluated(Rc<Assignment>),
    /// Satisfiable, without a model. Enough to decide a fork; otherwise the next layers go on.
    Feasible,
    /// Unsatisfiable, because of these assertions.
    Unsat(Vec<Term>),
    /// Passed on.
    Pass,
}

/// An answer that a layer is told of.
#[derive(Clone, Copy, Debug)]
pub enum Lesson<'a> {
    /// Satisfiable, with a model of the whole path condition and the goals.
    Sat(&'a Rc<Assignment>),
    /// Unsatisfiable, because of these assertions.
    Unsat(&'a Rc<[Term]>),
}

/// A layer of the stack.
pub trait Layer: Any {
    /// Which one.
    fn kind(&self) -> LayerKind;

    /// Answers the query or passes it on.
    fn ask(&mut self, table: &mut TermTable, query: &mut Query<'_>) -> Result<Step, SolverError>;

    /// A range, ends included, that the values of a term (of at most 64 bits) lie in if the first `base` constraints of the
    /// path hold.
    fn bounds(
        &mut self,
        _table: &TermTable,
        _path: &PathCondition,
        _base: usize,
        _term: Term,
    ) -> Option<(u64, u64)> {
        None
    }

    /// All values, and perhaps some others, that a term (of at most 64 bits) has if the first `base` constraints of the path
    /// hold; ascending. `None` if the layer does not know or they are more than `limit`.
    fn values(
        &mut self,
        _table: &TermTable,
        _path: &PathCondition,
        _base: usize,
        _term: Term,
        _limit: usize,
    ) -> Option<Vec<u64>> {
        None
    }

    /// Why queries were passed on, and how often, where the layer counts that.
    fn given_up(&self) -> &[(&'static str, u64)] {
        &[]
    }

    /// What it did so far that nobody else counts, in steps of about 100 nanoseconds.
    fn steps(&self) -> u64 {
        0
    }

    /// Is told the answer that somebody behind this layer gave to a query that it passed on.
    fn learn(&mut self, _table: &mut TermTable, _query: &mut Query<'_>, _lesson: Lesson<'_>) {}
}
