//! Where the instructions of a function come from, and its variables: what the debug information says.

use std::sync::Arc;

use everypath_program::{Local, Location, Position};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::binding::{Metadata, MetadataKind, Module, Opcode, Value};
use crate::types::{TypeNumber, Types};

/// A place in the source, with the places that the code was inlined at behind it.
type Chain = Arc<[Place]>;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    function: Option<Arc<str>>,
    file: Option<Arc<str>>,
    line: Option<u32>,
    column: Option<u32>,
}

impl Place {
    fn location(&self) -> Location {
        Location {
            function: self.function.as_deref().map(str::to_owned),
            file: self.file.as_deref().map(str::to_owned),
            line: self.line,
            column: self.column,
        }
    }
}

/// A variable of a function that lies in memory.
#[derive(Clone, Debug)]
pub(crate) struct FrameVariable {
    /// The local that holds its address.
    pub(crate) local: Local,
    /// Its size in bytes, if it is constant.
    pub(crate) size: Option<u64>,
    /// Its name.
    pub(crate) name: String,
    /// Its type, in [`Source::types`].
    pub(crate) type_number: Option<TypeNumber>,
}

/// Where the instructions of a function come from.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// One entry per instruction in the order of the module (phis and debug intrinsics do not count): an index into
    /// `chains`, if it was lowered.
    instructions: Vec<Option<u32>>,
    chains: Vec<Chain>,
    /// The place of the function.
    whole: Option<Place>,
    /// Branches and switches: number of the instruction, and of its sides.
    branches: Vec<(u32, u32)>,
    /// The numbers of the instructions that were not lowered since they stand behind one that is not supported.
    pub(crate) missing: Vec<u32>,
    /// Variables that lie in memory.
    pub(crate) variables: Vec<FrameVariable>,
    /// Their types.
    pub(crate) types: Types,
}

impl Source {
    /// The place of an instruction by number, and where it was inlined at.
    pub(crate) fn locations(&self, number: u32) -> Vec<Location> {
        let chain = self
            .instructions
            .get(number as usize)
            .copied()
            .flatten()
            .and_then(|index| self.chains.get(index as usize));
        chain.map_or(Vec::new(), |chain| {
            chain.iter().map(Place::location).collect()
        })
    }

    /// Where the function is defined.
    pub(crate) fn definition(&self) -> Location {
        self.whole.as_ref().map(Place::location).unwrap_or_default()
    }

    /// The numbers of the branches and switches that were lowered, each with the number of its sides, in ascending order.
    pub(crate) fn branches(&self) -> Vec<(u32, u32)> {
        let mut branches = self.branches.clone();
        branches.sort_unstable();
        branches
    }
}

/// Whether an instruction has a number.
pub(crate) fn counts(instruction: Value<'_>) -> bool {
    instruction.opcode() != Some(Opcode::LLVMPHI) && !instruction.is_debug_call()
}

/// Collects the places of a function.
pub(super) struct Builder<'m> {
    module: &'m Module,
    /// The place of the function, for instructions without a location.
    whole: Place,
    numbers: FxHashMap<usize, u32>,
    source: Source,
    known: FxHashMap<Option<usize>, u32>,
    texts: FxHashMap<(usize, bool), Option<Arc<str>>>,
    /// Variables, by the id of the value that is a variable's address or value.
    names: FxHashMap<usize, Variable<'m>>,
    present: u32,
}

impl<'m> Builder<'m> {
    pub(super) fn new(module: &'m Module, function: Value<'m>) -> Self {
        let mut numbers = FxHashMap::default();
        let mut names = FxHashMap::default();
        let mut count = 0;
        for block in function.blocks() {
            for instruction in block.instructions() {
                if counts(instruction) {
                    numbers.insert(instruction.id(), count);
                    count += 1;
                    if let Some(variable) = attached(module, instruction) {
                        names.entry(instruction.id()).or_insert(variable);
                    }
                } else if let Some((value, variable)) = described(module, instruction) {
                    names.entry(value).or_insert(variable);
                }
            }
        }
        let subprogram = function.subprogram();
        let name = subprogram.and_then(|node| name_of(module, node));
        let name = name.unwrap_or_else(|| function.name());
        let mut builder = Builder {
            module,
            whole: Place {
                function: (!name.is_empty()).then(|| name.into()),
                file: None,
                line: None,
                column: None,
            },
            numbers,
            source: Source {
                instructions: vec![None; count as usize],
                ..Source::default()
            },
            known: FxHashMap::default(),
            texts: FxHashMap::default(),
            names,
            present: 0,
        };
        if let Some(node) = subprogram {
            builder.whole.file = builder.file(node);
            builder.whole.line = node.subprogram_line().filter(|&line| line > 0);
        }
        builder
    }

