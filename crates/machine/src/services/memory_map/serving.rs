//! Services on the program break and on mappings.

use std::rc::Rc;
use std::sync::Arc;

use everypath_program::{Permissions, Region, RegionKind};

use crate::memory::Object;
use crate::services::outcome::error;
use crate::{Machine, State};

const PAGE: u64 = 4096;
/// The most bytes that one mapping takes.
const LARGEST: u64 = 1 << 30;

impl Machine<'_> {
    pub(in crate::services) fn set_break(&mut self, state: &mut State, address: u64) -> i64 {
        let map = &state.environment.memory_map;
        let Some(heap) = map.heap else {
            return -error::OUT_OF_MEMORY;
        };
        let limit = map.heap_limit;
        let object = state.memory.object(heap);
        let (base, size) = (object.base(), object.size());
        if address < base || address > limit {
            return (base + size) as i64;
        }
        state.memory.object_mut(heap).set_size(address - base);
        address as i64
    }

    /// Maps zeroed memory; `protection` has Linux's bits: 1 read, 2 write, 4 execute.
    pub(in crate::services) fn map_memory(
        &mut self,
        state: &mut State,
        _hint: u64,
        size: u64,
        protection: u64,
    ) -> i64 {
        if size == 0 {
            return -error::INVALID_ARGUMENT;
        }
        let map = &state.environment.memory_map;
        if size > LARGEST {
            return -error::OUT_OF_MEMORY;
        }
        let size = size.next_multiple_of(PAGE);
        // One page stays free between mappings, so that running over an end is seen.
        let Some(base) = map
            .top
            .checked_sub(size + PAGE)
            .filter(|&base| base > map.heap_limit)
        else {
            return -error::OUT_OF_MEMORY;
        };
        let region = Region {
            name: format!("mapping {}", map.mappings.len() + 1),
            base,
            size,
            permissions: Permissions {
                read: protection & 1 != 0,
                write: protection & 2 != 0,
                execute: protection & 4 != 0,
            },
            kind: RegionKind::Mapping,
            bytes: Arc::from([]),
            arbitrary: false,
        };
        let id = state.memory.add(Object::new(&region));
        let map = &mut Rc::make_mut(&mut state.environment).memory_map;
        map.top = base;
        map.mappings.push(id);
        base as i64
    }

    /// Unmaps the mappings that the range covers, and the covered end of one; a hole in the middle of a mapping is
    /// refused as an invalid argument.
    pub(in crate::services) fn unmap_memory(
        &mut self,
        state: &mut State,
        address: u64,
        size: u64,
    ) -> i64 {
        if !address.is_multiple_of(PAGE) || size == 0 {
            return -error::INVALID_ARGUMENT;
        }
        let Some(end) = size
            .checked_next_multiple_of(PAGE)
            .and_then(|size| address.checked_add(size))
        else {
            return -error::INVALID_ARGUMENT;
        };
        for id in state.environment.memory_map.mappings.clone() {
            let object = state.memory.object(id);
            let (base, last) = (object.base(), object.base() + object.size());
            if last <= address || end <= base {
                continue;
            }
            if end < last {
                return -error::INVALID_ARGUMENT;
            }
            if address <= base {
                state.memory.remove(id);
                Rc::make_mut(&mut state.environment)
                    .memory_map
                    .mappings
                    .retain(|&other| other != id);
            } else {
                state.memory.object_mut(id).set_size(address - base);
            }
        }
        0
    }
}
