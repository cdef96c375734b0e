//! The search: how the path is extended, and where it goes on after a refusal.
//!
//! The path is its own assignment: it is extended in the order of the graph towards the nearest risk, past everything that a clause on it
//! excludes. A node where no way is left is given back to [`super::learn`]. Ways that only a run tells of (jumps to computed
//! addresses, values that have to be constants, bounds of loops) are decided as soon as their node is executed.

use std::collections::BTreeSet;

use everypath_machine::{CutReason, Purpose, State};
use everypath_program::{BlockKey, Terminator};
use everypath_solver::Answer;
use everypath_term::{Evaluator, Term};

use super::Explorer;
use super::blocks::code_of;
use super::clauses::{Clauses, Head, Literal, edge_spot, node_spot};
use super::graph::{EdgeId, End, Graph, NodeId};
use super::learn::Reasons;
use super::root::Root;
use super::step::{Entered, Needed, Progress, Step};
use crate::demand::{too_many_values, undecided_values, value_limit};
use crate::{ExploreError, Reason};

/// Nodes after which a graph is too large to go on.
const MOST_NODES: usize = 4_000_000;

/// So many steps are planned at most before they are executed: beyond, a plan is a guess about loops and recursions.
const MOST_PLANNED: usize = 256;

/// What looking for a further value gave.
pub(super) enum Found {
    /// A way that was not known.
    Way,
    /// Addresses of blocks that the function was not known to have.
    Jump(Vec<u64>),
    /// Nothing.
    None,
}

impl Explorer<'_, '_> {
    /// Extends the path until it ends at a node that has to be executed. Nothing is left to decide where that cannot be done.
    pub(super) fn propose(&mut self) -> Result<bool, ExploreError> {
        loop {
            if std::mem::take(&mut self.has_restarted) {
                self.push(None, Graph::ENTRY);
            }
            let Some(index) = self.steps.len().checked_sub(1) else {
                return Ok(false);
            };
            let node = self.steps[index].node;
            let is_executed = index < self.executed;
            let planned = self.steps.len() - self.executed;
            if !is_executed && (planned >= MOST_PLANNED || self.has_goal(node)) {
                return Ok(true);
            }
            self.looks += 1;
            if self.looks.is_multiple_of(1024) {
                self.look_at_budgets();
                if self.stop.is_some() {
                    return Ok(false);
                }
            }
            if self.graph.node_count() > MOST_NODES {
                let what = "a graph of more than 4 million nodes".to_owned();
                self.stop = Some(Reason::Machine(CutReason::Unsupported(what)));
                return Ok(false);
            }
            match self.choose(index)? {
                Some((_, next)) if self.is_vain_round(next) => {}
                Some((edge, next)) => self.push(Some(edge), next),
                None if self.stop.is_some() => return Ok(false),
                None if self.has_restarted => {}
                None => self.exhaust(index)?,
            }
        }
    }

    /// Whether a further round of a loop leads nowhere: nothing in the loop matters, and what is behind it is excluded, however often it
    /// is gone through. Then a clause says so. (The proof without unrolling of section 3.5 of the thesis, by looking at the
    /// loop as it stands in the text instead of assumptions about its rounds.)
    fn is_vain_round(&mut self, next: NodeId) -> bool {
        let node = self.graph.node(next);
        let about = self.code.place(node.place);
        let (Some(&inner), Some(1)) = (about.loops.last(), node.rounds.last()) else {
            return false;
        };
        let limited =
            self.options.bound_checks && self.machine.loop_limit(about.block.key).is_some();
        if self.code.header(inner) != node.place || limited {
            return false;
        }
        let Some(exits) = self.code.exits(inner) else {
            return false;
        };
        let mut reasons = Reasons::default();
        for exit in exits.iter().copied() {
            let end = self.graph.behind_loop(&self.code, self.machine, next, exit);
            let Some(End::Node(behind)) = end else {
                return false;
            };
            if self.graph.node(behind).distance.is_none() {
                continue;
            }
            match self.clauses.excludes(Head::Node(behind)) {
                Some(clause) => self.add_reason(Some(clause), &mut reasons),
                None => return false,
            }
        }
        self.exclude_node(next, reasons);
        true
    }

