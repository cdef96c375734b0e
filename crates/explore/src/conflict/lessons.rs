//! Lessons: learnt clauses in terms of the program, for people.
//!
//! A literal is an edge or a node of the graph. An edge out of a branch is a side of it; one that a block is left by without a choice stands for
//! the branch that leads to the block, if only one does. Nodes are copies: the rounds of loops tell them apart, and the calls
//! around them where a function has several copies.

use everypath_analysis::{FunctionId, Join};
use rustc_hash::{FxHashMap, FxHashSet};

use everypath_program::{Instruction, Position, Terminator};

use super::Explorer;
use super::clauses::{Clause, Head, Literal, Origin};
use super::graph::{EdgeId, End, Graph, NO_CALLER, NodeId};
use crate::{Excluded, Learnt, LearntClause, Passed, PassedCall, Side};

/// Clauses that are told, in the order of learning; the others are counted.
const MOST_TOLD: usize = 1000;

/// What is known of the graph as a whole.
struct Map {
    /// The edges into each node.
    into: FxHashMap<NodeId, Vec<EdgeId>>,
    /// The place of each node on any path through it.
    rank: Vec<usize>,
    /// Functions that have several copies.
    copied: FxHashSet<FunctionId>,
    /// What every path passes, up to the first choice.
    certain: FxHashSet<Literal>,
}

impl Explorer<'_, '_> {
    /// What was learnt of ways and checks, if that was asked for.
    pub(super) fn lessons(&self) -> Option<Learnt> {
        if !self.choices.explain {
            return None;
        }
        let map = self.map();
        let mut clauses = (self.clauses.all().iter())
            .filter(|clause| matches!(clause.origin, Origin::Conflict | Origin::Check));
        let told = clauses.by_ref().take(MOST_TOLD);
        let told = told.map(|clause| self.lesson(&map, clause)).collect();
        Some(Learnt {
            clauses: told,
            omitted: clauses.count() as u64,
        })
    }

    fn map(&self) -> Map {
        let mut map = Map {
            into: FxHashMap::default(),
            rank: vec![0; self.graph.node_count()],
            copied: FxHashSet::default(),
            certain: FxHashSet::from_iter([Literal::Node(Graph::ENTRY)]),
        };
        let mut first = Graph::ENTRY;
        while !self.graph.node(first).is_unknown
            && let [edge] = self.graph.node(first).edges[..]
            && let End::Node(next) = self.graph.edge(edge).end
        {
            map.certain.insert(Literal::Edge(edge));
            map.certain.insert(Literal::Node(next));
            first = next;
        }
        for edge in (0..self.graph.edge_count() as u32).map(EdgeId) {
            if let End::Node(next) = self.graph.edge(edge).end {
                map.into.entry(next).or_default().push(edge);
            }
        }
        let mut callers = FxHashMap::default();
        for node in (0..self.graph.node_count() as u32).map(NodeId) {
            let about = self.graph.node(node);
            let function = self.code.place(about.place).function;
            if *callers.entry(function).or_insert(about.caller) != about.caller {
                map.copied.insert(function);
            }
        }
        // Reverse postorder: an acyclic graph has every edge forward in it.
        let (mut stack, mut next) = (vec![(Graph::ENTRY, 0)], map.rank.len());
        let mut seen = vec![false; map.rank.len()];
        while let Some((node, way)) = stack.pop() {
            seen[node.0 as usize] = true;
            match self.graph.node(node).edges.get(way) {
                Some(&edge) => {
                    stack.push((node, way + 1));
                    if let End::Node(next) = self.graph.edge(edge).end
                        && !seen[next.0 as usize]
                    {
                        stack.push((next, 0));
                    }
                }
                None => {
                    next = next.saturating_sub(1);
                    map.rank[node.0 as usize] = next;
                }
            }
        }
        map
    }

    fn lesson(&self, map: &Map, clause: &Clause) -> LearntClause {
        let body = clause.body.iter().copied();
        let mut body: Vec<Literal> = body.filter(|it| !map.certain.contains(it)).collect();
        let excluded = match clause.head {
            Head::Edge(edge) => {
                body.push(Literal::Edge(edge));
                Excluded::Together
            }
            Head::Node(node) => {
                body.push(Literal::Node(node));
                Excluded::Together
            }
            Head::Risk(node) => Excluded::Checks(self.checks_of(node)),
            Head::Unknown(node) => {
                let positions = &self.block_of(node).positions;
                let position = positions.last().copied().unwrap_or_default();
                Excluded::OtherWays(self.users(node, position))
            }
        };
        body.sort_by_key(|literal| match *literal {
            Literal::Node(node) => (map.rank[node.0 as usize], 0),
            Literal::Edge(edge) => (map.rank[self.graph.edge(edge).from.0 as usize], 1),
        });
        let mut literals: Vec<Passed> = Vec::with_capacity(body.len());
        for literal in body {
            let passed = match literal {
                Literal::Node(node) => self.reached(map, node),
                Literal::Edge(edge) => self.passed(map, edge),
            };
            if !literals.contains(&passed) {
                literals.push(passed);
            }
        }
        LearntClause { literals, excluded }
    }

