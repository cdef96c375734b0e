//! C files and bitcode as a program: the implementation of [`Program`] that the machine and the reports work with.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use everypath_program::{
    Block, BlockKey, CodeBytes, DataShape, Image, Local, LocalInfo, Location, Position, Program,
    StopReason, Terminator,
};

use crate::binding::Module;
use crate::entry;
use crate::image::Globals;
use crate::lower::{self, LIBRARY, Lowered, Tables, is_handler, keeps_addresses, makes_pointers};
use crate::{LlvmError, LlvmOptions, load, names};

/// A C program, ready to run.
pub struct LlvmProgram {
    /// One thread at a time reads it.
    module: Mutex<Module>,
    tables: Tables,
    globals: Globals,
    addresses: Vec<u64>,
    functions: Vec<Function>,
    /// What the program begins with; its number is behind those of all functions.
    entry: Lowered,
    file: Vec<u8>,
    warnings: String,
}

struct Function {
    name: String,
    is_library: bool,
    is_declaration: bool,
    lowered: OnceLock<Lowered>,
    texts: OnceLock<Vec<String>>,
}

impl LlvmProgram {
    /// Compiles, reads and links files: C (`.c`, `.i`), bitcode (`.bc`) and LLVM assembly (`.ll`).
    pub fn load(files: &[PathBuf], options: &LlvmOptions) -> Result<LlvmProgram, LlvmError> {
        let load::Loaded {
            module,
            mut tables,
            globals,
            file,
            warnings,
        } = load::load(files, options)?;
        let functions: Vec<Function> = module
            .functions()
            .into_iter()
            .map(|function| Function {
                name: function.name(),
                is_library: function.has_marker(LIBRARY),
                is_declaration: function.is_declaration(),
                lowered: OnceLock::new(),
                texts: OnceLock::new(),
            })
            .collect();
        let number = |name: &str| {
            functions
                .iter()
                .position(|function| function.name == name && !function.is_declaration)
                .map(|number| number as u32)
        };
        tables.copy_bytes = number(names::COPY_BYTES);
        tables.fill_bytes = number(names::FILL_BYTES);
        tables.address_number = number(names::ADDRESS_NUMBER);
        tables.same_pointer = number(names::SAME_POINTER).filter(|_| makes_pointers(&module));
        tables.is_aligned = number(names::IS_ALIGNED);
        tables.apply = number(names::APPLY);
        tables.math_error = number(names::MATH_ERROR);
        tables.same_address =
            number(names::SAME_ADDRESS).filter(|_| keeps_addresses(&module, tables.address_width));
        let entry = entry::lower(&module, &tables, &globals, options, functions.len() as u32)?;
        let addresses = globals
            .function_addresses
            .iter()
            .map(|(address, _)| *address)
            .collect();
        Ok(LlvmProgram {
            module: Mutex::new(module),
            tables,
            globals,
            addresses,
            functions,
            entry,
            file,
            warnings,
        })
    }

    /// The bitcode that the program was made of, before it was linked, for digests.
    pub fn file(&self) -> &[u8] {
        &self.file
    }

    /// The linked bitcode, as it is run.
    pub fn bitcode(&self) -> Vec<u8> {
        self.module().bitcode()
    }

    /// The linked module as LLVM assembly.
    pub fn assembly(&self) -> String {
        self.module().text()
    }

    /// What the compiler and the linker warned of, with a line break at the end of each line.
    pub fn warnings(&self) -> &str {
        &self.warnings
    }

    /// Whether some function of the program's own, in bitcode too, has checks of clang's undefined behaviour sanitizer in it.
    pub fn has_sanitizer_checks(&self) -> bool {
        let mut functions = self.functions.iter();
        functions.any(|function| is_handler(&function.name))
    }

    /// The first block of a function with a body, by name.
    pub fn function_named(&self, name: &str) -> Option<BlockKey> {
        let number = self
            .functions
            .iter()
            .position(|function| function.name == name && !function.is_declaration)?;
        Some(BlockKey::at((number as u64) << 32))
    }

