//! Where the program's own code looks at an address as a number.
//!
//! Which address an object has is the machine's choice. A program that only follows pointers, compares them for equality and
//! takes differences of two of them cannot tell. Where a number that was an address is only calculated with, compared and then
//! forgotten, it is arbitrary: the C library's `__everypath_address_number` gives one that fits the object's alignment and no other
//! object's place. Where it goes further (into memory, through calls, back to a pointer), it is the machine's, and the record names
//! that the addresses are assumed. Comparisons of the order of two pointers are not looked at: between different objects they
//! are undefined in C.
//!
//! A number outlives the object whose address it was, and a later object may stand where an earlier one stood. The machine never
//! uses an address twice, so that what dangles is seen to dangle; where numbers that may be addresses are compared, the C library's
//! `__everypath_same_address` says for it that they may be equal. A pointer to an object that is no more must not be compared (C17
//! 6.2.4p2), so comparisons of pointers are left as they are; but where a program makes pointers of numbers, any of them may be to
//! any object, and `__everypath_same_pointer` says so.

mod numbers;
mod places;

use rustc_hash::FxHashSet;

pub(super) use places::PointerPlaces;

use super::handlers::is_handler;
use super::markers::LIBRARY;
use crate::binding::{IntegerPredicate, Module, Opcode, Value};

/// Whether a comparison of integers asks for equality only.
fn asks_for_equality(instruction: Value<'_>) -> bool {
    matches!(
        instruction.integer_predicate(),
        Some(IntegerPredicate::LLVMIntEQ | IntegerPredicate::LLVMIntNE)
    )
}

/// Whether a value is an address made a number, the whole of it.
fn is_address(value: Value<'_>, address_width: u32) -> bool {
    let opcode = value.opcode().or(value.constant_opcode());
    opcode == Some(Opcode::LLVMPtrToInt) && value.value_type().integer_width() >= address_width
}

/// Whether an instruction that takes an address as a number tells nothing of where objects are.
fn is_blind(user: Value<'_>, address_width: u32) -> bool {
    let is_address = |value: Value<'_>| is_address(value, address_width);
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

/// Whether an instruction only says what the program does: to a debugger, or what a check of the compiler's has found.
fn only_reports(instruction: Value<'_>) -> bool {
    instruction.is_debug_call()
        || instruction.opcode() == Some(Opcode::LLVMCall)
            && instruction
                .callee()
                .is_some_and(|callee| is_handler(&callee.name()))
}

/// Whether an instruction calculates with numbers and does nothing else.
fn calculates(instruction: Value<'_>) -> bool {
    use Opcode::*;
    matches!(
        instruction.opcode(),
        Some(
            LLVMAdd
                | LLVMSub
                | LLVMMul
                | LLVMUDiv
                | LLVMSDiv
                | LLVMURem
                | LLVMSRem
                | LLVMShl
                | LLVMLShr
                | LLVMAShr
                | LLVMAnd
                | LLVMOr
                | LLVMXor
                | LLVMTrunc
                | LLVMZExt
                | LLVMSExt
                | LLVMPHI
        )
    )
}

/// What is calculated from a conversion of an address to a number, that number with it, and what uses it.
struct Reach {
    values: FxHashSet<usize>,
    /// Ids of the operands that are no constants of what calculates with these values or compares them.
    beside: FxHashSet<usize>,
    /// Whether nothing else uses them.
    is_closed: bool,
    /// Whether they tell something of where objects are.
    observes: bool,
}

impl Reach {
    fn of(conversion: Value<'_>, address_width: u32) -> Reach {
        let mut reach = Reach {
            values: FxHashSet::from_iter([conversion.id()]),
            beside: FxHashSet::default(),
            is_closed: true,
            observes: false,
        };
        let mut waiting = vec![conversion];
        while let Some(value) = waiting.pop() {
            for user in value.users().filter(|user| !only_reports(*user)) {
                // Differences of two addresses are the same whatever the addresses are.
                let tells_nothing = value.id() == conversion.id() && is_blind(user, address_width);
                reach.observes |= !tells_nothing;
                if user.opcode() == Some(Opcode::LLVMStore) {
                    reach.through_variable(value, user, &mut waiting);
                } else if calculates(user) {
                    reach.add_operands(user);
                    if !tells_nothing && reach.values.insert(user.id()) {
                        waiting.push(user);
                    }
                } else if user.opcode() == Some(Opcode::LLVMICmp) {
                    reach.add_operands(user);
                } else {
                    reach.is_closed = false;
                }
            }
        }
        reach
    }

    fn add_operands(&mut self, user: Value<'_>) {
        user.operands().for_each(|operand| self.add_beside(operand));
    }

    fn add_beside(&mut self, operand: Value<'_>) {
        match (operand.is_constant(), operand.constant_opcode()) {
            (true, None) => {}
            (true, Some(_)) => self.is_closed = false,
            (false, _) => drop(self.beside.insert(operand.id())),
        }
    }

    /// A variable that only loads and stores name holds the value for a while.
    fn through_variable<'m>(
        &mut self,
        value: Value<'m>,
        store: Value<'m>,
        waiting: &mut Vec<Value<'m>>,
    ) {
        let [stored, variable] = [store.operand(0), store.operand(1)];
        let Some(variable) = variable.filter(|variable| variable.is_named_only()) else {
            self.is_closed = false;
            return;
        };
        debug_assert!(stored == Some(value));
        for user in variable.users() {
            match (user.opcode(), user.operand(0)) {
                (Some(Opcode::LLVMLoad), _) if self.values.insert(user.id()) => waiting.push(user),
                (Some(Opcode::LLVMStore), Some(stored)) => self.add_beside(stored),
                _ => {}
            }
        }
    }
}

