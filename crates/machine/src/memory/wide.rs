//! Objects too large to be looked at byte by byte, as one array part.
//!
//! A window of an object becomes an array of its contents, which takes time and space for each byte ([`super::window`]). Of an object of millions of
//! bytes few were written; what was not is zero or was never written at all. Then the array is a literal of zeros or an arbitrary one, with
//! what was written on top, and each access through a symbolic address is one term, however far it ranges.

use everypath_term::{Run, Term, TermTable};

use super::object::page;
use super::page::{Byte, ByteOf, PAGE};
use super::span::{ArrayRegion, Part};
use super::{Memory, Object, ObjectId, WIDEST};

/// Up to so many pages that were written, or that the object started with, are put into an array.
const MOST_PAGES: usize = 1 << 12;

impl Memory {
    /// Whether an array part of an object holds all bytes of a range.
    pub(crate) fn is_array(&self, id: ObjectId, (start, length): Part) -> bool {
        self.object(id).array_over((start, length)).is_some()
    }

    /// Makes an object one array part. What was never written is arbitrary there, and not the same as what it is elsewhere. Gives whether that is
    /// possible: not where too much of the object is known.
    pub(crate) fn make_whole_array(
        &mut self,
        terms: &mut TermTable,
        id: ObjectId,
        width: u32,
    ) -> bool {
        let object = self.object(id);
        let whole = (0, object.size());
        if object.array_over(whole).is_some() {
            return true;
        }
        let Some(contents) = object.whole_contents(terms, width) else {
            return false;
        };
        self.object_mut(id).put_array_over(whole, width, contents);
        true
    }

    /// Makes an object an array of which nothing is known, so the state stands for more than it did.
    pub(crate) fn forget(&mut self, terms: &mut TermTable, id: ObjectId, width: u32) {
        let whole = (0, self.object(id).size());
        let contents = arbitrary(terms, self.object(id), width);
        self.object_mut(id).put_array_over(whole, width, contents);
    }
}

impl Object {
    /// The array part that holds all bytes of a range.
    pub(super) fn array_over(&self, (start, length): Part) -> Option<&ArrayRegion> {
        let holds = |region: &&ArrayRegion| {
            let offset = start.wrapping_sub(region.start);
            offset < region.length && length <= region.length - offset
        };
        self.arrays.iter().find(holds)
    }

    /// Whether a part is all of it, all of that was written, and it can be one array.
    pub(super) fn may_be_whole(&self, part: Part) -> bool {
        let whole = (0, self.size());
        part == whole && !self.has_undefined(0..whole.1) && self.known().is_some()
    }

    /// All bytes as one array: a literal or an arbitrary one, with what was written on top. None where too much of the object is known, or bytes were
    /// never written among others that were zero.
    pub(super) fn whole_contents(&self, terms: &mut TermTable, width: u32) -> Option<Term> {
        let Known { runs, written } = self.known()?;
        let mut contents = match self.has_undefined(0..self.size()) {
            true => arbitrary(terms, self, width),
            false => terms.memory_runs(width, 8, runs.into(), 0),
        };
        for (at, byte) in written {
            let byte = match byte {
                Byte::Of(ByteOf { term, byte }) => terms.extract(term, 8 * byte + 7, 8 * byte),
                Byte::Constant(byte) => terms.constant(8, byte.into()),
                Byte::Undefined | Byte::Flat => continue,
            };
            let index = terms.constant(width, at);
            contents = terms.write(contents, index, byte);
        }
        Some(contents)
    }

    /// What is known of all bytes.
    fn known(&self) -> Option<Known> {
        let is_arbitrary = self.has_undefined(0..self.size());
        if !self.arrays.is_empty() {
            return None;
        }
        let initial = (self.initial_length() as usize).div_ceil(PAGE);
        let is_touched = |&number: &usize| number < initial || page(&self.pages, number).is_some();
        let touched: Vec<usize> = (0..self.pages.len().max(initial))
            .filter(is_touched)
            .collect();
        if touched.len() > MOST_PAGES {
            return None;
        }
        let (mut runs, mut written) = (Vec::new(), Vec::new());
        for number in touched {
            let first = (number * PAGE) as u64;
            let mut bytes = Vec::with_capacity(PAGE);
            for at in first..self.size().min(first + PAGE as u64) {
                let byte = self.byte(at);
                bytes.push(match byte {
                    Byte::Constant(byte) => byte.into(),
                    Byte::Of(_) => 0,
                    Byte::Undefined if is_arbitrary => continue,
                    Byte::Undefined | Byte::Flat => return None,
                });
                if is_arbitrary || matches!(byte, Byte::Of(_)) {
                    written.push((at, byte));
                }
            }
            runs.push(Run::new(first, bytes.into()));
        }
        (written.len() as u64 <= WIDEST).then_some(Known { runs, written })
    }
}

/// What is known of the bytes of an object.
struct Known {
    /// Constants, and zeros for terms among them; of no use where bytes were never written.
    runs: Vec<Run>,
    /// What is written on top.
    written: Vec<(u64, Byte)>,
}

/// Contents of an object that may be anything.
fn arbitrary(terms: &mut TermTable, of: &Object, width: u32) -> Term {
    terms.memory_input(&format!("contents of {}", of.name()), width, 8)
}
