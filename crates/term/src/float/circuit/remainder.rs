//! Remainders: the significand is doubled and reduced as often as the exponents differ.
//!
//! A step takes one subtraction of the precision's width; there are as many steps as exponents, so the remainder of doubles is some hundred
//! thousand gates.

use super::round::{Number, round};
use super::unpack::{Unpacked, exponent_width, nan, unpack, usual};
use super::words::{any, append_zeros, either, none, normalise, number};
use crate::float::operation::FloatOp;
use crate::node::Term;
use crate::table::TermTable;

/// What is left of the dividend, in units of the divisor's last place, with one digit more than the precision above; and the last
/// digit of the quotient. For a dividend whose exponent is not lower than the divisor's.
fn reduce(
    t: &mut TermTable,
    op: FloatOp,
    x: &Unpacked,
    y: &Unpacked,
    distance: Term,
) -> (Term, Term) {
    let format = op.format;
    let precision = format.precision();
    let width = precision + 1;
    let divisor = t.zero_extend(y.significand, width);
    let subtract = |t: &mut TermTable, rest: Term| {
        let smaller = t.ult(rest, divisor);
        let difference = t.sub(rest, divisor);
        let left = t.ite(smaller, rest, difference);
        (t.truncate(left, precision), t.not(smaller))
    };
    let dividend = t.zero_extend(x.significand, width);
    let (mut rest, mut digit) = subtract(t, dividend);
    let most = format.bias() - format.least_exponent() + i64::from(precision) - 1;
    let exponent_width = t.width(distance);
    for step in 1..=most {
        let step = number(t, exponent_width, step);
        let earlier = t.slt(distance, step);
        let doubled = append_zeros(t, rest, 1);
        let (left, found) = subtract(t, doubled);
        rest = t.ite(earlier, rest, left);
        digit = t.ite(earlier, digit, found);
    }
    (rest, digit)
}

/// The operands, and the difference of their exponents.
fn operands(t: &mut TermTable, op: FloatOp, a: Term, b: Term) -> (Unpacked, Unpacked, Term) {
    let (x, y) = (unpack(t, op.format, a), unpack(t, op.format, b));
    let width = exponent_width(op.format) + 1;
    let exponents = [&x, &y].map(|of| t.sign_extend(of.exponent, width));
    let distance = t.sub(exponents[0], exponents[1]);
    (x, y, distance)
}

/// The bit pattern of digits below the exponent of the divisor.
fn packed(t: &mut TermTable, op: FloatOp, sign: Term, y: &Unpacked, digits: Term) -> Term {
    let format = op.format;
    let (significand, zeros) = normalise(t, digits);
    let width = exponent_width(format) + 1;
    let exponent = t.sign_extend(y.exponent, width);
    let zeros = t.zero_extend(zeros, width);
    let exponent = t.sub(exponent, zeros);
    let least = format.least_exponent() - i64::from(format.precision());
    let value = Number {
        sign,
        exponent,
        significand,
        least,
        greatest: format.bias(),
    };
    let found = round(t, format, op.rounding, value);
    let nothing = none(t, digits);
    let zero = super::unpack::zero(t, format, sign);
    t.ite(nothing, zero, found)
}

/// `found`, but the dividend where it is the remainder, and NaN where there is none.
fn unless_special(
    t: &mut TermTable,
    op: FloatOp,
    a: Term,
    x: &Unpacked,
    y: &Unpacked,
    lower: Term,
    found: Term,
) -> Term {
    let itself = either(t, &[x.zero, y.infinite, lower]);
    let dividend = usual(t, op.format, a);
    let result = t.ite(itself, dividend, found);
    let invalid = either(t, &[x.nan, y.nan, x.infinite, y.zero]);
    let nan = nan(t, op.format);
    t.ite(invalid, nan, result)
}

/// The remainder of the quotient towards zero.
pub(super) fn modulo(t: &mut TermTable, op: FloatOp, a: Term, b: Term) -> Term {
    let (x, y, distance) = operands(t, op, a, b);
    let (rest, _) = reduce(t, op, &x, &y, distance);
    let found = packed(t, op, x.sign, &y, rest);
    let zero = number(t, t.width(distance), 0);
    let lower = t.slt(distance, zero);
    unless_special(t, op, a, &x, &y, lower, found)
}

/// The remainder of the quotient that is nearest, the even one of two.
pub(super) fn remainder(t: &mut TermTable, op: FloatOp, a: Term, b: Term) -> Term {
    let precision = op.format.precision();
    let (x, y, distance) = operands(t, op, a, b);
    let (rest, digit) = reduce(t, op, &x, &y, distance);
    let width = t.width(distance);
    let zero = number(t, width, 0);
    let minus_one = number(t, width, -1);
    // With half the unit: a dividend whose exponent is lower by one is there as it stands.
    let lower = t.slt(distance, zero);
    let doubled = append_zeros(t, rest, 1);
    let dividend = t.zero_extend(x.significand, precision + 1);
    let rest = t.ite(lower, dividend, doubled);
    let not_lower = t.not(lower);
    let odd = t.and(digit, not_lower);
    let divisor = append_zeros(t, y.significand, 1);
    let half = t.zero_extend(y.significand, precision + 1);
    let above = t.ult(half, rest);
    let tie = t.eq(half, rest);
    let tie = t.and(tie, odd);
    let beyond = t.or(above, tie);
    let difference = t.sub(divisor, rest);
    let digits = t.ite(beyond, difference, rest);
    let some = any(t, digits);
    let flips = t.and(beyond, some);
    let sign = t.xor(x.sign, flips);
    let found = packed(t, op, sign, &y, digits);
    let much_lower = t.slt(distance, minus_one);
    unless_special(t, op, a, &x, &y, much_lower, found)
}
