//! Learning: what a refusal rests on becomes a clause, and the clauses of all ways out of a node become one of the node.
//!
//! The second is resolution on the formula of the graph (rules R3 to R5 of the CDSE thesis, section 3.2.1): a node is passed only if a
//! way out of it is, and a way only if the nodes at its ends are. It is what lets the search go back past everything that does not matter, and
//! never come to a node again where nothing is left.

use everypath_analysis::Join;
use everypath_program::{Callee, Terminator};

use super::Explorer;
use super::clauses::{Clause, ClauseId, Head, Literal, Origin, Spots, edge_spot, node_spot};
use super::explain::Trail;
use super::generalise::{Goal, Tools, generalise};
use super::graph::{EdgeId, End, NodeId};
use super::root::Root;
use super::step::{Entered, Progress};
use crate::ExploreError;

/// Steps of a path up to which is remembered what single values rest on: that takes memory for each of them and each step before it.
const LONGEST_REMEMBERED: usize = 4096;

/// What is known against all ways out of a node.
#[derive(Default)]
pub(super) struct Reasons {
    body: Spots,
    within_bounds: bool,
    /// Something rests on the whole path.
    whole: bool,
}

impl Explorer<'_, '_> {
    /// No way is left from the last step: says why, and goes back.
    pub(super) fn exhaust(&mut self, index: usize) -> Result<(), ExploreError> {
        let node = self.steps[index].node;
        let mut reasons = Reasons::default();
        if self.graph.node(node).at_risk {
            let clause = match self.clauses.excludes(Head::Risk(node)) {
                Some(known) => Some(known),
                None => self.learn_risk(index)?,
            };
            self.add_reason(clause, &mut reasons);
        }
        if self.graph.node(node).is_unknown {
            let clause = match self.clauses.excludes(Head::Unknown(node)) {
                Some(known) => Some(known),
                None => self.learn_refusal(index, None)?,
            };
            self.add_reason(clause, &mut reasons);
        }
        // Where the path could go one way only, one reason refuses all others.
        let mut refuses_others = false;
        let mut roots = Vec::new();
        for number in 0..self.graph.node(node).edges.len() {
            let edge = self.graph.node(node).edges[number];
            if refuses_others && self.is_forced(index, edge) {
                continue;
            }
            let excluded = match self.graph.edge(edge).end {
                End::Node(next) if self.graph.node(next).distance.is_none() => continue,
                End::Node(next) => self
                    .clauses
                    .excludes(Head::Edge(edge))
                    .or_else(|| self.clauses.excludes(Head::Node(next))),
                End::Bound(header, limit) => {
                    let known = self.clauses.excludes(Head::Edge(edge));
                    if known.is_none() && !self.is_refused(index, edge) {
                        reasons.within_bounds = true;
                        self.not_looked_beyond.insert(header, limit);
                        continue;
                    }
                    known
                }
            };
            if excluded.is_some() {
                self.add_reason(excluded, &mut reasons);
            } else if self.steps[index].closed.contains(&edge) {
                reasons.whole = true;
            } else if self.is_forced(index, edge) {
                if !std::mem::replace(&mut refuses_others, true) {
                    let (of_step, _) = self.refusal(index, Some(edge));
                    roots.extend(of_step);
                }
            } else {
                let clause = self.learn_refusal(index, Some(edge))?;
                self.add_reason(clause, &mut reasons);
            }
        }
        let base = self.start_of_chain(index, &mut roots);
        if !reasons.whole && !roots.is_empty() {
            match self.reason(&roots, None)? {
                Some(body) => reasons.body.add(&body),
                None => reasons.whole = true,
            }
        }
        self.resolve(base, reasons);
        while self.steps.len() > base {
            self.pop();
        }
        Ok(())
    }

    /// The first step from which the path could go one way only, up to an exhausted one: all of them are exhausted for one reason, to which
    /// theirs are added. A join starts anew, since other paths come there, too.
    fn start_of_chain(&self, index: usize, roots: &mut Vec<Root>) -> usize {
        let mut base = index;
        while let Some(before) = base.checked_sub(1)
            && !self.is_join(base)
            && let Progress::Forced(..) = self.steps[before].progress
        {
            let about = self.graph.node(self.steps[before].node);
            let is_plain = |edge: EdgeId| {
                let edge = self.graph.edge(edge);
                edge.at.is_none() && matches!(edge.end, End::Node(_))
            };
            if about.at_risk || about.is_unknown || !about.edges.iter().all(|&it| is_plain(it)) {
                break;
            }
            if about.edges.len() > 1 {
                roots.push(self.own_root(before));
            }
            base = before;
        }
        base
    }

