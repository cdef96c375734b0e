//! The meaning of every kind of term on values, by way of [`crate::ops`].
//!
//! Constant folding and the evaluator both call [`small`] when result and operands fit into a word, and [`wide`]
//! otherwise. Memories have no values here: reading follows the chain of writes (see [`crate::Evaluator`]).

use crate::bits::Bits;
use crate::float;
use crate::node::{Kind, Node};
use crate::ops::{self, BinaryOp, UnaryOp};

impl Kind {
    /// The operator of a kind with two operands of one width.
    #[inline(always)]
    pub const fn binary_op(self) -> Option<BinaryOp> {
        Some(match self {
            Kind::And => BinaryOp::And,
            Kind::Or => BinaryOp::Or,
            Kind::Xor => BinaryOp::Xor,
            Kind::Add => BinaryOp::Add,
            Kind::Mul => BinaryOp::Mul,
            Kind::UDiv => BinaryOp::UDiv,
            Kind::URem => BinaryOp::URem,
            Kind::SDiv => BinaryOp::SDiv,
            Kind::SRem => BinaryOp::SRem,
            Kind::Shl => BinaryOp::Shl,
            Kind::LShr => BinaryOp::LShr,
            Kind::AShr => BinaryOp::AShr,
            Kind::Eq => BinaryOp::Eq,
            Kind::Ult => BinaryOp::Ult,
            Kind::Slt => BinaryOp::Slt,
            Kind::Constant
            | Kind::Input
            | Kind::Not
            | Kind::Neg
            | Kind::Concat
            | Kind::Extract
            | Kind::ZeroExtend
            | Kind::SignExtend
            | Kind::Ite
            | Kind::Read
            | Kind::Write
            | Kind::MemoryInput
            | Kind::MemoryLiteral
            | Kind::Float => return None,
        })
    }
}

/// The value of `node` where result and operands have at most 64 bits. `widths` and `values` belong to the operands.
#[inline]
pub(crate) fn small(node: &Node, widths: [u32; 2], values: [u64; 3]) -> u64 {
    let [a, b, c] = values;
    match node.kind {
        Kind::Not => ops::fold_unary(UnaryOp::Not, node.width, a),
        Kind::Neg => ops::fold_unary(UnaryOp::Neg, node.width, a),
        Kind::Concat => a << widths[1] | b,
        Kind::Extract => a >> node.low() & ops::mask(node.width),
        Kind::ZeroExtend => a,
        Kind::SignExtend => ops::signed(a, widths[0]) as u64 & ops::mask(node.width),
        Kind::Ite => {
            if a != 0 {
                b
            } else {
                c
            }
        }
        Kind::Float => match node.float_op() {
            Some(op) => float::compute_small(op, node.width, widths[0], values),
            None => 0,
        },
        kind => match kind.binary_op() {
            Some(op) => ops::fold_binary(op, widths[0], a, b),
            None => 0,
        },
    }
}

/// The value of `node` at any widths; `values` are those of the operands.
pub(crate) fn wide(node: &Node, values: &[Bits]) -> Bits {
    match (node.kind, values) {
        (Kind::Not, [a]) => a.unary(UnaryOp::Not),
        (Kind::Neg, [a]) => a.unary(UnaryOp::Neg),
        (Kind::Extract, [a]) => a.extract(node.low(), node.width),
        (Kind::ZeroExtend, [a]) => a.zero_extend(node.width),
        (Kind::SignExtend, [a]) => a.sign_extend(node.width),
        (Kind::Concat, [a, b]) => a.concat(b),
        (Kind::Ite, [a, b, c]) => if a.is_zero() { c } else { b }.clone(),
        (Kind::Float, _) => match node.float_op() {
            Some(op) => float::compute(op, node.width, values),
            None => Bits::zero(node.width),
        },
        (kind, [a, b]) => match kind.binary_op() {
            Some(op) => a.binary(op, b),
            None => Bits::zero(node.width),
        },
        _ => Bits::zero(node.width),
    }
}
