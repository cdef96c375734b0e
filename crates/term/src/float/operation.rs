//! Which operations on floating-point numbers terms keep, and on which formats.
//!
//! Operands and results are bit patterns. Formats and rounding directions are those of IEEE 754-2019, sections 3.6 and 4.3. What is
//! no operation here is written out by the constructors: signs, classes, minima and differences are operations on bits.

use std::fmt;

use super::function::FloatFunction;

/// A binary format. All but [`FloatFormat::Extended`] have their leading digit hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum FloatFormat {
    /// binary16, `_Float16`.
    Half,
    /// bfloat16: binary32 without its low 16 bits.
    Brain,
    /// binary32, C's `float`.
    Single,
    /// binary64, C's `double`.
    Double,
    /// The 80 bits of the x87, whose leading digit is a bit of its own.
    Extended,
    /// binary128.
    Quad,
    /// 3 bits of exponent and 3 of fraction, of which all values can be tried.
    Seven,
    /// 4 bits of exponent and 4 of fraction.
    Nine,
}

impl FloatFormat {
    /// All formats, in the order of their discriminants.
    pub const ALL: [FloatFormat; 8] = [
        FloatFormat::Half,
        FloatFormat::Brain,
        FloatFormat::Single,
        FloatFormat::Double,
        FloatFormat::Extended,
        FloatFormat::Quad,
        FloatFormat::Seven,
        FloatFormat::Nine,
    ];

    /// Width of the exponent in bits.
    pub const fn exponent_bits(self) -> u32 {
        match self {
            FloatFormat::Half => 5,
            FloatFormat::Brain | FloatFormat::Single => 8,
            FloatFormat::Double => 11,
            FloatFormat::Extended | FloatFormat::Quad => 15,
            FloatFormat::Seven => 3,
            FloatFormat::Nine => 4,
        }
    }

    /// Digits of the significand, the leading one included.
    pub const fn precision(self) -> u32 {
        match self {
            FloatFormat::Half => 11,
            FloatFormat::Brain => 8,
            FloatFormat::Single => 24,
            FloatFormat::Double => 53,
            FloatFormat::Extended => 64,
            FloatFormat::Quad => 113,
            FloatFormat::Seven => 4,
            FloatFormat::Nine => 5,
        }
    }

    /// Whether the leading digit is not written down.
    pub const fn hides_leading_digit(self) -> bool {
        match self {
            FloatFormat::Extended => false,
            FloatFormat::Half
            | FloatFormat::Brain
            | FloatFormat::Single
            | FloatFormat::Double
            | FloatFormat::Quad
            | FloatFormat::Seven
            | FloatFormat::Nine => true,
        }
    }

    /// Bits below the exponent.
    pub const fn fraction_bits(self) -> u32 {
        self.precision() - self.hides_leading_digit() as u32
    }

    /// Its width in bits.
    pub const fn width(self) -> u32 {
        1 + self.exponent_bits() + self.fraction_bits()
    }

    /// What is added to exponents: also the greatest exponent of a number.
    pub const fn bias(self) -> i64 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    /// The exponent of the least normal number.
    pub const fn least_exponent(self) -> i64 {
        1 - self.bias()
    }

    /// Whether every number of `other` is one of this format.
    pub const fn includes(self, other: FloatFormat) -> bool {
        self.precision() >= other.precision()
            && self.bias() >= other.bias()
            && self.least_exponent() - self.precision() as i64
                <= other.least_exponent() - other.precision() as i64
    }

    const fn from_code(code: u16) -> Self {
        Self::ALL[(code & 7) as usize]
    }
}

/// A direction of rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Rounding {
    /// To the nearest number, ties to the one with an even last digit.
    NearestEven,
    /// To the nearest number, ties away from zero.
    NearestAway,
    /// Upwards.
    Up,
    /// Downwards.
    Down,
    /// Towards zero.
    Zero,
}

impl Rounding {
    /// All directions, in the order of their discriminants.
    pub const ALL: [Rounding; 5] = [
        Rounding::NearestEven,
        Rounding::NearestAway,
        Rounding::Up,
        Rounding::Down,
        Rounding::Zero,
    ];

    const fn from_code(code: u16) -> Self {
        let at = (code & 7) as usize;
        if at < Self::ALL.len() {
            Self::ALL[at]
        } else {
            Rounding::NearestEven
        }
    }
}

