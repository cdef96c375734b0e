//! Memories of known contents.
//!
//! The known elements are given in runs, so that a memory may have bytes at both ends of a wide address space. A run knows its own
//! hash: a memory that differs in one run from another is found or stored without looking at the elements of the others.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::FxHasher;

use crate::ops::mask;

/// Elements at consecutive indices.
#[derive(Clone, Debug)]
pub struct Run {
    start: u64,
    contents: Rc<[u64]>,
    hash: u64,
}

impl Run {
    /// Elements at `start`, `start + 1`, ...; at least one, and the last index is below 2^64.
    pub fn new(start: u64, contents: Rc<[u64]>) -> Self {
        let mut hasher = FxHasher::default();
        contents.hash(&mut hasher);
        let hash = hasher.finish();
        Run {
            start,
            contents,
            hash,
        }
    }

    /// The index of the first element.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// The elements.
    pub fn contents(&self) -> &Rc<[u64]> {
        &self.contents
    }

    /// The index of the last element.
    pub fn last(&self) -> u64 {
        self.start + (self.contents.len() as u64).saturating_sub(1)
    }
}

impl PartialEq for Run {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start
            && self.hash == other.hash
            && (Rc::ptr_eq(&self.contents, &other.contents) || self.contents == other.contents)
    }
}

impl Eq for Run {}

impl Hash for Run {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.start.hash(state);
        self.hash.hash(state);
    }
}

/// A memory of known contents.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MemoryLiteral {
    /// Width of an index (1 to 64).
    pub index_width: u32,
    /// Width of an element (1 to 64).
    pub element_width: u32,
    /// The known elements: runs that do not overlap, by index.
    pub(crate) runs: Rc<[Run]>,
    /// The element at all other indices.
    pub default: u64,
}

impl MemoryLiteral {
    /// The element at `index`.
    #[inline]
    pub fn element(&self, index: u64) -> u64 {
        let behind = self.runs.partition_point(|run| run.start <= index);
        let run = behind.checked_sub(1).map(|at| &self.runs[at]);
        run.and_then(|run| run.contents.get(usize::try_from(index - run.start).ok()?))
            .copied()
            .unwrap_or(self.default)
    }

    /// The runs of known elements, by index.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The number of elements that are given one by one.
    pub fn known(&self) -> usize {
        self.runs.iter().map(|run| run.contents.len()).sum()
    }

    /// The elements at 0, 1, 2, ... if no others are known.
    pub fn as_table(&self) -> Option<&[u64]> {
        match &*self.runs {
            [] => Some(&[]),
            [run] if run.start == 0 => Some(&run.contents),
            _ => None,
        }
    }

    /// The known elements with their indices.
    pub fn elements(&self) -> impl Iterator<Item = (u64, u64)> {
        let of_run = |run: &Run| {
            let start = run.start;
            let contents = run.contents.clone();
            (0..contents.len()).map(move |i| (start + i as u64, contents[i]))
        };
        self.runs.iter().flat_map(of_run)
    }

    /// The indices around `index`, the first and the last, that have the default since they lie in no run; none if it lies in one.
    pub fn gap(&self, index: u64) -> Option<(u64, u64)> {
        let behind = self.runs.partition_point(|run| run.start <= index);
        let first = match behind.checked_sub(1).map(|at| &self.runs[at]) {
            None => 0,
            Some(run) if run.last() < index => run.last() + 1,
            Some(_) => return None,
        };
        let last = match self.runs.get(behind) {
            None => mask(self.index_width),
            Some(run) => run.start - 1,
        };
        Some((first, last))
    }
}
