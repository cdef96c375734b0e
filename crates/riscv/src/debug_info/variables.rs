//! Where variables live: globals at constant addresses, and those that can be seen from an instruction, relative to the
//! registers of its frame.
//!
//! Follows DWARF 5, sections 2.5 and 2.6 (location descriptions), 3.3 to 3.5 (subprograms, inlined subroutines, lexical
//! blocks), 4.1 (variables) and 6.4 (call frame information). Only locations of a single operation are understood: an
//! address, or a register (the frame base, the canonical frame address) plus an offset. That is what compilers say of
//! arrays and of variables whose address is taken; others are in registers, which nobody asks for by address.

use std::collections::BTreeMap;

use gimli::{Operation, UnwindSection};
use object::{Object, ObjectSection};

use super::dwarf::{Dwarf, Entry, Reader, Unit, UnitRef, section};
use super::types::{self, TypeOffset};

/// The most ranges of one scope and locations of one variable that are read.
const LONGEST_LIST: usize = 1 << 14;

/// The place of a variable in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A constant address.
    Address(u64),
    /// The value of a register (0 to 31) plus an offset.
    Frame { register: u16, offset: i64 },
}

impl Place {
    fn plus(self, more: i64) -> Option<Place> {
        Some(match self {
            Place::Address(address) => Place::Address(address.wrapping_add_signed(more)),
            Place::Frame { register, offset } => Place::Frame {
                register,
                offset: offset.checked_add(more)?,
            },
        })
    }
}

/// A variable or parameter in memory.
#[derive(Debug)]
pub(super) struct Variable {
    pub name: String,
    pub place: Place,
    pub size: u64,
    pub of: TypeOffset,
}

/// The variables that can be seen from an instruction, the innermost last.
pub(super) struct Scope {
    pub unit: Unit,
    pub variables: Vec<Variable>,
}

/// All variables at constant addresses.
#[derive(Default)]
pub(super) struct Globals {
    units: Vec<Unit>,
    /// By first address, with the index of the unit.
    variables: BTreeMap<u64, (usize, Variable)>,
}

impl Globals {
    /// The variable that holds an address, with its unit and its first address.
    pub fn at(&self, address: u64) -> Option<(u64, &Variable, &Unit)> {
        let (&start, (unit, variable)) = self.variables.range(..=address).next_back()?;
        (address - start < variable.size).then_some((start, variable, self.units.get(*unit)?))
    }

    /// Reads all units.
    pub fn read(dwarf: &Dwarf) -> Globals {
        let mut globals = Globals::default();
        let mut headers = dwarf.units();
        while let Ok(Some(header)) = headers.next() {
            let Ok(unit) = dwarf.unit(header) else {
                continue;
            };
            let index = globals.units.len();
            let unit_ref = unit.unit_ref(dwarf);
            let mut entries = unit.entries();
            while let Ok(Some(entry)) = entries.next_dfs() {
                if entry.tag() != gimli::DW_TAG_variable {
                    continue;
                }
                let Some(gimli::AttributeValue::Exprloc(location)) =
                    entry.attr_value(gimli::DW_AT_location)
                else {
                    continue;
                };
                if let Some(place @ Place::Address(start)) = single(unit_ref, location, None)
                    && let Some(variable) = variable(unit_ref, entry, place)
                {
                    let variables = &mut globals.variables;
                    variables.entry(start).or_insert((index, variable));
                }
            }
            globals.units.push(unit);
        }
        globals
    }
}

/// What can be seen from the instruction at `pc`: the variables of its unit, of its function, and of the blocks and inlined
/// calls that hold it. `file` is the executable, whose call frame information is read if a frame base asks for it.
pub(super) fn scope_at(dwarf: &Dwarf, file: &[u8], pc: u64) -> Option<Scope> {
    let unit = unit_at(dwarf, pc)?;
    let unit_ref = unit.unit_ref(dwarf);
    let mut variables = Vec::new();
    let mut base = None;
    // Entries deeper than this belong to a scope that does not hold the instruction.
    let mut outside: Option<isize> = None;
    let mut entries = unit.entries();
    while let Ok(Some(entry)) = entries.next_dfs() {
        if outside.is_some_and(|depth| entry.depth() > depth) {
            continue;
        }
        outside = None;
        match entry.tag() {
            gimli::DW_TAG_subprogram
            | gimli::DW_TAG_lexical_block
            | gimli::DW_TAG_inlined_subroutine => {
                if !unit_ref.die_ranges(entry).is_ok_and(|r| holds(r, pc)) {
                    outside = Some(entry.depth());
                } else if entry.tag() == gimli::DW_TAG_subprogram {
                    base = location(unit_ref, entry, gimli::DW_AT_frame_base, pc)
                        .and_then(|location| frame_base(unit_ref, location, file, pc));
                }
            }
            gimli::DW_TAG_variable | gimli::DW_TAG_formal_parameter => {
                let place = location(unit_ref, entry, gimli::DW_AT_location, pc)
                    .and_then(|location| single(unit_ref, location, base));
                let found = place.and_then(|place| variable(unit_ref, entry, place));
                variables.extend(found);
            }
            _ => {}
        }
    }
    Some(Scope { unit, variables })
}

/// The unit that holds an instruction.
fn unit_at(dwarf: &Dwarf, pc: u64) -> Option<Unit> {
    let mut headers = dwarf.units();
    while let Ok(Some(header)) = headers.next() {
        if let Ok(unit) = dwarf.unit(header)
            && dwarf.unit_ranges(&unit).is_ok_and(|r| holds(r, pc))
        {
            return Some(unit);
        }
    }
    None
}

