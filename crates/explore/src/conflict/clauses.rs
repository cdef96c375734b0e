//! Learnt clauses: what can never be on one path together.
//!
//! A clause says that no path through all of its literals goes on as its head says: the literals of a clause are passed in the order of
//! the graph, and the head is the last of them.

use everypath_analysis::Numbers;

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
    /// In the order of the path that it was learnt on; all of them on a path exclude the head.
    pub body: Box<[Literal]>,
    pub origin: Origin,
    /// Whether it holds only because loops are bounded.
    pub within_bounds: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ClauseId(u32);

/// Where something is on the path: twice the number of the step for the edge into it, one more for its node.
pub(super) type Spot = u32;

/// The spot of the edge into a step.
pub(super) fn edge_spot(step: usize) -> Spot {
    2 * step as u32
}

/// The spot of the node of a step.
pub(super) fn node_spot(step: usize) -> Spot {
    2 * step as u32 + 1
}

/// Spots on the path.
pub(super) type Spots = Numbers;

/// All learnt clauses, and what is on the path.
///
/// A clause watches one of its literals: one that is not on the path or, if all are, the one that came last. So it is looked at
/// only when that one comes or leaves (after the watched literals of M. Moskewicz et al., "Chaff: Engineering an Efficient SAT Solver", 2001;
/// one is enough, since literals leave in the opposite order).
#[derive(Debug, Default)]
pub(super) struct Clauses {
    all: Vec<Clause>,
    nodes: Passed,
    edges: Passed,
    /// Clauses of which all literals are on the path, by what they exclude.
    active: [Vec<Vec<ClauseId>>; 4],
    /// Literals of clauses that were looked at, whether they are on the path.
    pub looked_at: u64,
}

/// What is known of literals, by number.
#[derive(Debug, Default)]
struct Passed {
    /// The spot of each that is on the path; apart from the rest, since most questions are only about this.
    spots: Vec<Spot>,
    watchers: Vec<Vec<Watcher>>,
}

/// In place of the spot of a literal that is not on the path.
const NOWHERE: Spot = Spot::MAX;

/// A clause that watches a literal.
#[derive(Clone, Copy, Debug)]
struct Watcher {
    clause: ClauseId,
    /// Another literal of the clause, if it has several: as long as this one is not on the path, nothing else of the clause needs to be
    /// looked at (after the blockers of MiniSat 2.1).
    other: Literal,
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
        if let (Some(&last), Some(&other)) = (clause.body.last(), clause.body.first()) {
            self.watchers(last).push(Watcher { clause: id, other });
        }
        self.active(clause.head).push(id);
        self.all.push(clause);
        id
    }

    fn active(&mut self, head: Head) -> &mut Vec<ClauseId> {
        let (kind, index) = index_of(head);
        let list = &mut self.active[kind];
        if list.len() <= index {
            list.resize(index + 1, Vec::new());
        }
        &mut list[index]
    }

    /// What is known of a literal and of others like it, and its number among them.
    fn passed(&mut self, literal: Literal) -> (&mut Passed, usize) {
        let (passed, index) = match literal {
            Literal::Node(node) => (&mut self.nodes, node.0 as usize),
            Literal::Edge(edge) => (&mut self.edges, edge.0 as usize),
        };
        if passed.spots.len() <= index {
            passed.spots.resize(index + 1, NOWHERE);
            passed.watchers.resize(index + 1, Vec::new());
        }
        (passed, index)
    }

    fn watchers(&mut self, literal: Literal) -> &mut Vec<Watcher> {
        let (passed, index) = self.passed(literal);
        &mut passed.watchers[index]
    }

    /// Where a literal is on the path, if it is.
    pub fn spot(&self, literal: Literal) -> Option<Spot> {
        let spot = match literal {
            Literal::Node(node) => self.nodes.spots.get(node.0 as usize),
            Literal::Edge(edge) => self.edges.spots.get(edge.0 as usize),
        };
        spot.copied().filter(|&spot| spot != NOWHERE)
    }

    /// Something comes onto the path.
    pub fn push(&mut self, literal: Literal, spot: Spot) {
        let (passed, index) = self.passed(literal);
        passed.spots[index] = spot;
        if passed.watchers[index].is_empty() {
            return;
        }
        let mut watchers = std::mem::take(&mut passed.watchers[index]);
        let mut looked_at = 0;
        watchers.retain_mut(|watcher| {
            let Watcher { clause, other } = *watcher;
            let is_missing = |literal: &Literal| self.spot(*literal).is_none();
            let missing = match is_missing(&other) {
                true => Some(other),
                false => {
                    let body = &self.get(clause).body;
                    let found = body.iter().rev().position(is_missing);
                    looked_at += found.unwrap_or(body.len()) as u64;
                    found.map(|from_last| body[body.len() - 1 - from_last])
                }
            };
            looked_at += 1;
            match missing {
                Some(missing) => {
                    let other = literal;
                    self.watchers(missing).push(Watcher { clause, other });
                }
                None => {
                    let head = self.get(clause).head;
                    self.active(head).push(clause);
                }
            }
            missing.is_none()
        });
        self.looked_at += looked_at;
        *self.watchers(literal) = watchers;
    }

    /// What came onto the path last leaves it.
    pub fn pop(&mut self, literal: Literal) {
        let (passed, index) = self.passed(literal);
        passed.spots[index] = NOWHERE;
        if passed.watchers[index].is_empty() {
            return;
        }
        let watchers = std::mem::take(&mut passed.watchers[index]);
        for &Watcher { clause: id, .. } in watchers.iter().rev() {
            let head = self.get(id).head;
            let active = self.active(head);
            if let Some(found) = active.iter().rposition(|&other| other == id) {
                active.swap_remove(found);
            }
        }
        *self.watchers(literal) = watchers;
    }

    /// A clause that excludes a head on the present path, if there is one.
    pub fn excludes(&self, head: Head) -> Option<ClauseId> {
        let (kind, index) = index_of(head);
        self.active[kind].get(index)?.first().copied()
    }
}

/// Where the clauses of a head are.
fn index_of(head: Head) -> (usize, usize) {
    match head {
        Head::Node(node) => (0, node.0 as usize),
        Head::Edge(edge) => (1, edge.0 as usize),
        Head::Risk(node) => (2, node.0 as usize),
        Head::Unknown(node) => (3, node.0 as usize),
    }
}
