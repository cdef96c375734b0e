//! Metadata, and what values have of it: debug information first of all, which is locations, scopes, files, variables and types.
//!
//! LLVM's C interface has few accessors for these; the rest is reached through the operands of a node, whose order is
//! the one of `llvm/IR/DebugInfoMetadata.h` of LLVM 19.

use std::marker::PhantomData;

use llvm_sys::LLVMValueKind;
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::{LLVMMetadataRef, LLVMValueRef};

use super::{Module, Value, copied_bytes};

pub(crate) use llvm_sys::debuginfo::LLVMMetadataKind as MetadataKind;

/// A node of metadata, or a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Metadata<'m> {
    pub(super) raw: LLVMMetadataRef,
    owner: PhantomData<&'m ()>,
}

impl<'m> Metadata<'m> {
    pub(super) fn of(raw: LLVMMetadataRef) -> Option<Self> {
        (!raw.is_null()).then_some(Metadata {
            raw,
            owner: PhantomData,
        })
    }

    /// A number that distinguishes nodes.
    pub(crate) fn id(self) -> usize {
        self.raw as usize
    }

    /// It as a value.
    fn as_value(self, module: &Module) -> LLVMValueRef {
        // SAFETY: nodes live as long as their context.
        unsafe { LLVMMetadataAsValue(module.raw_context(), self.raw) }
    }

    /// Which kind of node it is.
    pub(crate) fn kind(self) -> MetadataKind {
        // SAFETY: the handle is live, as is every handle below.
        unsafe { LLVMGetMetadataKind(self.raw) }
    }

    fn is_location(self) -> bool {
        matches!(self.kind(), MetadataKind::LLVMDILocationMetadataKind)
    }

    fn is_type(self) -> bool {
        matches!(
            self.kind(),
            MetadataKind::LLVMDIBasicTypeMetadataKind
                | MetadataKind::LLVMDIDerivedTypeMetadataKind
                | MetadataKind::LLVMDICompositeTypeMetadataKind
                | MetadataKind::LLVMDISubroutineTypeMetadataKind
                | MetadataKind::LLVMDIStringTypeMetadataKind
        )
    }

    fn is_node(self) -> bool {
        !matches!(
            self.kind(),
            MetadataKind::LLVMMDStringMetadataKind
                | MetadataKind::LLVMConstantAsMetadataMetadataKind
                | MetadataKind::LLVMLocalAsMetadataMetadataKind
                | MetadataKind::LLVMDistinctMDOperandPlaceholderMetadataKind
                | MetadataKind::LLVMDIArgListMetadataKind
        )
    }

    /// The operands of a node, by position.
    pub(crate) fn operands(self, module: &'m Module) -> Vec<Option<Metadata<'m>>> {
        if !self.is_node() {
            return Vec::new();
        }
        // SAFETY: it is a node, and there is room for all its operands.
        unsafe {
            let value = self.as_value(module);
            let mut operands = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(value) as usize];
            LLVMGetMDNodeOperands(value, operands.as_mut_ptr());
            operands
                .into_iter()
                .map(|operand| match operand.is_null() {
                    true => None,
                    false => Metadata::of(LLVMValueAsMetadata(operand)),
                })
                .collect()
        }
    }

