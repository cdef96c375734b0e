//! The values of functions without an exact result for formats of more digits than `double`: the number nearest to the exact value, and of two
//! the even one.
//!
//! `dashu-float` computes functions of numbers to as many digits as are asked for, with more until the error cannot matter any longer (A. Ziv, "Fast
//! Evaluation of Elementary Mathematical Functions with Correctly Rounded Last Bit", 1991). Its numbers have exponents without bounds: what the
//! ends of a format make of a value is added here, and so is what C17 says of infinities, zeros and NaN (annex F.10).
//!
//! * Below the normal numbers there are fewer digits. More are computed than any number has, and they are rounded once, to as many as there are.
//! * A value that is halfway between two numbers is never told from its neighbours by more digits. Powers and `hypot` have such values, and are exact
//!   at once with all digits that there may be; but not a power whose exponent is a fraction, which took seconds: its square roots are taken first.
//! * The library rounds a value that is just below a power of two as if places were as wide there as above it. Its last digit is not relied upon.
//! * What overflows is known beforehand: it would be computed digit by digit, and the exponential of 1e4900 has as many digits.

use dashu_base::{Approximation, Sign};
use dashu_float::round::mode::HalfEven;
use dashu_float::{Context, FBig, FpError, FpResult, Repr};

use super::function::FloatFunction;
use super::operation::FloatFormat;
use super::value::ones;

type Number = Repr<2>;
type Digits = Context<HalfEven>;
type Value = FBig<HalfEven, 2>;
type Computed = FpResult<Value>;

/// All that grows exponentially is out of range, or where it tends to, for numbers of two to the power of this and more.
const LARGE: isize = 15;

/// How many digits are computed beyond those of the format, at first.
const SPARE: usize = 32;

/// Where this many digits do not tell on which side of a number a value is, it is that number.
const MOST_DIGITS: usize = 1 << 15;

/// The value of a function of numbers that have exponents of 15 bits, at most; the second one where it takes two. Nothing if the library gives up.
pub(super) fn value(
    function: FloatFunction,
    format: FloatFormat,
    operands: [u128; 2],
) -> Option<u128> {
    use FloatFunction::*;
    let [a, b] = operands.map(|bits| number(format, bits));
    let result = rounded(format, |digits| match (function, &a, &b) {
        (Pow, base, exponent) => power(digits, base.as_ref(), exponent.as_ref()),
        (Hypot, Some(a), _) | (Hypot, _, Some(a)) if a.is_infinite() => {
            exactly(digits, Number::infinity())
        }
        (Hypot, Some(a), Some(b)) => digits.hypot(a, b),
        (Atan2, Some(a), Some(b)) => angle(digits, a, b),
        (Hypot | Atan2, ..) | (_, None, _) => Err(FpError::OutOfDomain),
        (_, Some(a), _) => of_one(digits, function, a),
    });
    match result {
        Ok(bits) => Some(bits),
        Err(FpError::Overflow(sign)) => Some(format.infinity() | sign_bit(format, sign)),
        Err(FpError::Underflow(sign)) => Some(sign_bit(format, sign)),
        Err(FpError::OutOfDomain | FpError::InfiniteInput | FpError::Indeterminate) => {
            Some(format.nan())
        }
        Err(FpError::ZivRetryLimitExceeded) => None,
    }
}

fn sign_bit(format: FloatFormat, sign: Sign) -> u128 {
    match sign {
        Sign::Positive => 0,
        Sign::Negative => format.sign(),
    }
}

/// What a bit pattern stands for; nothing for a NaN.
fn number(format: FloatFormat, bits: u128) -> Option<Number> {
    if format.is_nan(bits) {
        return None;
    }
    let sign = match bits & format.sign() {
        0 => Sign::Positive,
        _ => Sign::Negative,
    };
    let magnitude = bits & (format.sign() - 1);
    if magnitude == format.infinity() {
        return Some(infinity(sign));
    }
    let digits = magnitude & ones(format.fraction_bits());
    let exponent = magnitude >> format.fraction_bits();
    let hidden = u128::from(exponent != 0 && format.hides_leading_digit());
    let significand = digits | hidden << format.fraction_bits();
    let place = exponent.max(1) as i64 - format.bias() - i64::from(format.precision() - 1);
    Some(match significand {
        0 => Number::zero_with_sign(sign),
        _ => signed(sign, Number::new(significand.into(), place as isize)),
    })
}