    /// Whether a function of the library that belongs to this front end has a name.
    pub fn is_of_the_library(&self, name: &str) -> bool {
        let mut functions = self.functions.iter();
        functions.any(|function| function.is_library && function.name == name)
    }

    /// The names of all functions with a body that the program brings itself.
    pub fn function_names(&self) -> impl Iterator<Item = &str> {
        self.functions
            .iter()
            .filter(|function| !function.is_declaration && !function.is_library)
            .map(|function| function.name.as_str())
    }

    /// All blocks of the function that a block belongs to.
    pub fn blocks_of(&self, key: BlockKey) -> &[Block] {
        self.lowered(key.code)
            .map_or(&[], |lowered| &lowered.blocks)
    }

    /// The module. What a thread that panicked left of it is whole: lowering only reads.
    fn module(&self) -> MutexGuard<'_, Module> {
        self.module.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the function at some code is, which the module has under this number.
    fn function(&self, code: u64) -> Option<(&Function, usize)> {
        let number = usize::try_from(code >> 32).ok()?;
        Some((self.functions.get(number)?, number))
    }

    /// The functions with a body that the program brings itself: the code of their first blocks, and their lowered forms.
    fn own_functions(&self) -> impl Iterator<Item = (u64, &Lowered)> {
        let numbered = self.functions.iter().enumerate();
        numbered
            .filter(|(_, function)| !function.is_declaration && !function.is_library)
            .filter_map(|(number, _)| {
                let code = (number as u64) << 32;
                Some((code, self.lowered(code)?))
            })
    }

    /// A function in lowered form; it is lowered when it is asked for the first time.
    fn lowered(&self, code: u64) -> Option<&Lowered> {
        if code >> 32 == self.functions.len() as u64 {
            return Some(&self.entry);
        }
        let (function, number) = self.function(code)?;
        if let Some(lowered) = function.lowered.get() {
            return Some(lowered);
        }
        let module = self.module();
        let value = module.function_at(number)?;
        let lower = || lower::lower(&module, &self.tables, value, number as u32);
        Some(function.lowered.get_or_init(lower))
    }
}

impl Program for LlvmProgram {
    fn address_width(&self) -> u32 {
        self.tables.address_width
    }

    fn locals(&self, block: BlockKey) -> &[LocalInfo] {
        self.lowered(block.code)
            .map_or(&[], |lowered| &lowered.locals)
    }

    fn image(&self) -> &Image {
        &self.globals.image
    }

    fn entry(&self) -> BlockKey {
        BlockKey::at((self.functions.len() as u64) << 32)
    }

    fn block(&self, key: BlockKey, _code: &dyn CodeBytes) -> Block {
        let known = self
            .lowered(key.code)
            .and_then(|lowered| lowered.block(key));
        known.cloned().unwrap_or_else(|| {
            let builder = everypath_program::BlockBuilder::new(key);
            let what = format!("block {key}, which the program does not have");
            builder.finish(Terminator::Stop(StopReason::Unsupported(what)))
        })
    }

    fn dead(&self, block: BlockKey) -> &[Local] {
        self.lowered(block.code)
            .map_or(&[], |lowered| lowered.dead(block))
    }

    fn misfit(&self, call: Position, function: BlockKey) -> Option<String> {
        let given = self.lowered(call.0)?.calls.get(&call)?;
        self.lowered(function.code)?.signature.misfit(given)
    }

    fn function_at(&self, address: u64) -> Option<BlockKey> {
        let functions = &self.globals.function_addresses;
        let index = functions
            .binary_search_by_key(&address, |(address, _)| *address)
            .ok()?;
        let (_, number) = functions.get(index)?;
        Some(BlockKey::at(u64::from(*number) << 32))
    }

    fn function_addresses(&self) -> &[u64] {
        &self.addresses
    }

