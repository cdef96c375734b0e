//! Which objects were found last, by a few bits of the address: a guess that saves the search in the index.
//!
//! An object is believed to be the right one only if it holds the address, and one that ended holds none. So nothing has to be
//! forgotten when objects end or states merge.

use std::cell::Cell;

use super::ObjectId;

/// Entries; a power of two.
const ENTRIES: usize = 8;

/// So many low bits of an address make no difference: neighbours are often in one object.
const GRAIN: u32 = 6;

/// The objects found last.
#[derive(Clone)]
pub(super) struct Recent([Cell<ObjectId>; ENTRIES]);

/// A guess is no part of what a memory is.
impl std::fmt::Debug for Recent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Recent")
    }
}

impl Default for Recent {
    fn default() -> Self {
        Recent([const { Cell::new(ObjectId(0)) }; ENTRIES])
    }
}

impl Recent {
    #[inline(always)]
    fn entry(&self, address: u64) -> &Cell<ObjectId> {
        &self.0[(address >> GRAIN) as usize % ENTRIES]
    }

    /// The object that was found last at an address with the same bits.
    #[inline(always)]
    pub fn at(&self, address: u64) -> ObjectId {
        self.entry(address).get()
    }

    /// Notes where an address was found.
    #[inline(always)]
    pub fn found(&self, address: u64, object: ObjectId) {
        self.entry(address).set(object);
    }
}
