//! Floating point on constants: IEEE 754 in the processor's own arithmetic, rounding to nearest, ties to even.

use everypath_program::{FloatFormat, FloatOperation, MathFunction};
use everypath_term::ops::{mask, signed};

/// The result of an operation on bit patterns; there are as many arguments as the operation takes.
pub(crate) fn compute(operation: FloatOperation, format: FloatFormat, arguments: &[u64]) -> u64 {
    let argument = |index: usize| arguments.get(index).copied().unwrap_or(0);
    let bits = [argument(0), argument(1), argument(2)];
    match operation {
        FloatOperation::FromInteger {
            width,
            signed: sign,
        } => from_integer(format, bits[0], width, sign),
        _ => match format {
            FloatFormat::Single => {
                let [a, b, c] = bits.map(|bits| f32::from_bits(bits as u32));
                single(operation, a, b, c)
            }
            FloatFormat::Double => {
                let [a, b, c] = bits.map(f64::from_bits);
                double(operation, a, b, c)
            }
        },
    }
}

fn from_integer(format: FloatFormat, bits: u64, width: u32, sign: bool) -> u64 {
    let unsigned = bits & mask(width);
    let number = signed(unsigned, width);
    match (format, sign) {
        (FloatFormat::Single, true) => u64::from((number as f32).to_bits()),
        (FloatFormat::Single, false) => u64::from((unsigned as f32).to_bits()),
        (FloatFormat::Double, true) => (number as f64).to_bits(),
        (FloatFormat::Double, false) => (unsigned as f64).to_bits(),
    }
}

macro_rules! arithmetic {
    ($name:ident, $type:ty) => {
        fn $name(operation: FloatOperation, a: $type, b: $type, c: $type) -> u64 {
            use FloatOperation::*;
            let number = match operation {
                Add => a + b,
                Sub => a - b,
                Mul => a * b,
                Div => a / b,
                MulAdd => a.mul_add(b, c),
                Function(function) => {
                    use MathFunction::*;
                    match function {
                        Sqrt => a.sqrt(),
                        Cbrt => a.cbrt(),
                        Floor => a.floor(),
                        Ceil => a.ceil(),
                        Trunc => a.trunc(),
                        Round => a.round(),
                        RoundEven => a.round_ties_even(),
                        Exp => a.exp(),
                        Exp2 => a.exp2(),
                        Expm1 => a.exp_m1(),
                        Log => a.ln(),
                        Log2 => a.log2(),
                        Log10 => a.log10(),
                        Log1p => a.ln_1p(),
                        Sin => a.sin(),
                        Cos => a.cos(),
                        Tan => a.tan(),
                        Asin => a.asin(),
                        Acos => a.acos(),
                        Atan => a.atan(),
                        Sinh => a.sinh(),
                        Cosh => a.cosh(),
                        Tanh => a.tanh(),
                        Pow => a.powf(b),
                        Atan2 => a.atan2(b),
                        Hypot => a.hypot(b),
                        Fmod => a % b,
                        Fmin => a.min(b),
                        Fmax => a.max(b),
                        CopySign => a.copysign(b),
                    }
                }
                Equal => return u64::from(a == b),
                Less => return u64::from(a < b),
                LessEqual => return u64::from(a <= b),
                Unordered => return u64::from(a.is_nan() || b.is_nan()),
                Convert {
                    to: FloatFormat::Single,
                } => return u64::from((a as f32).to_bits()),
                Convert {
                    to: FloatFormat::Double,
                } => return f64::from(a).to_bits(),
                ToInteger { width, signed } => {
                    return to_integer(f64::from(a), width, signed, false)
                }
                ToIntegerSaturating { width, signed } => {
                    return to_integer(f64::from(a), width, signed, true);
                }
                // The caller deals with it.
                FromInteger { .. } => a,
            };
            u64::from(number.to_bits())
        }
    };
}

arithmetic!(single, f32);
arithmetic!(double, f64);

/// A number towards zero as an integer of up to 64 bits. What does not fit is 0, or the nearest integer that does.
fn to_integer(number: f64, width: u32, sign: bool, saturate: bool) -> u64 {
    let whole = number.trunc();
    let (least, greatest) = if sign {
        let greatest = (mask(width) >> 1) as i128;
        (-greatest - 1, greatest)
    } else {
        (0, i128::from(mask(width)))
    };
    // Conversions from `f64` saturate, and 128 bits hold the bounds of all widths up to 64.
    let integer = whole as i128;
    let kept = if (least..=greatest).contains(&integer) && !number.is_nan() {
        integer
    } else if saturate {
        integer.clamp(least, greatest)
    } else {
        0
    };
    kept as u64 & mask(width)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to(number: f64, width: u32, signed: bool) -> u64 {
        let operation = FloatOperation::ToInteger { width, signed };
        compute(operation, FloatFormat::Double, &[number.to_bits()])
    }

    #[test]
    fn numbers_become_integers_towards_zero_and_those_that_do_not_fit_become_0() {
        assert_eq!(to(-1.9, 32, true), 0xffff_ffff);
        assert_eq!(to(-0.9, 32, false), 0);
        assert_eq!(to(255.5, 8, false), 255);
        assert_eq!(to(256.0, 8, false), 0);
        assert_eq!(to(-128.9, 8, true), 0x80);
        assert_eq!(to(f64::NAN, 64, true), 0);
        assert_eq!(to(18446744073709549568.0, 64, false), 18446744073709549568);
        assert_eq!(to(18446744073709551616.0, 64, false), 0);
    }

    #[test]
    fn saturating_conversion_gives_the_nearest_integer() {
        let to = |number: f64| {
            let operation = FloatOperation::ToIntegerSaturating {
                width: 8,
                signed: true,
            };
            compute(operation, FloatFormat::Double, &[number.to_bits()])
        };
        assert_eq!([to(1e30), to(-1e30), to(f64::NAN)], [127, 0x80, 0]);
    }

    #[test]
    fn integers_become_the_nearest_number() {
        let from = |bits, signed| {
            let operation = FloatOperation::FromInteger { width: 64, signed };
            f64::from_bits(compute(operation, FloatFormat::Double, &[bits]))
        };
        assert_eq!(from(u64::MAX, false), 18446744073709551616.0);
        assert_eq!(from(u64::MAX, true), -1.0);
    }

    #[test]
    fn comparisons_with_nan_are_false_but_for_unordered() {
        let nan = f32::NAN.to_bits().into();
        let compare = |operation| compute(operation, FloatFormat::Single, &[nan, nan]);
        use FloatOperation::*;
        assert_eq!(
            [Equal, Less, LessEqual, Unordered].map(compare),
            [0, 0, 0, 1]
        );
    }
}
