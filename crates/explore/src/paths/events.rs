//! What becomes of a state at each event of the machine.

use std::rc::Rc;

use everypath_machine::{Access, Event, Purpose, Value};
use everypath_program::{Position, Property};
use everypath_solver::{Answer, Fork, UnknownReason};
use everypath_term::{Assignment, Term};

use super::choice::{Choice, How, Ways};
use super::way::{Direction, Path, ways_of};
use super::{Explorer, Step};
use crate::count::Counting;
use crate::demand::{self, HazardKind, Others, Values, access_detail, hazards, unresolved};
use crate::preferences::preferred;
use crate::replay::case_of_path;
use crate::violation::Violation;
use crate::{
    Asked, ExploreError, InputCount, PathEnd, PathKind, Question, Reason, SideOrder, TestCase,
    Undecided,
};

/// A path goes on behind an event that decides no way.
fn decided(mut path: Path, choice: Choice) -> Result<Step, ExploreError> {
    path.decided(choice);
    Ok(Step::Go(path))
}

/// A feasible way for a state to go on.
struct Way {
    condition: Term,
    /// A model of the path condition and the condition, if one is at hand.
    witness: Option<Rc<Assignment>>,
    direction: Direction,
}

/// The ways that were found feasible, and how many were not decided.
struct Feasible {
    ways: Vec<Way>,
    undecided: Option<Reason>,
}

impl Explorer<'_, '_> {
    pub(super) fn on_event(&mut self, path: Path, event: Event) -> Result<Step, ExploreError> {
        match event {
            Event::Limit => self.on_limit(path),
            Event::Branch { condition } => self.on_branch(path, condition),
            Event::Switch => {
                let ways = self.machine.case_conditions(&path.state);
                let ways = ways
                    .iter()
                    .enumerate()
                    .map(|(index, &condition)| (condition, Direction::Case(index)));
                self.on_alternatives(path, ways.collect())
            }
            Event::Check {
                property,
                condition,
                position,
                detail,
                goes_on,
            } => self.on_check(path, property, condition, position, (detail, goes_on)),
            Event::Assume {
                condition,
                position,
            } => self.on_assume(path, condition, position),
            Event::Access(access) => self.on_access(path, access),
            Event::Concretize { term, purpose } => self.on_concretize(path, term, purpose),
            Event::Exit { code } => {
                let code = match code {
                    Value::Constant(code) => Some(code),
                    Value::Term(_) => None,
                };
                self.end(path, PathKind::Exit(code))
            }
            Event::Dead => self.end(path, PathKind::Dead),
            Event::Cut(reason) => self.give_up(path, Reason::Machine(reason)),
        }
    }

    fn on_limit(&mut self, mut path: Path) -> Result<Step, ExploreError> {
        path.paused = true;
        match self.options.bounds.instructions_per_path {
            Some(limit) if path.state.instructions() >= limit => {
                self.give_up(path, Reason::InstructionsPerPath { limit })
            }
            _ => Ok(Step::Wait(vec![path])),
        }
    }

    fn on_branch(&mut self, mut path: Path, condition: Term) -> Result<Step, ExploreError> {
        if self.options.cores {
            let position = self.machine.position(&mut path.state);
            self.note_origin(condition, position);
        }
        let otherwise = self.machine.terms.not(condition);
        match self
            .solver
            .fork(&mut self.machine.terms, &path.state.path, condition)?
        {
            Fork::Both {
                then_witness,
                else_witness,
            } => {
                let then = Way {
                    condition,
                    witness: then_witness,
                    direction: Direction::Side(true),
                };
                let other = Way {
                    condition: otherwise,
                    witness: else_witness,
                    direction: Direction::Side(false),
                };
                self.fork(path, vec![then, other])
            }
            Fork::ThenOnly => self.follow(path, Direction::Side(true)),
            Fork::ElseOnly => self.follow(path, Direction::Side(false)),
            Fork::Unknown(_) => {
                let sides = vec![
                    (condition, Direction::Side(true)),
                    (otherwise, Direction::Side(false)),
                ];
                self.on_alternatives(path, sides)
            }
            Fork::Infeasible => Err(self.infeasible(&mut path)),
        }
    }