/// What is computed. A NaN as a result is always the positive quiet one without payload; LLVM permits this, and RISC-V wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum FloatOperator {
    /// Sum.
    Add,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// `a * b + c`, rounded once.
    MulAdd,
    /// Square root.
    Sqrt,
    /// IEEE's remainder: of the quotient that is nearest.
    Remainder,
    /// C's `fmod`: the remainder of the quotient towards zero.
    Modulo,
    /// To a whole number.
    RoundToIntegral,
    /// Equality (1 bit; NaN is equal to nothing).
    Equal,
    /// Less than (1 bit; false with a NaN).
    Less,
    /// Less or equal (1 bit; false with a NaN).
    LessEqual,
    /// To another format.
    Convert,
    /// From a signed integer.
    FromSigned,
    /// From an unsigned integer.
    FromUnsigned,
    /// To a signed integer; 0 for what does not fit.
    ToSigned,
    /// To an unsigned integer; 0 for what does not fit.
    ToUnsigned,
    /// To the nearest signed integer that there is; 0 for a NaN.
    ToSignedSaturating,
    /// To the nearest unsigned integer that there is; 0 for a NaN.
    ToUnsignedSaturating,
    /// Which exceptions a sum raises ([`FLAGS_WIDTH`] bits, as the other rows below).
    AddFlags,
    /// Which exceptions a product raises.
    MulFlags,
    /// Which exceptions a quotient raises.
    DivFlags,
    /// Which exceptions `a * b + c` raises; the product of an infinity and zero is invalid whatever is added to it.
    MulAddFlags,
    /// Which exceptions a square root raises.
    SqrtFlags,
    /// Which exceptions a conversion to another format raises.
    ConvertFlags,
    /// Which exceptions a conversion from a signed integer raises.
    FromSignedFlags,
    /// Which exceptions a conversion from an unsigned integer raises.
    FromUnsignedFlags,
    /// A [`FloatFunction`] of one number.
    Function,
    /// A [`FloatFunction`] of two numbers.
    FunctionOfTwo,
}

/// The width of a set of exceptions.
pub const FLAGS_WIDTH: u32 = 5;

/// The exceptions of IEEE 754-2019, section 7, as bits of a set; in the order of RISC-V's `fflags`. A result is tiny if it is after rounding.
pub mod exception {
    /// The result is not exact.
    pub const INEXACT: u8 = 1;
    /// The result is tiny and not exact.
    pub const UNDERFLOW: u8 = 1 << 1;
    /// The result is out of range.
    pub const OVERFLOW: u8 = 1 << 2;
    /// The exact result of finite numbers is infinite.
    pub const DIVISION_BY_ZERO: u8 = 1 << 3;
    /// There is no useful result, or an operand is a signalling NaN.
    pub const INVALID: u8 = 1 << 4;
}

impl FloatOperator {
    /// All operators, in the order of their discriminants.
    pub const ALL: [FloatOperator; 28] = {
        use FloatOperator::*;
        [
            Add,
            Mul,
            Div,
            MulAdd,
            Sqrt,
            Remainder,
            Modulo,
            RoundToIntegral,
            Equal,
            Less,
            LessEqual,
            Convert,
            FromSigned,
            FromUnsigned,
            ToSigned,
            ToUnsigned,
            ToSignedSaturating,
            ToUnsignedSaturating,
            AddFlags,
            MulFlags,
            DivFlags,
            MulAddFlags,
            SqrtFlags,
            ConvertFlags,
            FromSignedFlags,
            FromUnsignedFlags,
            Function,
            FunctionOfTwo,
        ]
    };

    /// The number of operands.
    pub const fn arity(self) -> usize {
        use FloatOperator::*;
        match self {
            MulAdd | MulAddFlags => 3,
            Add | Mul | Div | Remainder | Modulo | Equal | Less | LessEqual | AddFlags
            | MulFlags | DivFlags | FunctionOfTwo => 2,
            Sqrt | RoundToIntegral | Convert | FromSigned | FromUnsigned | ToSigned
            | ToUnsigned | ToSignedSaturating | ToUnsignedSaturating | SqrtFlags | ConvertFlags
            | FromSignedFlags | FromUnsignedFlags | Function => 1,
        }
    }