    /// Whether something of a node is only known when it is executed.
    fn has_goal(&mut self, node: NodeId) -> bool {
        self.open(node);
        let about = self.graph.node(node);
        about.at_risk && self.clauses.excludes(Head::Risk(node)).is_none()
            || about.is_unknown && self.clauses.excludes(Head::Unknown(node)).is_none()
            || self.options.bound_checks && about.edges.iter().any(|&edge| self.is_open_bound(edge))
    }

    /// Whether an edge leads beyond a bound of which nobody knows yet whether it is exceeded.
    fn is_open_bound(&self, edge: EdgeId) -> bool {
        match self.graph.edge(edge).end {
            End::Bound(header, _) => {
                !self.exceeded.contains(&header)
                    && self.clauses.excludes(Head::Edge(edge)).is_none()
            }
            End::Node(_) => false,
        }
    }

    pub(super) fn open(&mut self, node: NodeId) {
        self.graph
            .open(&mut self.code, self.machine, &self.start, node);
    }

    /// The way that goes on best from the last step, if one is left.
    fn choose(&mut self, index: usize) -> Result<Option<(EdgeId, NodeId)>, ExploreError> {
        let node = self.steps[index].node;
        self.open(node);
        loop {
            if self.try_bounds(index)? {
                return Ok(None);
            }
            let only = match &self.steps[index].progress {
                Progress::Forced(slot, _) => Some(*slot),
                Progress::Planned
                | Progress::Open(..)
                | Progress::Value(..)
                | Progress::Over(_) => None,
            };
            // The nearest first; what is excluded once is so as long as the step is on the path.
            while let Some(&edge) = self.graph.node(node).edges.get(self.steps[index].tried) {
                let about = self.graph.edge(edge);
                if only.is_none_or(|slot| slot == about.slot)
                    && let End::Node(next) = about.end
                    && self.graph.node(next).distance.is_some()
                    && !self.is_refused(index, edge)
                    && !self.steps[index].closed.contains(&edge)
                    && self.clauses.excludes(Head::Edge(edge)).is_none()
                    && self.clauses.excludes(Head::Node(next)).is_none()
                {
                    return Ok(Some((edge, next)));
                }
                self.steps[index].tried += 1;
            }
            match self.find_way(index)? {
                Found::Way => {}
                Found::Jump(targets) => {
                    let from = self.code.place(self.steps[index].place).block.key;
                    self.restart(from, targets);
                    return Ok(None);
                }
                Found::None => return Ok(None),
            }
        }
    }

    /// Decides ways of an executed step that lead beyond bounds. Gives whether the run has to stop.
    pub(super) fn try_bounds(&mut self, index: usize) -> Result<bool, ExploreError> {
        if index >= self.executed || !self.options.bound_checks {
            return Ok(false);
        }
        let node = self.steps[index].node;
        for number in 0..self.graph.node(node).edges.len() {
            let edge = self.graph.node(node).edges[number];
            let End::Bound(header, limit) = self.graph.edge(edge).end else {
                continue;
            };
            if !self.is_open_bound(edge) || self.is_refused(index, edge) {
                continue;
            }
            let slot = self.graph.edge(edge).slot;
            if let Some(mut state) = self.take(index, slot)? {
                self.exceeded.insert(header);
                let header = self.graph.bound_position(&self.code, self.machine, header);
                let reason = CutReason::LoopLimit { header, limit };
                self.give_up(&mut state, Reason::Machine(reason));
                while self
                    .assertions
                    .last()
                    .is_some_and(|last| last.step == index && last.is_way)
                {
                    self.assertions.pop();
                }
            }
        }
        Ok(self.stop.is_some())
    }

    /// Whether the execution of a step refused a way.
    pub(super) fn is_refused(&self, index: usize, edge: EdgeId) -> bool {
        let slot = self.graph.edge(edge).slot;
        let step = &self.steps[index];
        match &step.progress {
            Progress::Planned => false,
            Progress::Over(_) => true,
            Progress::Forced(way, _) => *way != slot || self.graph.edge(edge).at.is_some(),
            Progress::Value(_, needed)
                if self.graph.edge(edge).at != self.within(index, needed.at) =>
            {
                true
            }
            Progress::Open(..) | Progress::Value(..) => {
                step.refused.iter().any(|&(refused, _)| refused == slot)
            }
        }
    }

