//! Accesses through symbolic addresses: loads and stores that range over a window of one object.
//!
//! A window is the range of offsets that the first byte of an access can have, with a stride that divides all of them.
//! A narrow window becomes a chain of `ite`s over its elements, which fold and blast well. A wide one becomes an array term:
//! a load reads a literal of the window's contents with its symbolic bytes written on top; a store turns the window into a
//! part of the object that is an array term from then on. The solver decides array terms lazily.

use std::rc::Rc;

use everypath_term::{Term, TermTable};

use super::flat_array::FlatArray;
use super::span::{ArrayRegion, Part, Span, little_endian};
use super::{Memory, Object, ObjectId};
use crate::Value;

/// Up to so many elements a window is unfolded into `ite`s.
pub(crate) const NARROW: u64 = 64;

/// A window wider than this many bytes is given up (a named cut).
pub(crate) const WIDEST: u64 = 1 << 16;

impl Memory {
    /// Loads `size` bytes at a symbolic offset (a term of `index_width` bits) within a window of an object.
    pub(crate) fn load_window(
        &self,
        terms: &mut TermTable,
        id: ObjectId,
        offset: Term,
        span: Span,
        size: u32,
    ) -> Value {
        let object = self.object(id);
        let term = if span.count() <= NARROW {
            load_narrow(object, terms, offset, span, size)
        } else {
            load_wide(object, terms, offset, span, size)
        };
        Value::of(terms, term)
    }

    /// Stores a value of exactly `8 * size` bits at a symbolic offset within a window of an object, where a condition of width
    /// 1 holds.
    #[expect(clippy::too_many_arguments, reason = "the parts of an access")]
    pub(crate) fn store_window(
        &mut self,
        terms: &mut TermTable,
        id: ObjectId,
        offset: Term,
        span: Span,
        size: u32,
        value: Value,
        condition: Term,
    ) {
        let object = self.object_mut(id);
        let executable = object.permissions().execute;
        let value = value.term(terms, 8 * size);
        if span.count() <= NARROW {
            store_narrow(object, terms, offset, span, size, value, condition);
        } else {
            store_wide(object, terms, offset, span, size, value, condition);
        }
        self.code_written |= executable;
    }
}

/// `ite(offset == o1, value at o1, ite(...))`; the last offset needs no comparison.
fn load_narrow(
    object: &Object,
    terms: &mut TermTable,
    offset: Term,
    span: Span,
    size: u32,
) -> Term {
    let width = terms.width(offset);
    let mut result: Option<Term> = None;
    for candidate in span.offsets().rev() {
        let here = object
            .load(terms, FlatArray::NONE, candidate, size)
            .term(terms, 8 * size);
        result = Some(match result {
            None => here,
            Some(rest) => {
                let place = terms.constant(width, candidate);
                let same = terms.eq(offset, place);
                terms.ite(same, here, rest)
            }
        });
    }
    match result {
        Some(term) => term,
        None => terms.constant(8 * size, 0),
    }
}

/// Reads an array of elements of the stride's size, or of bytes where accesses overlap.
fn load_wide(object: &Object, terms: &mut TermTable, offset: Term, span: Span, size: u32) -> Term {
    let width = terms.width(offset);
    // Where a store has made the window an array, a load reads that, not a copy of its bytes.
    let whole = object.array_over((span.low, span.bytes(size)));
    if let Some(region) = whole.filter(|region| region.index_width == width) {
        return region.read_at(terms, offset, size);
    }
    let elements = if span.stride >= u64::from(size) && object.arrays.is_empty() {
        Elements {
            size,
            stride: span.stride,
            count: span.count(),
        }
    } else {
        Elements {
            size: 1,
            stride: 1,
            count: span.bytes(size),
        }
    };
    let contents = contents_of(object, terms, width, span.low, elements);
    let low = terms.constant(width, span.low);
    let from_low = terms.sub(offset, low);
    let shift = terms.constant(width, u64::from(elements.stride.trailing_zeros()));
    let first = terms.lshr(from_low, shift);
    little_endian(terms, size / elements.size, |terms, part| {
        let number = terms.constant(width, u64::from(part));
        let index = terms.add(first, number);
        terms.read(contents, index)
    })
}

/// How a window is cut into array elements: `count` elements of `size` bytes, `stride` bytes apart.
#[derive(Clone, Copy)]
struct Elements {
    size: u32,
    stride: u64,
    count: u64,
}

