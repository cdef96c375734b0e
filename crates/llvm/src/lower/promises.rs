//! What operations promise, and which values may be poison because of it: found before a function is lowered.
//!
//! A flag of an operation is a promise; where it is broken, the result is poison. Poison goes through operators, and
//! around loops through phis. Before lowering it is only known that a value may be poison, for breaking which
//! property, and which operation is to blame if it is a single one; what decides is computed by the code itself
//! (`poison.rs`).
//!
//! An optimiser leaves no operation behind whose result nothing needs; where one is, the code was not optimised.

use everypath_program::{CheckSet, Property};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::binding::{BasicBlock, Opcode, Value, ValueKind};

/// The properties that promises of operations belong to.
pub(super) const PROPERTIES: [Property; 5] = [
    Property::SignedOverflow,
    Property::UnsignedOverflow,
    Property::InvalidShift,
    Property::InvalidConversion,
    Property::InvalidValue,
];

/// Whose promise makes a value poison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Origin {
    /// Nobody's.
    #[default]
    None,
    /// That of the operation with this id.
    One(usize),
    /// That of several.
    Many,
}

impl Origin {
    fn join(self, other: Origin) -> Origin {
        match (self, other) {
            (Origin::None, only) | (only, Origin::None) => only,
            (a, b) if a == b => a,
            _ => Origin::Many,
        }
    }
}

type Origins = [Origin; PROPERTIES.len()];

/// Which values may be poison, and which operations do not matter for what the function does.
#[derive(Debug, Default)]
pub(super) struct MayBePoison {
    values: FxHashMap<usize, Origins>,
    useless: FxHashSet<usize>,
}

impl MayBePoison {
    /// For the blocks of a function, in an order in which most values stand behind what they are computed from.
    pub(super) fn new<'m>(
        blocks: impl Iterator<Item = BasicBlock<'m>> + Clone,
        checks: CheckSet,
    ) -> Self {
        let mut values: FxHashMap<usize, Origins> = FxHashMap::default();
        let instructions = || blocks.clone().flat_map(|block| block.instructions());
        for instruction in instructions() {
            let own = own(instruction, checks);
            if own.contains(&true) {
                let id = instruction.id();
                values.insert(id, own.map(|promised| blame(promised, id)));
            }
        }
        if values.is_empty() {
            return MayBePoison::default();
        }
        let mut useless: FxHashSet<usize> = values.keys().copied().collect();
        let mut needed: Vec<Value<'m>> = instructions().filter(|&root| has_effect(root)).collect();
        let mut seen: FxHashSet<usize> = needed.iter().map(|value| value.id()).collect();
        while let Some(value) = needed.pop() {
            useless.remove(&value.id());
            let operands = value
                .operands()
                .filter(|operand| operand.opcode().is_some());
            needed.extend(operands.filter(|operand| seen.insert(operand.id())));
        }
        let mut changed = true;
        while changed {
            changed = false;
            for instruction in instructions() {
                if !passes_poison(instruction) {
                    continue;
                }
                let before = values.get(&instruction.id()).copied().unwrap_or_default();
                let mut all = before;
                for operand in instruction.operands() {
                    if let Some(origins) = values.get(&operand.id()) {
                        for (all, &origin) in all.iter_mut().zip(origins) {
                            *all = all.join(origin);
                        }
                    }
                }
                if all != before {
                    values.insert(instruction.id(), all);
                    changed = true;
                }
            }
        }
        MayBePoison { values, useless }
    }

    /// Whether what the function does needs nothing of an operation that makes a promise.
    pub(super) fn is_useless(&self, operation: Value<'_>) -> bool {
        self.useless.contains(&operation.id())
    }

    /// The properties whose violation may make a value poison, and by whom.
    pub(super) fn of(&self, value: Value<'_>) -> impl Iterator<Item = (Property, Origin)> {
        let origins = self.values.get(&value.id()).copied().unwrap_or_default();
        let all = PROPERTIES.into_iter().zip(origins);
        all.filter(|&(_, origin)| origin != Origin::None)
    }
}

fn blame(promised: bool, id: usize) -> Origin {
    match promised {
        true => Origin::One(id),
        false => Origin::None,
    }
}