fn infinity(sign: Sign) -> Number {
    match sign {
        Sign::Positive => Number::infinity(),
        Sign::Negative => Number::neg_infinity(),
    }
}

fn signed(sign: Sign, magnitude: Number) -> Number {
    match sign {
        Sign::Positive => magnitude,
        Sign::Negative => -magnitude,
    }
}

/// The magnitude of a finite number's significand, which has at most 128 digits.
fn significand(number: &Number) -> u128 {
    let (_, magnitude) = number.significand().clone().into_parts();
    u128::try_from(magnitude).unwrap_or_default()
}

/// The exponent of the leading digit of a number that is finite and not zero.
fn leading(number: &Number) -> isize {
    number.exponent() + number.digits() as isize - 1
}

fn is_zero(number: &Number) -> bool {
    number.is_pos_zero() || number.is_neg_zero()
}

/// A number, as a result that is exact.
fn exactly(digits: Digits, number: Number) -> Computed {
    Ok(Approximation::Exact(Value::from_repr(number, digits)))
}

/// The bit pattern of what is computed to any number of digits, the last of which may be off by one.
fn rounded(format: FloatFormat, compute: impl Fn(Digits) -> Computed) -> Result<u128, FpError> {
    let mut count = format.precision() as usize + SPARE;
    loop {
        let digits = Digits::new(count);
        let value = compute(digits)?.value().into_repr();
        if value.is_infinite() || is_zero(&value) {
            return Ok(packed(format, &value));
        }
        let value = Value::from_repr(value, digits);
        let last = value.ulp();
        let [low, high] = [&value - &last, &value + &last].map(|end| nearest(format, end));
        if low == high || count > MOST_DIGITS {
            return Ok(nearest(format, value));
        }
        count *= 2;
    }
}

/// The bit pattern of the number of a format that is nearest to one that is finite and not zero.
fn nearest(format: FloatFormat, value: Value) -> u128 {
    let missing = format.least_exponent() as isize - leading(value.repr());
    let digits = format.precision() as isize - missing.max(0);
    match digits {
        1.. => packed(
            format,
            value
                .with_precision(digits.unsigned_abs())
                .value_ref()
                .repr(),
        ),
        // Between half the least number and all of it.
        0 => u128::from(value.repr().digits() > 1) | sign_bit(format, value.repr().sign()),
        _ => sign_bit(format, value.repr().sign()),
    }
}

/// The bit pattern of a number that has no more digits than the format has for its exponent.
fn packed(format: FloatFormat, number: &Number) -> u128 {
    let sign = sign_bit(format, number.sign());
    if is_zero(number) {
        return sign;
    }
    if number.is_infinite() || leading(number) as i64 > format.bias() {
        return format.infinity() | sign;
    }
    let exponent = leading(number) as i64;
    let is_normal = exponent >= format.least_exponent();
    let place = exponent.max(format.least_exponent()) - i64::from(format.precision() - 1);
    let digits = significand(number) << (number.exponent() as i64 - place);
    let field = match is_normal {
        true => (exponent + format.bias()) as u128,
        false => 0,
    };
    sign | field << format.fraction_bits() | digits & ones(format.fraction_bits())
}

/// A function of one number.
fn of_one(digits: Digits, function: FloatFunction, a: &Number) -> Computed {
    use FloatFunction::*;
    let sign = a.sign();
    let is_large = a.is_infinite() || (!is_zero(a) && leading(a) >= LARGE);
    match (function, sign) {
        (Exp | Exp2 | Expm1, Sign::Positive) | (Sinh | Cosh, _) if is_large => {
            let of_result = match function {
                Cosh => Sign::Positive,
                _ => sign,
            };
            Err(FpError::Overflow(of_result))
        }
        (Exp | Exp2, Sign::Negative) if is_large => Err(FpError::Underflow(Sign::Positive)),
        (Expm1, Sign::Negative) if is_large => exactly(digits, Number::neg_one()),
        (Log | Log2 | Log10 | Log1p, Sign::Positive) | (Cbrt, _) if a.is_infinite() => {
            exactly(digits, a.clone())
        }
        (Exp, _) => digits.exp(a, None),
        (Exp2, _) => digits.powf(&Number::new(2.into(), 0), a, None),
        (Expm1, _) => digits.exp_m1(a, None),
        (Log, _) => digits.ln(a, None),
        (Log2, _) => digits.log2(a, None),
        (Log10, _) => digits.log10(a, None),
        (Log1p, _) => digits.ln_1p(a, None),
        (Cbrt, _) => digits.cbrt(a),
        (Sin, _) => digits.sin(a, None),
        (Cos, _) => digits.cos(a, None),
        (Tan, _) => digits.tan(a, None),
        (Asin, _) => digits.asin(a, None),
        (Acos, _) => digits.acos(a, None),
        (Atan, _) => digits.atan(a, None),
        (Sinh, _) => digits.sinh(a, None),
        (Cosh, _) => digits.cosh(a, None),
        (Tanh, _) => digits.tanh(a, None),
        // Functions of two numbers: above.
        (Pow | Atan2 | Hypot, _) => Err(FpError::OutOfDomain),
    }
}

