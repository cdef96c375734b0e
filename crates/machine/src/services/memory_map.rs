//! The program break and anonymous mappings.

mod serving;

use everypath_program::Image;

use crate::memory::ObjectId;

/// Where the heap ends and where the next mapping goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MemoryMap {
    heap: Option<ObjectId>,
    heap_limit: u64,
    /// The next mapping ends at or below this address; 0 where the environment has none.
    top: u64,
    mappings: Vec<ObjectId>,
}

impl MemoryMap {
    pub fn new(image: &Image, heap: Option<ObjectId>) -> Self {
        MemoryMap {
            heap,
            heap_limit: image.break_limit,
            top: image.mapping_top,
            mappings: Vec::new(),
        }
    }
}