/// The property of a flag that forbids to wrap around. To break it is undefined also where the check of unsigned
/// overflow in C is off, so it then counts as the other overflow.
pub(super) fn wrapping_property(opcode: Opcode, is_signed: bool, checks: CheckSet) -> Property {
    match (opcode, is_signed) {
        (Opcode::LLVMShl, _) => Property::InvalidShift,
        (Opcode::LLVMTrunc, _) => Property::InvalidValue,
        (_, false) if checks.contains(Property::UnsignedOverflow) => Property::UnsignedOverflow,
        _ => Property::SignedOverflow,
    }
}

/// Which of [`PROPERTIES`] an operation may break to give poison.
fn own(instruction: Value<'_>, checks: CheckSet) -> [bool; PROPERTIES.len()] {
    use Opcode::*;
    let mut found = [false; PROPERTIES.len()];
    let mut add = |property: Property| {
        for (found, known) in found.iter_mut().zip(PROPERTIES) {
            *found |= known == property && checks.contains(property);
        }
    };
    let Some(opcode) = instruction.opcode() else {
        return found;
    };
    if instruction.no_signed_wrap() {
        add(wrapping_property(opcode, true, checks));
    }
    if instruction.no_unsigned_wrap() {
        add(wrapping_property(opcode, false, checks));
    }
    match opcode {
        LLVMShl | LLVMLShr | LLVMAShr => {
            let width = u64::from(instruction.value_type().integer_width());
            let amount = instruction.operand(1).and_then(|amount| amount.integer());
            if instruction.is_exact() || amount.is_none_or(|amount| amount >= width) {
                add(Property::InvalidShift);
            }
        }
        LLVMUDiv | LLVMSDiv if instruction.is_exact() => add(Property::InvalidValue),
        LLVMOr if instruction.is_disjoint() => add(Property::InvalidValue),
        LLVMZExt | LLVMUIToFP if instruction.is_not_negative() => add(Property::InvalidValue),
        LLVMFPToSI | LLVMFPToUI => add(Property::InvalidConversion),
        LLVMCall => {
            let flag = instruction.operand(1).and_then(|flag| flag.integer());
            let callee = instruction.callee().filter(|callee| callee.is_intrinsic());
            if let (Some(callee), Some(1)) = (callee, flag) {
                let name = callee.name();
                if name.starts_with("llvm.abs.") {
                    add(Property::SignedOverflow);
                } else if name.starts_with("llvm.ctlz.") || name.starts_with("llvm.cttz.") {
                    add(Property::InvalidValue);
                }
            }
        }
        _ => {}
    }
    found
}

/// Intrinsics that only compute a value, up to the first dot of their names.
const COMPUTING: [&str; 17] = [
    "abs",
    "smax",
    "smin",
    "umax",
    "umin",
    "ctlz",
    "cttz",
    "ctpop",
    "bswap",
    "bitreverse",
    "fshl",
    "fshr",
    "fabs",
    "sadd",
    "ssub",
    "uadd",
    "usub",
];

/// Whether a call only computes a value.
fn only_computes(call: Value<'_>) -> bool {
    let callee = call.callee().filter(|callee| callee.is_intrinsic());
    callee.is_some_and(|callee| {
        let name = callee.name();
        let family = name
            .strip_prefix("llvm.")
            .and_then(|name| name.split('.').next());
        family.is_some_and(|family| COMPUTING.contains(&family))
    })
}

/// Whether an instruction does more than to compute a value.
fn has_effect(instruction: Value<'_>) -> bool {
    use Opcode::*;
    if instruction.opcode() == Some(LLVMCall) {
        return !only_computes(instruction);
    }
    matches!(
        instruction.opcode(),
        Some(LLVMLoad | LLVMStore | LLVMAlloca | LLVMFence | LLVMAtomicRMW | LLVMAtomicCmpXchg)
    ) || instruction.is_terminator()
}

/// Whether the result of an operation is poison where an operand is.
fn passes_poison(instruction: Value<'_>) -> bool {
    use Opcode::*;
    match instruction.opcode() {
        Some(LLVMFreeze | LLVMLoad | LLVMAlloca | LLVMAtomicRMW | LLVMAtomicCmpXchg) | None => {
            false
        }
        // Functions get and give values that are none.
        Some(LLVMCall) => instruction.callee().is_some_and(|callee| {
            callee.is_intrinsic() || callee.kind() == ValueKind::LLVMInlineAsmValueKind
        }),
        Some(_) => true,
    }
}
