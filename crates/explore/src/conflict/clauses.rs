//! Learnt clauses: what can never be on one path together.
//!
//! A clause says that no path through all of its literals goes on as its head says. It is kept beside its head and looked at only when
//! the search is about to go there: the literals of a clause are passed in the order of the graph, and the head is the last of them.

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
#[derive(Debug, Default)]
pub(super) struct Clauses {
    all: Vec<Clause>,
    by_node: Vec<Vec<ClauseId>>,
    by_edge: Vec<Vec<ClauseId>>,
    by_risk: Vec<Vec<ClauseId>>,
    by_unknown: Vec<Vec<ClauseId>>,
    nodes_on_path: Vec<bool>,
    edges_on_path: Vec<bool>,
}

impl Clauses {
    pub fn get(&self, id: ClauseId) -> &Clause {
        &self.all[id.0 as usize]
    }

    pub fn all(&self) -> &[Clause] {
        &self.all
    }

    /// Remembers a clause.
    pub fn add(&mut self, clause: Clause) -> ClauseId {
        let id = ClauseId(self.all.len() as u32);
        let (list, index) = match clause.head {
            Head::Node(node) => (&mut self.by_node, node.0),
            Head::Edge(edge) => (&mut self.by_edge, edge.0),
            Head::Risk(node) => (&mut self.by_risk, node.0),
            Head::Unknown(node) => (&mut self.by_unknown, node.0),
        };
        let index = index as usize;
        if list.len() <= index {
            list.resize(index + 1, Vec::new());
        }
        // A clause that needs nothing stands for all.
        if clause.body.is_empty() {
            list[index].clear();
        }
        list[index].push(id);
        self.all.push(clause);
        id
    }

    /// Something comes onto the path, or leaves it.
    pub fn set(&mut self, literal: Literal, on_path: bool) {
        let (list, index) = match literal {
            Literal::Node(node) => (&mut self.nodes_on_path, node.0),
            Literal::Edge(edge) => (&mut self.edges_on_path, edge.0),
        };
        let index = index as usize;
        if list.len() <= index {
            list.resize(index + 1, false);
        }
        list[index] = on_path;
    }

    fn is_on_path(&self, literal: Literal) -> bool {
        let (list, index) = match literal {
            Literal::Node(node) => (&self.nodes_on_path, node.0),
            Literal::Edge(edge) => (&self.edges_on_path, edge.0),
        };
        list.get(index as usize).copied().unwrap_or(false)
    }

    /// A clause that excludes a head on the present path, if there is one. `besides` counts as on the path.
    pub fn excludes(&self, head: Head, besides: Option<Literal>) -> Option<ClauseId> {
        let (list, index) = match head {
            Head::Node(node) => (&self.by_node, node.0),
            Head::Edge(edge) => (&self.by_edge, edge.0),
            Head::Risk(node) => (&self.by_risk, node.0),
            Head::Unknown(node) => (&self.by_unknown, node.0),
        };
        let candidates = list.get(index as usize)?;
        candidates.iter().copied().find(|&id| {
            let body = self.get(id).body.iter();
            // Those passed last tell paths apart most often.
            body.rev()
                .all(|&literal| Some(literal) == besides || self.is_on_path(literal))
        })
    }
}
