//! Heap blocks whose addresses are terms.
//!
//! After F. Merz: "Theory and Implementation of Software Bounded Model Checking" (thesis, KIT 2016), section 5.4: the address of a block
//! is fresh, and such that the block lies in the heap's segment and touches no other that is live. The segment and the alignment are in
//! the form of the address, a constant above and below free bits. The thesis cannot see that no address fits, and takes the
//! code behind for dead; here a block is made only where one fits whatever the others' addresses are, else the path is given up.
//!
//! Such a block is no memory object: its bytes are in the array of the flat encoding only, and what is asked of it is asked of the
//! heap. Where all inputs are constants (a replay), the address is one of them, and the block an object like any other.

use everypath_program::{BlockEffect, Operand, Position, Property, RegionKind, Service};
use everypath_term::Term;
use everypath_term::ops::mask;

use super::constant_argument;
use super::outcome::too_large;
use crate::halt::Halt;
use crate::inputs::{InputOrigin, InputRecord};
use crate::memory::Object;
use crate::{Access, CutReason, Event, HeapAddresses, Machine, State, Value};

/// Bits of an address within the segment, where addresses have 64 bits.
const SEGMENT_BITS: u32 = 32;
/// The same where they have 32 bits.
const SEGMENT_BITS_32: u32 = 24;
/// The most bytes of one block, and of what is made symbolic in one: each is written to the array.
const LARGEST: u64 = 4096;

