//! Heaps: which blocks are allocated, as terms of their own that vanish before anything is solved.
//!
//! After C. Sinz, S. Falke, F. Merz: "A Precise Memory Model for Low-Level Bounded Model Checking" (SSV 2010) and F. Merz: "Theory
//! and Implementation of Software Bounded Model Checking" (thesis, KIT 2016), chapter 5. A heap is a set of blocks, made from the empty
//! one by allocating and freeing, and by choosing between two heaps where ways meet. Nobody asks for the set itself: an *observer*
//! asks whether some block contains an access, starts at an address, or is in the way of a new one. What it says has no heap in it: only
//! conditions on bit-vectors are left.
//!
//! The printed rules for freed blocks do not hold together: the selected address of a containing block is wrong, and what may be
//! allocated collapses to a constant. Rules that carry the addresses which are freed *later* inwards are exact (the tests have them), but
//! the sets of such addresses double wherever ways meet of which one has freed. So the question is split: in which blocks can the answer
//! lie, and when is each of them *live*, that is, allocated and not freed since. The second part does not depend on the observer and is
//! remembered: of the block of a heap itself it is true; of a heap with another block more, what it is below; of a heap that was freed
//! from, what it is below unless the addresses agree; of a choice, the choice. A block of t bytes at q then counts like this:
//!
//! | observer | holds |
//! |---|---|
//! | an access to s bytes at p is valid | for some live block, q..q+t contains p..p+s |
//! | p can be freed | for some live block, q = p |
//! | s bytes at p can be allocated | p is not 0, p+s does not wrap around, and for every live block q..q+t and p..p+s are disjoint |
//! | the size of the block at p | t of the live block with q = p, else 0 |
//! | nothing is left | no block is live |
//!
//! What must hold: a block is allocated only where that is possible (then no block has address 0, none wraps around, and no two touch).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::node::Term;
use crate::table::TermTable;

/// A freed block is looked for behind at most this many others, to make the heap smaller.
const LOOK_BACK: usize = 64;

/// A handle of a heap in one [`Heaps`]. Equal handles are equal heaps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Heap(u32);

impl Heap {
    /// No block is allocated.
    pub const EMPTY: Heap = Heap(0);
}

/// How a heap is made. Addresses and sizes have the width of an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    Empty,
    Allocate {
        below: Heap,
        address: Term,
        size: Term,
    },
    Free {
        below: Heap,
        address: Term,
    },
    Choose {
        condition: Term,
        then: Heap,
        otherwise: Heap,
    },
}

/// A block that was allocated on the way to a heap.
#[derive(Clone, Copy)]
struct Block {
    /// The heap that has it as its newest block.
    heap: Heap,
    address: Term,
    size: Term,
}

/// All heaps of one worker.
#[derive(Clone, Debug)]
pub struct Heaps {
    nodes: Vec<Node>,
    index: FxHashMap<Node, Heap>,
    /// When the newest block of the second heap is live in the first.
    lives: FxHashMap<(Heap, Heap), Term>,
}

impl Default for Heaps {
    fn default() -> Self {
        Heaps {
            nodes: vec![Node::Empty],
            index: FxHashMap::default(),
            lives: FxHashMap::default(),
        }
    }
}

impl Heaps {
    /// Only the empty heap.
    pub fn new() -> Self {
        Self::default()
    }

    fn node(&self, heap: Heap) -> Node {
        self.nodes[heap.0 as usize]
    }

    fn make(&mut self, node: Node) -> Heap {
        if let Some(&known) = self.index.get(&node) {
            return known;
        }
        let heap = Heap(self.nodes.len() as u32);
        self.nodes.push(node);
        self.index.insert(node, heap);
        heap
    }

    /// The heap with one block more. It must be [allocatable](Heaps::allocatable).
    pub fn allocate(&mut self, heap: Heap, address: Term, size: Term) -> Heap {
        self.make(Node::Allocate {
            below: heap,
            address,
            size,
        })
    }

