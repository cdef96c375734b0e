//! How the planned steps of the path are executed.

use std::rc::Rc;

use everypath_analysis::slot_of_way;
use everypath_machine::{Access, Alternative, CutReason, Event, Ran, State, Target};
use everypath_program::{BlockKey, Position, Property, Terminator, Transfer};
use everypath_solver::{Answer, UnknownReason};
use everypath_term::{Term, TermTable};

use super::Explorer;
use super::graph::{End, NodeId};
use super::root::Root;
use super::step::{Assertion, Needed, Progress};
use crate::demand::{HazardKind, access_detail, hazards, unresolved};
use crate::violation::Violation;
use crate::{Decider, ExploreError, Reason, StopAt, Undecided};

/// Conflicts of the SAT solver that making a core smaller may take.
const MOST_CONFLICTS: u64 = 1000;

/// Steps after which it is looked whether budgets are used up.
const STEPS_BETWEEN_LOOKS: u64 = 16;

/// What becomes of a step at an event.
enum Next {
    Go,
    /// It stands before its ways out; see [`Progress::Open`].
    Ways(Vec<(usize, Option<Term>)>),
    /// An instruction needs a constant.
    Value(Needed),
    End(Progress),
}

impl Explorer<'_, '_> {
    /// Executes the planned steps, as far as inputs go that way; what is left of the plan is dropped.
    pub(super) fn execute(&mut self) -> Result<(), ExploreError> {
        self.statistics.paths += 1;
        while self.executed < self.steps.len() && self.stop.is_none() {
            let index = self.executed;
            let Some(state) = self.enter(index)? else {
                self.statistics.conflicts += 1;
                break;
            };
            self.steps[index].assertions = self.assertions.len();
            self.run_step(index, state)?;
            self.executed += 1;
            self.statistics.steps += 1;
            if let Some((from, to)) = self.found_jump.take() {
                self.restart(from, vec![to]);
                return Ok(());
            }
            if self.statistics.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) {
                self.look_at_budgets();
            }
        }
        while self.steps.len() > self.executed {
            self.pop();
        }
        Ok(())
    }

    /// The state at the beginning of a planned step, if some input on the path goes there.
    fn enter(&mut self, index: usize) -> Result<Option<Box<State>>, ExploreError> {
        let Some(before) = index.checked_sub(1) else {
            return Ok(Some(Box::new(self.start.clone())));
        };
        let Some(edge) = self.steps[index].edge else {
            return Ok(None);
        };
        // A step that needs a constant first is left by ways that give it one.
        if self.is_refused(before, edge) {
            return Ok(None);
        }
        let slot = self.graph.edge(edge).slot;
        self.take(before, slot)
    }

    /// Leaves a step by a way, if some input on the path does.
    pub(super) fn take(
        &mut self,
        index: usize,
        slot: usize,
    ) -> Result<Option<Box<State>>, ExploreError> {
        let step = &self.steps[index];
        let (state, condition, value) = match &step.progress {
            Progress::Forced(way, _) if *way == slot => return Ok(self.take_last(index)),
            Progress::Open(state, ways) => {
                let Some(&(_, condition)) = ways.iter().find(|way| way.0 == slot) else {
                    self.steps[index].refused.push((slot, Rc::from([])));
                    return Ok(None);
                };
                let is_refused = |slot| step.refused.iter().any(|refused| refused.0 == slot);
                // The last way of all follows from the path.
                if ways.iter().all(|way| way.0 == slot || is_refused(way.0)) {
                    let state = self.take_last(index);
                    return match state {
                        Some(state) => self.leave(index, slot, state),
                        None => Ok(None),
                    };
                }
                let Some(state) = state else { return Ok(None) };
                let condition =
                    condition.unwrap_or_else(|| self.machine.case_condition(state, slot));
                if self.machine.terms.is_false(condition) {
                    self.steps[index].refused.push((slot, Rc::from([])));
                    return Ok(None);
                }
                (state, condition, None)
            }
            Progress::Value(state, needed) => {
                let terms = &mut self.machine.terms;
                let width = terms.width(needed.term);
                let value = terms.constant(width, slot as u64);
                (state, terms.eq(needed.term, value), Some(*needed))
            }
            Progress::Planned | Progress::Forced(..) | Progress::Over(_) => return Ok(None),
        };
        let answer = self
            .solver
            .check(&mut self.machine.terms, &state.path, condition)?;
        if let Answer::Unsat(core) = answer {
            let core = self.small_core(&core)?;
            self.steps[index].refused.push((slot, core));
            return Ok(None);
        }
        let mut state = state.clone();
        let model = match answer {
            Answer::Sat(model) => Some(model),
            Answer::Unknown(reason) => {
                self.undecided(&mut state, Undecided::Branch, reason);
                None
            }
            Answer::Unsat(_) => None,
        };
        let at = value.map_or(self.terminator(index), |needed| needed.at);
        self.assert(&mut state, index, at, condition, Some(slot));
        state.path.set_witness(model);
        let Some(needed) = value else {
            return self.leave(index, slot, state);
        };
        state.bind(needed.term, slot as u64);
        if self.within(index, at).is_none() {
            let mut log = Vec::new();
            if let Ran::Stopped(event, _) = self.machine.run_block(&mut state, &mut log) {
                self.surprise(&mut state, index, slot, event)?;
                return Ok(None);
            }
        }
        Ok(Some(state))
    }

    /// The state of a step that only one way is left of.
    fn take_last(&mut self, index: usize) -> Option<Box<State>> {
        let progress = &mut self.steps[index].progress;
        let (Progress::Forced(_, state) | Progress::Open(state, _)) = progress else {
            return None;
        };
        let state = match self.choices.decider {
            Decider::Path => state.take(),
            // It may come back to the step.
            Decider::BlackBox | Decider::Guide | Decider::Maximise { .. } => state.clone(),
        };
        debug_assert!(state.is_some(), "what is behind a step is looked at once");
        if state.is_none() {
            *progress = Progress::Over(vec![Root::Whole]);
        }
        state
    }

    /// Leaves a branch by a way that some input takes.
    fn leave(
        &mut self,
        index: usize,
        slot: usize,
        mut state: Box<State>,
    ) -> Result<Option<Box<State>>, ExploreError> {
        let event = match &self.code.place(self.steps[index].place).block.terminator {
            Terminator::Switch { .. } => self.machine.take_case(&mut state, slot),
            Terminator::Branch { .. }
            | Terminator::Jump { .. }
            | Terminator::IndirectJump { .. }
            | Terminator::Call { .. }
            | Terminator::Return { .. }
            | Terminator::SetJump { .. }
            | Terminator::LongJump { .. }
            | Terminator::Exit { .. }
            | Terminator::Stop(_) => self.machine.take_branch(&mut state, slot == 1),
        };
        if let Some(event) = event {
            self.surprise(&mut state, index, slot, event)?;
            return Ok(None);
        }
        Ok(Some(state))
    }

    /// Something happened on the way into a node: a check that fails, as of a call through a pointer that does not fit the function, so that
    /// nothing goes that way; or what the graph knows nothing of, and the path is given up.
    fn surprise(
        &mut self,
        state: &mut State,
        index: usize,
        slot: usize,
        event: Event,
    ) -> Result<(), ExploreError> {
        let reason = match event {
            Event::Check {
                property,
                condition,
                position,
                detail,
                ..
            } if self.machine.terms.is_false(condition) => {
                let violated = self.machine.terms.not(condition);
                let at = self.terminator(index);
                self.on_check((index, at), state, (property, position), violated, detail)?;
                self.ledger.statistics.ends.violations += 1;
                self.ended();
                self.steps[index].refused.push((slot, Rc::from([])));
                return Ok(());
            }
            Event::Cut(reason) => reason,
            Event::Limit
            | Event::Branch { .. }
            | Event::Switch
            | Event::Check { .. }
            | Event::Assume { .. }
            | Event::Access(_)
            | Event::Concretize { .. }
            | Event::Exit { .. }
            | Event::Dead => {
                CutReason::Unsupported("a jump that the graph of the program lacks".to_owned())
            }
        };
        self.give_up(state, Reason::Machine(reason));
        self.steps[index].progress = Progress::Over(vec![Root::Whole]);
        Ok(())
    }

    /// Executes the node of a step.
    fn run_step(&mut self, index: usize, mut state: Box<State>) -> Result<(), ExploreError> {
        let mut log = std::mem::take(&mut self.steps[index].touches);
        log.clear();
        let progress = loop {
            let before = state.instructions();
            let ran = self.machine.run_block(&mut state, &mut log);
            let executed = state.instructions().saturating_sub(before);
            self.ledger.statistics.instructions += executed;
            if let Some(limit) = self.options.bounds.instructions_per_path
                && state.instructions() > limit
            {
                self.give_up(&mut state, Reason::InstructionsPerPath { limit });
                break Progress::Over(vec![Root::Whole]);
            }
            let (event, at) = match ran {
                Ran::Entered(way) => break self.entered(index, state, way),
                Ran::Stopped(event, at) => (event, at),
            };
            match self.on_event(index, at, &mut state, event)? {
                Next::Go if self.stop.is_some() => break Progress::Over(Vec::new()),
                Next::Go => {}
                Next::Ways(ways) => break Progress::Open(Some(state), ways),
                Next::Value(needed) => break Progress::Value(state, needed),
                Next::End(progress) => break progress,
            }
        };
        self.steps[index].touches = log;
        self.steps[index].progress = progress;
        Ok(())
    }

    /// A step left its node by itself.
    fn entered(&mut self, index: usize, mut state: Box<State>, way: usize) -> Progress {
        let node = self.steps[index].node;
        // A plan ends at most so many steps ahead, and nobody has looked behind its last one.
        self.open(node);
        let block = self.code.place(self.steps[index].place).block.clone();
        let slot = slot_of_way(&block.terminator, way);
        let key = state.block_key();
        if self.code.is_unknown(self.steps[index].place) {
            let slot = self.address_of(key) as usize;
            let is_long = matches!(block.terminator, Terminator::LongJump { .. });
            if !is_long && (self.known_way(node, slot) || self.found_call(node, key, slot)) {
                return Progress::Forced(slot, Some(state));
            }
            if let Terminator::LongJump { .. } = block.terminator {
                let slot = key.code as usize;
                if self.known_way(node, slot) || self.found_long_jump(index, key) {
                    return Progress::Forced(slot, Some(state));
                }
            }
            if let Terminator::IndirectJump {
                transfer: Transfer::Jump,
                ..
            } = &block.terminator
            {
                self.found_jump = Some((block.key, key.code));
                return Progress::Over(Vec::new());
            }
        } else {
            let edge = self.graph.node(node).edges.iter().copied();
            let mut ends = edge.map(|edge| self.graph.edge(edge));
            let fits = ends.any(|edge| {
                edge.slot == slot
                    && match edge.end {
                        End::Node(next) => {
                            self.code.place(self.graph.node(next).place).block.key == key
                        }
                        End::Bound(header, _) => self.code.place(header).block.key == key,
                    }
            });
            if fits {
                return Progress::Forced(slot, Some(state));
            }
        }
        let what = "a jump that the graph of the program lacks".to_owned();
        self.give_up(&mut state, Reason::Machine(CutReason::Unsupported(what)));
        Progress::Over(vec![Root::Whole])
    }

    /// Makes the way of a jump between frames, which goes on behind the last step that may have set its target.
    fn found_long_jump(&mut self, index: usize, key: BlockKey) -> bool {
        let Some(target) = self.target_of_jump(index, key) else {
            return false;
        };
        let (from, target) = (self.steps[index].node, self.steps[target].node);
        let found = self
            .graph
            .found_jump(&self.code, self.machine, from, target, key);
        found.is_some()
    }

    /// The last step in a frame that is alive which goes on at a block when its `setjmp` comes back.
    pub(super) fn target_of_jump(&self, index: usize, key: BlockKey) -> Option<usize> {
        let mut call = Some(index);
        while let Some(frame) = call {
            let mut at = Some(frame);
            while let Some(step) = at {
                let block = &self.code.place(self.steps[step].place).block;
                if matches!(block.terminator, Terminator::SetJump { next, .. } if next == key) {
                    return Some(step);
                }
                at = self.steps[step].previous;
            }
            call = self.steps[frame].call;
        }
        None
    }

    /// The address that a jump through a pointer to a block has.
    fn address_of(&self, key: BlockKey) -> u64 {
        let program = self.machine.program();
        let functions = program.function_addresses().iter().copied();
        let mut functions = functions.filter(|&address| program.function_at(address) == Some(key));
        functions.next().unwrap_or(key.code)
    }

    fn known_way(&self, node: NodeId, slot: usize) -> bool {
        let mut edges = self.graph.node(node).edges.iter();
        edges.any(|&edge| self.graph.edge(edge).slot == slot)
    }

    fn on_event(
        &mut self,
        index: usize,
        at: usize,
        state: &mut State,
        event: Event,
    ) -> Result<Next, ExploreError> {
        match event {
            Event::Branch { condition } => {
                let otherwise = self.machine.terms.not(condition);
                let ways = vec![(0, Some(otherwise)), (1, Some(condition))];
                Ok(Next::Ways(ways))
            }
            Event::Switch => {
                // Conditions of ways that are excluded are not made.
                let edges = self.graph.node(self.steps[index].node).edges.iter();
                let edges = edges.map(|&edge| self.graph.edge(edge));
                let ways = edges.filter(|edge| edge.at.is_none());
                Ok(Next::Ways(ways.map(|edge| (edge.slot, None)).collect()))
            }
            Event::Check {
                property,
                condition,
                position,
                detail,
                ..
            } => {
                let violated = self.machine.terms.not(condition);
                self.on_check((index, at), state, (property, position), violated, detail)?;
                self.pass(index, at, state, condition, Some(property))
            }
            Event::Assume { condition, .. } => self.pass(index, at, state, condition, None),
            Event::Access(access) => self.on_access(index, at, state, access),
            // The path goes on with each value that it can have.
            Event::Concretize { term, purpose } => {
                self.graph.set_unknown(self.steps[index].node);
                Ok(Next::Value(Needed { term, purpose, at }))
            }
            Event::Exit { .. } => {
                self.ledger.statistics.ends.exits += 1;
                self.ended();
                Ok(Next::End(Progress::Over(Vec::new())))
            }
            Event::Dead => {
                self.ledger.statistics.ends.dead += 1;
                self.ended();
                let root = Root::Whole;
                Ok(Next::End(Progress::Over(vec![root])))
            }
            Event::Cut(reason) => {
                self.give_up(state, Reason::Machine(reason));
                let root = Root::Whole;
                Ok(Next::End(Progress::Over(vec![root])))
            }
            Event::Limit => Ok(Next::Go),
        }
    }

    fn ended(&mut self) {
        self.ledger.statistics.paths += 1;
        self.ledger.path_ends += 1;
    }

    /// A check that depends on inputs or fails.
    fn on_check(
        &mut self,
        (index, at): (usize, usize),
        state: &mut State,
        (property, position): (Property, Position),
        violated: Term,
        detail: String,
    ) -> Result<(), ExploreError> {
        self.ledger.asked(property, position);
        if self.ledger.is_found(property, position) {
            return Ok(());
        }
        let answer = self
            .solver
            .check(&mut self.machine.terms, &state.path, violated)?;
        match answer {
            Answer::Sat(model) => {
                let violation = Violation {
                    property,
                    position,
                    detail,
                    condition: violated,
                    model,
                    count: None,
                };
                self.violation(state, violation)
            }
            Answer::Unsat(core) => {
                let core = self.small_core(&core)?;
                self.steps[index].asked.push((at, core));
                Ok(())
            }
            Answer::Unknown(reason) => {
                self.ledger.undecided(property, position);
                self.undecided(state, Undecided::Check(property), reason);
                Ok(())
            }
        }
    }

    /// Goes on where a condition holds: behind a check, or under an assumption.
    fn pass(
        &mut self,
        index: usize,
        at: usize,
        state: &mut State,
        condition: Term,
        check: Option<Property>,
    ) -> Result<Next, ExploreError> {
        let own = Root::Instruction {
            step: index,
            index: at,
        };
        let answer = match self.machine.terms.is_false(condition) {
            true => Answer::Unsat(Rc::from([])),
            false => self
                .solver
                .check(&mut self.machine.terms, &state.path, condition)?,
        };
        match answer {
            Answer::Sat(model) => {
                self.assert(state, index, at, condition, None);
                state.path.set_witness(model);
                Ok(Next::Go)
            }
            Answer::Unknown(reason) => {
                let what = check.map_or(Undecided::Assumption, Undecided::Passing);
                self.undecided(state, what, reason);
                self.assert(state, index, at, condition, None);
                Ok(Next::Go)
            }
            Answer::Unsat(core) => {
                let ends = &mut self.ledger.statistics.ends;
                match check {
                    Some(_) => {
                        ends.violations += 1;
                        self.ended();
                    }
                    None => ends.assumptions += 1,
                }
                let core = self.small_core(&core)?;
                let roots = vec![own, Root::Constraints(core.to_vec())];
                Ok(Next::End(Progress::Over(roots)))
            }
        }
    }

    fn on_access(
        &mut self,
        index: usize,
        at: usize,
        state: &mut State,
        access: Access,
    ) -> Result<Next, ExploreError> {
        let by_form = self.machine.resolve_by_form(state, &access);
        let is_by_form = by_form.is_some();
        let resolution = match by_form {
            Some(resolution) => resolution,
            None => self.machine.resolve(state, self.solver, &access)?,
        };
        let detail = access_detail(&access);
        let invalid = !resolution.violations.is_empty();
        for hazard in hazards(self.machine, state, &access, resolution.violations) {
            let (position, condition) = (hazard.position, hazard.condition);
            let reason = match hazard.what {
                HazardKind::Violation(property) => {
                    let place = (property, position);
                    self.on_check((index, at), state, place, condition, detail.clone())?;
                    continue;
                }
                HazardKind::Cut(reason) => reason,
            };
            let answer = self
                .solver
                .check(&mut self.machine.terms, &state.path, condition)?;
            match answer {
                Answer::Unsat(core) => self.steps[index].asked.push((at, core)),
                Answer::Sat(_) | Answer::Unknown(_) => self.ledger.cut(reason, Some(position), 1),
            }
        }
        if !resolution.complete {
            let position = self.machine.blamed(state, access.position);
            self.ledger.cut(unresolved(), Some(position), 1);
        }
        if resolution.alternatives.is_empty() {
            let ends = &mut self.ledger.statistics.ends;
            match resolution.complete {
                true => {
                    ends.violations += 1;
                    self.ended();
                }
                false => {
                    ends.cuts += 1;
                    self.ledger.path_ends += 1;
                }
            }
            let root = Root::Whole;
            return Ok(Next::End(Progress::Over(vec![root])));
        }
        let terms = &mut self.machine.terms;
        let mut valid = terms.bool(false);
        for Alternative { condition, .. } in &resolution.alternatives {
            valid = terms.or(valid, *condition);
        }
        if invalid || !resolution.complete {
            match self.pass(index, at, state, valid, None)? {
                Next::Go => {}
                ended => return Ok(ended),
            }
        }
        if !is_by_form {
            let near = within(&mut self.machine.terms, &access, &resolution.alternatives);
            self.pin(index, at, state, near)?;
        }
        state.set_targets(resolution.alternatives);
        Ok(Next::Go)
    }

    /// Remembers why a condition holds at an instruction, which did what it did because of that.
    fn pin(
        &mut self,
        index: usize,
        at: usize,
        state: &State,
        condition: Term,
    ) -> Result<(), ExploreError> {
        let terms = &mut self.machine.terms;
        let otherwise = terms.not(condition);
        let core = match self.solver.check(terms, &state.path, otherwise)? {
            Answer::Unsat(core) => self.small_core(&core)?,
            // Nobody knows why: because of all of the path.
            Answer::Sat(_) | Answer::Unknown(_) => state.path.to_vec().into(),
        };
        self.steps[index].pins.push((at, core));
        Ok(())
    }

    /// Adds a constraint to a path.
    fn assert(
        &mut self,
        state: &mut State,
        step: usize,
        index: usize,
        term: Term,
        way: Option<usize>,
    ) {
        state.path.push(term);
        self.assertions.push(Assertion {
            term,
            step,
            index,
            is_way: way.is_some(),
            slot: way.unwrap_or(0),
        });
    }

    /// A smaller part of a core that suffices too.
    fn small_core(&mut self, core: &Rc<[Term]>) -> Result<Rc<[Term]>, ExploreError> {
        if core.len() <= 2 {
            return Ok(core.clone());
        }
        let terms = &mut self.machine.terms;
        match self.solver.check_all_within(terms, core, MOST_CONFLICTS)? {
            Answer::Unsat(smaller) => Ok(smaller),
            Answer::Sat(_) | Answer::Unknown(_) => Ok(core.clone()),
        }
    }

    pub(super) fn give_up(&mut self, state: &mut State, reason: Reason) {
        let position = self.machine.blamed_position(state);
        self.ledger.cut(reason, Some(position), 1);
        self.ledger.statistics.ends.cuts += 1;
        self.ledger.path_ends += 1;
    }

    fn undecided(&mut self, state: &mut State, what: Undecided, reason: UnknownReason) {
        let position = self.machine.blamed_position(state);
        let reason = Reason::Undecided {
            what,
            reason: Some(reason),
        };
        self.ledger.cut(reason, Some(position), 1);
    }

    /// An input violates a property: runs the program on it, and files what was seen.
    fn violation(&mut self, state: &State, violation: Violation) -> Result<(), ExploreError> {
        let (property, position) = (violation.property, violation.position);
        if self.ledger.violated(property, position, None).is_some() {
            return Ok(());
        }
        self.ledger.statistics.replays += 1;
        let path_index = self.ledger.path_ends;
        let finding = violation.run(self.machine, self.solver, state, path_index)?;
        if self.ledger.found(finding, self.observer) && self.options.stop == StopAt::FirstFinding {
            self.stop = Some(Reason::FirstFinding);
        }
        Ok(())
    }
}

/// Holds where an access goes to one of the places that were found for it. They were found under what the path knows of its address, and
/// so may be without a condition of their own.
fn within(terms: &mut TermTable, access: &Access, alternatives: &[Alternative]) -> Term {
    let width = terms.width(access.address);
    let mut within = terms.bool(false);
    for alternative in alternatives {
        let (low, high) = match alternative.target {
            Target::Object { base, span, .. } => (base + span.low, base + span.high),
            Target::Anywhere { low, high } => (low, high),
        };
        let first = terms.constant(width, low);
        let distance = terms.sub(access.address, first);
        let last = terms.constant(width, high - low);
        let is_there = terms.ule(distance, last);
        within = terms.or(within, is_there);
    }
    within
}
