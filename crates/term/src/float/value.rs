//! The value of a float operation on constants.
//!
//! The arithmetic is that of `rustc_apfloat`, the port of LLVM's `APFloat` that the Rust compiler folds constants with, so it is
//! the same on every machine. Its status says which exceptions are raised, but for two: it sees an overflow only where the result is infinite, and
//! an underflow where the result is no normal number, although one that was rounded up to the least normal number may be tiny, too. Where that may
//! be, the operation is done again with more bits of exponent ([`Wide`]). Whole numbers go through integers, since the library's way there overflows in small formats. It has no square root: the one here takes digit by digit (M. Ercegovac, T. Lang, "Digital
//! Arithmetic", 2004, section 6.1) with a remainder that says how to round.

use std::cmp::Ordering;

use rustc_apfloat::ieee::{
    BFloat, Double, Half, IeeeFloat, Quad, Semantics, Single, X87DoubleExtended,
};
use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};

use super::operation::{FloatFormat, FloatOp, FloatOperator, Rounding, exception};
use super::{correctly_rounded, library};

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

/// A format with as many digits, and an exponent of four bits more: it has the results of all operations on numbers of the format.
pub(crate) struct Wide<S>(std::marker::PhantomData<S>);

impl<S: Semantics> Semantics for Wide<S> {
    const BITS: usize = S::BITS + 4;
    const EXP_BITS: usize = S::EXP_BITS + 4;
    const PRECISION: usize = S::PRECISION;
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

pub(super) const fn ones(width: u32) -> u128 {
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

    /// The number of the bit that is set in a quiet NaN, and not in a signalling one.
    pub const fn quiet_bit(self) -> u32 {
        self.precision() - 2
    }

    /// Whether a bit pattern is a signalling NaN; where the leading digit is written, whether it is one or is missing.
    pub fn is_signalling(self, bits: u128) -> bool {
        let is_quiet = bits & self.quiet_digits() == self.quiet_digits();
        self.is_nan(bits) && !is_quiet
    }

    /// The bits that are set in every quiet NaN, below the exponent.
    pub(crate) const fn quiet_digits(self) -> u128 {
        let leading = (!self.hides_leading_digit()) as u128;
        1 << self.quiet_bit() | leading << (self.precision() - 1)
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
        Sqrt => return square_root(op, operands[0]).0,
        Function | FunctionOfTwo => {
            return library_value(op, operands[0], operands[1]);
        }
        AddFlags | MulFlags | DivFlags | MulAddFlags | SqrtFlags | ConvertFlags
        | FromSignedFlags | FromUnsignedFlags => return both(op, widths[0], operands).1.into(),
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
            Convert | Sqrt | AddFlags | MulFlags | DivFlags | MulAddFlags | SqrtFlags
            | ConvertFlags | FromSignedFlags | FromUnsignedFlags | Function | FunctionOfTwo => {
                number(a)
            }
        };
        match result.is_nan() {
            true => op.format.nan(),
            false => result.to_bits(),
        }
    })
}

