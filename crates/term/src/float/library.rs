//! The values of functions without an exact result: those of `libm`, a port of musl's, so that they are the same on every machine.

use super::function::FloatFunction;

macro_rules! functions {
    ($name:ident, $type:ty, $($function:ident => $call:expr),* $(,)?) => {
        #[doc = concat!("The value of a function of `", stringify!($type), "`; the second number where it takes two.")]
        pub(super) fn $name(function: FloatFunction, a: $type, b: $type) -> $type {
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
