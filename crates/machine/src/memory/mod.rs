//! Memory: persistent objects of bytes, concrete with a symbolic overlay.
//!
//! A state owns its memory; cloning shares everything and copies on write, page by page. An object that was never
//! written costs nothing: its bytes come from the image. A stored term keeps its identity: a load of the same bytes
//! gives the term back, without taking it apart and putting it together.
//!
//! The flat encoding ([`flat`]) keeps one array term for all objects behind their pages.

mod area;
mod bits;
mod changed;
mod choice;
mod copy;
mod cow_vec;
mod flat;
mod flat_array;
mod index;
mod merge;
mod object;
mod page;
mod recent;
mod span;
mod wide;
mod window;

#[cfg(test)]
mod tests;

use everypath_program::{CodeBytes, FetchFault, Permissions, Region, RegionKind};
use everypath_term::TermTable;

use crate::{Chain, Value};
pub(crate) use area::Places;
pub(crate) use choice::Choice;
use cow_vec::CowVec;
use flat::Flat;
pub(crate) use flat_array::FlatArray;
use index::Index;
pub use object::{Object, ObjectId};
use recent::Recent;
pub use span::Span;
pub(crate) use window::{NARROW, WIDEST};

/// The memory of one state.
#[derive(Clone, Debug)]
pub struct Memory {
    objects: CowVec<Object>,
    /// Live objects by first address; they do not overlap.
    index: Index,
    /// Numbers of objects that ended.
    unused: Chain<ObjectId>,
    /// The objects found last: most accesses stay in a few.
    recent: Recent,
    /// Whether a store went to an executable object, so that lifted blocks may be stale.
    code_written: bool,
    /// What the flat encoding keeps beside the objects, if it is used.
    flat: Option<Flat>,
}

impl Memory {
    pub(crate) fn new() -> Self {
        Memory {
            objects: CowVec::new(),
            index: Index::default(),
            unused: Chain::new(),
            recent: Recent::default(),
            code_written: false,
            flat: None,
        }
    }

    /// Uses the flat encoding from now on: all objects so far are as the regions say, and those of arbitrary contents are unknown to it. `width` is
    /// that of an address.
    pub(crate) fn make_flat(&mut self, terms: &mut TermTable, width: u32, regions: &[Region]) {
        let mut flat = Flat::new(terms, width, regions);
        for number in 0..self.objects.len() {
            let id = ObjectId(number as u32);
            if !self.object(id).is_undefined_at_first() {
                flat.starts_with(id);
            }
        }
        self.flat = Some(flat);
    }

    /// Adds an object that overlaps no live one and does not reach past the address space.
    pub(crate) fn add(&mut self, object: Object) -> ObjectId {
        let base = object.base();
        let id = match self.unused.pop() {
            Some(id) => {
                *self.object_mut(id) = object;
                id
            }
            None => {
                self.objects.push(object);
                ObjectId(self.objects.len() as u32 - 1)
            }
        };
        self.index.insert(base, id);
        id
    }

    /// Takes an object out of the address space.
    pub(crate) fn remove(&mut self, id: ObjectId) {
        if let Some(mut flat) = self.flat.take() {
            flat.forget(id, self.object(id));
            self.flat = Some(flat);
        }
        self.index.remove(self.object(id).base());
        *self.object_mut(id) = Object::removed();
        self.unused.push(id);
    }

    /// The object of this name.
    pub fn object(&self, id: ObjectId) -> &Object {
        self.objects.get(id.0 as usize)
    }

