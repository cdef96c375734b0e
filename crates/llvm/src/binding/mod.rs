//! The binding to LLVM 19: what the front end needs of LLVM's C interface, as safe Rust.
//!
//! This is the only place with unsafe code. A [`Context`] owns everything; handles ([`Value`], [`Type`], [`Metadata`],
//! [`BasicBlock`]) carry the lifetime of the borrow of the module they were reached through, so none outlives it. What
//! LLVM would abort on (an operand beyond the last, the width of a type that is no integer) is asked first and gives
//! `None` or 0.
//!
//! LLVM's readers are not hardened against hostile files: only bitcode that a separate process has read, verified
//! and written again is given to [`Module::parse`].

#![expect(
    unsafe_code,
    reason = "LLVM is reached through its C interface; handles are checked before each call"
)]

mod build;
mod debug;
mod held;
mod layout;
mod module;
mod passes;
mod types;
mod undefined;
mod value;

pub(crate) use debug::{Metadata, MetadataKind};
pub(crate) use layout::DataLayout;
pub(crate) use llvm_sys::{
    LLVMAtomicRMWBinOp as AtomicOperation, LLVMIntPredicate as IntegerPredicate,
    LLVMLinkage as Linkage, LLVMOpcode as Opcode, LLVMRealPredicate as FloatPredicate,
    LLVMTypeKind as TypeKind, LLVMValueKind as ValueKind,
};
pub(crate) use module::Module;
pub(crate) use passes::Pass;
pub(crate) use types::Type;
pub(crate) use value::{BasicBlock, Place, Value};

use std::ffi::{CStr, CString};

/// A copy of a text that LLVM owns and that ends with NUL.
///
/// # Safety
///
/// `text` is null or points at a NUL-terminated text.
unsafe fn copied(text: *const std::ffi::c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned()
}

/// A copy of a text of known length that LLVM owns.
///
/// # Safety
///
/// `text` is null or points at `length` bytes.
unsafe fn copied_bytes(text: *const std::ffi::c_char, length: usize) -> Vec<u8> {
    if text.is_null() {
        return Vec::new();
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) }.to_vec()
}

/// Takes over a message that LLVM allocated.
///
/// # Safety
///
/// `message` is null or a message that LLVM allocated and nobody else frees.
unsafe fn taken(message: *mut std::ffi::c_char) -> String {
    // SAFETY: the caller's promise.
    let text = unsafe { copied(message) };
    if !message.is_null() {
        // SAFETY: the message is LLVM's, and it is not used after this.
        unsafe { llvm_sys::core::LLVMDisposeMessage(message) };
    }
    text
}

/// A text for LLVM; bytes from the first NUL on are dropped.
fn c_text(text: &str) -> CString {
    let bytes: Vec<u8> = text.bytes().take_while(|&byte| byte != 0).collect();
    CString::new(bytes).unwrap_or_default()
}
