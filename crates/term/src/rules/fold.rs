//! Constant folding: the first rule of every kind whose value is determined by its operands' values.

use crate::bits::Bits;
use crate::node::{Node, Term};
use crate::semantics;
use crate::table::TermTable;

/// The value of an operator whose operands are all constants.
pub(super) fn constants(table: &mut TermTable, node: Node) -> Option<Term> {
    use crate::node::Kind;
    let arity = node.arity();
    // Commutative operands have the constant second, so this is the operand that decides quickest.
    let last = if arity >= 2 {
        node.second()
    } else {
        node.first()
    };
    if table.kind(last) != Kind::Constant || table.kind(node.first()) != Kind::Constant {
        return None;
    }
    let widths = [table.width(node.first()), table.width(last)];
    if arity <= 2 && node.width <= 64 && widths[0] <= 64 && widths[1] <= 64 {
        let a = table.as_u64(node.first())?;
        let b = if arity >= 2 { table.as_u64(last)? } else { 0 };
        let value = semantics::small(&node, widths, [a, b, 0]);
        return Some(table.constant(node.width, value));
    }
    let values: Option<Vec<Bits>> = node
        .children()
        .map(|child| table.as_constant(child))
        .collect();
    let value = semantics::wide(&node, &values?);
    Some(table.constant_bits(value))
}
