//! Names of files, whose bytes may depend on inputs.

use std::rc::Rc;

use everypath_program::Position;

use crate::halt::Halt;
use crate::{Machine, State, Value};

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
    /// The name at an address; none if it is too long.
    pub(super) fn file_name(
        &mut self,
        state: &mut State,
        address: u64,
        position: Position,
    ) -> Result<Option<FileName>, Halt> {
        let mut bytes = Vec::new();
        for at in 0..LONGEST {
            let address = address.wrapping_add(at);
            self.require_object(state, false, address, position)?;
            let Ok((object, offset)) = state.memory.place(address, 1, false) else {
                return Err(self.bad_buffer(state, false, address, 1, position));
            };
            self.define(state, object, offset, 1, Some(position))?;
            match state.memory.load(&mut self.terms, object, offset, 1) {
                Value::Constant(0) => return Ok(Some(FileName(bytes.into()))),
                byte => bytes.push(byte),
            }
        }
        Ok(None)
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
