//! Conversions between formats, from and to integers, and to whole numbers.

use super::exact::{Exact, Finite};
use super::round::{Number, rounds_up};
use super::unpack::{exponent_width, fields, magnitude_width, nan, pack, unpack};
use super::words::{
    any, any_below, append_zeros, either, none, normalise, number, plus, shift_right_sticky, top,
};
use crate::float::operation::{FloatOp, FloatOperator, Rounding};
use crate::node::Term;
use crate::table::TermTable;

/// To another format.
pub(super) fn convert(t: &mut TermTable, op: FloatOp, a: Term) -> Exact {
    let from = op.format;
    let x = unpack(t, from, a);
    let value = Number {
        sign: x.sign,
        exponent: x.exponent,
        significand: x.significand,
        least: from.least_exponent() - i64::from(from.precision()) + 1,
        greatest: from.bias(),
    };
    Exact {
        nans: vec![x.nan],
        invalid: Vec::new(),
        divides_by_zero: None,
        infinite: vec![x.infinite],
        zero: vec![x.zero],
        infinite_sign: x.sign,
        zero_sign: x.sign,
        finite: Finite::Normal(value),
    }
}

/// From an integer.
pub(super) fn from_integer(t: &mut TermTable, op: FloatOp, a: Term) -> Exact {
    let width = t.width(a);
    let (sign, magnitude) = match op.operator.from_integer() {
        Some(true) => {
            let sign = t.bit(a, width - 1);
            let negated = t.neg(a);
            (sign, t.ite(sign, negated, a))
        }
        Some(false) | None => (t.false_(), a),
    };
    let (significand, zeros) = normalise(t, magnitude);
    let exponent_width = t.width(zeros) + 2;
    let zeros = t.zero_extend(zeros, exponent_width);
    let greatest = i64::from(width) - 1;
    let first = number(t, exponent_width, greatest);
    let exponent = t.sub(first, zeros);
    let value = Number {
        sign,
        exponent,
        significand,
        least: 0,
        greatest,
    };
    let nothing = none(t, magnitude);
    let positive = t.false_();
    Exact {
        nans: Vec::new(),
        invalid: Vec::new(),
        divides_by_zero: None,
        infinite: Vec::new(),
        zero: vec![nothing],
        infinite_sign: sign,
        zero_sign: positive,
        finite: Finite::Normal(value),
    }
}

/// To an integer of `width` bits.
pub(super) fn to_integer(t: &mut TermTable, op: FloatOp, width: u32, a: Term) -> Term {
    let format = op.format;
    let x = unpack(t, format, a);
    // The first digit of the register is worth 2^width; below the integer there are two digits at least.
    let digits = (width + 1).max(format.precision()) + 2;
    let register = append_zeros(t, x.significand, digits - format.precision());
    let bits = u32::BITS - width.leading_zeros();
    let exponent_width = exponent_width(format).max(bits + 1) + 1;
    let exponent = t.sign_extend(x.exponent, exponent_width);
    let first = number(t, exponent_width, i64::from(width));
    let too_large = t.slt(first, exponent);
    let distance = t.sub(first, exponent);
    let shifted = shift_right_sticky(t, register, distance);
    let whole = top(t, shifted, width + 1);
    let below = digits - width - 1;
    let last = t.bit(whole, 0);
    let next = t.bit(shifted, below - 1);
    let more = any_below(t, shifted, below - 1);
    let up = rounds_up(t, op.rounding, x.sign, [last, next, more]);
    let whole = t.zero_extend(whole, width + 2);
    let up = t.zero_extend(up, width + 2);
    let magnitude = t.add(whole, up);

    let (signed, saturate) = match op.operator {
        FloatOperator::ToSigned => (true, false),
        FloatOperator::ToSignedSaturating => (true, true),
        FloatOperator::ToUnsignedSaturating => (false, true),
        _ => (false, false),
    };
    let above = |t: &mut TermTable, low: u32| {
        let rest = t.extract(magnitude, width + 1, low);
        any(t, rest)
    };
    let unfit = if signed {
        // 2^(width-1) has a place among the negative numbers only.
        let large = above(t, width - 1);
        let least = t.bit(magnitude, width - 1);
        let low = match width {
            1 => t.false_(),
            _ => any_below(t, magnitude, width - 1),
        };
        let high = above(t, width);
        let not_least = t.not(least);
        let more_than_least = either(t, &[low, high, not_least]);
        let negative_unfit = t.and(large, more_than_least);
        t.ite(x.sign, negative_unfit, large)
    } else {
        let some = any(t, magnitude);
        let large = above(t, width);
        t.ite(x.sign, some, large)
    };
    let not_zero = t.not(x.zero);
    let too_large = t.and(too_large, not_zero);
    let unfit = either(t, &[unfit, too_large, x.infinite]);
    let value = t.truncate(magnitude, width);
    let negated = t.neg(value);
    let value = t.ite(x.sign, negated, value);
    let zero = number(t, width, 0);
    let otherwise = if saturate {
        let ones = number(t, width, -1);
        let (least, greatest) = match signed {
            true => {
                let top_bit = number(t, width, 1);
                let place = number(t, width, i64::from(width) - 1);
                let least = t.shl(top_bit, place);
                (least, t.not(least))
            }
            false => (zero, ones),
        };
        t.ite(x.sign, least, greatest)
    } else {
        zero
    };
    let value = t.ite(unfit, otherwise, value);
    t.ite(x.nan, zero, value)
}