/// The elements from offset `low` on as an array term: a literal with the symbolic elements written on top.
fn contents_of(
    object: &Object,
    terms: &mut TermTable,
    index_width: u32,
    low: u64,
    elements: Elements,
) -> Term {
    let mut literal = Vec::with_capacity(elements.count as usize);
    let mut symbolic = Vec::new();
    for number in 0..elements.count {
        match object.load(
            terms,
            FlatArray::NONE,
            low + number * elements.stride,
            elements.size,
        ) {
            Value::Constant(constant) => literal.push(constant),
            Value::Term(term) => {
                literal.push(0);
                symbolic.push((number, term));
            }
        }
    }
    let literal: Rc<[u64]> = literal.into();
    let mut contents = terms.memory_literal(index_width, 8 * elements.size, literal, 0);
    for (number, term) in symbolic {
        let index = terms.constant(index_width, number);
        contents = terms.write(contents, index, term);
    }
    contents
}

/// Every byte that the store can reach becomes an `ite`.
fn store_narrow(
    object: &mut Object,
    terms: &mut TermTable,
    offset: Term,
    span: Span,
    size: u32,
    value: Term,
    condition: Term,
) {
    let width = terms.width(offset);
    let single = span.low == span.high;
    let disjoint = span.stride >= u64::from(size);
    for candidate in span.offsets() {
        let place = terms.constant(width, candidate);
        let same = match single {
            true => condition,
            false => {
                let same = terms.eq(offset, place);
                terms.and(same, condition)
            }
        };
        if disjoint {
            let old = object
                .load(terms, FlatArray::NONE, candidate, size)
                .term(terms, 8 * size);
            let new = terms.ite(same, value, old);
            let new = Value::of(terms, new);
            object.store(terms, candidate, size, new);
            continue;
        }
        // The accesses overlap, so each is applied byte by byte under its own condition; the conditions exclude
        // each other.
        for byte in 0..size {
            let at = candidate + u64::from(byte);
            let old = object.load(terms, FlatArray::NONE, at, 1).term(terms, 8);
            let part = terms.extract(value, 8 * byte + 7, 8 * byte);
            let new = terms.ite(same, part, old);
            let new = Value::of(terms, new);
            object.store(terms, at, 1, new);
        }
    }
}

impl Object {
    /// Makes a range, which array parts that it touches do not leave, an array part. `width` is that of an index.
    pub(super) fn make_array(
        &mut self,
        terms: &mut TermTable,
        width: u32,
        start: u64,
        length: u64,
    ) {
        let contents = self.array_of(terms, width, (start, length));
        self.put_array_over((start, length), width, contents);
    }

    /// Makes such a range an array part with these contents.
    pub(super) fn put_array_over(&mut self, (start, length): Part, width: u32, contents: Term) {
        let end = start + length;
        self.write_all_bits(start..end);
        self.arrays
            .retain(|region| region.start >= end || region.start + region.length <= start);
        self.arrays.push(ArrayRegion {
            start,
            length,
            contents,
            index_width: width,
        });
        self.arrays.sort_by_key(|region| region.start);
    }

    /// The contents of such a range, all bytes of which have values, as an array term.
    pub(super) fn array_of(
        &self,
        terms: &mut TermTable,
        width: u32,
        (start, length): Part,
    ) -> Term {
        let whole = self
            .arrays
            .iter()
            .find(|region| region.part() == (start, length));
        if let Some(region) = whole {
            return region.contents;
        }
        debug_assert!(
            !self.has_undefined(start..start + length),
            "bytes have values"
        );
        let is_all = length > WIDEST && (start, length) == (0, self.size());
        let at_once = is_all.then(|| self.whole_contents(terms, width)).flatten();
        if let Some(contents) = at_once {
            return contents;
        }
        let elements = Elements {
            size: 1,
            stride: 1,
            count: length,
        };
        contents_of(self, terms, width, start, elements)
    }
}

/// The window, joined with the array parts that it touches, becomes one array part; the store is a write to it.
fn store_wide(
    object: &mut Object,
    terms: &mut TermTable,
    offset: Term,
    span: Span,
    size: u32,
    value: Term,
    condition: Term,
) {
    let width = terms.width(offset);
    let (mut start, mut end) = (span.low, span.low + span.bytes(size));
    for region in &object.arrays {
        if region.start < end && start < region.start + region.length {
            start = start.min(region.start);
            end = end.max(region.start + region.length);
        }
    }
    let part = (start, end - start);
    let before = object.array_of(terms, width, part);
    let mut contents = before;
    let base = terms.constant(width, start);
    let first = terms.sub(offset, base);
    for byte in 0..size {
        let number = terms.constant(width, u64::from(byte));
        let index = terms.add(first, number);
        let part = terms.extract(value, 8 * byte + 7, 8 * byte);
        contents = terms.write(contents, index, part);
    }
    contents = terms.ite(condition, contents, before);
    object.put_array_over(part, width, contents);
}
