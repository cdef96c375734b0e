//! The types of variables, and the names of their parts: `packet.length`, `field[2]`.
//!
//! Read from the nodes of LLVM's debug information, whose operands are those of `llvm/IR/DebugInfoMetadata.h`; tags
//! are those of DWARF 5, section 7.5.

use everypath_program::DataShape;
use rustc_hash::FxHashMap;

use crate::binding::{Metadata, MetadataKind, Module};

/// The number of a type in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TypeNumber(u32);

/// Types nest at most this deep before we stop asking (cyclic nodes of damaged debug information).
const DEPTH: u32 = 32;

/// A table of types.
#[derive(Debug, Default)]
pub(crate) struct Types {
    types: Vec<TypeInfo>,
    known: FxHashMap<usize, TypeNumber>,
}

#[derive(Clone, Debug)]
struct TypeInfo {
    /// In bytes; 0 where it is unknown.
    size: u64,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// A number or pointer.
    Scalar,
    /// Elements of one type; the dimensions from outside to inside.
    Array {
        element: TypeNumber,
        lengths: Vec<u64>,
    },
    /// Members: name, offset in bytes, type.
    Record(Vec<(String, u64, TypeNumber)>),
    /// Not known.
    Other,
}

const ARRAY: u16 = 0x01;
const CLASS: u16 = 0x02;
const ENUMERATION: u16 = 0x04;
const MEMBER: u16 = 0x0d;
const POINTER: u16 = 0x0f;
const STRUCTURE: u16 = 0x13;
const TYPEDEF: u16 = 0x16;
const UNION: u16 = 0x17;
const CONST: u16 = 0x26;
const VOLATILE: u16 = 0x35;
const RESTRICT: u16 = 0x37;
const ATOMIC: u16 = 0x47;

/// Whether objects of a type must not be written as a whole: a constant one, or an array of such.
pub(crate) fn is_constant_type<'m>(module: &'m Module, node: Metadata<'m>) -> bool {
    let mut node = node;
    for _ in 0..DEPTH {
        match node.tag() {
            CONST => return true,
            TYPEDEF | VOLATILE | ATOMIC | ARRAY => {}
            _ => return false,
        }
        match node.operands(module).get(3).copied().flatten() {
            Some(base) => node = base,
            None => return false,
        }
    }
    false
}

