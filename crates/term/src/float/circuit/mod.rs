//! Circuits: for a float term an equal bit-vector term.
//!
//! The structure is that of SymFPU (M. Brain, F. Schanda, Y. Sun, "Building Better Bit-Blasting for Floating-Point Problems", TACAS
//! 2019): numbers are unpacked, with subnormals normalised, an operation gives an exact result or one with a sticky last
//! digit, and one rounder packs it. Sums work on numbers as they are packed, since they need no normalised operands. Quotients and roots are
//! digit recurrences, so that each digit takes one subtraction of the precision's width.

mod arithmetic;
mod compare;
mod enclosure;
mod exact;
mod integer;
mod ratio;
mod remainder;
mod round;
mod unpack;
mod words;

pub(super) use ratio::ratio;

use super::operation::{FloatOp, FloatOperator};
use crate::node::{Node, Term};
use crate::table::TermTable;

/// The circuit of a float term; an enclosure where there is none ([`FloatOperator::is_enclosed`]).
pub(super) fn build(t: &mut TermTable, op: FloatOp, node: &Node) -> Term {
    let (a, b, c) = (node.first(), node.second(), node.third());
    let operands = [a, b, c];
    let operands = &operands[..op.operator.arity()];
    match op.operator {
        FloatOperator::Add => arithmetic::add(t, op, a, b).rounded(t, op),
        FloatOperator::Mul => arithmetic::multiply(t, op, a, b).rounded(t, op),
        FloatOperator::Div => arithmetic::divide(t, op, a, b).rounded(t, op),
        FloatOperator::MulAdd => arithmetic::multiply_add(t, op, a, b, c).rounded(t, op),
        FloatOperator::Sqrt => arithmetic::square_root(t, op, a).rounded(t, op),
        FloatOperator::Remainder => remainder::remainder(t, op, a, b),
        FloatOperator::Modulo => remainder::modulo(t, op, a, b),
        FloatOperator::RoundToIntegral => integer::round_to_integral(t, op, a),
        FloatOperator::Equal => compare::equal(t, op.format, a, b),
        FloatOperator::Less => compare::less(t, op.format, a, b),
        FloatOperator::LessEqual => compare::less_equal(t, op.format, a, b),
        FloatOperator::Convert => integer::convert(t, op, a).rounded(t, op),
        FloatOperator::FromSigned | FloatOperator::FromUnsigned => {
            integer::from_integer(t, op, a).rounded(t, op)
        }
        FloatOperator::ToSigned
        | FloatOperator::ToUnsigned
        | FloatOperator::ToSignedSaturating
        | FloatOperator::ToUnsignedSaturating => integer::to_integer(t, op, node.width, a),
        FloatOperator::AddFlags => arithmetic::add(t, op, a, b).flags(t, op, operands),
        FloatOperator::MulFlags => arithmetic::multiply(t, op, a, b).flags(t, op, operands),
        FloatOperator::DivFlags => arithmetic::divide(t, op, a, b).flags(t, op, operands),
        FloatOperator::MulAddFlags => {
            arithmetic::multiply_add(t, op, a, b, c).flags(t, op, operands)
        }
        FloatOperator::SqrtFlags => arithmetic::square_root(t, op, a).flags(t, op, operands),
        FloatOperator::ConvertFlags => integer::convert(t, op, a).flags(t, op, operands),
        FloatOperator::FromSignedFlags | FloatOperator::FromUnsignedFlags => {
            integer::from_integer(t, op, a).flags(t, op, &[])
        }
        FloatOperator::Function => enclosure::of_one(t, op, a),
        FloatOperator::FunctionOfTwo => enclosure::of_two(t, op, a, b),
    }
}
