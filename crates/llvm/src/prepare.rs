//! What is done to a module before any pass.
//!
//! No pass of LLVM runs over a program but the one that makes variables values (see `load.rs`). Where a user asks for others,
//! as much as can be is kept from them: every load, store and memory intrinsic whose address is not clearly inside a
//! variable becomes volatile, which the machine takes as a plain one; promises that passes could use (that address computations stay inside
//! their object, that functions return) are removed. That is not all that passes can use: scalar replacement drops volatile accesses outside a
//! variable, too.

use std::collections::BTreeSet;

use crate::address;
use crate::binding::{Linkage, Module, Opcode, Place, Type, Value};
use crate::lower::{INSTRUMENTED, LIBRARY, UNOPTIMISED};

/// Where a module comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// C that was instrumented.
    C,
    /// Foreign bitcode.
    Bitcode,
    /// The C library.
    Library,
}

/// Attributes of functions and calls that allow to remove calls.
const PROMISES: [&str; 6] = [
    "willreturn",
    "mustprogress",
    "memory",
    "speculatable",
    "nosync",
    "nofree",
];

/// Metadata of instructions that passes rely on.
const FACTS: [&str; 12] = [
    "range",
    "nonnull",
    "noundef",
    "dereferenceable",
    "dereferenceable_or_null",
    "align",
    "invariant.load",
    "invariant.group",
    "tbaa",
    "tbaa.struct",
    "alias.scope",
    "noalias",
];

/// Marks the functions of a module.
pub(crate) fn mark(module: &Module, origin: Origin) {
    // Foreign bitcode may be instrumented too, but nobody knows for what: there both handlers and flags count.
    let marker = match origin {
        Origin::Library => Some(LIBRARY),
        Origin::C => Some(INSTRUMENTED),
        Origin::Bitcode => None,
    };
    let unoptimised = |function: &Value<'_>| {
        let left_alone = function.has_attribute(Place::Function, "optnone");
        left_alone.then_some(UNOPTIMISED)
    };
    for function in module.functions() {
        if !function.is_declaration()
            && let Some(marker) = marker.or_else(|| unoptimised(&function))
        {
            function.add_marker(marker);
        }
    }
}

/// Prepares the C library for linking: what the program does not use is left out, and a function that the program defines
/// itself is the program's, but not for the library's own use.
pub(crate) fn yield_to_program(library: &Module, defined: &BTreeSet<String>) {
    let named = [library.functions(), library.variables(), library.aliases()];
    for global in named.into_iter().flatten() {
        let is_visible = matches!(
            global.linkage(),
            Linkage::LLVMExternalLinkage | Linkage::LLVMWeakAnyLinkage
        );
        if global.is_declaration() || !is_visible {
            continue;
        }
        let linkage = match global.is_function() && defined.contains(&global.name()) {
            true => Linkage::LLVMInternalLinkage,
            false => Linkage::LLVMLinkOnceAnyLinkage,
        };
        global.set_linkage(linkage);
    }
}

/// Where a program declares `alloca` itself, compilers know it all the same; one of its own is its own.
pub(crate) fn know_alloca(module: &Module) {
    let Some(alloca) = module.function("alloca").filter(|it| it.is_declaration()) else {
        return;
    };
    let asks = |call: &Value<'_>| call.callee() == Some(alloca);
    for call in alloca.users().filter(asks).collect::<Vec<_>>() {
        if let [size] = call.arguments()[..]
            && size.value_type().integer_width() > 0
            && call.value_type() == alloca.value_type()
        {
            module.allocate_in_frame(call, size);
        }
    }
}

/// Removes what loads say of the values that they give, in all functions: where a variable becomes a value, that would become an assumption.
pub(crate) fn forget_facts(module: &Module) {
    let facts = FACTS.map(|name| module.metadata_kind(name));
    for function in module.functions() {
        for block in function.blocks() {
            for instruction in block.instructions() {
                if instruction.opcode() == Some(Opcode::LLVMLoad) {
                    instruction.remove_metadata(&facts);
                }
            }
        }
    }
}

