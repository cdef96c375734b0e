//! DWARF as gimli reads it from the sections of a file.

use std::sync::Arc;

use gimli::{EndianArcSlice, RunTimeEndian};
use object::{Object, ObjectSection};

pub(super) type Reader = EndianArcSlice<RunTimeEndian>;
pub(super) type Dwarf = gimli::Dwarf<Reader>;
pub(super) type Unit = gimli::Unit<Reader>;
pub(super) type UnitRef<'a> = gimli::UnitRef<'a, Reader>;
pub(super) type Entry = gimli::DebuggingInformationEntry<Reader>;

/// A reader of a section's bytes; of no bytes if it is missing.
pub(super) fn section(file: &object::File, name: &str) -> Reader {
    let bytes: Arc<[u8]> = match file.section_by_name(name) {
        Some(section) => section.data().unwrap_or_default().into(),
        None => Arc::from([]),
    };
    EndianArcSlice::new(bytes, RunTimeEndian::Little)
}
