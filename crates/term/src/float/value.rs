//! The value of a float operation on constants.
//!
//! The arithmetic is that of `rustc_apfloat`, the port of LLVM's `APFloat` that the Rust compiler folds constants with, so it is
//! the same on every machine. Whole numbers go through integers, since the library's way there overflows in small formats. It has no square root: the one here takes digit by digit (M. Ercegovac, T. Lang, "Digital
//! Arithmetic", 2004, section 6.1) with a remainder that says how to round.

use std::cmp::Ordering;

use rustc_apfloat::ieee::{
    BFloat, Double, Half, IeeeFloat, Quad, Semantics, Single, X87DoubleExtended,
};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use super::operation::{FloatFormat, FloatOp, FloatOperator, Rounding};

/// The semantics of [`FloatFormat::Seven`].
pub(crate) struct SevenSemantics;

impl Semantics for SevenSemantics {
    const BITS: usize = FloatFormat::Seven.width() as usize;
    const EXP_BITS: usize = FloatFormat::Seven.exponent_bits() as usize;
}

/// The semantics of [`FloatFormat::Nine`].
pub(crate) struct NineSemantics;

impl Semantics for NineSemantics {
    const BITS: usize = FloatFormat::Nine.width() as usize;
    const EXP_BITS: usize = FloatFormat::Nine.exponent_bits() as usize;
}

/// Runs an expression with `$number` standing for the library's type of numbers of a format.
macro_rules! with_format {
    ($format:expr, $number:ident => $body:expr) => {
        match $format {
            FloatFormat::Half => {
                type $number = Half;
                $body
            }
            FloatFormat::Brain => {
                type $number = BFloat;
                $body
            }
            FloatFormat::Single => {
                type $number = Single;
                $body
            }
            FloatFormat::Double => {
                type $number = Double;
                $body
            }
            FloatFormat::Extended => {
                type $number = X87DoubleExtended;
                $body
            }
            FloatFormat::Quad => {
                type $number = Quad;
                $body
            }
            FloatFormat::Seven => {
                type $number = IeeeFloat<SevenSemantics>;
                $body
            }
            FloatFormat::Nine => {
                type $number = IeeeFloat<NineSemantics>;
                $body
            }
        }
    };
}

impl Rounding {
    const fn of_library(self) -> Round {
        match self {
            Rounding::NearestEven => Round::NearestTiesToEven,
            Rounding::NearestAway => Round::NearestTiesToAway,
            Rounding::Up => Round::TowardPositive,
            Rounding::Down => Round::TowardNegative,
            Rounding::Zero => Round::TowardZero,
        }
    }
}

const fn ones(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}

impl FloatFormat {
    /// The NaN that operations give: positive, quiet, without payload.
    pub fn nan(self) -> u128 {
        self.infinity() | 1 << (self.precision() - 2)
    }

    /// Positive infinity.
    pub fn infinity(self) -> u128 {
        let exponent = ones(self.exponent_bits()) << self.fraction_bits();
        match self.hides_leading_digit() {
            true => exponent,
            false => exponent | 1 << (self.precision() - 1),
        }
    }

    /// The sign bit.
    pub fn sign(self) -> u128 {
        1 << (self.width() - 1)
    }

    /// The number 1.
    pub fn one(self) -> u128 {
        with_format!(self, N => N::from_u128(1).value.to_bits())
    }

    /// Whether a bit pattern is a NaN.
    pub fn is_nan(self, bits: u128) -> bool {
        with_format!(self, N => N::from_bits(bits).is_nan())
    }
}

