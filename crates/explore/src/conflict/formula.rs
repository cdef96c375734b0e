//! Which paths are left: a propositional formula with a variable for each node and each edge of an acyclic graph, kept by one
//! incremental SAT solver (do Val's thesis, sections 3.2.1, 3.3.5, 3.4, 3.5 and 4.5).
//!
//! | rule | clauses |
//! |---|---|
//! | R1 | the entry is passed |
//! | R2 | no exit is passed; all exits share one variable |
//! | R3 | an edge is passed only if the nodes at its ends are |
//! | R4 | a node is passed only if an edge into it is; the entry has an edge from outside |
//! | R5 | a node is passed only if an edge out of it is, but for exits and for nodes in which violations end |
//! | R6 | a violation edge is passed |
//!
//! These are two clauses for each edge and each node, so the formula is as large as the graph. It asks for no single path: in a
//! model, *every* walk along edges that are passed ends in a violation, since rules R3 and R5 leave no dead end and an acyclic graph
//! no way round. What is learnt has only negative literals, so no walk within a model contains a set of edges that was learnt. And
//! any path from entry to violation without such a set is a model. With cycles, two nodes could be each other's reason; so they are
//! refused.
//!
//! The rules are implications one way only. The thesis says "if and only if" of some; taken at its word, an edge between two nodes
//! of a good path would have to be passed although it was learnt to be impossible.

use everypath_solver::blast::cnf::Clauses;
use everypath_solver::guided::GuidedSat;
use everypath_solver::sat::{Limits, Outcome};

#[cfg(test)]
mod tests;

/// An acyclic graph. Nodes are numbered from 0, edges by their place in the list; every number is one of these.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shape {
    /// The number of nodes.
    pub nodes: u32,
    /// The edges: where each begins and ends.
    pub edges: Vec<(u32, u32)>,
    /// Where all paths begin.
    pub entry: u32,
    /// Nodes in which paths end without violation.
    pub exits: Vec<u32>,
    /// Edges that are violations; no other edge may lead to where they end.
    pub violations: Vec<u32>,
}

/// That a path passes through something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Literal {
    /// Through this node.
    Node(u32),
    /// Through this edge.
    Edge(u32),
}

/// A graph that should be acyclic has a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the graph of the program has a cycle through node {node}; its loops have to be unrolled first"
)]
pub(crate) struct Cyclic {
    /// A node of the cycle.
    pub node: u32,
}

/// A set of edges within which every walk from the entry ends in a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Model {
    passed: Vec<bool>,
}

impl Model {
    /// Whether an edge belongs to the set.
    pub fn passes(&self, edge: u32) -> bool {
        self.passed.get(edge as usize).copied().unwrap_or(false)
    }

    /// The edges of the set, in order.
    pub fn edges(&self) -> impl Iterator<Item = u32> {
        let passed = self.passed.iter().zip(0..);
        passed.filter_map(|(&passed, edge)| passed.then_some(edge))
    }
}

/// What a search for a model came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Search {
    /// Paths are left.
    Model(Model),
    /// No path is left, because of these assumptions by their index; none if no path is left at all.
    Exhausted(Vec<u32>),
    /// A limit was reached or the run was interrupted.
    Stopped,
}

/// How large a formula is, and what it took so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Size {
    /// Variables.
    pub variables: u64,
    /// Clauses of the rules and those that were added.
    pub clauses: u64,
    /// Conflicts within the SAT solver.
    pub conflicts: u64,
}

/// The formula of a graph and its solver.
#[derive(Debug)]
pub(crate) struct Formula {
    sat: GuidedSat,
    variables: Variables,
    scratch: Vec<i32>,
}

/// The variables of nodes and edges.
#[derive(Debug)]
struct Variables {
    nodes: Vec<i32>,
    edges: Vec<i32>,
}

