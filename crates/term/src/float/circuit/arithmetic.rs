//! Sums, products, quotients and roots.

use super::exact::{Exact, Finite};
use super::round::Number;
use super::unpack::{Unpacked, exponent_width, fields, unpack};
use super::words::{
    any, append_zeros, either, none, normalise, normalise_up_to, number, plus, shift_right_sticky,
};
use crate::float::operation::{FloatFormat, FloatOp, Rounding};
use crate::node::Term;
use crate::table::TermTable;

/// `a + b`: the greater magnitude, and the lesser one shifted to its place with three digits more.
pub(super) fn add(t: &mut TermTable, op: FloatOp, a: Term, b: Term) -> Exact {
    let format = op.format;
    let (x, y) = (fields(t, format, a), fields(t, format, b));
    let digits = [&x, &y].map(|of| t.concat(of.leading, of.fraction));
    let magnitude_x = t.concat(x.effective, digits[0]);
    let magnitude_y = t.concat(y.effective, digits[1]);
    let exchange = t.ult(magnitude_x, magnitude_y);
    let great_exponent = t.ite(exchange, y.effective, x.effective);
    let small_exponent = t.ite(exchange, x.effective, y.effective);
    let great = t.ite(exchange, digits[1], digits[0]);
    let small = t.ite(exchange, digits[0], digits[1]);
    let great_sign = t.ite(exchange, y.sign, x.sign);
    let distance = t.sub(great_exponent, small_exponent);
    let (great, small) = (append_zeros(t, great, 3), append_zeros(t, small, 3));
    let small = shift_right_sticky(t, small, distance);
    let differ = t.xor(x.sign, y.sign);
    let sum = add_or_subtract(t, great, small, differ);
    // The first digit of the sum has the place above the exponent's.
    let width = format.exponent_bits() + 1;
    let (significand, shifted) = normalise_up_to(t, sum, great_exponent);
    let above = t.zero_extend(great_exponent, width);
    let above = plus(t, above, 1);
    let shifted = t.zero_extend(shifted, width);
    let exponent = t.sub(above, shifted);
    let first = t.bit(significand, format.precision() + 3);
    let none_left = number(t, width, 0);
    let exponent = t.ite(first, exponent, none_left);
    let nothing = none(t, sum);
    let sign = sign_of_sum(t, op.rounding, nothing, differ, great_sign);
    let opposite = t.and(x.infinite, y.infinite);
    let opposite = t.and(opposite, differ);
    Exact {
        nans: vec![x.nan, y.nan],
        invalid: vec![opposite],
        divides_by_zero: None,
        infinite: vec![x.infinite, y.infinite],
        zero: Vec::new(),
        infinite_sign: great_sign,
        zero_sign: great_sign,
        finite: Finite::Placed {
            sign,
            exponent,
            significand,
        },
    }
}

/// The sum, or the difference where `subtract` is set, with one digit more above; the first is not less than the second.
fn add_or_subtract(t: &mut TermTable, great: Term, small: Term, subtract: Term) -> Term {
    let width = t.width(great) + 1;
    let (great, small) = (t.zero_extend(great, width), t.zero_extend(small, width));
    let all = t.sign_extend(subtract, width);
    let small = t.xor(small, all);
    // A digit below both carries the 1 that makes a complement a negation.
    let one = t.true_();
    let great = t.concat(great, one);
    let small = t.concat(small, subtract);
    let sum = t.add(great, small);
    t.extract(sum, width, 1)
}

/// The sign of a sum: what is nothing since the operands cancel is negative only where rounding goes downwards.
fn sign_of_sum(
    t: &mut TermTable,
    rounding: Rounding,
    nothing: Term,
    differ: Term,
    sign: Term,
) -> Term {
    let cancels = t.and(nothing, differ);
    let of_nothing = t.bool(rounding == Rounding::Down);
    t.ite(cancels, of_nothing, sign)
}

/// The exact product: sign, exponent (two bits more than the operands') and twice as many digits.
fn product(t: &mut TermTable, op: FloatOp, x: &Unpacked, y: &Unpacked) -> (Term, Term, Term) {
    let sign = t.xor(x.sign, y.sign);
    let width = exponent_width(op.format) + 2;
    let precision = op.format.precision();
    let significands = [x, y].map(|of| t.zero_extend(of.significand, 2 * precision));
    let digits = t.mul(significands[0], significands[1]);
    let first = t.bit(digits, 2 * precision - 1);
    let rest = t.extract(digits, 2 * precision - 2, 0);
    let shifted = append_zeros(t, rest, 1);
    let digits = t.ite(first, digits, shifted);
    let exponents = [x, y].map(|of| t.sign_extend(of.exponent, width));
    let exponent = t.add(exponents[0], exponents[1]);
    let carry = t.zero_extend(first, width);
    let exponent = t.add(exponent, carry);
    (sign, exponent, digits)
}

