//! Bytes of which some bits were never written: those beside a bit-field that the program set.
//!
//! Such a byte has a value, whose unwritten bits are arbitrary. Only where reading what was never written is a violation does a front
//! end tell which bits those are; for all that looks at bytes, one of them was not written.

use std::ops::Range;
use std::rc::Rc;

use super::Object;
use super::page::Byte;

impl Object {
    /// The bits of a byte within the object that were never written since the object was made.
    pub(crate) fn unwritten_bits(&self, offset: u64) -> u8 {
        if self.in_array(offset) {
            return 0;
        }
        let partly = self.partly.as_ref();
        match partly.and_then(|partly| partly.get(&offset)) {
            Some(&bits) => bits,
            None if self.has_no_value(offset) => u8::MAX,
            None => 0,
        }
    }

    /// The same for at most eight bytes, as a number in little endian.
    pub(crate) fn unwritten_bits_of_word(&self, offset: u64, size: u64) -> u64 {
        let bytes = (offset..offset + size).rev();
        bytes.fold(0, |bits, at| bits << 8 | u64::from(self.unwritten_bits(at)))
    }

    /// Whether a byte within the object was never written, and nobody asked for its value.
    pub(crate) fn has_no_value(&self, offset: u64) -> bool {
        self.byte(offset) == Byte::Undefined && !self.in_array(offset)
    }

    /// Says which bits of a byte were never written. A byte without a value has none that was, one of an array part none that was not.
    pub(crate) fn set_unwritten_bits(&mut self, offset: u64, bits: u8) {
        if bits != 0 && !self.in_array(offset) && !self.has_no_value(offset) {
            Rc::make_mut(self.partly.get_or_insert_default()).insert(offset, bits);
        } else {
            self.write_all_bits(offset..offset + 1);
        }
    }

    /// All bits of a range are written, or none.
    #[inline]
    pub(crate) fn write_all_bits(&mut self, range: Range<u64>) {
        let Some(partly) = &mut self.partly else {
            return;
        };
        let written: Vec<u64> = partly.range(range).map(|(&at, _)| at).collect();
        if !written.is_empty() {
            let partly = Rc::make_mut(partly);
            for at in written {
                partly.remove(&at);
            }
        }
        if partly.is_empty() {
            self.partly = None;
        }
    }

    /// Whether a byte of a range has bits that were never written beside some that were.
    #[inline(always)]
    pub(super) fn has_partly_written(&self, bytes: Range<u64>) -> bool {
        let partly = self.partly.as_ref();
        partly.is_some_and(|partly| partly.range(bytes).next().is_some())
    }
}
