//! Floating point: which operations there are. Operands and results are the bit patterns of IEEE 754 numbers.
//!
//! All round to nearest, ties to even, as C programs start out, where their names do not say otherwise. In a program that sets another
//! direction, what [`FloatOperation::rounds`] may take it as one argument more, of [`DIRECTION_WIDTH`].

use std::fmt::{Display, Formatter, Result};

use everypath_term::float::CLASSES_WIDTH;
use everypath_term::{FLAGS_WIDTH, FloatFormat, FloatFunction};

/// The width of a direction of rounding: the number of one of [`everypath_term::Rounding::ALL`].
pub const DIRECTION_WIDTH: u32 = 32;

/// Functions of C's `<math.h>` on one or two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(
    missing_docs,
    reason = "each has the name and meaning of the C function"
)]
pub enum MathFunction {
    Sqrt,
    Cbrt,
    Floor,
    Ceil,
    Trunc,
    Round,
    RoundEven,
    Rint,
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
    Fmod,
    Remainder,
    Fmin,
    Fmax,
    CopySign,
}

impl MathFunction {
    /// All functions.
    pub const ALL: [MathFunction; 32] = {
        use MathFunction::*;
        [
            Sqrt, Cbrt, Floor, Ceil, Trunc, Round, RoundEven, Rint, Exp, Exp2, Expm1, Log, Log2,
            Log10, Log1p, Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Tanh, Pow, Atan2, Hypot,
            Fmod, Remainder, Fmin, Fmax, CopySign,
        ]
    };

    /// Number of arguments, 1 or 2.
    pub const fn arguments(self) -> usize {
        use MathFunction::*;
        match self {
            Pow | Atan2 | Hypot | Fmod | Remainder | Fmin | Fmax | CopySign => 2,
            Sqrt | Cbrt | Floor | Ceil | Trunc | Round | RoundEven | Rint | Exp | Exp2 | Expm1
            | Log | Log2 | Log10 | Log1p | Sin | Cos | Tan | Asin | Acos | Atan | Sinh | Cosh
            | Tanh => 1,
        }
    }
}

impl MathFunction {
    /// The function without an exact result that it is; none if IEEE 754 says which number is the result.
    pub const fn approximate(self) -> Option<FloatFunction> {
        use MathFunction::*;
        Some(match self {
            Cbrt => FloatFunction::Cbrt,
            Exp => FloatFunction::Exp,
            Exp2 => FloatFunction::Exp2,
            Expm1 => FloatFunction::Expm1,
            Log => FloatFunction::Log,
            Log2 => FloatFunction::Log2,
            Log10 => FloatFunction::Log10,
            Log1p => FloatFunction::Log1p,
            Sin => FloatFunction::Sin,
            Cos => FloatFunction::Cos,
            Tan => FloatFunction::Tan,
            Asin => FloatFunction::Asin,
            Acos => FloatFunction::Acos,
            Atan => FloatFunction::Atan,
            Sinh => FloatFunction::Sinh,
            Cosh => FloatFunction::Cosh,
            Tanh => FloatFunction::Tanh,
            Pow => FloatFunction::Pow,
            Atan2 => FloatFunction::Atan2,
            Hypot => FloatFunction::Hypot,
            Sqrt | Floor | Ceil | Trunc | Round | RoundEven | Rint | Fmod | Remainder | Fmin
            | Fmax | CopySign => return None,
        })
    }

    /// Whether it fails for some arguments, which C17 7.12.1 calls errors.
    pub const fn has_errors(self) -> bool {
        use MathFunction::*;
        match self {
            Sqrt | Exp | Exp2 | Expm1 | Log | Log2 | Log10 | Log1p | Sin | Cos | Tan | Asin
            | Acos | Sinh | Cosh | Pow | Hypot | Fmod | Remainder => true,
            Cbrt | Floor | Ceil | Trunc | Round | RoundEven | Rint | Atan | Tanh | Atan2 | Fmin
            | Fmax | CopySign => false,
        }
    }

    /// Whether results that are zero are too small for the format, where the first argument is not zero and all are finite.
    pub const fn rounds_to_zero(self) -> bool {
        use MathFunction::*;
        match self {
            Exp | Exp2 | Pow => true,
            Sqrt | Cbrt | Floor | Ceil | Trunc | Round | RoundEven | Rint | Expm1 | Log | Log2
            | Log10 | Log1p | Sin | Cos | Tan | Asin | Acos | Atan | Sinh | Cosh | Tanh | Atan2
            | Hypot | Fmod | Remainder | Fmin | Fmax | CopySign => false,
        }
    }

    /// Whether IEEE 754 says which number is the result. The others are computed with an error of some last places.
    pub const fn is_exact(self) -> bool {
        self.approximate().is_none()
    }
}

