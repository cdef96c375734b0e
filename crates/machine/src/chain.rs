//! A persistent list that grows at one end: what a path remembers. Cloning is O(1), clones share what they have in common.

use std::fmt::{Debug, Formatter};
use std::rc::Rc;

/// A persistent list; the newest element is at hand.
pub struct Chain<T> {
    newest: Option<Rc<Node<T>>>,
    length: usize,
}

struct Node<T> {
    element: T,
    older: Option<Rc<Node<T>>>,
}

impl<T> Chain<T> {
    /// The empty list.
    pub fn new() -> Self {
        Chain {
            newest: None,
            length: 0,
        }
    }

    /// Adds an element, in O(1).
    pub fn push(&mut self, element: T) {
        let older = self.newest.take();
        self.newest = Some(Rc::new(Node { element, older }));
        self.length += 1;
    }

    /// Takes the newest element, in O(1).
    pub fn pop(&mut self) -> Option<T>
    where
        T: Clone,
    {
        let node = self.newest.take()?;
        self.length -= 1;
        match Rc::try_unwrap(node) {
            Ok(mut node) => {
                self.newest = node.older.take();
                Some(node.element)
            }
            Err(shared) => {
                self.newest = shared.older.clone();
                Some(shared.element.clone())
            }
        }
    }

    /// The elements that two lists begin with: the same pushes, not only equal ones. O(number of the others).
    pub fn common(&self, other: &Chain<T>) -> Chain<T> {
        let (mut a, mut b) = (self.newest.as_ref(), other.newest.as_ref());
        let (mut from_a, mut from_b) = (self.length, other.length);
        while let (Some(x), Some(y)) = (a, b) {
            if Rc::ptr_eq(x, y) {
                break;
            }
            let (step_a, step_b) = (from_a >= from_b, from_b >= from_a);
            if step_a {
                (a, from_a) = (x.older.as_ref(), from_a - 1);
            }
            if step_b {
                (b, from_b) = (y.older.as_ref(), from_b - 1);
            }
        }
        match (a, b) {
            (Some(shared), Some(_)) => Chain {
                newest: Some(shared.clone()),
                length: from_a,
            },
            _ => Chain::new(),
        }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Whether two lists are the same pushes. Says no of different lists with equal elements.
    pub fn is(&self, other: &Chain<T>) -> bool {
        match (&self.newest, &other.newest) {
            (Some(one), Some(two)) => Rc::ptr_eq(one, two),
            (one, two) => one.is_none() && two.is_none(),
        }
    }

    /// The elements, newest first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let mut node = self.newest.as_deref();
        std::iter::from_fn(move || {
            let current = node?;
            node = current.older.as_deref();
            Some(&current.element)
        })
    }

    /// The elements, oldest first.
    pub fn to_vec(&self) -> Vec<T>
    where
        T: Clone,
    {
        let mut elements: Vec<T> = self.iter().cloned().collect();
        elements.reverse();
        elements
    }
}

impl<T> Default for Chain<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Clone for Chain<T> {
    fn clone(&self) -> Self {
        Chain {
            newest: self.newest.clone(),
            length: self.length,
        }
    }
}

impl<T: Debug> Debug for Chain<T> {
    /// The elements, newest first, without recursion.
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T> Drop for Chain<T> {
    /// Frees node after node: a recursive drop would overflow the stack on long paths.
    fn drop(&mut self) {
        let mut node = self.newest.take();
        while let Some(mut inner) = node.and_then(|shared| Rc::try_unwrap(shared).ok()) {
            node = inner.older.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_their_past_and_differ_in_their_future() {
        let mut left = Chain::new();
        left.push(1);
        let mut right = left.clone();
        left.push(2);
        right.push(3);
        assert_eq!((left.to_vec(), right.to_vec()), (vec![1, 2], vec![1, 3]));
        left.push(4);
        assert_eq!(left.common(&right).to_vec(), [1]);
        assert_eq!(left.common(&left).len(), 3);
        assert!(left.common(&Chain::new()).is_empty());
    }

    #[test]
    fn a_million_elements_are_freed_without_recursion() {
        let mut chain = Chain::new();
        for i in 0..1_000_000 {
            chain.push(i);
        }
        assert_eq!(chain.len(), 1_000_000);
    }
}
