//! Loads and stores of a state: constant addresses at once, symbolic ones through the explorer.

use std::rc::Rc;

use everypath_program::{Operand, Position, Property, RegionKind};
use everypath_term::Term;

use crate::event::{Access, Purpose};
use crate::halt::Halt;
use crate::inputs::InputOrigin;
use crate::memory::{AccessFault, NARROW, ObjectId, Span, WIDEST, permission_text};
use crate::resolve::{forbidden_property, inside, offset_in};
use crate::target::{Alternative, Target};
use crate::{CutReason, Event, Machine, State, Value};

/// The most places that are excluded one by one where uninitialized reads are checked.
const MOST_EXCLUDED: usize = 1024;

/// An object that an access can reach.
#[derive(Clone, Copy)]
struct Part {
    /// Holds where the access lies in the object.
    condition: Term,
    object: ObjectId,
    base: u64,
    span: Span,
}

fn is_device(state: &State, object: ObjectId) -> bool {
    state.memory.object(object).kind() == RegionKind::Registers
}

/// The register of a device that a load goes to, if it does. A load from one of several places, some of them such registers, gives the path up: which
/// one it is would have to be known for the name of the input.
fn read_from_device(
    state: &State,
    parts: &[Part],
    only_place: Option<Part>,
) -> Result<Option<Part>, Halt> {
    let reaches_device = parts.iter().any(|part| is_device(state, part.object));
    match (reaches_device, only_place) {
        (false, _) => Ok(None),
        (true, Some(place)) => Ok(Some(place)),
        (true, None) => Err(one_of_several("load from")),
    }
}

/// Whether a store goes to registers of devices, whichever; to one of them or to memory gives the path up.
fn is_gone(state: &State, parts: &[Part]) -> Result<bool, Halt> {
    let devices = parts.iter().filter(|part| is_device(state, part.object));
    match devices.count() {
        0 => Ok(false),
        all if all == parts.len() => Ok(true),
        _ => Err(one_of_several("store to")),
    }
}

