//! What addresses that are looked at as numbers are lowered to.

use std::ops::Range;
use std::rc::Rc;

use everypath_program::{Assumption, BinaryOp, Operand, Service};

use super::{asks_for_equality, is_blind};
use crate::address;
use crate::binding::{DataLayout, IntegerPredicate, Opcode, Type, TypeKind, Value};
use crate::lower::Lowerer;
use crate::lower::memory::Address;

/// The elements of an array that are told apart; the others are one place.
const ELEMENTS: u64 = 64;
/// Of a variable with more places than these, arrays are one place each, whatever they have.
const PLACES: usize = 4096;

impl<'m> Lowerer<'m> {
    /// The number that an address becomes in a conversion whose result is arbitrary; nothing for any other instruction.
    pub(in crate::lower) fn address_number(
        &mut self,
        conversion: Value<'m>,
        address: Value<'m>,
        width: u32,
    ) -> Option<Operand> {
        let is_one = conversion.opcode() == Some(Opcode::LLVMPtrToInt)
            && self.numbered.contains(&conversion.id());
        let function = self.tables.address_number.filter(|_| is_one)?;
        let address = self.scalar(address, width);
        let result = self.fresh(width);
        self.call_library(function, &[address], &[result]);
        Some(Operand::Local(result))
    }

    /// Whether two numbers are equal one of which may be the address of an object that is no more, or two pointers one of which may be
    /// made of a number. Nothing for a comparison of anything else.
    pub(in crate::lower) fn compare_addresses(
        &mut self,
        instruction: Value<'m>,
        width: u32,
        a: Operand,
        b: Operand,
    ) -> Option<Operand> {
        let function = match instruction.operand(0)?.value_type().kind() {
            TypeKind::LLVMPointerTypeKind => {
                return self.compare_pointers(instruction, width, a, b);
            }
            _ => self.tables.same_address.filter(|_| !self.library)?,
        };
        let has_number = |value: Value<'m>| self.numbered.contains(&value.id());
        if instruction.operands().any(has_number) {
            return None;
        }
        let is_number =
            |value: Value<'m>| value.value_type().kind() == TypeKind::LLVMIntegerTypeKind;
        let (Operand::Local(_), Operand::Local(_)) = (a, b) else {
            return None;
        };
        let of_the_compiler = instruction.has_metadata(self.module.metadata_kind("nosanitize"));
        let may_be_addresses = asks_for_equality(instruction)
            && width == self.address_width
            && instruction.operands().all(is_number);
        if of_the_compiler || !may_be_addresses {
            return None;
        }
        Some(self.equality_by(function, instruction, width, a, b))
    }

    /// Whether two pointers are equal, in a program that makes pointers of numbers.
    fn compare_pointers(
        &mut self,
        instruction: Value<'m>,
        width: u32,
        a: Operand,
        b: Operand,
    ) -> Option<Operand> {
        let function = self.tables.same_pointer.filter(|_| !self.library)?;
        let with_null = instruction.operands().any(Value::is_zero);
        let of_the_compiler = instruction.has_metadata(self.module.metadata_kind("nosanitize"));
        if with_null || of_the_compiler || !asks_for_equality(instruction) {
            return None;
        }
        Some(self.equality_by(function, instruction, width, a, b))
    }

    /// A comparison for equality by a function of the library.
    fn equality_by(
        &mut self,
        function: u32,
        instruction: Value<'m>,
        width: u32,
        a: Operand,
        b: Operand,
    ) -> Operand {
        let result = self.fresh(width);
        self.call_library(function, &[a, b], &[result]);
        let unequal = instruction.integer_predicate() == Some(IntegerPredicate::LLVMIntNE);
        let compare = if unequal { BinaryOp::Eq } else { BinaryOp::Ne };
        self.binary(compare, width, Operand::Local(result), Operand::Constant(0))
    }

    /// Names the assumption where an instruction looks at an address.
    pub(in crate::lower) fn note_observed_address(
        &mut self,
        instruction: Value<'m>,
        opcode: Opcode,
    ) {
        if self.library {
            return;
        }
        let observes = match opcode {
            Opcode::LLVMPtrToInt => {
                !self.numbered.contains(&instruction.id())
                    && !instruction
                        .users()
                        .all(|user| is_blind(user, self.address_width))
            }
            _ => {
                let mut operands = instruction.operands();
                let constant =
                    |value: Value<'_>| value.constant_opcode() == Some(Opcode::LLVMPtrToInt);
                operands.any(constant) && !is_blind(instruction, self.address_width)
            }
        };
        // Checks that the compiler added look for the program, and are checks already.
        let kind = self.module.metadata_kind("nosanitize");
        if observes && !instruction.has_metadata(kind) {
            let number = Operand::Constant(Assumption::Addresses.number());
            self.service(Service::Assumes, &[number]);
        }
    }