    fn locations(&self, position: Position) -> Vec<Location> {
        self.lowered(position.0).map_or(Vec::new(), |lowered| {
            lowered.source.locations(position.0 as u32)
        })
    }

    fn instruction_text(&self, position: Position, _code: &dyn CodeBytes) -> String {
        let Some((function, number)) = self.function(position.0) else {
            return String::new();
        };
        let texts = function.texts.get_or_init(|| {
            let module = self.module();
            module.function_at(number).map_or(Vec::new(), lower::texts)
        });
        texts
            .get(position.0 as u32 as usize)
            .cloned()
            .unwrap_or_default()
    }

    fn function_name(&self, position: Position) -> Option<String> {
        let number = usize::try_from(position.0 >> 32).ok()?;
        match self.functions.get(number) {
            Some(function) => Some(function.name.clone()).filter(|name| !name.is_empty()),
            None => Some("the start".to_owned()),
        }
    }

    fn is_library(&self, position: Position) -> bool {
        let number = usize::try_from(position.0 >> 32).ok();
        let function = number.and_then(|number| self.functions.get(number));
        // What starts the program is none of its own code.
        function.is_none_or(|function| function.is_library)
    }

    fn data_at(
        &self,
        address: u64,
        size: u64,
        position: Position,
        local: &dyn Fn(Local) -> Option<u64>,
    ) -> DataShape {
        let variables = &self.globals.variables;
        let before = variables.partition_point(|variable| variable.base <= address);
        if let Some(variable) = before.checked_sub(1).and_then(|index| variables.get(index))
            && address - variable.base < variable.size
        {
            let offset = address - variable.base;
            let types = &self.globals.types;
            return types.describe(&variable.name, variable.type_number, offset, size);
        }
        let Some(lowered) = self.lowered(position.0) else {
            return DataShape::default();
        };
        for variable in &lowered.source.variables {
            let Some(base) = local(variable.local).filter(|&base| base != 0) else {
                continue;
            };
            let inside = address
                .checked_sub(base)
                .filter(|&offset| variable.size.is_none_or(|size| offset < size));
            let near = variable.size.is_some() || inside == Some(0);
            if let (Some(offset), true) = (inside, near) {
                let types = &lowered.source.types;
                return types.describe(&variable.name, variable.type_number, offset, size);
            }
        }
        DataShape::default()
    }

    /// LLVM's passes call the values of a variable `x` by `x.0`, `x.1` and so on.
    fn variable_in<'a>(&self, local: &'a LocalInfo) -> Option<&'a str> {
        let (name, number) = local.name.split_once('.')?;
        let is_number =
            |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        (!name.is_empty() && number.split('.').all(is_number)).then_some(name)
    }

    /// Those that something was lowered from, and those behind what is not supported. An instruction of LLVM that computes what
    /// nobody needs is not among them.
    fn code_positions(&self) -> Vec<Position> {
        let mut positions = Vec::new();
        for (code, lowered) in self.own_functions() {
            let first = positions.len();
            let blocks = lowered.blocks.iter();
            positions.extend(blocks.flat_map(|block| block.positions.iter().copied()));
            let missing = lowered.source.missing.iter();
            positions.extend(missing.map(|&number| Position(code | u64::from(number))));
            positions[first..].sort_unstable();
        }
        positions.dedup();
        positions
    }

    fn branches(&self) -> Vec<(Position, u32)> {
        self.own_functions()
            .flat_map(|(code, lowered)| {
                let branches = lowered.source.branches().into_iter();
                branches.map(move |(number, sides)| (Position(code | u64::from(number)), sides))
            })
            .collect()
    }

    fn functions(&self) -> Vec<(Position, Location)> {
        self.own_functions()
            .filter_map(|(code, lowered)| {
                let first = lowered.block(BlockKey::at(code))?.positions.first()?;
                Some((*first, lowered.source.definition()))
            })
            .collect()
    }
}
