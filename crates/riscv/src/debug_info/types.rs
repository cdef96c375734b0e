//! From a range of bytes within a variable to the words of the source: `packet.length`, `field[2][0..3]`, and the size of
//! the scalars that the range is made of.
//!
//! Follows DWARF 5, sections 5.1 to 5.8 (base types, modifiers, pointers, arrays, structures, enumerations). The walk
//! takes one step per level of the type and looks only at the member that holds the range, so that a damaged file with
//! cyclic or widely branching types costs no more than its size; its depth is bounded.

use everypath_program::DataShape;

use super::dwarf::{Entry, UnitRef};

/// The offset of a type's entry in its unit.
pub(super) type TypeOffset = gimli::UnitOffset<usize>;

/// Types nest at most this deep before we stop asking (cyclic type entries of a damaged file).
const DEPTH: u32 = 32;

/// What an entry refers to within its unit.
pub(super) fn reference(entry: &Entry, attribute: gimli::DwAt) -> Option<TypeOffset> {
    match entry.attr_value(attribute)? {
        gimli::AttributeValue::UnitRef(offset) => Some(offset),
        _ => None,
    }
}

/// Size of a type in bytes; 0 for arrays of unknown length.
pub(super) fn size_of(unit: UnitRef, of: TypeOffset) -> Option<u64> {
    let (mut of, mut count) = (of, 1u64);
    for _ in 0..DEPTH {
        let entry = unqualified(unit, of)?;
        if entry.tag() != gimli::DW_TAG_array_type {
            return count.checked_mul(number(&entry, gimli::DW_AT_byte_size).or_else(|| {
                is_pointer(&entry).then(|| u64::from(unit.encoding().address_size))
            })?);
        }
        for length in lengths(unit, &entry) {
            count = count.checked_mul(length)?;
        }
        of = reference(&entry, gimli::DW_AT_type)?;
    }
    None
}

/// The name and the scalars of `size` bytes at an offset into a variable of a type.
pub(super) fn describe(
    unit: UnitRef,
    variable: &str,
    of: TypeOffset,
    offset: u64,
    size: u64,
) -> DataShape {
    let mut part = Part {
        name: variable.to_string(),
        of,
        offset,
        size,
    };
    for _ in 0..DEPTH {
        match part.step(unit) {
            Some(Step::Inside) => continue,
            Some(Step::Found(element)) => return part.shape(element),
            None => break,
        }
    }
    if part.offset > 0 {
        part.name += &format!("+{:#x}", part.offset);
    }
    part.shape(None)
}

/// A range of bytes within a part of a variable, which gets smaller step by step.
struct Part {
    name: String,
    of: TypeOffset,
    offset: u64,
    size: u64,
}

enum Step {
    /// The range lies within one element or member, which is the part now.
    Inside,
    /// The name is complete; scalars have this size.
    Found(Option<u64>),
}

impl Part {
    fn shape(self, element: Option<u64>) -> DataShape {
        DataShape {
            name: Some(self.name),
            element_size: element.and_then(|size| u32::try_from(size).ok()),
        }
    }

    /// Nothing when the range is no part that has a name.
    fn step(&mut self, unit: UnitRef) -> Option<Step> {
        if self.offset == 0 && self.size >= size_of(unit, self.of)? {
            return Some(Step::Found(scalar_of(unit, self.of)));
        }
        let entry = unqualified(unit, self.of)?;
        match entry.tag() {
            gimli::DW_TAG_array_type => self.index(unit, &entry),
            gimli::DW_TAG_structure_type | gimli::DW_TAG_union_type | gimli::DW_TAG_class_type => {
                self.member(unit, &entry)
            }
            _ => None,
        }
    }

    /// One index per dimension, as long as the range lies within one element.
    fn index(&mut self, unit: UnitRef, array: &Entry) -> Option<Step> {
        let element = reference(array, gimli::DW_AT_type)?;
        let lengths = lengths(unit, array);
        for dimension in 1..=lengths.len() {
            let inner = lengths.get(dimension..)?.iter();
            let stride = inner.fold(size_of(unit, element), |size, &length| {
                size?.checked_mul(length)
            });
            let stride = stride.filter(|&stride| stride > 0)?;
            let end = self.offset.checked_add(self.size.max(1) - 1)?;
            let (first, last) = (self.offset / stride, end / stride);
            if first < last && !self.offset.is_multiple_of(stride) {
                return None;
            }
            self.offset %= stride;
            if first < last {
                // The first elements have the indices of the whole, so that their names need no range.
                if first > 0 {
                    self.name += &format!("[{first}..{last}]");
                }
                return Some(Step::Found(scalar_of(unit, element)));
            }
            self.name += &format!("[{first}]");
            if self.offset == 0 && self.size >= stride {
                return Some(Step::Found(scalar_of(unit, element)));
            }
        }
        self.of = element;
        Some(Step::Inside)
    }

