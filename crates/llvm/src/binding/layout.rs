//! How a module lays data out.

use std::marker::PhantomData;

use llvm_sys::target::{LLVMByteOrder, LLVMByteOrdering, LLVMPointerSize, LLVMTargetDataRef};

/// Sizes and alignments, as a module lays data out.
#[derive(Clone, Copy)]
pub(crate) struct DataLayout<'m> {
    pub(super) raw: LLVMTargetDataRef,
    owner: PhantomData<&'m ()>,
}

impl<'m> DataLayout<'m> {
    pub(super) fn new(raw: LLVMTargetDataRef) -> Self {
        DataLayout {
            raw,
            owner: PhantomData,
        }
    }

    /// Size of a pointer in bytes.
    pub(crate) fn pointer_size(self) -> u32 {
        unsafe { LLVMPointerSize(self.raw) }
    }

    /// Whether the first byte of a number is its lowest.
    pub(crate) fn is_little_endian(self) -> bool {
        matches!(
            unsafe { LLVMByteOrder(self.raw) },
            LLVMByteOrdering::LLVMLittleEndian
        )
    }
}