/// Makes accesses volatile and removes promises, in all functions, before passes that the user asks for.
pub(crate) fn protect(module: &Module) {
    let facts = FACTS.map(|name| module.metadata_kind(name));
    let loop_facts = [module.metadata_kind("llvm.loop")];
    for function in module.functions() {
        if function.is_intrinsic() {
            continue;
        }
        for promise in PROMISES {
            function.remove_attribute(Place::Function, promise);
        }
        for block in function.blocks() {
            for instruction in block.instructions() {
                match instruction.opcode() {
                    Some(Opcode::LLVMLoad) => {
                        instruction.remove_metadata(&facts);
                        let of = instruction.value_type();
                        if !stays_inside(module, instruction.operand(0), of, false) {
                            instruction.make_volatile();
                        }
                    }
                    Some(Opcode::LLVMStore) => {
                        instruction.remove_metadata(&facts);
                        let of = instruction.operand(0).map(|value| value.value_type());
                        let pointer = instruction.operand(1);
                        if !of.is_some_and(|of| stays_inside(module, pointer, of, true)) {
                            instruction.make_volatile();
                        }
                    }
                    Some(Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg) => {
                        instruction.make_volatile();
                    }
                    Some(Opcode::LLVMGetElementPtr) => instruction.clear_pointer_flags(),
                    Some(Opcode::LLVMBr) => instruction.remove_metadata(&loop_facts),
                    Some(Opcode::LLVMCall) => {
                        protect_call(module, instruction, &facts);
                        protect_callee(instruction);
                    }
                    _ => {}
                }
            }
        }
    }
}

/// A function that is called as one of another type: passes would make up what the call does not pass. Of a thunk they do not.
fn protect_callee(call: Value<'_>) {
    if let Some(callee) = call.callee().filter(|callee| callee.is_function())
        && callee.global_type() != call.callee_type()
    {
        callee.add_marker("thunk");
    }
}

fn protect_call(module: &Module, call: Value<'_>, facts: &[u32]) {
    let Some(callee) = call.callee() else {
        return;
    };
    if !callee.is_intrinsic() {
        call.remove_metadata(facts);
        for promise in PROMISES {
            call.remove_attribute(Place::Function, promise);
        }
        return;
    }
    let name = callee.name();
    let moves = name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.");
    if !moves && !name.starts_with("llvm.memset.") {
        return;
    }
    let size = call.operand(2).and_then(|size| size.integer());
    let inside = |number: u32, writes: bool| {
        size.is_some_and(|size| bytes_stay_inside(module, call.operand(number), size, writes))
    };
    if !inside(0, true) || moves && !inside(1, false) {
        call.set_operand(3, module.bit(true));
    }
}

/// Whether an access of a type lies in a variable of a frame or of the module, whatever the program does.
fn stays_inside(module: &Module, pointer: Option<Value<'_>>, of: Type<'_>, writes: bool) -> bool {
    let size = Type::store_size(of, module.layout());
    bytes_stay_inside(module, pointer, size, writes)
}

fn bytes_stay_inside(module: &Module, pointer: Option<Value<'_>>, size: u64, writes: bool) -> bool {
    let Some(pointer) = pointer else {
        return false;
    };
    let layout = module.layout();
    let base = address::base(pointer);
    let room = if let Some(of) = base.allocated_type() {
        let count = base.operand(0).and_then(|count| count.integer());
        count.and_then(|count| of.allocation_size(layout).checked_mul(count))
    } else if base.is_variable() && !(writes && base.is_constant_variable()) {
        base.global_type().map(|of| of.allocation_size(layout))
    } else {
        None
    };
    let end = address::offset(pointer, layout).and_then(|offset| offset.checked_add(size));
    match (room, end) {
        (Some(room), Some(end)) => end <= room,
        _ => false,
    }
}

/// Makes everything internal that nobody outside needs, so that passes remove what is not used.
pub(crate) fn internalise(module: &Module, keep: &[&str]) {
    let all = module
        .functions()
        .into_iter()
        .chain(module.variables())
        .chain(module.aliases());
    for global in all {
        if global.is_declaration() {
            continue;
        }
        let linkage = global.linkage();
        let is_visible = matches!(
            linkage,
            Linkage::LLVMExternalLinkage
                | Linkage::LLVMWeakAnyLinkage
                | Linkage::LLVMWeakODRLinkage
                | Linkage::LLVMLinkOnceAnyLinkage
                | Linkage::LLVMLinkOnceODRLinkage
                | Linkage::LLVMCommonLinkage
        );
        if is_visible && !keep.contains(&global.name().as_str()) {
            global.set_linkage(Linkage::LLVMInternalLinkage);
        }
    }
}
