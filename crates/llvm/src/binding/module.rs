//! Modules: reading, linking, verifying, and what a module holds.

use std::ffi::{c_char, c_void};

use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_reader::LLVMGetBitcodeModuleInContext2;
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::{LLVMContextRef, LLVMDiagnosticInfoRef, LLVMModuleRef, LLVMValueRef};
use llvm_sys::target::LLVMGetModuleDataLayout;

use super::{DataLayout, Type, Value, c_text, copied, copied_bytes, taken};

/// A module with a context of its own.
pub(crate) struct Module {
    context: LLVMContextRef,
    raw: LLVMModuleRef,
    /// What LLVM reported while it read, linked and transformed; boxed, since LLVM keeps its address.
    messages: Box<Messages>,
}

// SAFETY: a context, with all that belongs to it, may be used by any thread, by one at a time (llvm.org/docs/ProgrammersManual.html,
// "Achieving Isolation with LLVMContext"), and the module is the only one that has its context. A `Module` is not `Sync`.
unsafe impl Send for Module {}

#[derive(Default)]
struct Messages {
    errors: Vec<String>,
    warnings: Vec<String>,
}

extern "C" fn report(diagnostic: LLVMDiagnosticInfoRef, messages: *mut c_void) {
    // SAFETY: LLVM passes on the address of `Module::messages`, which lives as long as the context.
    unsafe {
        let messages = &mut *messages.cast::<Messages>();
        let text = taken(LLVMGetDiagInfoDescription(diagnostic));
        match LLVMGetDiagInfoSeverity(diagnostic) {
            LLVMDiagnosticSeverity::LLVMDSError => messages.errors.push(text),
            LLVMDiagnosticSeverity::LLVMDSWarning => messages.warnings.push(text),
            _ => {}
        }
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: nobody else owns them, and handles cannot outlive the module.
        unsafe {
            LLVMDisposeModule(self.raw);
            LLVMContextDispose(self.context);
        }
    }
}

impl Module {
    /// An empty module.
    pub(crate) fn new(name: &str) -> Module {
        let mut messages = Box::<Messages>::default();
        // SAFETY: the context is new; the messages live as long as it does.
        unsafe {
            let context = LLVMContextCreate();
            let target: *mut Messages = &mut *messages;
            LLVMContextSetDiagnosticHandler(context, Some(report), target.cast());
            let name = c_text(name);
            Module {
                context,
                raw: LLVMModuleCreateWithNameInContext(name.as_ptr(), context),
                messages,
            }
        }
    }

    pub(super) fn raw_context(&self) -> LLVMContextRef {
        self.context
    }

    pub(super) fn raw(&self) -> LLVMModuleRef {
        self.raw
    }

    /// Reads bitcode or LLVM assembly that was verified before, prepares it and links it into this module.
    pub(crate) fn link<E>(
        &mut self,
        bytes: &[u8],
        name: &str,
        lazily: bool,
        prepare: impl FnOnce(&Module) -> Result<(), E>,
    ) -> Result<(), E>
    where
        E: From<String>,
    {
        let name = c_text(name);
        let mut raw = std::ptr::null_mut();
        let mut message = std::ptr::null_mut();
        // SAFETY: the buffer is a copy of the bytes, and LLVM takes it over.
        let failed = unsafe {
            let start = bytes.as_ptr().cast::<c_char>();
            let buffer =
                LLVMCreateMemoryBufferWithMemoryRangeCopy(start, bytes.len(), name.as_ptr());
            match lazily {
                // Bodies are read when they are linked.
                true => LLVMGetBitcodeModuleInContext2(self.context, buffer, &mut raw),
                false => LLVMParseIRInContext(self.context, buffer, &mut raw, &mut message),
            }
        };
        let text = unsafe { taken(message) };
        if failed != 0 || raw.is_null() {
            return Err(self.failure(text).into());
        }
        // While the part is prepared it stands in the place of the whole, so that it is disposed of if that fails.
        std::mem::swap(&mut self.raw, &mut raw);
        let prepared = prepare(self);
        std::mem::swap(&mut self.raw, &mut raw);
        if let Err(error) = prepared {
            unsafe { LLVMDisposeModule(raw) };
            return Err(error);
        }
        // SAFETY: both modules are of this context; the second is consumed.
        match unsafe { LLVMLinkModules2(self.raw, raw) } {
            0 => Ok(()),
            _ => Err(self.failure(String::new()).into()),
        }
    }

    fn failure(&mut self, text: String) -> String {
        let mut texts = std::mem::take(&mut self.messages.errors);
        if texts.is_empty() || !text.is_empty() {
            texts.insert(0, text);
        }
        texts.join("; ")
    }

