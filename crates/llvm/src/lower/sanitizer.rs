//! The sanitizer's handlers: a branch to a block that only reports becomes a check.
//!
//! What clang calls (`CodeGenFunction.h`, `LIST_SANITIZER_CHECKS`) and what it passes (compiler-rt,
//! `ubsan_handlers.h`): a variable with the place in the source and descriptions of types, then the operands.

use everypath_program::{BinaryOp, Instruction, Operand, Property, Service};

use super::handlers::{
    ARRAY_SIZE, ASSIGNMENT_OF_NONNULL, HANDLERS, INVALID_LOAD, STORE, TRAPS, TYPE_MISMATCH,
    handler_name,
};
use super::{Flow, Lowerer};
use crate::binding::{BasicBlock, Opcode, Value};

impl<'m> Lowerer<'m> {
    /// Whether a block does nothing but report a violation and never goes on.
    pub(super) fn is_handler(&mut self, block: BasicBlock<'m>) -> bool {
        if let Some(&known) = self.handlers.get(&block.id()) {
            return known;
        }
        let reports = block
            .terminator()
            .is_some_and(|end| end.opcode() == Some(Opcode::LLVMUnreachable))
            && handler_call(block).is_some();
        self.handlers.insert(block.id(), reports);
        reports
    }

    /// Whether the only use of a condition is a branch to a handler where it is true.
    pub(super) fn only_violates(&mut self, condition: Value<'m>) -> bool {
        let Some(branch) = condition.only_user() else {
            return false;
        };
        if branch.branch_condition() != Some(condition) {
            return false;
        }
        match branch.successors()[..] {
            [then, otherwise] => self.is_handler(then) && !self.is_handler(otherwise),
            _ => false,
        }
    }

    /// Requires a condition, with the value that it was computed from; what is violated otherwise is what the handler in a block
    /// reports.
    pub(super) fn sanitizer_check(
        &mut self,
        condition: Operand,
        of: Option<Value<'m>>,
        handler: BasicBlock<'m>,
    ) {
        let Some(call) = handler_call(handler) else {
            return;
        };
        let property = self.reported(call);
        let name = call.callee().map(|callee| callee.name());
        match (name.as_deref().and_then(handler_name), of) {
            (Some(TYPE_MISMATCH), Some(of)) => return self.type_mismatch(call, of),
            // No variable has such a size, so nothing can go on.
            (Some(ARRAY_SIZE), _) => return self.require(property, condition),
            _ => {}
        }
        let arguments = call.arguments();
        if name.as_deref().and_then(handler_name) == Some(INVALID_LOAD)
            && !self.tables.checks.contains(property)
            && let Some(&value) = arguments.get(1)
        {
            self.assume_of_unwritten(without_extension(value), condition);
        }
        let kind = arguments.first().and_then(|&data| operand_kind(data));
        if property != Property::DivisionByZero || kind == Some(Kind::Float) {
            return self.check(property, condition);
        }
        // One handler reports both faults of a division; the divisor tells which.
        let given = arguments
            .get(2)
            .map(|&value| stored(value, handler).unwrap_or(value));
        // A load and its extension are one instruction; then only what was extended has a value.
        let mut forms = given
            .into_iter()
            .flat_map(|given| [without_extension(given), given]);
        let divisor =
            forms.find(|value| value.is_constant() || self.values.contains_key(&value.id()));
        let width = divisor.and_then(|divisor| self.shapes.width(divisor.value_type()));
        let (Some(divisor), Some(width)) = (divisor, width) else {
            return self.check(Property::DivisionByZero, condition);
        };
        let divisor = self.scalar(divisor, width);
        let nonzero = self.binary(BinaryOp::Ne, width, divisor, Operand::Constant(0));
        self.check(Property::DivisionByZero, nonzero);
        if !matches!(kind, Some(Kind::Integer { signed: false })) {
            self.check(Property::SignedDivisionOverflow, condition);
        }
    }