    fn block_of(&self, node: NodeId) -> &everypath_program::Block {
        &self.code.place(self.graph.node(node).place).block
    }

    /// The place in the user's code that a position stands for: a call, if it is in a library.
    fn users(&self, mut node: NodeId, mut position: Position) -> Position {
        let own = position;
        while self.machine.program().is_library(position) {
            node = self.graph.node(node).caller;
            if node == NO_CALLER {
                return own;
            }
            position = self.block_of(node).positions.last().copied().unwrap_or(own);
        }
        position
    }

    /// Where checks of a node are.
    fn checks_of(&self, node: NodeId) -> Vec<Position> {
        let block = self.block_of(node);
        let checks = self.machine.options().checks;
        let places = |is_one: &dyn Fn(&Instruction) -> bool| {
            let all = block.instructions.iter().zip(&block.positions);
            let own = all.filter(|(instruction, _)| is_one(instruction));
            let mut places: Vec<Position> = own
                .map(|(_, &position)| self.users(node, position))
                .collect();
            places.dedup();
            places
        };
        let mut found = places(
            &|instruction| matches!(instruction, Instruction::Check { property, .. } if checks.contains(*property)),
        );
        if found.is_empty() {
            found = places(&|instruction| match instruction {
                Instruction::Load { address, .. } | Instruction::Store { address, .. } => {
                    address.constant().is_none()
                }
                Instruction::Service { .. } => true,
                Instruction::Copy { .. }
                | Instruction::Unary { .. }
                | Instruction::Binary { .. }
                | Instruction::Select { .. }
                | Instruction::Resize { .. }
                | Instruction::Float { .. }
                | Instruction::Check { .. }
                | Instruction::Assume { .. }
                | Instruction::Input { .. }
                | Instruction::Allocate { .. } => false,
            });
        }
        if found.is_empty() {
            let last = block.positions.last().copied().unwrap_or_default();
            found.push(self.users(node, last));
        }
        found
    }

    fn copy(&self, map: &Map, node: NodeId, position: Position, side: Side) -> Passed {
        let about = self.graph.node(node);
        let one_based = |rounds: &[u32]| rounds.iter().map(|round| round + 1).collect();
        let mut calls = Vec::new();
        let mut at = node;
        while self.graph.node(at).caller != NO_CALLER
            && (map.copied).contains(&self.code.place(self.graph.node(at).place).function)
        {
            at = self.graph.node(at).caller;
            calls.push(PassedCall {
                position: self
                    .block_of(at)
                    .positions
                    .last()
                    .copied()
                    .unwrap_or_default(),
                rounds: one_based(&self.graph.node(at).rounds),
            });
        }
        Passed {
            position: self.users(node, position),
            side,
            rounds: one_based(&about.rounds),
            calls,
        }
    }

    /// A node that has to be passed: something is required there.
    fn reached(&self, map: &Map, node: NodeId) -> Passed {
        let block = self.block_of(node);
        let requires = |instruction: &Instruction| {
            matches!(
                instruction,
                Instruction::Assume { .. } | Instruction::Check { .. }
            )
        };
        let index = block.instructions.iter().position(requires).unwrap_or(0);
        let required = block.positions.get(index).into_iter();
        let mut positions = required.chain(&block.positions).copied();
        let program = self.machine.program();
        let has_line = |position: &Position| {
            let location = program.locations(*position).into_iter().next();
            location.is_some_and(|location| location.line.is_some())
        };
        let position = (positions.clone().find(has_line)).or_else(|| positions.next());
        self.copy(map, node, position.unwrap_or_default(), Side::Reached)
    }

    fn passed(&self, map: &Map, mut edge: EdgeId) -> Passed {
        loop {
            let about = self.graph.edge(edge);
            let block = self.block_of(about.from);
            let index = about.at.unwrap_or(block.instructions.len());
            let position = block.positions.get(index).copied().unwrap_or_default();
            let side = match &block.terminator {
                _ if about.at.is_some() => Side::Value(about.slot as u64),
                Terminator::Branch { .. } if about.slot == 1 => Side::Taken,
                Terminator::Branch { .. } => Side::NotTaken,
                Terminator::Switch { cases, .. } => {
                    Side::Case(cases.get(about.slot).map(|case| case.0))
                }
                Terminator::Jump { .. }
                | Terminator::IndirectJump { .. }
                | Terminator::Call { .. }
                | Terminator::Return { .. }
                | Terminator::SetJump { .. }
                | Terminator::LongJump { .. }
                | Terminator::Exit { .. }
                | Terminator::Stop(_) => {
                    let from = self.graph.node(about.from);
                    let is_entered_once = matches!(self.code.place(from.place).first, Join::One);
                    match map.into.get(&about.from).map(Vec::as_slice) {
                        _ if self.code.is_unknown(from.place) => Side::Value(about.slot as u64),
                        Some(&[before]) if is_entered_once => {
                            edge = before;
                            continue;
                        }
                        _ => Side::Reached,
                    }
                }
            };
            return self.copy(map, about.from, position, side);
        }
    }
}
