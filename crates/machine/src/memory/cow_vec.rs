//! A vector with cheap clones: chunks that are shared until they are written.
//!
//! Cloning is O(1). The first write after a clone copies the list of chunks and one chunk; later writes copy nothing.
//! A read, which is most of what the machine does, costs two indexings and no search.

use std::rc::Rc;

const CHUNK: usize = 64;

/// A vector with cheap clones.
#[derive(Clone, Debug)]
pub(super) struct CowVec<T> {
    chunks: Rc<Vec<Rc<Vec<T>>>>,
    length: usize,
}

impl<T: Clone> CowVec<T> {
    pub fn new() -> Self {
        CowVec {
            chunks: Rc::default(),
            length: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.length
    }

    /// The element at an index below the length.
    #[inline(always)]
    pub fn get(&self, index: usize) -> &T {
        &self.chunks[index / CHUNK][index % CHUNK]
    }

    /// The element at an index below the length, for writing.
    #[inline(always)]
    pub fn get_mut(&mut self, index: usize) -> &mut T {
        let chunks = Rc::make_mut(&mut self.chunks);
        &mut Rc::make_mut(&mut chunks[index / CHUNK])[index % CHUNK]
    }

    /// Whether both are the very same.
    pub fn is(&self, other: &Self) -> bool {
        self.length == other.length && Rc::ptr_eq(&self.chunks, &other.chunks)
    }

    /// Whether both have the element at an index in the very same chunk.
    pub fn shares(&self, other: &Self, index: usize) -> bool {
        if index >= self.length || index >= other.length {
            return false;
        }
        let chunk = index / CHUNK;
        Rc::ptr_eq(&self.chunks, &other.chunks)
            || Rc::ptr_eq(&self.chunks[chunk], &other.chunks[chunk])
    }

    pub fn push(&mut self, element: T) {
        let chunks = Rc::make_mut(&mut self.chunks);
        if self.length.is_multiple_of(CHUNK) {
            chunks.push(Rc::new(Vec::with_capacity(CHUNK)));
        }
        if let Some(chunk) = chunks.last_mut() {
            Rc::make_mut(chunk).push(element);
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
        for i in 0..200 {
            left.push(i);
        }
        let mut right = left.clone();
        *left.get_mut(70) = -1;
        right.push(200);
        assert_eq!((left.len(), *left.get(70), *left.get(199)), (200, -1, 199));
        assert_eq!(
            (right.len(), *right.get(70), *right.get(200)),
            (201, 70, 200)
        );
    }
}