    /// The text of a string.
    pub(crate) fn text(self, module: &'m Module) -> Option<String> {
        if !matches!(self.kind(), MetadataKind::LLVMMDStringMetadataKind) {
            return None;
        }
        let mut length = 0;
        // SAFETY: it is a string.
        let bytes = unsafe {
            let value = self.as_value(module);
            let text = LLVMGetMDString(value, &mut length);
            copied_bytes(text, length as usize)
        };
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The number of an integer constant.
    pub(crate) fn integer(self, module: &'m Module) -> Option<u64> {
        if !matches!(
            self.kind(),
            MetadataKind::LLVMConstantAsMetadataMetadataKind
        ) {
            return None;
        }
        // SAFETY: it wraps one constant.
        unsafe {
            let value = self.as_value(module);
            let mut raw = std::ptr::null_mut();
            LLVMGetMDNodeOperands(value, &mut raw);
            Value::of(raw)?.integer()
        }
    }

    /// Line, column, scope of a location, and the location it was inlined at.
    pub(crate) fn location(self) -> Option<(u32, u32, Metadata<'m>, Option<Metadata<'m>>)> {
        if !self.is_location() {
            return None;
        }
        unsafe {
            Some((
                LLVMDILocationGetLine(self.raw),
                LLVMDILocationGetColumn(self.raw),
                Metadata::of(LLVMDILocationGetScope(self.raw))?,
                Metadata::of(LLVMDILocationGetInlinedAt(self.raw)),
            ))
        }
    }

    /// Directory and name of the file of a scope, or of a file.
    pub(crate) fn file(self) -> Option<(String, String)> {
        let is_file = |node: Metadata| matches!(node.kind(), MetadataKind::LLVMDIFileMetadataKind);
        let is_scope = matches!(
            self.kind(),
            MetadataKind::LLVMDISubprogramMetadataKind
                | MetadataKind::LLVMDILexicalBlockMetadataKind
                | MetadataKind::LLVMDILexicalBlockFileMetadataKind
                | MetadataKind::LLVMDICompileUnitMetadataKind
        );
        let file = match self {
            file if is_file(file) => file,
            scope if is_scope => Metadata::of(unsafe { LLVMDIScopeGetFile(scope.raw) })?,
            _ => return None,
        };
        if !is_file(file) {
            return None;
        }
        let (mut directory, mut name) = (0, 0);
        // SAFETY: it is a file; the texts are copied at once.
        let (directory, name) = unsafe {
            let text = LLVMDIFileGetDirectory(file.raw, &mut directory);
            let directory = copied_bytes(text, directory as usize);
            let text = LLVMDIFileGetFilename(file.raw, &mut name);
            (directory, copied_bytes(text, name as usize))
        };
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Some((text(directory), text(name)))
    }

    /// The line of a subprogram.
    pub(crate) fn subprogram_line(self) -> Option<u32> {
        matches!(self.kind(), MetadataKind::LLVMDISubprogramMetadataKind)
            .then(|| unsafe { LLVMDISubprogramGetLine(self.raw) })
    }

    /// The DWARF tag of a type; 0 for others.
    pub(crate) fn tag(self) -> u16 {
        match self.is_type() {
            true => unsafe { LLVMGetDINodeTag(self.raw) },
            false => 0,
        }
    }

    /// The size of a type in bits; 0 where it is unknown.
    pub(crate) fn size_in_bits(self) -> u64 {
        match self.is_type() {
            true => unsafe { LLVMDITypeGetSizeInBits(self.raw) },
            false => 0,
        }
    }

    /// The offset of a member in bits.
    pub(crate) fn offset_in_bits(self) -> u64 {
        match self.is_type() {
            true => unsafe { LLVMDITypeGetOffsetInBits(self.raw) },
            false => 0,
        }
    }

    /// The variable of a pair of variable and expression.
    pub(crate) fn variable(self) -> Option<Metadata<'m>> {
        matches!(
            self.kind(),
            MetadataKind::LLVMDIGlobalVariableExpressionMetadataKind
        )
        .then(|| unsafe { LLVMDIGlobalVariableExpressionGetVariable(self.raw) })
        .and_then(Metadata::of)
    }
}

impl<'m> Value<'m> {
    /// The metadata of a global by kind: the debug information of a variable, for instance.
    pub(crate) fn global_metadata(self, kind: u32) -> Option<Metadata<'m>> {
        if !self.is_global() {
            return None;
        }
        let mut count = 0;
        // SAFETY: the entries are read within their count and freed once.
        unsafe {
            let entries = LLVMGlobalCopyAllMetadata(self.raw, &mut count);
            let found = (0..count as u32)
                .find(|&index| LLVMValueMetadataEntriesGetKind(entries, index) == kind)
                .map(|index| LLVMValueMetadataEntriesGetMetadata(entries, index));
            LLVMDisposeValueMetadataEntries(entries);
            found.and_then(Metadata::of)
        }
    }

    /// The debug information of a function.
    pub(crate) fn subprogram(self) -> Option<Metadata<'m>> {
        self.is_function()
            .then(|| unsafe { LLVMGetSubprogram(self.raw) })
            .and_then(Metadata::of)
    }

    /// Attaches a node to an instruction, where passes leave it.
    pub(crate) fn attach(self, module: &'m Module, kind: u32, node: Metadata<'m>) {
        if self.opcode().is_some() {
            // SAFETY: the node belongs to the module's context, as the instruction does.
            unsafe { LLVMSetMetadata(self.raw, kind, node.as_value(module)) }
        }
    }

    /// The node that is attached to an instruction.
    pub(crate) fn attached(self, kind: u32) -> Option<Metadata<'m>> {
        self.opcode()?;
        Value::of(unsafe { LLVMGetMetadata(self.raw, kind) })?.as_metadata()
    }

    /// The debug location of an instruction.
    pub(crate) fn location(self) -> Option<Metadata<'m>> {
        self.opcode()?;
        Metadata::of(unsafe { LLVMInstructionGetDebugLoc(self.raw) })
    }

    /// The metadata that is the operand of a debug intrinsic.
    pub(crate) fn as_metadata(self) -> Option<Metadata<'m>> {
        (self.kind() == LLVMValueKind::LLVMMetadataAsValueValueKind)
            .then(|| unsafe { LLVMValueAsMetadata(self.raw) })
            .and_then(Metadata::of)
    }
}
