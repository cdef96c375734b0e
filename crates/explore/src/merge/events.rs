//! What becomes of a state at each event of the machine: it forks without a question, and collects what must not happen.

use everypath_machine::{Access, Alternative, DecisionKind, Event, Purpose, Unlike};
use everypath_program::Position;
use everypath_solver::Answer;
use everypath_term::Term;

use super::obligations::{Way, What};
use super::{Explorer, Next, Path};
use crate::demand::{self, HazardKind, Others, Values, access_detail, hazards, unresolved};
use crate::replay::replay_limit;
use crate::{ExploreError, PathEnd, PathKind, Reason, Unproven};

/// The option to ask the solver at every branch which sides are feasible.
pub(super) const PRUNE: &str = "merge-prune";

/// Constraints of a path that are compared with a branch's condition before it forks.
const LOOK_BACK: usize = 64;

impl Explorer<'_, '_> {
    pub(super) fn on_event(&mut self, path: &mut Path, event: Event) -> Result<Next, ExploreError> {
        match event {
            Event::Limit => self.on_pause(path),
            Event::Branch { condition } => self.on_branch(path, condition),
            Event::Switch => {
                let conditions = self.machine.case_conditions(&path.state);
                let terms = &self.machine.terms;
                self.guards.alternatives(terms, &conditions);
                let ways = conditions.iter().enumerate();
                let ways = ways
                    .filter(|(_, condition)| !terms.is_false(**condition))
                    .map(|(index, &condition)| (condition, Direction::Case(index)));
                let ways = ways.collect();
                self.fork(path, ways)
            }
            Event::Check {
                property,
                condition,
                position,
                detail,
                goes_on,
            } => {
                self.require(path, property, condition, position, detail);
                if goes_on {
                    return Ok(Next::Go);
                }
                self.note_origin(condition, position);
                Ok(self.assume(path, condition, PathKind::Violation))
            }
            Event::Assume {
                condition,
                position,
            } => {
                self.note_origin(condition, position);
                Ok(self.assume(path, condition, PathKind::Assumption))
            }
            Event::Access(access) => self.on_access(path, access),
            Event::Concretize { term, purpose } => self.on_concretize(path, term, purpose),
            Event::Exit { code } => self.end(path, PathKind::Exit(code.constant())),
            Event::Dead => self.end(path, PathKind::Dead),
            Event::Cut(reason) => {
                self.give_up(path, Reason::Machine(reason));
                Ok(Next::Gone)
            }
        }
    }

    fn on_pause(&mut self, path: &mut Path) -> Result<Next, ExploreError> {
        if let Some(limit) = self.options.bounds.instructions_per_path
            && path.state.instructions() >= limit.saturating_add(path.instruction_lag.least())
        {
            let longest = path.instruction_lag.take_least(&mut self.machine.terms);
            let reason = Reason::InstructionsPerPath { limit };
            if let Next::Gone = self.give_up_some(path, reason, longest) {
                return Ok(Next::Gone);
            }
        }
        if path.state.is_doubtful() {
            if !self.is_feasible(path)? {
                return Ok(Next::Gone);
            }
            self.count_round()?;
        }
        Ok(Next::Wait)
    }

    fn on_branch(&mut self, path: &mut Path, condition: Term) -> Result<Next, ExploreError> {
        self.propose_from_condition(path, condition);
        let otherwise = self.machine.terms.not(condition);
        let known = path
            .state
            .path
            .iter()
            .take(LOOK_BACK)
            .find_map(|constraint| {
                (constraint == condition || constraint == otherwise)
                    .then_some(constraint == condition)
            });
        if let Some(side) = known {
            // It may have jumped back, or past those who wait.
            return match self.follow(path, Direction::Side(side)) {
                Next::Go => self.on_pause(path),
                next => Ok(next),
            };
        }
        self.guards
            .alternatives(&self.machine.terms, &[condition, otherwise]);
        let mut ways = vec![
            (condition, Direction::Side(true)),
            (otherwise, Direction::Side(false)),
        ];
        if self.options.own.has(PRUNE) {
            let mut feasible = Vec::with_capacity(2);
            for way in ways {
                let terms = &mut self.machine.terms;
                match self.solver.check(terms, &path.state.path, way.0)? {
                    Answer::Unsat(_) => self.ledger.statistics.pruned += 1,
                    _ => feasible.push(way),
                }
            }
            ways = feasible;
        }
        self.fork(path, ways)
    }