/// An operation of which it is asked which exceptions it raises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Raising {
    /// Sum of two numbers.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// `a * b + c`, rounded once; an infinity times zero is invalid whatever is added to it.
    MulAdd,
    /// Square root.
    Sqrt,
    /// A comparison or a minimum of two, for which signalling NaNs only are invalid.
    Quiet,
    /// A comparison of two, for which all NaNs are invalid.
    Signalling,
    /// Conversion to another format.
    Convert {
        /// The result's format.
        to: FloatFormat,
    },
    /// Conversion of an integer.
    FromInteger {
        /// The integer's width in bits.
        width: u32,
        /// Whether it is signed.
        signed: bool,
    },
    /// Conversion to an integer in the direction of rounding that is given, for which what does not fit is invalid.
    ToInteger {
        /// The integer's width in bits, at most 64.
        width: u32,
        /// Whether it is signed.
        signed: bool,
    },
}

impl Raising {
    /// Those that need no width and no format.
    pub const PLAIN: [Raising; 8] = [
        Raising::Add,
        Raising::Sub,
        Raising::Mul,
        Raising::Div,
        Raising::MulAdd,
        Raising::Sqrt,
        Raising::Quiet,
        Raising::Signalling,
    ];
}

/// An operation on floating-point numbers of one format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatOperation {
    /// Sum of two numbers.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// `a * b + c`, rounded once.
    MulAdd,
    /// Whether the first is equal to the second (1 bit; NaN is equal to nothing).
    Equal,
    /// Whether the first is less (1 bit; false with a NaN).
    Less,
    /// Whether the first is less or equal (1 bit; false with a NaN).
    LessEqual,
    /// Whether one of the two is a NaN (1 bit).
    Unordered,
    /// A function of the C library.
    Function(MathFunction),
    /// Conversion to another format.
    Convert {
        /// The result's format.
        to: FloatFormat,
    },
    /// Conversion of an integer.
    FromInteger {
        /// The integer's width in bits.
        width: u32,
        /// Whether it is signed.
        signed: bool,
    },
    /// Conversion to an integer, towards zero; 0 if the result does not fit (LLVM's poison, which checks exclude).
    ToInteger {
        /// The integer's width in bits.
        width: u32,
        /// Whether it is signed.
        signed: bool,
    },
    /// The same, with the nearest integer for a number that does not fit, and 0 for NaN.
    ToIntegerSaturating {
        /// The integer's width in bits.
        width: u32,
        /// Whether it is signed.
        signed: bool,
    },
    /// Conversion to an integer in the direction of rounding that is given, or to the nearest; the nearest integer for a number that does
    /// not fit, and the greatest for a NaN, as RISC-V has it.
    ToIntegerClamping {
        /// The integer's width in bits.
        width: u32,
        /// Whether it is signed.
        signed: bool,
    },
    /// The class of a number, one of [`CLASSES_WIDTH`] bits.
    Class,
    /// Which exceptions an operation raises: a set of [`FLAGS_WIDTH`] bits, those of [`everypath_term::float::exception`].
    Flags(Raising),
}

impl FloatOperation {
    /// Those that need no width and are no function of the C library.
    pub const PLAIN: [FloatOperation; 10] = [
        FloatOperation::Add,
        FloatOperation::Sub,
        FloatOperation::Mul,
        FloatOperation::Div,
        FloatOperation::MulAdd,
        FloatOperation::Equal,
        FloatOperation::Less,
        FloatOperation::LessEqual,
        FloatOperation::Unordered,
        FloatOperation::Class,
    ];

    /// Whether its operands have to be constants, since the term for its result would be of no use: a remainder takes a step for each exponent that
    /// there is, and formats of more than 64 bits have thousands of them.
    pub const fn takes_constants(self, format: FloatFormat) -> bool {
        let remainder = matches!(
            self,
            FloatOperation::Function(MathFunction::Fmod | MathFunction::Remainder)
        );
        remainder && format.exponent_bits() > FloatFormat::Double.exponent_bits()
    }

    /// Whether the result depends on the direction of rounding that the program has set.
    pub const fn rounds(self, format: FloatFormat) -> bool {
        match self {
            FloatOperation::Add
            | FloatOperation::Sub
            | FloatOperation::Mul
            | FloatOperation::Div
            | FloatOperation::MulAdd
            | FloatOperation::ToIntegerClamping { .. }
            | FloatOperation::Function(MathFunction::Sqrt | MathFunction::Rint) => true,
            FloatOperation::Convert { to } | FloatOperation::Flags(Raising::Convert { to }) => {
                !to.includes(format)
            }
            FloatOperation::FromInteger { width, .. }
            | FloatOperation::Flags(Raising::FromInteger { width, .. }) => {
                width > format.precision()
            }
            FloatOperation::Flags(raising) => match raising {
                Raising::Quiet | Raising::Signalling => false,
                Raising::Add
                | Raising::Sub
                | Raising::Mul
                | Raising::Div
                | Raising::MulAdd
                | Raising::Sqrt
                | Raising::Convert { .. }
                | Raising::FromInteger { .. }
                | Raising::ToInteger { .. } => true,
            },
            FloatOperation::Function(_)
            | FloatOperation::Equal
            | FloatOperation::Less
            | FloatOperation::LessEqual
            | FloatOperation::Unordered
            | FloatOperation::Class
            | FloatOperation::ToInteger { .. }
            | FloatOperation::ToIntegerSaturating { .. } => false,
        }
    }

