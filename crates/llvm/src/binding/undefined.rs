//! Undefined values made explicit before passes may choose them.
//!
//! When a variable becomes a value, LLVM may take any value for what was never written, another one in each place. So
//! each variable that passes could make a value first gets the result of a call that reads unknown memory: passes
//! drop it where it is not used, and cannot choose it. Calls have different numbers, so that none stands for another.

use std::ffi::CString;

use llvm_sys::core::*;
use llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};

use super::{Module, Value, taken};

/// What the calls' memory effects are, in the encoding of LLVM 19's `MemoryEffects`: reads of inaccessible memory.
const READS_UNKNOWN_MEMORY: u64 = 1 << 2;

/// What the stores of such values are marked with: a program may store them, too, and its stores count.
const INITIAL: &str = "everypath.initial";

impl Module {
    /// Writes an undefined value into each variable that could become a value, where its life begins; 0 into those that `described` does not
    /// describe and that only hold a result: they are the compiler's, and what a function without `return` gives nobody can use.
    pub(crate) fn initialise_variables(&mut self, prefix: &str, described: &str) {
        let mut number = 0;
        let kind = self.metadata_kind(INITIAL);
        let described = self.metadata_kind(described);
        for function in self.raw_functions(|function| !function.is_declaration()) {
            for alloca in instructions(function, LLVMOpcode::LLVMAlloca) {
                // SAFETY: the handles are live; nothing is erased here.
                unsafe {
                    let of = LLVMGetAllocatedType(alloca);
                    if !is_value(of) || !is_single(alloca) {
                        continue;
                    }
                    let starts: Vec<LLVMValueRef> = users(alloca)
                        .into_iter()
                        .filter(|&user| is_lifetime_start(user))
                        .collect();
                    let places = if starts.is_empty() {
                        vec![alloca]
                    } else {
                        starts
                    };
                    let is_result = Value::new(alloca).attached(described).is_none()
                        && is_scalar(of)
                        && holds_result(alloca);
                    for place in places {
                        let next = LLVMGetNextInstruction(place);
                        let value = match is_result {
                            true => LLVMConstNull(of),
                            false => self.undefined_before(next, of, prefix, &mut number),
                        };
                        let store =
                            self.build(next, |builder| LLVMBuildStore(builder, value, alloca));
                        let context = self.raw_context();
                        let mark = LLVMMDNodeInContext2(context, std::ptr::null_mut(), 0);
                        LLVMSetMetadata(store, kind, LLVMMetadataAsValue(context, mark));
                    }
                }
            }
        }
    }

    /// Marks that the life of a variable begins, or ends, before an instruction.
    pub(crate) fn mark_life(&self, before: Value<'_>, variable: Value<'_>, begins: bool) {
        let name = match begins {
            true => "llvm.lifetime.start",
            false => "llvm.lifetime.end",
        };
        // SAFETY: the handles are live; the intrinsic takes a size, of which -1 is any, and a pointer, whose type its name is made of.
        unsafe {
            let context = self.raw_context();
            let number = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            let mut pointer = [LLVMTypeOf(variable.raw)];
            let mark = LLVMGetIntrinsicDeclaration(self.raw(), number, pointer.as_mut_ptr(), 1);
            let of = LLVMIntrinsicGetType(context, number, pointer.as_mut_ptr(), 1);
            let size = LLVMConstInt(LLVMInt64TypeInContext(context), u64::MAX, 1);
            let mut arguments = [size, variable.raw];
            self.build(before.raw, |builder| {
                LLVMBuildCall2(builder, of, mark, arguments.as_mut_ptr(), 2, c"".as_ptr())
            });
        }
    }

    /// Removes the values that were written into variables which stayed in memory. In functions with the marker it makes the undefined values
    /// that the compiler has left explicit.
    pub(crate) fn settle_undefined(&mut self, marker: &str, prefix: &str) {
        let mut number = 1 << 32;
        let kind = self.metadata_kind(INITIAL);
        for function in self.raw_functions(|function| !function.is_declaration()) {
            for store in instructions(function, LLVMOpcode::LLVMStore) {
                // SAFETY: the store, and then the call, has no users and is not used after it is erased.
                unsafe {
                    if !LLVMGetMetadata(store, kind).is_null() {
                        let value = LLVMGetOperand(store, 0);
                        LLVMInstructionEraseFromParent(store);
                        if opcode(value).is_some() && LLVMGetFirstUse(value).is_null() {
                            LLVMInstructionEraseFromParent(value);
                        }
                    }
                }
            }
            if !Value::new(function).has_marker(marker) {
                continue;
            }
            for user in all_instructions(function) {
                // SAFETY: the handles are live; operands are replaced by values of the same type that dominate.
                unsafe {
                    let count = u32::try_from(LLVMGetNumOperands(user)).unwrap_or(0);
                    for index in 0..count {
                        let operand = LLVMGetOperand(user, index);
                        if operand.is_null()
                            || LLVMGetValueKind(operand) != LLVMValueKind::LLVMUndefValueValueKind
                        {
                            continue;
                        }
                        let of = LLVMTypeOf(operand);
                        if !is_scalar(of) {
                            continue;
                        }
                        let place = match opcode(user) {
                            Some(LLVMOpcode::LLVMPHI) => {
                                LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, index))
                            }
                            _ => user,
                        };
                        if place.is_null() {
                            continue;
                        }
                        let value = self.undefined_before(place, of, prefix, &mut number);
                        LLVMSetOperand(user, index, value);
                    }
                }
            }
        }
    }

    pub(super) fn raw_functions(&self, wanted: impl Fn(&Value<'_>) -> bool) -> Vec<LLVMValueRef> {
        self.functions()
            .into_iter()
            .filter(|function| wanted(function))
            .map(|function| function.raw)
            .collect()
    }

    /// # Safety
    ///
    /// `place` is a live instruction of this module, and `of` a scalar type of its context.
    unsafe fn undefined_before(
        &self,
        place: LLVMValueRef,
        of: LLVMTypeRef,
        prefix: &str,
        number: &mut u64,
    ) -> LLVMValueRef {
        // SAFETY: the caller's promise; one argument is passed to a function of one parameter.
        unsafe {
            let context = self.raw_context();
            let integer = LLVMInt64TypeInContext(context);
            let mut parameters = [integer];
            let function_type = LLVMFunctionType(of, parameters.as_mut_ptr(), 1, 0);
            let name = format!("{prefix}{}", taken(LLVMPrintTypeToString(of)));
            let name = CString::new(name).unwrap_or_default();
            let mut function = LLVMGetNamedFunction(self.raw(), name.as_ptr());
            if function.is_null() {
                function = LLVMAddFunction(self.raw(), name.as_ptr(), function_type);
                for (attribute, value) in [
                    ("memory", READS_UNKNOWN_MEMORY),
                    ("willreturn", 0),
                    ("nounwind", 0),
                    ("nosync", 0),
                    ("nofree", 0),
                ] {
                    let text = attribute.as_ptr().cast();
                    let kind = LLVMGetEnumAttributeKindForName(text, attribute.len());
                    let attribute = LLVMCreateEnumAttribute(context, kind, value);
                    LLVMAddAttributeAtIndex(function, u32::MAX, attribute);
                }
            }
            let mut arguments = [LLVMConstInt(integer, *number, 0)];
            *number += 1;
            self.build(place, |builder| {
                let arguments = arguments.as_mut_ptr();
                LLVMBuildCall2(builder, function_type, function, arguments, 1, c"".as_ptr())
            })
        }
    }
}