/// Between which numbers the exponent of a finite number that is not zero lies. Where it is constant, the rounder has less to look at: what is
/// multiplied by a power of two above the subnormal numbers is never one of them.
fn exponent_range(t: &TermTable, format: FloatFormat, number: &Unpacked) -> (i64, i64) {
    let constant = t.as_constant(number.exponent).and_then(|it| it.to_i64());
    let least = format.least_exponent() - i64::from(format.precision());
    constant.map_or((least, format.bias()), |exponent| (exponent, exponent))
}

/// `a * b`.
pub(super) fn multiply(t: &mut TermTable, op: FloatOp, a: Term, b: Term) -> Exact {
    let format = op.format;
    let (x, y) = (unpack(t, format, a), unpack(t, format, b));
    let (sign, exponent, significand) = product(t, op, &x, &y);
    let [(x_least, x_greatest), (y_least, y_greatest)] =
        [&x, &y].map(|of| exponent_range(t, format, of));
    let value = Number {
        sign,
        exponent,
        significand,
        least: x_least + y_least,
        greatest: x_greatest + y_greatest + 1,
    };
    let invalid = vec![t.and(x.zero, y.infinite), t.and(x.infinite, y.zero)];
    Exact {
        nans: vec![x.nan, y.nan],
        invalid,
        divides_by_zero: None,
        infinite: vec![x.infinite, y.infinite],
        zero: vec![x.zero, y.zero],
        infinite_sign: sign,
        zero_sign: sign,
        finite: Finite::Normal(value),
    }
}

/// `a / b`: restoring division, two digits more than the precision, and whether something is left.
pub(super) fn divide(t: &mut TermTable, op: FloatOp, a: Term, b: Term) -> Exact {
    let format = op.format;
    let precision = format.precision();
    let (x, y) = (unpack(t, format, a), unpack(t, format, b));
    let sign = t.xor(x.sign, y.sign);
    let mut rest = t.zero_extend(x.significand, precision + 1);
    let divisor = t.zero_extend(y.significand, precision + 1);
    let mut quotient: Option<Term> = None;
    for _ in 0..precision + 2 {
        let smaller = t.ult(rest, divisor);
        let digit = t.not(smaller);
        let difference = t.sub(rest, divisor);
        let left = t.ite(smaller, rest, difference);
        quotient = Some(match quotient {
            Some(quotient) => t.concat(quotient, digit),
            None => digit,
        });
        // What is left is less than the divisor, so its first digit is 0.
        let left = t.truncate(left, precision);
        rest = append_zeros(t, left, 1);
    }
    let quotient = quotient.unwrap_or_else(|| t.false_());
    let more = any(t, rest);
    let digits = t.concat(quotient, more);
    let width = t.width(digits);
    let first = t.bit(digits, width - 1);
    let low = t.extract(digits, width - 2, 0);
    let shifted = append_zeros(t, low, 1);
    let significand = t.ite(first, digits, shifted);
    let exponent_width = exponent_width(format) + 2;
    let exponents = [&x, &y].map(|of| t.sign_extend(of.exponent, exponent_width));
    let exponent = t.sub(exponents[0], exponents[1]);
    let not_first = t.not(first);
    let borrow = t.zero_extend(not_first, exponent_width);
    let exponent = t.sub(exponent, borrow);
    let [(x_least, x_greatest), (y_least, y_greatest)] =
        [&x, &y].map(|of| exponent_range(t, format, of));
    let value = Number {
        sign,
        exponent,
        significand,
        least: x_least - y_greatest - 1,
        greatest: x_greatest - y_least,
    };
    let invalid = vec![t.and(x.zero, y.zero), t.and(x.infinite, y.infinite)];
    let unusual = either(t, &[x.nan, x.infinite, x.zero]);
    let usual = t.not(unusual);
    let divides_by_zero = t.and(usual, y.zero);
    Exact {
        nans: vec![x.nan, y.nan],
        invalid,
        divides_by_zero: Some(divides_by_zero),
        infinite: vec![x.infinite, y.zero],
        zero: vec![x.zero, y.infinite],
        infinite_sign: sign,
        zero_sign: sign,
        finite: Finite::Normal(value),
    }
}

