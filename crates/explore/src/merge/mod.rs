//! The merging explorer: bounded model checking by eager path merging.
//!
//! A state forks at every branch on a term, without a question to the solver. The state that is furthest behind runs next: the
//! one with most active calls, then the one at the lowest block. So two ways that can meet do meet, and as soon as two states
//! stand at the same place with the same call stack they become one: a diamond costs two short runs, not twice as many paths.
//! What must not happen is collected with the condition of its path and decided at the end, all at once ([`obligations`]).
//!
//! After S. Landl, "Generating Path Conditions for Bounded Model Checking of RISC-V Code in Selfie" (Salzburg, 2020), chapter 3.
//! Beyond it: path conditions fold back at joins ([`guards`]); the waiting states are an ordered map instead of a list, which gives
//! the next one and its partner in O(log n); a bound that a path reaches leaves an obligation, never silence.
//!
//! The solver is asked on the way only where the run might go on for ever without it: whether a path that jumps back, or calls
//! what it is called from, can be taken; and where an address or a value has to be known.

mod engine;
mod guards;
mod lag;
mod obligations;

use std::collections::BTreeMap;
use std::rc::Rc;

use everypath_machine::{
    Access, Alternative, DecisionKind, Different, Event, Machine, Merged, Purpose, Standing, State,
    Watch,
};
use everypath_program::{Position, Property};
use everypath_solver::{Answer, Divergence, Solver, UnknownReason};
use everypath_term::{Assignment, Term};

use crate::budget::{Meter, Run};
use crate::cores::Origins;
use crate::demand::{self, HazardKind, Others, Values, access_detail, hazards, unresolved};
use crate::ledger::{Ended, Ledger};
use crate::preferences::preferred;
use crate::replay::{REPLAY_MARGIN, run_inputs, status_of};
use crate::{
    BudgetKind, ExploreError, ExploreOptions, Finding, Observer, PathEnd, PathKind, Reason, Record,
    ReplayEnd, StopAt, Undecided,
};
pub use engine::Merge;
use engine::PRUNE;
use guards::{Guards, Join};
use lag::Lag;
use obligations::{Obligation, Outcome, Way, What, settle};

/// Instructions after which a state that nobody waits for lets the explorer look at its budgets.
const TURN: u64 = 200_000;

/// Rounds after which the run looks ahead for the first time; from then on whenever they have doubled.
const FIRST_LOOK_AHEAD: u64 = 16;

/// Instructions that the run looks ahead at least; else as many again as it has executed.
const LOOK_AHEAD: u64 = 20_000;

/// So many checks are decided together; a run with fewer decides them at its end.
const BATCH: usize = 1024;

/// Constraints of a path that are compared with a branch's condition before it forks.
const LOOK_BACK: usize = 64;

/// A state and what the explorer knows of its paths.
#[derive(Clone, Debug)]
struct Path {
    state: State,
    /// By how many instructions its paths lag behind the longest, if these are bounded.
    instruction_lag: Lag,
    /// The most forks on a path.
    forks: u64,
    /// By how many forks its paths lag behind, if these are bounded.
    fork_lag: Lag,
    /// What has to be a constant here, and how many of its values other states have taken.
    tried: Option<(Term, usize)>,
}

impl Path {
    fn new(state: State) -> Self {
        Path {
            state,
            instruction_lag: Lag::default(),
            forks: 0,
            fork_lag: Lag::default(),
            tried: None,
        }
    }
}

/// Where a state waits. Several can wait at one place if they cannot be merged.
type Place = (Standing, u32);

struct Explorer<'a, 'p> {
    machine: &'a mut Machine<'p>,
    solver: &'a mut Solver,
    options: &'a ExploreOptions,
    observer: &'a mut dyn Observer,
    waiting: BTreeMap<Place, Path>,
    guards: Guards,
    obligations: Vec<Obligation>,
    /// Jumps back and recursions after which the solver was asked whether some input takes them.
    rounds: u64,
    looking_ahead: bool,
    /// Those who jumped back while the run looks ahead: they go on when all others have ended or jumped back, too.
    jumped_back: Vec<Path>,
    meter: Meter,
    ledger: Ledger,
    origins: Origins,
    stop: Option<Reason>,
}