    /// The heap without the block at an address; the same if none starts there.
    pub fn free(&mut self, heap: Heap, address: Term) -> Heap {
        // A block that is seen to start there is the only one: blocks do not touch, so the others have other addresses.
        let mut passed = Vec::new();
        let mut at = heap;
        while let Node::Allocate {
            below,
            address: block,
            size,
        } = self.node(at)
        {
            if block == address {
                return passed.into_iter().rev().fold(below, |heap, (block, size)| {
                    self.allocate(heap, block, size)
                });
            }
            if passed.len() >= LOOK_BACK {
                break;
            }
            passed.push((block, size));
            at = below;
        }
        self.make(Node::Free {
            below: heap,
            address,
        })
    }

    /// The first heap where the condition (of width 1) holds, else the second.
    pub fn choose(
        &mut self,
        terms: &TermTable,
        condition: Term,
        then: Heap,
        otherwise: Heap,
    ) -> Heap {
        if then == otherwise || terms.is_true(condition) {
            return then;
        }
        if terms.is_false(condition) {
            return otherwise;
        }
        self.make(Node::Choose {
            condition,
            then,
            otherwise,
        })
    }

    /// Holds where some block contains all bytes of an access: its address and size. One that wraps around lies in no block.
    /// `bounds` are the least and the greatest value that the address can have: blocks at other places are passed over.
    pub fn is_valid(
        &mut self,
        terms: &mut TermTable,
        heap: Heap,
        access: Range,
        bounds: (u64, u64),
    ) -> Term {
        let (least, greatest) = bounds;
        let bytes = terms.as_u64(access.1);
        let mut valid = terms.bool(false);
        for block in self.blocks(heap) {
            let place = (terms.as_u64(block.address), terms.as_u64(block.size));
            let mut holds_all = false;
            if let (Some(first), Some(size)) = place {
                if greatest < first || first.saturating_add(size) < least {
                    continue;
                }
                let room = bytes.and_then(|bytes| size.checked_sub(bytes));
                holds_all = room.is_some_and(|room| first <= least && greatest - first <= room);
            }
            let inside = match holds_all {
                true => terms.bool(true),
                false => contains(terms, (block.address, block.size), access),
            };
            if !terms.is_false(inside) {
                let live = self.live(terms, heap, block.heap);
                let here = terms.and(inside, live);
                valid = terms.or(valid, here);
            }
        }
        valid
    }

    /// Holds where a block starts at `address`, so that it can be freed.
    pub fn can_be_freed(&mut self, terms: &mut TermTable, heap: Heap, address: Term) -> Term {
        let mut possible = terms.bool(false);
        for block in self.blocks(heap) {
            let same = terms.eq(block.address, address);
            if !terms.is_false(same) {
                let live = self.live(terms, heap, block.heap);
                let here = terms.and(same, live);
                possible = terms.or(possible, here);
            }
        }
        possible
    }

    /// Holds where `size` bytes at `address` can be a new block: not at 0, not wrapping around, and touching no other.
    pub fn allocatable(
        &mut self,
        terms: &mut TermTable,
        heap: Heap,
        address: Term,
        size: Term,
    ) -> Term {
        let zero = terms.constant(terms.width(address), 0);
        let somewhere = terms.ne(address, zero);
        let fits = does_not_wrap(terms, address, size);
        let mut possible = terms.and(somewhere, fits);
        for block in self.blocks(heap) {
            let apart = disjoint(terms, (block.address, block.size), (address, size));
            let live = self.live(terms, heap, block.heap);
            let here = terms.implies(live, apart);
            possible = terms.and(possible, here);
        }
        possible
    }

    /// The size of the block that starts at `address`; 0 if none does.
    pub fn size_at(&mut self, terms: &mut TermTable, heap: Heap, address: Term) -> Term {
        let mut size = terms.constant(terms.width(address), 0);
        for block in self.blocks(heap) {
            let same = terms.eq(block.address, address);
            if !terms.is_false(same) {
                let live = self.live(terms, heap, block.heap);
                let here = terms.and(same, live);
                size = terms.ite(here, block.size, size);
            }
        }
        size
    }

