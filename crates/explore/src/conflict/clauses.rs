//! Learnt clauses: what can never be on one path together.
//!
//! A clause says that no path through all of its literals goes on as its head says: the literals of a clause are passed in the order of
//! the graph, and the head is the last of them.

use rustc_hash::FxHashMap;

use super::graph::{EdgeId, NodeId};

/// Something that a path passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Literal {
    Node(NodeId),
    Edge(EdgeId),
}

/// What a clause excludes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Head {
    /// Coming to a node, if anything is still to be decided behind it.
    Node(NodeId),
    /// Taking an edge.
    Edge(EdgeId),
    /// That a check in a node fails.
    Risk(NodeId),
    /// A way out of a node that is not known.
    Unknown(NodeId),
}

/// Where a clause comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A path that no input takes to its end.
    Conflict,
    /// A check that no input on a path violates.
    Check,
    /// All ways out of a node are excluded.
    Ways,
}

/// A learnt clause.
#[derive(Debug)]
pub(super) struct Clause {
    pub head: Head,
    /// Sorted; all of them on a path exclude the head.
    pub body: Box<[Literal]>,
    pub origin: Origin,
    /// Whether it holds only because loops are bounded.
    pub within_bounds: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ClauseId(u32);

/// All learnt clauses, and what is on the path.
///
/// A clause watches one of its literals: one that is not on the path or, if all are, the one that came last. So it is looked at
/// only when that one comes or leaves (after the watched literals of M. Moskewicz et al., "Chaff: Engineering an Efficient SAT Solver", 2001;
/// one is enough, since literals leave in the opposite order).
#[derive(Debug, Default)]
pub(super) struct Clauses {
    all: Vec<Clause>,
    nodes: Vec<Passed>,
    edges: Vec<Passed>,
    /// Clauses of which all literals are on the path, by head.
    active: FxHashMap<Head, Vec<ClauseId>>,
    on_path: u32,
}

/// What is known of a literal.
#[derive(Clone, Debug, Default)]
struct Passed {
    /// When it came onto the path, from 1; 0 if it is not on it.
    since: u32,
    watchers: Vec<ClauseId>,
}

impl Clauses {
    pub fn get(&self, id: ClauseId) -> &Clause {
        &self.all[id.0 as usize]
    }

    pub fn all(&self) -> &[Clause] {
        &self.all
    }

    /// Remembers a clause. All of its literals are on the path.
    pub fn add(&mut self, clause: Clause) -> ClauseId {
        let id = ClauseId(self.all.len() as u32);
        let last = clause
            .body
            .iter()
            .copied()
            .max_by_key(|&literal| self.since(literal));
        if let Some(last) = last {
            self.passed(last).watchers.push(id);
        }
        self.active.entry(clause.head).or_default().push(id);
        self.all.push(clause);
        id
    }

    fn passed(&mut self, literal: Literal) -> &mut Passed {
        let (list, index) = match literal {
            Literal::Node(node) => (&mut self.nodes, node.0 as usize),
            Literal::Edge(edge) => (&mut self.edges, edge.0 as usize),
        };
        if list.len() <= index {
            list.resize(index + 1, Passed::default());
        }
        &mut list[index]
    }

    fn since(&self, literal: Literal) -> u32 {
        let passed = match literal {
            Literal::Node(node) => self.nodes.get(node.0 as usize),
            Literal::Edge(edge) => self.edges.get(edge.0 as usize),
        };
        passed.map_or(0, |passed| passed.since)
    }

    /// Something comes onto the path.
    pub fn push(&mut self, literal: Literal) {
        self.on_path += 1;
        let since = self.on_path;
        let passed = self.passed(literal);
        passed.since = since;
        let mut watchers = std::mem::take(&mut passed.watchers);
        watchers.retain(|&id| {
            let clause = &self.all[id.0 as usize];
            let mut body = clause.body.iter().rev().copied();
            match body.find(|&literal| self.since(literal) == 0) {
                Some(other) => {
                    self.passed(other).watchers.push(id);
                    false
                }
                None => {
                    let head = clause.head;
                    self.active.entry(head).or_default().push(id);
                    true
                }
            }
        });
        self.passed(literal).watchers = watchers;
    }

    /// What came onto the path last leaves it.
    pub fn pop(&mut self, literal: Literal) {
        self.on_path -= 1;
        let passed = self.passed(literal);
        passed.since = 0;
        let watchers = std::mem::take(&mut passed.watchers);
        for id in watchers.iter().rev() {
            let head = self.get(*id).head;
            if let Some(active) = self.active.get_mut(&head)
                && let Some(found) = active.iter().rposition(|other| other == id)
            {
                active.swap_remove(found);
            }
        }
        self.passed(literal).watchers = watchers;
    }

    /// A clause that excludes a head on the present path, if there is one.
    pub fn excludes(&self, head: Head) -> Option<ClauseId> {
        self.active.get(&head)?.first().copied()
    }
}