    /// Goes on in every feasible one of alternatives that exclude each other and of which one holds.
    fn on_alternatives(
        &mut self,
        mut path: Path,
        alternatives: Vec<(Term, Direction)>,
    ) -> Result<Step, ExploreError> {
        if self.options.cores {
            let position = self.machine.position(&mut path.state);
            for &(condition, _) in &alternatives {
                self.note_origin(condition, position);
            }
        }
        let feasible = self.feasible(&mut path, alternatives, Undecided::Branch)?;
        match (feasible.ways.len(), feasible.undecided) {
            (0, None) => Err(self.infeasible(&mut path)),
            (0, Some(reason)) => self.end(path, PathKind::Cut(reason)),
            // The only one that is feasible follows from the path condition.
            (1, None) => self.follow(path, feasible.ways[0].direction),
            _ => self.fork(path, feasible.ways),
        }
    }

    /// The alternatives that are feasible. Each one that is not decided is a cut.
    fn feasible(
        &mut self,
        path: &mut Path,
        alternatives: Vec<(Term, Direction)>,
        what: Undecided,
    ) -> Result<Feasible, ExploreError> {
        let mut feasible = Feasible {
            ways: Vec::new(),
            undecided: None,
        };
        for (condition, direction) in alternatives {
            match self
                .solver
                .check(&mut self.machine.terms, &path.state.path, condition)?
            {
                Answer::Sat(model) => {
                    feasible.ways.push(Way {
                        condition,
                        witness: Some(model),
                        direction,
                    });
                }
                Answer::Unsat(_) => {}
                Answer::Unknown(reason) => {
                    feasible.undecided = Some(self.undecided(path, what, Some(reason)))
                }
            }
        }
        Ok(feasible)
    }

    /// Records that the solver gave up on something that this path needs.
    fn undecided(
        &mut self,
        path: &mut Path,
        what: Undecided,
        reason: Option<UnknownReason>,
    ) -> Reason {
        let position = self.machine.blamed_position(&mut path.state);
        let reason = Reason::Undecided { what, reason };
        self.ledger.cut(reason.clone(), Some(position), 1);
        reason
    }

    fn infeasible(&mut self, path: &mut Path) -> ExploreError {
        ExploreError::InfeasiblePath {
            position: self.machine.position(&mut path.state),
        }
    }

    /// Splits a path into one state per way.
    fn fork(&mut self, path: Path, mut ways: Vec<Way>) -> Result<Step, ExploreError> {
        if let [_] = ways.as_slice()
            && let Some(way) = ways.pop()
        {
            return self.go(path, way, How::Alone, None);
        }
        if let Some(limit) = self.options.bounds.forks_per_path
            && path.forks >= limit
        {
            return self.give_up(path, Reason::ForksPerPath { limit });
        }
        if self.options.order == SideOrder::FallThroughFirst {
            ways.reverse();
        }
        self.ledger.statistics.forks += (ways.len() as u64).saturating_sub(1);
        let all = ways_of(self.machine, ways.iter().map(|way| way.direction));
        let mut successors = Vec::with_capacity(ways.len());
        for way in ways {
            match self.go(path.clone(), way, How::Forked, all.clone())? {
                Step::Go(successor) => successors.push(successor),
                Step::Wait(mut others) => successors.append(&mut others),
            }
        }
        Ok(Step::Wait(successors))
    }

    /// Lets a state go one way.
    fn go(&mut self, mut path: Path, way: Way, how: How, all: Ways) -> Result<Step, ExploreError> {
        path.state.path.push(way.condition);
        path.state.path.set_witness(way.witness);
        let how = match how {
            How::Alone if self.machine.terms.is_true(way.condition) => How::Follows,
            How::Follows | How::Alone | How::Forked => how,
        };
        self.take(path, way.direction, how, all)
    }

    /// Lets a state go on in a direction whose condition follows from its path condition.
    fn follow(&mut self, path: Path, direction: Direction) -> Result<Step, ExploreError> {
        self.take(path, direction, How::Follows, None)
    }

    /// Lets a state go on in a direction.
    fn take(
        &mut self,
        mut path: Path,
        direction: Direction,
        how: How,
        all: Ways,
    ) -> Result<Step, ExploreError> {
        match path.take(self.machine, direction, how, all) {
            Some(event) => self.on_event(path, event),
            None => Ok(Step::Go(path)),
        }
    }

