//! The deciders of the thesis: a SAT solver proposes paths through the whole graph (C. Gomes do Val, "Conflict-Driven Symbolic
//! Execution", sections 3.3 and 4.5).
//!
//! All nodes within the bounds are made first. What has to be decided (whether a check in a node can fail, whether a way leads out of it
//! that only a run tells, whether a loop or a recursion exceeds its bound) is a violation edge of the [`Formula`]; a model has a path to one
//! of them within it, and any walk along edges that are true in the model finds one. The walk is executed from the last state on whose
//! edges are all true. What stops it gives its clause at once, and the formula is solved again.
//!
//! Where the reason is the whole path, the clause has all of its edges. A way that a run finds makes the graph larger and the formula anew,
//! with all clauses. A bound that is not to be looked beyond is an assumption, which tells at the end whether it mattered (section 3.5).
//!
//! A path of the search in [`super::search`] is its own assignment, and a node that nothing is left behind of gives a clause; here the
//! solver finds out by itself which nodes these are. The price is a graph that has to be finite and is as large as all bounds allow.

use std::collections::BTreeSet;
use std::time::Instant;

use everypath_analysis::PlaceId;
use everypath_program::{Instruction, Operand, Position};
use everypath_solver::sat::Limits;
use rustc_hash::FxHashSet;

use super::Explorer;
use super::clauses::{ClauseId, Head, Literal};
use super::formula::{self, Formula, Guidance, Model, Search, Shape};
use super::graph::{EdgeId, End, Graph, NO_CALLER, NodeId};
use super::search::Found;
use super::step::Progress;
use crate::{BudgetKind, Decider, ExploreError, GraphLimit, Reason};

/// Nodes beyond which a graph is not opened as a whole.
const MOST_NODES: usize = 1_000_000;

/// What a planned walk comes to.
#[derive(Clone, Copy, Debug)]
enum Aim {
    /// The checks of the last step.
    Risk,
    /// A way out of the last step that the graph lacks.
    Unknown,
    /// A way out of the last step that leads beyond a bound.
    Beyond(EdgeId),
}

/// What can be excluded beside learnt clauses.
#[derive(Debug, Default)]
struct Facts {
    /// Paths that rest on all of themselves.
    paths: Vec<(Head, Vec<Literal>)>,
    /// Blocks of which every check that may fail does.
    places: BTreeSet<PlaceId>,
    /// Calls of which it is known that they go too deep.
    deep: BTreeSet<EdgeId>,
    findings: usize,
}

/// The formula of the graph as it was, and where its violation edges are.
struct Question {
    formula: Formula,
    /// The violation edge of a node's checks.
    risks: Vec<Option<u32>>,
    /// The violation edge of the ways out of a node that the graph lacks.
    unknowns: Vec<Option<u32>>,
    /// What leads beyond bounds, where that is not to be looked at.
    beyond: Option<u32>,
    edges: usize,
}

impl Decider {
    /// How the SAT solver is led; none for our own search.
    pub(super) fn guidance(self) -> Option<Guidance> {
        match self {
            Decider::Path => None,
            Decider::BlackBox => Some(Guidance::BlackBox),
            Decider::Guide => Some(Guidance::Always),
            Decider::Maximise { percent } => Some(Guidance::Maximise { percent }),
        }
    }
}

impl Question {
    fn literal(&self, literal: Literal) -> formula::Literal {
        match literal {
            Literal::Node(node) => formula::Literal::Node(node.0),
            Literal::Edge(edge) => formula::Literal::Edge(edge.0),
        }
    }

    /// Excludes a head together with what is before it; gives the number of literals.
    fn learn(&mut self, head: Head, body: &[Literal]) -> usize {
        let head = match head {
            Head::Node(node) => Some(formula::Literal::Node(node.0)),
            Head::Edge(edge) => Some(formula::Literal::Edge(edge.0)),
            Head::Risk(node) => self.risks[node.0 as usize].map(formula::Literal::Edge),
            Head::Unknown(node) => self.unknowns[node.0 as usize].map(formula::Literal::Edge),
        };
        // What the formula does not ask for needs no exclusion.
        if let Some(head) = head {
            let body = body.iter().map(|&literal| self.literal(literal));
            let clause: Vec<formula::Literal> = body.chain([head]).collect();
            self.formula.learn(&clause);
        }
        body.len() + 1
    }
}

