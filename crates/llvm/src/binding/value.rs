//! Values: constants, globals, functions, instructions; and basic blocks.

use std::ffi::c_char;
use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};
use llvm_sys::{LLVMLinkage, LLVMOpcode, LLVMValueKind};

use super::{AtomicOperation, FloatPredicate, IntegerPredicate, Type, copied, copied_bytes, taken};

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Value<'m> {
    pub(super) raw: LLVMValueRef,
    owner: PhantomData<&'m ()>,
}

/// A basic block of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct BasicBlock<'m> {
    raw: LLVMBasicBlockRef,
    owner: PhantomData<&'m ()>,
}

/// Where an attribute of a function or call stands.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    /// On the function.
    Function,
    /// On the result.
    Result,
    /// On a parameter, from 0.
    Parameter(u32),
}

impl Place {
    fn index(self) -> u32 {
        match self {
            Place::Function => u32::MAX,
            Place::Result => 0,
            Place::Parameter(number) => number.saturating_add(1).min(u32::MAX - 1),
        }
    }
}

fn attribute_kind(name: &str) -> u32 {
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

impl<'m> Value<'m> {
    pub(super) fn new(raw: LLVMValueRef) -> Self {
        Value {
            raw,
            owner: PhantomData,
        }
    }

    pub(super) fn of(raw: LLVMValueRef) -> Option<Self> {
        (!raw.is_null()).then(|| Value::new(raw))
    }

    /// A number that distinguishes live values.
    pub(crate) fn id(self) -> usize {
        self.raw as usize
    }

    /// Which kind of value it is.
    pub(crate) fn kind(self) -> LLVMValueKind {
        // SAFETY: the handle is live, as is every handle below.
        unsafe { LLVMGetValueKind(self.raw) }
    }

    /// Its type.
    pub(crate) fn value_type(self) -> Type<'m> {
        Type::new(unsafe { LLVMTypeOf(self.raw) })
    }

    /// Its name; empty if it has none.
    pub(crate) fn name(self) -> String {
        let mut length = 0;
        // SAFETY: the text is copied before the value can change.
        let bytes = unsafe {
            let text = LLVMGetValueName2(self.raw, &mut length);
            copied_bytes(text, length)
        };
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The value as LLVM prints it.
    pub(crate) fn text(self) -> String {
        unsafe { taken(LLVMPrintValueToString(self.raw)) }
    }

    /// The instructions of inline assembly, and the constraints of its operands, as LLVM has them: `$0` is an operand.
    pub(crate) fn assembly(self) -> Option<(String, String)> {
        if self.kind() != LLVMValueKind::LLVMInlineAsmValueKind {
            return None;
        }
        let read = |get: unsafe extern "C" fn(LLVMValueRef, *mut usize) -> *const c_char| {
            let mut length = 0;
            // SAFETY: the text is copied before the value can change.
            let bytes = unsafe { copied_bytes(get(self.raw, &mut length), length) };
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let (text, constraints) = (LLVMGetInlineAsmAsmString, LLVMGetInlineAsmConstraintString);
        Some((read(text), read(constraints)))
    }

    /// Whether it is a constant (also a global or function).
    pub(crate) fn is_constant(self) -> bool {
        unsafe { LLVMIsConstant(self.raw) != 0 }
    }

    /// Whether it is the zero, or null, of its type.
    pub(crate) fn is_zero(self) -> bool {
        self.is_constant() && unsafe { LLVMIsNull(self.raw) != 0 }
    }

    /// Whether it is undef or poison as a whole.
    pub(crate) fn is_undefined(self) -> bool {
        matches!(
            self.kind(),
            LLVMValueKind::LLVMUndefValueValueKind | LLVMValueKind::LLVMPoisonValueKind
        )
    }

    /// Number of operands; 0 for values that have none.
    pub(crate) fn operand_count(self) -> u32 {
        if unsafe { LLVMIsAUser(self.raw) }.is_null() {
            return 0;
        }
        u32::try_from(unsafe { LLVMGetNumOperands(self.raw) }).unwrap_or(0)
    }

    /// An operand, if there is one of this index.
    pub(crate) fn operand(self, index: u32) -> Option<Value<'m>> {
        (index < self.operand_count())
            .then(|| unsafe { LLVMGetOperand(self.raw, index) })
            .and_then(Value::of)
    }

    /// All operands.
    pub(crate) fn operands(self) -> impl Iterator<Item = Value<'m>> {
        (0..self.operand_count()).filter_map(move |index| self.operand(index))
    }

    /// The users of the value, one entry per use.
    pub(crate) fn users(self) -> impl Iterator<Item = Value<'m>> {
        let mut next = unsafe { LLVMGetFirstUse(self.raw) };
        std::iter::from_fn(move || {
            if next.is_null() {
                return None;
            }
            let user = unsafe { LLVMGetUser(next) };
            next = unsafe { LLVMGetNextUse(next) };
            Value::of(user)
        })
    }

    /// The user, if there is exactly one use.
    pub(crate) fn only_user(self) -> Option<Value<'m>> {
        let mut users = self.users();
        match (users.next(), users.next()) {
            (Some(user), None) => Some(user),
            _ => None,
        }
    }

    // Constants.

    /// The low 64 bits of an integer constant.
    pub(crate) fn integer(self) -> Option<u64> {
        (self.kind() == LLVMValueKind::LLVMConstantIntValueKind)
            .then(|| unsafe { LLVMConstIntGetZExtValue(self.raw) })
    }

    /// A constant of this type's width with the same bits; only for numbers.
    pub(crate) fn bit_cast(self, to: Type<'m>) -> Option<Value<'m>> {
        self.is_constant()
            .then(|| unsafe { LLVMConstBitCast(self.raw, to.raw) })
            .and_then(Value::of)
    }

    /// The constant element of this index, of a constant aggregate, vector, string or zero.
    pub(crate) fn element(self, index: u64) -> Option<Value<'m>> {
        if index >= self.value_type().length() {
            return None;
        }
        let index = u32::try_from(index).ok()?;
        Value::of(unsafe { LLVMGetAggregateElement(self.raw, index) })
    }

    /// The bytes of a constant array of 8-bit numbers.
    pub(crate) fn string(self) -> Option<Vec<u8>> {
        let is_data = self.kind() == LLVMValueKind::LLVMConstantDataArrayValueKind;
        if !is_data || unsafe { LLVMIsConstantString(self.raw) } == 0 {
            return None;
        }
        let mut length = 0;
        // SAFETY: it is a string constant, so LLVM gives its bytes.
        Some(unsafe {
            let text = LLVMGetAsString(self.raw, &mut length);
            copied_bytes(text, length)
        })
    }

    /// Whether an instruction has metadata of a kind.
    pub(crate) fn has_metadata(self, kind: u32) -> bool {
        self.kind() == LLVMValueKind::LLVMInstructionValueKind
            && unsafe { !LLVMGetMetadata(self.raw, kind).is_null() }
    }

    /// The opcode of a constant expression.
    pub(crate) fn constant_opcode(self) -> Option<LLVMOpcode> {
        (self.kind() == LLVMValueKind::LLVMConstantExprValueKind)
            .then(|| unsafe { LLVMGetConstOpcode(self.raw) })
    }

    /// Function and block of a block address.
    pub(crate) fn block_address(self) -> Option<(Value<'m>, BasicBlock<'m>)> {
        if self.kind() != LLVMValueKind::LLVMBlockAddressValueKind {
            return None;
        }
        let function = Value::of(unsafe { LLVMGetBlockAddressFunction(self.raw) })?;
        let block = BasicBlock::of(unsafe { LLVMGetBlockAddressBasicBlock(self.raw) })?;
        Some((function, block))
    }

    // Globals.

    /// Whether it is a function.
    pub(crate) fn is_function(self) -> bool {
        self.kind() == LLVMValueKind::LLVMFunctionValueKind
    }

    /// Whether it is a global variable.
    pub(crate) fn is_variable(self) -> bool {
        self.kind() == LLVMValueKind::LLVMGlobalVariableValueKind
    }

    pub(super) fn is_global(self) -> bool {
        !unsafe { LLVMIsAGlobalValue(self.raw) }.is_null()
    }

    /// Whether a function or variable is only declared.
    pub(crate) fn is_declaration(self) -> bool {
        self.is_global() && unsafe { LLVMIsDeclaration(self.raw) != 0 }
    }

    /// What an alias stands for.
    pub(crate) fn aliasee(self) -> Option<Value<'m>> {
        (self.kind() == LLVMValueKind::LLVMGlobalAliasValueKind)
            .then(|| unsafe { LLVMAliasGetAliasee(self.raw) })
            .and_then(Value::of)
    }

    /// The section that a global is put into; empty if none is named.
    pub(crate) fn section(self) -> String {
        if !self.is_global() {
            return String::new();
        }
        // SAFETY: the text is the global's, or null.
        unsafe { copied(LLVMGetSection(self.raw)) }
    }

    /// The linkage of a global.
    pub(crate) fn linkage(self) -> LLVMLinkage {
        match self.is_global() {
            true => unsafe { LLVMGetLinkage(self.raw) },
            false => LLVMLinkage::LLVMPrivateLinkage,
        }
    }

    /// Sets the linkage of a global.
    pub(crate) fn set_linkage(self, linkage: LLVMLinkage) {
        if self.is_global() {
            unsafe { LLVMSetLinkage(self.raw, linkage) }
        }
    }

    /// The type of what a global stands for: a variable's type, a function's function type.
    pub(crate) fn global_type(self) -> Option<Type<'m>> {
        self.is_global()
            .then(|| Type::new(unsafe { LLVMGlobalGetValueType(self.raw) }))
    }

    /// The initial value of a variable.
    pub(crate) fn initializer(self) -> Option<Value<'m>> {
        self.is_variable()
            .then(|| unsafe { LLVMGetInitializer(self.raw) })
            .and_then(Value::of)
    }

    /// Whether a variable never changes.
    pub(crate) fn is_constant_variable(self) -> bool {
        self.is_variable() && unsafe { LLVMIsGlobalConstant(self.raw) != 0 }
    }

    /// The alignment that a variable, alloca, load or store asks for; 0 for none.
    pub(crate) fn alignment(self) -> u64 {
        let has = self.is_variable()
            || matches!(
                self.opcode(),
                Some(LLVMOpcode::LLVMAlloca | LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMStore)
            );
        match has {
            true => u64::from(unsafe { LLVMGetAlignment(self.raw) }),
            false => 0,
        }
    }

    // Functions.

    /// The parameters of a function.
    pub(crate) fn parameters(self) -> Vec<Value<'m>> {
        if !self.is_function() {
            return Vec::new();
        }
        let count = unsafe { LLVMCountParams(self.raw) };
        (0..count)
            .map(|index| Value::new(unsafe { LLVMGetParam(self.raw, index) }))
            .collect()
    }

    /// The blocks of a function, in the order of the module.
    pub(crate) fn blocks(self) -> Vec<BasicBlock<'m>> {
        if !self.is_function() {
            return Vec::new();
        }
        let count = unsafe { LLVMCountBasicBlocks(self.raw) } as usize;
        let mut raw = vec![std::ptr::null_mut(); count];
        // SAFETY: there is room for all blocks.
        unsafe { LLVMGetBasicBlocks(self.raw, raw.as_mut_ptr()) };
        raw.into_iter().filter_map(BasicBlock::of).collect()
    }

    /// Whether a function is one of LLVM's intrinsics.
    pub(crate) fn is_intrinsic(self) -> bool {
        self.is_function() && unsafe { LLVMGetIntrinsicID(self.raw) != 0 }
    }

    /// Adds a marker of ours to a function.
    pub(crate) fn add_marker(self, name: &str) {
        if self.is_function() {
            let length = name.len() as u32;
            unsafe {
                let context = LLVMGetModuleContext(LLVMGetGlobalParent(self.raw));
                let value = c"";
                let text = name.as_ptr().cast();
                let marker = LLVMCreateStringAttribute(context, text, length, value.as_ptr(), 0);
                LLVMAddAttributeAtIndex(self.raw, Place::Function.index(), marker);
            }
        }
    }

    /// Whether a function has a marker of ours.
    pub(crate) fn has_marker(self, name: &str) -> bool {
        let length = name.len() as u32;
        self.is_function()
            && !unsafe {
                let place = Place::Function.index();
                LLVMGetStringAttributeAtIndex(self.raw, place, name.as_ptr().cast(), length)
            }
            .is_null()
    }

    /// Removes an attribute of a function or call by name.
    pub(crate) fn remove_attribute(self, place: Place, name: &str) {
        let kind = attribute_kind(name);
        if self.is_function() {
            unsafe { LLVMRemoveEnumAttributeAtIndex(self.raw, place.index(), kind) }
        } else if self.opcode() == Some(LLVMOpcode::LLVMCall) {
            unsafe { LLVMRemoveCallSiteEnumAttribute(self.raw, place.index(), kind) }
        }
    }

    /// Whether an attribute without a value stands there.
    pub(crate) fn has_attribute(self, place: Place, name: &str) -> bool {
        !self.attribute(place, name).is_null()
    }

    /// The type that an attribute (`byval`, `sret`) carries.
    pub(crate) fn attribute_type(self, place: Place, name: &str) -> Option<Type<'m>> {
        let attribute = self.attribute(place, name);
        if attribute.is_null() || unsafe { LLVMIsTypeAttribute(attribute) } == 0 {
            return None;
        }
        let raw = unsafe { LLVMGetTypeAttributeValue(attribute) };
        (!raw.is_null()).then(|| Type::new(raw))
    }

    fn attribute(self, place: Place, name: &str) -> llvm_sys::prelude::LLVMAttributeRef {
        let kind = attribute_kind(name);
        if self.is_function() {
            unsafe { LLVMGetEnumAttributeAtIndex(self.raw, place.index(), kind) }
        } else if matches!(
            self.opcode(),
            Some(LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke)
        ) {
            unsafe { LLVMGetCallSiteEnumAttribute(self.raw, place.index(), kind) }
        } else {
            std::ptr::null_mut()
        }
    }

    // Instructions.

    /// The opcode of an instruction.
    pub(crate) fn opcode(self) -> Option<LLVMOpcode> {
        (self.kind() == LLVMValueKind::LLVMInstructionValueKind)
            .then(|| unsafe { LLVMGetInstructionOpcode(self.raw) })
    }

    /// The block that holds an instruction.
    pub(crate) fn block(self) -> Option<BasicBlock<'m>> {
        (self.kind() == LLVMValueKind::LLVMInstructionValueKind)
            .then(|| unsafe { LLVMGetInstructionParent(self.raw) })
            .and_then(BasicBlock::of)
    }

    /// The instruction behind an instruction.
    pub(crate) fn next(self) -> Option<Value<'m>> {
        (self.kind() == LLVMValueKind::LLVMInstructionValueKind)
            .then(|| unsafe { LLVMGetNextInstruction(self.raw) })
            .and_then(Value::of)
    }

    fn is(self, opcode: LLVMOpcode) -> bool {
        self.opcode() == Some(opcode)
    }

    /// Whether it is a call whose callee is debug information (`llvm.dbg.*`).
    pub(crate) fn is_debug_call(self) -> bool {
        self.is(LLVMOpcode::LLVMCall) && !unsafe { LLVMIsADbgInfoIntrinsic(self.raw) }.is_null()
    }

    /// The predicate of an integer comparison.
    pub(crate) fn integer_predicate(self) -> Option<IntegerPredicate> {
        self.is(LLVMOpcode::LLVMICmp)
            .then(|| unsafe { LLVMGetICmpPredicate(self.raw) })
    }

    /// The predicate of a comparison of floating-point numbers.
    pub(crate) fn float_predicate(self) -> Option<FloatPredicate> {
        self.is(LLVMOpcode::LLVMFCmp)
            .then(|| unsafe { LLVMGetFCmpPredicate(self.raw) })
    }

    /// What a read-modify-write instruction does.
    pub(crate) fn atomic_operation(self) -> Option<AtomicOperation> {
        self.is(LLVMOpcode::LLVMAtomicRMW)
            .then(|| unsafe { LLVMGetAtomicRMWBinOp(self.raw) })
    }

    /// Whether an addition, subtraction, multiplication, shift or truncation must not wrap around unsigned.
    pub(crate) fn no_unsigned_wrap(self) -> bool {
        self.is_overflowing() && unsafe { LLVMGetNUW(self.raw) != 0 }
    }

    /// The same for signed numbers.
    pub(crate) fn no_signed_wrap(self) -> bool {
        self.is_overflowing() && unsafe { LLVMGetNSW(self.raw) != 0 }
    }

    fn is_overflowing(self) -> bool {
        matches!(
            self.opcode(),
            Some(
                LLVMOpcode::LLVMAdd
                    | LLVMOpcode::LLVMSub
                    | LLVMOpcode::LLVMMul
                    | LLVMOpcode::LLVMShl
                    | LLVMOpcode::LLVMTrunc
            )
        )
    }

    /// Whether the operands of an `or` must have no bit in common.
    pub(crate) fn is_disjoint(self) -> bool {
        self.is(LLVMOpcode::LLVMOr) && unsafe { LLVMGetIsDisjoint(self.raw) != 0 }
    }

    /// Whether the operand of a conversion of an unsigned number must not be negative.
    pub(crate) fn is_not_negative(self) -> bool {
        (self.is(LLVMOpcode::LLVMZExt) || self.is(LLVMOpcode::LLVMUIToFP))
            && unsafe { LLVMGetNNeg(self.raw) != 0 }
    }

    /// Whether a division or right shift must have no remainder.
    pub(crate) fn is_exact(self) -> bool {
        matches!(
            self.opcode(),
            Some(
                LLVMOpcode::LLVMUDiv
                    | LLVMOpcode::LLVMSDiv
                    | LLVMOpcode::LLVMLShr
                    | LLVMOpcode::LLVMAShr
            )
        ) && unsafe { LLVMGetExact(self.raw) != 0 }
    }

    /// Removes what the optimiser may assume about an address computation.
    pub(crate) fn clear_pointer_flags(self) {
        if self.is(LLVMOpcode::LLVMGetElementPtr) {
            unsafe { LLVMGEPSetNoWrapFlags(self.raw, 0) }
        }
    }

    /// Makes a load, store or atomic access volatile.
    pub(crate) fn make_volatile(self) {
        if matches!(
            self.opcode(),
            Some(
                LLVMOpcode::LLVMLoad
                    | LLVMOpcode::LLVMStore
                    | LLVMOpcode::LLVMAtomicRMW
                    | LLVMOpcode::LLVMAtomicCmpXchg
            )
        ) {
            unsafe { LLVMSetVolatile(self.raw, 1) }
        }
    }

    /// Replaces an operand of an instruction.
    pub(crate) fn set_operand(self, index: u32, value: Value<'m>) {
        if self.opcode().is_some() && index < self.operand_count() {
            unsafe { LLVMSetOperand(self.raw, index, value.raw) }
        }
    }

    /// Removes metadata of these kinds from an instruction.
    pub(crate) fn remove_metadata(self, kinds: &[u32]) {
        if self.opcode().is_some() && unsafe { LLVMHasMetadata(self.raw) } != 0 {
            for &kind in kinds {
                unsafe { LLVMSetMetadata(self.raw, kind, std::ptr::null_mut()) }
            }
        }
    }

    /// The value that metadata in operand position wraps (the variable of `llvm.dbg.declare`).
    pub(crate) fn wrapped_value(self) -> Option<Value<'m>> {
        if self.kind() != LLVMValueKind::LLVMMetadataAsValueValueKind {
            return None;
        }
        // SAFETY: it is metadata as a value; only a wrapped value counts as one operand that is no metadata.
        unsafe {
            if LLVMIsAValueAsMetadata(self.raw).is_null() {
                return None;
            }
            let mut raw = std::ptr::null_mut();
            if LLVMGetMDNodeNumOperands(self.raw) != 1 {
                return None;
            }
            LLVMGetMDNodeOperands(self.raw, &mut raw);
            Value::of(raw)
        }
    }

    /// The type that an alloca allocates.
    pub(crate) fn allocated_type(self) -> Option<Type<'m>> {
        self.is(LLVMOpcode::LLVMAlloca)
            .then(|| Type::new(unsafe { LLVMGetAllocatedType(self.raw) }))
    }

    /// The element type of an address computation, also of a constant one.
    pub(crate) fn element_type(self) -> Option<Type<'m>> {
        let is = self.is(LLVMOpcode::LLVMGetElementPtr)
            || self.constant_opcode() == Some(LLVMOpcode::LLVMGetElementPtr);
        is.then(|| Type::new(unsafe { LLVMGetGEPSourceElementType(self.raw) }))
    }

    /// The indices of `extractvalue` and `insertvalue`.
    pub(crate) fn indices(self) -> Vec<u32> {
        if !matches!(
            self.opcode(),
            Some(LLVMOpcode::LLVMExtractValue | LLVMOpcode::LLVMInsertValue)
        ) {
            return Vec::new();
        }
        // SAFETY: LLVM gives as many indices as it says.
        unsafe {
            let count = LLVMGetNumIndices(self.raw) as usize;
            let first = LLVMGetIndices(self.raw);
            if first.is_null() {
                return Vec::new();
            }
            std::slice::from_raw_parts(first, count).to_vec()
        }
    }

    /// The mask of `shufflevector`; nothing for elements that may be anything.
    pub(crate) fn shuffle_mask(self) -> Vec<Option<u32>> {
        if !self.is(LLVMOpcode::LLVMShuffleVector) {
            return Vec::new();
        }
        unsafe {
            (0..LLVMGetNumMaskElements(self.raw))
                .map(|index| u32::try_from(LLVMGetMaskValue(self.raw, index)).ok())
                .collect()
        }
    }

    /// The type of the variable that a value is the address of, of a frame or with static storage.
    pub(crate) fn variable_type(self) -> Option<Type<'m>> {
        let global = self.global_type().filter(|_| self.is_variable());
        self.allocated_type().or(global)
    }

    /// Values and blocks that a phi merges.
    pub(crate) fn incoming(self) -> Vec<(Value<'m>, BasicBlock<'m>)> {
        if !self.is(LLVMOpcode::LLVMPHI) {
            return Vec::new();
        }
        let count = unsafe { LLVMCountIncoming(self.raw) };
        (0..count)
            .filter_map(|index| unsafe {
                let value = Value::of(LLVMGetIncomingValue(self.raw, index))?;
                let block = BasicBlock::of(LLVMGetIncomingBlock(self.raw, index))?;
                Some((value, block))
            })
            .collect()
    }

    fn is_call(self) -> bool {
        matches!(
            self.opcode(),
            Some(LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke | LLVMOpcode::LLVMCallBr)
        )
    }

    /// What a call calls.
    pub(crate) fn callee(self) -> Option<Value<'m>> {
        self.is_call()
            .then(|| unsafe { LLVMGetCalledValue(self.raw) })
            .and_then(Value::of)
    }

    /// The function type that a call uses.
    pub(crate) fn callee_type(self) -> Option<Type<'m>> {
        self.is_call()
            .then(|| Type::new(unsafe { LLVMGetCalledFunctionType(self.raw) }))
    }

    /// The arguments of a call.
    pub(crate) fn arguments(self) -> Vec<Value<'m>> {
        if !self.is_call() {
            return Vec::new();
        }
        let count = unsafe { LLVMGetNumArgOperands(self.raw) };
        (0..count).filter_map(|index| self.operand(index)).collect()
    }

    /// Whether an instruction ends its block.
    pub(crate) fn is_terminator(self) -> bool {
        self.opcode().is_some() && !unsafe { LLVMIsATerminatorInst(self.raw) }.is_null()
    }

    /// The successors of a terminator.
    pub(crate) fn successors(self) -> Vec<BasicBlock<'m>> {
        if !self.is_terminator() {
            return Vec::new();
        }
        let count = unsafe { LLVMGetNumSuccessors(self.raw) };
        (0..count)
            .filter_map(|index| BasicBlock::of(unsafe { LLVMGetSuccessor(self.raw, index) }))
            .collect()
    }

    /// The condition of a conditional branch.
    pub(crate) fn branch_condition(self) -> Option<Value<'m>> {
        let conditional =
            self.is(LLVMOpcode::LLVMBr) && unsafe { LLVMIsConditional(self.raw) != 0 };
        conditional
            .then(|| unsafe { LLVMGetCondition(self.raw) })
            .and_then(Value::of)
    }
}

impl<'m> BasicBlock<'m> {
    fn of(raw: LLVMBasicBlockRef) -> Option<Self> {
        (!raw.is_null()).then_some(BasicBlock {
            raw,
            owner: PhantomData,
        })
    }

    /// A number that distinguishes live blocks.
    pub(crate) fn id(self) -> usize {
        self.raw as usize
    }

    /// Its terminator.
    pub(crate) fn terminator(self) -> Option<Value<'m>> {
        Value::of(unsafe { LLVMGetBasicBlockTerminator(self.raw) })
    }

    /// The blocks that its terminator leads to.
    pub(crate) fn successors(self) -> Vec<BasicBlock<'m>> {
        self.terminator().map_or_else(Vec::new, Value::successors)
    }

    /// Its instructions.
    pub(crate) fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        let mut next = Value::of(unsafe { LLVMGetFirstInstruction(self.raw) });
        std::iter::from_fn(move || {
            let present = next?;
            next = present.next();
            Some(present)
        })
    }
}

impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}
