//! The conflict-driven explorer: every path that fails teaches a clause over branches, and no path through a clause is begun again.
//!
//! After Celina Gomes do Val, "Conflict-Driven Symbolic Execution: How to Learn to Get Better" (M.Sc. thesis, University of British
//! Columbia, 2014). The search proposes a path to a check through the graph of the program ([`graph`]); the path is executed as far as
//! inputs go that way ([`walk`]); where they do not, the refusal is traced back to the branches that it rests on ([`explain`]), and these
//! become a clause ([`clauses`]). When nothing is left to propose, every check is decided.
//!
//! How paths are proposed is our own. The thesis asks a SAT solver for a model of the graph and of all clauses after every conflict. Here the
//! path itself is the assignment: it is extended in the order of the graph, a clause is looked at where its last literal would
//! be passed, and a node all of whose ways are excluded gives a clause by resolution (rules R3 and R5 of the formula, section 3.2.1), so the
//! cost of a conflict is what changes on the path, not the size of the graph. Nothing of the graph is made before somebody comes to it.

mod clauses;
mod code;
mod effects;
mod explain;
mod formula;
mod generalise;
mod graph;
mod walk;

use std::collections::BTreeSet;

use everypath_machine::{CutReason, Machine, State};
use everypath_program::{BlockKey, Property, Terminator};
use everypath_solver::{Answer, Solver};
use everypath_term::{Evaluator, Term};
use rustc_hash::FxHashMap;

use crate::budget::{Meter, Run};
use crate::ledger::{Ended, Ledger};
use crate::{ExploreError, ExploreOptions, Observer, Reason, Record};
use clauses::{Clause, Clauses, Head, Literal, Origin};
use code::{Code, Jumps, PlaceId};
use explain::{Root, Trail};
use generalise::{Goal, Tools, generalise};
use graph::{EdgeId, End, Graph, NodeId};
use walk::{Assertion, Entered, Progress, Step};

/// Nodes after which a graph is too large to go on.
const MOST_NODES: usize = 4_000_000;

/// So many steps are planned at most before they are executed: beyond, a plan is a guess about loops and recursions.
const MOST_PLANNED: usize = 256;

/// What looking for a further value gave.
enum Found {
    /// A way that was not known.
    Way,
    /// Addresses of blocks that the function was not known to have.
    Jump(Vec<u64>),
    /// Nothing.
    None,
}

/// What the search did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ConflictStatistics {
    /// Paths that were proposed and begun.
    pub paths: u64,
    /// Of these, paths that no input takes to their end.
    pub conflicts: u64,
}

struct Explorer<'a, 'p> {
    machine: &'a mut Machine<'p>,
    solver: &'a mut Solver,
    options: &'a ExploreOptions,
    observer: &'a mut dyn Observer,
    /// The state at the program's start.
    start: State,
    code: Code,
    graph: Graph,
    clauses: Clauses,
    steps: Vec<Step>,
    /// So many of the steps are executed.
    executed: usize,
    assertions: Vec<Assertion>,
    frames: u32,
    /// Loops some input exceeds the bound of, by first block.
    exceeded: BTreeSet<PlaceId>,
    /// Bounds that kept the search from going on, where they are not checked.
    not_looked_beyond: FxHashMap<PlaceId, u64>,
    checks_reads: bool,
    /// A jump that was just taken leads to an address that the graph lacks.
    found_jump: Option<(BlockKey, u64)>,
    /// The graph was made anew; the path is to be begun again.
    has_restarted: bool,
    /// Extensions of the path.
    looks: u64,
    meter: Meter,
    ledger: Ledger,
    statistics: ConflictStatistics,
    stop: Option<Reason>,
}

