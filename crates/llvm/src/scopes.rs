//! Where objects begin and end that the compiler does not say it of.
//!
//! Clang marks the lives of variables (`llvm.lifetime`), but not of those into whose block a jump leads (`goto`, `case`), nor of compound literals
//! and of what calls return. An object of that kind lives as long as its block is being executed (C17 6.2.4p6, 6.5.2.5p5); what a call returns ends
//! earlier, with the full expression (6.2.4p8), but not later than that. Which block an instruction is in stands in the debug information: where control comes into the
//! block of such an object, a mark is put that it begins, and where control leaves it, one that it ends.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::binding::{BasicBlock, Metadata, MetadataKind, Module, Opcode, Value};
use crate::lower::{INSTRUMENTED, scope_of_variable};

/// What clang calls the place of a function's result, which is no object of the program.
pub(crate) const RESULT: &str = "retval";

/// Marks the lives of objects of compiled C that are not marked, where somebody may point at them.
pub(crate) fn mark(module: &Module) {
    for function in module.functions() {
        if !function.has_marker(INSTRUMENTED) {
            continue;
        }
        let mut homes: FxHashMap<Metadata<'_>, Vec<Value<'_>>> = FxHashMap::default();
        let mut order = Vec::new();
        for object in unmarked(module, function) {
            let Some(home) = home(module, object) else {
                continue;
            };
            if !is_block(home) {
                continue; // It lives as long as the call does.
            }
            let objects = homes.entry(home).or_default();
            if objects.is_empty() {
                order.push(home);
            }
            objects.push(object);
        }
        if order.is_empty() {
            continue;
        }
        let blocks = function.blocks();
        let before = predecessors(&blocks);
        for home in order {
            let inside = Inside {
                module,
                home,
                known: FxHashMap::default(),
                before: &before,
            };
            let Some(crossings) = inside.crossings(&blocks) else {
                continue;
            };
            for &object in &homes[&home] {
                for &(before, begins) in &crossings {
                    module.mark_life(before, object, begins);
                }
            }
        }
    }
}

/// The objects of a function that may be pointed at, and whose lives are not marked. Not what `alloca()` gives, which lives as long as the call,
/// and not arrays of variable length, whose end is a call of its own: both are allocated where the program's text says so.
fn unmarked<'m>(module: &'m Module, function: Value<'m>) -> Vec<Value<'m>> {
    let entry = function.blocks().into_iter().next();
    let instructions = entry
        .into_iter()
        .flat_map(|entry| entry.instructions().collect::<Vec<_>>());
    instructions
        .filter(|object| {
            object.opcode() == Some(Opcode::LLVMAlloca)
                && (object.name() != RESULT || scope_of_variable(module, *object).is_some())
                && object.location().is_none()
                && !object.is_named_only()
                && !object.users().any(Value::is_lifetime_mark)
        })
        .collect()
}

/// The scope that an object lives in: its declaration's, or that of the expression that it belongs to.
fn home<'m>(module: &'m Module, object: Value<'m>) -> Option<Metadata<'m>> {
    if let Some(scope) = scope_of_variable(module, object) {
        return Some(scope);
    }
    let mut scopes = object.users().filter_map(scope);
    let first = scopes.next()?;
    let mut common = outwards(module, first);
    for scope in scopes {
        let around: FxHashSet<_> = outwards(module, scope).into_iter().collect();
        common.retain(|scope| around.contains(scope));
    }
    common.into_iter().find(|scope| !is_part_of_file(*scope))
}

/// The scope of an instruction that the program's text has at a place.
fn scope(instruction: Value<'_>) -> Option<Metadata<'_>> {
    let (line, _, scope, inlined) = instruction.location()?.location()?;
    (line > 0 && inlined.is_none()).then_some(scope)
}

/// A scope and those around it, the innermost first.
fn outwards<'m>(module: &'m Module, scope: Metadata<'m>) -> Vec<Metadata<'m>> {
    let mut all = vec![scope];
    let mut inner = scope;
    while is_block(inner) || is_part_of_file(inner) {
        // The file, and the scope around it.
        match inner.operands(module).get(1).copied().flatten() {
            Some(outer) => inner = outer,
            None => break,
        }
        all.push(inner);
    }
    all
}

fn is_block(scope: Metadata<'_>) -> bool {
    matches!(scope.kind(), MetadataKind::LLVMDILexicalBlockMetadataKind)
}

fn branches(instruction: Value<'_>) -> bool {
    matches!(
        instruction.opcode(),
        Some(Opcode::LLVMBr | Opcode::LLVMSwitch)
    )
}

/// Whether a scope only says that a part of the scope around it stands in another file.
fn is_part_of_file(scope: Metadata<'_>) -> bool {
    matches!(
        scope.kind(),
        MetadataKind::LLVMDILexicalBlockFileMetadataKind
    )
}

/// The blocks before each block, by its number.
type Predecessors<'m> = FxHashMap<usize, Vec<BasicBlock<'m>>>;

fn predecessors<'m>(blocks: &[BasicBlock<'m>]) -> Predecessors<'m> {
    let mut before = Predecessors::default();
    for &block in blocks {
        for next in block.successors() {
            before.entry(next.id()).or_default().push(block);
        }
    }
    before
}

