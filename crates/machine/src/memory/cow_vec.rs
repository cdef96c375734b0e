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

    /// Whether both are the very same.
    pub fn is(&self, other: &Self) -> bool {
        self.length == other.length && Rc::ptr_eq(&self.branches, &other.branches)
    }

    /// The indices of elements that are not in the very same leaf of both, ascending, up to the greater length. What both share
    /// is passed over node by node.
    pub fn unshared(&self, other: &Self) -> impl Iterator<Item = usize> + use<T> {
        let length = self.length.max(other.length);
        let mut leaves = Vec::new();
        if !self.is(other) {
            let branches = self
                .branches
                .iter()
                .map(Some)
                .chain(std::iter::repeat(None));
            let others = other
                .branches
                .iter()
                .map(Some)
                .chain(std::iter::repeat(None));
            let pairs = branches.zip(others).take(length.div_ceil(BRANCH));
            for (number, pair) in pairs.enumerate() {
                let first = number * BRANCH / LEAF;
                let count = (length - number * BRANCH).min(BRANCH).div_ceil(LEAF);
                match pair {
                    (Some(one), Some(two)) if Rc::ptr_eq(one, two) => {}
                    (Some(one), Some(two)) => {
                        let differs = |at: &usize| match (one.get(*at), two.get(*at)) {
                            (Some(one), Some(two)) => !Rc::ptr_eq(one, two),
                            _ => true,
                        };
                        leaves.extend((0..count).filter(differs).map(|leaf| first + leaf));
                    }
                    _ => leaves.extend(first..first + count),
                }
            }
        }
        leaves
            .into_iter()
            .flat_map(move |leaf| leaf * LEAF..(leaf * LEAF + LEAF).min(length))
    }

    /// Makes it at least so long, with copies of an element. They share nodes, so that a great length costs one entry per 1,024 of them.
    pub fn extend_to(&mut self, length: usize, element: &T) {
        while self.length < length && !self.length.is_multiple_of(BRANCH) {
            self.push(element.clone());
        }
        let whole = length.saturating_sub(self.length) / BRANCH;
        if whole > 0 {
            let leaf: Leaf<T> = Rc::new(vec![element.clone(); LEAF]);
            let branch: Branch<T> = Rc::new(vec![leaf; BRANCH / LEAF]);
            let branches = Rc::make_mut(&mut self.branches);
            branches.extend(std::iter::repeat_n(branch, whole));
            self.length += whole * BRANCH;
        }
        while self.length < length {
            self.push(element.clone());
        }
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
        let differ: Vec<usize> = left.unshared(&right).collect();
        let mut expected: Vec<usize> = (64..96).collect();
        expected.extend((8_992..9_024).chain(9_984..10_001));
        assert_eq!(differ, expected);
        assert_eq!(left.unshared(&left.clone()).count(), 0);
        assert!(left.is(&left.clone()) && !left.is(&right));
        assert!(CowVec::new().unshared(&left).eq(0..10_000));
    }

    #[test]
    fn a_vector_of_copies_is_what_pushes_make_and_each_copy_is_written_alone() {
        for (before, after) in [(0, 5), (5, 3), (40, 5_000), (2_000, 2_048), (1_024, 4_096)] {
            let (mut pushed, mut extended) = (CowVec::new(), CowVec::new());
            for i in 0..before {
                pushed.push(i);
                extended.push(i);
            }
            while pushed.len() < after {
                pushed.push(7);
            }
            extended.extend_to(after, &7);
            let numbers = |all: &CowVec<usize>| -> Vec<usize> {
                (0..all.len()).map(|at| *all.get(at)).collect()
            };
            assert_eq!(numbers(&extended), numbers(&pushed));
            for at in (0..extended.len()).step_by(700) {
                *extended.get_mut(at) = 8;
                *pushed.get_mut(at) = 8;
            }
            extended.push(9);
            pushed.push(9);
            assert_eq!(numbers(&extended), numbers(&pushed));
        }
    }
}