/// The result of an operation; `widths` and `operands` are as many as it takes, `width` is that of the result (at most 128 all).
pub(crate) fn value(op: FloatOp, width: u32, widths: [u32; 3], operands: [u128; 3]) -> u128 {
    use FloatOperator::*;
    let round = op.rounding.of_library();
    match op.operator {
        Convert => return convert(op, operands[0]),
        Sqrt => return square_root(op, operands[0]),
        Add | Mul | Div | MulAdd | Remainder | Modulo | RoundToIntegral | Equal | Less
        | LessEqual | FromSigned | FromUnsigned | ToSigned | ToUnsigned | ToSignedSaturating
        | ToUnsignedSaturating => {}
    }
    with_format!(op.format, N => {
        let [a, b, c] = operands;
        let number = |bits: u128| N::from_bits(bits);
        let result = match op.operator {
            Add => number(a).add_r(number(b), round).value,
            Mul => number(a).mul_r(number(b), round).value,
            Div => number(a).div_r(number(b), round).value,
            MulAdd => number(a).mul_add_r(number(b), number(c), round).value,
            Remainder => number(a).ieee_rem(number(b)).value,
            Modulo => number(a).c_fmod(number(b)).value,
            RoundToIntegral => {
                let given = number(a);
                let has_fraction = given.is_finite_non_zero()
                    && i64::from(given.ilogb()) < i64::from(op.format.precision()) - 1;
                match has_fraction {
                    true => {
                        let whole = given.to_i128_r(128, round, &mut false).value;
                        N::from_i128(whole).value.copy_sign(given)
                    }
                    false => given,
                }
            }
            FromSigned => {
                let integer = sign_extended(a, widths[0]);
                N::from_i128_r(integer, round).value
            }
            FromUnsigned => N::from_u128_r(a, round).value,
            Equal => return (number(a) == number(b)) as u128,
            Less => return (number(a) < number(b)) as u128,
            LessEqual => return (number(a) <= number(b)) as u128,
            ToSigned | ToSignedSaturating => {
                let found = number(a).to_i128_r(128, round, &mut false);
                let least = i128::MIN >> (128 - width);
                let nearest = found.value.clamp(least, !least);
                let fits = nearest == found.value && !found.status.contains(Status::INVALID_OP);
                return integer(fits || op.operator == ToSignedSaturating, nearest as u128, width);
            }
            ToUnsigned | ToUnsignedSaturating => {
                let found = number(a).to_u128_r(128, round, &mut false);
                let nearest = found.value.min(ones(width));
                let fits = nearest == found.value && !found.status.contains(Status::INVALID_OP);
                return integer(fits || op.operator == ToUnsignedSaturating, nearest, width);
            }
            // Dealt with above.
            Convert | Sqrt => number(a),
        };
        match result.is_nan() {
            true => op.format.nan(),
            false => result.to_bits(),
        }
    })
}

/// The nearest integer if it counts; the library gives 0 for a NaN.
fn integer(counts: bool, nearest: u128, width: u32) -> u128 {
    match counts {
        true => nearest & ones(width),
        false => 0,
    }
}

fn sign_extended(value: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}

fn convert(op: FloatOp, bits: u128) -> u128 {
    let round = op.rounding.of_library();
    if op.format == op.to {
        return match op.format.is_nan(bits) {
            true => op.format.nan(),
            false => bits,
        };
    }
    with_format!(op.format, From => with_format!(op.to, To => {
        let result = resized::<From, To>(From::from_bits(bits), round);
        match result.is_nan() {
            true => op.to.nan(),
            false => result.to_bits(),
        }
    }))
}

fn resized<From: FloatConvert<To>, To: Float>(number: From, round: Round) -> To {
    number.convert_r(round, &mut false).value
}

/// The square root, with one more digit and what is left of the number.
fn square_root(op: FloatOp, bits: u128) -> u128 {
    let format = op.format;
    with_format!(format, N => {
        let number = N::from_bits(bits);
        if number.is_nan() || (number.is_negative() && !number.is_zero()) {
            return format.nan();
        }
        if number.is_zero() || number.is_infinite() {
            return bits;
        }
        // The number is `significand` * 2^(exponent - precision + 1), and the exponent is made even.
        let precision = format.precision();
        let mut exponent = number.ilogb() as i64;
        let normal = number.scalbn(-(exponent as i32)).to_bits();
        let fraction = normal & ones(precision - 1);
        let mut significand = 1 << (precision - 1) | fraction;
        if exponent & 1 != 0 {
            significand <<= 1;
            exponent -= 1;
        }
        let exponent = exponent / 2;
        let (root, exact) = root_of(significand, precision);
        // A subnormal result, which only small formats have, keeps fewer digits.
        let lost = (format.least_exponent() - exponent).clamp(0, i64::from(precision)) as u32;
        let exact = exact && root & ones(lost) == 0;
        let root = root >> lost;
        let last = root & 1 == 1;
        let kept = root >> 1;
        let up = match op.rounding {
            Rounding::NearestEven => last && (!exact || kept & 1 == 1),
            Rounding::NearestAway => last,
            Rounding::Up => last || !exact,
            Rounding::Down | Rounding::Zero => false,
        };
        let rounded = kept + up as u128;
        // What has one digit more than the precision is a power of two.
        let carry = rounded >> precision;
        let place = exponent + i64::from(lost) - (i64::from(precision) - 1) + carry as i64;
        let rounded = N::from_u128(rounded >> carry).value;
        rounded.scalbn(place as i32).to_bits()
    })
}

/// The first `precision` + 1 digits of the root of `significand` / 2^(`precision` - 1), which is at least 1 and below 4; and
/// whether they are all.
fn root_of(significand: u128, precision: u32) -> (u128, bool) {
    let digits = precision + 1;
    let (mut root, mut rest) = (0u128, 0u128);
    // Pairs of binary digits from the top: the integral part has one pair, and then the fraction follows.
    for step in 0..digits {
        let low = i64::from(precision - 1) - 2 * i64::from(step);
        let pair = match low.cmp(&-1) {
            Ordering::Greater => significand >> low & 3,
            Ordering::Equal => (significand & 1) << 1,
            Ordering::Less => 0,
        };
        rest = rest << 2 | pair;
        let trial = root << 2 | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    (root, rest == 0)
}
