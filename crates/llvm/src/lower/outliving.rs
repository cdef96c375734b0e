//! Variables of blocks whose address may be used when they are no more.
//!
//! A variable of a block in a loop has a life in each round (C17 6.2.4p6). Clang gives it one place, so a pointer that was kept from an
//! earlier round would be taken for one to the present life. Where the address of such a variable may be kept, each life after the first
//! is an object of its own ([`Service::RenewScope`]), and what is no more is seen to be no more. For all other variables nobody can tell,
//! and they keep their place.
//!
//! An address is kept if it is stored, returned, made a number, joined with other pointers where paths meet, or given to a function
//! that does any of this with its parameter (capture, in LLVM's words).

use everypath_program::{Instruction, Operand, Service};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Lowerer;
use crate::binding::{Opcode, Value};

/// Calls that an address is followed through at most.
const DEPTH: u32 = 8;

/// Which parameters are kept, by id; those that are being looked at are said to be.
type Parameters = FxHashMap<usize, bool>;

/// Whether the address that a value is may be kept when control has left the places that it is used at.
fn is_kept(address: Value<'_>, known: &mut Parameters, depth: u32) -> bool {
    let mut seen: FxHashSet<usize> = FxHashSet::from_iter([address.id()]);
    let mut waiting = vec![address];
    while let Some(value) = waiting.pop() {
        for user in value.users() {
            match user.opcode() {
                Some(Opcode::LLVMLoad | Opcode::LLVMICmp) => {}
                Some(Opcode::LLVMStore) if user.operand(0) != Some(value) => {}
                Some(
                    Opcode::LLVMGetElementPtr
                    | Opcode::LLVMBitCast
                    | Opcode::LLVMAddrSpaceCast
                    | Opcode::LLVMSelect
                    | Opcode::LLVMFreeze,
                ) => {
                    if seen.insert(user.id()) {
                        waiting.push(user);
                    }
                }
                Some(Opcode::LLVMCall) if user.is_debug_call() => {}
                Some(Opcode::LLVMCall) if !is_kept_by(user, value, known, depth) => {}
                _ => return true,
            }
        }
    }
    false
}

/// Whether a call keeps an argument.
fn is_kept_by(call: Value<'_>, argument: Value<'_>, known: &mut Parameters, depth: u32) -> bool {
    let Some(callee) = call.callee().filter(|callee| callee.is_function()) else {
        return true;
    };
    if callee.is_declaration() {
        let name = callee.name();
        let harmless = ["llvm.lifetime.", "llvm.mem", "llvm.objectsize."];
        return !harmless.iter().any(|prefix| name.starts_with(prefix));
    }
    let parameters = callee.parameters();
    let arguments = call.arguments();
    let given = arguments
        .iter()
        .enumerate()
        .filter(|(_, given)| **given == argument);
    let mut given = given.map(|(number, _)| parameters.get(number).copied());
    given.any(|parameter| {
        // One of variable arguments has no name.
        let Some(parameter) = parameter.filter(|_| depth > 0) else {
            return true;
        };
        if let Some(&kept) = known.get(&parameter.id()) {
            return kept;
        }
        known.insert(parameter.id(), true);
        let kept = is_kept(parameter, known, depth - 1);
        known.insert(parameter.id(), kept);
        kept
    })
}

impl<'m> Lowerer<'m> {
    /// Begins a life of a variable.
    pub(super) fn begin_scope(&mut self, mark: Value<'m>, variable: Value<'m>) {
        let address = self.scalar(variable, self.address_width);
        let Operand::Local(to) = address else {
            return self.effect(Service::BeginScope, &[address]);
        };
        let block = mark.block().and_then(|block| self.number_of(block));
        let repeats = block.and_then(|block| self.repeated.get(block as usize));
        let is_renewed =
            repeats == Some(&true) && is_kept(variable, &mut self.kept_parameters, DEPTH);
        match is_renewed {
            true => self.push(Instruction::Service {
                service: Service::RenewScope,
                to: Some(to),
                arguments: [address].into(),
            }),
            false => self.effect(Service::BeginScope, &[address]),
        }
    }
}
