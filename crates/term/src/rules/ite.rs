//! Rules (first version).

use super::{Entry, rule};
use crate::node::{Node, Term};
use crate::table::TermTable;

pub(super) const ITE: &[Entry] = &[rule(
    "ite-constant-condition",
    "ite(1, a, b) -> a; ite(0, a, b) -> b",
    condition,
)];

fn condition(table: &mut TermTable, node: Node) -> Option<Term> {
    match table.as_u64(node.first())? {
        0 => Some(node.third()),
        _ => Some(node.second()),
    }
}