impl Explorer<'_, '_> {
    /// Decides everything by models of the formula.
    pub(super) fn decide(&mut self, guidance: Guidance) -> Result<(), ExploreError> {
        let wall = self.options.budgets.wall;
        let limits = Limits {
            deadline: wall.and_then(|wall| Instant::now().checked_add(wall)),
            ..Limits::default()
        };
        let mut facts = Facts::default();
        let mut is_guided = false;
        while self.stop.is_none() && !self.steps.is_empty() {
            if !self.open_all() {
                return Ok(());
            }
            let Some(mut question) = self.question(&facts) else {
                return Ok(());
            };
            let is_over = self.ask(
                &mut question,
                &mut facts,
                (guidance, &mut is_guided),
                limits.clone(),
            )?;
            let size = question.formula.size();
            self.statistics.formula_variables = size.variables;
            self.statistics.formula_clauses = size.clauses;
            self.statistics.formula_conflicts += size.conflicts;
            if is_over {
                return Ok(());
            }
            if std::mem::take(&mut self.has_restarted) {
                facts = Facts::default();
                is_guided = false;
                self.push(None, Graph::ENTRY);
            }
        }
        Ok(())
    }

    /// Follows models of a formula until there is none, or the graph has grown; gives whether all is decided.
    fn ask(
        &mut self,
        question: &mut Question,
        facts: &mut Facts,
        (guidance, is_guided): (Guidance, &mut bool),
        limits: Limits,
    ) -> Result<bool, ExploreError> {
        loop {
            let preferred: Vec<u32> = match *is_guided {
                true => (self.steps.iter())
                    .filter_map(|step| step.edge.map(|edge| edge.0))
                    .collect(),
                false => Vec::new(),
            };
            match *is_guided {
                true => self.statistics.guided += 1,
                false => self.statistics.unguided += 1,
            }
            let beyond = question.beyond.map(formula::Literal::Edge);
            let found =
                question
                    .formula
                    .solve_assuming(beyond.as_slice(), &preferred, limits.clone());
            let model = match found {
                Search::Model(model) => model,
                Search::Exhausted(failed) => {
                    if !failed.is_empty() {
                        self.note_bounds(question, limits);
                    }
                    return Ok(true);
                }
                Search::Stopped => {
                    self.stop = Some(Reason::Budget(BudgetKind::Wall));
                    return Ok(true);
                }
            };
            self.cut_back(&model);
            let size = self.follow(question, facts, &model)?;
            self.look_at_budgets();
            let is_old = self.graph.edge_count() != question.edges || self.has_restarted;
            let is_old = is_old
                || self
                    .steps
                    .iter()
                    .any(|step| self.is_new_unknown(question, step.node));
            match size {
                Some(size) => *is_guided = guidance.guides(size, self.steps.len()),
                None if !is_old => return Ok(true),
                None => {}
            }
            if is_old || self.stop.is_some() {
                return Ok(false);
            }
        }
    }

    fn is_new_unknown(&self, question: &Question, node: NodeId) -> bool {
        let known = question.unknowns.get(node.0 as usize);
        self.graph.node(node).is_unknown && known.is_none_or(|known| known.is_none())
    }

    /// Keeps the longest part of the path of which all edges are in the model.
    fn cut_back(&mut self, model: &Model) {
        let is_kept = |edge: Option<EdgeId>| edge.is_none_or(|edge| model.passes(edge.0));
        let kept = self.steps.iter().take_while(|step| is_kept(step.edge));
        let kept = kept.count();
        while self.steps.len() > kept {
            self.pop();
        }
    }

