//! The choice between what two states have, where they become one.

use everypath_term::heap::Heaps;
use everypath_term::{Term, TermTable};

use super::FlatArray;
use crate::Value;
use crate::lives::Lives;

/// What tells two states apart, and what merging by it costs.
pub(crate) struct Choice<'t> {
    pub terms: &'t mut TermTable,
    /// Holds for the first state's inputs, not for the second's.
    pub condition: Term,
    /// Width of an address in bits.
    pub address_width: u32,
    /// Choices made.
    pub ites: u64,
    /// Heaps of the flat encoding.
    pub heaps: &'t mut Heaps,
    /// The arrays of the flat encoding that have the bytes which are in no page, of each side.
    pub arrays: [FlatArray; 2],
    /// Whether a choice between these arrays is that of the merged state.
    pub joins: bool,
    /// The names of what was never written.
    pub lives: &'t mut Lives,
}

impl Choice<'_> {
    /// The first value where the condition holds, else the second; both of `width` bits.
    pub fn value(&mut self, width: u32, first: Value, second: Value) -> Value {
        if first == second {
            return first;
        }
        self.ites += 1;
        let condition = Value::Term(self.condition);
        Value::select(self.terms, width, condition, first, second)
    }

    /// The choice between two terms of one sort.
    pub fn term(&mut self, first: Term, second: Term) -> Term {
        if first == second {
            return first;
        }
        self.ites += 1;
        self.terms.ite(self.condition, first, second)
    }
}
