//! From an address back to what it is computed from: the steps of address computations, and how many bytes they are.

use std::iter::successors;

use crate::binding::{DataLayout, TypeKind, Value};

/// Steps that are gone back at most. Code that nothing reaches may compute an address from itself.
const STEPS: usize = 8;

/// The address computations that an address is made by, the last one first; constant ones, too.
pub(crate) fn steps(address: Value<'_>) -> impl Iterator<Item = Value<'_>> {
    let all = successors(Some(address), |step| step.operand(0));
    all.take_while(|step| step.element_type().is_some())
        .take(STEPS)
}

/// What the first of these computations begins with: the address itself, if there are none.
pub(crate) fn base(address: Value<'_>) -> Value<'_> {
    let first = steps(address).last().and_then(|step| step.operand(0));
    first.unwrap_or(address)
}

/// How many bytes an address is behind its base, if all steps are constant and none goes back.
pub(crate) fn offset<'m>(address: Value<'m>, layout: DataLayout<'m>) -> Option<u64> {
    steps(address).try_fold(0u64, |sum, step| {
        sum.checked_add(constant_offset(step, layout)?)
    })
}

/// The offset of an address computation whose indices are constants and not negative.
fn constant_offset<'m>(address: Value<'m>, layout: DataLayout<'m>) -> Option<u64> {
    let mut of = address.element_type()?;
    let mut offset = 0u64;
    for position in 1..address.operand_count() {
        let index = address.operand(position)?.integer()?;
        let width = address.operand(position)?.value_type().integer_width();
        let negative = index >> (width.clamp(1, 64) - 1) & 1 == 1;
        let step = if position > 1 && of.kind() == TypeKind::LLVMStructTypeKind {
            let start = of.member_offset(index, layout)?;
            of = of.element(index)?;
            start
        } else {
            if negative {
                return None;
            }
            if position > 1 {
                of = of.element(0)?;
            }
            of.allocation_size(layout).checked_mul(index)?
        };
        offset = offset.checked_add(step)?;
    }
    Some(offset)
}