/// The angle of a point, C's `atan2`.
fn angle(digits: Digits, y: &Number, x: &Number) -> Computed {
    // An infinite coordinate leaves of the other one only the sign, if that is not infinite, too.
    let (y, x) = match y.is_infinite() || x.is_infinite() {
        true => {
            let limit = |number: &Number| match number.is_infinite() {
                true => signed(number.sign(), Number::one()),
                false => Number::zero_with_sign(number.sign()),
            };
            (&limit(y), &limit(x))
        }
        false => (y, x),
    };
    match (is_zero(y), x.sign()) {
        (true, Sign::Positive) => exactly(digits, y.clone()),
        (true, Sign::Negative) => {
            let turn = digits.pi::<2>(None);
            Ok(turn.map(|turn| match y.sign() {
                Sign::Positive => turn,
                Sign::Negative => -turn,
            }))
        }
        (false, _) => digits.atan2(y, x, None),
    }
}

/// A power. Nothing stands for a NaN.
fn power(digits: Digits, base: Option<&Number>, exponent: Option<&Number>) -> Computed {
    let is_one = |number: &Number| number.is_finite() && *number == Number::one();
    if base.is_some_and(is_one) || exponent.is_some_and(is_zero) {
        return exactly(digits, Number::one());
    }
    let (Some(base), Some(exponent)) = (base, exponent) else {
        return Err(FpError::OutOfDomain);
    };
    let is_odd = exponent.is_int() && exponent.exponent() == 0;
    let sign = match base.sign() {
        Sign::Negative if is_odd => Sign::Negative,
        Sign::Negative | Sign::Positive => Sign::Positive,
    };
    let grows = exponent.sign() == Sign::Positive;
    let end = |is_infinite: bool| match is_infinite {
        true => exactly(digits, infinity(sign)),
        false => exactly(digits, Number::zero_with_sign(sign)),
    };
    if is_zero(base) || base.is_infinite() {
        return end(grows == base.is_infinite());
    }
    let magnitude = signed(base.sign(), base.clone());
    if is_one(&magnitude) && (exponent.is_infinite() || exponent.is_int()) {
        return exactly(digits, signed(sign, Number::one()));
    }
    if exponent.is_infinite() {
        return end(grows == (leading(&magnitude) >= 0));
    }
    if base.sign() == Sign::Negative && !exponent.is_int() {
        return Err(FpError::OutOfDomain);
    }
    let logarithm = Digits::new(64).log2(&magnitude, None)?.value();
    if leading(logarithm.repr()) + leading(exponent) >= LARGE {
        return match logarithm.repr().sign() * exponent.sign() {
            Sign::Positive => Err(FpError::Overflow(sign)),
            Sign::Negative => Err(FpError::Underflow(sign)),
        };
    }
    let (root, exponent) = without_roots(magnitude, exponent.clone());
    let result = digits.powf(&root, &exponent, None)?;
    Ok(result.map(|result| match sign {
        Sign::Positive => result,
        Sign::Negative => -result,
    }))
}

/// The same power with square roots taken as long as the exponent is a fraction and they are exact.
fn without_roots(mut base: Number, mut exponent: Number) -> (Number, Number) {
    while !exponent.is_int() && base.exponent() % 2 == 0 {
        let square = significand(&base);
        let root = square.isqrt();
        if root * root != square {
            break;
        }
        base = Number::new(root.into(), base.exponent() / 2);
        exponent = Number::new(exponent.significand().clone(), exponent.exponent() + 1);
    }
    (base, exponent)
}

#[cfg(test)]
mod tests;
