//! Obligations: what must not happen on any input, collected on the way and decided together.
//!
//! An obligation is a check that some input may violate, or a place where a path was given up, under the condition of the
//! path. Many are asked at once: can any of them happen? Each model shows one that can, and settles its property at its place;
//! the last answer proves the rest. What is too hard at once is asked one by one, in the order of the program: each proof is then about less, and what the
//! solver learnt in the last one helps in the next. All questions go to one incremental solver.

use std::rc::Rc;

use everypath_machine::{Chain, InputRecord, Names, State};
use everypath_program::{Position, Property};
use everypath_solver::{Answer, PathCondition, Solver, SolverError, UnknownReason};
use everypath_term::{Assignment, Evaluator, Term, TermTable};

use crate::budget::ticks;
use crate::{Asked, Question, Reason};

/// Conflicts that one question about many obligations is worth.
const TOGETHER: u64 = 1_000;

/// What must not happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A property is violated.
    Violation { property: Property, detail: String },
    /// A path is given up.
    Cut(Reason),
}

/// Something that must not happen, and when it does.
#[derive(Clone, Debug)]
pub(super) struct Obligation {
    pub what: What,
    pub position: Position,
    /// How one comes there.
    pub path: Way,
    /// Holds, with the path condition, where it happens.
    pub condition: Term,
}

/// What is remembered of the paths that lead to a place.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub path: PathCondition,
    /// The most instructions that lead there.
    pub instructions: u64,
    /// What the program would like of test cases.
    pub preferences: Chain<Term>,
    /// The inputs that it asked for, and the names of all that any of the paths did.
    pub inputs: Chain<InputRecord>,
    pub names: Names,
}

impl Way {
    /// The paths that a state stands for.
    pub fn of(state: &State) -> Self {
        Way {
            path: state.path.clone(),
            instructions: state.instructions(),
            preferences: state.preferences().clone(),
            inputs: state.input_records().clone(),
            names: state.names().clone(),
        }
    }
}

impl Obligation {
    /// The question whether it can happen.
    pub fn question(&self) -> Question<'_> {
        Question {
            asked: match &self.what {
                What::Violation { property, detail } => Asked::Violation {
                    property: *property,
                    detail,
                },
                What::Cut(reason) => Asked::Cut(reason),
            },
            position: self.position,
            path: &self.path.path,
            condition: self.condition,
        }
    }

    /// Whether both are settled by one answer: the same property at the same place, the same cut.
    pub fn is_settled_by(&self, other: &Obligation) -> bool {
        self.position == other.position
            && match (&self.what, &other.what) {
                (What::Violation { property, .. }, What::Violation { property: same, .. }) => {
                    property == same
                }
                (What::Cut(reason), What::Cut(same)) => reason == same,
                _ => false,
            }
    }
}

/// What became of an obligation that can happen, or may.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// It happens on these inputs.
    Happens(Rc<Assignment>),
    /// Nobody knows.
    Unknown(UnknownReason),
}

/// Decides obligations. `report` is told of each that happens or may happen, and says whether to go on; what it is not told of
/// cannot happen. Once the solver's ticks have come to `enough`, nobody knows of the rest. Gives whether all were decided.
pub(super) fn settle(
    terms: &mut TermTable,
    solver: &mut Solver,
    obligations: Vec<Obligation>,
    enough: Option<u64>,
    mut report: impl FnMut(&Obligation, Outcome) -> bool,
) -> Result<bool, SolverError> {
    let mut open: Vec<(Obligation, Term)> = Vec::with_capacity(obligations.len());
    for obligation in obligations {
        let path = obligation.path.path.conjunction(terms);
        let happens = terms.and(path, obligation.condition);
        if !terms.is_false(happens) {
            open.push((obligation, happens));
        }
    }
    while open.len() > 1 {
        let any = terms.disjunction(open.iter().map(|(_, happens)| *happens).collect());
        match solver.check_all_within(terms, &[any], TOGETHER)? {
            Answer::Unsat(_) => return Ok(true),
            Answer::Sat(model) => {
                let found = {
                    let mut evaluator = Evaluator::new(terms, &model);
                    let mut all = open.iter();
                    all.position(|(_, happens)| evaluator.is_true(*happens))
                };
                let Some(index) = found else { break };
                let (obligation, _) = open.remove(index);
                let goes_on = report(&obligation, Outcome::Happens(model));
                open.retain(|(other, _)| !other.is_settled_by(&obligation));
                if !goes_on {
                    return Ok(open.is_empty());
                }
            }
            // Too hard together: one by one, with the path for the layers to see.
            Answer::Unknown(_) => break,
        }
    }
    let mut settled: Vec<Obligation> = Vec::new();
    let is_settled = |settled: &[Obligation], one: &Obligation| {
        let mut settled = settled.iter();
        settled.any(|other| one.is_settled_by(other))
    };
    let mut open = open.into_iter().map(|(obligation, _)| obligation);
    while let Some(obligation) = open.next() {
        if is_settled(&settled, &obligation) {
            continue;
        }
        let outcome = if enough.is_some_and(|enough| ticks(terms, solver) >= enough) {
            Outcome::Unknown(UnknownReason::ConflictLimit)
        } else if solver.gives_up() {
            Outcome::Unknown(UnknownReason::TimeLimit)
        } else {
            match solver.check(terms, &obligation.path.path, obligation.condition)? {
                Answer::Unsat(_) => continue,
                Answer::Sat(model) => Outcome::Happens(model),
                Answer::Unknown(reason) => Outcome::Unknown(reason),
            }
        };
        let happens = matches!(outcome, Outcome::Happens(_));
        let goes_on = report(&obligation, outcome);
        if happens {
            settled.push(obligation);
        }
        if !goes_on {
            return Ok(open.all(|other| is_settled(&settled, &other)));
        }
    }
    Ok(true)
}
