//! Allocated objects: the heap, and the variables of frames.

use everypath_program::{
    Assumption, Operand, Permissions, Position, Property, RegionKind, Service, Takes,
    VARIABLE_ARGUMENTS,
};
use everypath_term::Term;
use everypath_term::ops::mask;

use super::outcome::Outcome;
use crate::event::Purpose;
use crate::halt::{Halt, chosen};
use crate::memory::{Object, ObjectId};
use crate::resolve::has_bytes;
use crate::{CutReason, Event, HeapAddresses, Machine, State, Value};

/// Upper bound in bytes of an object whose size is a term, where addresses have 64 bits: an array of `unsigned` many words has room.
const LARGEST_SYMBOLIC: u64 = 1 << 35;
/// The same where they have 32 bits.
const LARGEST_SYMBOLIC_32: u64 = 1 << 24;
/// So many first blocks of the heap have more room there, each twice as much as the next one: the first as much as the C library grants.
const FIRST_BLOCKS: u64 = 4;

/// Where the object begins that an address is in, or right behind.
pub(super) fn start(state: &State, address: u64) -> u64 {
    start_of(state, address, |_| true)
}

/// Where the variable arguments begin that an address is in, or right behind.
pub(super) fn variable_arguments(state: &State, address: u64) -> u64 {
    start_of(state, address, |object| {
        object.kind() == RegionKind::Local && object.name() == VARIABLE_ARGUMENTS
    })
}

/// The bits of at most eight bytes that were never written, as a number in little endian; none where the bytes do not lie in one object.
pub(super) fn unwritten_bits(state: &State, address: u64, size: u64) -> u64 {
    let found = bytes_of_one(state, address, size);
    found.map_or(0, |(object, offset)| {
        let object = state.memory.object(object);
        object.unwritten_bits_of_word(offset, size)
    })
}

/// Makes these bits of at most eight bytes count as never written.
pub(super) fn mark_unwritten(state: &mut State, address: u64, size: u64, bits: u64) {
    let Some((object, offset)) = bytes_of_one(state, address, size) else {
        return;
    };
    let object = state.memory.object_mut(object);
    for (at, bits) in (offset..offset + size).zip(bits.to_le_bytes()) {
        object.set_unwritten_bits(at, bits);
    }
}

/// The object that has all of these bytes and can be read, and where in it they begin. Whether it is there on this path, and as large as it
/// can be, is for the access to check.
fn bytes_of_one(state: &State, address: u64, size: u64) -> Option<(ObjectId, u64)> {
    let id = state.memory.find(address)?;
    let object = state.memory.object(id);
    let offset = address - object.base();
    let is_inside = object.permissions().read && object.size() - offset >= size;
    is_inside.then_some((id, offset))
}

fn start_of(state: &State, address: u64, is_meant: impl Fn(&Object) -> bool) -> u64 {
    let memory = &state.memory;
    let start = |id| {
        let object = memory.object(id);
        is_meant(object).then(|| object.base())
    };
    // An object of no bytes holds no address, and begins at one.
    let within = memory.find(address).or_else(|| memory.find_start(address));
    let before = || memory.find(address.checked_sub(1)?).and_then(start);
    within.and_then(start).or_else(before).unwrap_or(0)
}