    /// Number of arguments, without a direction of rounding.
    pub const fn arguments(self) -> usize {
        use FloatOperation::*;
        match self {
            Add | Sub | Mul | Div | Equal | Less | LessEqual | Unordered => 2,
            MulAdd => 3,
            Function(function) => function.arguments(),
            Convert { .. }
            | FromInteger { .. }
            | ToInteger { .. }
            | ToIntegerSaturating { .. }
            | ToIntegerClamping { .. }
            | Class => 1,
            Flags(raising) => match raising {
                Raising::MulAdd => 3,
                Raising::Add
                | Raising::Sub
                | Raising::Mul
                | Raising::Div
                | Raising::Quiet
                | Raising::Signalling => 2,
                Raising::Sqrt
                | Raising::Convert { .. }
                | Raising::FromInteger { .. }
                | Raising::ToInteger { .. } => 1,
            },
        }
    }

    /// Width of the arguments in bits, for operands of this format.
    pub const fn argument_width(self, format: FloatFormat) -> u32 {
        match self {
            FloatOperation::FromInteger { width, .. }
            | FloatOperation::Flags(Raising::FromInteger { width, .. }) => width,
            FloatOperation::Add
            | FloatOperation::Sub
            | FloatOperation::Mul
            | FloatOperation::Div
            | FloatOperation::MulAdd
            | FloatOperation::Equal
            | FloatOperation::Less
            | FloatOperation::LessEqual
            | FloatOperation::Unordered
            | FloatOperation::Function(_)
            | FloatOperation::Convert { .. }
            | FloatOperation::ToInteger { .. }
            | FloatOperation::ToIntegerSaturating { .. }
            | FloatOperation::ToIntegerClamping { .. }
            | FloatOperation::Class
            | FloatOperation::Flags(_) => format.width(),
        }
    }

    /// Width of the result in bits, for an operation of this format.
    pub const fn result_width(self, format: FloatFormat) -> u32 {
        use FloatOperation::*;
        match self {
            Equal | Less | LessEqual | Unordered => 1,
            Convert { to } => to.width(),
            ToInteger { width, .. }
            | ToIntegerSaturating { width, .. }
            | ToIntegerClamping { width, .. } => width,
            Class => CLASSES_WIDTH,
            Flags(_) => FLAGS_WIDTH,
            Add | Sub | Mul | Div | MulAdd | Function(_) | FromInteger { .. } => format.width(),
        }
    }
}

/// How a format is written: by its width, but for the one that shares it with another.
pub(crate) fn format_text(format: FloatFormat) -> String {
    match format {
        FloatFormat::Brain => "bfloat16".to_owned(),
        FloatFormat::Half
        | FloatFormat::Single
        | FloatFormat::Double
        | FloatFormat::Extended
        | FloatFormat::Quad
        | FloatFormat::Seven
        | FloatFormat::Nine => format.width().to_string(),
    }
}

impl Display for FloatOperation {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        use FloatOperation::*;
        let sign = |signed: bool| if signed { "signed" } else { "unsigned" };
        match *self {
            Function(function) => write!(f, "{}", format!("{function:?}").to_lowercase()),
            Convert { to } => write!(f, "convert.{}", format_text(to)),
            FromInteger { width, signed } => write!(f, "from_{}.{width}", sign(signed)),
            ToInteger { width, signed } => write!(f, "to_{}.{width}", sign(signed)),
            ToIntegerSaturating { width, signed } => {
                write!(f, "to_{}_saturating.{width}", sign(signed))
            }
            ToIntegerClamping { width, signed } => {
                write!(f, "to_{}_clamping.{width}", sign(signed))
            }
            Flags(Raising::Convert { to }) => write!(f, "flags_convert.{}", format_text(to)),
            Flags(Raising::FromInteger { width, signed }) => {
                write!(f, "flags_from_{}.{width}", sign(signed))
            }
            Flags(Raising::ToInteger { width, signed }) => {
                write!(f, "flags_to_{}.{width}", sign(signed))
            }
            Flags(raising) => write!(f, "flags_{}", format!("{raising:?}").to_lowercase()),
            _ => write!(f, "{}", format!("{self:?}").to_lowercase()),
        }
    }
}
