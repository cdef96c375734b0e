//! Functions without an exact result. What they give is what `libm` gives, a port of musl's, so that it is the same on every machine.
//!
//! There is no circuit that is equal to such a function. What is known of it in general is its enclosure (`circuit/enclosure.rs`); who
//! finds values by circuits has to compare them with the function's.

use super::operation::{FloatFormat, FloatOp, Rounding};
use super::value;

/// A function of C's `<math.h>` whose result IEEE 754 leaves to libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[expect(
    missing_docs,
    reason = "each has the name and meaning of the C function"
)]
pub enum FloatFunction {
    Cbrt,
    Exp,
    Exp2,
    Expm1,
    Log,
    Log2,
    Log10,
    Log1p,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Pow,
    Atan2,
    Hypot,
}

impl FloatFunction {
    /// All functions, in the order of their discriminants.
    pub const ALL: [FloatFunction; 20] = {
        use FloatFunction::*;
        [
            Cbrt, Exp, Exp2, Expm1, Log, Log2, Log10, Log1p, Sin, Cos, Tan, Asin, Acos, Atan, Sinh,
            Cosh, Tanh, Pow, Atan2, Hypot,
        ]
    };

    /// Whether it takes two numbers; otherwise one.
    pub const fn takes_two(self) -> bool {
        use FloatFunction::*;
        match self {
            Pow | Atan2 | Hypot => true,
            Cbrt | Exp | Exp2 | Expm1 | Log | Log2 | Log10 | Log1p | Sin | Cos | Tan | Asin
            | Acos | Atan | Sinh | Cosh | Tanh => false,
        }
    }
}

/// The value of a function. Other formats than `float` take the value of `double`, and round it.
pub(super) fn compute(function: FloatFunction, format: FloatFormat, a: u128, b: u128) -> u128 {
    if format == FloatFormat::Single {
        let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        let result = single(function, a, b);
        return match result.is_nan() {
            true => format.nan(),
            false => result.to_bits().into(),
        };
    }
    let nearest = Rounding::NearestEven;
    let convert = |from: FloatFormat, to: FloatFormat, bits: u128| {
        let op = FloatOp::convert(from, to, nearest);
        value::value(op, to.width(), [from.width(); 3], [bits, 0, 0])
    };
    let wide = |bits| f64::from_bits(convert(format, FloatFormat::Double, bits) as u64);
    let result = double(function, wide(a), wide(b)).to_bits();
    convert(FloatFormat::Double, format, result.into())
}

macro_rules! functions {
    ($name:ident, $type:ty, $($function:ident => $call:expr),* $(,)?) => {
        fn $name(function: FloatFunction, a: $type, b: $type) -> $type {
            match function {
                $(FloatFunction::$function => {
                    let call: fn($type, $type) -> $type = $call;
                    call(a, b)
                })*
            }
        }
    };
}

functions!(
    single, f32,
    Cbrt => |a, _| libm::cbrtf(a),
    Exp => |a, _| libm::expf(a),
    Exp2 => |a, _| libm::exp2f(a),
    Expm1 => |a, _| libm::expm1f(a),
    Log => |a, _| libm::logf(a),
    Log2 => |a, _| libm::log2f(a),
    Log10 => |a, _| libm::log10f(a),
    Log1p => |a, _| libm::log1pf(a),
    Sin => |a, _| libm::sinf(a),
    Cos => |a, _| libm::cosf(a),
    Tan => |a, _| libm::tanf(a),
    Asin => |a, _| libm::asinf(a),
    Acos => |a, _| libm::acosf(a),
    Atan => |a, _| libm::atanf(a),
    Sinh => |a, _| libm::sinhf(a),
    Cosh => |a, _| libm::coshf(a),
    Tanh => |a, _| libm::tanhf(a),
    Pow => libm::powf,
    Atan2 => libm::atan2f,
    Hypot => libm::hypotf,
);

functions!(
    double, f64,
    Cbrt => |a, _| libm::cbrt(a),
    Exp => |a, _| libm::exp(a),
    Exp2 => |a, _| libm::exp2(a),
    Expm1 => |a, _| libm::expm1(a),
    Log => |a, _| libm::log(a),
    Log2 => |a, _| libm::log2(a),
    Log10 => |a, _| libm::log10(a),
    Log1p => |a, _| libm::log1p(a),
    Sin => |a, _| libm::sin(a),
    Cos => |a, _| libm::cos(a),
    Tan => |a, _| libm::tan(a),
    Asin => |a, _| libm::asin(a),
    Acos => |a, _| libm::acos(a),
    Atan => |a, _| libm::atan(a),
    Sinh => |a, _| libm::sinh(a),
    Cosh => |a, _| libm::cosh(a),
    Tanh => |a, _| libm::tanh(a),
    Pow => libm::pow,
    Atan2 => libm::atan2,
    Hypot => libm::hypot,
);