    /// The instruction is lowered now: its number.
    pub(super) fn visit(&mut self, instruction: Value<'m>) -> u32 {
        let number = self.numbers.get(&instruction.id()).copied().unwrap_or(0);
        let location = instruction.location();
        let chain = match self.known.get(&location.map(Metadata::id)) {
            Some(&chain) => chain,
            None => {
                let index = self.source.chains.len() as u32;
                let chain = self.chain(location);
                self.source.chains.push(chain);
                self.known.insert(location.map(Metadata::id), index);
                index
            }
        };
        if let Some(entry) = self.source.instructions.get_mut(number as usize) {
            *entry = Some(chain);
        }
        self.present = number;
        number
    }

    /// The instruction stands behind one that is not supported, and was not lowered: whether that is so.
    pub(super) fn miss(&mut self, instruction: Value<'m>) -> bool {
        let Some(&number) = self.numbers.get(&instruction.id()) else {
            return false;
        };
        let entry = self.source.instructions.get(number as usize);
        let missing = entry.is_some_and(Option::is_none);
        if missing {
            self.visit(instruction);
            self.source.missing.push(number);
        }
        missing
    }

    /// The number of the instruction with this id.
    pub(super) fn number(&self, id: usize) -> Option<u32> {
        self.numbers.get(&id).copied()
    }

    /// The number of the instruction that is lowered.
    pub(super) fn present(&self) -> u32 {
        self.present
    }

    /// The name of the variable that a value is the address or the value of.
    pub(super) fn variable_name(&self, value: Value<'m>) -> Option<&str> {
        self.names.get(&value.id()).map(|(name, _)| name.as_str())
    }

    /// Adds a variable that lies in memory: the local that holds its address, and its size if it is constant.
    pub(super) fn add_variable(&mut self, address: Value<'m>, local: Local, size: Option<u64>) {
        let Some((name, node)) = self.names.get(&address.id()) else {
            return;
        };
        let types = &mut self.source.types;
        let type_number = node.map(|node| types.add(self.module, node));
        self.source.variables.push(FrameVariable {
            local,
            size,
            name: name.clone(),
            type_number,
        });
    }

    /// The instruction that is lowered is a branch or switch with so many sides.
    pub(super) fn add_branch(&mut self, sides: usize) {
        self.source.branches.push((self.present, sides as u32));
    }

    /// What was collected; only the branches at these positions are left, and locals have these numbers.
    pub(super) fn finish(
        mut self,
        branching: &FxHashSet<Position>,
        numbers: &[Option<Local>],
    ) -> Source {
        self.source.variables.retain_mut(|variable| {
            let number = numbers.get(variable.local.0 as usize).copied().flatten();
            number.is_some_and(|number| {
                variable.local = number;
                true
            })
        });
        let left: FxHashSet<u32> = branching.iter().map(|position| position.0 as u32).collect();
        let branches = &mut self.source.branches;
        branches
            .retain(|(number, _)| left.contains(number) || self.source.missing.contains(number));
        self.source.whole = Some(self.whole);
        self.source
    }

    fn chain(&mut self, location: Option<Metadata<'m>>) -> Chain {
        let mut places = Vec::new();
        let mut next = location;
        // Inlining nests no deeper than this.
        while let (Some(location), true) = (next, places.len() < 256) {
            let Some((line, column, scope, inlined_at)) = location.location() else {
                break;
            };
            let place = Place {
                function: self.function(scope),
                file: self.file(scope),
                line: (line > 0).then_some(line),
                column: (column > 0).then_some(column),
            };
            places.push(place);
            next = inlined_at;
        }
        if places.is_empty() {
            places.push(self.whole.clone());
        }
        places.into()
    }

