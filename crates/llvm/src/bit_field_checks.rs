//! Checks of conversions into bit-fields that would never fail, since they compare what is in the field with itself.
//!
//! Where a value is stored that is no conversion itself (`s.field = a + 1`), clang's check of what the field holds then compares it not with
//! the value, but with what the field holds (`VisitBinAssign` in clang's `CGExprScalar.cpp`: the store gives its operand the value of the
//! assignment before it is checked). The value that was stored is found behind what the field holds, which is made of it by a conversion to the type
//! of the unit, a mask where the unit is larger, and two shifts where the field is signed then, too; the check then compares with it.
//!
//! A constant that a field cannot hold leaves nothing of itself; clang warns of it (`-Wbitfield-constant-conversion`).

use crate::binding::{IntegerPredicate, Module, Opcode, Value};
use crate::lower::{IMPLICIT_CONVERSION, handler_name};

/// Conversions between a value's type and that of a unit.
const CASTS: [Opcode; 3] = [Opcode::LLVMTrunc, Opcode::LLVMSExt, Opcode::LLVMZExt];

/// Lets such checks compare with the values that are stored.
pub(crate) fn mend(module: &Module) {
    for function in module.functions() {
        for block in function.blocks() {
            let Some(end) = block.terminator() else {
                continue;
            };
            let Some(held) = end.branch_condition().and_then(compared_with_itself) else {
                continue;
            };
            let [_, handler] = end.successors()[..] else {
                continue;
            };
            if !handler.instructions().any(reports_conversion) {
                continue;
            }
            if let (Some(condition), Some(stored)) = (end.branch_condition(), stored(held)) {
                condition.set_operand(1, stored);
            }
        }
    }
}

/// Whether a call says that a conversion changed a value.
fn reports_conversion(call: Value<'_>) -> bool {
    let callee = call.callee().filter(|callee| callee.is_function());
    callee.is_some_and(|callee| handler_name(&callee.name()) == Some(IMPLICIT_CONVERSION))
}

/// What a condition compares with itself.
fn compared_with_itself(condition: Value<'_>) -> Option<Value<'_>> {
    let is_equality = condition.integer_predicate() == Some(IntegerPredicate::LLVMIntEQ);
    let left = condition.operand(0).filter(|_| is_equality)?;
    (condition.operand(1) == Some(left)).then_some(left)
}

/// The value that was stored where a bit-field holds one.
fn stored(held: Value<'_>) -> Option<Value<'_>> {
    let has_type_of_value = |value: &Value<'_>| value.value_type() == held.value_type();
    let mut unit = operand_of(held, &CASTS).unwrap_or(held);
    if let Some(shifted) = operand_of(unit, &[Opcode::LLVMAShr]) {
        unit = operand_of(shifted, &[Opcode::LLVMShl])?;
    }
    // A field that fills its unit is not masked.
    let given = operand_of(unit, &[Opcode::LLVMAnd]).unwrap_or(unit);
    let converted = || operand_of(given, &CASTS).filter(has_type_of_value);
    let is_stored = |value: &Value<'_>| *value != held && has_type_of_value(value);
    Some(given).filter(is_stored).or_else(converted)
}

/// The first operand of one of these operations.
fn operand_of<'m>(value: Value<'m>, operations: &[Opcode]) -> Option<Value<'m>> {
    let opcode = value.opcode()?;
    operations.contains(&opcode).then(|| value.operand(0))?
}
