//! Functions whose end may be reached without `return`, and the calls that use what they give.
//!
//! That is undefined where the value of the call is used, and not before (C17 6.9.1p12). Clang gives such a function a place for its
//! result, which then nothing was written to, and no check. So the function keeps in a variable whether it has a result, and leaves at its end what it is
//! itself if it has none; behind each call whose value is used, a call of [`USES_RESULT`] says what was left and who was called.
//!
//! Results that are structures, unions or complex numbers are not looked at: clang puts them together in places that the program may
//! have, too.

use rustc_hash::FxHashSet;

use crate::binding::{BasicBlock, Module, Opcode, TypeKind, Value};
use crate::lower::{INSTRUMENTED, USES_RESULT};
use crate::scopes::RESULT;

/// What clang calls the variable that says where control goes on behind what is done at the end of a block.
const DESTINATION: &str = "cleanup.dest.slot";
/// The variable in which functions leave what they are.
const WITHOUT_RESULT: &str = "everypath.without.result";

/// Marks the uses of results that there may be none of.
pub(crate) fn mark(module: &Module) {
    let lacking: Vec<(Value<'_>, Lacking<'_>)> = (module.functions().into_iter())
        .filter(|function| function.has_marker(INSTRUMENTED))
        .filter_map(|function| Some((function, lacking(function)?)))
        .collect();
    if lacking.is_empty() {
        return;
    }
    let left = module.add_pointer_variable(WITHOUT_RESULT);
    let functions: FxHashSet<usize> = lacking.iter().map(|(it, _)| it.id()).collect();
    for function in module.functions() {
        for block in function.blocks() {
            let calls = (block.instructions()).filter(|it| it.opcode() == Some(Opcode::LLVMCall));
            for call in calls.collect::<Vec<_>>() {
                let Some(callee) = call.callee().filter(|_| call.users().next().is_some()) else {
                    continue;
                };
                if callee.is_function() && !functions.contains(&callee.id()) {
                    continue;
                }
                if let Some(next) = call.next() {
                    let found = module.load_pointer(next, left);
                    module.call(next, call, USES_RESULT, &[found, callee]);
                }
            }
        }
    }
    for (
        function,
        Lacking {
            writes,
            first,
            ends,
        },
    ) in lacking
    {
        let none = module.null_pointer();
        let lacks = module.add_pointer_to_frame(first);
        module.store(first, function, lacks);
        for write in writes {
            if let Some(next) = write.next() {
                module.store(next, none, lacks);
            }
        }
        for end in ends {
            let found = module.load_pointer(end, lacks);
            module.store(end, found, left);
        }
    }
}

/// A function whose end may be reached without `return`.
struct Lacking<'m> {
    /// Where its result is written.
    writes: Vec<Value<'m>>,
    /// Its first instruction.
    first: Value<'m>,
    /// Where it ends.
    ends: Vec<Value<'m>>,
}

/// How a function may lack its result; none if it has it at each end, or is not looked at.
fn lacking(function: Value<'_>) -> Option<Lacking<'_>> {
    let entry = function.blocks().into_iter().next()?;
    let place = variable(entry, RESULT)?;
    let is_whole = !matches!(
        place.allocated_type()?.kind(),
        TypeKind::LLVMStructTypeKind | TypeKind::LLVMArrayTypeKind
    );
    let is_write = |it: &Value<'_>| is_store_to(Some(place), *it) && it.operand(0) != Some(place);
    let is_plain = |it: Value<'_>| it.opcode() == Some(Opcode::LLVMLoad) || is_write(&it);
    if !is_whole || !place.users().all(is_plain) {
        return None;
    }
    // The blocks that control may come to before the result is written, with where it goes on behind cleanups, if that is known.
    let slot = variable(entry, DESTINATION);
    let mut without = vec![(entry, None)];
    let mut seen: FxHashSet<(usize, Option<u64>)> = FxHashSet::default();
    let mut ends_without = false;
    'blocks: while let Some((block, mut destination)) = without.pop() {
        if !seen.insert((block.id(), destination)) {
            continue;
        }
        for instruction in block.instructions() {
            if is_write(&instruction) {
                continue 'blocks;
            }
            if is_store_to(slot, instruction) {
                destination = instruction.operand(0).and_then(Value::integer);
            }
        }
        ends_without |= end(block).is_some();
        let next =
            destination.and_then(|destination| case(block.terminator()?, slot?, destination));
        let next = next.map_or_else(|| block.successors(), |next| vec![next]);
        without.extend(next.into_iter().map(|next| (next, destination)));
    }
    ends_without.then(|| {
        Some(Lacking {
            writes: place.users().filter(is_write).collect(),
            first: entry.instructions().next()?,
            ends: function.blocks().into_iter().filter_map(end).collect(),
        })
    })?
}

/// The variable of a function that clang calls so.
fn variable<'m>(entry: BasicBlock<'m>, name: &str) -> Option<Value<'m>> {
    (entry.instructions()).find(|it| it.opcode() == Some(Opcode::LLVMAlloca) && it.name() == name)
}

fn is_store_to(place: Option<Value<'_>>, instruction: Value<'_>) -> bool {
    instruction.opcode() == Some(Opcode::LLVMStore) && instruction.operand(1) == place
}

/// Where a choice by what a variable holds goes, if it holds this; none if the end of a block is no such choice.
fn case<'m>(choice: Value<'m>, variable: Value<'m>, value: u64) -> Option<BasicBlock<'m>> {
    let by = choice.operand(0)?;
    let is_by = choice.opcode() == Some(Opcode::LLVMSwitch)
        && by.opcode() == Some(Opcode::LLVMLoad)
        && by.operand(0) == Some(variable);
    let next = is_by.then(|| choice.successors())?;
    // Behind the default, each case is a value and a block.
    let is_it = |&case: &u32| choice.operand(2 * case).and_then(Value::integer) == Some(value);
    let number = (1..next.len() as u32).find(is_it).unwrap_or(0);
    next.get(number as usize).copied()
}

/// Where a block ends its function.
fn end(block: BasicBlock<'_>) -> Option<Value<'_>> {
    let last = block.terminator()?;
    (last.opcode() == Some(Opcode::LLVMRet)).then_some(last)
}
