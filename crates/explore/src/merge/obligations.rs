//! Obligations: what must not happen on any input, collected on the way and decided together.
//!
//! An obligation is a check that some input may violate, or a place where a path was given up, under the condition of the
//! path. Many are asked at once: can any of them happen? Each model shows one that can, and settles its property at its place;
//! the last answer proves the rest. What is too hard at once is asked one by one, in the order of the program: each proof is then about less, and what the
//! solver learnt in the last one helps in the next. All questions go to one incremental solver, but for [those that others help with](super::beside).

use std::rc::Rc;

use everypath_machine::{Chain, InputRecord, Names, State};
use everypath_program::{Position, Property};
use everypath_solver::{Answer, PathCondition, Solver, SolverError, UnknownReason};
use everypath_term::{Assignment, Evaluator, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::ticks;
use crate::delays::at_once;
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

impl What {
    /// Whether both are settled by one answer, at one place: the same property, the same cut.
    fn is_settled_by(&self, other: &What) -> bool {
        match (self, other) {
            (What::Violation { property, .. }, What::Violation { property: same, .. }) => {
                property == same
            }
            (What::Cut(reason), What::Cut(same)) => reason == same,
            (What::Violation { .. }, What::Cut(_)) | (What::Cut(_), What::Violation { .. }) => {
                false
            }
        }
    }
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
    /// Its number among those that [helpers](super::beside) have.
    pub number: Option<usize>,
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
}

/// An obligation that is to be decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Posed<'o> {
    pub obligation: &'o Obligation,
    /// Those with the same number are settled by one answer: see [`Places`].
    pub place: usize,
}

impl Posed<'_> {
    /// Asks whether it can happen; none if it cannot.
    pub fn ask(
        &self,
        terms: &mut TermTable,
        solver: &mut Solver,
    ) -> Result<Option<Outcome>, SolverError> {
        if solver.gives_up() {
            return Ok(Some(Outcome::Unknown(UnknownReason::TimeLimit)));
        }
        let path = &self.obligation.path.path;
        Ok(
            match solver.check(terms, path, self.obligation.condition)? {
                Answer::Unsat(_) => None,
                Answer::Sat(model) => Some(Outcome::Happens(model)),
                Answer::Unknown(reason) => Some(Outcome::Unknown(reason)),
            },
        )
    }
}

/// Numbers for what is settled by one answer: the same property at the same place, the same cut.
#[derive(Debug, Default)]
pub(super) struct Places {
    known: FxHashMap<Position, Vec<(What, usize)>>,
    count: usize,
}

impl Places {
    pub fn number(&mut self, obligation: &Obligation) -> usize {
        let here = self.known.entry(obligation.position).or_default();
        let mut known = here.iter();
        if let Some((_, number)) = known.find(|(what, _)| what.is_settled_by(&obligation.what)) {
            return *number;
        }
        let number = self.count;
        self.count += 1;
        here.push((obligation.what.clone(), number));
        number
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

/// What became of obligations that were asked together.
pub(super) enum Together {
    /// They are decided; whether all are: `report` may have ended it.
    Settled(bool),
    /// Of these nobody knows: it was too hard.
    Open(Vec<usize>),
}

/// Decides obligations by questions about all of them. `report` is told the index of each that happens, and says whether to go on; what it is not told
/// of, and is not left open, cannot happen.
pub(super) fn settle_together(
    terms: &mut TermTable,
    solver: &mut Solver,
    posed: &[Posed<'_>],
    report: &mut dyn FnMut(usize, Outcome) -> bool,
) -> Result<Together, SolverError> {
    let mut open: Vec<(usize, Term)> = Vec::with_capacity(posed.len());
    for (index, one) in posed.iter().enumerate() {
        let path = one.obligation.path.path.conjunction(terms);
        let happens = terms.and(path, one.obligation.condition);
        if !terms.is_false(happens) {
            open.push((index, happens));
        }
    }
    while open.len() > 1 && !(at_once() && open.len().is_multiple_of(2)) {
        let any = terms.disjunction(open.iter().map(|(_, happens)| *happens).collect());
        match solver.check_all_within(terms, &[any], TOGETHER)? {
            Answer::Unsat(_) => return Ok(Together::Settled(true)),
            Answer::Sat(model) => {
                let found = {
                    let mut evaluator = Evaluator::new(terms, &model);
                    let mut all = open.iter();
                    all.position(|(_, happens)| evaluator.is_true(*happens))
                };
                let Some(found) = found else { break };
                let (index, _) = open.remove(found);
                let goes_on = report(index, Outcome::Happens(model));
                open.retain(|&(other, _)| posed[other].place != posed[index].place);
                if !goes_on {
                    return Ok(Together::Settled(open.is_empty()));
                }
            }
            // Too hard together: one by one, with the path for the layers to see.
            Answer::Unknown(_) => break,
        }
    }
    let open: Vec<usize> = open.into_iter().map(|(index, _)| index).collect();
    Ok(match open.is_empty() {
        true => Together::Settled(true),
        false => Together::Open(open),
    })
}

/// Decides the open ones of some obligations one by one. `report` is told the index of each that happens or may happen, and says whether to go on; what it
/// is not told of cannot happen. Once the solver's ticks have come to `enough`, nobody knows of the rest. Gives whether all were decided.
pub(super) fn settle_singly(
    terms: &mut TermTable,
    solver: &mut Solver,
    posed: &[Posed<'_>],
    open: &[usize],
    enough: Option<u64>,
    report: &mut dyn FnMut(usize, Outcome) -> bool,
) -> Result<bool, SolverError> {
    let mut settled: FxHashSet<usize> = FxHashSet::default();
    let mut open = open.iter();
    while let Some(&index) = open.next() {
        let one = &posed[index];
        if settled.contains(&one.place) {
            continue;
        }
        let outcome = if enough.is_some_and(|enough| ticks(terms, solver) >= enough) {
            Outcome::Unknown(UnknownReason::ConflictLimit)
        } else {
            match one.ask(terms, solver)? {
                Some(outcome) => outcome,
                None => continue,
            }
        };
        if matches!(outcome, Outcome::Happens(_)) {
            settled.insert(one.place);
        }
        if !report(index, outcome) {
            return Ok(open.all(|&other| settled.contains(&posed[other].place)));
        }
    }
    Ok(true)
}
