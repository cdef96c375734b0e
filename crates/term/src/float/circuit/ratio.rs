//! The number of a format that a ratio of whole numbers is rounded to.

use super::round::{Number, round};
use super::unpack::zero;
use super::words::number;
use crate::bits::Bits;
use crate::float::operation::{FloatFormat, Rounding};
use crate::node::Term;
use crate::ops::BinaryOp;
use crate::table::TermTable;

/// Digits without leading zeros.
fn length(bits: &Bits) -> u32 {
    let width = bits.width();
    let zeros = (0..width).rev().take_while(|&at| !bits.bit(at)).count();
    width - zeros as u32
}

/// `above / below`, which is not zero, or the negative of that, correctly rounded; +0 for nothing. All that is looked at is constant, and so is the
/// result.
pub(crate) fn ratio(
    t: &mut TermTable,
    format: FloatFormat,
    rounding: Rounding,
    negative: bool,
    above: &Bits,
    below: &Bits,
) -> Term {
    let (above_length, below_length) = (length(above), length(below));
    if above_length == 0 || below_length == 0 {
        let sign = t.false_();
        return zero(t, format, sign);
    }
    // The quotient gets a few digits more than the precision.
    let shift = i64::from(format.precision() + 3 + below_length) - i64::from(above_length);
    let (up, down) = (shift.max(0) as u32, (-shift).max(0) as u32);
    let width = (above_length + up).max(below_length + down);
    let widened = |bits: &Bits, by: u32| {
        let digits = bits.extract(0, length(bits));
        digits.zero_extend(width).shift_left(by)
    };
    let (dividend, divisor) = (widened(above, up), widened(below, down));
    let quotient = dividend.binary(BinaryOp::UDiv, &divisor);
    let rest = dividend.binary(BinaryOp::URem, &divisor);
    let digits = length(&quotient);
    let exponent = i64::from(digits) - 1 - shift;
    let significand = quotient.extract(0, digits);
    let significand = significand.concat(&Bits::bool(!rest.is_zero()));
    let value = Number {
        sign: t.bool(negative),
        exponent: number(t, 48, exponent),
        significand: t.constant_bits(significand),
        least: exponent,
        greatest: exponent,
    };
    round(t, format, rounding, value)
}
