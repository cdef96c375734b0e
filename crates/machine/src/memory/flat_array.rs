//! The array that all of memory is in, in the flat encoding.

use everypath_term::{Sort, Term, TermTable};

/// The array that has the bytes which are [`super::page::Byte::Flat`]; none in the encoding by objects, which has no such bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlatArray(pub(super) Option<Term>);

impl FlatArray {
    pub const NONE: FlatArray = FlatArray(None);

    /// The byte at a constant address.
    pub fn byte(self, terms: &mut TermTable, address: u64) -> Term {
        debug_assert!(self.0.is_some(), "a byte of no array");
        let Some(array) = self.0 else {
            return terms.constant(8, 0);
        };
        let Sort::Memory { index, .. } = terms.sort(array) else {
            return terms.constant(8, 0);
        };
        let index = terms.constant(index, address);
        terms.read(array, index)
    }
}
