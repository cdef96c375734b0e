//! From addresses to the user's words: DWARF gives functions, files and lines (also of inlined calls), variables and their
//! types; the symbol table gives names where there is no DWARF.
//!
//! Follows DWARF 5, sections 2.17 (addresses), 3.3.8 (inlined subroutines) and 6.2 (line numbers), through gimli and
//! addr2line; variables and types have files of their own. Nothing is parsed before the first question, and a question
//! about a variable in a frame reads only the unit of its function: start-up must not pay for debug information that no
//! report needs. Damaged debug information is the same as none; gimli and addr2line add numbers of the file without
//! looking for overflow, which panics in builds that check for it, so each question to them is fenced and a damaged
//! file is not asked again.

mod dwarf;
mod types;
mod variables;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use object::Object;

use crate::elf::{Executable, Symbol, SymbolKind};
use dwarf::{Dwarf, Reader, section};
use everypath_program::{DataShape, Location};
use variables::{Globals, Place, Scope};

/// Answers questions about addresses of one executable.
pub struct DebugInfo {
    file: Arc<[u8]>,
    functions: Vec<Symbol>,
    data: Vec<Symbol>,
    /// Read by one thread at a time: it reads units when they are asked for.
    context: OnceLock<Option<Mutex<addr2line::Context<Reader>>>>,
    dwarf: OnceLock<Option<Arc<Dwarf>>>,
    globals: OnceLock<Globals>,
    /// What can be seen from the instructions that were asked about, by address.
    scopes: Mutex<BTreeMap<u64, Option<Arc<Scope>>>>,
    /// First address and size of the segments: globals are nowhere else.
    segments: Vec<(u64, u64)>,
    /// The debug information made a library panic.
    damaged: AtomicBool,
}

impl DebugInfo {
    /// Prepares answers for an executable; parses nothing yet.
    pub fn new(executable: &Executable) -> DebugInfo {
        let in_code = |address| {
            executable
                .segment_at(address)
                .is_some_and(|s| s.permissions.execute)
        };
        let functions = |symbol: &&Symbol| match symbol.kind {
            SymbolKind::Function => true,
            SymbolKind::Label => in_code(symbol.address),
            SymbolKind::Object => false,
        };
        let data = |symbol: &&Symbol| match symbol.kind {
            SymbolKind::Function => false,
            SymbolKind::Label => !in_code(symbol.address) && !symbol.name.starts_with("__"),
            SymbolKind::Object => true,
        };
        DebugInfo {
            file: executable.file().clone(),
            functions: executable
                .symbols
                .iter()
                .filter(functions)
                .cloned()
                .collect(),
            data: executable.symbols.iter().filter(data).cloned().collect(),
            context: OnceLock::new(),
            dwarf: OnceLock::new(),
            globals: OnceLock::new(),
            scopes: Mutex::default(),
            segments: executable
                .segments
                .iter()
                .map(|segment| (segment.address, segment.memory_size))
                .collect(),
            damaged: AtomicBool::new(false),
        }
    }

    /// Where an instruction comes from, the innermost inlined function first. Without debug information only the
    /// function's name is known, from the symbol table; empty when nothing is known.
    pub fn locations(&self, address: u64) -> Vec<Location> {
        let symbol = self.function(address).map(|symbol| symbol.name.clone());
        let mut locations = self.fenced(|| self.frames(address)).unwrap_or_default();
        match locations.last_mut() {
            Some(outermost) => outermost.function = outermost.function.take().or(symbol),
            None => {
                if symbol.is_some() {
                    locations.push(Location {
                        function: symbol,
                        ..Location::default()
                    });
                }
            }
        }
        locations
    }

    /// Asks the debug information; a panic in a library means that it is damaged.
    fn fenced<T>(&self, question: impl FnOnce() -> Option<T>) -> Option<T> {
        if self.damaged.load(Ordering::Relaxed) {
            return None;
        }
        // The cells inside are only written after their initialisers have returned.
        match catch_unwind(AssertUnwindSafe(question)) {
            Ok(answer) => answer,
            Err(_) => {
                self.damaged.store(true, Ordering::Relaxed);
                None
            }
        }
    }

    fn frames(&self, address: u64) -> Option<Vec<Location>> {
        let context = self.context.get_or_init(|| self.load()).as_ref()?;
        let context = locked(context);
        let mut frames = context.find_frames(address).skip_all_loads().ok()?;
        let mut locations = Vec::new();
        while let Ok(Some(frame)) = frames.next() {
            let function = frame
                .function
                .and_then(|name| Some(name.demangle().ok()?.into_owned()));
            let place = frame.location;
            let known = |number: Option<u32>| number.filter(|&number| number > 0);
            locations.push(Location {
                function,
                file: place
                    .as_ref()
                    // Compilers write directories that are mapped as `.`.
                    .and_then(|place| Some(place.file?.replace("/./", "/"))),
                line: known(place.as_ref().and_then(|place| place.line)),
                column: known(place.as_ref().and_then(|place| place.column)),
            });
        }
        Some(locations)
    }