    /// The warnings since the last time.
    pub(crate) fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.messages.warnings)
    }

    /// Whether the module is well-formed.
    pub(crate) fn verify(&self) -> Result<(), String> {
        let mut message = std::ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        // SAFETY: the module is live, and the message is freed once.
        unsafe {
            let failed = LLVMVerifyModule(self.raw, action, &mut message);
            let text = taken(message);
            if failed == 0 { Ok(()) } else { Err(text) }
        }
    }

    /// Takes the bitcode of a module, verified before, in place of this one.
    pub(crate) fn replace(&mut self, bytes: &[u8]) -> Result<(), String> {
        let mut raw = std::ptr::null_mut();
        let mut message = std::ptr::null_mut();
        // SAFETY: the buffer is a copy of the bytes, and LLVM takes it over; the old module is disposed of once, and no handle into it
        // outlives this borrow.
        unsafe {
            let name = c_text("program");
            let start = bytes.as_ptr().cast::<c_char>();
            let buffer =
                LLVMCreateMemoryBufferWithMemoryRangeCopy(start, bytes.len(), name.as_ptr());
            let failed = LLVMParseIRInContext(self.context, buffer, &mut raw, &mut message);
            let text = taken(message);
            if failed != 0 || raw.is_null() {
                return Err(self.failure(text));
            }
            LLVMDisposeModule(std::mem::replace(&mut self.raw, raw));
        }
        Ok(())
    }

    /// Makes what is said of variables plain calls of intrinsics, which can be visited, or records, which passes prefer.
    pub(crate) fn use_debug_intrinsics(&mut self, wanted: bool) {
        unsafe { LLVMSetIsNewDbgInfoFormat(self.raw, i32::from(!wanted)) }
    }

    /// The module as bitcode.
    pub(crate) fn bitcode(&self) -> Vec<u8> {
        // SAFETY: the buffer is copied and freed once.
        unsafe {
            let buffer = LLVMWriteBitcodeToMemoryBuffer(self.raw);
            let bytes = copied_bytes(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
            LLVMDisposeMemoryBuffer(buffer);
            bytes
        }
    }

    /// The module as LLVM assembly.
    pub(crate) fn text(&self) -> String {
        unsafe { taken(LLVMPrintModuleToString(self.raw)) }
    }

    /// Assembly outside of functions.
    pub(crate) fn inline_assembly(&self) -> String {
        let mut length = 0;
        let bytes = unsafe {
            let text = LLVMGetModuleInlineAsm(self.raw, &mut length);
            copied_bytes(text, length)
        };
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The data layout as the module says it; empty if it does not.
    pub(crate) fn layout_text(&self) -> String {
        unsafe { copied(LLVMGetDataLayoutStr(self.raw)) }
    }

    /// The target as the module says it; empty if it does not.
    pub(crate) fn target(&self) -> String {
        unsafe { copied(LLVMGetTarget(self.raw)) }
    }

    /// Sets data layout and target.
    pub(crate) fn set_target(&self, layout: &str, target: &str) {
        let (layout, target) = (c_text(layout), c_text(target));
        unsafe {
            LLVMSetDataLayout(self.raw, layout.as_ptr());
            LLVMSetTarget(self.raw, target.as_ptr());
        }
    }

    /// The data layout.
    pub(crate) fn layout(&self) -> DataLayout<'_> {
        // SAFETY: the layout lives as long as the module.
        DataLayout::new(unsafe { LLVMGetModuleDataLayout(self.raw) })
    }

    /// The number of a kind of metadata.
    pub(crate) fn metadata_kind(&self, name: &str) -> u32 {
        unsafe { LLVMGetMDKindIDInContext(self.context, name.as_ptr().cast(), name.len() as u32) }
    }

    /// An integer type.
    pub(crate) fn integer_type(&self, width: u32) -> Type<'_> {
        Type::new(unsafe { LLVMIntTypeInContext(self.context, width.max(1)) })
    }

    /// A 1-bit constant.
    pub(crate) fn bit(&self, value: bool) -> Value<'_> {
        let of = self.integer_type(1);
        Value::new(unsafe { LLVMConstInt(of.raw, u64::from(value), 0) })
    }

    /// Declares a function without parameters and results, if there is no function of this name.
    pub(crate) fn declare(&self, name: &str) {
        if self.function(name).is_none() {
            let name = c_text(name);
            unsafe {
                let void = LLVMVoidTypeInContext(self.context);
                let of = LLVMFunctionType(void, std::ptr::null_mut(), 0, 0);
                LLVMAddFunction(self.raw, name.as_ptr(), of);
            }
        }
    }

    /// The function of this name.
    pub(crate) fn function(&self, name: &str) -> Option<Value<'_>> {
        let name = c_text(name);
        Value::of(unsafe { LLVMGetNamedFunction(self.raw, name.as_ptr()) })
    }

    /// The global variable of this name.
    pub(crate) fn variable(&self, name: &str) -> Option<Value<'_>> {
        let name = c_text(name);
        Value::of(unsafe { LLVMGetNamedGlobal(self.raw, name.as_ptr()) })
    }

    /// What LLVM lists, from its first entry on; the list is one of this module's.
    fn listed(
        &self,
        first: LLVMValueRef,
        after: unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef,
    ) -> Vec<Value<'_>> {
        // SAFETY: what is asked for its successor is an entry of the list.
        let next = |value: &Value<'_>| Value::of(unsafe { after(value.raw) });
        std::iter::successors(Value::of(first), next).collect()
    }

    /// All functions, in order.
    pub(crate) fn functions(&self) -> Vec<Value<'_>> {
        self.listed(
            unsafe { LLVMGetFirstFunction(self.raw) },
            LLVMGetNextFunction,
        )
    }

    /// The function with this place in [`Module::functions`].
    pub(crate) fn function_at(&self, number: usize) -> Option<Value<'_>> {
        self.functions().get(number).copied()
    }

    /// All global variables, in order.
    pub(crate) fn variables(&self) -> Vec<Value<'_>> {
        self.listed(unsafe { LLVMGetFirstGlobal(self.raw) }, LLVMGetNextGlobal)
    }

    /// The functions that a resolver chooses when the program begins, in order.
    pub(crate) fn indirect_functions(&self) -> Vec<Value<'_>> {
        self.listed(
            unsafe { LLVMGetFirstGlobalIFunc(self.raw) },
            LLVMGetNextGlobalIFunc,
        )
    }

    /// All aliases, in order.
    pub(crate) fn aliases(&self) -> Vec<Value<'_>> {
        self.listed(
            unsafe { LLVMGetFirstGlobalAlias(self.raw) },
            LLVMGetNextGlobalAlias,
        )
    }
}