pub(super) fn opcode(value: LLVMValueRef) -> Option<LLVMOpcode> {
    // SAFETY: the handle is live; only instructions have an opcode.
    unsafe {
        (!value.is_null() && LLVMGetValueKind(value) == LLVMValueKind::LLVMInstructionValueKind)
            .then(|| LLVMGetInstructionOpcode(value))
    }
}

pub(super) fn all_instructions(function: LLVMValueRef) -> Vec<LLVMValueRef> {
    let mut found = Vec::new();
    // SAFETY: the function is live.
    unsafe {
        let mut block = LLVMGetFirstBasicBlock(function);
        while !block.is_null() {
            let mut instruction = LLVMGetFirstInstruction(block);
            while !instruction.is_null() {
                found.push(instruction);
                instruction = LLVMGetNextInstruction(instruction);
            }
            block = LLVMGetNextBasicBlock(block);
        }
    }
    found
}

fn instructions(function: LLVMValueRef, wanted: LLVMOpcode) -> Vec<LLVMValueRef> {
    let mut all = all_instructions(function);
    all.retain(|&instruction| opcode(instruction) == Some(wanted));
    all
}

pub(super) fn users(value: LLVMValueRef) -> Vec<LLVMValueRef> {
    let mut found = Vec::new();
    // SAFETY: the value is live.
    unsafe {
        let mut next = LLVMGetFirstUse(value);
        while !next.is_null() {
            found.push(LLVMGetUser(next));
            next = LLVMGetNextUse(next);
        }
    }
    found
}

/// The name of the function that a call calls directly.
fn callee_name(call: LLVMValueRef) -> Option<String> {
    if opcode(call) != Some(LLVMOpcode::LLVMCall) {
        return None;
    }
    // SAFETY: it is a call; the name is copied.
    unsafe {
        let callee = LLVMGetCalledValue(call);
        (!LLVMIsAFunction(callee).is_null()).then(|| Value::new(callee).name())
    }
}

fn is_lifetime_start(user: LLVMValueRef) -> bool {
    callee_name(user).is_some_and(|name| name.starts_with("llvm.lifetime.start"))
}

/// Whether a user of a variable says where its life begins or ends.
pub(super) fn is_lifetime_mark(user: LLVMValueRef) -> bool {
    callee_name(user).is_some_and(|name| name.starts_with("llvm.lifetime."))
}

/// Whether what is loaded from a variable is only returned.
fn holds_result(alloca: LLVMValueRef) -> bool {
    let mut loads = users(alloca);
    loads.retain(|&user| opcode(user) == Some(LLVMOpcode::LLVMLoad));
    let is_return = |user: LLVMValueRef| opcode(user) == Some(LLVMOpcode::LLVMRet);
    !loads.is_empty() && loads.into_iter().flat_map(users).all(is_return)
}

/// Whether an alloca is of one element.
///
/// # Safety
///
/// `alloca` is a live alloca.
unsafe fn is_single(alloca: LLVMValueRef) -> bool {
    // SAFETY: the caller's promise.
    unsafe {
        let count = LLVMGetOperand(alloca, 0);
        LLVMGetValueKind(count) == LLVMValueKind::LLVMConstantIntValueKind
            && LLVMConstIntGetZExtValue(count) == 1
    }
}

fn is_scalar(of: LLVMTypeRef) -> bool {
    // SAFETY: the handle is live.
    matches!(
        unsafe { LLVMGetTypeKind(of) },
        LLVMTypeKind::LLVMIntegerTypeKind
            | LLVMTypeKind::LLVMPointerTypeKind
            | LLVMTypeKind::LLVMFloatTypeKind
            | LLVMTypeKind::LLVMDoubleTypeKind
    )
}

/// Whether a variable of a type can become a value as a whole.
fn is_value(of: LLVMTypeRef) -> bool {
    // SAFETY: the handle is live.
    unsafe { LLVMTypeIsSized(of) != 0 }
}
