//! Floating point: operations of IEEE 754 as terms.
//!
//! A float term ([`crate::Kind::Float`]) is an operation of [`FloatOp`] on bit patterns. On constants `value.rs` computes it. Whoever
//! needs gates or a theory of bit-vectors asks for its circuit ([`crate::TermTable::circuit`]): an equal bit-vector term over the same operands, made
//! once and kept beside the term; for functions that no circuit is equal to, an enclosure. Everything else sees an operator that it may know nothing about.

mod circuit;
mod circuits;
mod construct;
mod correctly_rounded;
mod function;
mod library;
mod operation;
#[cfg(test)]
mod tests;
pub(crate) mod value;

pub use function::FloatFunction;
pub use operation::{FLAGS_WIDTH, FloatFormat, FloatOp, FloatOperator, Rounding, exception};
pub use value::{class, integer_bounds, integer_flags, invalid_flags};

use crate::bits::Bits;

/// Values of more than 128 bits are no operands and no results.
pub const WIDEST: u32 = 128;

/// The width of a set of classes of numbers. From the lowest bit: negative infinity, normal, subnormal and zero; positive zero, subnormal,
/// normal and infinity; signalling and quiet NaN.
pub const CLASSES_WIDTH: u32 = 10;

/// The value of an operation whose result has `width` bits; as many operands as it takes.
pub fn compute(op: FloatOp, width: u32, operands: &[Bits]) -> Bits {
    let mut widths = [0; 3];
    let mut numbers = [0; 3];
    for (at, operand) in operands.iter().take(3).enumerate() {
        widths[at] = operand.width();
        numbers[at] = operand.low_u128();
    }
    Bits::from_u128(width, value::value(op, width, widths, numbers))
}

/// The same where nothing has more than 64 bits; `width` is that of the first operand.
pub fn compute_small(op: FloatOp, result: u32, width: u32, operands: [u64; 3]) -> u64 {
    let numbers = operands.map(u128::from);
    value::value(op, result, [width; 3], numbers) as u64
}

/// The same on numbers of at most 128 bits.
pub fn compute_number(op: FloatOp, width: u32, operands: [u128; 3]) -> u128 {
    value::value(op, width, [op.format.width(); 3], operands)
}

/// The same for an operator that has a row for its exceptions ([`FloatOperator::flags`]), which are computed along with the result.
pub fn compute_small_with_flags(op: FloatOp, width: u32, operands: [u64; 3]) -> (u64, u8) {
    let (result, flags) = value::both(op, width, operands.map(u128::from));
    (result as u64, flags)
}

/// Whether a bit pattern of at most 64 bits is a NaN.
pub fn value_is_nan(format: FloatFormat, bits: u64) -> bool {
    format.is_nan(u128::from(bits))
}