    /// Whether a step may be come to in several ways, or is where the text looks for what is known of a loop.
    fn is_join(&self, index: usize) -> bool {
        let step = &self.steps[index];
        let leaves_loop = || {
            let before = self.code.place(self.steps[index - 1].place).loops.len();
            before > self.code.place(step.place).loops.len()
        };
        match step.entered {
            Entered::Call => false,
            Entered::Way | Entered::Return => {
                leaves_loop() || !matches!(self.trail().join(index), Join::One)
            }
            Entered::Start | Entered::Value | Entered::Jump => true,
        }
    }

    /// Whether an executed step goes another way because no input has a part in it.
    fn is_forced(&self, index: usize, edge: EdgeId) -> bool {
        let edge = self.graph.edge(edge);
        matches!(&self.steps[index].progress, Progress::Forced(slot, _) if *slot != edge.slot && edge.at.is_none())
    }

    /// Makes the clause of a node from those of all ways out of it.
    fn resolve(&mut self, index: usize, reasons: Reasons) {
        let Reasons {
            mut body,
            within_bounds,
            whole,
        } = reasons;
        let step = &self.steps[index];
        if whole {
            // Nobody else comes here in the same way; only this path has to know.
            if let (Some(edge), Some(before)) = (step.edge, index.checked_sub(1)) {
                self.steps[before].closed.push(edge);
            }
            self.within_bounds |= within_bounds;
            return;
        }
        body.truncate(node_spot(index));
        let head = match step.edge {
            Some(edge) if body.remove(edge_spot(index)) => Head::Edge(edge),
            Some(_) | None => Head::Node(step.node),
        };
        if index == 0 {
            self.within_bounds |= within_bounds;
        }
        self.add_node_clause(head, body, within_bounds);
    }

    /// Remembers why nothing is left behind a node that is not on the path.
    pub(super) fn exclude_node(&mut self, node: NodeId, reasons: Reasons) {
        self.add_node_clause(Head::Node(node), reasons.body, reasons.within_bounds);
    }

    fn add_node_clause(&mut self, head: Head, body: Spots, within_bounds: bool) {
        let body = self.literals(&body);
        self.statistics.from_nodes.add(body.len() as u64 + 1);
        self.clauses.add(Clause {
            head,
            body,
            origin: Origin::Ways,
            within_bounds,
        });
    }

    pub(super) fn add_reason(&self, clause: Option<ClauseId>, reasons: &mut Reasons) {
        match clause {
            Some(id) => {
                let clause = self.clauses.get(id);
                for &literal in &clause.body {
                    if let Some(spot) = self.clauses.spot(literal) {
                        reasons.body.insert(spot);
                    }
                }
                reasons.within_bounds |= clause.within_bounds;
            }
            None => reasons.whole = true,
        }
    }