impl Types {
    /// Adds a type and what it is made of.
    pub(crate) fn add<'m>(&mut self, module: &'m Module, node: Metadata<'m>) -> TypeNumber {
        self.add_at(module, node, 0)
    }

    fn add_at<'m>(&mut self, module: &'m Module, node: Metadata<'m>, depth: u32) -> TypeNumber {
        if let Some(&known) = self.known.get(&node.id()) {
            return known;
        }
        let number = TypeNumber(self.types.len() as u32);
        self.types.push(TypeInfo {
            size: node.size_in_bits() / 8,
            kind: Kind::Other,
        });
        self.known.insert(node.id(), number);
        if depth >= DEPTH {
            return number;
        }
        let operands = node.operands(module);
        let operand = |index: usize| operands.get(index).copied().flatten();
        let (mut size, mut kind) = (node.size_in_bits() / 8, Kind::Other);
        match node.tag() {
            TYPEDEF | CONST | VOLATILE | RESTRICT | ATOMIC => {
                if let Some(base) = operand(3) {
                    let base = self.add_at(module, base, depth + 1);
                    let base = &self.types[base.0 as usize];
                    (size, kind) = (base.size, base.kind.clone());
                }
            }
            ARRAY => {
                if let Some(element) = operand(3) {
                    let element = self.add_at(module, element, depth + 1);
                    let lengths = operand(4).map_or(Vec::new(), |list| lengths(module, list));
                    kind = Kind::Array { element, lengths };
                }
            }
            STRUCTURE | UNION | CLASS => {
                let list = operand(4).map_or(Vec::new(), |list| list.operands(module));
                let mut members = Vec::new();
                for member in list.into_iter().flatten().filter(|m| m.tag() == MEMBER) {
                    let operands = member.operands(module);
                    let operand = |index: usize| operands.get(index).copied().flatten();
                    let name = operand(2).and_then(|name| name.text(module));
                    if let Some(of) = operand(3) {
                        let of = self.add_at(module, of, depth + 1);
                        members.push((name.unwrap_or_default(), member.offset_in_bits() / 8, of));
                    }
                }
                kind = Kind::Record(members);
            }
            POINTER | ENUMERATION => kind = Kind::Scalar,
            _ if matches!(node.kind(), MetadataKind::LLVMDIBasicTypeMetadataKind) => {
                kind = Kind::Scalar;
            }
            _ => {}
        }
        self.types[number.0 as usize] = TypeInfo { size, kind };
        number
    }

    /// The name and the scalars of `size` bytes at an offset into a variable of a type.
    pub(crate) fn describe(
        &self,
        variable: &str,
        of: Option<TypeNumber>,
        offset: u64,
        size: u64,
    ) -> DataShape {
        let mut name = variable.to_owned();
        let (mut of, mut offset) = (of, offset);
        for _ in 0..DEPTH {
            let Some(info) = of.and_then(|of| self.types.get(of.0 as usize)) else {
                break;
            };
            if offset == 0 && size >= info.size {
                return shape(name, self.scalar_size(of));
            }
            match &info.kind {
                Kind::Array { element, lengths } => {
                    let whole = self
                        .types
                        .get(element.0 as usize)
                        .map_or(0, |info| info.size);
                    let Some(range) = index(&mut name, &mut offset, size, whole, lengths) else {
                        break;
                    };
                    if range {
                        return shape(name, self.scalar_size(Some(*element)));
                    }
                    of = Some(*element);
                }
                Kind::Record(members) => {
                    let inside = members.iter().find(|(_, start, of)| {
                        let length = self.types.get(of.0 as usize).map_or(0, |info| info.size);
                        *start <= offset
                            && offset - start < length
                            && size <= length - (offset - start)
                    });
                    let Some((member, start, member_type)) = inside else {
                        break;
                    };
                    if !member.is_empty() {
                        name.push('.');
                        name.push_str(member);
                    }
                    offset -= start;
                    of = Some(*member_type);
                }
                Kind::Scalar | Kind::Other => break,
            }
        }
        if offset > 0 {
            name.push_str(&format!("+{offset:#x}"));
        }
        shape(name, None)
    }

    /// The size of the numbers that a type is made of, if they all have one.
    fn scalar_size(&self, of: Option<TypeNumber>) -> Option<u64> {
        let mut of = of?;
        for _ in 0..DEPTH {
            let info = self.types.get(of.0 as usize)?;
            match &info.kind {
                Kind::Scalar => return Some(info.size).filter(|&size| size > 0),
                Kind::Array { element, .. } => of = *element,
                Kind::Record(members) => match members.as_slice() {
                    [(_, 0, only)] => of = *only,
                    _ => return None,
                },
                Kind::Other => return None,
            }
        }
        None
    }
}

fn shape(name: String, element_size: Option<u64>) -> DataShape {
    DataShape {
        name: Some(name),
        element_size: element_size.and_then(|size| u32::try_from(size).ok()),
    }
}

/// Adds one index per dimension, as long as the range lies within one element. Whether the name is complete with a
/// range of elements; nothing if the range cuts elements.
fn index(
    name: &mut String,
    offset: &mut u64,
    size: u64,
    element: u64,
    lengths: &[u64],
) -> Option<bool> {
    let lengths = if lengths.is_empty() {
        &[0][..]
    } else {
        lengths
    };
    for dimension in 1..=lengths.len() {
        let mut inner = lengths.get(dimension..)?.iter();
        let stride = inner.try_fold(element, |size, &length| size.checked_mul(length));
        let stride = stride.filter(|&stride| stride > 0)?;
        let end = offset.checked_add(size.max(1) - 1)?;
        let (first, last) = (*offset / stride, end / stride);
        if first < last && !offset.is_multiple_of(stride) {
            return None;
        }
        *offset %= stride;
        if first < last {
            // The first elements have the indices of the whole, so that their names need no range.
            if first > 0 {
                name.push_str(&format!("[{first}..{last}]"));
            }
            return Some(true);
        }
        name.push_str(&format!("[{first}]"));
    }
    Some(false)
}

/// The lengths of an array's dimensions; 0 for one that is not constant.
fn lengths<'m>(module: &'m Module, list: Metadata<'m>) -> Vec<u64> {
    let ranges = list.operands(module).into_iter().flatten();
    ranges
        .filter(|range| matches!(range.kind(), MetadataKind::LLVMDISubrangeMetadataKind))
        .map(|range| {
            let count = range.operands(module).first().copied().flatten();
            let count = count.and_then(|count| count.integer(module));
            // A length of -1 stands for an unknown one.
            count.filter(|&count| count < 1 << 60).unwrap_or(0)
        })
        .collect()
}