    /// Assumes a condition of a loaded value where it was never written: then it is any that its type has.
    fn assume_of_unwritten(&mut self, value: Value<'m>, condition: Operand) {
        let Some(width) = self.shapes.width(value.value_type()) else {
            return;
        };
        let value = self.scalar(value, width);
        let is_arbitrary =
            matches!(value, Operand::Local(local) if self.arbitrary.contains(&local));
        let mut assumed = condition;
        if !is_arbitrary {
            let value = self.convert(value, width, self.address_width, false);
            let unwritten = self.service(Service::IsUnwritten, &[value]);
            let zero = Operand::Constant(0);
            let written = self.binary(BinaryOp::Eq, self.address_width, unwritten, zero);
            assumed = self.either(condition, written);
        }
        self.push(Instruction::Assume { condition: assumed });
    }

    /// Requires each part of the condition under which a pointer may be used, as what it is about.
    fn type_mismatch(&mut self, call: Value<'m>, condition: Value<'m>) {
        let data = call.arguments().first().and_then(|data| data.initializer());
        let access = data.and_then(|data| data.element(3)?.integer());
        let mut parts = vec![condition];
        while let Some(part) = parts.pop() {
            if part.opcode() == Some(Opcode::LLVMAnd) {
                parts.extend(part.operands());
                continue;
            }
            let property = match access {
                _ if is_about_alignment(part) => Property::MisalignedAccess,
                Some(STORE) => Property::InvalidStore,
                Some(ASSIGNMENT_OF_NONNULL) => Property::NullArgument,
                _ => Property::InvalidLoad,
            };
            let holds = match property {
                Property::MisalignedAccess => self.is_aligned(part),
                _ => None,
            };
            let holds = holds.unwrap_or_else(|| self.scalar(part, 1));
            self.check(property, holds);
        }
    }

    /// Whether an address is aligned wherever its object is, for a condition of the compiler's that its low bits are zero.
    fn is_aligned(&mut self, condition: Value<'m>) -> Option<Operand> {
        let function = self.tables.is_aligned.filter(|_| !self.library)?;
        let low = condition.operand(0)?;
        let mask = low.operand(1)?.integer()?;
        let width = self.address_width;
        let address = self.scalar(low.operand(0)?.operand(0)?, width);
        Some(self.aligned_by(function, address, mask))
    }

    /// Whether the bits of a mask are zero in an address wherever its object is, which a function of the library says.
    pub(super) fn aligned_by(&mut self, function: u32, address: Operand, mask: u64) -> Operand {
        let width = self.address_width;
        let result = self.fresh(width);
        self.call_library(function, &[address, Operand::Constant(mask)], &[result]);
        let zero = Operand::Constant(0);
        self.binary(BinaryOp::Ne, width, Operand::Local(result), zero)
    }

    /// A call of a handler that is no block of its own.
    pub(super) fn report(&mut self, call: Value<'m>) -> Flow {
        let property = self.reported(call);
        let ends = |next: Value<'_>| next.opcode() == Some(Opcode::LLVMUnreachable);
        if call.next().is_some_and(ends) {
            return self.violate(property);
        }
        // It comes back (-fsanitize-recover): what is behind it is reached where violations end no path.
        self.check(property, Operand::Constant(0));
        Ok(())
    }

    /// Whether a call is one of a handler.
    pub(super) fn reports(call: Value<'m>) -> bool {
        reports(call)
    }

    /// The property that a handler's call reports.
    fn reported(&mut self, call: Value<'m>) -> Property {
        let name = call
            .callee()
            .map(|callee| callee.name())
            .unwrap_or_default();
        let arguments = call.arguments();
        if name == "llvm.ubsantrap" {
            let number = arguments.first().and_then(|number| number.integer());
            let property = number.and_then(|number| TRAPS.get(usize::try_from(number).ok()?));
            return property.copied().unwrap_or(Property::ReachedTrap);
        }
        let handler = handler_name(&name);
        let row = HANDLERS.iter().find(|row| Some(row.0) == handler);
        let property = row.map_or(Property::ReachedTrap, |row| row.1);
        if property == Property::SignedOverflow
            && let Some(Kind::Integer { signed: false }) =
                arguments.first().and_then(|&data| operand_kind(data))
        {
            return Property::UnsignedOverflow;
        }
        property
    }
}