    /// Walks within a model and learns from what stops the walk; gives the size of the last clause, if there was any.
    fn follow(
        &mut self,
        question: &mut Question,
        facts: &mut Facts,
        model: &Model,
    ) -> Result<Option<usize>, ExploreError> {
        let before = self.steps.len();
        let Some(aim) = self.plan(question, facts, model) else {
            return Ok(None);
        };
        let planned: Vec<Option<EdgeId>> = self.steps[before..].iter().map(|it| it.edge).collect();
        let cuts = self.ledger.statistics.ends.cuts;
        if self.executed < self.steps.len() {
            self.execute()?;
        }
        let mut size = self.settle(question, facts);
        if self.stop.is_some() || self.has_restarted {
            return Ok(size);
        }
        let index = self.steps.len() - 1;
        let node = self.steps[index].node;
        let refused = planned.get(self.steps.len() - before).copied().flatten();
        let (head, clause) = match (refused, aim) {
            (Some(edge), _) => (Head::Edge(edge), self.learn_refusal(index, Some(edge))?),
            (None, Aim::Risk) => {
                let excluded = facts.places.contains(&self.steps[index].place);
                if excluded {
                    return Ok(size);
                }
                (Head::Risk(node), self.learn_risk(index)?)
            }
            (None, Aim::Unknown) => match self.find_way(index)? {
                Found::Way => return Ok(size),
                Found::Jump(targets) => {
                    let from = self.code.place(self.steps[index].place).block.key;
                    self.restart(from, targets);
                    return Ok(size);
                }
                Found::None => {
                    let head = Head::Unknown(node);
                    let clause = match self.clauses.excludes(head) {
                        Some(known) => Some(known),
                        None => self.learn_refusal(index, None)?,
                    };
                    (head, clause)
                }
            },
            (None, Aim::Beyond(edge)) => {
                let was_cut = self.ledger.statistics.ends.cuts > cuts;
                if let Some(units) = self.beyond(index, edge, was_cut, facts)? {
                    for edge in units {
                        size = Some(question.learn(Head::Edge(edge), &[]));
                    }
                    return Ok(size);
                }
                (Head::Edge(edge), self.learn_refusal(index, Some(edge))?)
            }
        };
        if self.stop.is_some() {
            return Ok(size);
        }
        Ok(Some(self.exclude(question, facts, index, head, clause)))
    }

    /// Tells the formula what was learnt of a way out of a step; gives the size of the clause.
    fn exclude(
        &self,
        question: &mut Question,
        facts: &mut Facts,
        index: usize,
        head: Head,
        clause: Option<ClauseId>,
    ) -> usize {
        match clause {
            Some(id) => {
                let clause = self.clauses.get(id);
                question.learn(clause.head, &clause.body)
            }
            None => {
                let edges = self.steps[..=index].iter().filter_map(|step| step.edge);
                let path: Vec<Literal> = edges.map(Literal::Edge).collect();
                let size = question.learn(head, &path);
                facts.paths.push((head, path));
                size
            }
        }
    }

    /// Plans steps along the edges of a model until something has to be decided.
    fn plan(&mut self, question: &Question, facts: &Facts, model: &Model) -> Option<Aim> {
        loop {
            let index = self.steps.len().checked_sub(1)?;
            let node = self.steps[index].node;
            let passes = |edge: Option<u32>| edge.is_some_and(|edge| model.passes(edge));
            if passes(question.risks[node.0 as usize]) {
                return Some(Aim::Risk);
            }
            if passes(question.unknowns[node.0 as usize]) {
                return Some(Aim::Unknown);
            }
            let edges = self.graph.node(node).edges.iter().copied();
            let edges = edges.filter(|edge| model.passes(edge.0));
            // Where the path can go one way only, that one if it is in the model.
            let edge = edges.min_by_key(|&edge| self.is_refused(index, edge))?;
            match self.graph.edge(edge).end {
                End::Node(next) if !self.is_deep(next) => self.push(Some(edge), next),
                End::Node(_) if facts.deep.contains(&edge) => return None,
                End::Node(_) | End::Bound(..) => return Some(Aim::Beyond(edge)),
            }
        }
    }