/// Decides every check of the machine's program by conflict-driven symbolic execution.
///
/// The record has the form of that of [`crate::explore_paths`]. Strategy and order of sides do not apply, and inputs cannot be counted.
pub fn explore_by_conflicts(
    machine: &mut Machine<'_>,
    solver: &mut Solver,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> Result<Record, ExploreError> {
    let meter = Meter::new(solver.statistics().queries);
    machine.leave_loops();
    let start = machine.initial_state();
    let code = Code::new(machine, &start, Jumps::default());
    let graph = Graph::new(code.start(), &code);
    let checks_reads = machine.options().checks.contains(Property::UninitializedRead);
    let explorer = Explorer {
        machine,
        solver,
        options,
        observer,
        start,
        code,
        graph,
        clauses: Clauses::default(),
        steps: Vec::new(),
        executed: 0,
        assertions: Vec::new(),
        frames: 0,
        exceeded: BTreeSet::new(),
        not_looked_beyond: FxHashMap::default(),
        checks_reads,
        found_jump: None,
        has_restarted: false,
        looks: 0,
        meter,
        ledger: Ledger::default(),
        statistics: ConflictStatistics::default(),
        stop: None,
    };
    explorer.run()
}

impl Explorer<'_, '_> {
    fn run(mut self) -> Result<Record, ExploreError> {
        if self.graph.node(Graph::ENTRY).distance.is_some() {
            self.push(None, Graph::ENTRY);
            while self.stop.is_none() && self.propose()? {
                if std::env::var_os("CDSE").is_some() {
                    eprintln!("path {:x?}", self.steps.iter().map(|s| self.code.place(s.place).block.key.code).collect::<Vec<_>>());
                }
                self.execute()?;
                self.look_at_budgets();
            }
        }
        let ended = Ended {
            waiting: usize::from(self.stop.is_some()),
            stop: self.stop,
            elapsed: self.meter.elapsed(),
        };
        Ok(self
            .ledger
            .into_record(self.machine, self.solver, self.options, ended))
    }

    /// Extends the path until it ends at a node that has to be executed. Nothing is left to decide where that cannot be done.
    fn propose(&mut self) -> Result<bool, ExploreError> {
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
                Some((edge, next)) => self.push(Some(edge), next),
                None if self.stop.is_some() => return Ok(false),
                None if self.has_restarted => {}
                None => self.exhaust(index)?,
            }
        }
    }

    /// Whether something of a node is only known when it is executed.
    fn has_goal(&mut self, node: NodeId) -> bool {
        self.open(node);
        let about = self.graph.node(node);
        let at_risk = self.code.place(about.place).at_risk;
        at_risk && self.clauses.excludes(Head::Risk(node)).is_none()
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

    fn open(&mut self, node: NodeId) {
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
            let mut best: Option<(u32, EdgeId, NodeId)> = None;
            for &edge in &self.graph.node(node).edges {
                let End::Node(next) = self.graph.edge(edge).end else {
                    continue;
                };
                let Some(distance) = self.graph.node(next).distance else {
                    continue;
                };
                if self.is_refused(index, edge)
                    || self.clauses.excludes(Head::Edge(edge)).is_some()
                    || self.clauses.excludes(Head::Node(next)).is_some()
                {
                    continue;
                }
                if best.is_none_or(|(least, ..)| distance < least) {
                    best = Some((distance, edge, next));
                }
            }
            if let Some((_, edge, next)) = best {
                return Ok(Some((edge, next)));
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
    fn try_bounds(&mut self, index: usize) -> Result<bool, ExploreError> {
        if index >= self.executed || !self.options.bound_checks {
            return Ok(false);
        }
        let node = self.steps[index].node;
        for edge in self.graph.node(node).edges.clone() {
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
                while self.assertions.last().is_some_and(|last| last.step == index && last.is_way) {
                    self.assertions.pop();
                }
            }
        }
        Ok(self.stop.is_some())
    }

    /// Whether the execution of a step refused a way.
    fn is_refused(&self, index: usize, edge: EdgeId) -> bool {
        let slot = self.graph.edge(edge).slot;
        let step = &self.steps[index];
        match &step.progress {
            Progress::Planned => false,
            Progress::Over(_) => true,
            Progress::Forced(way, _) => *way != slot || self.graph.edge(edge).at.is_some(),
            Progress::Value(_, _, at) if self.graph.edge(edge).at != self.within(index, *at) => true,
            Progress::Open(..) | Progress::Value(..) => {
                step.refused.iter().any(|&(refused, _)| refused == slot)
            }
        }
    }

    /// Looks for a further value of what has to be a constant at a step.
    fn find_way(&mut self, index: usize) -> Result<Found, ExploreError> {
        let node = self.steps[index].node;
        let Progress::Value(state, term, at) = &self.steps[index].progress else {
            return Ok(Found::None);
        };
        let (mut state, term, at) = (state.clone(), *term, *at);
        let within = self.within(index, at);
        if self.clauses.excludes(Head::Unknown(node)).is_some() {
            return Ok(Found::None);
        }
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
        let limit = self.options.values_per_term;
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
                if self.found_way(node, key, value as usize) {
                    return Ok(Found::Way);
                }
                self.targets_of(index, &mut state, term)
            }
            Answer::Unsat(core) => {
                let others: BTreeSet<_> = others.into_iter().collect();
                let core = core.iter().copied().filter(|term| !others.contains(term));
                let roots = [
                    Root::Constraints(core.collect()),
                    self.own_root(index),
                ];
                self.learn(Head::Unknown(node), &roots, None)?;
                Ok(Found::None)
            }
            _ => {
                let purpose = everypath_machine::Purpose::JumpTarget;
                let limit = limit as u64;
                self.give_up(&mut state, Reason::Values { purpose, limit });
                self.learn(Head::Unknown(node), &[Root::Whole { step: index }], None)?;
                Ok(Found::None)
            }
        }
    }

    /// All targets of a jump within a function to an address that is no constant.
    fn targets_of(
        &mut self,
        index: usize,
        state: &mut State,
        term: Term,
    ) -> Result<Found, ExploreError> {
        let limit = self.options.values_per_term;
        let terms = &mut self.machine.terms;
        let values = self.solver.values(terms, &state.path, term, limit)?;
        let key = self.code.place(self.steps[index].place).block.key;
        let is_new = |value: &u64| !self.code.jumps_to(key, *value);
        let new: Vec<u64> = values.values.into_iter().filter(is_new).collect();
        if !new.is_empty() {
            return Ok(Found::Jump(new));
        }
        let purpose = everypath_machine::Purpose::JumpTarget;
        let limit = limit as u64;
        self.give_up(state, Reason::Values { purpose, limit });
        let node = self.steps[index].node;
        self.learn(Head::Unknown(node), &[Root::Whole { step: index }], None)?;
        Ok(Found::None)
    }

    /// A jump leads to blocks that the graph lacks: makes it anew with them. What was learnt of the old one is lost.
    fn restart(&mut self, from: BlockKey, targets: Vec<u64>) {
        let mut jumps = self.code.take_jumps();
        jumps.entry(from).or_default().extend(targets);
        while !self.steps.is_empty() {
            self.pop();
        }
        self.code = Code::new(self.machine, &self.start, jumps);
        self.graph = Graph::new(self.code.start(), &self.code);
        self.clauses = Clauses::default();
        self.exceeded.clear();
        self.not_looked_beyond.clear();
        self.has_restarted = true;
    }

    fn found_way(&mut self, node: NodeId, key: BlockKey, slot: usize) -> bool {
        let found = self
            .graph
            .found(&mut self.code, self.machine, &self.start, node, key, slot);
        found.is_some()
    }

    /// The index of the terminator of a step's block.
    fn terminator(&self, index: usize) -> usize {
        let place = self.code.place(self.steps[index].place);
        place.block.instructions.len()
    }

    /// The place of an instruction behind which the block goes on; none for a jump that chooses where it goes.
    fn within(&self, index: usize, at: usize) -> Option<usize> {
        let block = &self.code.place(self.steps[index].place).block;
        let goes_on = at < block.instructions.len()
            || matches!(block.terminator, Terminator::LongJump { .. });
        goes_on.then_some(at)
    }

    /// What decides about the ways out of a step, as the root of a refusal.
    fn own_root(&self, index: usize) -> Root {
        let at = match self.steps[index].progress {
            Progress::Value(_, _, at) => at,
            _ => self.terminator(index),
        };
        Root::Instruction {
            step: index,
            index: at,
        }
    }

    fn push(&mut self, edge: Option<EdgeId>, node: NodeId) {
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
                } else if to == from && self.code.place(place).function == self.code.place(last.place).function
                    && to != last.node
                {
                    let entered = match edge {
                        Some(edge) if self.graph.edge(edge).at.is_some() => Entered::Value,
                        _ => Entered::Way,
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
            self.clauses.push(Literal::Edge(edge));
        }
        self.clauses.push(Literal::Node(node));
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
        });
    }

    fn pop(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        self.clauses.pop(Literal::Node(step.node));
        if let Some(edge) = step.edge {
            self.clauses.pop(Literal::Edge(edge));
        }
        let left = self.steps.len();
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

    /// No way is left from the last step: says why, and goes back.
    fn exhaust(&mut self, index: usize) -> Result<(), ExploreError> {
        let node = self.steps[index].node;
        let mut body: BTreeSet<Literal> = BTreeSet::new();
        let mut within_bounds = false;
        if self.code.place(self.steps[index].place).at_risk {
            let known = self.clauses.excludes(Head::Risk(node));
            let clause = match known {
                Some(known) => known,
                None => self.learn_risk(index)?,
            };
            self.use_clause(clause, &mut body, &mut within_bounds);
        }
        if self.graph.node(node).is_unknown {
            let known = self.clauses.excludes(Head::Unknown(node));
            let clause = match known {
                Some(known) => known,
                None => {
                    let (roots, _) = self.refusal(index, None);
                    self.learn(Head::Unknown(node), &roots, None)?
                }
            };
            self.use_clause(clause, &mut body, &mut within_bounds);
        }
        for edge in self.graph.node(node).edges.clone() {
            let known = self.clauses.excludes(Head::Edge(edge));
            let clause = match (self.graph.edge(edge).end, known) {
                (_, Some(known)) => known,
                (End::Bound(header, limit), None) => {
                    if index < self.executed && self.is_refused(index, edge) {
                        let (roots, goal) = self.refusal(index, Some(edge));
                        self.learn(Head::Edge(edge), &roots, goal)?
                    } else {
                        within_bounds = true;
                        if !self.options.bound_checks {
                            self.not_looked_beyond.insert(header, limit);
                        }
                        continue;
                    }
                }
                (End::Node(next), None) => {
                    if self.graph.node(next).distance.is_none() {
                        continue;
                    }
                    match self.clauses.excludes(Head::Node(next)) {
                        Some(known) => known,
                        None => {
                            let (roots, goal) = self.refusal(index, Some(edge));
                            self.learn(Head::Edge(edge), &roots, goal)?
                        }
                    }
                }
            };
            self.use_clause(clause, &mut body, &mut within_bounds);
        }
        let own = self.graph.node(node).edges.iter();
        for &edge in own {
            body.remove(&Literal::Edge(edge));
        }
        body.remove(&Literal::Node(node));
        let head = match self.steps[index].edge {
            Some(edge) if body.remove(&Literal::Edge(edge)) => Head::Edge(edge),
            _ => Head::Node(node),
        };
        let clause = Clause {
            head,
            body: body.into_iter().collect(),
            origin: Origin::Ways,
            within_bounds,
        };
        self.dbg(&clause);
        self.clauses.add(clause);
        self.pop();
        Ok(())
    }

    fn use_clause(&self, id: clauses::ClauseId, body: &mut BTreeSet<Literal>, within_bounds: &mut bool) {
        let clause = self.clauses.get(id);
        body.extend(clause.body.iter().copied());
        *within_bounds |= clause.within_bounds;
    }

    /// Why a way out of an executed step, or any, is refused.
    fn refusal(&self, index: usize, edge: Option<EdgeId>) -> (Vec<Root>, Option<Goal>) {
        let step = &self.steps[index];
        let whole = vec![Root::Whole { step: index }];
        let kind = edge.map(|edge| self.graph.edge(edge));
        let goes_within = kind.and_then(|edge| edge.at);
        match &step.progress {
            Progress::Over(roots) => (roots.clone(), None),
            // Whether a value had to be chosen may depend on choices before.
            Progress::Forced(..) if goes_within.is_some() => (whole, None),
            Progress::Forced(..) if edge.is_none() && !self.code.is_unknown(step.place) => {
                (whole, None)
            }
            Progress::Forced(..) => (vec![self.own_root(index)], None),
            Progress::Value(_, _, at)
                if edge.is_some() && goes_within != self.within(index, *at) =>
            {
                (whole, None)
            }
            _ => {
                let slot = kind.map(|edge| edge.slot);
                let core = step.refused.iter().find(|refused| Some(refused.0) == slot);
                match (core, slot) {
                    (Some((_, core)), Some(slot)) => {
                        let roots = vec![self.own_root(index), Root::Constraints(core.to_vec())];
                        (roots, Some(Goal::Way { step: index, slot }))
                    }
                    _ => (whole, None),
                }
            }
        }
    }

    /// No check of the last step fails on the path: remembers why.
    fn learn_risk(&mut self, index: usize) -> Result<clauses::ClauseId, ExploreError> {
        let step = &self.steps[index];
        let node = step.node;
        let mut roots = Vec::new();
        if let Progress::Over(over) = &step.progress {
            roots.extend(over.iter().cloned());
        }
        // Behind it are the risks of others, or none.
        let end = match step.progress {
            Progress::Value(_, _, at) => at,
            Progress::Open(..) | Progress::Forced(..) => self.terminator(index),
            Progress::Planned | Progress::Over(_) => self.terminator(index) + 1,
        };
        let asked = step.asked.clone();
        let others = (step.from..end).filter(|at| asked.iter().all(|asked| asked.0 != *at));
        roots.extend(others.map(|at| Root::Instruction {
            step: index,
            index: at,
        }));
        let mut body = self.reason(&roots, None)?;
        for (at, core) in asked {
            let own = Root::Instruction {
                step: index,
                index: at,
            };
            let goal = Goal::Condition {
                step: index,
                index: at,
                holds: false,
            };
            body.extend(self.reason(&[own, Root::Constraints(core.to_vec())], Some(goal))?);
        }
        Ok(self.add_clause(Head::Risk(node), body, Origin::Check))
    }

    fn dbg(&self, clause: &Clause) {
        if std::env::var_os("CDSE").is_some() {
            if let Head::Risk(n) = clause.head { let p = self.code.place(self.graph.node(n).place); eprintln!("   {:x?} ways {:?} risk {:?} return {:?} {:?}", p.block.key, p.ways, p.to_risk, p.to_return, self.graph.node(n)); eprintln!("{:?}", p.block.instructions); }
            let show = |n: NodeId| format!("{}@{:x?}{:?}", n.0, self.code.place(self.graph.node(n).place).block.key.code, self.graph.node(n).rounds);
            let edge = |e: EdgeId| { let g = self.graph.edge(e); format!("{}->{:?}", show(g.from), match g.end { End::Node(n) => show(n), e => format!("{e:?}") }) };
            eprintln!("clause {:?} {} <- {:?}", clause.origin, match clause.head { Head::Node(n) => format!("N{}", show(n)), Head::Risk(n) => format!("R{}", show(n)), Head::Unknown(n) => format!("U{}", show(n)), Head::Edge(e) => edge(e) },
                clause.body.iter().map(|l| match l { Literal::Node(n) => show(*n), Literal::Edge(e) => edge(*e) }).collect::<Vec<_>>());
        }
    }

    /// Remembers what a refusal on the path rests on.
    fn learn(
        &mut self,
        head: Head,
        roots: &[Root],
        goal: Option<Goal>,
    ) -> Result<clauses::ClauseId, ExploreError> {
        let body = self.reason(roots, goal)?;
        Ok(self.add_clause(head, body, Origin::Conflict))
    }

    /// What a refusal on the path rests on.
    fn reason(
        &mut self,
        roots: &[Root],
        goal: Option<Goal>,
    ) -> Result<BTreeSet<Literal>, ExploreError> {
        let trail = Trail {
            code: &self.code,
            graph: &self.graph,
            steps: &self.steps,
            assertions: &self.assertions,
            checks_reads: self.checks_reads,
        };
        let explanation = trail.explain(roots);
        if let Some(goal) = goal {
            let mut tools = Tools {
                machine: self.machine,
                solver: self.solver,
                code: &self.code,
                steps: &self.steps,
            };
            if let Some(fewer) = generalise(&mut tools, &explanation, goal)? {
                return Ok(fewer);
            }
        }
        Ok(explanation.literals)
    }

    fn add_clause(
        &mut self,
        head: Head,
        mut body: BTreeSet<Literal>,
        origin: Origin,
    ) -> clauses::ClauseId {
        match head {
            Head::Node(node) | Head::Risk(node) | Head::Unknown(node) => {
                body.remove(&Literal::Node(node));
            }
            Head::Edge(edge) => {
                body.remove(&Literal::Edge(edge));
                body.remove(&Literal::Node(self.graph.edge(edge).from));
            }
        }
        let clause = Clause {
            head,
            body: body.into_iter().collect(),
            origin,
            within_bounds: false,
        };
        self.dbg(&clause);
        self.clauses.add(clause)
    }

    /// Remembers whether the run has to stop now. Shows progress on the way.
    fn look_at_budgets(&mut self) {
        let run = Run {
            machine: self.machine,
            solver: self.solver,
            options: self.options,
            ledger: &self.ledger,
            waiting: self.steps.len(),
        };
        self.meter.must_stop(run, self.observer, &mut self.stop);
    }
}
