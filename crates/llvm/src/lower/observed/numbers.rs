//! What addresses that are looked at as numbers are lowered to.

use everypath_program::{Assumption, BinaryOp, Operand, Service};

use super::{asks_for_equality, is_blind};
use crate::address;
use crate::binding::{IntegerPredicate, Opcode, Type, TypeKind, Value};
use crate::lower::Lowerer;
use crate::lower::memory::Address;
use crate::lower::punned::selected;

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
                let read = offset..offset.saturating_add(size);
                let mut all = places.declared.iter().chain(&places.stored);
                all.any(|place| place.start < read.end && read.start < place.end)
            }
            // Of an array's elements, the member that has this very type is no other one.
            None => {
                let step = address::steps(pointer).next();
                let member = step.filter(|step| step.operand_count() > 2);
                let is_member = member.and_then(selected) == Some(of);
                !places.stored.is_empty() || !places.declared.is_empty() && !is_member
            }
        };
        let looks = |user: Value<'m>| !is_blind(user, self.address_width) && !user.is_debug_call();
        let of_the_compiler = load.has_metadata(self.module.metadata_kind("nosanitize"));
        if may_be_read && !of_the_compiler && load.users().any(looks) {
            let at = self.flat(address);
            self.effect(Service::LooksAt, &[at, Operand::Constant(size)]);
        }
    }
}
