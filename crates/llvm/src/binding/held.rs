//! Which variables `mem2reg` may make values.
//!
//! The pass begins anew as long as it finds something: when a pointer variable has become a value, what it points to is accessed directly,
//! and is a variable all of whose uses are loads and stores of the whole of it. Directly, but not where it lives: the pointer
//! may have outlived it. So only variables that are accessed by their own names from the start may become values. All other accesses are
//! volatile while the pass runs, which it respects.

use llvm_sys::LLVMOpcode;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMValueRef;
use rustc_hash::FxHashMap;

use super::undefined::{all_instructions, is_lifetime_mark, opcode, users};
use super::{Module, Value};

/// The accesses that were made volatile.
#[must_use]
pub(crate) struct Held(Vec<LLVMValueRef>);

impl Module {
    /// Makes each load and store volatile that does not access, by its own name, a variable whose address nothing else takes.
    pub(crate) fn hold_variables(&mut self) -> Held {
        let mut held = Vec::new();
        for function in self.raw_functions(|function| !function.is_declaration()) {
            let mut named_only: FxHashMap<LLVMValueRef, bool> = FxHashMap::default();
            for access in all_instructions(function) {
                // SAFETY: the handles are live; only loads and stores are asked for what they have.
                unsafe {
                    let address = match opcode(access) {
                        Some(LLVMOpcode::LLVMLoad) => LLVMGetOperand(access, 0),
                        Some(LLVMOpcode::LLVMStore) => LLVMGetOperand(access, 1),
                        _ => continue,
                    };
                    let is_named_only =
                        (named_only.entry(address)).or_insert_with(|| is_named_only(address));
                    if LLVMGetVolatile(access) == 0 && !*is_named_only {
                        LLVMSetVolatile(access, 1);
                        held.push(access);
                    }
                }
            }
        }
        Held(held)
    }

    /// Makes them plain again, behind a pass that erases no volatile access.
    pub(crate) fn release_variables(&mut self, held: Held) {
        for access in held.0 {
            // SAFETY: the access was not erased, as it was volatile.
            unsafe { LLVMSetVolatile(access, 0) }
        }
    }
}

impl Value<'_> {
    /// Whether it is a variable that is loaded, stored to and marked to live or not, and nothing else.
    pub(crate) fn is_named_only(self) -> bool {
        is_named_only(self.raw)
    }

    /// Whether it marks where the life of a variable begins or ends.
    pub(crate) fn is_lifetime_mark(self) -> bool {
        is_lifetime_mark(self.raw)
    }
}

/// Whether a value is a variable that is loaded, stored to and marked to live or not, and nothing else.
fn is_named_only(address: LLVMValueRef) -> bool {
    opcode(address) == Some(LLVMOpcode::LLVMAlloca)
        && users(address).into_iter().all(|user| match opcode(user) {
            Some(LLVMOpcode::LLVMLoad) => true,
            // SAFETY: it is a live store.
            Some(LLVMOpcode::LLVMStore) => unsafe { LLVMGetOperand(user, 0) != address },
            _ => is_lifetime_mark(user),
        })
}