    /// Why a way out of an executed step, or any, is refused.
    fn refusal(&self, index: usize, edge: Option<EdgeId>) -> (Vec<Root>, Option<Goal>) {
        let step = &self.steps[index];
        let whole = vec![Root::Whole];
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
            Progress::Value(_, needed)
                if edge.is_some() && goes_within != self.within(index, needed.at) =>
            {
                (whole, None)
            }
            Progress::Planned | Progress::Open(..) | Progress::Value(..) => {
                let slot = kind.map(|edge| edge.slot);
                let core = step.refused.iter().find(|refused| Some(refused.0) == slot);
                match (core, slot) {
                    (Some((_, core)), Some(slot)) => {
                        let roots = vec![self.own_root(index), Root::Constraints(core.to_vec())];
                        (roots, Some(Goal::Way { step: index, slot }))
                    }
                    (None, _) | (_, None) => (whole, None),
                }
            }
        }
    }

    /// Remembers why a way out of an executed step, or any other than those known, is refused.
    pub(super) fn learn_refusal(
        &mut self,
        index: usize,
        edge: Option<EdgeId>,
    ) -> Result<Option<ClauseId>, ExploreError> {
        let (roots, goal) = self.refusal(index, edge);
        let head = match edge {
            Some(edge) => Head::Edge(edge),
            None => Head::Unknown(self.steps[index].node),
        };
        self.learn(head, &roots, goal)
    }

    /// No check of a step fails on the path, but for those that were found: remembers why.
    pub(super) fn learn_risk(&mut self, index: usize) -> Result<Option<ClauseId>, ExploreError> {
        let step = &self.steps[index];
        let node = step.node;
        let mut roots = Vec::new();
        if let Progress::Over(over) = &step.progress {
            roots.extend(over.iter().cloned());
        }
        // Behind it are the risks of others, or none.
        let ends_at_risk = matches!(
            self.code.place(step.place).block.terminator,
            Terminator::SetJump { .. }
                | Terminator::LongJump { .. }
                | Terminator::Call {
                    callee: Callee::Address(_),
                    ..
                }
        );
        let end = match &step.progress {
            Progress::Value(_, needed) if needed.at < self.terminator(index) || !ends_at_risk => {
                needed.at
            }
            Progress::Open(..) | Progress::Forced(..) if !ends_at_risk => self.terminator(index),
            Progress::Planned
            | Progress::Forced(..)
            | Progress::Open(..)
            | Progress::Value(..)
            | Progress::Over(_) => self.terminator(index) + 1,
        };
        let asked = step.asked.clone();
        let others = (step.from..end).filter(|at| asked.iter().all(|asked| asked.0 != *at));
        roots.extend(others.map(|at| Root::Instruction {
            step: index,
            index: at,
        }));
        // Where an access can go was found under what the path knows: then nothing else was asked.
        let pins = step
            .pins
            .iter()
            .filter(|pin| (step.from..end).contains(&pin.0));
        roots.extend(pins.map(|(_, core)| Root::Constraints(core.to_vec())));
        let Some(mut body) = self.reason(&roots, None)? else {
            return Ok(None);
        };
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
            match self.reason(&[own, Root::Constraints(core.to_vec())], Some(goal))? {
                Some(reason) => body.add(&reason),
                None => return Ok(None),
            }
        }
        Ok(Some(self.add_clause(Head::Risk(node), body, Origin::Check)))
    }

    /// Remembers what a refusal on the path rests on; none if it rests on all of the path.
    pub(super) fn learn(
        &mut self,
        head: Head,
        roots: &[Root],
        goal: Option<Goal>,
    ) -> Result<Option<ClauseId>, ExploreError> {
        let body = self.reason(roots, goal)?;
        Ok(body.map(|body| self.add_clause(head, body, Origin::Conflict)))
    }

    /// What a refusal on the path rests on; none: on all of it.
    fn reason(
        &mut self,
        roots: &[Root],
        goal: Option<Goal>,
    ) -> Result<Option<Spots>, ExploreError> {
        let mut scratch = std::mem::take(&mut self.scratch);
        let goal = goal.filter(|_| self.generalising.wants());
        if goal.is_none() && self.steps.len() <= LONGEST_REMEMBERED {
            let mut sources = std::mem::take(&mut self.sources);
            let spots = self.trail().sources(roots, &mut scratch, &mut sources);
            self.sources = sources;
            if let Ok(spots) = spots {
                self.scratch = scratch;
                self.statistics.whole_paths += u64::from(spots.is_none());
                return Ok(spots);
            }
        }
        let explanation = self.trail().explain(roots, &mut scratch);
        self.scratch = scratch;
        let Some(explanation) = explanation else {
            self.statistics.whole_paths += 1;
            return Ok(None);
        };
        let Some(goal) = goal else {
            return Ok(Some(explanation.spots));
        };
        let mut tools = Tools {
            machine: self.machine,
            solver: self.solver,
            code: &self.code,
            steps: &self.steps,
            effort: &mut self.generalising,
        };
        let Some(fewer) = generalise(&mut tools, &explanation, goal)? else {
            return Ok(Some(explanation.spots));
        };
        self.statistics.generalised += 1;
        let saved = explanation.spots.len() - fewer.len();
        self.statistics.literals_saved += saved as u64;
        Ok(Some(fewer))
    }

    fn trail(&self) -> Trail<'_> {
        Trail {
            code: &self.code,
            graph: &self.graph,
            steps: &self.steps,
            assertions: &self.assertions,
            checks_reads: self.checks_reads,
            memory_reasons: self.choices.memory_reasons,
        }
    }

    /// What is at spots on the path.
    fn literals(&self, spots: &Spots) -> Box<[Literal]> {
        let mut literals = Vec::with_capacity(spots.len());
        literals.extend(spots.iter().filter_map(|spot| {
            let step = &self.steps[spot as usize / 2];
            match spot % 2 {
                0 => step.edge.map(Literal::Edge),
                _ => Some(Literal::Node(step.node)),
            }
        }));
        literals.into()
    }

    fn add_clause(&mut self, head: Head, mut body: Spots, origin: Origin) -> ClauseId {
        // The head is about the last step.
        body.remove(node_spot(self.steps.len() - 1));
        let body = self.literals(&body);
        let counts = match origin {
            Origin::Check => &mut self.statistics.from_checks,
            Origin::Conflict | Origin::Ways => &mut self.statistics.from_ways,
        };
        counts.add(body.len() as u64 + 1);
        let clause = Clause {
            head,
            body,
            origin,
            within_bounds: false,
        };
        self.clauses.add(clause)
    }

    /// What decides about the ways out of a step, as the root of a refusal.
    pub(super) fn own_root(&self, index: usize) -> Root {
        let at = match &self.steps[index].progress {
            Progress::Value(_, needed) => needed.at,
            Progress::Planned | Progress::Forced(..) | Progress::Open(..) | Progress::Over(_) => {
                self.terminator(index)
            }
        };
        Root::Instruction {
            step: index,
            index: at,
        }
    }
}