    /// Whether the result depends on the direction of rounding.
    pub const fn rounds(self) -> bool {
        use FloatOperator::*;
        match self {
            Add | Mul | Div | MulAdd | Sqrt | RoundToIntegral | Convert | FromSigned
            | FromUnsigned | ToSigned | ToUnsigned | ToSignedSaturating | ToUnsignedSaturating
            | AddFlags | MulFlags | DivFlags | MulAddFlags | SqrtFlags | ConvertFlags
            | FromSignedFlags | FromUnsignedFlags => true,
            Remainder | Modulo | Equal | Less | LessEqual | Function | FunctionOfTwo => false,
        }
    }

    /// Whether the first two operands may be exchanged.
    pub const fn is_commutative(self) -> bool {
        use FloatOperator::*;
        match self {
            Add | Mul | MulAdd | Equal | AddFlags | MulFlags | MulAddFlags => true,
            Div | Sqrt | Remainder | Modulo | RoundToIntegral | Less | LessEqual | Convert
            | FromSigned | FromUnsigned | ToSigned | ToUnsigned | ToSignedSaturating
            | ToUnsignedSaturating | DivFlags | SqrtFlags | ConvertFlags | FromSignedFlags
            | FromUnsignedFlags | Function | FunctionOfTwo => false,
        }
    }

    /// Whether the integer that it takes is signed; none if it takes numbers.
    pub const fn from_integer(self) -> Option<bool> {
        use FloatOperator::*;
        match self {
            FromSigned | FromSignedFlags => Some(true),
            FromUnsigned | FromUnsignedFlags => Some(false),
            Add | Mul | Div | MulAdd | Sqrt | Remainder | Modulo | RoundToIntegral | Equal
            | Less | LessEqual | Convert | ToSigned | ToUnsigned | ToSignedSaturating
            | ToUnsignedSaturating | AddFlags | MulFlags | DivFlags | MulAddFlags | SqrtFlags
            | ConvertFlags | Function | FunctionOfTwo => None,
        }
    }

    /// Whether the integer that it gives is signed; none if it gives none.
    pub const fn to_integer(self) -> Option<bool> {
        use FloatOperator::*;
        match self {
            ToSigned | ToSignedSaturating => Some(true),
            ToUnsigned | ToUnsignedSaturating => Some(false),
            Add | Mul | Div | MulAdd | Sqrt | Remainder | Modulo | RoundToIntegral | Equal
            | Less | LessEqual | Convert | FromSigned | FromUnsigned | AddFlags | MulFlags
            | DivFlags | MulAddFlags | SqrtFlags | ConvertFlags | FromSignedFlags
            | FromUnsignedFlags | Function | FunctionOfTwo => None,
        }
    }

    /// The operator that says which exceptions this one raises. Those of the others are written out by the constructors, or are not asked for.
    pub const fn flags(self) -> Option<FloatOperator> {
        use FloatOperator::*;
        match self {
            Add => Some(AddFlags),
            Mul => Some(MulFlags),
            Div => Some(DivFlags),
            MulAdd => Some(MulAddFlags),
            Sqrt => Some(SqrtFlags),
            Convert => Some(ConvertFlags),
            FromSigned => Some(FromSignedFlags),
            FromUnsigned => Some(FromUnsignedFlags),
            Remainder | Modulo | RoundToIntegral | Equal | Less | LessEqual | ToSigned
            | ToUnsigned | ToSignedSaturating | ToUnsignedSaturating | AddFlags | MulFlags
            | DivFlags | MulAddFlags | SqrtFlags | ConvertFlags | FromSignedFlags
            | FromUnsignedFlags | Function | FunctionOfTwo => None,
        }
    }

    /// Whether its circuit is only an enclosure: there is no term of bit-vectors that is equal to it.
    pub const fn is_enclosed(self) -> bool {
        matches!(self, FloatOperator::Function | FloatOperator::FunctionOfTwo)
    }
}

/// An operation: what a float term does with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FloatOp {
    /// What is computed.
    pub operator: FloatOperator,
    /// The format of the operands; of the result, where they are integers.
    pub format: FloatFormat,
    /// The format of the result of a [`FloatOperator::Convert`], also where its exceptions are asked for; otherwise `format`.
    pub to: FloatFormat,
    /// How the result is rounded, if it is; otherwise [`Rounding::NearestEven`].
    pub rounding: Rounding,
    /// Which function it is, for [`FloatOperator::Function`] and [`FloatOperator::FunctionOfTwo`]; otherwise the first.
    pub function: FloatFunction,
}