    /// Lets the machine see whether bytes that are loaded as a number are of an address, where a variable is read that may hold pointers there: a
    /// union, a cast on the spot, what `memcpy` brought. Bytes that are reached through other pointers are not looked at.
    pub(in crate::lower) fn note_punned_address(
        &mut self,
        load: Value<'m>,
        of: Type<'m>,
        pointer: Value<'m>,
        address: Address,
    ) {
        let is_number = matches!(
            of.kind(),
            TypeKind::LLVMIntegerTypeKind
                | TypeKind::LLVMFloatTypeKind
                | TypeKind::LLVMDoubleTypeKind
        );
        if self.library || !is_number || self.travels(pointer, of) {
            return;
        }
        let size = of.store_size(self.layout);
        let places = self.pointer_places(address::base(pointer));
        let may_be_read = match address::offset(pointer, self.layout) {
            Some(offset) => {
                (places.iter()).any(|place| place.start < offset + size && offset < place.end)
            }
            None => !places.is_empty(),
        };
        let looks = |user: Value<'m>| !is_blind(user, self.address_width) && !user.is_debug_call();
        let of_the_compiler = load.has_metadata(self.module.metadata_kind("nosanitize"));
        if may_be_read && !of_the_compiler && load.users().any(looks) {
            let at = self.flat(address);
            self.effect(Service::LooksAt, &[at, Operand::Constant(size)]);
        }
    }

    /// Where a variable may hold pointers, in bytes from its beginning: where its type has some, where pointers are stored to it by its name, and where
    /// such places are copied to. Nothing for what is no variable.
    fn pointer_places(&mut self, variable: Value<'m>) -> Rc<[Range<u64>]> {
        if let Some(known) = self.pointer_places.get(&variable.id()) {
            return known.clone();
        }
        // Variables may be copied to each other.
        self.pointer_places.insert(variable.id(), Rc::from([]));
        let mut places = Vec::new();
        let global = variable.global_type().filter(|_| variable.is_variable());
        if let Some(of) = variable.allocated_type().or(global) {
            add_pointers(of, 0, self.layout, &mut places);
            if global.is_none() {
                self.add_stored_pointers(variable, of, &mut places);
            }
        }
        let places: Rc<[Range<u64>]> = places.into();
        self.pointer_places.insert(variable.id(), places.clone());
        places
    }

    /// Adds where pointers are stored, or copied, to a variable of a type.
    fn add_stored_pointers(
        &mut self,
        variable: Value<'m>,
        of: Type<'m>,
        places: &mut Vec<Range<u64>>,
    ) {
        let whole = of.allocation_size(self.layout);
        let pointer = u64::from(self.address_width / 8);
        let mut waiting = vec![variable];
        while let Some(address) = waiting.pop() {
            let offset = address::offset(address, self.layout);
            for user in address.users() {
                match user.opcode() {
                    Some(Opcode::LLVMGetElementPtr) if user.operand(0) == Some(address) => {
                        waiting.push(user);
                    }
                    Some(Opcode::LLVMStore) if user.operand(1) == Some(address) => {
                        let stored = user.operand(0).map(|value| value.value_type().kind());
                        if stored == Some(TypeKind::LLVMPointerTypeKind) {
                            places.push(offset.map_or(0..whole, |at| at..at + pointer));
                        }
                    }
                    Some(Opcode::LLVMCall) if copies_to(user, address) => {
                        let Some(&from) = user.arguments().get(1) else {
                            continue;
                        };
                        let source = self.pointer_places(address::base(from));
                        let start = address::offset(from, self.layout);
                        let moved = offset.zip(start);
                        places.extend(source.iter().map(|place| match moved {
                            Some((to, from)) => {
                                let at = |end: u64| (to + end).saturating_sub(from);
                                at(place.start)..at(place.end)
                            }
                            None => 0..whole,
                        }));
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Whether a call copies bytes to an address.
fn copies_to(call: Value<'_>, address: Value<'_>) -> bool {
    let copies = |callee: Value<'_>| {
        let name = callee.name();
        let intrinsic = name
            .strip_prefix("llvm.")
            .and_then(|name| name.split('.').next());
        matches!(intrinsic.unwrap_or(&name), "memcpy" | "memmove")
    };
    call.arguments().first() == Some(&address) && call.callee().is_some_and(copies)
}

/// Adds where a type has pointers, in bytes from an offset.
fn add_pointers<'m>(
    of: Type<'m>,
    offset: u64,
    layout: DataLayout<'m>,
    places: &mut Vec<Range<u64>>,
) {
    match of.kind() {
        TypeKind::LLVMPointerTypeKind => places.push(offset..offset + of.store_size(layout)),
        TypeKind::LLVMStructTypeKind => {
            for index in 0..of.length() {
                if let (Some(member), Some(start)) =
                    (of.element(index), of.member_offset(index, layout))
                {
                    add_pointers(member, offset + start, layout, places);
                }
            }
        }
        TypeKind::LLVMArrayTypeKind => {
            let Some(element) = of.element(0).filter(|_| places.len() < PLACES) else {
                return places.push(offset..offset + of.allocation_size(layout));
            };
            let mut within = Vec::new();
            add_pointers(element, 0, layout, &mut within);
            let size = element.allocation_size(layout);
            for index in 0..of.length().min(ELEMENTS) {
                let start = offset + index * size;
                places.extend(
                    within
                        .iter()
                        .map(|place| start + place.start..start + place.end),
                );
            }
            if of.length() > ELEMENTS && !within.is_empty() {
                places.push(offset + ELEMENTS * size..offset + of.length() * size);
            }
        }
        _ => {}
    }
}