    fn on_check(
        &mut self,
        mut path: Path,
        property: Property,
        condition: Term,
        position: Position,
        (detail, goes_on): (String, bool),
    ) -> Result<Step, ExploreError> {
        self.ledger.asked(property, position);
        let what = Undecided::Check(property);
        let violated = self.machine.terms.not(condition);
        self.note_origin(condition, position);
        self.tell_question(&path, property, &detail, position, violated);
        let fork = self
            .solver
            .fork(&mut self.machine.terms, &path.state.path, condition)?;
        match fork {
            Fork::ThenOnly => {
                self.note_core(&path, property, position, violated)?;
                return decided(path, Choice::Passed);
            }
            Fork::Infeasible => return Err(self.infeasible(&mut path)),
            Fork::Both { .. } | Fork::ElseOnly | Fork::Unknown(_) => {}
        }
        match self
            .solver
            .check(&mut self.machine.terms, &path.state.path, violated)?
        {
            Answer::Sat(model) => {
                self.violation(
                    &path,
                    Violation {
                        property,
                        position,
                        detail,
                        condition: violated,
                        model,
                        count: None,
                    },
                )?;
            }
            Answer::Unknown(reason) => {
                self.undecided(&mut path, what, Some(reason));
                self.ledger.undecided(property, position);
            }
            Answer::Unsat(_) if matches!(fork, Fork::Unknown(_)) => {
                return decided(path, Choice::Passed);
            }
            Answer::Unsat(_) => return Err(self.infeasible(&mut path)),
        }
        if self.stop.is_some() {
            return self.end(path, PathKind::Violation);
        }
        if goes_on {
            return decided(path, Choice::Passed);
        }
        let passing = match fork {
            Fork::Both { then_witness, .. } => then_witness,
            Fork::Unknown(_) => {
                match self
                    .solver
                    .check(&mut self.machine.terms, &path.state.path, condition)?
                {
                    Answer::Sat(model) => Some(model),
                    Answer::Unsat(_) => return self.end(path, PathKind::Violation),
                    Answer::Unknown(reason) => {
                        let reason =
                            self.undecided(&mut path, Undecided::Passing(property), Some(reason));
                        return self.end(path, PathKind::Cut(reason));
                    }
                }
            }
            _ => return self.end(path, PathKind::Violation),
        };
        path.state.path.push(condition);
        path.state.path.set_witness(passing);
        decided(path, Choice::Required)
    }

    /// Remembers where a condition that may become a constraint comes from.
    fn note_origin(&mut self, condition: Term, position: Position) {
        self.origins.note(&self.machine.terms, condition, position);
    }

    /// Notes what the proof of a check rests on: that `violated` cannot hold on the path.
    fn note_core(
        &mut self,
        path: &Path,
        property: Property,
        position: Position,
        violated: Term,
    ) -> Result<(), ExploreError> {
        let check = (property, position);
        let terms = &mut self.machine.terms;
        let (solver, ledger) = (&mut *self.solver, &mut self.ledger);
        self.origins
            .note_core(terms, solver, ledger, check, &path.state.path, violated)?;
        Ok(())
    }

    /// Tells of a check before it is asked.
    fn tell_question(
        &mut self,
        path: &Path,
        property: Property,
        detail: &str,
        position: Position,
        violated: Term,
    ) {
        if !self.observer.wants_questions() {
            return;
        }
        let question = Question {
            asked: Asked::Violation { property, detail },
            position,
            path: &path.state.path,
            condition: violated,
        };
        self.observer.question(&mut self.machine.terms, &question);
    }

    fn on_assume(
        &mut self,
        mut path: Path,
        condition: Term,
        position: Position,
    ) -> Result<Step, ExploreError> {
        self.note_origin(condition, position);
        match self
            .solver
            .check(&mut self.machine.terms, &path.state.path, condition)?
        {
            Answer::Sat(model) => {
                path.state.path.push(condition);
                path.state.path.set_witness(model);
                decided(path, Choice::Assumed)
            }
            Answer::Unsat(_) => self.end_at(path, PathKind::Assumption, position),
            Answer::Unknown(reason) => {
                let reason = self.undecided(&mut path, Undecided::Assumption, Some(reason));
                self.end_at(path, PathKind::Cut(reason), position)
            }
        }
    }