/// Whether one of the ranges holds an instruction; of a list without end, the first ones count.
fn holds(mut ranges: gimli::RangeIter<Reader>, pc: u64) -> bool {
    let mut next = || ranges.next().ok().flatten();
    std::iter::from_fn(&mut next)
        .take(LONGEST_LIST)
        .any(|range| range.begin <= pc && pc < range.end)
}

/// The location description of an entry that holds at `pc`.
fn location(
    unit: UnitRef,
    entry: &Entry,
    attribute: gimli::DwAt,
    pc: u64,
) -> Option<gimli::Expression<Reader>> {
    let value = entry.attr_value(attribute)?;
    if let gimli::AttributeValue::Exprloc(location) = value {
        return Some(location);
    }
    let mut list = unit.attr_locations(value).ok()??;
    let mut next = || list.next().ok().flatten();
    std::iter::from_fn(&mut next)
        .take(LONGEST_LIST)
        .find(|item| item.range.begin <= pc && pc < item.range.end)
        .map(|item| item.data)
}

/// The only operation of a location description.
fn only(unit: UnitRef, location: gimli::Expression<Reader>) -> Option<Operation<Reader>> {
    let mut operations = location.operations(unit.encoding());
    let first = operations.next().ok()??;
    matches!(operations.next(), Ok(None)).then_some(first)
}

/// The place in memory that a location description of one operation names.
fn single(
    unit: UnitRef,
    location: gimli::Expression<Reader>,
    base: Option<Place>,
) -> Option<Place> {
    match only(unit, location)? {
        Operation::Address { address } => Some(Place::Address(address)),
        Operation::AddressIndex { index } => Some(Place::Address(unit.address(index).ok()?)),
        Operation::FrameOffset { offset } => base?.plus(offset),
        Operation::RegisterOffset {
            register, offset, ..
        } => in_register(register)?.plus(offset),
        _ => None,
    }
}

/// What the offsets of a function's variables are relative to.
fn frame_base(
    unit: UnitRef,
    location: gimli::Expression<Reader>,
    file: &[u8],
    pc: u64,
) -> Option<Place> {
    match only(unit, location.clone())? {
        Operation::Register { register } => in_register(register),
        Operation::CallFrameCFA => canonical_frame(file, unit.encoding().address_size, pc),
        _ => single(unit, location, None),
    }
}

/// The address in a general register; the numbers of DWARF are those of the instruction set.
fn in_register(register: gimli::Register) -> Option<Place> {
    (register.0 < 32).then_some(Place::Frame {
        register: register.0,
        offset: 0,
    })
}

/// The canonical frame address at an instruction, from `.debug_frame` or `.eh_frame`.
fn canonical_frame(file: &[u8], address_size: u8, pc: u64) -> Option<Place> {
    let file = object::File::parse(file).ok()?;
    let start = |name| file.section_by_name(name).map(|section| section.address());
    let mut bases = gimli::BaseAddresses::default();
    if let Some(address) = start(".eh_frame") {
        bases = bases.set_eh_frame(address);
    }
    if let Some(address) = start(".text") {
        bases = bases.set_text(address);
    }
    let mut debug = gimli::DebugFrame::from(section(&file, ".debug_frame"));
    debug.set_address_size(address_size);
    let mut eh = gimli::EhFrame::from(section(&file, ".eh_frame"));
    eh.set_address_size(address_size);
    frame_rule(&debug, &bases, pc).or_else(|| frame_rule(&eh, &bases, pc))
}

fn frame_rule<S: UnwindSection<Reader>>(
    section: &S,
    bases: &gimli::BaseAddresses,
    pc: u64,
) -> Option<Place> {
    let entry = section
        .fde_for_address(bases, pc, S::cie_from_offset)
        .ok()?;
    let mut context = gimli::UnwindContext::new();
    let row = entry
        .unwind_info_for_address(section, bases, &mut context, pc)
        .ok()?;
    match *row.cfa() {
        gimli::CfaRule::RegisterAndOffset { register, offset } => {
            in_register(register)?.plus(offset)
        }
        gimli::CfaRule::Expression(_) => None,
    }
}

/// The variable of an entry. Of inlined and out-of-line functions, name and type are at the entry that it is a copy of.
fn variable(unit: UnitRef, entry: &Entry, place: Place) -> Option<Variable> {
    let origin = reference_to_origin(unit, entry);
    let described = |attribute| {
        entry
            .attr_value(attribute)
            .is_none()
            .then_some(origin.as_ref())
            .flatten()
            .unwrap_or(entry)
    };
    let name = described(gimli::DW_AT_name).attr_value(gimli::DW_AT_name)?;
    let name = unit.attr_string(name).ok()?;
    let of = types::reference(described(gimli::DW_AT_type), gimli::DW_AT_type)?;
    let size = types::size_of(unit, of).filter(|&size| size > 0)?;
    Some(Variable {
        name: String::from_utf8_lossy(&name).into_owned(),
        place,
        size,
        of,
    })
}

fn reference_to_origin(unit: UnitRef, entry: &Entry) -> Option<Entry> {
    let origin = types::reference(entry, gimli::DW_AT_abstract_origin)
        .or_else(|| types::reference(entry, gimli::DW_AT_specification))?;
    unit.entry(origin).ok()
}