    /// The symbols of functions that have a size, by address. Labels in code have none.
    pub fn functions(&self) -> impl Iterator<Item = &Symbol> {
        let symbols = self.functions.iter();
        symbols.filter(|symbol| symbol.kind == SymbolKind::Function && symbol.size > 0)
    }

    /// The function symbol that holds an address: by its size, or, for labels of unknown size, the nearest before.
    pub fn function(&self, address: u64) -> Option<&Symbol> {
        let after = self
            .functions
            .partition_point(|symbol| symbol.address <= address);
        let candidates = || self.functions.iter().take(after).rev().take(16);
        candidates()
            .find(|symbol| symbol.size > 0 && address - symbol.address < symbol.size)
            .or_else(|| candidates().find(|symbol| symbol.size == 0))
    }

    /// What the bytes at an address are to the instruction at `pc`: a variable that it can see (`array`, `packet.length`),
    /// else a global variable. `register` gives the values of the registers that are known, by number.
    pub fn data_at(
        &self,
        address: u64,
        size: u64,
        pc: u64,
        register: &dyn Fn(u16) -> Option<u64>,
    ) -> DataShape {
        self.fenced(|| self.visible(address, size, pc, register))
            .unwrap_or_else(|| self.global(address, size))
    }

    /// What the bytes at an address are as part of a global variable; nothing known outside of variables.
    pub fn global(&self, address: u64, size: u64) -> DataShape {
        let mut segments = self.segments.iter();
        if !segments.any(|&(start, size)| address.wrapping_sub(start) < size) {
            return DataShape::default();
        }
        let globals = || {
            let dwarf = self.dwarf()?;
            let globals = self.globals.get_or_init(|| Globals::read(dwarf));
            let (start, variable, unit) = globals.at(address)?;
            Some(types::describe(
                unit.unit_ref(dwarf),
                &variable.name,
                variable.of,
                address - start,
                size,
            ))
        };
        self.fenced(globals)
            .unwrap_or_else(|| self.object(address, size))
    }

    /// What the symbol table knows of the bytes at an address. Without a type, bytes of equal size are taken to be the
    /// elements of an array.
    fn object(&self, address: u64, size: u64) -> DataShape {
        let after = self
            .data
            .partition_point(|symbol| symbol.address <= address);
        let symbol = self.data.iter().take(after).rev().take(16).find(|symbol| {
            let offset = address - symbol.address;
            offset < symbol.size || (offset == 0 && symbol.size == 0)
        });
        let name = symbol.map(|symbol| {
            let (name, offset) = (&symbol.name, address - symbol.address);
            if offset == 0 && size >= symbol.size {
                name.clone()
            } else if size > 0 && symbol.size.is_multiple_of(size) && offset.is_multiple_of(size) {
                format!("{name}[{}]", offset / size)
            } else if offset == 0 {
                name.clone()
            } else {
                format!("{name}+{offset:#x}")
            }
        });
        DataShape {
            name,
            element_size: None,
        }
    }

    /// What the bytes at an address are as part of a variable that the instruction at `pc` can see, if they are.
    fn visible(
        &self,
        address: u64,
        size: u64,
        pc: u64,
        register: &dyn Fn(u16) -> Option<u64>,
    ) -> Option<DataShape> {
        let dwarf = self.dwarf()?;
        let known = locked(&self.scopes).get(&pc).cloned();
        let scope = match known {
            Some(scope) => scope,
            None => {
                let scope = variables::scope_at(dwarf, &self.file, pc).map(Arc::new);
                locked(&self.scopes).insert(pc, scope.clone());
                scope
            }
        }?;
        let mask = u64::MAX >> (64 - 8 * u32::from(scope.unit.encoding().address_size.clamp(1, 8)));
        let mut innermost_first = scope.variables.iter().rev();
        let (variable, offset) = innermost_first.find_map(|variable| {
            let start = match variable.place {
                Place::Address(start) => start,
                Place::Frame {
                    register: base,
                    offset,
                } => register(base)?.wrapping_add_signed(offset) & mask,
            };
            let offset = address.checked_sub(start)?;
            (offset < variable.size).then_some((variable, offset))
        })?;
        Some(types::describe(
            scope.unit.unit_ref(dwarf),
            &variable.name,
            variable.of,
            offset,
            size,
        ))
    }

    /// The debug sections; nothing when there are none.
    fn dwarf(&self) -> Option<&Arc<Dwarf>> {
        self.dwarf.get_or_init(|| self.load_dwarf()).as_ref()
    }

    fn load_dwarf(&self) -> Option<Arc<Dwarf>> {
        let file = object::File::parse(&*self.file).ok()?;
        file.section_by_name(".debug_info")?;
        let load = |id: gimli::SectionId| Ok::<_, gimli::Error>(section(&file, id.name()));
        gimli::Dwarf::load(load).ok().map(Arc::new)
    }

    fn load(&self) -> Option<Mutex<addr2line::Context<Reader>>> {
        let context = addr2line::Context::from_arc_dwarf(self.dwarf()?.clone());
        Some(Mutex::new(context.ok()?))
    }
}

/// What a lock holds. A thread that panicked with it did so in a library, before anything was noted.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