fn one_of_several(access: &str) -> Halt {
    let what = format!("a {access} one of several places, some of them registers of a device");
    Halt::Again(Event::Cut(CutReason::Unsupported(what)))
}

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
                    let value = state.memory.load(&mut self.terms, object, offset, size);
                    return Ok(self.telling(state, value));
                }
                Err(AccessFault::Conditional) => {}
                Err(AccessFault::Forbidden(id)) if is_device(state, id) => {
                    return Ok(self.read_device(state, at, size));
                }
                Err(_) if self.may_be_block(state, at, at) => {}
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
        let parts = self.parts(state, &access, &targets)?;
        self.hold_wide(state, &access, &parts)?;
        if let Some(event) = self.check_windows(state, &access, &parts)? {
            state.targets = targets;
            return Err(Halt::Again(event));
        }
        let only_place = self.only_place(state, &parts, &targets);
        if let Some(Part { base, span, .. }) = read_from_device(state, &parts, only_place)? {
            return Ok(self.read_device(state, base + span.low, size));
        }
        if only_place.is_none() {
            self.require_one_place(state, &access, &parts)?;
        }
        for part in &parts {
            let Part { object, span, .. } = *part;
            self.define(state, object, span.low, span.bytes(size), None)?;
        }
        if let Some(Part { object, span, .. }) = only_place {
            let value = state.memory.load(&mut self.terms, object, span.low, size);
            return Ok(self.telling(state, value));
        }
        if state.memory.is_flat() {
            let objects: Vec<ObjectId> = parts.iter().map(|part| part.object).collect();
            let terms = &mut self.terms;
            return Ok(state
                .memory
                .load_flat(terms, access.address, &objects, size));
        }
        let mut result: Option<Value> = None;
        for part in parts.iter().rev() {
            let Part { object, span, .. } = *part;
            let offset = offset_in(&mut self.terms, access.address, part.base);
            let terms = &mut self.terms;
            let here = state.memory.load_window(terms, object, offset, span, size);
            result = Some(match result {
                Some(other) => {
                    let condition = Value::of(terms, part.condition);
                    Value::select(terms, 8 * size, condition, here, other)
                }
                None => here,
            });
        }
        let value = result.unwrap_or(Value::Constant(0));
        Ok(self.telling(state, value))
    }

    /// A value that was loaded, with what is known of the elements in it on the path.
    #[inline(always)]
    fn telling(&mut self, state: &mut State, value: Value) -> Value {
        if let Value::Term(term) = value {
            self.tell_elements(&mut state.path, term);
        }
        value
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
                Err(AccessFault::Forbidden(id)) if is_device(state, id) => return Ok(()),
                Err(_) if self.may_be_block(state, at, at) => {}
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
        let parts = self.parts(state, &access, &targets)?;
        self.hold_wide(state, &access, &parts)?;
        if is_gone(state, &parts)? {
            return Ok(());
        }
        if let Some(Part { object, span, .. }) = self.only_place(state, &parts, &targets) {
            let (terms, memory) = (&mut self.terms, &mut state.memory);
            memory.store(terms, object, span.low, size, value);
            return Ok(());
        }
        self.require_one_place(state, &access, &parts)?;
        for part in &parts {
            let Part { object, span, .. } = *part;
            self.define(state, object, span.low, span.bytes(size), None)?;
        }
        if state.memory.is_flat() {
            let reached = |part: &Part| {
                let first = part.span.low;
                (part.object, first..first + part.span.bytes(size))
            };
            let parts: Vec<_> = parts.iter().map(reached).collect();
            let (terms, memory) = (&mut self.terms, &mut state.memory);
            memory.store_flat(terms, access.address, &parts, size, value);
            return Ok(());
        }
        for part in &parts {
            let Part { object, span, .. } = *part;
            let offset = offset_in(&mut self.terms, access.address, part.base);
            let condition = match parts.len() {
                1 => self.terms.bool(true),
                _ => part.condition,
            };
            let (terms, memory) = (&mut self.terms, &mut state.memory);
            memory.store_window(terms, object, offset, span, size, value, condition);
        }
        Ok(())
    }

    /// What a register of a device holds when it is read: any value, whatever it held before.
    fn read_device(&mut self, state: &mut State, address: u64, size: u32) -> Value {
        let name = format!("device {address:#x}");
        let origin = InputOrigin::Device { address };
        let read = self.fresh_elements(state, &name, size.into(), origin, size);
        read.first().copied().unwrap_or(Value::Constant(0))
    }

    /// The only object and offset that an access reaches, if there is one.
    fn only_place(&self, state: &State, parts: &[Part], targets: &[Alternative]) -> Option<Part> {
        let &[part] = parts else { return None };
        let elsewhere = |alternative: &Alternative| match alternative.target {
            Target::Object { .. } => false,
            Target::Anywhere { low, high } => self.may_be_block(state, low, high),
        };
        let only = part.span.low == part.span.high && !targets.iter().any(elsewhere);
        only.then_some(part)
    }

    /// The objects that an access with these targets reaches.
    fn parts(
        &mut self,
        state: &State,
        access: &Access,
        targets: &[Alternative],
    ) -> Result<Vec<Part>, Halt> {
        let mut parts = Vec::with_capacity(targets.len());
        for &Alternative { condition, target } in targets {
            match target {
                Target::Object { object, base, span } => parts.push(Part {
                    condition,
                    object,
                    base,
                    span,
                }),
                Target::Anywhere { low, high } => {
                    for (object, span) in self.parts_of(state, access, (low, high)) {
                        let contents = state.memory.object(object);
                        parts.push(Part {
                            condition: inside(&mut self.terms, contents, access),
                            object,
                            base: contents.base(),
                            span,
                        });
                    }
                }
            }
        }
        Ok(parts)
    }

    /// Makes an object with a window that is too wide for a list of its bytes one array, or gives the path up. What was never written has no name
    /// there that a counterexample could tell, so it is done only in states that stand for more than a path comes to.
    fn hold_wide(
        &mut self,
        state: &mut State,
        access: &Access,
        parts: &[Part],
    ) -> Result<(), Halt> {
        for &Part { object, span, .. } in parts {
            let reached = span.bytes(access.size);
            let contents = state.memory.object(object);
            let is_wide = reached > WIDEST;
            // What was never written needs no names there.
            let is_all = state.widened && reached == contents.size() && span.count() > NARROW;
            if !(is_wide || is_all) || state.memory.is_array(object, (span.low, reached)) {
                continue;
            }
            let is_written = !contents.has_undefined(span.low..span.low + reached);
            if is_written && !is_wide {
                continue;
            }
            // A load from the array needs nothing of bytes that have values.
            if state.memory.is_flat() && !access.store && is_written {
                continue;
            }
            let checked = self.options.checks.contains(Property::UninitializedRead);
            let is_all_written = is_written && !contents.has_undefined(0..contents.size());
            let may_forget = state.widened && !checked;
            let may_be_array = (is_all_written || may_forget)
                && !state.memory.is_flat()
                && !contents.permissions().execute;
            let (terms, width) = (&mut self.terms, self.address_width);
            if may_be_array && state.memory.make_whole_array(terms, object, width) || !is_wide {
                continue;
            }
            if may_be_array && may_forget {
                state.memory.forget(terms, object, width);
                continue;
            }
            let name = state.memory.object(object).name();
            let what = format!(
                "an address that ranges over {reached} bytes of {name}; at most {WIDEST} are modelled"
            );
            return Err(Halt::Again(Event::Cut(CutReason::Unsupported(what))));
        }
        Ok(())
    }

    /// Makes inputs of the bytes in a range that were never written, since a load reads them. With a position, that is a violation
    /// where it is checked.
    #[inline]
    pub(crate) fn define(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: u64,
        length: u64,
        position: Option<Position>,
    ) -> Result<(), Halt> {
        let range = offset..offset + length;
        let contents = state.memory.object(object);
        if !contents.has_undefined(range.clone()) {
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
        self.name_undefined(state, object, offset, length);
        Ok(())
    }

    /// Where uninitialized reads are checked, an access that may go to several places of memory that is not all written is followed
    /// to each of them by itself: what is done with all of the window gives its bytes values, and nobody could tell any more
    /// which of them the program wrote.
    fn require_one_place(
        &self,
        state: &State,
        access: &Access,
        parts: &[Part],
    ) -> Result<(), Halt> {
        let is_partly_written = |part: &Part| {
            let reached = part.span.low..part.span.low + part.span.bytes(access.size);
            state.memory.object(part.object).has_undefined(reached)
        };
        if !self.options.checks.contains(Property::UninitializedRead)
            || !parts.iter().any(is_partly_written)
        {
            return Ok(());
        }
        Err(Halt::Again(match state.binding(access.address) {
            None => Event::Concretize {
                term: access.address,
                purpose: Purpose::Argument("a check for uninitialized reads"),
            },
            Some(_) => {
                let what = "a check for uninitialized reads through an address whose objects are not told apart";
                Event::Cut(CutReason::Unsupported(what.to_owned()))
            }
        }))
    }

    /// The event of a load through a symbolic address that can read bytes that were never written, where that is checked.
    fn check_windows(
        &mut self,
        state: &mut State,
        access: &Access,
        parts: &[Part],
    ) -> Result<Option<Event>, Halt> {
        if !self.options.checks.contains(Property::UninitializedRead) {
            return Ok(None);
        }
        let mut defined = self.terms.bool(true);
        let mut excluded = 0;
        for part in parts {
            let reached = part.span.low..part.span.low + part.span.bytes(access.size);
            if !state.memory.object(part.object).has_undefined(reached) {
                continue;
            }
            let offset = offset_in(&mut self.terms, access.address, part.base);
            let mut defined_here = self.terms.bool(true);
            for place in part.span.offsets() {
                let object = state.memory.object(part.object);
                let mut bytes = place..place + u64::from(access.size);
                if !bytes.any(|at| object.is_undefined(at)) {
                    continue;
                }
                excluded += 1;
                if excluded > MOST_EXCLUDED {
                    let what = "a check for uninitialized reads through an address that ranges over more than 1024 such places";
                    let event = Event::Cut(CutReason::Unsupported(what.to_owned()));
                    return Err(Halt::Again(event));
                }
                let place = self.terms.constant(self.address_width, place);
                let elsewhere = self.terms.ne(offset, place);
                defined_here = self.terms.and(defined_here, elsewhere);
            }
            // Of one object, the path condition says that it is the one.
            if parts.len() > 1 {
                defined_here = self.terms.implies(part.condition, defined_here);
            }
            defined = self.terms.and(defined, defined_here);
        }
        let defined = Value::of(&self.terms, defined);
        Ok(self.require(state, Property::UninitializedRead, defined, access.position))
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
        let mut address = self.terms.add(base, offset);
        if let Some(bound) = state.binding(address) {
            address = self.terms.constant(self.address_width, bound);
        }
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
            AccessFault::Unmapped => {
                let what = match self.object_before(state, address) {
                    Some(before) => format!(" any more: in {before}"),
                    None => match nearest(state, address) {
                        Some((near, base)) => {
                            self.histories.explain(base);
                            format!(" ({near})")
                        }
                        None => past(state, address).to_owned(),
                    },
                };
                (outside, format!("{access}, where no object is{what}"))
            }
            AccessFault::CrossesEnd(id) => {
                let object = state.memory.object(id);
                self.histories.explain(object.base());
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

/// Objects farther away than this many bytes do not help to understand an access.
const NEAR: u64 = 1 << 20;

/// What an address where no object is once was, for messages, where that is not known exactly.
fn past(state: &State, address: u64) -> &'static str {
    if state.heap.was_used(address) {
        " any more: a freed block of the heap, or beside one"
    } else if state.local_area.was_used(address) {
        " any more: a variable of a function that returned, or beside one"
    } else {
        ""
    }
}

/// The object that ends before an address or starts behind it, whichever is nearer, for messages, and where it begins.
fn nearest(state: &State, address: u64) -> Option<(String, u64)> {
    let memory = &state.memory;
    let around = memory.objects_from(address).take(2);
    let distances = around.map(|(_, object)| {
        let last = (object.base() + object.size()).saturating_sub(1);
        if last < address {
            (address - last, "behind", object)
        } else {
            (object.base().saturating_sub(address), "before", object)
        }
    });
    distances
        .min_by_key(|&(distance, ..)| distance)
        .filter(|&(distance, ..)| distance <= NEAR)
        .map(|(distance, side, object)| {
            let plural = if distance == 1 { "byte" } else { "bytes" };
            let near = format!("{distance} {plural} {side} {}", object.name());
            (near, object.base())
        })
}
