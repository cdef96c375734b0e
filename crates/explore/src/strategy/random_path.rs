//! Random path selection after KLEE (Cadar, Dunbar and Engler, OSDI 2008, section 3.4): a walk from the root of the tree of
//! forks that takes each side with equal probability. States high in the tree, with few constraints, are favoured, and a loop
//! that forks again and again does not starve the rest.
//!
//! A leaf whose path ended is removed and its parent, if one child remains, is replaced by that child. So every inner node
//! has at least two living children and the expected length of a walk is at most log2 of the number of leaves (the
//! entropy of the choice), however deep the tree is.

use rustc_hash::FxHashMap;

use super::graph::Graph;
use super::scheduler::{Candidate, Scheduler, StateId};
use everypath_term::Random;

#[derive(Debug)]
struct Node {
    /// The parent and the place among its children; none for the root.
    parent: Option<(usize, usize)>,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Leaf(StateId),
    Fork(Vec<usize>),
    Free,
}

/// The tree of forks whose leaves are the living states.
#[derive(Debug, Default)]
pub(crate) struct RandomPath {
    nodes: Vec<Node>,
    free: Vec<usize>,
    root: Option<usize>,
    leaves: FxHashMap<StateId, usize>,
}

impl RandomPath {
    fn new_node(&mut self, parent: Option<(usize, usize)>, id: StateId) -> usize {
        let node = Node {
            parent,
            content: Content::Leaf(id),
        };
        let index = match self.free.pop() {
            Some(index) => {
                self.nodes[index] = node;
                index
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        };
        self.leaves.insert(id, index);
        index
    }

    fn release(&mut self, index: usize) {
        self.nodes[index] = Node {
            parent: None,
            content: Content::Free,
        };
        self.free.push(index);
    }

    /// Puts `node` where its parent is told to look for it.
    fn attach(&mut self, node: usize, parent: Option<(usize, usize)>) {
        self.nodes[node].parent = parent;
        match parent {
            None => self.root = Some(node),
            Some((above, place)) => {
                if let Content::Fork(children) = &mut self.nodes[above].content {
                    children[place] = node;
                }
            }
        }
    }

    /// Makes a fork of a leaf that is no longer in the table.
    fn split(&mut self, leaf: usize, children: &[Candidate]) {
        let new = (children.iter().enumerate())
            .map(|(place, child)| self.new_node(Some((leaf, place)), child.id))
            .collect();
        self.nodes[leaf].content = Content::Fork(new);
    }

    fn remove_leaf(&mut self, leaf: usize) {
        let Some((parent, place)) = self.nodes[leaf].parent else {
            self.release(leaf);
            self.root = None;
            return;
        };
        self.release(leaf);
        let Content::Fork(children) = &mut self.nodes[parent].content else {
            return;
        };
        children.swap_remove(place);
        let (moved, remaining) = (children.get(place).copied(), children.len());
        if remaining == 1 {
            let last = children[0];
            let above = self.nodes[parent].parent;
            self.release(parent);
            self.attach(last, above);
        } else if let Some(moved) = moved {
            self.nodes[moved].parent = Some((parent, place));
        }
    }
}

impl Scheduler for RandomPath {
    fn replace(&mut self, parent: StateId, children: &[Candidate], _graph: &Graph) {
        let Some(leaf) = self.leaves.remove(&parent) else {
            // What the run begins with.
            if let Some(first) = children.first() {
                let root = self.new_node(None, first.id);
                self.root = Some(root);
                if children.len() > 1 {
                    self.leaves.remove(&first.id);
                    self.split(root, children);
                }
            }
            return;
        };
        match children {
            [] => self.remove_leaf(leaf),
            [single] => {
                self.nodes[leaf].content = Content::Leaf(single.id);
                self.leaves.insert(single.id, leaf);
            }
            several => self.split(leaf, several),
        }
    }

    fn pick(&mut self, random: &mut Random, _graph: &Graph) -> Option<StateId> {
        let mut node = self.root?;
        loop {
            match &self.nodes[node].content {
                Content::Leaf(id) => return Some(*id),
                Content::Fork(children) => node = children[random.index(children.len())],
                Content::Free => return None,
            }
        }
    }

    fn withdraw(&mut self, _id: StateId, _graph: &Graph) {
        // The leaf stays: its state runs now and is replaced before the next pick.
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::candidate;
    use super::*;

    #[test]
    fn a_run_may_begin_with_several_states() {
        let graph = Graph::default();
        let mut random = Random::new(5);
        let mut tree = RandomPath::default();
        let first: Vec<Candidate> = (1..=3).map(candidate).collect();
        tree.replace(StateId::NONE, &first, &graph);
        let mut picked = Vec::new();
        while let Some(id) = tree.pick(&mut random, &graph) {
            picked.push(id.0);
            tree.replace(id, &[], &graph);
        }
        picked.sort_unstable();
        assert_eq!(picked, [1, 2, 3]);
    }

    #[test]
    fn dead_subtrees_leave_no_nodes_behind() {
        let graph = Graph::default();
        let mut random = Random::new(5);
        let mut tree = RandomPath::default();
        tree.replace(StateId::NONE, &[candidate(1)], &graph);
        let mut next = 2;
        // A chain of a thousand forks of which one side ends at once.
        for _ in 0..1000 {
            let id = tree.pick(&mut random, &graph).unwrap();
            tree.replace(id, &[candidate(next), candidate(next + 1)], &graph);
            next += 2;
            let dead = tree.pick(&mut random, &graph).unwrap();
            tree.replace(dead, &[], &graph);
        }
        assert_eq!(tree.leaves.len(), 1);
        assert!(
            tree.nodes.len() <= 3,
            "{} nodes for one state",
            tree.nodes.len()
        );
        let last = tree.pick(&mut random, &graph).unwrap();
        tree.replace(last, &[], &graph);
        assert_eq!(tree.pick(&mut random, &graph), None);
    }
}
