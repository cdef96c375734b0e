//! What is loaded only to travel: structs in registers, whose words clang loads for a call or a return, holes and all.
//!
//! C does not read those bytes, so they are given arbitrary values first where reading what was never written is a violation. Loads of
//! structs are known by their types (`CreateCoercedLoad` in clang's `CGCall.cpp`): an aggregate, a number that no member is, or any part
//! of a temporary variable whose type has no name. The first member that is loaded for a struct is known by the name of its address
//! (`EnterStructPointerForCoercedAccess`).

use everypath_program::{Operand, Service};

use super::Lowerer;
use super::memory::Address;
use crate::address;
use crate::binding::{Type, TypeKind, Value};

impl<'m> Lowerer<'m> {
    /// Gives the bytes that a load is about to take from a pointer arbitrary values where they have none, if they only travel.
    pub(super) fn define_travelling(&mut self, of: Type<'m>, pointer: Value<'m>, address: Address) {
        if !self.travels(pointer, of) {
            return;
        }
        let size = Operand::Constant(of.store_size(self.layout));
        let first = self.flat(address);
        let read = Operand::Constant(0);
        self.effect(Service::DefineMemory, &[first, size, read]);
    }

    /// Whether a load from a pointer only takes bytes to where they travel.
    pub(super) fn travels(&mut self, pointer: Value<'m>, of: Type<'m>) -> bool {
        if matches!(
            of.kind(),
            TypeKind::LLVMStructTypeKind | TypeKind::LLVMArrayTypeKind
        ) {
            return true;
        }
        if pointer.name().starts_with("coerce.dive") {
            return true;
        }
        let Some(variable) = address::base(pointer).allocated_type() else {
            return false;
        };
        match variable.kind() {
            // Types that C names are named here, too.
            TypeKind::LLVMStructTypeKind if variable.text().starts_with('{') => true,
            TypeKind::LLVMStructTypeKind => {
                let offset = address::offset(pointer, self.layout);
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
