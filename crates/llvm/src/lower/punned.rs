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
use crate::address;
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
    if !is_number(of) || access.alignment() >= of.alignment(layout) || is_passed(access) {
        return false;
    }
    let base = address::base(pointer);
    let Some(variable) = base.variable_type() else {
        return false;
    };
    let mut types = address::steps(pointer).filter_map(|step| step.element_type());
    if has_packed(variable) || types.any(has_packed) {
        return false;
    }
    if let Some(offset) = address::offset(pointer, layout) {
        return !may_be(variable, offset, of, layout);
    }
    // Somewhere in the variable: what the last step says that is there.
    let there = address::steps(pointer).next().and_then(selected);
    there.is_some_and(|there| !may_be(there, 0, of, layout))
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
fn is_passed(access: Value<'_>) -> bool {
    let has = |value: Value<'_>, opcodes: &[Opcode]| {
        value
            .opcode()
            .is_some_and(|opcode| opcodes.contains(&opcode))
    };
    if access.opcode() == Some(Opcode::LLVMStore) {
        let from = [Opcode::LLVMCall, Opcode::LLVMExtractValue];
        let is_parameter = |value: Value<'_>| value.opcode().is_none() && !value.is_constant();
        return (access.operand(0)).is_none_or(|value| has(value, &from) || is_parameter(value));
    }
    let to = [Opcode::LLVMCall, Opcode::LLVMRet, Opcode::LLVMInsertValue];
    let mut users = access.users().peekable();
    users.peek().is_some() && users.all(|user| has(user, &to))
}

/// What an address computation selects of its type.
pub(super) fn selected(computation: Value<'_>) -> Option<Type<'_>> {
    let mut indices = computation.operands().skip(2);
    indices.try_fold(computation.element_type()?, |of, index| {
        of.element(index.integer().unwrap_or(0))
    })
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