    fn file(&mut self, scope: Metadata<'m>) -> Option<Arc<str>> {
        let known = self.texts.get(&(scope.id(), true));
        if let Some(known) = known {
            return known.clone();
        }
        let found = scope.file().map(|(directory, name)| {
            let absolute = name.starts_with('/') || directory.is_empty();
            // A name relative to the present directory stays as the user wrote it.
            let here =
                std::env::current_dir().is_ok_and(|here| here.as_os_str() == directory.as_str());
            match absolute || here {
                true => Arc::from(name),
                false => Arc::from(format!("{directory}/{name}")),
            }
        });
        self.texts.insert((scope.id(), true), found.clone());
        found
    }

    /// The name of the function that holds a scope.
    fn function(&mut self, scope: Metadata<'m>) -> Option<Arc<str>> {
        let key = (scope.id(), false);
        if let Some(known) = self.texts.get(&key) {
            return known.clone();
        }
        let mut node = Some(scope);
        let mut found = None;
        for _ in 0..256 {
            let Some(present) = node else { break };
            match present.kind() {
                MetadataKind::LLVMDISubprogramMetadataKind => {
                    found = name_of(self.module, present).map(Arc::from);
                    break;
                }
                // The operands of a lexical block are file and scope.
                MetadataKind::LLVMDILexicalBlockMetadataKind
                | MetadataKind::LLVMDILexicalBlockFileMetadataKind => {
                    node = present.operands(self.module).get(1).copied().flatten();
                }
                _ => break,
            }
        }
        self.texts.insert(key, found.clone());
        found
    }
}

/// The name of a subprogram or variable.
pub(crate) fn name_of<'m>(module: &'m Module, node: Metadata<'m>) -> Option<String> {
    let index = match node.kind() {
        MetadataKind::LLVMDILocalVariableMetadataKind
        | MetadataKind::LLVMDIGlobalVariableMetadataKind => 1,
        MetadataKind::LLVMDISubprogramMetadataKind => 2,
        _ => return None,
    };
    let operands = node.operands(module);
    operands.get(index).copied().flatten()?.text(module)
}

/// A variable as debug information describes it: its name and its type.
pub(super) type Variable<'m> = (String, Option<Metadata<'m>>);

/// What a debug intrinsic says of a value: the value's id and the variable.
fn described<'m>(module: &'m Module, call: Value<'m>) -> Option<(usize, Variable<'m>)> {
    let (value, variable) = description(call)?;
    if value.opcode() == Some(Opcode::LLVMAlloca) && !describes_memory(call) {
        return None; // A pointer that has this value.
    }
    Some((value.id(), variable_of(module, variable)?))
}

/// Whether a debug intrinsic says that a variable is where an address points to, not the address.
fn describes_memory(call: Value<'_>) -> bool {
    let declares = |callee: Value<'_>| callee.name().starts_with("llvm.dbg.declare");
    let leads_there = |expression: &Value<'_>| expression.text().contains("DW_OP_deref");
    call.callee().is_some_and(declares) || call.arguments().get(2).is_some_and(leads_there)
}

/// The value that a debug intrinsic speaks of, and the node of the variable.
fn description<'m>(call: Value<'m>) -> Option<(Value<'m>, Metadata<'m>)> {
    if !call.is_debug_call() {
        return None;
    }
    let arguments = call.arguments();
    let value = arguments.first()?.wrapped_value()?;
    let variable = arguments.get(1)?.as_metadata()?;
    Some((value, variable))
}

fn variable_of<'m>(module: &'m Module, node: Metadata<'m>) -> Option<Variable<'m>> {
    if !matches!(node.kind(), MetadataKind::LLVMDILocalVariableMetadataKind) {
        return None;
    }
    let operands = node.operands(module);
    let name = operands.get(1).copied().flatten()?.text(module)?;
    Some((name, operands.get(3).copied().flatten()))
}

/// The kind of metadata that holds the variable of an alloca.
pub(crate) const VARIABLE: &str = "everypath.variable";

