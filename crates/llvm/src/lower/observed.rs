//! Where the program's own code looks at an address as a number.
//!
//! Which address an object has is the machine's choice. A program that only follows pointers, compares them for equality and
//! takes differences of two of them cannot tell; one that does anything else with the number can, and then the record names that
//! the addresses are assumed. Comparisons of the order of two pointers are not looked at: between different objects they are undefined in C.

use everypath_program::{Assumption, Operand, Service};

use super::Lowerer;
use crate::binding::{IntegerPredicate, Opcode, Value};

/// Whether a comparison of integers asks for equality only.
fn asks_for_equality(instruction: Value<'_>) -> bool {
    matches!(
        instruction.integer_predicate(),
        Some(IntegerPredicate::LLVMIntEQ | IntegerPredicate::LLVMIntNE)
    )
}

/// Whether a value is an address made a number.
fn is_address(value: Value<'_>) -> bool {
    let opcode = value.opcode().or(value.constant_opcode());
    opcode == Some(Opcode::LLVMPtrToInt)
}

/// Whether an instruction that takes an address as a number tells nothing of where objects are.
fn is_blind(user: Value<'_>) -> bool {
    match user.opcode() {
        Some(Opcode::LLVMIntToPtr) => true,
        Some(Opcode::LLVMSub) => user.operands().all(is_address),
        Some(Opcode::LLVMICmp) => {
            let tells_nothing = |value: Value<'_>| is_address(value) || value.is_zero();
            asks_for_equality(user) && user.operands().all(tells_nothing)
        }
        _ => user.is_debug_call(),
    }
}

impl<'m> Lowerer<'m> {
    /// Names the assumption where an instruction looks at an address.
    pub(super) fn note_observed_address(&mut self, instruction: Value<'m>, opcode: Opcode) {
        if self.library {
            return;
        }
        let observes = match opcode {
            Opcode::LLVMPtrToInt => !instruction.users().all(is_blind),
            _ => {
                let mut operands = instruction.operands();
                let constant =
                    |value: Value<'_>| value.constant_opcode() == Some(Opcode::LLVMPtrToInt);
                operands.any(constant) && !is_blind(instruction)
            }
        };
        // Checks that the compiler added look for the program, and are checks already.
        let kind = self.module.metadata_kind("nosanitize");
        if observes && !instruction.has_metadata(kind) {
            let number = Operand::Constant(Assumption::Addresses.number());
            self.service(Service::Assumes, &[number]);
        }
    }
}
