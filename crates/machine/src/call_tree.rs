//! The call tree: one node per chain of call sites, shared by all states, so that "the same call stack" is one comparison.
//!
//! After the call-stack tree of bounded model checking by eager merging: a node stands for a call *site* below its
//! caller's node, not for a callee, so that two calls of one function on one line stay apart.

use everypath_program::{BlockKey, Position};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// A node of the call tree. The root stands for the function that the program starts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallNode(u32);

/// A call site with what it calls: what one node of the call tree adds to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CallSite(u32);

/// An active call, as reports show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CallFrame {
    /// The calling instruction.
    pub call_site: Position,
    /// The block that was called.
    pub callee: BlockKey,
    /// The address behind the call.
    pub return_to: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    parent: CallNode,
    depth: u32,
    /// Active calls of the same function further out.
    recursion: u32,
    site: CallSite,
}

/// All call stacks that occurred. A recursive program has millions, so a node is four numbers.
#[derive(Debug)]
pub(crate) struct CallTree {
    entries: Vec<Entry>,
    children: FxHashMap<(CallNode, CallSite), CallNode>,
    sites: Vec<CallFrame>,
    numbers: FxHashMap<CallFrame, CallSite>,
}

impl CallTree {
    /// The node of the function that the program starts in.
    pub const ROOT: CallNode = CallNode(0);

    pub fn new() -> Self {
        let nowhere = CallFrame {
            call_site: Position(0),
            callee: BlockKey::at(0),
            return_to: 0,
        };
        CallTree {
            entries: vec![Entry {
                parent: Self::ROOT,
                depth: 0,
                recursion: 0,
                site: CallSite(0),
            }],
            children: FxHashMap::default(),
            sites: vec![nowhere],
            numbers: FxHashMap::default(),
        }
    }

    /// The number of active calls.
    pub fn depth(&self, node: CallNode) -> u32 {
        self.entries[node.0 as usize].depth
    }

    /// How many active calls of the innermost function there are further out.
    pub fn recursion(&self, node: CallNode) -> u32 {
        self.entries[node.0 as usize].recursion
    }

    /// The active calls, innermost first.
    fn upwards(&self, node: CallNode) -> impl Iterator<Item = &Entry> + Clone {
        let entry = |node: CallNode| (node != Self::ROOT).then(|| &self.entries[node.0 as usize]);
        std::iter::successors(entry(node), move |&below| entry(below.parent))
    }

    /// Where `outer` goes on when the calls that it made return, if it is not the innermost of the stack of `node`.
    pub fn return_below(&self, outer: CallNode, node: CallNode) -> Option<u64> {
        let called = self.upwards(node).find(|entry| entry.parent == outer);
        called.map(|entry| self.frame(entry).return_to)
    }

    fn frame(&self, entry: &Entry) -> &CallFrame {
        &self.sites[entry.site.0 as usize]
    }

    /// The number of a call site.
    pub fn site(&mut self, frame: CallFrame) -> CallSite {
        let sites = &mut self.sites;
        *self.numbers.entry(frame).or_insert_with(|| {
            sites.push(frame);
            CallSite(sites.len() as u32 - 1)
        })
    }

    /// The node of a call from `node`.
    pub fn call(&mut self, node: CallNode, site: CallSite) -> CallNode {
        let key = (node, site);
        if let Some(&child) = self.children.get(&key) {
            return child;
        }
        let child = CallNode(self.entries.len() as u32);
        let depth = self.depth(node) + 1;
        let callee = self.sites[site.0 as usize].callee;
        let recursion = (self.upwards(node))
            .find(|entry| self.frame(entry).callee == callee)
            .map_or(0, |entry| entry.recursion + 1);
        self.entries.push(Entry {
            parent: node,
            depth,
            recursion,
            site,
        });
        self.children.insert(key, child);
        child
    }

    /// The node after a return to `address`: the caller of the nearest frame that returns there. A return to no known
    /// caller (a jump through the link register) leaves the stack as it is.
    pub fn return_to(&self, node: CallNode, address: u64) -> CallNode {
        let mut current = node;
        while current != Self::ROOT {
            let entry = &self.entries[current.0 as usize];
            if self.frame(entry).return_to == address {
                return entry.parent;
            }
            current = entry.parent;
        }
        node
    }

    /// The active calls, innermost first.
    pub fn frames(&self, node: CallNode) -> impl Iterator<Item = CallFrame> + Clone {
        self.upwards(node).map(|entry| *self.frame(entry))
    }

    /// A position within the innermost function, and the calls around it, innermost first.
    pub fn outwards(
        &self,
        position: Position,
        node: CallNode,
    ) -> impl Iterator<Item = Position> + Clone {
        let sites = self.frames(node).map(|frame| frame.call_site);
        std::iter::once(position).chain(sites)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(tree: &mut CallTree, site: u64, return_to: u64) -> CallSite {
        tree.site(CallFrame {
            call_site: Position(site),
            callee: BlockKey::at(100),
            return_to,
        })
    }

    #[test]
    fn two_calls_on_one_line_are_two_nodes_and_returning_leads_to_one_caller() {
        let mut tree = CallTree::new();
        let sites = [site(&mut tree, 4, 8), site(&mut tree, 12, 16)];
        let [first, second] = sites.map(|site| tree.call(CallTree::ROOT, site));
        assert_ne!(first, second);
        assert_eq!(tree.return_to(first, 8), CallTree::ROOT);
        assert_eq!(tree.return_to(second, 16), CallTree::ROOT);
        let again = site(&mut tree, 4, 8);
        assert_eq!(tree.call(CallTree::ROOT, again), first);
    }

    #[test]
    fn a_return_past_several_frames_pops_them_all() {
        let mut tree = CallTree::new();
        let sites = [site(&mut tree, 4, 8), site(&mut tree, 104, 108)];
        let outer = tree.call(CallTree::ROOT, sites[0]);
        let inner = tree.call(outer, sites[1]);
        assert_eq!(tree.depth(inner), 2);
        assert_eq!(tree.return_to(inner, 8), CallTree::ROOT);
        assert_eq!(tree.return_to(inner, 0xdead), inner);
        assert_eq!(tree.frames(inner).count(), 2);
        assert_eq!((tree.recursion(outer), tree.recursion(inner)), (0, 1));
        assert_eq!(tree.return_below(outer, inner), Some(108));
        assert_eq!(tree.return_below(CallTree::ROOT, inner), Some(8));
        assert_eq!(tree.return_below(inner, inner), None);
    }
}