    /// Looks for a further value of what has to be a constant at a step.
    pub(super) fn find_way(&mut self, index: usize) -> Result<Found, ExploreError> {
        let node = self.steps[index].node;
        let Progress::Value(state, needed) = &self.steps[index].progress else {
            return Ok(Found::None);
        };
        let is_known = self.clauses.excludes(Head::Unknown(node)).is_some();
        if is_known || self.steps[index].has_all_values {
            return Ok(Found::None);
        }
        let (state, Needed { term, purpose, at }) = (state.clone(), *needed);
        let within = self.within(index, at);
        let terms = &mut self.machine.terms;
        let width = terms.width(term);
        let mut others = Vec::new();
        for &edge in &self.graph.node(node).edges {
            if self.graph.edge(edge).at != within {
                continue;
            }
            let known = terms.constant(width, self.graph.edge(edge).slot as u64);
            let equal = terms.eq(term, known);
            others.push(terms.not(equal));
        }
        let answer = self.solver.check_goals(terms, &state.path, &others)?;
        let limit = value_limit(self.options, purpose);
        match answer {
            Answer::Sat(model) if others.len() < limit => {
                let value = Evaluator::new(&self.machine.terms, &model).evaluate(term);
                let value = value.to_u64().unwrap_or(0);
                if within.is_some() {
                    self.graph.found_value(&self.code, node, at, value);
                    return Ok(Found::Way);
                }
                let program = self.machine.program();
                let key = program.function_at(value).unwrap_or(BlockKey::at(value));
                if self.found_call(node, key, value as usize) {
                    return Ok(Found::Way);
                }
                self.targets_of(index, state, term)
            }
            Answer::Unsat(core) => {
                let others: BTreeSet<_> = others.into_iter().collect();
                let core = core.iter().copied().filter(|term| !others.contains(term));
                let roots = [Root::Constraints(core.collect()), self.own_root(index)];
                if self.learn(Head::Unknown(node), &roots, None)?.is_none() {
                    self.steps[index].has_all_values = true;
                }
                Ok(Found::None)
            }
            Answer::Sat(_) => {
                Ok(self.no_more_values(index, state, too_many_values(purpose, limit)))
            }
            Answer::Unknown(reason) => {
                let reason = undecided_values(purpose, Some(reason));
                Ok(self.no_more_values(index, state, reason))
            }
        }
    }

    /// No further value of what has to be a constant is followed.
    fn no_more_values(&mut self, index: usize, mut state: Box<State>, reason: Reason) -> Found {
        self.give_up(&mut state, reason);
        self.steps[index].has_all_values = true;
        Found::None
    }

    /// All targets of a jump within a function to an address that is no constant.
    fn targets_of(
        &mut self,
        index: usize,
        state: Box<State>,
        term: Term,
    ) -> Result<Found, ExploreError> {
        let purpose = Purpose::JumpTarget;
        let limit = value_limit(self.options, purpose);
        let terms = &mut self.machine.terms;
        let values = self.solver.values(terms, &state.path, term, limit)?;
        let key = self.code.place(self.steps[index].place).block.key;
        let is_new = |value: &u64| !self.code.jumps_to(key, *value);
        let new: Vec<u64> = values.values.into_iter().filter(is_new).collect();
        if !new.is_empty() {
            return Ok(Found::Jump(new));
        }
        let reason = match values.unknown {
            Some(_) => undecided_values(purpose, values.unknown),
            None => too_many_values(purpose, limit),
        };
        Ok(self.no_more_values(index, state, reason))
    }

