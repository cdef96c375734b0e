//! Terms as short text for messages: s-expressions, cut off at a depth and a size.

use std::fmt;

use crate::node::{Kind, Term};
use crate::table::TermTable;

/// Deeper operands are shown as `..`.
const DEPTH: u32 = 12;
/// After this many operators, operands are shown as `..`.
const SIZE: u32 = 200;

/// Shows a term; made by [`TermTable::display`].
pub struct Display<'a> {
    table: &'a TermTable,
    term: Term,
}

impl TermTable {
    /// The term as a short s-expression, such as `(add x 0x0000002a)`. Large terms are cut off.
    pub fn display(&self, term: Term) -> Display<'_> {
        Display { table: self, term }
    }
}

impl Kind {
    /// The name of the operator in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Constant => "constant",
            Kind::Input => "input",
            Kind::Not => "not",
            Kind::Neg => "neg",
            Kind::And => "and",
            Kind::Or => "or",
            Kind::Xor => "xor",
            Kind::Add => "add",
            Kind::Mul => "mul",
            Kind::UDiv => "udiv",
            Kind::URem => "urem",
            Kind::SDiv => "sdiv",
            Kind::SRem => "srem",
            Kind::Shl => "shl",
            Kind::LShr => "lshr",
            Kind::AShr => "ashr",
            Kind::Eq => "eq",
            Kind::Ult => "ult",
            Kind::Slt => "slt",
            Kind::Concat => "concat",
            Kind::Extract => "extract",
            Kind::ZeroExtend => "zero_extend",
            Kind::SignExtend => "sign_extend",
            Kind::Ite => "ite",
            Kind::Read => "read",
            Kind::Write => "write",
            Kind::MemoryInput => "memory_input",
            Kind::MemoryLiteral => "memory_literal",
            Kind::Float => "float",
        }
    }
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Item {
            Term(Term, u32),
            Close,
        }
        let mut stack = vec![Item::Term(self.term, 0)];
        let mut shown = 0;
        while let Some(item) = stack.pop() {
            let Item::Term(term, depth) = item else {
                f.write_str(")")?;
                continue;
            };
            if depth > 0 {
                f.write_str(" ")?;
            }
            let node = self.table.node(term);
            match node.kind {
                Kind::Constant => match self.table.as_constant(term) {
                    Some(value) if node.width == 1 => write!(f, "{value}")?,
                    Some(value) => write!(f, "{value:#x}")?,
                    None => f.write_str("?")?,
                },
                Kind::Input | Kind::MemoryInput => {
                    f.write_str(&self.table.input_info(node.input()).name)?
                }
                Kind::MemoryLiteral => {
                    let length = self
                        .table
                        .literal(term)
                        .map_or(0, |literal| literal.known());
                    write!(f, "(literal of {length})")?;
                }
                _ if depth > DEPTH || shown >= SIZE => f.write_str("..")?,
                kind => {
                    shown += 1;
                    match node.float_op() {
                        Some(op) => write!(f, "({op}")?,
                        None => write!(f, "({}", kind.name())?,
                    }
                    match kind {
                        Kind::Extract => {
                            write!(f, " {} {}", node.low() + node.width - 1, node.low())?
                        }
                        Kind::ZeroExtend | Kind::SignExtend => write!(f, " {}", node.width)?,
                        _ => {}
                    }
                    stack.push(Item::Close);
                    let children: Vec<Term> = node.children().collect();
                    stack.extend(
                        children
                            .into_iter()
                            .rev()
                            .map(|child| Item::Term(child, depth + 1)),
                    );
                }
            }
        }
        Ok(())
    }
}