    /// Holds where no block is left.
    pub fn is_empty(&mut self, terms: &mut TermTable, heap: Heap) -> Term {
        let mut empty = terms.bool(true);
        for block in self.blocks(heap) {
            let live = self.live(terms, heap, block.heap);
            let gone = terms.not(live);
            empty = terms.and(empty, gone);
        }
        empty
    }

    /// All blocks that were allocated on some way to a heap, oldest first.
    fn blocks(&self, heap: Heap) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![heap];
        while let Some(heap) = stack.pop() {
            if !seen.insert(heap) {
                continue;
            }
            match self.node(heap) {
                Node::Empty => {}
                Node::Allocate {
                    below,
                    address,
                    size,
                } => {
                    blocks.push(Block {
                        heap,
                        address,
                        size,
                    });
                    stack.push(below);
                }
                Node::Free { below, .. } => stack.push(below),
                Node::Choose {
                    then, otherwise, ..
                } => stack.extend([then, otherwise]),
            }
        }
        blocks.sort_unstable_by_key(|block| block.heap);
        blocks
    }

    /// Holds where the newest block of `block` is live in `heap`. O(heaps between the two), and remembered for each of them.
    fn live(&mut self, terms: &mut TermTable, heap: Heap, block: Heap) -> Term {
        let (yes, no) = (terms.bool(true), terms.bool(false));
        let Node::Allocate { address, .. } = self.node(block) else {
            return no;
        };
        let mut stack = vec![heap];
        let mut last = no;
        while let Some(&heap) = stack.last() {
            // A heap is made after those that it is made of.
            let known = |heap: Heap| match heap.cmp(&block) {
                std::cmp::Ordering::Less => Some(no),
                std::cmp::Ordering::Equal => Some(yes),
                std::cmp::Ordering::Greater => self.lives.get(&(heap, block)).copied(),
            };
            if let Some(known) = known(heap) {
                last = known;
                stack.pop();
                continue;
            }
            let (first, second) = match self.node(heap) {
                Node::Empty => (Heap::EMPTY, Heap::EMPTY),
                Node::Allocate { below, .. } | Node::Free { below, .. } => (below, below),
                Node::Choose {
                    then, otherwise, ..
                } => (then, otherwise),
            };
            let (Some(here), Some(there)) = (known(first), known(second)) else {
                stack.extend(
                    [first, second]
                        .iter()
                        .filter(|below| known(**below).is_none()),
                );
                continue;
            };
            let live = match self.node(heap) {
                Node::Free { address: freed, .. } => {
                    let differs = terms.ne(address, freed);
                    terms.and(here, differs)
                }
                Node::Choose { condition, .. } => terms.ite(condition, here, there),
                _ => here,
            };
            self.lives.insert((heap, block), live);
        }
        last
    }
}

/// A range of addresses: the first one and the number of bytes, both of the width of an address.
pub type Range = (Term, Term);

/// Holds where the first range, which does not wrap around, contains the second with all bytes.
///
/// The distance of the starts is compared, not the ends, so that nothing has to be said about ends that wrap around.
pub fn contains(terms: &mut TermTable, (outer, size): Range, (inner, bytes): Range) -> Term {
    let fits = terms.ule(bytes, size);
    let distance = terms.sub(inner, outer);
    let room = terms.sub(size, bytes);
    let inside = terms.ule(distance, room);
    terms.and(fits, inside)
}

/// Holds where neither range wraps around and at least one byte lies between them.
pub fn disjoint(terms: &mut TermTable, (a, a_size): Range, (b, b_size): Range) -> Term {
    let (a_end, b_end) = (terms.add(a, a_size), terms.add(b, b_size));
    let (before, behind) = (terms.ult(a_end, b), terms.ult(b_end, a));
    let apart = terms.or(before, behind);
    let (a_fits, b_fits) = (
        does_not_wrap(terms, a, a_size),
        does_not_wrap(terms, b, b_size),
    );
    let fit = terms.and(a_fits, b_fits);
    terms.and(apart, fit)
}

/// Holds where the end of a range is an address.
fn does_not_wrap(terms: &mut TermTable, address: Term, size: Term) -> Term {
    let end = terms.add(address, size);
    terms.ule(address, end)
}

#[cfg(test)]
mod tests;
