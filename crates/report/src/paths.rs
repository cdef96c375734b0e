//! The tree of paths: how the paths of a run part, how many there are behind each side, and how they end.
//!
//! Paths are put in one by one, as their ends are told. What they have in common is there once, so that the tree grows with the places
//! where paths part and not with their length. Beyond [`MOST_NODES`] further paths are only counted.

use std::collections::BTreeMap;

use crate::Place;

/// The most nodes of a tree.
pub const MOST_NODES: usize = 1_000_000;

/// What is decided at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Choice {
    /// A conditional branch is taken, or not.
    Branch(bool),
    /// A case of a switch, by number; the default is the last.
    Case(u64),
    /// What has to be a constant has this value.
    Value(u64),
    /// An address lies in the object that begins here.
    Object(u64),
}

impl Choice {
    /// In words.
    pub fn words(self) -> String {
        match self {
            Choice::Branch(true) => "taken".to_owned(),
            Choice::Branch(false) => "not taken".to_owned(),
            Choice::Case(index) => format!("case {index}"),
            Choice::Value(value) => format!("value {value:#x}"),
            Choice::Object(base) => format!("object at {base:#x}"),
        }
    }
}

/// How a path ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// The program ends.
    Exit,
    /// A property is violated on all inputs.
    Violation,
    /// An assumption excludes every input.
    Assumption,
    /// Behind an instruction that cannot be executed.
    Dead,
    /// It was given up.
    Cut,
}

impl End {
    /// All of them.
    pub const ALL: [End; 5] = [
        End::Exit,
        End::Violation,
        End::Assumption,
        End::Dead,
        End::Cut,
    ];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            End::Exit => "exit",
            End::Violation => "violation",
            End::Assumption => "assumption",
            End::Dead => "dead",
            End::Cut => "cut",
        }
    }
}

/// Where paths part, or where some end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The address of the place where they part; none where none goes on.
    pub place: Option<u64>,
    /// The sides, in the order in which paths took them, with their nodes by number.
    pub sides: Vec<(Choice, usize)>,
    /// How many paths come here.
    pub paths: u64,
    /// How many end here without a further choice, by the way and the address of their end.
    pub ends: BTreeMap<(End, u64), u64>,
}

/// The tree; node 0 is the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathTree {
    nodes: Vec<Node>,
    /// Paths that are not in it, since it would be too large.
    pub omitted: u64,
    /// What is known of the addresses in it.
    pub places: BTreeMap<u64, Place>,
}

impl Default for PathTree {
    fn default() -> Self {
        PathTree {
            nodes: vec![Node::default()],
            omitted: 0,
            places: BTreeMap::new(),
        }
    }
}

impl PathTree {
    /// Puts a path in: its choices, oldest first, each with the address of its place, and how and where it ends.
    pub fn add(&mut self, choices: &[(u64, Choice)], end: End, place: u64) {
        if self.nodes.len() + choices.len() > MOST_NODES {
            self.omitted += 1;
            return;
        }
        let mut at = 0;
        for &(place, choice) in choices {
            let new = self.nodes.len();
            let node = &mut self.nodes[at];
            node.paths += 1;
            node.place.get_or_insert(place);
            let known = node.sides.iter().find(|(side, _)| *side == choice);
            at = match known {
                Some(&(_, node)) => node,
                None => {
                    node.sides.push((choice, new));
                    self.nodes.push(Node::default());
                    new
                }
            };
        }
        let node = &mut self.nodes[at];
        node.paths += 1;
        *node.ends.entry((end, place)).or_default() += 1;
    }

    /// Whether no path was put in.
    pub fn is_empty(&self) -> bool {
        self.nodes[0].paths == 0 && self.omitted == 0
    }

    /// The nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// All addresses in it.
    pub fn addresses(&self) -> impl Iterator<Item = u64> {
        let nodes = self.nodes.iter();
        nodes.flat_map(|node| {
            let ends = node.ends.keys().map(|&(_, address)| address);
            node.place.into_iter().chain(ends)
        })
    }

    /// The nodes without those that have one side only and no end: what stays are places where paths part, and ends. Gives the
    /// node that stands for `node`.
    pub fn skip(&self, mut node: usize) -> usize {
        while let [(_, next)] = self.nodes[node].sides[..]
            && self.nodes[node].ends.is_empty()
        {
            node = next;
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_paths_have_in_common_is_there_once() {
        let mut tree = PathTree::default();
        let choice = |place, taken| (place, Choice::Branch(taken));
        tree.add(&[choice(1, true), choice(2, true)], End::Exit, 9);
        tree.add(&[choice(1, true), choice(2, false)], End::Violation, 8);
        tree.add(&[choice(1, true), choice(2, false)], End::Cut, 8);
        let nodes = tree.nodes();
        assert_eq!(nodes.len(), 4);
        assert_eq!((nodes[0].paths, nodes[0].place), (3, Some(1)));
        let second = tree.skip(0);
        assert_eq!((nodes[second].paths, nodes[second].place), (3, Some(2)));
        let last = &nodes[nodes[second].sides[1].1];
        assert_eq!(last.paths, 2);
        let ends = [((End::Violation, 8), 1), ((End::Cut, 8), 1)];
        assert_eq!(last.ends, BTreeMap::from(ends));
    }

    #[test]
    fn a_tree_that_is_too_large_counts_what_it_leaves_out() {
        let mut tree = PathTree::default();
        let long: Vec<_> = (0..MOST_NODES as u64)
            .map(|place| (place, Choice::Value(0)))
            .collect();
        tree.add(&long, End::Exit, 0);
        assert_eq!((tree.nodes().len(), tree.omitted), (1, 1));
        tree.add(&long[..3], End::Exit, 0);
        assert_eq!((tree.nodes().len(), tree.omitted), (4, 1));
    }
}
