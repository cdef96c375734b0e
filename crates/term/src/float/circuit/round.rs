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
    let (exponent, significand) = place(t, format, &value);
    round_biased(t, format, rounding, value.sign, exponent, significand)
}

/// The exponent with the bias, as written, and the significand: shifted to the right where the number is subnormal.
fn place(t: &mut TermTable, format: FloatFormat, value: &Number) -> (Term, Term) {
    let biased = biased(t, format, value);
    let width = t.width(biased);
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
    (exponent, significand)
}

/// The exponent with the bias, signed.
fn biased(t: &mut TermTable, format: FloatFormat, value: &Number) -> Term {
    let width = t.width(value.exponent).max(format.exponent_bits() + 1) + 2;
    let exponent = t.sign_extend(value.exponent, width);
    let bias = number(t, width, format.bias());
    t.add(exponent, bias)
}

/// Which exceptions the rounding of a number raises; conditions of width 1.
pub(super) struct Raised {
    pub overflow: Term,
    pub underflow: Term,
    pub inexact: Term,
}

/// Which exceptions [`round`] raises.
pub(super) fn raised(
    t: &mut TermTable,
    format: FloatFormat,
    rounding: Rounding,
    value: Number,
) -> Raised {
    let (exponent, significand) = place(t, format, &value);
    let raised = raised_by_placed(t, format, rounding, value.sign, exponent, significand);
    if value.least >= format.least_exponent() {
        return raised;
    }
    // Tiny is what is below the least normal number with all digits of the precision, rounded as if there were no least exponent.
    let biased = biased(t, format, &value);
    let zero = number(t, t.width(biased), 0);
    let below = t.sle(biased, zero);
    let next_to_normal = t.eq(biased, zero);
    let Digits {
        kept,
        last,
        next,
        more,
    } = digits(t, format, value.significand);
    let up = rounds_up(t, rounding, value.sign, [last, next, more]);
    let ones = number(t, format.precision(), -1);
    let full = t.eq(kept, ones);
    let carries = t.and(up, full);
    let becomes_normal = t.and(next_to_normal, carries);
    let stays = t.not(becomes_normal);
    let tiny = t.and(below, stays);
    Raised {
        underflow: t.and(tiny, raised.inexact),
        ..raised
    }
}

/// Which exceptions [`round_biased`] raises, where what is subnormal is exact.
pub(super) fn raised_by_placed(
    t: &mut TermTable,
    format: FloatFormat,
    rounding: Rounding,
    sign: Term,
    exponent: Term,
    significand: Term,
) -> Raised {
    let (magnitude, inexact) = rounded_magnitude(t, format, rounding, sign, exponent, significand);
    let infinity = infinite_magnitude(t, format);
    let mut overflow = t.eq(magnitude, infinity);
    if let Some(below_limit) = below_limit(t, format, exponent) {
        let beyond = t.not(below_limit);
        overflow = t.or(overflow, beyond);
    }
    Raised {
        overflow,
        underflow: t.false_(),
        inexact: t.or(inexact, overflow),
    }
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
    let (mut magnitude, _) = rounded_magnitude(t, format, rounding, sign, exponent, significand);
    if let Some(below_limit) = below_limit(t, format, exponent) {
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

/// Whether an exponent with the bias is that of a finite number; nothing if it has no room for another.
fn below_limit(t: &mut TermTable, format: FloatFormat, exponent: Term) -> Option<Term> {
    let (width, exponent_bits) = (t.width(exponent), format.exponent_bits());
    (width > exponent_bits).then(|| {
        let limit = number(t, width, (1 << exponent_bits) - 1);
        t.ult(exponent, limit)
    })
}

/// The digits of a significand that are kept, the last of them, the one behind it, and whether more follow.
struct Digits {
    kept: Term,
    last: Term,
    next: Term,
    more: Term,
}

fn digits(t: &mut TermTable, format: FloatFormat, significand: Term) -> Digits {
    let precision = format.precision();
    let missing = (precision + 2).saturating_sub(t.width(significand));
    let significand = append_zeros(t, significand, missing);
    let below = t.width(significand) - precision;
    let kept = top(t, significand, precision);
    Digits {
        kept,
        last: t.bit(kept, 0),
        next: t.bit(significand, below - 1),
        more: any_below(t, significand, below - 1),
    }
}

/// Exponent and fraction after rounding, whatever the exponent, and whether something was lost.
fn rounded_magnitude(
    t: &mut TermTable,
    format: FloatFormat,
    rounding: Rounding,
    sign: Term,
    exponent: Term,
    significand: Term,
) -> (Term, Term) {
    let Digits {
        kept,
        last,
        next,
        more,
    } = digits(t, format, significand);
    let fraction = t.extract(kept, format.precision() - 2, 0);
    let up = rounds_up(t, rounding, sign, [last, next, more]);
    let field = t.truncate(exponent, format.exponent_bits());
    let magnitude = t.concat(field, fraction);
    let up = t.zero_extend(up, magnitude_width(format));
    let magnitude = t.add(magnitude, up);
    (magnitude, t.or(next, more))
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
