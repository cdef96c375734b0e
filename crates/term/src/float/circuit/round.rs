//! The rounder: a number with any number of digits becomes the bit pattern of a format.
//!
//! Exponent and fraction are one word, to which the last place is added where the number is rounded up: a carry out of the fraction
//! is the next exponent, from subnormal to normal and from the greatest number to infinity.

use super::unpack::{magnitude_width, pack};
use super::words::{any_below, append_zeros, number, shift_right_sticky, top};
use crate::float::operation::{FloatFormat, Rounding};
use crate::node::Term;
use crate::table::TermTable;

/// A number that is not zero.
pub(super) struct Number {
    pub sign: Term,
    /// The exponent of the first digit, signed.
    pub exponent: Term,
    /// Digits of which the first is set; the last one may say that more follow.
    pub significand: Term,
    /// The least exponent that there can be.
    pub least: i64,
    /// The greatest exponent that there can be.
    pub greatest: i64,
}

/// Whether what is kept of a number is made greater by one in its last place: by the last digit kept, the one behind it, and whether more
/// follow.
pub(super) fn rounds_up(
    t: &mut TermTable,
    rounding: Rounding,
    sign: Term,
    [last, next, more]: [Term; 3],
) -> Term {
    match rounding {
        Rounding::NearestEven => {
            let above = t.or(last, more);
            t.and(next, above)
        }
        Rounding::NearestAway => next,
        Rounding::Up => {
            let inexact = t.or(next, more);
            let positive = t.not(sign);
            t.and(inexact, positive)
        }
        Rounding::Down => {
            let inexact = t.or(next, more);
            t.and(inexact, sign)
        }
        Rounding::Zero => t.false_(),
    }
}

/// The bit pattern of a number.
pub(super) fn round(
    t: &mut TermTable,
    format: FloatFormat,
    rounding: Rounding,
    value: Number,
) -> Term {
    let width = t.width(value.exponent).max(format.exponent_bits() + 1) + 2;
    let exponent = t.sign_extend(value.exponent, width);
    let bias = number(t, width, format.bias());
    let biased = t.add(exponent, bias);
    let missing = (format.precision() + 2).saturating_sub(t.width(value.significand));
    let mut significand = append_zeros(t, value.significand, missing);
    let mut exponent = biased;
    if value.least < format.least_exponent() {
        let one = number(t, width, 1);
        let below = t.slt(biased, one);
        let distance = t.sub(one, biased);
        let zero = number(t, width, 0);
        let distance = t.ite(below, distance, zero);
        significand = shift_right_sticky(t, significand, distance);
        exponent = t.ite(below, zero, biased);
    }
    let overflows = value.greatest > format.bias();
    let exponent = match overflows {
        true => exponent,
        false => t.truncate(exponent, format.exponent_bits()),
    };
    round_biased(t, format, rounding, value.sign, exponent, significand)
}

/// The bit pattern of a number whose exponent has the bias and is not negative, and whose first digit is 0 exactly where the exponent is.
/// An exponent that has no more bits than the format's is below the greatest.
pub(super) fn round_biased(
    t: &mut TermTable,
    format: FloatFormat,
    rounding: Rounding,
    sign: Term,
    exponent: Term,
    significand: Term,
) -> Term {
    let precision = format.precision();
    let missing = (precision + 2).saturating_sub(t.width(significand));
    let significand = append_zeros(t, significand, missing);
    let below = t.width(significand) - precision;
    let kept = top(t, significand, precision);
    let fraction = t.extract(kept, precision - 2, 0);
    let last = t.bit(kept, 0);
    let next = t.bit(significand, below - 1);
    let more = any_below(t, significand, below - 1);
    let up = rounds_up(t, rounding, sign, [last, next, more]);
    let exponent_bits = format.exponent_bits();
    let field = t.truncate(exponent, exponent_bits);
    let magnitude = t.concat(field, fraction);
    let width = magnitude_width(format);
    let up = t.zero_extend(up, width);
    let mut magnitude = t.add(magnitude, up);
    let exponent_width = t.width(exponent);
    if exponent_width > exponent_bits {
        let limit = number(t, exponent_width, (1 << exponent_bits) - 1);
        let below_limit = t.ult(exponent, limit);
        let infinity = infinite_magnitude(t, format);
        let greatest = greatest_magnitude(t, format);
        let beyond = match rounding {
            Rounding::NearestEven | Rounding::NearestAway => infinity,
            Rounding::Up => t.ite(sign, greatest, infinity),
            Rounding::Down => t.ite(sign, infinity, greatest),
            Rounding::Zero => greatest,
        };
        magnitude = t.ite(below_limit, magnitude, beyond);
    }
    pack(t, format, sign, magnitude)
}

fn infinite_magnitude(t: &mut TermTable, format: FloatFormat) -> Term {
    let exponent = number(t, format.exponent_bits(), -1);
    append_zeros(t, exponent, format.precision() - 1)
}

fn greatest_magnitude(t: &mut TermTable, format: FloatFormat) -> Term {
    let exponent = number(t, format.exponent_bits(), -2);
    let fraction = number(t, format.precision() - 1, -1);
    t.concat(exponent, fraction)
}
