//! A vector with cheap clones: a tree of three levels whose nodes are shared until they are written.
//!
//! Cloning is O(1). The first write after a clone copies one node per level; the list of the uppermost has an entry per
//! 1,024 elements. A read, which is most of what the machine does, costs three indexings and no search.

use std::rc::Rc;

/// Elements of a leaf.
const LEAF: usize = 32;
/// Elements below a node of the middle level.
const BRANCH: usize = 32 * LEAF;

type Leaf<T> = Rc<Vec<T>>;
type Branch<T> = Rc<Vec<Leaf<T>>>;

/// A vector with cheap clones.
#[derive(Clone, Debug)]
pub(super) struct CowVec<T> {
    branches: Rc<Vec<Branch<T>>>,
    length: usize,
}

impl<T: Clone> CowVec<T> {
    pub fn new() -> Self {
        CowVec {
            branches: Rc::default(),
            length: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.length
    }

    /// The element at an index below the length.
    #[inline(always)]
    pub fn get(&self, index: usize) -> &T {
        &self.branches[index / BRANCH][index % BRANCH / LEAF][index % LEAF]
    }

    /// The element at an index below the length, for writing.
    #[inline(always)]
    pub fn get_mut(&mut self, index: usize) -> &mut T {
        let branches = Rc::make_mut(&mut self.branches);
        let leaves = Rc::make_mut(&mut branches[index / BRANCH]);
        &mut Rc::make_mut(&mut leaves[index % BRANCH / LEAF])[index % LEAF]
    }

    pub fn push(&mut self, element: T) {
        let branches = Rc::make_mut(&mut self.branches);
        if self.length.is_multiple_of(BRANCH) {
            branches.push(Rc::default());
        }
        if let Some(branch) = branches.last_mut() {
            let leaves = Rc::make_mut(branch);
            if self.length.is_multiple_of(LEAF) {
                leaves.push(Rc::new(Vec::with_capacity(LEAF)));
            }
            if let Some(leaf) = leaves.last_mut() {
                Rc::make_mut(leaf).push(element);
            }
        }
        self.length += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_in_one_clone_are_invisible_in_the_other() {
        let mut left = CowVec::new();
        for i in 0..10_000 {
            left.push(i);
        }
        let mut right = left.clone();
        *left.get_mut(70) = -1;
        *right.get_mut(9_000) = -2;
        right.push(10_000);
        assert_eq!(
            (left.len(), *left.get(70), *left.get(9_000)),
            (10_000, -1, 9_000)
        );
        assert_eq!(
            (right.len(), *right.get(70), *right.get(9_000)),
            (10_001, 70, -2)
        );
        assert!((0..10_000).all(|i| i == 70 || *left.get(i as usize) == i));
    }
}