/// The conversions of addresses in a function that give arbitrary numbers, and what is calculated from them, by id: all of it ends in
/// comparisons with constants and with each other.
pub(super) fn numbered(
    function: Value<'_>,
    nosanitize: u32,
    address_width: u32,
) -> FxHashSet<usize> {
    let all: Vec<Reach> = function
        .blocks()
        .into_iter()
        .flat_map(|block| block.instructions())
        .filter(|instruction| instruction.opcode() == Some(Opcode::LLVMPtrToInt))
        .filter(|conversion| !conversion.has_metadata(nosanitize))
        .map(|conversion| Reach::of(conversion, address_width))
        .collect();
    let (mut closed, mut open): (Vec<Reach>, Vec<Reach>) =
        all.into_iter().partition(|reach| reach.is_closed);
    loop {
        let ids = |all: &[Reach]| -> FxHashSet<usize> {
            all.iter()
                .flat_map(|reach| &reach.values)
                .copied()
                .collect()
        };
        let (known, others) = (ids(&closed), ids(&open));
        let fits =
            |reach: &Reach| reach.beside.is_subset(&known) && reach.values.is_disjoint(&others);
        let (kept, dropped): (Vec<Reach>, Vec<Reach>) = closed.into_iter().partition(fits);
        closed = kept;
        if dropped.is_empty() {
            break;
        }
        open.extend(dropped);
    }
    // Where nothing is told, nothing is arbitrary either.
    let mut meant: FxHashSet<usize> = FxHashSet::default();
    loop {
        let before = meant.len();
        for reach in &closed {
            if reach.observes || !reach.beside.is_disjoint(&meant) {
                meant.extend(&reach.values);
                meant.extend(&reach.beside);
            }
        }
        if meant.len() == before {
            break;
        }
    }
    meant
}

/// Whether the number that an address became is kept: the conversion is not only part of the expression that looks at it.
fn is_kept(conversion: Value<'_>, address_width: u32) -> bool {
    let is_address = |value: Value<'_>| is_address(value, address_width);
    conversion.users().any(|user| match user.opcode() {
        Some(Opcode::LLVMICmp) => asks_for_equality(user) && user.operands().all(is_address),
        Some(
            Opcode::LLVMStore
            | Opcode::LLVMPHI
            | Opcode::LLVMSelect
            | Opcode::LLVMCall
            | Opcode::LLVMRet,
        ) => !user.is_debug_call(),
        _ => false,
    })
}

/// The instructions of the program's own code.
fn own_instructions(module: &Module) -> impl Iterator<Item = Value<'_>> {
    module
        .functions()
        .into_iter()
        .filter(|function| !function.has_marker(LIBRARY))
        .flat_map(Value::blocks)
        .flat_map(|block| block.instructions())
}

/// Where code of the program's own makes numbers of addresses.
fn conversions(module: &Module) -> impl Iterator<Item = Value<'_>> {
    let kind = module.metadata_kind("nosanitize");
    own_instructions(module)
        .filter(|instruction| instruction.opcode() == Some(Opcode::LLVMPtrToInt))
        .filter(move |conversion| !conversion.has_metadata(kind))
}

/// Whether code of the program's own makes numbers of addresses.
pub(crate) fn converts_addresses(module: &Module) -> bool {
    conversions(module).next().is_some()
}

/// Whether code of the program's own makes pointers of numbers other than 0.
pub(crate) fn makes_pointers(module: &Module) -> bool {
    let converts = |value: Value<'_>| {
        let opcode = value.opcode().or(value.constant_opcode());
        opcode == Some(Opcode::LLVMIntToPtr)
    };
    own_instructions(module)
        .any(|instruction| converts(instruction) || instruction.operands().any(converts))
}

/// Whether it keeps them.
pub(crate) fn keeps_addresses(module: &Module, address_width: u32) -> bool {
    conversions(module).any(|conversion| is_kept(conversion, address_width))
}
