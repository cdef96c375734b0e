//! The control flow discovered so far, and how far each block is from code that no path has executed.
//!
//! Nodes are blocks. An executed block knows its successors; a block that is only known as a successor is uncovered and has
//! distance 0. The distance of an executed block is the least number of edges to an uncovered block, over calls and
//! returns alike (no matching of calls with returns: the distance is a lower bound). It is KLEE's "minimum distance to
//! an uncovered instruction" at the grain of blocks. Distances are computed by one backward search when coverage has changed.

use std::collections::VecDeque;

use everypath_program::BlockKey;
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Debug, Default)]
struct Node {
    predecessors: Vec<usize>,
    covered: bool,
    distance: Option<u32>,
}

/// The control-flow graph of what was executed.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    indices: FxHashMap<BlockKey, usize>,
    edges: FxHashSet<(usize, usize)>,
    nodes: Vec<Node>,
    /// Known blocks that were uncovered at the last update.
    open: Vec<BlockKey>,
    stale: bool,
    generation: u64,
}

impl Graph {
    fn index(&mut self, key: BlockKey) -> usize {
        let (nodes, open) = (&mut self.nodes, &mut self.open);
        *self.indices.entry(key).or_insert_with(|| {
            nodes.push(Node {
                distance: Some(0),
                ..Node::default()
            });
            open.push(key);
            nodes.len() - 1
        })
    }

    /// A state stands at this block.
    pub fn discover(&mut self, key: BlockKey) {
        self.index(key);
    }

    /// Takes over what was covered since the last update. A block that is covered for the first time makes its successors
    /// known.
    pub fn update(
        &mut self,
        is_covered: impl Fn(BlockKey) -> bool,
        successors: impl Fn(BlockKey) -> Vec<BlockKey>,
    ) {
        let mut waiting = std::mem::take(&mut self.open);
        let mut still_open = Vec::new();
        while let Some(key) = waiting.pop() {
            if is_covered(key) {
                self.cover(key);
                for successor in successors(key) {
                    self.connect(key, successor);
                }
                waiting.append(&mut self.open);
            } else {
                still_open.push(key);
            }
        }
        self.open = still_open;
    }

    /// A path executed this block.
    pub fn cover(&mut self, key: BlockKey) {
        let index = self.index(key);
        if !self.nodes[index].covered {
            self.nodes[index].covered = true;
            self.stale = true;
        }
    }

    /// The block `from` can go on at `to`.
    pub fn connect(&mut self, from: BlockKey, to: BlockKey) {
        let edge = (self.index(from), self.index(to));
        if self.edges.insert(edge) {
            self.nodes[edge.1].predecessors.push(edge.0);
            self.stale = true;
        }
    }

    /// Computes the distances anew if something changed since the last call.
    pub fn refresh(&mut self) {
        if !self.stale {
            return;
        }
        self.stale = false;
        self.generation += 1;
        let mut queue = VecDeque::new();
        for (index, node) in self.nodes.iter_mut().enumerate() {
            node.distance = if node.covered { None } else { Some(0) };
            if !node.covered {
                queue.push_back((index, 0));
            }
        }
        while let Some((index, distance)) = queue.pop_front() {
            for place in 0..self.nodes[index].predecessors.len() {
                let before = self.nodes[index].predecessors[place];
                if self.nodes[before].distance.is_none() {
                    self.nodes[before].distance = Some(distance + 1);
                    queue.push_back((before, distance + 1));
                }
            }
        }
    }

    /// Counts the changes of distances.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The least number of edges to an uncovered block as of the last refresh; none if no uncovered block is known to be
    /// reachable. An unknown block is uncovered.
    pub fn distance(&self, key: BlockKey) -> Option<u32> {
        match self.indices.get(&key) {
            Some(&index) => self.nodes[index].distance,
            None => Some(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_update_follows_covered_blocks_only() {
        let mut graph = Graph::default();
        graph.discover(BlockKey::at(1));
        let next = |key: BlockKey| vec![BlockKey::at(key.code + 1)];
        graph.update(|key| key.code < 3, next);
        graph.refresh();
        let distances = |graph: &Graph| [1, 2, 3].map(|code| graph.distance(BlockKey::at(code)));
        assert_eq!(distances(&graph), [Some(2), Some(1), Some(0)]);
        assert_eq!(graph.nodes.len(), 3);
        graph.update(|key| key.code < 4, next);
        graph.refresh();
        assert_eq!(distances(&graph), [Some(3), Some(2), Some(1)]);
    }

    #[test]
    fn distances_follow_coverage() {
        let key = BlockKey::at;
        let mut graph = Graph::default();
        for (from, to) in [(1, 2), (2, 1), (2, 3), (3, 4)] {
            graph.connect(key(from), key(to));
        }
        graph.cover(key(1));
        graph.cover(key(2));
        graph.refresh();
        let distances = |graph: &Graph| [1, 2, 3].map(|code| graph.distance(key(code)));
        assert_eq!(distances(&graph), [Some(2), Some(1), Some(0)]);
        graph.cover(key(3));
        graph.cover(key(4));
        let before = graph.generation();
        graph.refresh();
        assert_eq!(distances(&graph), [None, None, None]);
        assert_ne!(graph.generation(), before);
        assert_eq!(graph.distance(key(99)), Some(0));
    }
}
