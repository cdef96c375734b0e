//! Loads and stores of a state: constant addresses at once, symbolic ones through the explorer.

use everypath_program::{Operand, Position, Property};

use crate::event::Access;
use crate::machine::Halt;
use crate::memory::{AccessFault, WIDEST, permission_text};
use crate::resolve::{Target, forbidden_property, offset_in};
use crate::{CutReason, Event, Machine, State, Value};

impl Machine<'_> {
    /// The constant at a constant address, if the access is valid and there is one: the emulator's way.
    #[inline(always)]
    pub(crate) fn load_constant(
        &self,
        state: &State,
        address: Operand,
        offset: u64,
        size: u32,
    ) -> Option<u64> {
        let at = self.wrap(state.read_constant(address)?.wrapping_add(offset));
        let (object, offset) = state.memory.place(at, size, false).ok()?;
        state.memory.object(object).load_constant(offset, size)
    }

    /// The value of `size` bytes at `address + offset`, of `8 * size` bits.
    #[inline(always)]
    pub(crate) fn load(
        &mut self,
        state: &mut State,
        address: Operand,
        offset: u64,
        size: u32,
        position: Position,
    ) -> Result<Value, Halt> {
        match state.read_constant(address) {
            Some(base) => {
                let at = self.wrap(base.wrapping_add(offset));
                match state.memory.place(at, size, false) {
                    Ok((object, offset)) => {
                        Ok(state.memory.load(&mut self.terms, object, offset, size))
                    }
                    Err(fault) => Err(self.fault(state, fault, at, size, false, position)),
                }
            }
            None => {
                let (access, target) =
                    self.symbolic_access(state, address, offset, size, false, position)?;
                let offset = offset_in(&mut self.terms, access.address, &target);
                Ok(state.memory.load_window(
                    &mut self.terms,
                    target.object,
                    offset,
                    target.span,
                    size,
                ))
            }
        }
    }

    /// Stores a value of `8 * size` bits at `address + offset`.
    #[inline(always)]
    pub(crate) fn store(
        &mut self,
        state: &mut State,
        address: Operand,
        offset: u64,
        value: Value,
        size: u32,
        position: Position,
    ) -> Result<(), Halt> {
        match state.read_constant(address) {
            Some(base) => {
                let at = self.wrap(base.wrapping_add(offset));
                match state.memory.place(at, size, true) {
                    Ok((object, offset)) => {
                        state
                            .memory
                            .store(&mut self.terms, object, offset, size, value);
                        Ok(())
                    }
                    Err(fault) => Err(self.fault(state, fault, at, size, true, position)),
                }
            }
            None => {
                let (access, target) =
                    self.symbolic_access(state, address, offset, size, true, position)?;
                let offset = offset_in(&mut self.terms, access.address, &target);
                state.memory.store_window(
                    &mut self.terms,
                    target.object,
                    offset,
                    target.span,
                    size,
                    value,
                );
                Ok(())
            }
        }
    }

    /// The target that the explorer chose for an access, or the event that asks for it.
    #[inline(never)]
    fn symbolic_access(
        &mut self,
        state: &mut State,
        address: Operand,
        offset: u64,
        size: u32,
        store: bool,
        position: Position,
    ) -> Result<(Access, Target), Halt> {
        let base = state
            .read(address)
            .term(&mut self.terms, self.address_width);
        let offset = self.wrap(offset);
        let offset = self.terms.constant(self.address_width, offset);
        let address = self.terms.add(base, offset);
        let access = Access {
            address,
            size,
            store,
            position,
        };
        let Some(target) = state.target.take() else {
            return Err(Halt::Again(Event::Access(access)));
        };
        if target.span.bytes(size) > WIDEST {
            let what = format!(
                "an address that ranges over {} bytes of {}; at most {WIDEST} are modelled",
                target.span.bytes(size),
                state.memory.object(target.object).name(),
            );
            return Err(Halt::Again(Event::Cut(CutReason::Unsupported(what))));
        }
        Ok((access, target))
    }

    /// The halt of an access at a constant address that is invalid.
    #[inline(never)]
    fn fault(
        &mut self,
        state: &mut State,
        fault: AccessFault,
        address: u64,
        size: u32,
        store: bool,
        position: Position,
    ) -> Halt {
        let verb = if store { "store" } else { "load" };
        let plural = if size == 1 { "byte" } else { "bytes" };
        let access = format!("{verb} of {size} {plural} at {address:#x}");
        let outside = if store {
            Property::InvalidStore
        } else {
            Property::InvalidLoad
        };
        let (property, detail) = match fault {
            AccessFault::Unmapped => (
                outside,
                format!("{access}, where no object is{}", nearest(state, address)),
            ),
            AccessFault::CrossesEnd(id) => {
                let object = state.memory.object(id);
                let end = object.base() + (object.size() - 1);
                (
                    outside,
                    format!("{access}, past the end of {} at {end:#x}", object.name()),
                )
            }
            AccessFault::Forbidden(id) => {
                let object = state.memory.object(id);
                let permissions = permission_text(object.permissions());
                let property = forbidden_property(object.kind(), store);
                (
                    property,
                    format!("{access} in {}, which permits {permissions}", object.name()),
                )
            }
            AccessFault::StackGuard => (
                Property::StackOverflow,
                format!("{access}, in the guard below the stack"),
            ),
        };
        Halt::Behind(self.violation(state, property, position, detail))
    }
}

/// The object that ends before an address or starts behind it, whichever is nearer, for messages.
fn nearest(state: &State, address: u64) -> String {
    let before = state
        .memory
        .objects()
        .filter(|(_, object)| object.base() <= address && object.size() > 0)
        .last()
        .map(|(_, object)| {
            (
                address - (object.base() + (object.size() - 1)),
                object,
                "behind",
            )
        });
    let after = state
        .memory
        .objects()
        .find(|(_, object)| object.base() > address && object.size() > 0)
        .map(|(_, object)| (object.base() - address, object, "before"));
    let nearer = match (before, after) {
        (Some(before), Some(after)) => Some(if before.0 <= after.0 { before } else { after }),
        (before, after) => before.or(after),
    };
    match nearer {
        Some((distance, object, side)) => format!(" ({distance} bytes {side} {})", object.name()),
        None => String::new(),
    }
}