/// `a * b + c`: the exact product, and the sum with twice as many digits.
pub(super) fn multiply_add(t: &mut TermTable, op: FloatOp, a: Term, b: Term, c: Term) -> Exact {
    let format = op.format;
    let precision = format.precision();
    let [x, y, z] = [a, b, c].map(|operand| unpack(t, format, operand));
    let (sign, exponent, digits) = product(t, op, &x, &y);
    let product_zero = t.or(x.zero, y.zero);
    // Zero has an exponent below all others, so that the other one is the greater.
    let width = exponent_width(format) + 4;
    let lowest = number(t, width, -(1 << (width - 2)));
    let exponent = t.sign_extend(exponent, width);
    let exponent = t.ite(product_zero, lowest, exponent);
    let nothing = number(t, 2 * precision, 0);
    let digits = t.ite(product_zero, nothing, digits);
    let other_exponent = t.sign_extend(z.exponent, width);
    let other_exponent = t.ite(z.zero, lowest, other_exponent);
    let other_digits = append_zeros(t, z.significand, precision);
    let other_digits = t.ite(z.zero, nothing, other_digits);

    let lower = t.slt(exponent, other_exponent);
    let level = t.eq(exponent, other_exponent);
    let fewer = t.ult(digits, other_digits);
    let fewer = t.and(level, fewer);
    let exchange = t.or(lower, fewer);
    let great_exponent = t.ite(exchange, other_exponent, exponent);
    let small_exponent = t.ite(exchange, exponent, other_exponent);
    let great = t.ite(exchange, other_digits, digits);
    let small = t.ite(exchange, digits, other_digits);
    let great_sign = t.ite(exchange, z.sign, sign);
    let distance = t.sub(great_exponent, small_exponent);
    let (great, small) = (append_zeros(t, great, 3), append_zeros(t, small, 3));
    let small = shift_right_sticky(t, small, distance);
    let differ = t.xor(sign, z.sign);
    let sum = add_or_subtract(t, great, small, differ);
    let (significand, zeros) = normalise(t, sum);
    let zeros = t.zero_extend(zeros, width);
    let above = plus(t, great_exponent, 1);
    let exponent = t.sub(above, zeros);
    let vanishes = none(t, sum);
    let sum_sign = sign_of_sum(t, op.rounding, vanishes, differ, great_sign);
    let least = 2 * (format.least_exponent() - i64::from(precision)) - 8;
    let value = Number {
        sign: sum_sign,
        exponent,
        significand,
        least,
        greatest: 2 * format.bias() + 2,
    };
    let product_infinite = t.or(x.infinite, y.infinite);
    let infinite_sign = t.ite(product_infinite, sign, z.sign);
    let opposite = t.and(product_infinite, z.infinite);
    let opposite = t.and(opposite, differ);
    let factor_nan = t.or(x.nan, y.nan);
    let factors = t.not(factor_nan);
    let opposite = t.and(opposite, factors);
    let invalid = vec![
        opposite,
        t.and(x.zero, y.infinite),
        t.and(x.infinite, y.zero),
    ];
    Exact {
        nans: vec![x.nan, y.nan, z.nan],
        invalid,
        divides_by_zero: None,
        infinite: vec![product_infinite, z.infinite],
        zero: vec![vanishes],
        infinite_sign,
        zero_sign: sum_sign,
        finite: Finite::Normal(value),
    }
}

/// The square root, digit by digit: one more than the precision, and whether something is left.
pub(super) fn square_root(t: &mut TermTable, op: FloatOp, a: Term) -> Exact {
    let format = op.format;
    let precision = format.precision();
    let x = unpack(t, format, a);
    // With an even exponent the significand has one or two digits before the point.
    let odd = t.bit(x.exponent, 0);
    let narrow = t.zero_extend(x.significand, precision + 1);
    let wide = append_zeros(t, x.significand, 1);
    let significand = t.ite(odd, wide, narrow);
    let mut root: Option<Term> = None;
    let mut rest: Option<Term> = None;
    for step in 0..precision + 1 {
        let pair = pair_of_digits(t, significand, precision, step);
        let raised = match rest {
            Some(rest) => t.concat(rest, pair),
            None => pair,
        };
        let one = number(t, 2, 1);
        let trial = match root {
            Some(root) => t.concat(root, one),
            None => one,
        };
        // After `step` digits, what is left is at most twice the root: it has one bit more.
        let width = t.width(raised).max(t.width(trial));
        let (raised, trial) = (t.zero_extend(raised, width), t.zero_extend(trial, width));
        let smaller = t.ult(raised, trial);
        let digit = t.not(smaller);
        let difference = t.sub(raised, trial);
        let left = t.ite(smaller, raised, difference);
        let found = match root {
            Some(root) => t.concat(root, digit),
            None => digit,
        };
        rest = Some(t.resize_unsigned(left, t.width(found) + 1));
        root = Some(found);
    }
    let more = match rest {
        Some(rest) => any(t, rest),
        None => t.false_(),
    };
    let significand = match root {
        Some(root) => t.concat(root, more),
        None => more,
    };
    let width = t.width(x.exponent);
    let exponent = t.extract(x.exponent, width - 1, 1);
    let positive = t.false_();
    let value = Number {
        sign: positive,
        exponent,
        significand,
        least: (format.least_exponent() - i64::from(precision)).div_euclid(2),
        greatest: format.bias() / 2,
    };
    let harmless = t.or(x.zero, x.nan);
    let other = t.not(harmless);
    let negative = t.and(x.sign, other);
    Exact {
        nans: vec![x.nan],
        invalid: vec![negative],
        divides_by_zero: None,
        infinite: vec![x.infinite],
        zero: vec![x.zero],
        infinite_sign: x.sign,
        zero_sign: x.sign,
        finite: Finite::Normal(value),
    }
}

/// The pair of digits number `step` of a significand with two digits before the point and `precision` - 1 behind it.
fn pair_of_digits(t: &mut TermTable, significand: Term, precision: u32, step: u32) -> Term {
    let (behind, down) = (precision - 1, 2 * step);
    if down <= behind {
        t.extract(significand, behind - down + 1, behind - down)
    } else if down == behind + 1 {
        let last = t.bit(significand, 0);
        append_zeros(t, last, 1)
    } else {
        number(t, 2, 0)
    }
}