/// Attaches variables to the allocas that hold them: passes replace `llvm.dbg.declare` by descriptions of single values.
pub(crate) fn attach_variables(module: &Module) {
    let kind = module.metadata_kind(VARIABLE);
    for function in module.functions() {
        for block in function.blocks() {
            for instruction in block.instructions() {
                if let Some((value, variable)) = description(instruction)
                    && value.opcode() == Some(Opcode::LLVMAlloca)
                    && describes_memory(instruction)
                {
                    value.attach(module, kind, variable);
                }
            }
        }
    }
}

/// The scope that the variable of an alloca is declared in.
pub(crate) fn scope_of_variable<'m>(module: &'m Module, alloca: Value<'m>) -> Option<Metadata<'m>> {
    let variable = alloca.attached(module.metadata_kind(VARIABLE))?;
    variable.operands(module).first().copied().flatten()
}

fn attached<'m>(module: &'m Module, instruction: Value<'m>) -> Option<Variable<'m>> {
    if instruction.opcode() != Some(Opcode::LLVMAlloca) {
        return None;
    }
    variable_of(
        module,
        instruction.attached(module.metadata_kind(VARIABLE))?,
    )
}

/// The instructions of a function as LLVM prints them, without metadata, by number. The function is printed as a whole: to print an
/// instruction LLVM numbers all of its function.
pub(crate) fn texts(function: Value<'_>) -> Vec<String> {
    let blocks = function.blocks();
    let all = blocks.iter().flat_map(|block| block.instructions());
    let all: Vec<Value<'_>> = all.collect();
    let whole = function.text();
    let mut printed = instructions_in(&whole);
    if printed.len() != all.len() {
        printed = all.iter().map(|instruction| instruction.text()).collect();
    }
    let numbered = all.into_iter().zip(printed);
    numbered
        .filter(|&(instruction, _)| counts(instruction))
        .map(|(_, text)| {
            let text = text.trim();
            let end = text.find(", !").unwrap_or(text.len());
            text.get(..end).unwrap_or(text).to_owned()
        })
        .collect()
}

/// The instructions in the text of a function. One begins with two spaces; what it goes on with has more, or closes a bracket.
fn instructions_in(text: &str) -> Vec<String> {
    let mut instructions: Vec<String> = Vec::new();
    let body = text.lines().skip_while(|line| !line.ends_with('{'));
    for line in body.skip(1) {
        let Some(behind) = line.strip_prefix("  ") else {
            continue;
        };
        let goes_on = behind.starts_with([' ', ']']);
        match instructions.last_mut() {
            Some(last) if goes_on => {
                // Descriptions of variables stand between instructions.
                if !behind.trim_start().starts_with('#') {
                    last.push('\n');
                    last.push_str(line);
                }
            }
            _ if goes_on => {}
            _ => instructions.push(line.to_owned()),
        }
    }
    instructions
}

/// The name of a parameter in the source, if the debug information or the module tells.
pub(crate) fn variable_of_parameter<'m>(
    module: &'m Module,
    function: Value<'m>,
    parameter: Value<'m>,
) -> Option<String> {
    let blocks = function.blocks();
    let mut instructions = blocks.iter().flat_map(|block| block.instructions());
    let found = instructions.find_map(|instruction| {
        let (value, (name, _)) = described(module, instruction)?;
        (value == parameter.id()).then_some(name)
    });
    found.or_else(|| Some(parameter.name()).filter(|name| !name.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_function_is_that_of_its_instructions() {
        let text = "; Function Attrs: nounwind
define i32 @f(i32 %0) #0 !dbg !5 {
entry:
    #dbg_declare(ptr %a, !6, !DIExpression(), !7)
  %x = add i32 %0, 1, !dbg !7
    #dbg_value(i32 %x, !6, !DIExpression(), !7)
  switch i32 %x, label %b [
    i32 0, label %a
    i32 7, label %b
  ], !dbg !8

a:                                                ; preds = %entry
  ret i32 0

b:
  unreachable
}
";
        let instructions = [
            "  %x = add i32 %0, 1, !dbg !7",
            "  switch i32 %x, label %b [\n    i32 0, label %a\n    i32 7, label %b\n  ], !dbg !8",
            "  ret i32 0",
            "  unreachable",
        ];
        assert_eq!(instructions_in(text), instructions);
    }
}
