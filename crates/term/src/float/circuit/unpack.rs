//! Numbers taken apart.

use super::words::{any, none, normalise, number};
use crate::float::operation::FloatFormat;
use crate::node::Term;
use crate::table::TermTable;

/// The fields of a number, and what class it is of.
pub(super) struct Fields {
    pub sign: Term,
    /// The exponent as it is written: with the bias.
    pub exponent: Term,
    /// The digits below the leading one.
    pub fraction: Term,
    pub leading: Term,
    /// The exponent that counts: that of the least normal number for subnormal ones.
    pub effective: Term,
    pub nan: Term,
    pub infinite: Term,
    pub zero: Term,
}

/// A number with a normalised significand.
pub(super) struct Unpacked {
    pub sign: Term,
    pub nan: Term,
    pub infinite: Term,
    pub zero: Term,
    /// The exponent of the first digit, signed, of [`exponent_width`].
    pub exponent: Term,
    /// As many digits as the precision, the first one set, for what is finite and not zero.
    pub significand: Term,
}

/// Bits that all exponents fit into, those of normalised subnormal numbers included.
pub(super) fn exponent_width(format: FloatFormat) -> u32 {
    let least = format.least_exponent() - i64::from(format.precision());
    let magnitude = least.unsigned_abs().max(format.bias() as u64 + 1);
    u64::BITS - magnitude.leading_zeros() + 1
}

/// The fields of a bit pattern.
pub(super) fn fields(t: &mut TermTable, format: FloatFormat, a: Term) -> Fields {
    let (width, precision) = (format.width(), format.precision());
    let sign = t.bit(a, width - 1);
    let exponent = t.extract(a, width - 2, format.fraction_bits());
    let fraction = t.extract(a, precision - 2, 0);
    let exponent_width = format.exponent_bits();
    let (least, greatest) = (number(t, exponent_width, 0), number(t, exponent_width, -1));
    let lowest = t.eq(exponent, least);
    let highest = t.eq(exponent, greatest);
    let no_fraction = none(t, fraction);
    let fraction_set = t.not(no_fraction);
    let normal = t.not(lowest);
    let (leading, nan, infinite, zero) = if format.hides_leading_digit() {
        let nan = t.and(highest, fraction_set);
        let infinite = t.and(highest, no_fraction);
        let zero = t.and(lowest, no_fraction);
        (normal, nan, infinite, zero)
    } else {
        let leading = t.bit(a, precision - 1);
        let without = t.not(leading);
        let is_infinity = t.and(no_fraction, leading);
        let infinite = t.and(highest, is_infinity);
        let no_infinity = t.not(is_infinity);
        let nan = t.and(highest, no_infinity);
        // A number that should have its leading digit, and has not, is invalid.
        let invalid = t.and(normal, without);
        let nan = t.or(nan, invalid);
        let nothing = t.and(no_fraction, without);
        let zero = t.and(lowest, nothing);
        (leading, nan, infinite, zero)
    };
    let one = number(t, exponent_width, 1);
    let effective = t.ite(lowest, one, exponent);
    Fields {
        sign,
        exponent,
        fraction,
        leading,
        effective,
        nan,
        infinite,
        zero,
    }
}

/// The pattern that operations give of a number that is no NaN. Where the leading digit is written, a number with the least exponent has
/// a second one, with the exponent of subnormal numbers.
pub(super) fn usual(t: &mut TermTable, format: FloatFormat, a: Term) -> Term {
    if format.hides_leading_digit() {
        return a;
    }
    let fields = fields(t, format, a);
    let exponent = t.ite(fields.leading, fields.effective, fields.exponent);
    let head = t.concat(fields.sign, exponent);
    let head = t.concat(head, fields.leading);
    t.concat(head, fields.fraction)
}

/// A bit pattern as a number with a normalised significand.
pub(super) fn unpack(t: &mut TermTable, format: FloatFormat, a: Term) -> Unpacked {
    let fields = fields(t, format, a);
    let digits = t.concat(fields.leading, fields.fraction);
    let (significand, zeros) = normalise(t, digits);
    let width = exponent_width(format);
    let effective = t.zero_extend(fields.effective, width);
    let bias = number(t, width, format.bias());
    let exponent = t.sub(effective, bias);
    let zeros = t.zero_extend(zeros, width);
    let exponent = t.sub(exponent, zeros);
    Unpacked {
        sign: fields.sign,
        nan: fields.nan,
        infinite: fields.infinite,
        zero: fields.zero,
        exponent,
        significand,
    }
}

/// A bit pattern of the digits below sign and leading one: exponent and fraction.
pub(super) fn pack(t: &mut TermTable, format: FloatFormat, sign: Term, magnitude: Term) -> Term {
    if format.hides_leading_digit() {
        return t.concat(sign, magnitude);
    }
    let fraction_width = format.precision() - 1;
    let width = t.width(magnitude);
    let exponent = t.extract(magnitude, width - 1, fraction_width);
    let fraction = t.extract(magnitude, fraction_width - 1, 0);
    let leading = any(t, exponent);
    let head = t.concat(sign, exponent);
    let head = t.concat(head, leading);
    t.concat(head, fraction)
}

/// The width of exponent and fraction.
pub(super) fn magnitude_width(format: FloatFormat) -> u32 {
    format.exponent_bits() + format.precision() - 1
}

/// Infinity with a sign.
pub(super) fn infinity(t: &mut TermTable, format: FloatFormat, sign: Term) -> Term {
    let magnitude = t.float_constant(format, format.infinity());
    with_sign(t, format, sign, magnitude)
}

/// Zero with a sign.
pub(super) fn zero(t: &mut TermTable, format: FloatFormat, sign: Term) -> Term {
    let magnitude = t.float_constant(format, 0);
    with_sign(t, format, sign, magnitude)
}

/// A positive number with a sign.
pub(super) fn with_sign(t: &mut TermTable, format: FloatFormat, sign: Term, number: Term) -> Term {
    let magnitude = t.extract(number, format.width() - 2, 0);
    t.concat(sign, magnitude)
}

/// The NaN that operations give.
pub(super) fn nan(t: &mut TermTable, format: FloatFormat) -> Term {
    t.float_constant(format, format.nan())
}
