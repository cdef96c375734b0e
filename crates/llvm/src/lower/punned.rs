//! Accesses through a cast of a variable's address that need more alignment than the variable has.
//!
//! Clang checks the alignment of an access by the type that a pointer points to, but where the pointer is the address of something declared, cast
//! on the spot, it goes on with what it knows of the declaration: `*(unsigned *)&halves[1]` is taken to be aligned as an element of
//! `halves` is, and never reported (`EmitPointerWithAlignment` in CGExpr.cpp keeps the alignment of a declaration through a cast). In
//! bitcode that is an access of less alignment than its type has, to a variable that has something else at that place.
//!
//! Less alignment is also what members of packed structs have, bit-fields, and structs that travel in registers; none of these is a cast.

use everypath_program::Property;

use super::Lowerer;
use crate::binding::{DataLayout, Opcode, Type, TypeKind, Value};

impl<'m> Lowerer<'m> {
    /// Requires of a load or store that its address is aligned for the type that is loaded or stored, where the compiler did not.
    pub(super) fn check_punned(&mut self, access: Value<'m>, of: Type<'m>, pointer: Value<'m>) {
        let is_asked = self.tables.required.contains(Property::MisalignedAccess);
        if !is_asked || self.check_flags || !needs_more_alignment(access, of, pointer, self.layout)
        {
            return;
        }
        let Some(function) = self.tables.is_aligned.filter(|_| !self.library) else {
            return;
        };
        let address = self.address(pointer);
        let address = self.flat(address);
        let mask = of.alignment(self.layout) - 1;
        let holds = self.aligned_by(function, address, mask);
        self.check(Property::MisalignedAccess, holds);
    }
}

/// Whether an access has less alignment than its type, and the variable that it is to has something else there.
fn needs_more_alignment<'m>(
    access: Value<'m>,
    of: Type<'m>,
    pointer: Value<'m>,
    layout: DataLayout<'m>,
) -> bool {
    if !is_number(of) || access.alignment() >= of.alignment(layout) || travels(access) {
        return false;
    }
    // The variable, the bytes from its begin, if they are constant, and else what the last computation says that is there.
    let (mut at, mut offset, mut there) = (pointer, Some(0), None);
    while let Some(source) = at.element_type() {
        if has_packed(source) {
            return false;
        }
        let (of, moved) = selected(at, source, layout);
        there = there.or(of);
        offset = offset
            .zip(moved)
            .map(|(sum, moved): (u64, u64)| sum.wrapping_add(moved));
        let Some(base) = at.operand(0) else {
            return false;
        };
        at = base;
    }
    let Some(variable) = at
        .allocated_type()
        .or_else(|| at.global_type().filter(|_| at.is_variable()))
    else {
        return false;
    };
    if has_packed(variable) {
        return false;
    }
    match (offset, there) {
        (Some(offset), _) => !may_be(variable, offset, of, layout),
        (None, Some(there)) => !may_be(there, 0, of, layout),
        (None, None) => false,
    }
}

/// Integers of the usual widths, floating-point numbers, pointers.
fn is_number(of: Type<'_>) -> bool {
    match of.kind() {
        TypeKind::LLVMIntegerTypeKind => matches!(of.integer_width(), 16 | 32 | 64),
        TypeKind::LLVMFloatTypeKind
        | TypeKind::LLVMDoubleTypeKind
        | TypeKind::LLVMPointerTypeKind => true,
        _ => false,
    }
}

/// Whether what is loaded or stored is passed in a register, perhaps as a part of a struct.
fn travels(access: Value<'_>) -> bool {
    let is_call = |value: Value<'_>| value.opcode() == Some(Opcode::LLVMCall);
    match access.opcode() {
        Some(Opcode::LLVMStore) => access.operand(0).is_none_or(|value| {
            is_call(value)
                || value.opcode() == Some(Opcode::LLVMExtractValue)
                || value.opcode().is_none() && !value.is_constant()
        }),
        _ => {
            let mut users = access.users().peekable();
            let is_used = users.peek().is_some();
            is_used
                && users.all(|user| {
                    is_call(user)
                        || matches!(
                            user.opcode(),
                            Some(Opcode::LLVMRet | Opcode::LLVMInsertValue)
                        )
                })
        }
    }
}

/// What an address computation selects of a type, and how many bytes behind its base that is, if all indices are constants.
fn selected<'m>(
    computation: Value<'m>,
    source: Type<'m>,
    layout: DataLayout<'m>,
) -> (Option<Type<'m>>, Option<u64>) {
    let (mut at, mut offset) = (source, Some(0u64));
    for (position, index) in computation.operands().skip(1).enumerate() {
        let number = index.integer();
        let moved = if position == 0 {
            number.map(|number| number.wrapping_mul(at.allocation_size(layout)))
        } else {
            let part = at.element(number.unwrap_or(0));
            let moved = match at.kind() {
                TypeKind::LLVMStructTypeKind => {
                    number.and_then(|number| at.member_offset(number, layout))
                }
                _ => number
                    .zip(part)
                    .map(|(number, part)| number.wrapping_mul(part.allocation_size(layout))),
            };
            match part {
                Some(part) => at = part,
                None => return (None, None),
            }
            moved
        };
        offset = offset
            .zip(moved)
            .map(|(sum, moved)| sum.wrapping_add(moved));
    }
    (Some(at), offset)
}

fn has_packed(of: Type<'_>) -> bool {
    let parts = match of.kind() {
        TypeKind::LLVMStructTypeKind => of.length(),
        TypeKind::LLVMArrayTypeKind => of.length().min(1),
        _ => 0,
    };
    of.is_packed_struct()
        || (0..parts)
            .filter_map(|part| of.element(part))
            .any(has_packed)
}

/// Whether what lies at an offset of a type, or begins there, is of another one, or a bit-field of its size: bytes in a struct.
fn may_be<'m>(whole: Type<'m>, offset: u64, wanted: Type<'m>, layout: DataLayout<'m>) -> bool {
    let (mut at, mut offset, mut is_member) = (whole, offset, false);
    loop {
        if at == wanted {
            return offset == 0;
        }
        let size = at.allocation_size(layout);
        let part = match at.kind() {
            TypeKind::LLVMStructTypeKind => {
                let mut members = (0..at.length()).rev();
                members.find_map(|member| {
                    let begin = at.member_offset(member, layout)?;
                    (begin <= offset).then_some((at.element(member)?, begin))
                })
            }
            TypeKind::LLVMArrayTypeKind
                if is_member
                    && offset == 0
                    && size == wanted.store_size(layout)
                    && at
                        .element(0)
                        .is_some_and(|element| element.integer_width() == 8) =>
            {
                return true;
            }
            TypeKind::LLVMArrayTypeKind => at.element(0).and_then(|element| {
                let size = element.allocation_size(layout);
                Some((element, offset - offset.checked_rem(size)?))
            }),
            _ => None,
        };
        let Some((part, begin)) = part.filter(|_| offset < size) else {
            return false;
        };
        is_member = at.kind() == TypeKind::LLVMStructTypeKind;
        (at, offset) = (part, offset - begin);
    }
}
