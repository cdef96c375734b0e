//! From addresses to the user's words: DWARF gives functions, files and lines (also of inlined calls) and the element
//! sizes of global variables; the symbol table gives names where there is no DWARF.
//!
//! Follows DWARF 5, sections 2.17 (addresses), 3.3.8 (inlined subroutines), 4.1 (variables), 5.5 (array types) and
//! 6.2 (line numbers), through gimli and addr2line. Nothing is parsed before the first question: start-up must not pay
//! for debug information that no report needs. Damaged debug information is the same as none; addr2line adds
//! numbers of the file without looking for overflow, which panics in builds that check for it, so each question to
//! it is fenced and a damaged file is not asked again.

use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use gimli::{EndianArcSlice, RunTimeEndian};
use object::{Object, ObjectSection};

use crate::elf::{Executable, Symbol, SymbolKind};
use everypath_program::Location;

type Reader = EndianArcSlice<RunTimeEndian>;
type Unit = gimli::Unit<Reader>;

/// Answers questions about addresses of one executable.
pub struct DebugInfo {
    file: Arc<[u8]>,
    functions: Vec<Symbol>,
    data: Vec<Symbol>,
    context: OnceCell<Option<addr2line::Context<Reader>>>,
    variables: OnceCell<BTreeMap<u64, Variable>>,
    /// The debug information made a library panic.
    damaged: Cell<bool>,
}

/// A global variable as the debug information describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// The size in bytes of its scalars: of an element for arrays, the whole for numbers and pointers. Nothing for
    /// structures, whose members differ.
    pub element: Option<u64>,
}

/// Types nest at most this deep before we stop asking (cyclic type entries of a damaged file).
const TYPE_DEPTH: u32 = 32;

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
            context: OnceCell::new(),
            variables: OnceCell::new(),
            damaged: Cell::new(false),
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
        if self.damaged.get() {
            return None;
        }
        // The cells inside are only written after their initialisers have returned.
        match catch_unwind(AssertUnwindSafe(question)) {
            Ok(answer) => answer,
            Err(_) => {
                self.damaged.set(true);
                None
            }
        }
    }

    fn frames(&self, address: u64) -> Option<Vec<Location>> {
        let context = self.context.get_or_init(|| self.load()).as_ref()?;
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
                    .and_then(|place| place.file.map(str::to_string)),
                line: known(place.as_ref().and_then(|place| place.line)),
                column: known(place.as_ref().and_then(|place| place.column)),
            });
        }
        Some(locations)
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

    /// A name for the bytes at an address: `x`, `field[2]`, `record+0x4`; nothing outside of known variables.
    pub fn data_name(&self, address: u64, size: u64) -> Option<String> {
        if let Some((start, variable)) = self.variable_at(address) {
            return Some(name_part(
                &variable.name,
                variable.size,
                variable.element,
                address - start,
                size,
            ));
        }
        let after = self
            .data
            .partition_point(|symbol| symbol.address <= address);
        let symbol = self.data.iter().take(after).rev().take(16).find(|symbol| {
            let offset = address - symbol.address;
            offset < symbol.size || (offset == 0 && symbol.size == 0)
        })?;
        Some(name_part(
            &symbol.name,
            symbol.size,
            None,
            address - symbol.address,
            size,
        ))
    }

    /// The size in bytes of the scalars at an address, if the debug information tells.
    pub fn element_size(&self, address: u64) -> Option<u64> {
        self.variable_at(address)?.1.element
    }

    /// The global variable that holds an address, with its first address.
    pub fn variable_at(&self, address: u64) -> Option<(u64, &Variable)> {
        let variables = self
            .variables
            .get_or_init(|| self.fenced(|| self.load_variables()).unwrap_or_default());
        let (&start, variable) = variables.range(..=address).next_back()?;
        (address - start < variable.size).then_some((start, variable))
    }

    /// The bytes of all debug sections; nothing when there are none.
    fn dwarf(&self) -> Option<gimli::Dwarf<Reader>> {
        let file = object::File::parse(&*self.file).ok()?;
        file.section_by_name(".debug_info")?;
        let load = |id: gimli::SectionId| -> Result<Reader, gimli::Error> {
            let bytes: Arc<[u8]> = match file.section_by_name(id.name()) {
                Some(section) => section.data().unwrap_or_default().into(),
                None => Arc::from([]),
            };
            Ok(EndianArcSlice::new(bytes, RunTimeEndian::Little))
        };
        gimli::Dwarf::load(load).ok()
    }

    fn load(&self) -> Option<addr2line::Context<Reader>> {
        addr2line::Context::from_dwarf(self.dwarf()?).ok()
    }

    /// All global and static variables at constant addresses.
    fn load_variables(&self) -> Option<BTreeMap<u64, Variable>> {
        let dwarf = self.dwarf()?;
        let mut variables = BTreeMap::new();
        let mut headers = dwarf.units();
        while let Ok(Some(header)) = headers.next() {
            let Ok(unit) = dwarf.unit(header) else {
                continue;
            };
            let mut entries = unit.entries();
            while let Ok(Some(entry)) = entries.next_dfs() {
                if entry.tag() == gimli::DW_TAG_variable
                    && let Some((address, variable)) = global(&dwarf, &unit, entry)
                {
                    variables.entry(address).or_insert(variable);
                }
            }
        }
        Some(variables)
    }
}

