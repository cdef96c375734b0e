//! Windows of objects: the offsets that an access can have, and parts whose contents are an array term.

use everypath_term::{Term, TermTable};

/// The window of an access: which offsets its first byte can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Least offset in bytes.
    pub low: u64,
    /// Greatest offset in bytes.
    pub high: u64,
    /// All offsets are `low` plus a multiple of this power of two.
    pub stride: u64,
}

impl Span {
    /// The number of offsets.
    pub fn count(self) -> u64 {
        (self.high - self.low) / self.stride + 1
    }

    /// The number of bytes that an access of `size` bytes can touch.
    pub fn bytes(self, size: u32) -> u64 {
        self.high - self.low + u64::from(size)
    }

    /// The offsets, in ascending order.
    pub(crate) fn offsets(self) -> impl DoubleEndedIterator<Item = u64> {
        (0..self.count()).map(move |i| self.low + i * self.stride)
    }
}

/// A part of an object whose contents are an array term, indexed by the offset from `start`, 8-bit elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ArrayRegion {
    pub(super) start: u64,
    pub(super) length: u64,
    pub(super) contents: Term,
    pub(super) index_width: u32,
}

/// A range of an object: its first offset and its length.
pub(super) type Part = (u64, u64);

impl ArrayRegion {
    pub fn part(&self) -> Part {
        (self.start, self.length)
    }

    pub fn contents(&self) -> Term {
        self.contents
    }

    pub fn set_contents(&mut self, contents: Term) {
        self.contents = contents;
    }

    pub fn holds(&self, offset: u64) -> bool {
        offset.wrapping_sub(self.start) < self.length
    }

    pub fn read_byte(&self, terms: &mut TermTable, offset: u64) -> Term {
        let index = terms.constant(self.index_width, offset - self.start);
        terms.read(self.contents, index)
    }

    /// The bytes at a symbolic offset from the object's start, all of which it holds.
    pub(super) fn read_at(&self, terms: &mut TermTable, offset: Term, size: u32) -> Term {
        let start = terms.constant(self.index_width, self.start);
        let first = terms.sub(offset, start);
        little_endian(terms, size, |terms, byte| {
            let number = terms.constant(self.index_width, u64::from(byte));
            let index = terms.add(first, number);
            terms.read(self.contents, index)
        })
    }

    pub fn write_byte(&mut self, terms: &mut TermTable, offset: u64, byte: Term) {
        let index = terms.constant(self.index_width, offset - self.start);
        self.contents = terms.write(self.contents, index, byte);
    }
}

/// Puts elements together, the first one lowest; there is at least one.
pub(super) fn little_endian(
    terms: &mut TermTable,
    count: u32,
    mut element: impl FnMut(&mut TermTable, u32) -> Term,
) -> Term {
    let mut result = element(terms, 0);
    for number in 1..count {
        let element = element(terms, number);
        result = terms.concat(element, result);
    }
    result
}
