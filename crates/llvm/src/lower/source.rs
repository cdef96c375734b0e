//! Where the instructions of a function come from, and its variables: what the debug information says.

use std::rc::Rc;

use everypath_program::{Local, Location};
use rustc_hash::FxHashMap;

use crate::binding::{Metadata, MetadataKind, Module, Opcode, Value};
use crate::types::{TypeNumber, Types};

/// A place in the source, with the places that the code was inlined at behind it.
type Chain = Rc<[Place]>;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    function: Option<Rc<str>>,
    file: Option<Rc<str>>,
    line: Option<u32>,
    column: Option<u32>,
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
        let location = |place: &Place| Location {
            function: place.function.as_deref().map(str::to_owned),
            file: place.file.as_deref().map(str::to_owned),
            line: place.line,
            column: place.column,
        };
        chain.map_or(Vec::new(), |chain| chain.iter().map(location).collect())
    }

    /// The numbers of the instructions that were lowered.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        let reached = self.instructions.iter().enumerate();
        reached
            .filter(|(_, chain)| chain.is_some())
            .map(|(number, _)| number as u32)
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
    texts: FxHashMap<(usize, bool), Option<Rc<str>>>,
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

    pub(super) fn finish(self) -> Source {
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

    fn file(&mut self, scope: Metadata<'m>) -> Option<Rc<str>> {
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
                true => Rc::from(name),
                false => Rc::from(format!("{directory}/{name}")),
            }
        });
        self.texts.insert((scope.id(), true), found.clone());
        found
    }

    /// The name of the function that holds a scope.
    fn function(&mut self, scope: Metadata<'m>) -> Option<Rc<str>> {
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
                    found = name_of(self.module, present).map(Rc::from);
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
    if !call.is_debug_call() {
        return None;
    }
    let arguments = call.arguments();
    let value = arguments.first()?.wrapped_value()?;
    let variable = arguments.get(1)?.as_metadata()?;
    if !matches!(
        variable.kind(),
        MetadataKind::LLVMDILocalVariableMetadataKind
    ) {
        return None;
    }
    let operands = variable.operands(module);
    let name = operands.get(1).copied().flatten()?.text(module)?;
    Some((value.id(), (name, operands.get(3).copied().flatten())))
}

/// The instructions of a function as LLVM prints them, without metadata, by number.
pub(crate) fn texts(function: Value<'_>) -> Vec<String> {
    let blocks = function.blocks();
    let all = blocks.iter().flat_map(|block| block.instructions());
    all.filter(|&instruction| counts(instruction))
        .map(|instruction| {
            let text = instruction.text();
            let text = text.trim();
            let end = text.find(", !").unwrap_or(text.len());
            text.get(..end).unwrap_or(text).to_owned()
        })
        .collect()
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