    /// The first member that holds the whole range. Bit-fields have no bytes of their own.
    fn member(&mut self, unit: UnitRef, record: &Entry) -> Option<Step> {
        let mut tree = unit.entries_tree(Some(record.offset())).ok()?;
        let mut children = tree.root().ok()?.children();
        while let Ok(Some(child)) = children.next() {
            let member = child.entry();
            if member.tag() != gimli::DW_TAG_member
                || member.attr_value(gimli::DW_AT_bit_size).is_some()
            {
                continue;
            }
            let start = match member.attr_value(gimli::DW_AT_data_member_location) {
                Some(value) => value.udata_value(),
                None => Some(0),
            };
            let (Some(start), Some(of)) = (start, reference(member, gimli::DW_AT_type)) else {
                continue;
            };
            let Some(rest) = self.offset.checked_sub(start) else {
                continue;
            };
            let Some(size) = size_of(unit, of) else {
                continue;
            };
            if rest.checked_add(self.size)? > size {
                continue;
            }
            if let Some(name) = member.attr_value(gimli::DW_AT_name) {
                let name = unit.attr_string(name).ok()?;
                self.name += &format!(".{}", String::from_utf8_lossy(&name));
            }
            self.offset = rest;
            self.of = of;
            return Some(Step::Inside);
        }
        None
    }
}

/// The entry of a type without names and qualifiers (`typedef`, `const`, ...).
fn unqualified(unit: UnitRef, of: TypeOffset) -> Option<Entry> {
    let mut of = of;
    for _ in 0..DEPTH {
        let entry = unit.entry(of).ok()?;
        match entry.tag() {
            gimli::DW_TAG_typedef
            | gimli::DW_TAG_const_type
            | gimli::DW_TAG_volatile_type
            | gimli::DW_TAG_restrict_type
            | gimli::DW_TAG_atomic_type => of = reference(&entry, gimli::DW_AT_type)?,
            _ => return Some(entry),
        }
    }
    None
}

/// The size in bytes of the scalars of a type: of an element for arrays, the whole for numbers and pointers. Nothing
/// for structures, whose members differ.
fn scalar_of(unit: UnitRef, of: TypeOffset) -> Option<u64> {
    let mut of = of;
    for _ in 0..DEPTH {
        let entry = unqualified(unit, of)?;
        match entry.tag() {
            gimli::DW_TAG_array_type => of = reference(&entry, gimli::DW_AT_type)?,
            gimli::DW_TAG_base_type | gimli::DW_TAG_enumeration_type => return size_of(unit, of),
            _ if is_pointer(&entry) => return size_of(unit, of),
            _ => return None,
        }
    }
    None
}

fn is_pointer(entry: &Entry) -> bool {
    matches!(
        entry.tag(),
        gimli::DW_TAG_pointer_type
            | gimli::DW_TAG_reference_type
            | gimli::DW_TAG_rvalue_reference_type
    )
}

/// The number of elements in each dimension of an array; 0 where it is unknown.
fn lengths(unit: UnitRef, array: &Entry) -> Vec<u64> {
    let mut lengths = Vec::new();
    let Ok(mut tree) = unit.entries_tree(Some(array.offset())) else {
        return lengths;
    };
    let Ok(root) = tree.root() else {
        return lengths;
    };
    let mut children = root.children();
    while let Ok(Some(child)) = children.next() {
        let entry = child.entry();
        if entry.tag() == gimli::DW_TAG_subrange_type {
            let upper = || number(entry, gimli::DW_AT_upper_bound)?.checked_add(1);
            let count = number(entry, gimli::DW_AT_count).or_else(upper);
            lengths.push(count.unwrap_or(0));
            if lengths.len() >= DEPTH as usize {
                break;
            }
        }
    }
    lengths
}

fn number(entry: &Entry, attribute: gimli::DwAt) -> Option<u64> {
    entry.attr_value(attribute)?.udata_value()
}