/// For the blocks of a function: whether control is inside of a scope.
struct Inside<'m, 'a> {
    module: &'m Module,
    home: Metadata<'m>,
    known: FxHashMap<Metadata<'m>, bool>,
    before: &'a Predecessors<'m>,
}

impl<'m> Inside<'m, '_> {
    /// The blocks before a block.
    fn before(&self, block: BasicBlock<'m>) -> &[BasicBlock<'m>] {
        self.before.get(&block.id()).map_or(&[], Vec::as_slice)
    }

    /// Whether an instruction is inside of the scope; none if nothing says where it is.
    fn contains(&mut self, instruction: Value<'m>) -> Option<bool> {
        let is_code = !instruction.is_debug_call()
            && !matches!(
                instruction.opcode(),
                Some(Opcode::LLVMPHI | Opcode::LLVMAlloca)
            );
        let scope = scope(instruction).filter(|_| is_code)?;
        let (module, home) = (self.module, self.home);
        let known = self.known.entry(scope);
        Some(*known.or_insert_with(|| outwards(module, scope).contains(&home)))
    }

    /// The instructions before which control has just come into the scope (true) or left it; none if it cannot be told.
    fn crossings(mut self, blocks: &[BasicBlock<'m>]) -> Option<Vec<(Value<'m>, bool)>> {
        let mut found = Vec::new();
        // Where each block begins and ends.
        let mut ends: FxHashMap<usize, [bool; 2]> = FxHashMap::default();
        let mut open = Vec::new();
        for &block in blocks {
            let mut present = None;
            for instruction in block.instructions() {
                let Some(inside) = self.contains(instruction) else {
                    continue;
                };
                // Clang puts the branch of an `if` or a loop around the block that its condition is in. Control leaves that where it goes.
                if present.is_some() && branches(instruction) {
                    continue;
                }
                if present.is_some_and(|present| present != inside) {
                    found.push((instruction, inside));
                }
                let [first, _] = *ends.entry(block.id()).or_insert([inside; 2]);
                ends.insert(block.id(), [first, inside]);
                present = Some(inside);
            }
            if present.is_none() {
                open.push(block);
            }
        }
        // Blocks of which nothing is known are where the blocks before them are.
        while !open.is_empty() {
            let waiting = open.len();
            for block in std::mem::take(&mut open) {
                let before = self.before(block);
                let known = before.iter().filter_map(|it| ends.get(&it.id()));
                let known: FxHashSet<bool> = known.map(|ends| ends[1]).collect();
                match (before.is_empty(), known.len()) {
                    (true, _) => _ = ends.insert(block.id(), [false; 2]),
                    (false, 0) => open.push(block),
                    (false, 1) => _ = ends.insert(block.id(), [known.contains(&true); 2]),
                    (false, _) => return None,
                }
            }
            if open.len() == waiting {
                break; // Nothing leads there.
            }
        }
        for &block in blocks {
            let Some(&[_, at_end]) = ends.get(&block.id()) else {
                continue;
            };
            let comes_in = |next: &BasicBlock<'m>| ends.get(&next.id()).is_some_and(|it| it[0]);
            if !at_end && block.successors().iter().any(comes_in) {
                found.push((block.terminator()?, true));
                ends.insert(block.id(), [ends[&block.id()][0], true]);
            }
        }
        for &block in blocks {
            let before = self.before(block);
            let was_inside = |it: &BasicBlock<'m>| ends.get(&it.id()).is_some_and(|ends| ends[1]);
            if ends.get(&block.id()).is_some_and(|ends| !ends[0]) && before.iter().any(was_inside) {
                let mut instructions = block.instructions();
                let first = instructions.find(|it| it.opcode() != Some(Opcode::LLVMPHI));
                found.push((first?, false));
            }
        }
        // Where control leaves and comes in before one instruction, it does so in this order.
        found.sort_by_key(|&(_, begins)| begins);
        Some(found)
    }
}