impl Variables {
    fn of(&self, literal: Literal) -> i32 {
        match literal {
            Literal::Node(node) => self.nodes[node as usize],
            Literal::Edge(edge) => self.edges[edge as usize],
        }
    }
}

/// The clauses of rules R1 to R6.
fn encode(shape: &Shape, clauses: &mut impl Clauses) -> Variables {
    let mut nodes = vec![0; shape.nodes as usize];
    let exit = (!shape.exits.is_empty()).then(|| clauses.new_variable());
    for &node in &shape.exits {
        nodes[node as usize] = exit.unwrap_or_default();
    }
    for variable in nodes.iter_mut().filter(|variable| **variable == 0) {
        *variable = clauses.new_variable();
    }
    let edges: Vec<i32> = shape.edges.iter().map(|_| clauses.new_variable()).collect();
    let start = clauses.new_variable();
    let entry = nodes[shape.entry as usize];

    // The variables of nodes are the first ones; the clauses of R4 and R5 are collected by them.
    let count = nodes.iter().max().map_or(0, |&last| last as usize + 1);
    let mut into: Vec<Vec<i32>> = (0..count).map(|node| vec![-(node as i32)]).collect();
    let mut out_of = into.clone();
    clauses.clause(&[entry]); // R1
    clauses.clause(&[-start, entry]); // R3 for the edge from outside
    into[entry as usize].push(start);
    for (&edge, &(from, to)) in edges.iter().zip(&shape.edges) {
        let (from, to) = (nodes[from as usize], nodes[to as usize]);
        clauses.clause(&[-edge, from]); // R3
        clauses.clause(&[-edge, to]);
        out_of[from as usize].push(edge);
        into[to as usize].push(edge);
    }
    for clause in &into[1..] {
        clauses.clause(clause); // R4
    }
    if let Some(exit) = exit {
        clauses.clause(&[-exit]); // R2
        out_of[exit as usize].clear();
    }
    for &violation in &shape.violations {
        let (_, to) = shape.edges[violation as usize];
        out_of[nodes[to as usize] as usize].clear();
    }
    for clause in out_of[1..].iter().filter(|clause| !clause.is_empty()) {
        clauses.clause(clause); // R5
    }
    let violations: Vec<i32> = shape
        .violations
        .iter()
        .map(|&edge| edges[edge as usize])
        .collect();
    clauses.clause(&violations); // R6
    Variables { nodes, edges }
}

/// Whether a graph has a cycle, by taking away nodes into which nothing leads (Kahn, "Topological sorting of large networks", 1962).
fn acyclic(shape: &Shape) -> Result<(), Cyclic> {
    let mut out_of: Vec<Vec<u32>> = vec![Vec::new(); shape.nodes as usize];
    let mut into = vec![0u32; shape.nodes as usize];
    for &(from, to) in &shape.edges {
        out_of[from as usize].push(to);
        into[to as usize] += 1;
    }
    let mut free: Vec<u32> = (0..shape.nodes)
        .filter(|&node| into[node as usize] == 0)
        .collect();
    while let Some(node) = free.pop() {
        for &to in &out_of[node as usize] {
            into[to as usize] -= 1;
            if into[to as usize] == 0 {
                free.push(to);
            }
        }
    }
    // What is left is on cycles or behind them; going back along what is left comes to a cycle.
    let Some(left) = into.iter().position(|&edges| edges > 0) else {
        return Ok(());
    };
    let mut before = vec![None; shape.nodes as usize];
    for &(from, to) in &shape.edges {
        if into[from as usize] > 0 {
            before[to as usize] = Some(from);
        }
    }
    let mut seen = vec![false; shape.nodes as usize];
    let mut node = left as u32;
    while !seen[node as usize] {
        seen[node as usize] = true;
        node = before[node as usize].unwrap_or(node);
    }
    Err(Cyclic { node })
}