/// The variable of an entry, if it lies at a constant address.
fn global(
    dwarf: &gimli::Dwarf<Reader>,
    unit: &Unit,
    entry: &gimli::DebuggingInformationEntry<Reader>,
) -> Option<(u64, Variable)> {
    let gimli::AttributeValue::Exprloc(expression) = entry.attr_value(gimli::DW_AT_location)?
    else {
        return None;
    };
    let mut operations = expression.operations(unit.encoding());
    let address = match operations.next().ok()?? {
        gimli::Operation::Address { address } => address,
        gimli::Operation::AddressIndex { index } => dwarf.address(unit, index).ok()?,
        _ => return None,
    };
    if !matches!(operations.next(), Ok(None)) {
        return None;
    }
    let name = dwarf
        .attr_string(unit, entry.attr_value(gimli::DW_AT_name)?)
        .ok()?;
    let name = String::from_utf8_lossy(&name).into_owned();
    let (size, element) = type_size(unit, entry, 0)?;
    (size > 0).then_some((
        address,
        Variable {
            name,
            size,
            element,
        },
    ))
}

/// Size in bytes of an entry's type, and of its scalars.
fn type_size(
    unit: &Unit,
    entry: &gimli::DebuggingInformationEntry<Reader>,
    depth: u32,
) -> Option<(u64, Option<u64>)> {
    if depth > TYPE_DEPTH {
        return None;
    }
    let gimli::AttributeValue::UnitRef(offset) = entry.attr_value(gimli::DW_AT_type)? else {
        return None;
    };
    let named = unit.entry(offset).ok()?;
    let size = named
        .attr_value(gimli::DW_AT_byte_size)
        .and_then(|value| value.udata_value());
    match named.tag() {
        gimli::DW_TAG_base_type | gimli::DW_TAG_enumeration_type => Some((size?, size)),
        gimli::DW_TAG_pointer_type => {
            let size = size.unwrap_or(u64::from(unit.encoding().address_size));
            Some((size, Some(size)))
        }
        gimli::DW_TAG_structure_type | gimli::DW_TAG_union_type | gimli::DW_TAG_class_type => {
            Some((size?, None))
        }
        gimli::DW_TAG_array_type => {
            let (element, scalar) = type_size(unit, &named, depth + 1)?;
            let count = array_length(unit, offset)?;
            Some((element.checked_mul(count)?, scalar))
        }
        _ => type_size(unit, &named, depth + 1),
    }
}

/// The number of elements of an array type: the product over its dimensions.
fn array_length(unit: &Unit, array: gimli::UnitOffset<usize>) -> Option<u64> {
    let mut tree = unit.entries_tree(Some(array)).ok()?;
    let mut children = tree.root().ok()?.children();
    let mut length: u64 = 1;
    while let Ok(Some(child)) = children.next() {
        let entry = child.entry();
        if entry.tag() != gimli::DW_TAG_subrange_type {
            continue;
        }
        let number = |at| {
            entry
                .attr_value(at)
                .and_then(|value: gimli::AttributeValue<Reader>| value.udata_value())
        };
        let count = match (number(gimli::DW_AT_count), number(gimli::DW_AT_upper_bound)) {
            (Some(count), _) => count,
            (None, Some(upper)) => upper.checked_add(1)?,
            (None, None) => return None,
        };
        length = length.checked_mul(count)?;
    }
    Some(length)
}

/// The name of `size` bytes at an offset into a variable.
fn name_part(name: &str, whole: u64, element: Option<u64>, offset: u64, size: u64) -> String {
    if offset == 0 && size >= whole {
        return name.to_string();
    }
    if let Some(element) = element.filter(|&element| element > 0) {
        if whole > element {
            let (index, rest) = (offset / element, offset % element);
            return match (rest, size) {
                (0, size) if size > element => {
                    let last = (offset + size - 1) / element;
                    format!("{name}[{index}..{last}]")
                }
                (0, _) => format!("{name}[{index}]"),
                (rest, _) => format!("{name}[{index}]+{rest:#x}"),
            };
        }
    } else if size > 0 && whole > size && whole.is_multiple_of(size) && offset.is_multiple_of(size)
    {
        // Without a type, bytes of equal size are taken to be the elements of an array.
        return format!("{name}[{}]", offset / size);
    }
    if offset == 0 {
        name.to_string()
    } else {
        format!("{name}+{offset:#x}")
    }
}
