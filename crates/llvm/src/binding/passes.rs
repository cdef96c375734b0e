//! The passes of LLVM that run here. A user's own (`--passes`) run in a process of LLVM's `opt`.

use llvm_sys::prelude::LLVMModuleRef;

use super::Module;

/// A pass that every program may need.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pass {
    /// Functions and variables go that nothing uses.
    RemoveUnused,
    /// Variables become values: those whose uses are loads and stores of their whole type.
    VariablesToValues,
    /// What is known of `llvm.objectsize` and `llvm.is.constant` is settled.
    SettleConstants,
}

// `passes.cpp`.
unsafe extern "C" {
    fn everypath_remove_unused(module: LLVMModuleRef);
    fn everypath_variables_to_values(module: LLVMModuleRef);
    fn everypath_settle_constants(module: LLVMModuleRef);
}

impl Module {
    /// Runs a pass over the whole module.
    pub(crate) fn run(&mut self, pass: Pass) {
        let module = self.raw();
        // SAFETY: the module is live and well-formed, and no handle into it outlives this borrow.
        unsafe {
            match pass {
                Pass::RemoveUnused => everypath_remove_unused(module),
                Pass::VariablesToValues => everypath_variables_to_values(module),
                Pass::SettleConstants => everypath_settle_constants(module),
            }
        }
    }
}