fn reports(call: Value<'_>) -> bool {
    let Some(callee) = call.callee().filter(|callee| callee.is_function()) else {
        return false;
    };
    let name = callee.name();
    name == "llvm.ubsantrap" || callee.is_declaration() && handler_name(&name).is_some()
}

/// The call of a handler in a block, if what stands before it has no effect that outlives the block.
fn handler_call(block: BasicBlock<'_>) -> Option<Value<'_>> {
    use Opcode::*;
    for instruction in block.instructions() {
        match instruction.opcode()? {
            LLVMPHI | LLVMZExt | LLVMSExt | LLVMTrunc | LLVMBitCast | LLVMPtrToInt
            | LLVMIntToPtr | LLVMGetElementPtr | LLVMFPExt | LLVMFreeze | LLVMAlloca
            | LLVMExtractValue | LLVMSelect | LLVMAdd | LLVMSub | LLVMMul | LLVMXor | LLVMAnd
            | LLVMOr | LLVMShl | LLVMLShr | LLVMAShr | LLVMICmp => {}
            // Operands that are wider than a register are passed in memory of the frame.
            LLVMStore => {
                instruction
                    .operand(1)
                    .filter(|to| to.opcode() == Some(LLVMAlloca))?;
            }
            LLVMCall if instruction.is_debug_call() => {}
            LLVMCall if reports(instruction) => return Some(instruction),
            LLVMCall => {
                let name = instruction.callee()?.name();
                if !name.starts_with("llvm.lifetime.") {
                    return None;
                }
            }
            _ => return None,
        }
    }
    None
}

/// What a handler's block stores where an argument points at: an operand that is wider than an address.
fn stored<'m>(argument: Value<'m>, handler: BasicBlock<'m>) -> Option<Value<'m>> {
    let place = match argument.opcode() {
        Some(Opcode::LLVMPtrToInt) => argument.operand(0)?,
        _ => argument,
    };
    let mut stores = handler
        .instructions()
        .filter(|instruction| instruction.opcode() == Some(Opcode::LLVMStore));
    stores
        .find(|store| store.operand(1) == Some(place))?
        .operand(0)
}

/// What was extended to be passed to a handler.
fn without_extension(value: Value<'_>) -> Value<'_> {
    match value.opcode() {
        Some(Opcode::LLVMZExt | Opcode::LLVMSExt) => value.operand(0).unwrap_or(value),
        _ => value,
    }
}

/// The kind of a type that a handler's data describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Integer { signed: bool },
    Float,
}

/// The kind of the type that a handler's data describe: the data begin with a place (file, line, column), then comes the address of the
/// description, which begins with kind and properties.
fn operand_kind(data: Value<'_>) -> Option<Kind> {
    let descriptor = data.initializer()?.element(1)?.initializer()?;
    let properties = descriptor.element(1)?.integer()?;
    match descriptor.element(0)?.integer()? {
        0 => Some(Kind::Integer {
            signed: properties & 1 == 1,
        }),
        1 => Some(Kind::Float),
        _ => None,
    }
}

/// Whether a condition compares the low bits of an address with zero.
fn is_about_alignment(condition: Value<'_>) -> bool {
    let of_address = |value: Value<'_>| {
        value.opcode() == Some(Opcode::LLVMAnd)
            && value
                .operand(0)
                .is_some_and(|from| from.opcode() == Some(Opcode::LLVMPtrToInt))
    };
    condition.opcode() == Some(Opcode::LLVMICmp) && condition.operand(0).is_some_and(of_address)
}