impl Formula {
    /// The formula of a graph.
    ///
    /// # Errors
    ///
    /// [`Cyclic`] if the graph has a cycle, be it out of the entry's reach.
    pub fn new(shape: &Shape) -> Result<Self, Cyclic> {
        acyclic(shape)?;
        let mut sat = GuidedSat::new(0);
        let variables = encode(shape, &mut sat);
        Ok(Self {
            sat,
            variables,
            scratch: Vec::new(),
        })
    }

    /// How large the formula is by now.
    pub fn size(&self) -> Size {
        Size {
            variables: self.sat.variables() as u64,
            clauses: self.sat.clauses(),
            conflicts: self.sat.conflicts(),
        }
    }

    /// No path passes through all of `conflict`; with nothing in it, there is no path at all.
    pub fn learn(&mut self, conflict: &[Literal]) {
        self.scratch.clear();
        let negations = conflict.iter().map(|&literal| -self.variables.of(literal));
        self.scratch.extend(negations);
        self.sat.clause(&self.scratch);
    }

    /// A violation is decided: what is asked for from now on are paths to the others.
    ///
    /// A path never has two violations, so none to another one is lost.
    pub fn exclude_violation(&mut self, edge: u32) {
        self.learn(&[Literal::Edge(edge)]);
    }

    /// A set of paths that are left.
    ///
    /// Edges are false if they can be, but for `preferred` ones: these are tried one after the other, so each of them is in
    /// the model unless it cannot be there together with those before it.
    pub fn solve(&mut self, preferred: &[u32], limits: Limits) -> Search {
        self.solve_assuming(&[], preferred, limits)
    }

    /// A set of paths that are left and pass through nothing of `not_taken`, or which of these suffice for there being none.
    pub fn solve_assuming(
        &mut self,
        not_taken: &[Literal],
        preferred: &[u32],
        limits: Limits,
    ) -> Search {
        let negation = |&literal: &Literal| -self.variables.of(literal);
        let assumptions: Vec<i32> = not_taken.iter().map(negation).collect();
        let variable = |&edge: &u32| self.variables.edges[edge as usize];
        self.scratch.clear();
        self.scratch.extend(preferred.iter().map(variable));
        match self.sat.solve(&assumptions, &self.scratch, limits) {
            Outcome::Satisfiable => {
                // The edges' variables follow each other.
                let first = self.variables.edges.first().copied().unwrap_or(0);
                let mut passed = vec![false; self.variables.edges.len()];
                self.sat.holding(|variable| {
                    let edge = usize::try_from(variable - first);
                    if let Some(edge) = edge.ok().and_then(|edge| passed.get_mut(edge)) {
                        *edge = true;
                    }
                });
                Search::Model(Model { passed })
            }
            Outcome::Unsatisfiable => {
                let indices = assumptions.iter().zip(0..);
                let failed = indices
                    .filter_map(|(&literal, index)| self.sat.failed(literal).then_some(index));
                Search::Exhausted(failed.collect())
            }
            Outcome::ConflictLimit | Outcome::TimeLimit => Search::Stopped,
        }
    }
}

/// After which conflicts the next paths are looked for near the last one (the thesis' table in section 4.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Guidance {
    /// Never: the SAT solver chooses.
    BlackBox,
    /// Always.
    Always,
    /// If what was learnt is small compared with the path: then the region is a good one to learn in.
    Maximise {
        /// The most that a clause may have, in percent of the edges of the path.
        percent: u32,
    },
}

impl Default for Guidance {
    fn default() -> Self {
        Self::Maximise { percent: 10 }
    }
}

impl Guidance {
    /// Whether to prefer the edges of the last path after a clause of `learnt` literals on a path of `path` edges.
    pub fn guides(self, learnt: usize, path: usize) -> bool {
        match self {
            Self::BlackBox => false,
            Self::Always => true,
            Self::Maximise { percent } => {
                (learnt as u64).saturating_mul(100) <= (path as u64).saturating_mul(percent.into())
            }
        }
    }
}