    fn on_access(&mut self, mut path: Path, access: Access) -> Result<Step, ExploreError> {
        let resolution = self.machine.resolve(&path.state, self.solver, &access)?;
        let mut complete = resolution.complete;
        let detail = access_detail(&access);
        let may_fail = !resolution.violations.is_empty();
        let mut violated = false;
        for hazard in hazards(self.machine, &path.state, &access, resolution.violations) {
            let (position, condition) = (hazard.position, hazard.condition);
            let property = match hazard.what {
                HazardKind::Violation(property) => property,
                HazardKind::Cut(reason) => {
                    let terms = &mut self.machine.terms;
                    let answer = self.solver.check(terms, &path.state.path, condition)?;
                    if !matches!(answer, Answer::Unsat(_)) {
                        self.ledger.cut(reason, Some(position), 1);
                        complete = false;
                    }
                    continue;
                }
            };
            self.ledger.asked(property, position);
            self.tell_question(&path, property, &detail, position, condition);
            match self
                .solver
                .check(&mut self.machine.terms, &path.state.path, condition)?
            {
                Answer::Sat(model) => {
                    let detail = detail.clone();
                    self.violation(
                        &path,
                        Violation {
                            property,
                            position,
                            detail,
                            condition,
                            model,
                            count: None,
                        },
                    )?;
                    violated = true;
                }
                Answer::Unsat(_) => self.note_core(&path, property, position, condition)?,
                Answer::Unknown(reason) => {
                    self.undecided(&mut path, Undecided::Check(property), Some(reason));
                    self.ledger.undecided(property, position);
                    complete = false;
                }
            }
            if self.stop.is_some() {
                return self.end(path, PathKind::Violation);
            }
        }
        if !resolution.complete {
            let position = self.machine.blamed(&path.state, access.position);
            self.ledger.cut(unresolved(), Some(position), 1);
        }
        if let ([only], false, true) = (resolution.alternatives.as_slice(), may_fail, complete) {
            return self.follow(path, Direction::Target(only.target));
        }
        let alternatives = resolution
            .alternatives
            .iter()
            .map(|other| (other.condition, Direction::Target(other.target)));
        let feasible = self.feasible(&mut path, alternatives.collect(), Undecided::Address)?;
        if !feasible.ways.is_empty() {
            return self.fork(path, feasible.ways);
        }
        let kind = match (violated, feasible.undecided) {
            (_, Some(reason)) => PathKind::Cut(reason),
            (true, None) => PathKind::Violation,
            (false, None) if !complete => PathKind::Cut(unresolved()),
            (false, None) => return Err(self.infeasible(&mut path)),
        };
        self.end(path, kind)
    }

    fn on_concretize(
        &mut self,
        mut path: Path,
        term: Term,
        purpose: Purpose,
    ) -> Result<Step, ExploreError> {
        let tried = demand::tried_before(&mut path.tried, term);
        let Values { values, others } = demand::values(
            &mut self.machine.terms,
            self.solver,
            self.options,
            &path.state.path,
            (term, purpose),
            tried,
        )?;
        let (rest, reason) = match others {
            Others::None => (None, None),
            Others::Later => (Some(self.without_values(&path, term, &values, tried)), None),
            Others::Cut(reason) => {
                let position = self.machine.blamed_position(&mut path.state);
                self.ledger.cut(reason.clone(), Some(position), 1);
                (None, Some(reason))
            }
        };
        let step = match (values.as_slice(), reason) {
            // Other states have taken all of them.
            ([], None) if tried > 0 => return Ok(Step::Wait(Vec::new())),
            ([], None) => return Err(self.infeasible(&mut path)),
            ([], Some(reason)) => return self.end(path, PathKind::Cut(reason)),
            (&[only], None) if rest.is_none() && tried == 0 => {
                return self.follow(path, Direction::Value(term, only));
            }
            (several, _) => {
                let width = self.machine.terms.width(term);
                let mut ways = Vec::with_capacity(several.len());
                for &value in several {
                    let constant = self.machine.terms.constant(width, value);
                    let condition = self.machine.terms.eq(term, constant);
                    ways.push(Way {
                        condition,
                        witness: None,
                        direction: Direction::Value(term, value),
                    });
                }
                self.fork(path, ways)?
            }
        };
        let Some(rest) = rest else { return Ok(step) };
        let mut successors = match step {
            Step::Go(path) => vec![path],
            Step::Wait(successors) => successors,
        };
        self.ledger.statistics.forks += 1;
        successors.push(rest);
        Ok(Step::Wait(successors))
    }