impl Machine<'_> {
    /// Whether heap blocks of this state have addresses that are terms.
    pub(crate) fn has_symbolic_heap(&self, state: &State) -> bool {
        self.options.heap == HeapAddresses::Symbolic && state.memory.is_flat()
    }

    /// Whether a block at a symbolic address may lie between two addresses.
    pub(crate) fn may_be_block(&self, state: &State, least: u64, greatest: u64) -> bool {
        let start = state.heap.start();
        let last = start + mask(self.segment_bits());
        self.has_symbolic_heap(state) && least <= last && start <= greatest
    }

    fn segment_bits(&self) -> u32 {
        match self.address_width {
            64 => SEGMENT_BITS,
            _ => SEGMENT_BITS_32,
        }
    }

    /// Makes a heap block whose address is an input; gives the address.
    pub(crate) fn allocate_anywhere(
        &mut self,
        state: &mut State,
        size: Value,
        alignment: u64,
        zeroed: bool,
    ) -> Result<Value, Halt> {
        let given_up = |what: String| Err(Halt::Again(Event::Cut(CutReason::Unsupported(what))));
        let most = match size {
            Value::Constant(bytes) => bytes,
            Value::Term(term) => self.form_bounds.of(&self.terms, term).1,
        };
        if most > LARGEST {
            return given_up(format!(
                "a heap block of up to {most} bytes at a symbolic address; at most {LARGEST} are modelled"
            ));
        }
        if !zeroed && self.options.checks.contains(Property::UninitializedRead) {
            let what = "a heap block at a symbolic address, while uninitialized reads are checked";
            return given_up(what.to_owned());
        }
        let alignment = alignment.max(1).next_power_of_two();
        let bits = self.segment_bits();
        // Every block so far takes at most so many addresses of the segment from the new one.
        let taken = most + 1 + alignment;
        let used = state.heap.used() + (state.heap_blocks + 1) * taken + most;
        if used >= mask(bits) {
            return given_up(format!(
                "a heap block of {most} bytes at a symbolic address, where it is not certain that one is free"
            ));
        }
        state.heap_blocks += 1;
        self.made_blocks = true;
        let block = format!("heap block {}", state.heap_blocks);
        let address = self.block_address(state, &block, alignment);
        match address {
            Value::Constant(at) => self.place_block(state, at, most, size, zeroed, &block)?,
            Value::Term(at) => {
                state.heap.use_up(most);
                let bytes = size.term(&mut self.terms, self.address_width);
                let terms = &mut self.terms;
                let last = terms.constant(self.address_width, state.heap.start() | mask(bits));
                let end = terms.add(at, bytes);
                let fits = terms.ule(end, last);
                state.path.push(fits);
                if let Some(heap) = state.memory.heap() {
                    let possible = self.heaps.allocatable(terms, heap, at, bytes);
                    state.path.push(possible);
                }
                state.memory.note_allocated(&mut self.heaps, at, bytes);
                let contents = match zeroed {
                    true => vec![Value::Constant(0); most as usize],
                    false => self.unwritten_bytes(state, &block, state.heap.start(), most),
                };
                self.store_elements(state, at, &contents, 1);
            }
        }
        Ok(address)
    }

    /// The address of a block: an input that is a multiple of the alignment and lies in the segment.
    fn block_address(&mut self, state: &mut State, block: &str, alignment: u64) -> Value {
        let name = state.names.unique(&format!("address of {block}"));
        let (width, bits) = (self.address_width, self.segment_bits());
        let below = alignment.trailing_zeros().min(bits - 1);
        let start = state.heap.start();
        let size = width / 8;
        let make = |terms: &mut everypath_term::TermTable| {
            let free = terms.input(&name, bits - below);
            let high = terms.constant(width - bits, start >> bits);
            let mut address = terms.concat(high, free);
            if below > 0 {
                let zeros = terms.constant(below, 0);
                address = terms.concat(address, zeros);
            }
            address
        };
        let source = &self.options.inputs;
        let address = self
            .input_terms
            .made(&mut self.terms, source, &name, 0, size, make);
        state.inputs.push(InputRecord {
            name: name.clone(),
            element_size: size,
            elements: vec![address],
            origin: InputOrigin::Address,
        });
        address
    }

    /// A block whose address is given.
    fn place_block(
        &mut self,
        state: &mut State,
        at: u64,
        bytes: u64,
        size: Value,
        zeroed: bool,
        block: &str,
    ) -> Result<(), Halt> {
        let end = at.checked_add(bytes);
        let free = end.is_some_and(|end| {
            at > 0 && end < mask(self.address_width) && state.memory.is_empty_between(at - 1, end)
        });
        if !free || size != Value::Constant(bytes) {
            let what = format!("{at:#x} as the address of {block}: it is not free");
            return Err(Halt::Again(Event::Cut(CutReason::Unsupported(what))));
        }
        let name = format!("{block} of {bytes} bytes").into();
        let object = Object::allocated(at, bytes, None, RegionKind::Heap, zeroed, name);
        let id = state.memory.add(object);
        if !zeroed {
            let contents = self.unwritten_bytes(state, block, at, bytes);
            for (offset, byte) in (0..).zip(contents) {
                let (terms, memory) = (&mut self.terms, &mut state.memory);
                memory.store(terms, id, offset, 1, byte);
            }
        }
        Ok(())
    }

    /// Inputs for the bytes of a new block.
    fn unwritten_bytes(
        &mut self,
        state: &mut State,
        block: &str,
        address: u64,
        bytes: u64,
    ) -> Vec<Value> {
        if bytes == 0 {
            return Vec::new();
        }
        let origin = InputOrigin::Uninitialized { address };
        self.fresh_elements(state, &format!("uninitialized {block}"), bytes, origin, 1)
    }

    /// Stores values of so many bytes one behind the other, from an address on that lies in a block at a symbolic address.
    fn store_elements(&mut self, state: &mut State, at: Term, elements: &[Value], size: u32) {
        for (number, &element) in elements.iter().enumerate() {
            let terms = &mut self.terms;
            let offset = number as u64 * u64::from(size);
            let offset = terms.constant(self.address_width, offset);
            let address = terms.add(at, offset);
            let memory = &mut state.memory;
            memory.store_flat(terms, address, &[], size, element);
        }
    }

    /// The services that take addresses of such blocks. Nothing for the others.
    pub(super) fn serve_anywhere(
        &mut self,
        state: &mut State,
        service: Service,
        arguments: &[Operand],
        position: Position,
    ) -> Result<Option<Value>, Halt> {
        let Some(heap) = state
            .memory
            .heap()
            .filter(|_| self.has_symbolic_heap(state))
        else {
            return Ok(None);
        };
        let argument = |index: usize| {
            let argument = arguments.get(index).copied();
            argument.map_or(Value::Constant(0), |argument| state.read(argument))
        };
        let effect = service.info().block;
        let place = match effect {
            BlockEffect::AsEver => return Ok(None),
            BlockEffect::Ends => {
                self.free_anywhere(state, argument(0), position)?;
                return Ok(Some(Value::Constant(0)));
            }
            BlockEffect::GivesZero | BlockEffect::GivesSize | BlockEffect::BecomesInputs => 0,
            BlockEffect::Written => 1,
            BlockEffect::Unsupported(place) => place,
        };
        let Value::Term(address) = argument(place) else {
            return Ok(None);
        };
        if effect != BlockEffect::GivesZero && !self.is_in_block(state, address) {
            return Ok(None);
        }
        let constant = |index: usize| match arguments.get(index) {
            Some(&argument) => constant_argument(state, argument, service),
            None => Ok(0),
        };
        match effect {
            BlockEffect::AsEver | BlockEffect::Ends => Ok(None),
            BlockEffect::GivesZero => Ok(Some(Value::Constant(0))),
            BlockEffect::GivesSize => {
                let size = self.heaps.size_at(&mut self.terms, heap, address);
                Ok(Some(Value::of(&self.terms, size)))
            }
            BlockEffect::BecomesInputs => {
                let size = constant(1)?;
                let given = arguments.get(2).map(|&name| state.read(name));
                let name = match given {
                    Some(Value::Constant(name)) => self.input_name(state, name),
                    Some(Value::Term(_)) | None => String::new(),
                };
                self.make_block_symbolic(state, address, size, name, position)?;
                Ok(Some(Value::Constant(0)))
            }
            BlockEffect::Written => {
                let (number, size) = (constant(0)?, constant(2)?);
                let result = self.write_block(state, number, address, size, position)?;
                let result = result as u64 & mask(self.address_width);
                Ok(Some(Value::Constant(result)))
            }
            BlockEffect::Unsupported(_) => {
                let name = service.info().name;
                let what = format!("{name} of a heap block at a symbolic address");
                Err(Halt::Behind(Event::Cut(CutReason::Unsupported(what))))
            }
        }
    }

    /// Whether an address leads into the heap, by its form, and was not made a constant.
    fn is_in_block(&mut self, state: &State, address: Term) -> bool {
        let (least, greatest) = self.form_bounds.of(&self.terms, address);
        self.may_be_block(state, least, greatest)
            && state.memory.is_empty_between(least, greatest)
            && state.binding(address).is_none()
    }

    /// Gives up where an address has to be known that leads into a block at a symbolic one.
    pub(crate) fn give_up_in_block(
        &mut self,
        state: &State,
        address: Value,
        what: &str,
    ) -> Result<(), Halt> {
        match address {
            Value::Term(address) if self.is_in_block(state, address) => {
                let what = format!("{what} with a heap block at a symbolic address");
                Err(Halt::Again(Event::Cut(CutReason::Unsupported(what))))
            }
            _ => Ok(()),
        }
    }

    /// Asks that so many bytes at an address lie in a block.
    pub(super) fn require_in_block(
        &mut self,
        state: &mut State,
        (address, size): (Term, u64),
        store: bool,
        position: Position,
    ) -> Result<(), Halt> {
        let access = Access {
            address,
            size: size as u32,
            store,
            position,
        };
        let property = match store {
            true => Property::InvalidStore,
            false => Property::InvalidLoad,
        };
        let valid = self.is_valid_in_heap(state, &access);
        if !self.options.checks.contains(property) && !self.terms.is_true(valid) {
            let what = "an effect of the environment on a block at a symbolic address, while that check is off";
            let event = Event::Cut(CutReason::Unsupported(what.to_owned()));
            return Err(Halt::Again(event));
        }
        let valid = Value::of(&self.terms, valid);
        match self.require(state, property, valid, position) {
            Some(event) => Err(Halt::Again(event)),
            None => Ok(()),
        }
    }

    /// The bytes from an address on that lie in one block.
    pub(super) fn load_bytes_of_block(
        &mut self,
        state: &mut State,
        address: Term,
        size: u64,
    ) -> Vec<Value> {
        let mut load = |offset| {
            let terms = &mut self.terms;
            let offset = terms.constant(self.address_width, offset);
            let at = terms.add(address, offset);
            state.memory.load_flat(terms, at, &[], 1)
        };
        (0..size).map(&mut load).collect()
    }

    fn free_anywhere(
        &mut self,
        state: &mut State,
        address: Value,
        position: Position,
    ) -> Result<(), Halt> {
        let Some(heap) = state.memory.heap() else {
            return Ok(());
        };
        let address = address.term(&mut self.terms, self.address_width);
        let zero = self.terms.constant(self.address_width, 0);
        let nothing = self.terms.eq(address, zero);
        let block = self.heaps.can_be_freed(&mut self.terms, heap, address);
        let valid = self.terms.or(nothing, block);
        if !self.options.checks.contains(Property::InvalidFree) && !self.terms.is_true(valid) {
            let what = "a block at a symbolic address is freed, while the check of frees is off";
            let event = Event::Cut(CutReason::Unsupported(what.to_owned()));
            return Err(Halt::Again(event));
        }
        let valid = Value::of(&self.terms, valid);
        if let Some(event) = self.require(state, Property::InvalidFree, valid, position) {
            return Err(Halt::Again(event));
        }
        // No block starts at 0, so that freeing it changes nothing.
        state.memory.note_freed(&mut self.heaps, address);
        Ok(())
    }

    fn make_block_symbolic(
        &mut self,
        state: &mut State,
        address: Term,
        size: u64,
        name: String,
        position: Position,
    ) -> Result<(), Halt> {
        if size == 0 {
            return Ok(());
        }
        if size > LARGEST {
            return Err(too_large("make_symbolic", size, LARGEST));
        }
        self.require_in_block(state, (address, size), true, position)?;
        let constant = |local| match state.local(local) {
            Value::Constant(value) => Some(value),
            Value::Term(_) => None,
        };
        let shape = self.program.data_at(0, size, position, &constant);
        let given = (!name.is_empty()).then_some(name);
        let name = given.or(shape.name);
        let name = name.unwrap_or_else(|| format!("heap_input_{}", state.heap_blocks));
        let element_size = super::symbolic::element_size(shape.element_size, size);
        let origin = InputOrigin::Memory {
            address: state.heap.start(),
        };
        let elements = self.fresh_elements(state, &name, size, origin, element_size);
        self.store_elements(state, address, &elements, element_size);
        Ok(())
    }
}
