//! What is loaded only to travel: structs in registers, whose words clang loads for a call or a return, holes and all, and the bits beside
//! a bit-field that is written.
//!
//! C does not read those bytes, so they are given arbitrary values first where reading what was never written is a violation. Loads of
//! structs are known by their types (`CreateCoercedLoad` in clang's `CGCall.cpp`): an aggregate, a number that no member is, or any part
//! of a temporary variable whose type has no name. Those of bit-fields are known by their name and by what becomes of them
//! (`EmitStoreThroughBitfieldLValue` in `CGExpr.cpp`): some bits are cleared, others set, and all is stored where it was.

use everypath_program::{Operand, Property, Service};

use super::Lowerer;
use super::memory::Address;
use crate::address;
use crate::binding::{Opcode, Type, TypeKind, Value};

impl<'m> Lowerer<'m> {
    /// Gives the bytes that a load is about to take from a pointer arbitrary values where they have none, if they only travel.
    pub(super) fn define_travelling(
        &mut self,
        load: Value<'m>,
        pointer: Value<'m>,
        address: Address,
    ) {
        let of = load.value_type();
        let checked = self.tables.checks.contains(Property::UninitializedRead);
        if !checked || !(self.travels(pointer, of) || surrounds_a_bit_field(load, pointer)) {
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

/// Whether the bits that are loaded are stored again, but for those of a bit-field, all for one place of the source.
fn surrounds_a_bit_field<'m>(load: Value<'m>, pointer: Value<'m>) -> bool {
    let is = |value: Value<'m>, opcode| value.opcode() == Some(opcode);
    let cleared = load.only_user();
    let cleared = cleared.filter(|&user| is(user, Opcode::LLVMAnd));
    let stored = match cleared.and_then(Value::only_user) {
        Some(set) if is(set, Opcode::LLVMOr) && set.name().starts_with("bf.set") => set.only_user(),
        // Of a bit-field that becomes 0, no bit is set.
        user => user,
    };
    let place = |value: Value<'m>| value.location().map(|place| place.id());
    load.name().starts_with("bf.load")
        && stored.is_some_and(|user| {
            is(user, Opcode::LLVMStore)
                && user.operand(1).is_some_and(|to| to.id() == pointer.id())
                && place(user) == place(load)
        })
}
