//! Loads that clang makes and C does not: of whole words of structs on their way through registers, holes and all, for a call or a return, and of
//! the word around a bit-field that is written.
//!
//! C does not read those bytes, so they are given arbitrary values first where reading what was never written is a violation. The former
//! loads are known by their types (`CreateCoercedLoad` in clang's `CGCall.cpp`): an aggregate, a number that no member is, or any part
//! of a temporary variable whose type has no name. The latter are known by the name that clang gives them and by what is done with them
//! (`EmitStoreThroughBitfieldLValue` in `CGExpr.cpp`): bits are cleared and set. The fields around one that was written count as written.

use everypath_program::{Operand, Property, Service};

use super::Lowerer;
use super::memory::Address;
use crate::binding::{Opcode, Type, TypeKind, Value};

/// What begins clang's name for the word around a bit-field.
const WORD_OF_FIELD: &str = "bf.load";
/// What begins its name for that word with the field written.
const SET_FIELD: &str = "bf.set";
/// Steps from an address to its variable.
const STEPS: usize = 8;

impl<'m> Lowerer<'m> {
    /// Gives the bytes that a load is about to take arbitrary values where they have none, if C does not read them.
    pub(super) fn define_travelling(
        &mut self,
        load: Value<'m>,
        pointer: Value<'m>,
        address: Address,
    ) {
        let of = load.value_type();
        let checked = self.tables.checks.contains(Property::UninitializedRead);
        if !checked || !(self.travels(pointer, of) || keeps_fields(load)) {
            return;
        }
        let size = Operand::Constant(of.store_size(self.layout));
        let first = self.add_offset(address.base, address.offset);
        self.effect(Service::DefineMemory, &[first, size]);
    }

    fn travels(&mut self, pointer: Value<'m>, of: Type<'m>) -> bool {
        if matches!(
            of.kind(),
            TypeKind::LLVMStructTypeKind | TypeKind::LLVMArrayTypeKind
        ) {
            return true;
        }
        let mut base = pointer;
        let mut offset = Some(0);
        for _ in 0..STEPS {
            if base.opcode() != Some(Opcode::LLVMGetElementPtr) {
                break;
            }
            let step = crate::prepare::constant_offset(self.module, base);
            offset = offset
                .zip(step)
                .and_then(|(sum, step): (u64, u64)| sum.checked_add(step));
            let Some(next) = base.operand(0) else {
                return false;
            };
            base = next;
        }
        let Some(variable) = base.allocated_type() else {
            return false;
        };
        match variable.kind() {
            // Types that C names are named here, too.
            TypeKind::LLVMStructTypeKind if variable.text().starts_with('{') => true,
            TypeKind::LLVMStructTypeKind => {
                let (Some(offset), Some(shape)) = (offset, self.shapes.of(variable)) else {
                    return false;
                };
                let size = of.store_size(self.layout);
                !shape.iter().any(|scalar| {
                    scalar.offset == offset && u64::from(scalar.width.div_ceil(8)) == size
                })
            }
            TypeKind::LLVMIntegerTypeKind => !variable.integer_width().is_power_of_two(),
            _ => false,
        }
    }
}

/// Whether a load is of the word around a bit-field that is about to be written: the bits of the field are cleared and set, or left at 0.
fn keeps_fields(load: Value<'_>) -> bool {
    let is_written = |cleared: Value<'_>| {
        let mut users = cleared.users().filter(|user| !user.is_debug_call());
        users.all(|user| match user.opcode() {
            Some(Opcode::LLVMOr) => user.name().starts_with(SET_FIELD),
            Some(Opcode::LLVMStore) => user.operand(1) == load.operand(0),
            _ => false,
        })
    };
    let mut users = load.users().filter(|user| !user.is_debug_call());
    load.name().starts_with(WORD_OF_FIELD)
        && users.all(|user| user.opcode() == Some(Opcode::LLVMAnd) && is_written(user))
}