    /// Splits a path into one state per way; the conditions exclude each other, and one of them holds.
    fn fork(
        &mut self,
        path: &mut Path,
        ways: Vec<(Term, Direction)>,
    ) -> Result<Next, ExploreError> {
        if self.options.cores {
            let position = self.machine.position(&mut path.state);
            for &(condition, _) in &ways {
                self.note_origin(condition, position);
            }
        }
        let several = ways.len() > 1;
        if several
            && let Some(limit) = self.options.bounds.forks_per_path
            && path.forks >= limit.saturating_add(path.fork_lag.least())
        {
            let most = path.fork_lag.take_least(&mut self.machine.terms);
            let reason = Reason::ForksPerPath { limit };
            if let Next::Gone = self.give_up_some(path, reason, most) {
                return Ok(Next::Gone);
            }
        }
        self.ledger.statistics.forks += (ways.len() as u64).saturating_sub(1);
        let decisions: Vec<DecisionKind> = (ways.iter())
            .filter_map(|(_, direction)| direction.decision())
            .collect();
        let mut successors = Vec::with_capacity(ways.len());
        for (condition, direction) in ways {
            let mut successor = path.clone();
            successor.forks += u64::from(several);
            if let Some(taken) = direction.decision() {
                self.machine
                    .leave_ways(&mut successor.state, taken, &decisions);
            }
            successor.state.path.push(condition);
            if let Next::Go = self.follow(&mut successor, direction) {
                successors.push(successor);
            }
        }
        // A side that jumps back is looked at when the others wait: they may have left a loop, and be let ahead.
        let (back, on): (Vec<Path>, Vec<Path>) = successors
            .into_iter()
            .partition(|successor| successor.state.is_doubtful());
        for successor in on {
            self.wait(successor);
        }
        for successor in back {
            if self.is_feasible(&successor)? {
                self.count_round()?;
                self.wait_for_turn(successor);
            }
        }
        Ok(Next::Gone)
    }

    /// Lets a state go on in a direction whose condition is part of its path condition, or follows from it.
    fn follow(&mut self, path: &mut Path, direction: Direction) -> Next {
        let state = &mut path.state;
        let from = state.block_key();
        let event = match direction {
            Direction::Side(side) => self.machine.take_branch(state, side),
            Direction::Case(index) => self.machine.take_case(state, index),
            Direction::Value(term, value) | Direction::Target(term, value) => {
                self.machine.decide(state, DecisionKind::Value(value));
                state.bind(term, value);
                None
            }
        };
        if let Some(Event::Cut(reason)) = event {
            self.give_up(path, Reason::Machine(reason));
            return Next::Gone;
        }
        if let Direction::Value(..) | Direction::Target(..) = direction {
            return Next::Go;
        }
        self.machine.enter_by_branch(&mut path.state, from);
        Next::Go
    }

    /// Goes on under a condition. A path that ends because the condition is constant ends in this way.
    fn assume(&mut self, path: &mut Path, condition: Term, end: PathKind) -> Next {
        if self.machine.terms.is_false(condition) {
            let ends = &mut self.ledger.statistics.ends;
            match end {
                PathKind::Assumption => ends.assumptions += 1,
                _ => {
                    ends.violations += 1;
                    self.ledger.statistics.paths += 1;
                }
            }
            return Next::Gone;
        }
        if !path
            .state
            .path
            .iter()
            .take(LOOK_BACK)
            .any(|known| known == condition)
        {
            path.state.path.push(condition);
        }
        Next::Go
    }

    fn on_access(&mut self, path: &mut Path, access: Access) -> Result<Next, ExploreError> {
        let resolution = match self.machine.resolve_by_form(&path.state, &access) {
            Some(resolution) => resolution,
            None if !self.is_feasible(path)? => return Ok(Next::Gone),
            None => self.machine.resolve(&path.state, self.solver, &access)?,
        };
        let detail = access_detail(&access);
        let invalid = !resolution.violations.is_empty();
        for hazard in hazards(self.machine, &path.state, &access, resolution.violations) {
            let what = match hazard.what {
                HazardKind::Violation(property) => {
                    self.asked(property, hazard.position);
                    let detail = detail.clone();
                    What::Violation { property, detail }
                }
                HazardKind::Cut(reason) => What::Cut(reason),
            };
            self.oblige(path, what, hazard.position, hazard.condition);
        }
        if !resolution.complete {
            let position = self.machine.blamed(&path.state, access.position);
            self.cut(unresolved(), position);
        }
        if resolution.alternatives.is_empty() {
            let kind = match resolution.complete {
                true => PathKind::Violation,
                false => PathKind::Cut(unresolved()),
            };
            return self.end(path, kind);
        }
        if invalid || !resolution.complete {
            let terms = &mut self.machine.terms;
            let mut valid = terms.bool(false);
            for Alternative { condition, .. } in &resolution.alternatives {
                valid = terms.or(valid, *condition);
            }
            path.state.path.push(valid);
        }
        path.state.set_targets(resolution.alternatives);
        Ok(Next::Go)
    }

