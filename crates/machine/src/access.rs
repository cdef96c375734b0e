//! Loads and stores of a state: constant addresses at once, symbolic ones through the explorer.

use std::rc::Rc;

use everypath_program::{BinaryOp, Operand, Position, Property, RegionKind};
use everypath_term::Term;

use crate::event::Access;
use crate::inputs::InputOrigin;
use crate::machine::Halt;
use crate::memory::{AccessFault, ObjectId, WIDEST, permission_text};
use crate::resolve::{Alternative, Target, forbidden_property, offset_in};
use crate::{CutReason, Event, Machine, State, Value};

/// The most places that are excluded one by one where uninitialized reads are checked.
const MOST_EXCLUDED: usize = 1024;

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
        if let Some(base) = state.read_constant(address) {
            let at = self.wrap(base.wrapping_add(offset));
            match state.memory.place(at, size, false) {
                Ok((object, offset)) => {
                    self.define(state, object, offset, u64::from(size), Some(position))?;
                    return Ok(state.memory.load(&mut self.terms, object, offset, size));
                }
                Err(AccessFault::Conditional) => {}
                Err(fault) => return Err(self.fault(state, fault, at, size, false, position)),
            }
        }
        self.load_symbolic(state, address, offset, size, position)
    }

    #[inline(never)]
    fn load_symbolic(
        &mut self,
        state: &mut State,
        address: Operand,
        offset: u64,
        size: u32,
        position: Position,
    ) -> Result<Value, Halt> {
        let (access, targets) =
            self.symbolic_access(state, address, offset, size, false, position)?;
        let mut result: Option<Value> = None;
        for (number, alternative) in targets.iter().enumerate().rev() {
            let target = alternative.target;
            let Target { object, span, .. } = target;
            let offset = offset_in(&mut self.terms, access.address, &target);
            if let [_] = &targets[..]
                && let Some(event) = self.check_window(state, &target, offset, size, position)?
            {
                state.targets = targets.clone();
                return Err(Halt::Again(event));
            }
            self.define(state, object, span.low, span.bytes(size), None)?;
            let terms = &mut self.terms;
            let here = state.memory.load_window(terms, object, offset, span, size);
            result = Some(match result {
                Some(other) if number + 1 < targets.len() => {
                    let condition = Value::of(terms, alternative.condition);
                    Value::select(terms, 8 * size, condition, here, other)
                }
                _ => here,
            });
        }
        Ok(result.unwrap_or(Value::Constant(0)))
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
        if let Some(base) = state.read_constant(address) {
            let at = self.wrap(base.wrapping_add(offset));
            match state.memory.place(at, size, true) {
                Ok((object, offset)) => {
                    let memory = &mut state.memory;
                    memory.store(&mut self.terms, object, offset, size, value);
                    return Ok(());
                }
                Err(AccessFault::Conditional) => {}
                Err(fault) => return Err(self.fault(state, fault, at, size, true, position)),
            }
        }
        self.store_symbolic(state, address, offset, value, size, position)
    }

    #[inline(never)]
    fn store_symbolic(
        &mut self,
        state: &mut State,
        address: Operand,
        offset: u64,
        value: Value,
        size: u32,
        position: Position,
    ) -> Result<(), Halt> {
        let (access, targets) =
            self.symbolic_access(state, address, offset, size, true, position)?;
        if let [only] = &targets[..]
            && only.target.span.low == only.target.span.high
        {
            let Target { object, span, .. } = only.target;
            let memory = &mut state.memory;
            memory.store(&mut self.terms, object, span.low, size, value);
            return Ok(());
        }
        for alternative in targets.iter() {
            let target = alternative.target;
            let Target { object, span, .. } = target;
            self.define(state, object, span.low, span.bytes(size), None)?;
            let offset = offset_in(&mut self.terms, access.address, &target);
            let condition = match targets.len() {
                1 => self.terms.bool(true),
                _ => alternative.condition,
            };
            let (terms, memory) = (&mut self.terms, &mut state.memory);
            memory.store_window(terms, object, offset, span, size, value, condition);
        }
        Ok(())
    }

    /// Makes inputs of the bytes in a range that were never written, since a load reads them. With a position, that is a violation
    /// where it is checked.
    #[inline]
    fn define(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: u64,
        length: u64,
        position: Option<Position>,
    ) -> Result<(), Halt> {
        let range = offset..offset + length;
        let contents = state.memory.object(object);
        if !range.clone().any(|at| contents.is_undefined(at)) {
            return Ok(());
        }
        if let Some(position) = position
            && self.options.checks.contains(Property::UninitializedRead)
        {
            let detail = format!(
                "load of bytes of {} that were never written",
                contents.name()
            );
            let event = self.violation(state, Property::UninitializedRead, position, detail);
            return Err(Halt::Behind(event));
        }
        let name = format!("uninitialized {}", contents.name());
        let base = contents.base();
        let mut at = range.start;
        while at < range.end {
            let contents = state.memory.object(object);
            let run = (at..range.end)
                .take_while(|&at| contents.is_undefined(at))
                .count() as u64;
            if run > 0 {
                let address = base + at;
                let origin = InputOrigin::Uninitialized { address };
                self.symbolic_bytes(state, &name, address, run, origin);
            }
            at += run.max(1);
        }
        Ok(())
    }

    /// The event of a load through a symbolic address that can read bytes that were never written, where that is checked.
    fn check_window(
        &mut self,
        state: &mut State,
        target: &Target,
        offset: Term,
        size: u32,
        position: Position,
    ) -> Result<Option<Event>, Halt> {
        if !self.options.checks.contains(Property::UninitializedRead) {
            return Ok(None);
        }
        let mut defined = Value::Constant(1);
        let mut excluded = 0;
        for place in target.span.offsets() {
            let object = state.memory.object(target.object);
            let bytes = place..place + u64::from(size);
            if !bytes.clone().any(|at| object.is_undefined(at)) {
                continue;
            }
            excluded += 1;
            if excluded > MOST_EXCLUDED {
                let what = "a check for uninitialized reads through an address that ranges over more than 1024 such places";
                let event = Event::Cut(CutReason::Unsupported(what.to_owned()));
                return Err(Halt::Again(event));
            }
            let width = self.terms.width(offset);
            let place = Value::Constant(place);
            let here = Value::Term(offset);
            let elsewhere = Value::binary(&mut self.terms, BinaryOp::Ne, width, here, place);
            defined = Value::binary(&mut self.terms, BinaryOp::And, 1, defined, elsewhere);
        }
        Ok(self.require(state, Property::UninitializedRead, defined, position))
    }

    /// The targets that the explorer chose for an access, or the event that asks for them.
    #[inline(never)]
    fn symbolic_access(
        &mut self,
        state: &mut State,
        address: Operand,
        offset: u64,
        size: u32,
        store: bool,
        position: Position,
    ) -> Result<(Access, Rc<[Alternative]>), Halt> {
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
        if state.targets.is_empty() {
            return Err(Halt::Again(Event::Access(access)));
        }
        let targets = std::mem::take(&mut state.targets);
        for Alternative { target, .. } in targets.iter() {
            if target.span.bytes(size) > WIDEST {
                let what = format!(
                    "an address that ranges over {} bytes of {}; at most {WIDEST} are modelled",
                    target.span.bytes(size),
                    state.memory.object(target.object).name(),
                );
                return Err(Halt::Again(Event::Cut(CutReason::Unsupported(what))));
            }
        }
        Ok((access, targets))
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
                match self.past(state, address) {
                    "" => format!("{access}, where no object is{}", nearest(state, address)),
                    past => format!("{access}, where no object is{past}"),
                },
            ),
            AccessFault::CrossesEnd(id) => {
                let object = state.memory.object(id);
                let end = object.base() + (object.size() - 1);
                (
                    outside,
                    format!("{access}, past the end of {} at {end:#x}", object.name()),
                )
            }
            AccessFault::Forbidden(id) if state.memory.object(id).kind() == RegionKind::Local => {
                let name = state.memory.object(id).name();
                (
                    outside,
                    format!("{access}, in {name}, whose scope has ended"),
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
            AccessFault::Conditional => (outside, access),
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