/// Checks every path of the machine's program at once, within bounds and budgets, by merging paths where they meet.
///
/// The record has the form of that of [`crate::explore_paths`]; a path in it is a merged one. Strategy and order of sides do not
/// apply, and inputs cannot be counted.
pub fn explore_merged(
    machine: &mut Machine<'_>,
    solver: &mut Solver,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> Result<Record, ExploreError> {
    let meter = Meter::new(solver.statistics());
    machine.merge_unwritten();
    let explorer = Explorer {
        machine,
        solver,
        options,
        observer,
        waiting: BTreeMap::new(),
        guards: Guards::new(),
        obligations: Vec::new(),
        rounds: 0,
        looking_ahead: false,
        jumped_back: Vec::new(),
        meter,
        ledger: Ledger::default(),
        origins: Origins::new(options.cores),
        stop: None,
    };
    explorer.run()
}

impl Explorer<'_, '_> {
    fn run(mut self) -> Result<Record, ExploreError> {
        let state = self.machine.initial_state();
        self.wait(Path::new(state));
        while !self.must_stop() {
            let Some((_, path)) = self.waiting.pop_first() else {
                break;
            };
            self.advance(path)?;
            if self.obligations.len() >= BATCH && !self.observer.wants_questions() {
                self.settle()?;
            }
        }
        self.tell_questions();
        self.settle()?;
        let ended = Ended {
            stop: self.stop,
            waiting: self.waiting.len(),
            elapsed: self.meter.elapsed(),
        };
        Ok(self
            .ledger
            .into_record(self.machine, self.solver, self.options, ended))
    }

    /// Lets a state wait; merges it with one that waits at the same place.
    fn wait(&mut self, mut path: Path) {
        let standing = self.machine.standing(&path.state);
        // What a merged state is, another that waits may be merged with.
        while let Some(place) = self.find_partner(standing, &path) {
            if let Some(other) = self.waiting.remove(&place) {
                path = self.merge(other, path);
            }
        }
        if let Some(limit) = self.options.budgets.states
            && self.waiting.len() as u64 >= limit
        {
            let reason = Reason::Budget(BudgetKind::States);
            self.give_up(&mut path, reason);
            return;
        }
        let last = self.all_at(standing).next_back();
        let number = last.map_or(0, |((_, number), _)| number + 1);
        self.waiting.insert((standing, number), path);
        let waiting = self.waiting.len() as u64;
        let most = &mut self.ledger.statistics.most_waiting;
        *most = (*most).max(waiting);
    }

    /// Lets a state wait that has jumped back, or paused: in a look ahead a loop that goes on for ever would leave nobody else a turn.
    fn wait_for_turn(&mut self, path: Path) {
        match self.looking_ahead && path.state.is_doubtful() {
            true => self.jumped_back.push(path),
            false => self.wait(path),
        }
    }

    /// Those who wait at a place.
    fn all_at(&self, standing: Standing) -> impl DoubleEndedIterator<Item = (&Place, &Path)> {
        self.waiting.range((standing, 0)..=(standing, u32::MAX))
    }

    /// The first of those who wait at a place that a path there can be merged with.
    fn find_partner(&mut self, standing: Standing, path: &Path) -> Option<Place> {
        let mut refused = Vec::new();
        let found = self.all_at(standing).find_map(|(&place, other)| {
            let answer = self.machine.can_merge(&other.state, &path.state);
            answer.map_err(|different| refused.push(different)).ok()?;
            Some(place)
        });
        for different in refused {
            let counts = &mut self.ledger.statistics.not_merged;
            let index = Different::ALL.iter().position(|&other| other == different);
            if let Some(count) = index.and_then(|index| counts.get_mut(index)) {
                *count += 1;
            }
        }
        found
    }

    fn merge(&mut self, mut first: Path, second: Path) -> Path {
        let Divergence {
            common,
            first: mine,
            second: theirs,
        } = first.state.path.diverge(&second.state.path);
        let (one, two) = (first.state.path.witness(), second.state.path.witness());
        let terms = &mut self.machine.terms;
        let Join {
            constraints,
            distinguishing,
        } = self.guards.join(terms, &mine, &theirs);
        let mut path = common;
        for constraint in constraints {
            path.push(constraint);
        }
        // A model of one side is one of both.
        path.set_witness(one.or(two));
        let how = Merged {
            path,
            distinguishing,
        };
        let bounds = &self.options.bounds;
        if bounds.instructions_per_path.is_some() {
            first.instruction_lag = Lag::join(
                terms,
                distinguishing,
                (first.state.instructions(), &first.instruction_lag),
                (second.state.instructions(), &second.instruction_lag),
            );
        }
        if bounds.forks_per_path.is_some() {
            first.fork_lag = Lag::join(
                terms,
                distinguishing,
                (first.forks, &first.fork_lag),
                (second.forks, &second.fork_lag),
            );
        }
        let ites = self.machine.merge(&mut first.state, second.state, how);
        let statistics = &mut self.ledger.statistics;
        statistics.merges += 1;
        statistics.ites += ites;
        first.forks = first.forks.max(second.forks);
        first.tried = None;
        first
    }

    /// Runs a state until it has to wait, or ends.
    fn advance(&mut self, mut path: Path) -> Result<(), ExploreError> {
        loop {
            let before = path.state.instructions();
            let limit = self.instruction_limit(&path);
            let watch = Watch {
                behind: self.waiting.first_key_value().map(|(place, _)| place.0),
            };
            let event = self.machine.run_until(&mut path.state, limit, watch);
            let executed = path.state.instructions().saturating_sub(before);
            self.ledger.statistics.instructions += executed;
            if executed >= TURN {
                self.count_round()?;
            }
            let goes_on = self.on_event(&mut path, event)?;
            match goes_on {
                Next::Go if self.must_stop() => {
                    self.wait(path);
                    return Ok(());
                }
                Next::Go => {}
                Next::Wait => {
                    self.wait_for_turn(path);
                    return Ok(());
                }
                Next::Gone => return Ok(()),
            }
        }
    }

    fn instruction_limit(&self, path: &Path) -> u64 {
        let executed = path.state.instructions();
        let bound = self.options.bounds.instructions_per_path;
        let bound = bound.map(|bound| bound.saturating_add(path.instruction_lag.least()));
        let budget = self.options.budgets.instructions.unwrap_or(u64::MAX);
        let left = budget.saturating_sub(self.ledger.statistics.instructions);
        bound
            .unwrap_or(u64::MAX)
            .min(executed.saturating_add(left))
            .min(executed.saturating_add(TURN))
    }

    fn on_event(&mut self, path: &mut Path, event: Event) -> Result<Next, ExploreError> {
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

    fn count_round(&mut self) -> Result<(), ExploreError> {
        self.rounds += 1;
        if self.rounds >= FIRST_LOOK_AHEAD && self.rounds.is_power_of_two() {
            self.look_ahead()?;
        }
        Ok(())
    }

    /// Looks for violations behind loops that may go round for long yet: lets those who left them run ahead, and forgets all of it
    /// but what was found.
    fn look_ahead(&mut self) -> Result<(), ExploreError> {
        // Who wants the questions wants all of them, not a violation as soon as possible.
        let pointless = self.waiting.is_empty() || self.observer.wants_questions();
        if self.looking_ahead || pointless {
            return Ok(());
        }
        self.looking_ahead = true;
        let waiting = self.waiting.clone();
        let statistics = self.ledger.statistics.clone();
        let before = std::mem::take(&mut self.obligations);
        let mark = self.machine.mark();
        let enough = 2 * statistics.instructions + LOOK_AHEAD;
        while self.ledger.statistics.instructions < enough && !self.must_stop() {
            if self.waiting.is_empty() {
                for path in std::mem::take(&mut self.jumped_back) {
                    self.wait(path);
                }
            }
            let Some((_, path)) = self.waiting.pop_first() else {
                break;
            };
            self.advance(path)?;
        }
        self.jumped_back.clear();
        let mut ahead = std::mem::replace(&mut self.obligations, before);
        ahead.retain(|obligation| matches!(obligation.what, What::Violation { .. }));
        self.waiting = waiting;
        self.ledger.statistics = statistics;
        self.settle_all(ahead)?;
        self.machine.forget_since(mark);
        self.looking_ahead = false;
        Ok(())
    }

    /// Whether some input takes the path; if not, it is forgotten. If nobody knows, it goes on: what it leads to is decided by
    /// itself.
    fn is_feasible(&mut self, path: &Path) -> Result<bool, ExploreError> {
        let anything = self.machine.terms.bool(true);
        let answer = self
            .solver
            .check(&mut self.machine.terms, &path.state.path, anything)?;
        if let Answer::Unsat(_) = answer {
            self.ledger.statistics.pruned += 1;
            return Ok(false);
        }
        Ok(true)
    }

    fn on_branch(&mut self, path: &mut Path, condition: Term) -> Result<Next, ExploreError> {
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

    /// Collects a check.
    fn require(
        &mut self,
        path: &Path,
        property: Property,
        condition: Term,
        position: Position,
        detail: String,
    ) {
        self.asked(property, position);
        let violated = self.machine.terms.not(condition);
        let what = What::Violation { property, detail };
        self.oblige(path, what, position, violated);
    }

    /// A check depended on inputs or failed. What lies ahead is asked again when the run comes there.
    fn asked(&mut self, property: Property, position: Position) {
        if !self.looking_ahead {
            self.ledger.asked(property, position);
        }
    }

    /// Something is not followed, on all the merged paths. What lies ahead is followed when the run comes there.
    fn cut(&mut self, reason: Reason, position: Position) {
        if !self.looking_ahead {
            self.ledger.cut(reason, Some(position), 1);
        }
    }

    fn oblige(&mut self, path: &Path, what: What, position: Position, condition: Term) {
        self.obligations.push(Obligation {
            what,
            position,
            condition,
            path: Way::of(&path.state),
        });
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
            self.cut(unresolved(), access.position);
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
                let position = self.machine.position(&mut path.state);
                self.cut(reason, position);
            }
            Others::GiveUp(reason) => {
                self.give_up(path, reason);
                return Ok(Next::Gone);
            }
        }
        let terms = &mut self.machine.terms;
        let ways: Vec<(Term, Direction)> = values
            .into_iter()
            .map(|value| {
                let constant = terms.constant(width, value);
                let direction = match purpose {
                    Purpose::JumpTarget => Direction::Target(term, value),
                    Purpose::Argument(_) | Purpose::Number(_) | Purpose::Sample => {
                        Direction::Value(term, value)
                    }
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
    fn give_up(&mut self, path: &mut Path, reason: Reason) {
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
        let position = self.machine.position(&mut path.state);
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
                case = Some(self.run_model(&model, &way, None).1);
            }
        }
        self.observer.path_end(&PathEnd {
            index,
            kind,
            position,
            case,
            instructions,
        });
        Ok(Next::Gone)
    }

    /// A model of a way and a condition as the program would like it: see [`crate::preferences`].
    fn preferred(
        &mut self,
        way: &Way,
        condition: Term,
        model: Rc<Assignment>,
    ) -> Result<Rc<Assignment>, ExploreError> {
        let preferences = way.preferences.to_vec();
        let terms = &mut self.machine.terms;
        let model = preferred(
            terms,
            self.solver,
            &way.path,
            condition,
            model,
            &preferences,
        )?;
        Ok(model)
    }

    /// Runs the program on a model's inputs, as far as a path of so many instructions goes.
    fn run_model(
        &mut self,
        model: &Assignment,
        way: &Way,
        target: Option<(Property, Position)>,
    ) -> (crate::ReplayOutcome, crate::TestCase) {
        let inputs = self.machine.concrete_inputs(model, &way.inputs);
        let limit = way.instructions.saturating_add(REPLAY_MARGIN);
        self.ledger.statistics.replays += 1;
        run_inputs(
            self.machine.program(),
            self.machine.options(),
            inputs,
            limit,
            target,
        )
    }

    /// Tells what was collected, before the solver is asked.
    fn tell_questions(&mut self) {
        if !self.observer.wants_questions() {
            return;
        }
        let terms = &mut self.machine.terms;
        for obligation in &self.obligations {
            self.observer.question(terms, &obligation.question());
        }
        let cuts = self
            .ledger
            .cuts_with(self.stop.as_ref(), self.waiting.len());
        self.observer.questions_told(terms, &cuts);
    }

    /// Decides what was collected.
    fn settle(&mut self) -> Result<(), ExploreError> {
        let obligations = std::mem::take(&mut self.obligations);
        self.settle_all(obligations)
    }

    fn settle_all(&mut self, mut obligations: Vec<Obligation>) -> Result<(), ExploreError> {
        // What is known to be violated needs no second proof.
        obligations.retain(|obligation| match &obligation.what {
            What::Violation { property, .. } => {
                !self.ledger.is_found(*property, obligation.position)
            }
            What::Cut(_) => true,
        });
        if obligations.is_empty() {
            return Ok(());
        }
        let proven = match self.options.cores && !self.looking_ahead {
            true => obligations.clone(),
            false => Vec::new(),
        };
        let mut happened: Vec<(Obligation, Outcome)> = Vec::new();
        let first_only = self.options.stop == StopAt::FirstFinding;
        let terms = &mut self.machine.terms;
        let all = settle(terms, self.solver, obligations, |obligation, outcome| {
            let found = matches!(
                (&obligation.what, &outcome),
                (What::Violation { .. }, Outcome::Happens(_))
            );
            happened.push((obligation.clone(), outcome));
            !(found && first_only)
        })?;
        if !all {
            self.ledger.cut(Reason::FirstFinding, None, 1);
        }
        for (obligation, outcome) in happened {
            let position = obligation.position;
            match (&obligation.what, outcome) {
                (What::Cut(reason), _) => {
                    let position = Some(position);
                    self.ledger.cut(reason.clone(), position, 1);
                }
                // What lies ahead is asked again when the run comes there.
                (What::Violation { .. }, Outcome::Unknown(_)) if self.looking_ahead => {}
                (What::Violation { property, .. }, Outcome::Unknown(reason)) => {
                    self.undecided(*property, position, reason);
                }
                (What::Violation { property, detail }, Outcome::Happens(model)) => {
                    let (property, detail) = (*property, detail.clone());
                    let (way, condition) = (&obligation.path, obligation.condition);
                    if self.ledger.violated(property, position, None).is_none() {
                        let model = self.preferred(way, condition, model)?;
                        self.found(property, position, detail, &model, way);
                    }
                }
            }
        }
        for obligation in proven {
            self.note_core(&obligation)?;
        }
        Ok(())
    }

    /// Notes what the proof of an obligation rests on, if it is proven.
    fn note_core(&mut self, obligation: &Obligation) -> Result<(), ExploreError> {
        let (position, path) = (obligation.position, &obligation.path.path);
        let What::Violation { property, .. } = obligation.what else {
            return Ok(());
        };
        if self.ledger.is_found(property, position) {
            return Ok(());
        }
        let check = (property, position);
        let terms = &mut self.machine.terms;
        let (solver, ledger) = (&mut *self.solver, &mut self.ledger);
        self.origins
            .note_core(terms, solver, ledger, check, path, obligation.condition)?;
        Ok(())
    }

    /// Remembers where a condition that may become a constraint comes from.
    fn note_origin(&mut self, condition: Term, position: Position) {
        self.origins.note(&self.machine.terms, condition, position);
    }

    fn undecided(&mut self, property: Property, position: Position, reason: UnknownReason) {
        let reason = Reason::Undecided {
            what: Undecided::Check(property),
            reason: Some(reason),
        };
        self.ledger.cut(reason, Some(position), 1);
        self.ledger.undecided(property, position);
    }

    /// Replays a violation and files it.
    fn found(
        &mut self,
        property: Property,
        position: Position,
        detail: String,
        model: &Assignment,
        way: &Way,
    ) {
        let target = (property, position);
        let (outcome, case) = self.run_model(model, way, Some(target));
        let (replay, detail) = status_of(&outcome, property, position, detail);
        let call_stack = match outcome.end {
            ReplayEnd::Violation { call_stack, .. } => call_stack,
            _ => Vec::new(),
        };
        let finding = Finding {
            property,
            position,
            detail,
            case,
            decisions: Vec::new(),
            call_stack,
            instructions: outcome.instructions,
            path_index: self.ledger.path_ends,
            replay,
            input_count: None,
            occurrences: 1,
        };
        if self.ledger.found(finding, self.observer) && self.options.stop == StopAt::FirstFinding {
            self.stop = Some(Reason::FirstFinding);
        }
    }

    /// Whether the run has to stop now; remembers why. Shows progress on the way.
    fn must_stop(&mut self) -> bool {
        let run = Run {
            machine: self.machine,
            solver: self.solver,
            options: self.options,
            ledger: &self.ledger,
            waiting: self.waiting.len(),
        };
        self.meter.must_stop(run, self.observer, &mut self.stop)
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

/// What becomes of a state at an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// It goes on.
    Go,
    /// It waits for its turn.
    Wait,
    /// It ended, or others took its place.
    Gone,
}