    /// Excludes checks of which a violation was found since: nothing is to be decided of them.
    fn settle(&self, question: &mut Question, facts: &mut Facts) -> Option<usize> {
        let findings = self.ledger.findings.len() + self.ledger.unreproduced.len();
        if std::mem::replace(&mut facts.findings, findings) == findings {
            return None;
        }
        let image = self.machine.program().image();
        let mut size = None;
        for (node, risk) in question.risks.iter().enumerate() {
            let Some(risk) = *risk else { continue };
            let place = self.graph.node(NodeId(node as u32)).place;
            let block = &self.code.place(place).block;
            // As if a check held of which a violation was found.
            let known = |index: usize, operand: Operand| match &block.instructions[index] {
                Instruction::Check { property, .. }
                    if self.ledger.is_found(*property, block.positions[index]) =>
                {
                    Some(1)
                }
                _ => operand.constant(),
            };
            let is_settled = || {
                !self
                    .code
                    .is_at_risk_with(image, place, FxHashSet::default(), known)
            };
            if facts.places.contains(&place) || is_settled() {
                facts.places.insert(place);
                question.formula.exclude_violation(risk);
                size = Some(1);
            }
        }
        size
    }

    /// Looks whether some input goes beyond a bound; gives the edges that this decides, if one does.
    fn beyond(
        &mut self,
        index: usize,
        edge: EdgeId,
        was_cut: bool,
        facts: &mut Facts,
    ) -> Result<Option<Vec<EdgeId>>, ExploreError> {
        match self.graph.edge(edge).end {
            End::Node(_) => {
                let is_cut = was_cut && matches!(self.steps[index].progress, Progress::Over(_));
                if is_cut {
                    facts.deep.insert(edge);
                }
                Ok(is_cut.then(|| vec![edge]))
            }
            End::Bound(header, _) => {
                self.try_bounds(index)?;
                if !self.exceeded.contains(&header) {
                    return Ok(None);
                }
                let is_same = |edge: &EdgeId| matches!(self.graph.edge(*edge).end, End::Bound(other, _) if other == header);
                let edges = (0..self.graph.edge_count()).map(|edge| EdgeId(edge as u32));
                Ok(Some(edges.filter(is_same).collect()))
            }
        }
    }

    /// Notes the bounds that the last answer rests on.
    fn note_bounds(&mut self, question: &mut Question, limits: Limits) {
        self.within_bounds = true;
        while let Search::Model(model) = question.formula.solve(&[], limits.clone()) {
            let mut new = BTreeSet::new();
            for edge in model
                .edges()
                .take_while(|&edge| (edge as usize) < question.edges)
            {
                if let End::Bound(header, limit) = self.graph.edge(EdgeId(edge)).end
                    && !self.exceeded.contains(&header)
                {
                    self.not_looked_beyond.insert(header, limit);
                    new.insert(header);
                }
            }
            if new.is_empty() {
                return;
            }
            for edge in 0..question.edges as u32 {
                if let End::Bound(header, _) = self.graph.edge(EdgeId(edge)).end
                    && new.contains(&header)
                {
                    question.formula.learn(&[formula::Literal::Edge(edge)]);
                }
            }
        }
    }

    /// How many calls are active at a node.
    fn depth(&self, node: NodeId) -> u64 {
        let mut depth = 0;
        let mut caller = self.graph.node(node).caller;
        while caller != NO_CALLER {
            depth += 1;
            caller = self.graph.node(caller).caller;
        }
        depth
    }

    /// Whether a node lies beyond the bound on calls.
    fn is_deep(&self, node: NodeId) -> bool {
        let limit = self.machine.options().call_depth_limit;
        limit.is_some_and(|limit| self.depth(node) > limit)
    }

    /// Makes all of the graph within the bounds; a cut says why where that cannot be done.
    fn open_all(&mut self) -> bool {
        let mut next = 0;
        while next < self.graph.node_count() {
            let node = NodeId(next as u32);
            next += 1;
            let about = self.graph.node(node);
            if about.is_open || about.distance.is_none() || self.is_deep(node) {
                continue;
            }
            if let Some((limit, position)) = self.limit_of_graph(node) {
                self.ledger.cut(Reason::Graph(limit), Some(position), 1);
                return false;
            }
            self.open(node);
            if next.is_multiple_of(1024) {
                self.look_at_budgets();
                if self.stop.is_some() {
                    return false;
                }
            }
        }
        true
    }