/// To a whole number: the packed number plus as much below the point as rounds it, without what is below the point then. A carry is the
/// next exponent.
pub(super) fn round_to_integral(t: &mut TermTable, op: FloatOp, a: Term) -> Term {
    let format = op.format;
    let x = fields(t, format, a);
    let fraction_bits = format.precision() - 1;
    let width = magnitude_width(format);
    let magnitude = t.concat(x.exponent, x.fraction);

    // Numbers from 1 to where all numbers are whole.
    let mask_width = fraction_bits + 1;
    let amount_width = mask_width.max(format.exponent_bits() + 1);
    let exponent = t.zero_extend(x.exponent, amount_width);
    let all_whole = format.bias() + i64::from(fraction_bits);
    let from = number(t, amount_width, all_whole);
    let places = t.sub(from, exponent);
    let places = t.truncate(places, mask_width);
    let ones = number(t, mask_width, -1);
    let above = t.shl(ones, places);
    let mask = t.not(above);
    let zero_bit = t.false_();
    let upper = t.extract(mask, mask_width - 1, 1);
    let half_less_one = t.concat(zero_bit, upper);
    let nothing = number(t, mask_width, 0);
    let added = match op.rounding {
        Rounding::NearestEven => {
            let one = number(t, mask_width, 1);
            let unit = t.add(mask, one);
            let low = t.resize_unsigned(magnitude, mask_width);
            let odd = t.and(low, unit);
            let odd = any(t, odd);
            let odd = t.zero_extend(odd, mask_width);
            t.add(half_less_one, odd)
        }
        Rounding::NearestAway => plus(t, half_less_one, 1),
        Rounding::Up => t.ite(x.sign, nothing, mask),
        Rounding::Down => t.ite(x.sign, mask, nothing),
        Rounding::Zero => nothing,
    };
    let added = t.zero_extend(added, width);
    let sum = t.add(magnitude, added);
    let mask = t.zero_extend(mask, width);
    let kept = t.not(mask);
    let rounded = t.and(sum, kept);

    // Numbers below 1.
    let exponent_width = format.exponent_bits();
    let point = number(t, exponent_width, format.bias());
    let small = t.ult(x.exponent, point);
    let half = number(t, exponent_width, format.bias() - 1);
    let half = append_zeros(t, half, fraction_bits);
    let not_zero = t.not(x.zero);
    let becomes_one = match op.rounding {
        Rounding::NearestEven => t.ult(half, magnitude),
        Rounding::NearestAway => t.ule(half, magnitude),
        Rounding::Up => {
            let positive = t.not(x.sign);
            t.and(positive, not_zero)
        }
        Rounding::Down => t.and(x.sign, not_zero),
        Rounding::Zero => t.false_(),
    };
    let one = append_zeros(t, point, fraction_bits);
    let none = number(t, width, 0);
    let of_small = t.ite(becomes_one, one, none);

    let whole_from = number(t, exponent_width, all_whole.min((1 << exponent_width) - 1));
    let whole = t.ule(whole_from, x.exponent);
    let result = t.ite(small, of_small, rounded);
    let result = t.ite(whole, magnitude, result);
    let result = pack(t, format, x.sign, result);
    let nan = nan(t, format);
    t.ite(x.nan, nan, result)
}