    pub(crate) fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        self.objects.get_mut(id.0 as usize)
    }

    /// All live objects, by address.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.index.iter().map(|(_, id)| (id, self.object(id)))
    }

    /// The live objects that have bytes from `least` on, by address.
    pub fn objects_from(&self, least: u64) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.index.from(least).map(|(_, id)| (id, self.object(id)))
    }

    /// Whether no live object has a byte between two addresses.
    pub(crate) fn is_empty_between(&self, least: u64, greatest: u64) -> bool {
        let reached = self.objects_from(least);
        let mut reached = reached.take_while(|(_, object)| object.base() <= greatest);
        reached.all(|(_, object)| object.base().saturating_add(object.size()) <= least)
    }

    /// Whether a store went to an executable object.
    pub(crate) fn code_written(&self) -> bool {
        self.code_written
    }

    fn note_code_written(&mut self, executable: bool) {
        self.code_written |= executable;
    }

    /// The live object that holds `address`.
    #[inline]
    pub fn find(&self, address: u64) -> Option<ObjectId> {
        let recent = self.recent.at(address);
        if (recent.0 as usize) < self.objects.len() && self.object(recent).holds(address) {
            return Some(recent);
        }
        self.find_by_index(address)
    }

    /// The live object that starts at `address`.
    pub(crate) fn find_start(&self, address: u64) -> Option<ObjectId> {
        let id = self.index.at_or_below(address)?;
        (self.object(id).base() == address).then_some(id)
    }

    fn find_by_index(&self, address: u64) -> Option<ObjectId> {
        let id = self.index.at_or_below(address)?;
        if !self.object(id).holds(address) {
            return None;
        }
        self.recent.found(address, id);
        Some(id)
    }

    /// The object and offset of an access to `size` bytes at a constant address, if one object holds all of them and
    /// permits the access.
    #[inline]
    pub(crate) fn place(
        &self,
        address: u64,
        size: u32,
        store: bool,
    ) -> Result<(ObjectId, u64), AccessFault> {
        let Some(id) = self.find(address) else {
            return Err(AccessFault::Unmapped);
        };
        let object = self.object(id);
        let offset = address - object.base();
        if object.size() - offset < u64::from(size) {
            return Err(AccessFault::CrossesEnd(id));
        }
        let permissions = object.permissions();
        if if store {
            permissions.write
        } else {
            permissions.read
        } {
            if object.is_conditional() {
                return Err(AccessFault::Conditional);
            }
            return Ok((id, offset));
        }
        Err(match object.kind() {
            RegionKind::StackGuard => AccessFault::StackGuard,
            _ => AccessFault::Forbidden(id),
        })
    }

    /// The object and offset of bytes that get a value where they exist: of an object that is writable, if perhaps not whole or
    /// not on all ways that were merged.
    pub(crate) fn place_in_part(&self, address: u64, size: u32) -> Option<(ObjectId, u64)> {
        match self.place(address, size, true) {
            Ok(place) => Some(place),
            Err(AccessFault::Conditional) => {
                let id = self.find(address)?;
                Some((id, address - self.object(id).base()))
            }
            Err(_) => None,
        }
    }

    /// The value of `size` bytes (1 to 16), little endian, at an offset that lies in the object with all bytes.
    #[inline]
    pub fn load(&self, terms: &mut TermTable, id: ObjectId, offset: u64, size: u32) -> Value {
        self.object(id).load(terms, self.flat_array(), offset, size)
    }

    /// Stores the low `8 * size` bits of a value of exactly that width.
    #[inline]
    pub(crate) fn store(
        &mut self,
        terms: &mut TermTable,
        id: ObjectId,
        offset: u64,
        size: u32,
        value: Value,
    ) {
        let object = self.object_mut(id);
        let executable = object.permissions().execute;
        object.store(terms, offset, size, value);
        self.code_written |= executable;
    }

    /// Fills a buffer with the bytes from an address on, up to the first that is in no object that can be read or executed, or has no
    /// constant value; gives how many. A byte that was never written counts as 0.
    pub fn peek(&self, address: u64, buffer: &mut [u8]) -> usize {
        for (count, byte) in buffer.iter_mut().enumerate() {
            let place = address.checked_add(count as u64);
            let place = place.and_then(|at| Some((at, self.object(self.find(at)?))));
            let known = place.and_then(|(at, object)| {
                let offset = at - object.base();
                let permissions = object.permissions();
                match permissions.read || permissions.execute {
                    true if object.is_undefined(offset) => Some(0),
                    true => object.constant_byte(offset),
                    false => None,
                }
            });
            match known {
                Some(value) => *byte = value,
                None => return count,
            }
        }
        buffer.len()
    }

    /// The constant bytes at an address, as many as are there up to `limit`.
    pub(crate) fn constant_bytes(&self, address: u64, limit: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < limit {
            let Some(at) = address.checked_add(bytes.len() as u64) else {
                break;
            };
            let Some(id) = self.find(at) else { break };
            let object = self.object(id);
            let Some(byte) = object.constant_byte(at - object.base()) else {
                break;
            };
            bytes.push(byte);
        }
        bytes
    }
}

/// Why an access at a constant address is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AccessFault {
    /// No live object holds the first byte.
    Unmapped,
    /// The object ends within the access.
    CrossesEnd(ObjectId),
    /// The object is not readable or writable.
    Forbidden(ObjectId),
    /// The object is the guard below the stack.
    StackGuard,
    /// No fault yet: whether the access is valid depends on a size or a life that is a term.
    Conditional,
}

impl CodeBytes for Memory {
    fn fetch(&self, address: u64) -> Result<u16, FetchFault> {
        let byte = |at: u64| -> Result<u16, FetchFault> {
            let id = self.find(at).ok_or(FetchFault::Unmapped)?;
            let object = self.object(id);
            if !object.permissions().execute {
                return Err(FetchFault::NotExecutable);
            }
            object
                .constant_byte(at - object.base())
                .map(u16::from)
                .ok_or(FetchFault::Symbolic)
        };
        let low = byte(address)?;
        let high = byte(address.checked_add(1).ok_or(FetchFault::Unmapped)?)?;
        Ok(low | high << 8)
    }
}

/// The permissions of an object as `rwx`, for messages.
pub(crate) fn permission_text(permissions: Permissions) -> String {
    [
        (permissions.read, 'r'),
        (permissions.write, 'w'),
        (permissions.execute, 'x'),
    ]
    .iter()
    .map(|&(on, letter)| if on { letter } else { '-' })
    .collect()
}