    /// The path where a term has none of some values, which are followed first: what is found with them need not wait for the others.
    fn without_values(&mut self, path: &Path, term: Term, values: &[u64], tried: usize) -> Path {
        let mut rest = path.clone();
        rest.leave_values(self.machine, term, values, tried);
        rest
    }

    /// Records a violation; replays it if it is the first of its property at its place.
    fn violation(&mut self, path: &Path, mut violation: Violation) -> Result<(), ExploreError> {
        let (property, position) = (violation.property, violation.position);
        if self.options.count_inputs {
            violation.count = Some(self.count_inputs(path, violation.condition)?);
        }
        if (self.ledger)
            .violated(property, position, violation.count)
            .is_some()
        {
            return Ok(());
        }
        self.ledger.statistics.replays += 1;
        let finding = self.finding(path, violation)?;
        if self.ledger.found(finding, self.observer) && self.stops_at_first_finding() {
            self.stop = Some(Reason::FirstFinding);
        }
        Ok(())
    }

    /// A model of the path and the condition as the program would like it.
    fn preferred(
        &mut self,
        path: &Path,
        condition: Term,
        model: Rc<Assignment>,
    ) -> Result<Rc<Assignment>, ExploreError> {
        let preferences = path.state.preferences().to_vec();
        let terms = &mut self.machine.terms;
        let path = &path.state.path;
        let model = preferred(terms, self.solver, path, condition, model, &preferences)?;
        Ok(model)
    }

    /// The number of inputs that take this path and satisfy the condition.
    fn count_inputs(&mut self, path: &Path, condition: Term) -> Result<InputCount, ExploreError> {
        let mut constraints = path.state.path.to_vec();
        constraints.push(condition);
        let observer = &*self.observer;
        let mut with = Counting {
            terms: &mut self.machine.terms,
            solver: self.solver,
            limit: self.options.count_limit,
            stop: &|| observer.interrupted(),
        };
        Ok(self.counter.count(&mut with, &path.state, &constraints)?)
    }

    /// Gives a path up.
    pub(super) fn give_up(&mut self, mut path: Path, reason: Reason) -> Result<Step, ExploreError> {
        let position = self.machine.blamed_position(&mut path.state);
        self.ledger.cut(reason.clone(), Some(position), 1);
        self.end_at(path, PathKind::Cut(reason), position)
    }

    /// Ends a path where it stands.
    fn end(&mut self, mut path: Path, kind: PathKind) -> Result<Step, ExploreError> {
        let position = self.machine.position(&mut path.state);
        self.end_at(path, kind, position)
    }

    fn end_at(
        &mut self,
        path: Path,
        kind: PathKind,
        position: Position,
    ) -> Result<Step, ExploreError> {
        let ends = &mut self.ledger.statistics.ends;
        let (count, complete) = match &kind {
            PathKind::Exit(_) => (&mut ends.exits, true),
            PathKind::Violation => (&mut ends.violations, true),
            PathKind::Dead => (&mut ends.dead, true),
            PathKind::Assumption => (&mut ends.assumptions, false),
            PathKind::Cut(_) => (&mut ends.cuts, false),
        };
        *count += 1;
        self.ledger.statistics.paths += u64::from(complete);
        let wanted = self.observer.wants_tests() && kind != PathKind::Assumption;
        let case = if wanted { self.test_case(&path)? } else { None };
        let index = self.ledger.path_ends;
        self.ledger.path_ends += 1;
        let instructions = path.state.instructions();
        let wanted = self.observer.wants_decisions();
        let decisions = wanted.then(|| path.state.decisions().to_vec());
        self.observer.path_end(&PathEnd {
            index,
            kind,
            position,
            case,
            instructions,
            decisions,
            ahead: None,
        });
        Ok(Step::Wait(Vec::new()))
    }

    /// Inputs that take this path, if the solver finds them.
    fn test_case(&mut self, path: &Path) -> Result<Option<TestCase>, ExploreError> {
        let anything = self.machine.terms.bool(true);
        let model = match path.state.path.witness() {
            Some(model) => model,
            None => {
                match self
                    .solver
                    .check(&mut self.machine.terms, &path.state.path, anything)?
                {
                    Answer::Sat(model) => model,
                    _ => return Ok(None),
                }
            }
        };
        let model = self.preferred(path, anything, model)?;
        Ok(Some(case_of_path(self.machine, &path.state, &model)))
    }
}