impl FloatOp {
    /// An operation whose result has the format of its operands, or is no number.
    pub const fn new(operator: FloatOperator, format: FloatFormat, rounding: Rounding) -> Self {
        let rounding = if operator.rounds() {
            rounding
        } else {
            Rounding::NearestEven
        };
        Self {
            operator,
            format,
            to: format,
            rounding,
            function: FloatFunction::ALL[0],
        }
    }

    /// A function without an exact result.
    pub const fn function(function: FloatFunction, format: FloatFormat) -> Self {
        let operator = match function.takes_two() {
            true => FloatOperator::FunctionOfTwo,
            false => FloatOperator::Function,
        };
        Self {
            function,
            ..Self::new(operator, format, Rounding::NearestEven)
        }
    }

    /// A conversion between formats.
    pub const fn convert(format: FloatFormat, to: FloatFormat, rounding: Rounding) -> Self {
        let rounding = if to.includes(format) {
            Rounding::NearestEven
        } else {
            rounding
        };
        Self {
            operator: FloatOperator::Convert,
            format,
            to,
            rounding,
            function: FloatFunction::ALL[0],
        }
    }

    /// The format of the result; none for a comparison and an integer. A result that is a NaN is [`FloatFormat::nan`].
    pub const fn result(self) -> Option<FloatFormat> {
        use FloatOperator::*;
        match self.operator {
            Add | Mul | Div | MulAdd | Sqrt | Remainder | Modulo | RoundToIntegral | Convert
            | FromSigned | FromUnsigned | Function | FunctionOfTwo => Some(self.to),
            Equal | Less | LessEqual | ToSigned | ToUnsigned | ToSignedSaturating
            | ToUnsignedSaturating | AddFlags | MulFlags | DivFlags | MulAddFlags | SqrtFlags
            | ConvertFlags | FromSignedFlags | FromUnsignedFlags => None,
        }
    }

    /// The operation that says which exceptions this one raises, if there is one.
    pub const fn flags(self) -> Option<FloatOp> {
        match self.operator.flags() {
            Some(operator) => Some(FloatOp { operator, ..self }),
            None => None,
        }
    }

    /// The operation in 16 bits, as nodes keep it. The number of a function stands in the place of direction and second format.
    pub(crate) const fn pack(self) -> u16 {
        let common = self.operator as u16 | (self.format as u16) << 8;
        if self.operator.is_enclosed() {
            let function = self.function as u16;
            return common | (function & 7) << 5 | (function >> 3) << 11;
        }
        common | (self.rounding as u16) << 5 | (self.to as u16) << 11
    }

    /// The inverse of [`FloatOp::pack`].
    pub(crate) const fn unpack(code: u16) -> Self {
        let operator = FloatOperator::ALL[(code & 31) as usize % FloatOperator::ALL.len()];
        let format = FloatFormat::from_code(code >> 8);
        if operator.is_enclosed() {
            let function = (code >> 5 & 7 | (code >> 11 & 7) << 3) as usize;
            return Self::function(
                FloatFunction::ALL[function % FloatFunction::ALL.len()],
                format,
            );
        }
        Self {
            operator,
            rounding: Rounding::from_code(code >> 5),
            format,
            to: FloatFormat::from_code(code >> 11),
            function: FloatFunction::ALL[0],
        }
    }
}

impl fmt::Display for FloatOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lower = |name: String| name.to_lowercase();
        match self.operator.is_enclosed() {
            true => write!(f, "float_{}", lower(format!("{:?}", self.function)))?,
            false => write!(f, "float_{}", lower(format!("{:?}", self.operator)))?,
        }
        write!(f, " {}", lower(format!("{:?}", self.format)))?;
        if matches!(
            self.operator,
            FloatOperator::Convert | FloatOperator::ConvertFlags
        ) {
            write!(f, " {}", lower(format!("{:?}", self.to)))?;
        }
        match self.rounding {
            Rounding::NearestEven => Ok(()),
            Rounding::NearestAway | Rounding::Up | Rounding::Down | Rounding::Zero => {
                write!(f, " {}", lower(format!("{:?}", self.rounding)))
            }
        }
    }
}
