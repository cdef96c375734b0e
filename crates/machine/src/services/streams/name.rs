//! Names of files, whose bytes may depend on inputs.

use std::rc::Rc;

use everypath_program::{Position, Property};

use crate::halt::{Halt, chosen};
use crate::{Machine, Purpose, State, Value};

/// The most bytes of a name, as in Linux.
const LONGEST: u64 = 4096;

/// A name: its bytes up to the first one that is certainly zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileName(Rc<[Value]>);

impl FileName {
    pub fn of(text: &str) -> Self {
        let bytes = text.bytes().map(|byte| Value::Constant(byte.into()));
        FileName(bytes.collect())
    }

    /// Whether it can be the same as another one. Both end where a byte of each that depends on inputs is zero.
    pub fn may_be(&self, other: &FileName) -> bool {
        let mut at = 0;
        loop {
            match (self.0.get(at), other.0.get(at)) {
                (Some(Value::Constant(one)), Some(Value::Constant(two))) if one == two => {}
                (Some(Value::Constant(_)), Some(Value::Constant(_)) | None)
                | (None, Some(Value::Constant(_))) => return false,
                (Some(Value::Constant(_)), Some(Value::Term(_)))
                | (Some(Value::Term(_)), Some(Value::Constant(_))) => {}
                (Some(Value::Term(_)) | None, Some(Value::Term(_)) | None) => return true,
            }
            at += 1;
        }
    }
}

impl Machine<'_> {
    /// The name at an address; none if it is too long. What stands behind a byte that may be zero is no part of every name: where it is not
    /// there to be read, those that end before are followed by themselves.
    pub(super) fn file_name(
        &mut self,
        state: &mut State,
        address: u64,
        position: Position,
    ) -> Result<Option<FileName>, Halt> {
        const PURPOSE: Purpose = Purpose::Argument("open_file");
        let mut bytes = Vec::new();
        let mut ends = self.terms.constant(1, 0);
        for at in 0..LONGEST {
            let address = address.wrapping_add(at);
            if !self.is_readable(state, address)
                && chosen(state, Value::of(&self.terms, ends), PURPOSE)?
            {
                return Ok(Some(FileName(bytes.into())));
            }
            self.require_object(state, false, address, position)?;
            let Ok((object, offset)) = state.memory.place(address, 1, false) else {
                return Err(self.bad_buffer(state, false, address, 1, position));
            };
            self.define(state, object, offset, 1, Some(position))?;
            let byte = state.memory.load(&mut self.terms, object, offset, 1);
            match byte {
                Value::Constant(0) => return Ok(Some(FileName(bytes.into()))),
                Value::Constant(_) => {}
                Value::Term(term) => {
                    let zero = self.terms.constant(8, 0);
                    let is_end = self.terms.eq(term, zero);
                    ends = self.terms.or(ends, is_end);
                }
            }
            bytes.push(byte);
        }
        let ends = chosen(state, Value::of(&self.terms, ends), PURPOSE)?;
        Ok(ends.then(|| FileName(bytes.into())))
    }

    /// Whether a byte is there on every way, and no fault to read.
    fn is_readable(&self, state: &State, address: u64) -> bool {
        let Ok((id, offset)) = state.memory.place(address, 1, false) else {
            return false;
        };
        let object = state.memory.object(id);
        let is_written = !self.options.checks.contains(Property::UninitializedRead)
            || !object.has_undefined(offset..offset + 1);
        object.live().is_none() && is_written
    }
}

#[cfg(test)]
mod tests {
    use everypath_term::TermTable;

    use super::*;

    #[test]
    fn names_are_apart_where_certain_bytes_differ_before_either_may_end() {
        let mut terms = TermTable::new();
        let any = Value::Term(terms.input("any", 8));
        let other = Value::Term(terms.input("other", 8));
        let name = |parts: &[Value]| FileName(parts.into());
        let [a, b] = [b'a', b'b'].map(|byte| Value::Constant(byte.into()));
        let apart = [
            (vec![a], vec![b]),
            (vec![a], vec![a, b]),
            (vec![any, a], vec![b, b]),
            (vec![any, a, a], vec![b]),
        ];
        for (one, two) in apart {
            assert!(!name(&one).may_be(&name(&two)), "{one:?} {two:?}");
            assert!(!name(&two).may_be(&name(&one)), "{two:?} {one:?}");
        }
        let may_be = [
            (vec![a], vec![a]),
            (vec![a], vec![any]),
            (vec![a], vec![a, any, b]),
            (vec![any, a], vec![other, b]),
            (vec![any, a], vec![any, b]),
            (vec![], vec![any]),
        ];
        for (one, two) in may_be {
            assert!(name(&one).may_be(&name(&two)), "{one:?} {two:?}");
            assert!(name(&two).may_be(&name(&one)), "{two:?} {one:?}");
        }
    }
}
