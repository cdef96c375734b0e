//! Instructions and variables that are put into a module.

use llvm_sys::LLVMLinkage;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};
use llvm_sys::prelude::{LLVMBuilderRef, LLVMTypeRef, LLVMValueRef};

use super::{Module, Value, c_text};

impl Module {
    /// Adds a global variable that holds a pointer, null at first, and is nobody else's.
    pub(crate) fn add_pointer_variable(&self, name: &str) -> Value<'_> {
        let name = c_text(name);
        // SAFETY: the handles are live.
        Value::new(unsafe {
            let variable = LLVMAddGlobal(self.raw(), self.pointer_type(), name.as_ptr());
            LLVMSetInitializer(variable, LLVMConstNull(self.pointer_type()));
            LLVMSetLinkage(variable, LLVMLinkage::LLVMInternalLinkage);
            variable
        })
    }

    /// Adds a variable of the frame that holds a pointer, before an instruction.
    pub(crate) fn add_pointer_to_frame<'m>(&'m self, before: Value<'m>) -> Value<'m> {
        let of = self.pointer_type();
        // SAFETY: the handles are live.
        Value::new(unsafe {
            self.build(before.raw, |builder| {
                LLVMBuildAlloca(builder, of, c"".as_ptr())
            })
        })
    }

    /// The null pointer.
    pub(crate) fn null_pointer(&self) -> Value<'_> {
        // SAFETY: the type is live.
        Value::new(unsafe { LLVMConstNull(self.pointer_type()) })
    }

    /// Writes a value to a place, before an instruction.
    pub(crate) fn store<'m>(&'m self, before: Value<'m>, value: Value<'m>, to: Value<'m>) {
        // SAFETY: the handles are live, and `to` is a pointer.
        unsafe {
            self.build(before.raw, |builder| {
                LLVMBuildStore(builder, value.raw, to.raw)
            });
        }
    }

    /// Reads a pointer from a place, before an instruction.
    pub(crate) fn load_pointer<'m>(&'m self, before: Value<'m>, from: Value<'m>) -> Value<'m> {
        let of = self.pointer_type();
        // SAFETY: the handles are live, and `from` is a pointer.
        Value::new(unsafe {
            self.build(before.raw, |builder| {
                LLVMBuildLoad2(builder, of, from.raw, c"".as_ptr())
            })
        })
    }

    /// Calls a function of pointers that gives nothing, before an instruction and with the location of another one; declares it if there is none.
    pub(crate) fn call<'m>(
        &'m self,
        before: Value<'m>,
        at: Value<'m>,
        name: &str,
        arguments: &[Value<'m>],
    ) {
        let name = c_text(name);
        let mut parameters = vec![self.pointer_type(); arguments.len()];
        let mut arguments: Vec<LLVMValueRef> = arguments.iter().map(|it| it.raw).collect();
        let count = arguments.len() as u32;
        // SAFETY: the handles are live, and there are as many arguments as parameters.
        unsafe {
            let void = LLVMVoidTypeInContext(self.raw_context());
            let of = LLVMFunctionType(void, parameters.as_mut_ptr(), count, 0);
            let mut function = LLVMGetNamedFunction(self.raw(), name.as_ptr());
            if function.is_null() {
                function = LLVMAddFunction(self.raw(), name.as_ptr(), of);
            }
            let call = self.build(before.raw, |builder| {
                let arguments = arguments.as_mut_ptr();
                LLVMBuildCall2(builder, of, function, arguments, count, c"".as_ptr())
            });
            LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(at.raw));
        }
    }

    /// Puts memory of the frame in the place of a call that asks for so many bytes, aligned as any type may want it.
    pub(crate) fn allocate_in_frame<'m>(&'m self, call: Value<'m>, size: Value<'m>) {
        /// In bytes.
        const ALIGNMENT: u32 = 16;
        // SAFETY: the handles are live, and nobody uses the call any more when it is erased.
        unsafe {
            let bytes = LLVMInt8TypeInContext(self.raw_context());
            let memory = self.build(call.raw, |builder| {
                LLVMBuildArrayAlloca(builder, bytes, size.raw, c"".as_ptr())
            });
            LLVMSetAlignment(memory, ALIGNMENT);
            LLVMInstructionSetDebugLoc(memory, LLVMInstructionGetDebugLoc(call.raw));
            LLVMReplaceAllUsesWith(call.raw, memory);
            LLVMInstructionEraseFromParent(call.raw);
        }
    }

    fn pointer_type(&self) -> LLVMTypeRef {
        // SAFETY: the context is live.
        unsafe { LLVMPointerTypeInContext(self.raw_context(), 0) }
    }

    /// What `make` builds before an instruction.
    ///
    /// # Safety
    ///
    /// `before` is a live instruction of this module.
    pub(super) unsafe fn build(
        &self,
        before: LLVMValueRef,
        make: impl FnOnce(LLVMBuilderRef) -> LLVMValueRef,
    ) -> LLVMValueRef {
        // SAFETY: the caller's promise; the builder is not used any more when it is disposed of.
        unsafe {
            let builder = LLVMCreateBuilderInContext(self.raw_context());
            LLVMPositionBuilderBefore(builder, before);
            let made = make(builder);
            LLVMDisposeBuilder(builder);
            made
        }
    }
}