/// The value of a function without an exact result. Formats of fewer digits than `double` but `float` take the value of `double`, and round it.
fn library_value(op: FloatOp, a: u128, b: u128) -> u128 {
    let format = op.format;
    if format.precision() > FloatFormat::Double.precision()
        && let Some(result) = correctly_rounded::value(op.function, format, [a, b])
    {
        return result;
    }
    if format == FloatFormat::Single {
        let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        let result = library::single(op.function, a, b);
        return match result.is_nan() {
            true => format.nan(),
            false => result.to_bits().into(),
        };
    }
    let converted = |from: FloatFormat, to: FloatFormat, bits: u128| {
        convert(FloatOp::convert(from, to, Rounding::NearestEven), bits)
    };
    let wide = |bits| f64::from_bits(converted(format, FloatFormat::Double, bits) as u64);
    let result = library::double(op.function, wide(a), wide(b)).to_bits();
    converted(FloatFormat::Double, format, result.into())
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

/// The result of an operation and the exceptions that it raises, for each operator that has a row for these, and for those rows; `width` is that
/// of the first operand.
pub(super) fn both(op: FloatOp, width: u32, operands: [u128; 3]) -> (u128, u8) {
    use FloatOperator::*;
    let round = op.rounding.of_library();
    let [a, b, c] = operands;
    let signalling = |operands: &[u128]| operands.iter().any(|&bits| op.format.is_signalling(bits));
    // The library's result and exceptions, and whether an operand is invalid.
    let with = |(result, flags): (u128, u8), invalid: bool| {
        let result = match op.to.is_nan(result) {
            true => op.to.nan(),
            false => result,
        };
        (result, flags | (exception::INVALID * invalid as u8))
    };
    match op.operator {
        Sqrt | SqrtFlags => square_root(op, a),
        Convert | ConvertFlags => with_format!(op.format, From => with_format!(op.to, To => {
            with(conversion(From::from_bits(a), To::ZERO, round), signalling(&[a]))
        })),
        FromSigned | FromSignedFlags => with_format!(op.format, N => {
            with(from_integer(N::ZERO, sign_extended(a, width), round), false)
        }),
        FromUnsigned | FromUnsignedFlags => with_format!(op.format, N => {
            with(from_natural(N::ZERO, a, round), false)
        }),
        Add | AddFlags => with_format!(op.format, N => {
            let numbers = [a, b].map(N::from_bits);
            let found = raised(numbers, |[a, b]| a.add_r(b, round), |[a, b]| a.add_r(b, round));
            with(found, signalling(&[a, b]))
        }),
        Mul | MulFlags => with_format!(op.format, N => {
            let numbers = [a, b].map(N::from_bits);
            let found = raised(numbers, |[a, b]| a.mul_r(b, round), |[a, b]| a.mul_r(b, round));
            with(found, signalling(&[a, b]))
        }),
        Div | DivFlags => with_format!(op.format, N => {
            let numbers = [a, b].map(N::from_bits);
            let found = raised(numbers, |[a, b]| a.div_r(b, round), |[a, b]| a.div_r(b, round));
            with(found, signalling(&[a, b]))
        }),
        MulAdd | MulAddFlags => with_format!(op.format, N => {
            let numbers @ [x, y, _] = [a, b, c].map(N::from_bits);
            let no_product = (x.is_infinite() && y.is_zero()) || (x.is_zero() && y.is_infinite());
            let found = raised(
                numbers,
                |[a, b, c]| a.mul_add_r(b, c, round),
                |[a, b, c]| a.mul_add_r(b, c, round),
            );
            with(found, no_product || signalling(&[a, b, c]))
        }),
        Remainder | Modulo | RoundToIntegral | Equal | Less | LessEqual | ToSigned | ToUnsigned
        | ToSignedSaturating | ToUnsignedSaturating | Function | FunctionOfTwo => (0, 0),
    }
}

/// The result and the exceptions of an operation on numbers of a format, which is done again on wider ones if need be.
fn raised<S: Semantics, const COUNT: usize>(
    operands: [IeeeFloat<S>; COUNT],
    operation: impl FnOnce([IeeeFloat<S>; COUNT]) -> StatusAnd<IeeeFloat<S>>,
    wide: impl FnOnce([IeeeFloat<Wide<S>>; COUNT]) -> StatusAnd<IeeeFloat<Wide<S>>>,
) -> (u128, u8) {
    with_range(operation(operands), || {
        wide(operands.map(|operand| operand.convert(&mut false).value)).value
    })
}

/// A conversion to the format of `_to`.
fn conversion<S: Semantics, T: Semantics>(
    number: IeeeFloat<S>,
    _to: IeeeFloat<T>,
    round: Round,
) -> (u128, u8) {
    let found: StatusAnd<IeeeFloat<T>> = number.convert_r(round, &mut false);
    with_range(found, || number.convert_r(round, &mut false).value)
}

/// A conversion of a signed integer to the format of `_to`.
fn from_integer<S: Semantics>(_to: IeeeFloat<S>, integer: i128, round: Round) -> (u128, u8) {
    with_range(IeeeFloat::<S>::from_i128_r(integer, round), || {
        IeeeFloat::from_i128_r(integer, round).value
    })
}

/// A conversion of an unsigned integer to the format of `_to`.
fn from_natural<S: Semantics>(_to: IeeeFloat<S>, integer: u128, round: Round) -> (u128, u8) {
    with_range(IeeeFloat::<S>::from_u128_r(integer, round), || {
        IeeeFloat::from_u128_r(integer, round).value
    })
}

/// A result and the exceptions that its operation raises; at the ends of the range, `wide` gives the result for exponents without bounds.
fn with_range<S: Semantics>(
    found: StatusAnd<IeeeFloat<S>>,
    wide: impl FnOnce() -> IeeeFloat<Wide<S>>,
) -> (u128, u8) {
    let status = found.status;
    let mut flags = 0;
    for (library, flag) in [
        (Status::INVALID_OP, exception::INVALID),
        (Status::DIV_BY_ZERO, exception::DIVISION_BY_ZERO),
        (Status::INEXACT, exception::INEXACT),
    ] {
        if status.contains(library) {
            flags |= flag;
        }
    }
    let magnitude = found.value.abs();
    let at_end = magnitude.is_infinite()
        || magnitude.is_largest()
        || magnitude <= IeeeFloat::smallest_normalized();
    if flags & exception::INEXACT != 0 && at_end {
        let exponent = wide().ilogb();
        if exponent > S::MAX_EXP {
            flags |= exception::OVERFLOW;
        }
        if exponent < S::MIN_EXP {
            flags |= exception::UNDERFLOW;
        }
    }
    (found.value.to_bits(), flags)
}

/// The classes that numbers have: bits of a set, for a negative and for a positive one; for a quiet and for a signalling NaN.
pub(super) mod number_class {
    pub const INFINITE: [u32; 2] = [0, 7];
    pub const NORMAL: [u32; 2] = [1, 6];
    pub const SUBNORMAL: [u32; 2] = [2, 5];
    pub const ZERO: [u32; 2] = [3, 4];
    pub const NAN: [u32; 2] = [9, 8];
}

/// The class of a bit pattern, one of [`CLASSES_WIDTH`](super::CLASSES_WIDTH) bits.
pub fn class(format: FloatFormat, bits: u128) -> u64 {
    let magnitude = bits & (format.sign() - 1);
    let class = if format.is_nan(bits) {
        return 1 << number_class::NAN[format.is_signalling(bits) as usize];
    } else if magnitude == 0 {
        number_class::ZERO
    } else if magnitude >> format.fraction_bits() == 0 {
        number_class::SUBNORMAL
    } else if magnitude < format.infinity() {
        number_class::NORMAL
    } else {
        number_class::INFINITE
    };
    let negative = bits & format.sign() != 0;
    1 << if negative { class[0] } else { class[1] }
}

/// The exceptions of a comparison or a minimum: invalid for a signalling NaN, or for any if it is said to be `signalling` itself.
pub fn invalid_flags(format: FloatFormat, signalling: bool, operands: [u128; 2]) -> u8 {
    let raises = operands.iter().any(|&bits| match signalling {
        true => format.is_nan(bits),
        false => format.is_signalling(bits),
    });
    exception::INVALID * raises as u8
}

/// The exceptions of a conversion to an integer of `width` bits, at most 64: invalid for what does not fit.
pub fn integer_flags(
    signed: bool,
    format: FloatFormat,
    rounding: Rounding,
    width: u32,
    bits: u128,
) -> u8 {
    with_format!(format, N => {
        let found = N::from_bits(bits).to_i128_r(128, rounding.of_library(), &mut false);
        let (least, greatest) = match signed {
            true => (i128::MIN >> (128 - width), !(i128::MIN >> (128 - width))),
            false => (0, ones(width) as i128),
        };
        if found.status.contains(Status::INVALID_OP) || !(least..=greatest).contains(&found.value) {
            exception::INVALID
        } else if found.status.contains(Status::INEXACT) {
            exception::INEXACT
        } else {
            0
        }
    })
}

/// The least integer of `width` bits, and the first above the greatest, as numbers of a format; none for one that is out of its range.
pub fn integer_bounds(signed: bool, format: FloatFormat, width: u32) -> [Option<u128>; 2] {
    let power = |exponent: u32| {
        let in_range = i64::from(exponent) <= format.bias();
        in_range.then(
            || with_format!(format, N => N::from_u128(1).value.scalbn(exponent as i32).to_bits()),
        )
    };
    match signed {
        true => {
            let end = power(width - 1);
            [end.map(|end| end | format.sign()), end]
        }
        false => [Some(0), power(width)],
    }
}

/// The square root, with one more digit and what is left of the number; and its exceptions.
fn square_root(op: FloatOp, bits: u128) -> (u128, u8) {
    let format = op.format;
    with_format!(format, N => {
        let number = N::from_bits(bits);
        if number.is_nan() || (number.is_negative() && !number.is_zero()) {
            let quiet = number.is_nan() && !format.is_signalling(bits);
            return (format.nan(), exception::INVALID * !quiet as u8);
        }
        if number.is_zero() || number.is_infinite() {
            return (bits, 0);
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
        let rounded = |root: u128, exact: bool| {
            let last = root & 1 == 1;
            let kept = root >> 1;
            let up = match op.rounding {
                Rounding::NearestEven => last && (!exact || kept & 1 == 1),
                Rounding::NearestAway => last,
                Rounding::Up => last || !exact,
                Rounding::Down | Rounding::Zero => false,
            };
            kept + up as u128
        };
        let becomes_greater = rounded(root, exact) >> precision != 0;
        let tiny = exponent + i64::from(becomes_greater) < format.least_exponent();
        let exact = exact && root & ones(lost) == 0;
        let root = root >> lost;
        let flags = match (exact && root & 1 == 0, tiny) {
            (true, _) => 0,
            (false, false) => exception::INEXACT,
            (false, true) => exception::INEXACT | exception::UNDERFLOW,
        };
        let rounded = rounded(root, exact);
        // What has one digit more than the precision is a power of two.
        let carry = rounded >> precision;
        let place = exponent + i64::from(lost) - (i64::from(precision) - 1) + carry as i64;
        let rounded = N::from_u128(rounded >> carry).value;
        (rounded.scalbn(place as i32).to_bits(), flags)
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
