//! What arrays are in a model: elements that are listed, and one for all other indices.

use std::collections::BTreeMap;

use everypath_term::ops::mask;
use everypath_term::{Bits, Evaluator, Kind, MemoryValue, Term, TermTable};

use crate::reduction::widths;
use crate::sorts::Slices;

/// What an array is: a memory for each slice of its elements, with its width.
pub type Array = Vec<(MemoryValue, u32)>;

/// All elements of a memory.
pub fn contents(table: &TermTable, evaluator: &mut Evaluator<'_>, memory: Term) -> MemoryValue {
    let mut written: BTreeMap<u64, u64> = BTreeMap::new();
    let mut at = memory;
    loop {
        let node = table.node(at);
        at = match node.kind {
            Kind::Write => {
                let index = evaluator.evaluate_u64(node.second());
                let element = evaluator.evaluate_u64(node.third());
                written.entry(index).or_insert(element);
                node.first()
            }
            Kind::Ite if evaluator.is_true(node.first()) => node.second(),
            Kind::Ite => node.third(),
            _ => break,
        };
    }
    let mut base = match table.literal(at) {
        Some(literal) => MemoryValue {
            elements: literal.elements().collect(),
            default: literal.default,
        },
        None => evaluator.memory(at),
    };
    base.elements.extend(written);
    base
}

/// Whether two memories have the same element everywhere.
pub fn same_memories(
    table: &TermTable,
    evaluator: &mut Evaluator<'_>,
    left: Term,
    right: Term,
) -> bool {
    let index_width = widths(table, left).0;
    let left = contents(table, evaluator, left);
    let right = contents(table, evaluator, right);
    same_contents(index_width, &left, &right)
}

/// The width of an array's indices.
pub fn index_width(table: &TermTable, slices: &Slices) -> u32 {
    widths(table, slices[0]).0
}

/// What an array is.
pub fn array(table: &TermTable, evaluator: &mut Evaluator<'_>, slices: &Slices) -> Array {
    let slices = slices.iter();
    slices
        .map(|&slice| (contents(table, evaluator, slice), table.width(slice)))
        .collect()
}

/// The array whose number is its elements, each of this width.
pub fn elements_of(number: &Bits, width: u32) -> MemoryValue {
    let element = |at: u32| number.extract(at * width, width).word(0);
    let all = 0..number.width() / width;
    MemoryValue {
        elements: all.map(|at| (u64::from(at), element(at))).collect(),
        default: 0,
    }
}

/// An array for each code, another for another one: its bits are the elements from index 0 on.
pub fn spelt(code: u64, index_width: u32, widths: &[u32]) -> Array {
    let mut left = code;
    let mut array: Array = widths
        .iter()
        .map(|&width| (MemoryValue::default(), width))
        .collect();
    let last = if index_width < 64 {
        (1u64 << index_width) - 1
    } else {
        u64::MAX
    };
    for at in 0..=last {
        for (memory, width) in &mut array {
            let element = left & mask(*width);
            left = left.checked_shr(*width).unwrap_or(0);
            if element != 0 {
                memory.elements.insert(at, element);
            }
        }
        if left == 0 {
            break;
        }
    }
    array
}

/// Whether two arrays of a sort are the same.
pub fn same_arrays(index_width: u32, left: &Array, right: &Array) -> bool {
    let mut slices = left.iter().zip(right);
    slices.all(|((left, _), (right, _))| same_contents(index_width, left, right))
}

/// Whether two memories have the same element everywhere.
fn same_contents(index_width: u32, left: &MemoryValue, right: &MemoryValue) -> bool {
    let mut listed: Vec<u64> = left
        .elements
        .keys()
        .chain(right.elements.keys())
        .copied()
        .collect();
    listed.sort_unstable();
    listed.dedup();
    let at =
        |memory: &MemoryValue, index: u64| *memory.elements.get(&index).unwrap_or(&memory.default);
    let is_all = index_width < 64 && listed.len() as u64 == 1 << index_width;
    listed
        .iter()
        .all(|&index| at(left, index) == at(right, index))
        && (is_all || left.default == right.default)
}