    /// Why the graph cannot be made as a whole, if that is seen at a node.
    fn limit_of_graph(&mut self, node: NodeId) -> Option<(GraphLimit, Position)> {
        let about = self.graph.node(node);
        let place = self.code.place(about.place);
        let (key, function) = (place.block.key, place.function);
        let header = place.loops.last().map(|&inner| self.code.header(inner));
        if header == Some(about.place)
            && about.rounds.last() == Some(&1)
            && self.machine.loop_limit(key).is_none()
        {
            return Some((GraphLimit::Loop, self.machine.loop_position(key)));
        }
        let about = self.graph.node(node);
        let limit = self.machine.options().call_depth_limit;
        if limit.is_none() && about.place == self.code.entry(function) {
            let mut caller = about.caller;
            while caller != NO_CALLER {
                let about = self.graph.node(caller);
                if self.code.place(about.place).function == function {
                    return Some((GraphLimit::Recursion, self.machine.loop_position(key)));
                }
                caller = about.caller;
            }
        }
        if self.graph.node_count() <= MOST_NODES {
            return None;
        }
        let limit = MOST_NODES as u64;
        let largest = self.largest_loop().unwrap_or(self.code.start());
        let position = self.graph.bound_position(&self.code, self.machine, largest);
        Some((GraphLimit::Nodes { limit }, position))
    }

    /// The loop that most nodes are in.
    fn largest_loop(&self) -> Option<PlaceId> {
        let mut nodes = std::collections::BTreeMap::new();
        for node in 0..self.graph.node_count() as u32 {
            let place = self.code.place(self.graph.node(NodeId(node)).place);
            for &inner in place.loops.iter() {
                *nodes.entry(self.code.header(inner)).or_insert(0_u64) += 1;
            }
        }
        let largest = nodes.into_iter().max_by_key(|&(_, nodes)| nodes);
        largest.map(|(header, _)| header)
    }

    /// The formula of the graph, with all that was learnt.
    fn question(&mut self, facts: &Facts) -> Option<Question> {
        let count = self.graph.node_count() as u32;
        let (violated, beyond, exit) = (count, count + 1, count + 2);
        let mut shape = Shape {
            nodes: count + 3,
            edges: Vec::with_capacity(self.graph.edge_count() + count as usize),
            entry: Graph::ENTRY.0,
            exits: vec![exit],
            violations: Vec::new(),
        };
        for edge in 0..self.graph.edge_count() as u32 {
            let about = self.graph.edge(EdgeId(edge));
            let to = match about.end {
                End::Node(next) if self.graph.node(next).distance.is_none() => exit,
                End::Node(_) if facts.deep.contains(&EdgeId(edge)) => exit,
                End::Node(next) if self.is_deep(next) => violated,
                End::Node(next) => next.0,
                End::Bound(header, _) if self.exceeded.contains(&header) => exit,
                End::Bound(..) if self.options.bound_checks => violated,
                End::Bound(..) => beyond,
            };
            if to == violated {
                shape.violations.push(edge);
            }
            shape.edges.push((about.from.0, to));
        }
        let add = |shape: &mut Shape, from: u32| {
            let edge = shape.edges.len() as u32;
            shape.edges.push((from, violated));
            shape.violations.push(edge);
            edge
        };
        let mut risks = vec![None; count as usize];
        let mut unknowns = risks.clone();
        for node in 0..count {
            let about = self.graph.node(NodeId(node));
            if !about.is_open {
                continue;
            }
            if about.at_risk && !facts.places.contains(&about.place) {
                risks[node as usize] = Some(add(&mut shape, node));
            }
            if about.is_unknown {
                unknowns[node as usize] = Some(add(&mut shape, node));
            }
        }
        let beyond = (!self.options.bound_checks).then(|| add(&mut shape, beyond));
        let formula = match Formula::new(&shape) {
            Ok(formula) => formula,
            Err(cyclic) => {
                debug_assert!(false, "{cyclic}");
                let limit = GraphLimit::Cycle;
                self.ledger.cut(Reason::Graph(limit), None, 1);
                return None;
            }
        };
        let mut question = Question {
            formula,
            risks,
            unknowns,
            beyond,
            edges: self.graph.edge_count(),
        };
        for clause in self.clauses.all() {
            question.learn(clause.head, &clause.body);
        }
        for (head, path) in &facts.paths {
            question.learn(*head, path);
        }
        Some(question)
    }
}