    fn on_concretize(
        &mut self,
        path: &mut Path,
        term: Term,
        purpose: Purpose,
    ) -> Result<Next, ExploreError> {
        if !self.is_feasible(path)? {
            return Ok(Next::Gone);
        }
        if path.is_arbitrary && purpose == Purpose::Sample {
            // Some values of what is arbitrary need not be the program's.
            let reason = Unproven::Loop(Unlike::Answers);
            self.give_up(path, Reason::Unproven(reason));
            return Ok(Next::Gone);
        }
        let tried = demand::tried_before(&mut path.tried, term);
        let terms = &mut self.machine.terms;
        let Values { values, others } = demand::values(
            terms,
            self.solver,
            self.options,
            &path.state.path,
            (term, purpose),
            tried,
        )?;
        let width = terms.width(term);
        let count = values.len();
        let mut rest = None;
        match others {
            Others::None => {}
            Others::Later => rest = Some(path.clone()),
            Others::Cut(reason) => {
                let position = self.machine.blamed_position(&mut path.state);
                self.cut(reason, position);
            }
        }
        let terms = &mut self.machine.terms;
        let ways: Vec<(Term, Direction)> = values
            .into_iter()
            .map(|value| {
                let constant = terms.constant(width, value);
                let direction = match purpose {
                    Purpose::JumpTarget => Direction::Target(term, value),
                    Purpose::Argument(_) | Purpose::Sample => Direction::Value(term, value),
                };
                (terms.eq(term, constant), direction)
            })
            .collect();
        // The other values wait until these were followed for a while, and budgets were looked at.
        if let Some(rest) = &mut rest {
            for &(condition, _) in &ways {
                rest.state.path.push(terms.not(condition));
            }
            rest.tried = Some((term, tried + count));
        }
        let next = self.fork(path, ways)?;
        if let Some(rest) = rest {
            self.wait(rest);
        }
        Ok(next)
    }

    /// Gives a path up: an obligation, since it may be one that no input takes.
    pub(super) fn give_up(&mut self, path: &mut Path, reason: Reason) {
        let anything = self.machine.terms.bool(true);
        self.give_up_where(path, reason, anything);
    }

    /// Gives up those of the merged paths that meet a condition; all, if there is none.
    fn give_up_some(&mut self, path: &mut Path, reason: Reason, condition: Option<Term>) -> Next {
        let Some(condition) = condition else {
            self.give_up(path, reason);
            return Next::Gone;
        };
        self.give_up_where(path, reason, condition);
        let others = self.machine.terms.not(condition);
        path.state.path.push(others);
        match self.machine.terms.is_false(others) {
            true => Next::Gone,
            false => Next::Go,
        }
    }

    fn give_up_where(&mut self, path: &mut Path, reason: Reason, condition: Term) {
        self.ledger.statistics.ends.cuts += 1;
        let position = self.machine.blamed_position(&mut path.state);
        self.oblige(path, What::Cut(reason), position, condition);
    }

    fn end(&mut self, path: &mut Path, kind: PathKind) -> Result<Next, ExploreError> {
        let ends = &mut self.ledger.statistics.ends;
        match kind {
            PathKind::Exit(_) => ends.exits += 1,
            PathKind::Violation => ends.violations += 1,
            PathKind::Dead => ends.dead += 1,
            PathKind::Assumption => ends.assumptions += 1,
            PathKind::Cut(_) => ends.cuts += 1,
        }
        let complete = matches!(
            kind,
            PathKind::Exit(_) | PathKind::Violation | PathKind::Dead
        );
        self.ledger.statistics.paths += u64::from(complete);
        if self.looking_ahead {
            return Ok(Next::Gone);
        }
        let index = self.ledger.path_ends;
        self.ledger.path_ends += 1;
        let position = self.machine.position(&mut path.state);
        let instructions = path.state.instructions();
        let mut case = None;
        if self.observer.wants_tests() {
            let anything = self.machine.terms.bool(true);
            let terms = &mut self.machine.terms;
            if let Answer::Sat(model) = self.solver.check(terms, &path.state.path, anything)? {
                let way = Way::of(&path.state);
                let model = self.preferred(&way, anything, model)?;
                let limit = replay_limit(way.instructions);
                case = Some(self.run_model(&model, &way, limit, None).1);
            }
        }
        self.observer.path_end(&PathEnd {
            index,
            kind,
            position,
            case,
            instructions,
            // Several paths are one state here.
            decisions: None,
            ahead: None,
        });
        Ok(Next::Gone)
    }

    /// Remembers where a condition that may become a constraint comes from.
    fn note_origin(&mut self, condition: Term, position: Position) {
        self.origins.note(&self.machine.terms, condition, position);
    }
}

/// A way for a state to go on.
#[derive(Clone, Copy, Debug)]
enum Direction {
    Side(bool),
    Case(usize),
    Value(Term, u64),
    /// The same for an address that is jumped to.
    Target(Term, u64),
}

impl Direction {
    /// The decision that it is, if it leads out of the block.
    fn decision(self) -> Option<DecisionKind> {
        match self {
            Direction::Side(side) => Some(DecisionKind::Branch(side)),
            Direction::Case(index) => Some(DecisionKind::Case(index)),
            Direction::Target(_, address) => Some(DecisionKind::Value(address)),
            Direction::Value(..) => None,
        }
    }
}
