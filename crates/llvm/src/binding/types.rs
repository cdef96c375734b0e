//! Types.

use std::marker::PhantomData;

use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;

use super::{DataLayout, taken};

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Type<'m> {
    pub(super) raw: LLVMTypeRef,
    pub(super) owner: PhantomData<&'m ()>,
}

impl<'m> Type<'m> {
    pub(super) fn new(raw: LLVMTypeRef) -> Self {
        Type {
            raw,
            owner: PhantomData,
        }
    }

    /// Whether this is a floating-point number of more than 64 bits.
    pub(crate) fn is_long_double(self) -> bool {
        matches!(
            self.kind(),
            LLVMTypeKind::LLVMX86_FP80TypeKind
                | LLVMTypeKind::LLVMFP128TypeKind
                | LLVMTypeKind::LLVMPPC_FP128TypeKind
        )
    }

    /// Which kind of type it is.
    pub(crate) fn kind(self) -> LLVMTypeKind {
        // SAFETY: the handle is live, as is every handle below.
        unsafe { LLVMGetTypeKind(self.raw) }
    }

    /// Whether it has a size.
    pub(crate) fn is_sized(self) -> bool {
        unsafe { LLVMTypeIsSized(self.raw) != 0 }
    }

    /// Width of an integer type in bits; 0 for others.
    pub(crate) fn integer_width(self) -> u32 {
        match self.kind() {
            LLVMTypeKind::LLVMIntegerTypeKind => unsafe { LLVMGetIntTypeWidth(self.raw) },
            _ => 0,
        }
    }

    /// Width of a floating-point type in bits.
    pub(crate) fn float_width(self) -> Option<u32> {
        use LLVMTypeKind::*;
        match self.kind() {
            LLVMHalfTypeKind | LLVMBFloatTypeKind => Some(16),
            LLVMFloatTypeKind => Some(32),
            LLVMDoubleTypeKind => Some(64),
            LLVMX86_FP80TypeKind => Some(80),
            LLVMFP128TypeKind | LLVMPPC_FP128TypeKind => Some(128),
            _ => None,
        }
    }

    /// Number of members of a struct, or elements of an array or vector of fixed length; 0 for others.
    pub(crate) fn length(self) -> u64 {
        match self.kind() {
            LLVMTypeKind::LLVMStructTypeKind => {
                u64::from(unsafe { LLVMCountStructElementTypes(self.raw) })
            }
            LLVMTypeKind::LLVMArrayTypeKind => unsafe { LLVMGetArrayLength2(self.raw) },
            LLVMTypeKind::LLVMVectorTypeKind => u64::from(unsafe { LLVMGetVectorSize(self.raw) }),
            _ => 0,
        }
    }

    /// The type of a member or element, if there is one of this index.
    pub(crate) fn element(self, index: u64) -> Option<Type<'m>> {
        match self.kind() {
            LLVMTypeKind::LLVMStructTypeKind => {
                let index = u32::try_from(index).ok()?;
                let exists = index < unsafe { LLVMCountStructElementTypes(self.raw) };
                exists.then(|| Type::new(unsafe { LLVMStructGetTypeAtIndex(self.raw, index) }))
            }
            LLVMTypeKind::LLVMArrayTypeKind | LLVMTypeKind::LLVMVectorTypeKind => {
                Some(Type::new(unsafe { LLVMGetElementType(self.raw) }))
            }
            _ => None,
        }
    }

    /// Whether it is a struct whose members follow each other without regard to their alignment.
    pub(crate) fn is_packed_struct(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMStructTypeKind
            && unsafe { LLVMIsPackedStruct(self.raw) != 0 }
    }

    /// Offset of a member of a struct in bytes, if there is one of this index and the struct has a size.
    pub(crate) fn member_offset(self, index: u64, layout: DataLayout<'m>) -> Option<u64> {
        let index = u32::try_from(index).ok()?;
        let exists = self.kind() == LLVMTypeKind::LLVMStructTypeKind
            && self.is_sized()
            && index < unsafe { LLVMCountStructElementTypes(self.raw) };
        exists
            .then(|| unsafe { llvm_sys::target::LLVMOffsetOfElement(layout.raw, self.raw, index) })
    }

    /// Bytes from one element of this type to the next in an array; 0 for types without a size.
    pub(crate) fn allocation_size(self, layout: DataLayout<'m>) -> u64 {
        if !self.is_sized() {
            return 0;
        }
        unsafe { llvm_sys::target::LLVMABISizeOfType(layout.raw, self.raw) }
    }

    /// Bytes that a store of this type may write; 0 for types without a size.
    pub(crate) fn store_size(self, layout: DataLayout<'m>) -> u64 {
        if !self.is_sized() {
            return 0;
        }
        unsafe { llvm_sys::target::LLVMStoreSizeOfType(layout.raw, self.raw) }
    }

    /// Alignment by the ABI in bytes; 1 for types without a size.
    pub(crate) fn alignment(self, layout: DataLayout<'m>) -> u64 {
        if !self.is_sized() {
            return 1;
        }
        u64::from(unsafe { llvm_sys::target::LLVMABIAlignmentOfType(layout.raw, self.raw) }).max(1)
    }

    fn is_function(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMFunctionTypeKind
    }

    /// Whether it is a function type with variable arguments.
    pub(crate) fn is_variadic(self) -> bool {
        self.is_function() && unsafe { LLVMIsFunctionVarArg(self.raw) != 0 }
    }

    /// The result type of a function type.
    pub(crate) fn result(self) -> Option<Type<'m>> {
        self.is_function()
            .then(|| Type::new(unsafe { LLVMGetReturnType(self.raw) }))
    }

    /// The parameter types of a function type.
    pub(crate) fn parameters(self) -> Vec<Type<'m>> {
        if !self.is_function() {
            return Vec::new();
        }
        let count = unsafe { LLVMCountParamTypes(self.raw) } as usize;
        let mut raw = vec![std::ptr::null_mut(); count];
        // SAFETY: there is room for all parameters.
        unsafe { LLVMGetParamTypes(self.raw, raw.as_mut_ptr()) };
        raw.into_iter().map(Type::new).collect()
    }

    /// The type as LLVM prints it.
    pub(crate) fn text(self) -> String {
        unsafe { taken(LLVMPrintTypeToString(self.raw)) }
    }
}

impl std::fmt::Debug for Type<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}