    /// A jump leads to blocks that the graph lacks: makes it anew with them. What was learnt of the old one is lost.
    pub(super) fn restart(&mut self, from: BlockKey, targets: Vec<u64>) {
        let mut jumps = self.code.take_jumps();
        jumps.entry(from).or_default().extend(targets);
        while !self.steps.is_empty() {
            self.pop();
        }
        self.count_graph();
        self.statistics.restarts += 1;
        self.code = code_of(self.machine, &self.start, jumps);
        self.graph = Graph::new(&self.code, self.machine.program().image());
        let looked_at = self.clauses.looked_at;
        self.clauses = Clauses::default();
        self.clauses.looked_at = looked_at;
        self.exceeded.clear();
        self.not_looked_beyond.clear();
        self.has_restarted = true;
    }

    /// Makes the way of a call that a run found. Gives whether it is one.
    pub(super) fn found_call(&mut self, node: NodeId, key: BlockKey, slot: usize) -> bool {
        let target = (key, slot);
        let found = self
            .graph
            .found_call(&mut self.code, self.machine, &self.start, node, target);
        found.is_some()
    }

    /// The index of the terminator of a step's block.
    pub(super) fn terminator(&self, index: usize) -> usize {
        let place = self.code.place(self.steps[index].place);
        place.block.instructions.len()
    }

    /// The place of an instruction behind which the block goes on; none for a jump that chooses where it goes.
    pub(super) fn within(&self, index: usize, at: usize) -> Option<usize> {
        let block = &self.code.place(self.steps[index].place).block;
        let goes_on = at < block.instructions.len()
            || matches!(block.terminator, Terminator::LongJump { .. });
        goes_on.then_some(at)
    }

    pub(super) fn push(&mut self, edge: Option<EdgeId>, node: NodeId) {
        let index = self.steps.len();
        let place = self.graph.node(node).place;
        let (entered, previous, call, frame) = match index.checked_sub(1) {
            None => (Entered::Start, None, None, 0),
            Some(before) => {
                let from = self.graph.node(self.steps[before].node).caller;
                let to = self.graph.node(node).caller;
                let last = &self.steps[before];
                let jumps = self.graph.node(last.node).jumps;
                if self.graph.node(node).jumps != jumps {
                    let key = self.code.place(place).block.key;
                    let target = self.target_of_jump(before, key);
                    let (call, frame) = match target {
                        Some(target) => (self.steps[target].call, self.steps[target].frame),
                        None => (None, 0),
                    };
                    (Entered::Jump, target, call, frame)
                } else if to == from
                    && self.code.place(place).function == self.code.place(last.place).function
                    && to != last.node
                {
                    let entered = match edge {
                        Some(edge) if self.graph.edge(edge).at.is_some() => Entered::Value,
                        Some(_) | None => Entered::Way,
                    };
                    (entered, Some(before), last.call, last.frame)
                } else if to == last.node {
                    self.frames += 1;
                    let frame = match self.code.shares_locals {
                        true => 0,
                        false => self.frames,
                    };
                    (Entered::Call, None, Some(before), frame)
                } else {
                    let call = last.call;
                    let (outer, frame) = match call {
                        Some(call) => (self.steps[call].call, self.steps[call].frame),
                        None => (None, 0),
                    };
                    (Entered::Return, call, outer, frame)
                }
            }
        };
        if let Some(edge) = edge {
            self.clauses.push(Literal::Edge(edge), edge_spot(index));
        }
        self.clauses.push(Literal::Node(node), node_spot(index));
        self.steps.push(Step {
            node,
            place,
            edge,
            entered,
            previous,
            call,
            frame,
            progress: Progress::Planned,
            touches: Vec::new(),
            asked: Vec::new(),
            refused: Vec::new(),
            assertions: 0,
            from: edge.and_then(|edge| self.graph.edge(edge).at).unwrap_or(0),
            pins: Vec::new(),
            closed: Vec::new(),
            tried: 0,
            has_all_values: false,
        });
    }

    pub(super) fn pop(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        self.clauses.pop(Literal::Node(step.node));
        if let Some(edge) = step.edge {
            self.clauses.pop(Literal::Edge(edge));
        }
        let left = self.steps.len();
        self.sources.truncate(left);
        if self.executed > left {
            self.executed = left;
            self.assertions.truncate(step.assertions);
        }
        // The way into it is part of the step before.
        while self
            .assertions
            .last()
            .is_some_and(|last| last.step + 1 == left && last.is_way)
        {
            self.assertions.pop();
        }
    }
}
