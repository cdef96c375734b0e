//! Rules (first version).

use super::{Entry, rule};
use crate::node::{Kind, Node, Term};
use crate::table::TermTable;

pub(super) const READ: &[Entry] = &[
    rule("read-literal", "literal[c] -> its element", literal),
    rule("read-write-same", "write(m, i, v)[i] -> v", same),
    rule(
        "read-write-distinct",
        "write(m, c1, v)[c2] -> m[c2]",
        distinct,
    ),
];
pub(super) const WRITE: &[Entry] = &[];

fn literal(table: &mut TermTable, node: Node) -> Option<Term> {
    let index = table.as_u64(node.second())?;
    let value = table.literal(node.first())?.element(index);
    Some(table.constant(node.width, value))
}

fn same(table: &mut TermTable, node: Node) -> Option<Term> {
    let memory = table.node(node.first());
    (memory.kind == Kind::Write && memory.second() == node.second()).then(|| memory.third())
}

fn distinct(table: &mut TermTable, node: Node) -> Option<Term> {
    let index = table.as_u64(node.second())?;
    let mut memory = node.first();
    loop {
        let write = table.node(memory);
        if write.kind != Kind::Write || table.as_u64(write.second()).is_none_or(|at| at == index) {
            break;
        }
        memory = write.first();
    }
    (memory != node.first()).then(|| table.read(memory, node.second()))
}
