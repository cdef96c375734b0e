//! Copying and filling ranges of memory at constant addresses.

use std::ops::Range;

use everypath_term::TermTable;

use super::page::{Byte, ByteOf};
use super::span::ArrayRegion;
use super::{Memory, Object, ObjectId, WIDEST};
use crate::Value;

impl Memory {
    /// Copies `size` bytes that lie within both objects, as if all were read before the first is written. Symbolic and
    /// undefined bytes stay what they are.
    pub(crate) fn copy(
        &mut self,
        terms: &mut TermTable,
        from: (ObjectId, u64),
        to: (ObjectId, u64),
        size: u64,
    ) {
        if size > WIDEST && self.copy_array(from, to, size) {
            return;
        }
        let flat = self.flat_array();
        let source = self.object(from.0);
        let bytes: Vec<Byte> = (0..size)
            .map(|i| source.byte_to_copy(terms, flat, from.1 + i))
            .collect();
        let unwritten: Vec<_> = (0..size)
            .filter(|&i| bytes[i as usize] == Byte::Undefined)
            .map(|i| (to.1 + i, source.unwritten(from.1 + i)))
            .collect();
        let bits: Vec<_> = match source.has_partly_written(from.1..from.1 + size) {
            true => (0..size)
                .map(|i| (to.1 + i, source.unwritten_bits(from.1 + i)))
                .collect(),
            false => Vec::new(),
        };
        let destination = self.object_mut(to.0);
        let executable = destination.permissions().execute;
        if !unwritten.is_empty() || !bits.is_empty() {
            destination.take_out(terms, to.1..to.1 + size);
        }
        for (offset, byte) in (to.1..).zip(bytes) {
            destination.paste_byte(terms, offset, byte);
        }
        for (offset, from) in unwritten {
            destination.copy_unwritten(offset, from);
        }
        for (offset, bits) in bits {
            destination.set_unwritten_bits(offset, bits);
        }
        self.note_code_written(executable);
    }

    /// Copies an array part to another object, as long as it is, as the array that it is. Gives whether that is possible: the part begins where the copy
    /// does, and array parts of the other object do not leave where it goes.
    fn copy_array(&mut self, from: (ObjectId, u64), to: (ObjectId, u64), size: u64) -> bool {
        let part = self.object(from.0).array_over((from.1, size));
        let Some(part) = part.filter(|part| part.start == from.1 && from.0 != to.0) else {
            return false;
        };
        let (contents, width) = (part.contents, part.index_width);
        let (start, end) = (to.1, to.1 + size);
        let stays = |other: &ArrayRegion| {
            let behind = other.start + other.length;
            behind <= start || end <= other.start || start <= other.start && behind <= end
        };
        if !self.object(to.0).arrays.iter().all(stays) {
            return false;
        }
        let destination = self.object_mut(to.0);
        let executable = destination.permissions().execute;
        destination.put_array_over((start, size), width, contents);
        self.note_code_written(executable);
        true
    }

    /// Sets `size` bytes that lie within an object to a value of 8 bits.
    pub(crate) fn fill(
        &mut self,
        terms: &mut TermTable,
        to: (ObjectId, u64),
        size: u64,
        value: Value,
    ) {
        let byte = match value {
            Value::Constant(constant) => Byte::Constant(constant as u8),
            Value::Term(term) => Byte::Of(ByteOf { term, byte: 0 }),
        };
        let destination = self.object_mut(to.0);
        let executable = destination.permissions().execute;
        for offset in to.1..to.1 + size {
            destination.paste_byte(terms, offset, byte);
        }
        self.note_code_written(executable);
    }
}

impl Object {
    /// Takes a range out of array parts, which have no bytes that were never written: what of a part stands behind the range becomes bytes of it.
    pub(super) fn take_out(&mut self, terms: &mut TermTable, range: Range<u64>) {
        let is_touched = |region: &ArrayRegion| {
            region.start < range.end && range.start < region.start + region.length
        };
        let (touched, untouched) = self.arrays.drain(..).partition(is_touched);
        self.arrays = untouched;
        let touched: Vec<ArrayRegion> = touched;
        for mut region in touched {
            for at in range.end..(region.start + region.length).max(range.end) {
                let byte = region.read_byte(terms, at);
                let byte = Byte::of(terms, byte);
                self.paste_byte(terms, at, byte);
            }
            if region.start < range.start {
                region.length = range.start - region.start;
                self.arrays.push(region);
            }
        }
        self.arrays.sort_by_key(|region| region.start);
    }
}