impl Machine<'_> {
    /// Where the object begins that is there and that an address is in, or right behind; 0 if there is none.
    pub(super) fn object_there(
        &mut self,
        state: &State,
        address: Value,
        position: Position,
    ) -> Value {
        let own = self.variables_of_library(state, position);
        let width = self.address_width;
        let address = address.term(&mut self.terms, width);
        let (least, greatest) = self.form_bounds.of(&self.terms, address);
        let mut start = self.terms.constant(width, 0);
        for (id, object) in state.memory.objects_from(least.saturating_sub(1)) {
            if object.base() > greatest {
                break;
            }
            if object.permissions() == Permissions::NONE || own.contains(&id) {
                continue;
            }
            let is_there = has_bytes(&mut self.terms, object, address, 0);
            let base = self.terms.constant(width, object.base());
            // Who begins right behind another one comes later, and its own first address is not the other's.
            start = self.terms.ite(is_there, base, start);
        }
        Value::of(&self.terms, start)
    }

    /// The variables of the library's functions that are active on behalf of a call of the program's own: no pointer of the program's leads there.
    fn variables_of_library(&self, state: &State, position: Position) -> Vec<ObjectId> {
        let positions = self.call_tree.outwards(position, state.calls);
        let callers =
            std::iter::successors(state.caller.as_deref(), |frame| frame.caller.as_deref());
        let objects = [&state.frame_objects]
            .into_iter()
            .chain(callers.map(|frame| &frame.objects));
        positions
            .zip(objects)
            .take_while(|(position, _)| self.program.is_library(*position))
            .flat_map(|(_, objects)| objects.iter().copied())
            .collect()
    }

    /// Makes an object; gives its address, 0 if there is no room for a heap block.
    #[expect(clippy::too_many_arguments, reason = "the parts of the instruction")]
    pub(crate) fn allocate(
        &mut self,
        state: &mut State,
        size: Operand,
        alignment: u64,
        kind: RegionKind,
        zeroed: bool,
        name: &str,
        position: Position,
    ) -> Result<Value, Halt> {
        let heap = kind == RegionKind::Heap;
        if heap && self.options.heap == HeapAddresses::Symbolic {
            let size = state.read(size);
            return self.allocate_anywhere(state, size, alignment, zeroed);
        }
        let no_room = |what: &str| {
            let what = format!("no room for {what} bytes of {name}");
            Err(Halt::Again(Event::Cut(CutReason::Unsupported(what))))
        };
        let (bytes, symbolic) = match state.read(size) {
            Value::Constant(bytes) => (bytes, None),
            Value::Term(term) => {
                let largest = if self.address_width == 64 {
                    LARGEST_SYMBOLIC
                } else if heap {
                    let first = FIRST_BLOCKS.saturating_sub(state.heap_blocks);
                    (LARGEST_SYMBOLIC_32 << first).min(state.heap.largest() / 2)
                } else {
                    LARGEST_SYMBOLIC_32
                };
                let limit = self.terms.constant(self.address_width, largest);
                let fits = self.terms.ule(term, limit);
                let fits = Value::of(&self.terms, fits);
                if !chosen(state, fits, Purpose::Argument("an object's size"))? {
                    return no_room(&format!("more than {largest}"));
                }
                (largest, Some(term))
            }
        };
        let memory = &state.memory;
        let places = if heap {
            &mut state.heap
        } else {
            &mut state.local_area
        };
        let Some(base) = places.place(memory, bytes, alignment) else {
            if heap {
                return Ok(Value::Constant(0));
            }
            return no_room(&format!("the {bytes}"));
        };
        if places.are_used_again() {
            self.assumes(state, Assumption::AddressesUsedOnce, position);
        }
        let name = if heap {
            state.heap_blocks += 1;
            self.made_blocks = true;
            match symbolic {
                None => format!("heap block {} of {bytes} bytes", state.heap_blocks),
                Some(_) => format!("heap block {} of symbolic size", state.heap_blocks),
            }
            .into()
        } else {
            name.into()
        };
        let object = Object::allocated(base, bytes, symbolic, kind, zeroed, name);
        let id = state.memory.add(object);
        if !zeroed {
            self.begin_life(state, id);
        }
        if heap {
            let at = self.terms.constant(self.address_width, base);
            let size = state.read(size).term(&mut self.terms, self.address_width);
            state.memory.note_allocated(&mut self.heaps, at, size);
        } else {
            state.frame_objects.push(id);
        }
        self.begin_history(state, id, position);
        Ok(Value::Constant(base))
    }

    /// Asks of a symbolic address that should be the start of an object whether it is one, so that only starts of objects are followed
    /// afterwards, not whatever values it may have. Gives the result where it is none.
    pub(super) fn choose_object(
        &mut self,
        state: &mut State,
        service: Service,
        arguments: &[Operand],
        position: Position,
    ) -> Result<Option<Value>, Halt> {
        let kind = match service.info().takes {
            Takes::BlockStart => Some(RegionKind::Heap),
            Takes::ObjectStart => None,
            Takes::Terms | Takes::Constants | Takes::Samples => return Ok(None),
        };
        let Some(Value::Term(address)) = arguments.first().map(|&address| state.read(address))
        else {
            return Ok(None);
        };
        if state.binding(address).is_some() {
            return Ok(None);
        }
        let starts = self.starts_object(state, address, kind);
        if service == Service::Free {
            let zero = self.terms.constant(self.address_width, 0);
            let nothing = self.terms.eq(address, zero);
            let valid = self.terms.or(nothing, starts);
            let valid = Value::of(&self.terms, valid);
            if self.options.checks.contains(Property::InvalidFree) {
                let event = self.require(state, Property::InvalidFree, valid, position);
                return event.map_or(Ok(None), |event| Err(Halt::Again(event)));
            }
            return match chosen(state, valid, Purpose::Argument(service.info().name))? {
                true => Ok(None),
                false => Err(Halt::Behind(self.violation(
                    state,
                    Property::InvalidFree,
                    position,
                    "what is freed starts at no block of the heap".to_owned(),
                ))),
            };
        }
        let starts = Value::of(&self.terms, starts);
        let is_one = chosen(state, starts, Purpose::Argument(service.info().name))?;
        Ok((!is_one).then_some(Value::Constant(0)))
    }

    /// Holds where an object of that kind, or of any, starts at an address and is there.
    fn starts_object(&mut self, state: &State, address: Term, kind: Option<RegionKind>) -> Term {
        let (least, greatest) = self.form_bounds.of(&self.terms, address);
        let mut starts = self.terms.bool(false);
        for (_, object) in state.memory.objects_from(least) {
            if object.base() > greatest {
                break;
            }
            if object.base() < least || kind.is_some_and(|kind| object.kind() != kind) {
                continue;
            }
            let base = self.terms.constant(self.address_width, object.base());
            let mut here = self.terms.eq(address, base);
            if let Some(live) = object.live() {
                here = self.terms.and(here, live);
            }
            starts = self.terms.or(starts, here);
        }
        starts
    }

    pub(super) fn free(&mut self, state: &mut State, address: u64, position: Position) -> Outcome {
        if address == 0 {
            return Ok(0);
        }
        let found = state.memory.find_start(address);
        let detail = match found {
            Some(id) if state.memory.object(id).kind() == RegionKind::Heap => {
                if let Some(live) = state.memory.object(id).live() {
                    self.require_live(state, live, position)?;
                }
                state.memory.remove(id);
                let at = self.terms.constant(self.address_width, address);
                state.memory.note_freed(&mut self.heaps, at);
                self.end_history(state, address, position);
                return Ok(0);
            }
            Some(id) => format!(
                "{address:#x} is freed, which is {}, not a block of the heap",
                state.memory.object(id).name()
            ),
            None => match state.memory.find(address) {
                Some(id) => {
                    let object = state.memory.object(id);
                    let offset = address - object.base();
                    self.histories.explain(object.base());
                    format!(
                        "{address:#x} is freed, which is {offset} bytes inside {}",
                        object.name()
                    )
                }
                None => match self.freed_block(address) {
                    Some((name, 0)) => {
                        format!("{address:#x} is freed, which is {name} and was freed before")
                    }
                    Some((name, offset)) => format!(
                        "{address:#x} is freed, which is {offset} bytes inside {name} that was freed before"
                    ),
                    None if state.heap.was_used(address) => format!(
                        "{address:#x} is freed, which was freed before or never was a block of the heap"
                    ),
                    None => format!("{address:#x} is freed, where no object is"),
                },
            },
        };
        Err(Halt::Behind(self.violation(
            state,
            Property::InvalidFree,
            position,
            detail,
        )))
    }

    /// That a block which only some of the merged ways have is there, where it is freed.
    fn require_live(
        &mut self,
        state: &mut State,
        live: Term,
        position: Position,
    ) -> Result<(), Halt> {
        if !self.options.checks.contains(Property::InvalidFree) {
            let what =
                "a block is freed that some ways do not have, while the check of frees is off";
            return Err(Halt::Again(Event::Cut(CutReason::Unsupported(
                what.to_owned(),
            ))));
        }
        match self.require(state, Property::InvalidFree, Value::Term(live), position) {
            Some(event) => Err(Halt::Again(event)),
            None => Ok(()),
        }
    }

    /// The size of the object that starts at an address, if it is of that kind.
    pub(super) fn object_size(
        &mut self,
        state: &State,
        address: u64,
        kind: Option<RegionKind>,
    ) -> Value {
        let found = state.memory.find_start(address);
        let object = found.map(|id| state.memory.object(id));
        let Some(object) = object.filter(|object| kind.is_none_or(|kind| object.kind() == kind))
        else {
            return Value::Constant(0);
        };
        let size = match object.symbolic_size() {
            Some(term) => Value::Term(term),
            None => Value::Constant(object.size()),
        };
        match object.live() {
            None => size,
            Some(live) => {
                let (live, none) = (Value::Term(live), Value::Constant(0));
                Value::select(&mut self.terms, self.address_width, live, size, none)
            }
        }
    }

    /// The size in bytes of the object that begins at an address, 0 if none does. Where machine code keeps its objects, the path is given up.
    pub(super) fn known_object_size(&mut self, state: &State, address: u64) -> Result<Value, Halt> {
        let around = state.memory.find(address);
        let kind = around.map(|id| state.memory.object(id).kind());
        match kind.is_none_or(RegionKind::is_one_object) {
            true => Ok(self.object_size(state, address, None)),
            false => Err(Halt::Behind(Event::Cut(CutReason::Unsupported(
                "the size of an object of machine code".to_owned(),
            )))),
        }
    }

    /// An object at an address that the program chooses. Where objects or functions are or may come to be, the path is given up.
    pub(super) fn define_object(&mut self, state: &mut State, address: u64, size: u64) -> Outcome {
        let end = address.checked_add(size);
        let end = end.filter(|&end| end <= mask(self.address_width));
        let clashes = end.is_none_or(|end| {
            let function = self.program.function_addresses().iter();
            function.clone().any(|&at| (address..end).contains(&at))
                || state.heap.reaches(address, end)
                || state.local_area.reaches(address, end)
                || state.memory.find(address).is_some()
                || (state.memory.objects_from(address).next())
                    .is_some_and(|(_, object)| object.base() < end)
        });
        if clashes {
            return Err(Halt::Behind(Event::Cut(CutReason::Unsupported(format!(
                "an object of {size} bytes at {address:#x}, where something else is"
            )))));
        }
        if size > 0 {
            let name = format!("object at {address:#x}").into();
            let object = Object::allocated(address, size, None, RegionKind::Device, false, name);
            state.memory.add(object);
        }
        Ok(0)
    }

    /// Begins or ends the scope of the variable at an address.
    pub(super) fn set_scope(&mut self, state: &mut State, address: u64, live: bool) {
        if let Some(id) = state.memory.find_start(address)
            && state.memory.object(id).kind() == RegionKind::Local
        {
            state.memory.object_mut(id).set_scope(live);
            if live {
                self.begin_life(state, id);
            }
        }
    }

    /// Begins a life of the variable at an address; gives its address, which is another one if it had a life before.
    pub(super) fn renew_scope(
        &mut self,
        state: &mut State,
        address: u64,
        position: Position,
    ) -> Result<Value, Halt> {
        let found = state.memory.find_start(address);
        let object = found.map(|id| state.memory.object(id));
        let Some(object) = object.filter(|object| object.kind() == RegionKind::Local) else {
            return Ok(Value::Constant(address));
        };
        if object.permissions().write && object.live().is_none() {
            self.set_scope(state, address, true);
            return Ok(Value::Constant(address));
        }
        let (bytes, name) = (object.size(), object.name().to_owned());
        if object.symbolic_size().is_some() {
            let what = "a variable of symbolic size whose address may be kept from an earlier life";
            return Err(Halt::Behind(Event::Cut(CutReason::Unsupported(
                what.to_owned(),
            ))));
        }
        // What is no more leaves nothing behind, so loops of many rounds need no more memory than others. But `longjmp` brings the
        // address of an earlier life back, and then the variable is found by it.
        let mut place = None;
        if state.jumps_saved > 0 {
            self.set_scope(state, address, false);
        } else if let Some(id) = found {
            place = state.frame_objects.iter().rposition(|&other| other == id);
            if place.is_some() {
                state.memory.remove(id);
            }
        }
        // Objects stand no better aligned than they must be.
        let alignment = 1 << address.trailing_zeros().min(63);
        let bytes = Operand::Constant(bytes);
        let made = self.allocate(
            state,
            bytes,
            alignment,
            RegionKind::Local,
            false,
            &name,
            position,
        )?;
        // It takes the place of the other in the frame.
        if let Some(place) = place {
            state.frame_objects.swap_remove(place);
        }
        Ok(made)
    }

    /// Copies bytes between objects. Gives 0 and does nothing if an argument is not constant or a range is not valid: then the
    /// program goes byte by byte and violates what it violates at the very byte.
    pub(super) fn copy_memory(&mut self, state: &mut State, arguments: [Value; 3]) -> i64 {
        let [
            Value::Constant(to),
            Value::Constant(from),
            Value::Constant(size),
        ] = arguments
        else {
            return 0;
        };
        if size == 0 {
            return 1;
        }
        let source = range(state, from, size, false);
        let (Some(source), Some(destination)) = (source, range(state, to, size, true)) else {
            return 0;
        };
        state
            .memory
            .copy(&mut self.terms, source, destination, size);
        1
    }

    /// Gives the bytes of a range that were never written arbitrary values, if it lies in one object, and none of the bits that are
    /// read was never written.
    pub(super) fn define_memory(&mut self, state: &mut State, address: u64, size: u64, read: u64) {
        let Some((object, offset)) = bytes_of_one(state, address, size) else {
            return;
        };
        let contents = state.memory.object(object);
        if read == 0 || contents.unwritten_bits_of_word(offset, size) & read == 0 {
            self.name_undefined(state, object, offset, size);
        }
    }

    /// Sets bytes; the same holds for its arguments, but for the byte.
    pub(super) fn fill_memory(&mut self, state: &mut State, arguments: [Value; 3]) -> i64 {
        let [Value::Constant(to), byte, Value::Constant(size)] = arguments else {
            return 0;
        };
        if size == 0 {
            return 1;
        }
        let Some(destination) = range(state, to, size, true) else {
            return 0;
        };
        let byte = byte.resize(&mut self.terms, self.address_width, 8, 8, false);
        state.memory.fill(&mut self.terms, destination, size, byte);
        1
    }
}

/// The object and offset of a range of bytes that is certainly accessible.
fn range(state: &State, address: u64, size: u64, store: bool) -> Option<(ObjectId, u64)> {
    let (id, offset) = state.memory.place(address, 1, store).ok()?;
    (state.memory.object(id).size() - offset >= size).then_some((id, offset))
}

impl State {
    /// How many variables the frame has in memory.
    pub(super) fn mark_locals(&self) -> i64 {
        self.frame_objects.len() as i64
    }

    /// Ends the variables of the frame that were made since a mark.
    pub(crate) fn release_locals(&mut self, mark: u64) {
        while self.frame_objects.len() as u64 > mark
            && let Some(id) = self.frame_objects.pop()
        {
            self.memory.remove(id);
        }
    }
}
