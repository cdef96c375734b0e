//! The theory FloatingPoint: its operators, and its values as bit patterns. `float_operations.rs` says what operators mean on terms.
//!
//! After the declaration of SMT-LIB 2.6 (M. Brain, C. Tinelli, P. Rümmer, T. Wahl, "An Automatable Formal Semantics for IEEE-754
//! Floating-Point Arithmetic", ARITH 2015). A number is its bit pattern. The theory has one NaN, so each value here is the NaN that operations
//! give, or none: what comes from outside, an input or bits, is brought into that form at once ([`canonical`]), and equality is that of bits.
//! What the theory leaves open (the integer of what does not fit, the sign of the lesser of two zeros) is a function of the
//! arguments that a model may choose.

use everypath_term::{Bits, FloatFormat, FloatOp, FloatOperator, Rounding, Term, TermTable};
use rustc_hash::FxHashMap;

use crate::sorts::{ROUNDING_WIDTH, Scalar};

/// A test of one number.
type Test = fn(&mut TermTable, FloatFormat, Term) -> Term;

/// What an operator does.
#[derive(Clone, Copy, Debug)]
pub enum Operator {
    /// Sign, exponent and fraction to a number.
    Parts,
    /// A rounding mode and numbers of one format to one of it.
    Rounded(FloatOperator),
    /// The difference of two, with a rounding mode.
    Difference,
    /// Numbers of one format to one of it.
    Exact(FloatOperator),
    /// The other sign.
    Negative,
    /// Without a sign.
    Absolute,
    /// The lesser of two.
    Least,
    /// The greater of two.
    Greatest,
    /// Numbers of one format, each with the next.
    Chain(FloatOperator),
    /// The same, the other way round.
    ChainBack(FloatOperator),
    /// One number.
    Test(Test),
    /// Exponent bits and digits; bits, or a rounding mode and a number or a signed integer, to a number.
    ToNumber,
    /// Exponent bits and digits; a rounding mode and an unsigned integer to a number.
    FromUnsigned,
    /// A width; a rounding mode and a number to an integer.
    ToInteger(FloatOperator),
}

impl Operator {
    /// How many numerals stand behind its name.
    pub const fn numerals(self) -> usize {
        match self {
            Operator::ToNumber | Operator::FromUnsigned => 2,
            Operator::ToInteger(_) => 1,
            Operator::Parts
            | Operator::Rounded(_)
            | Operator::Difference
            | Operator::Exact(_)
            | Operator::Negative
            | Operator::Absolute
            | Operator::Least
            | Operator::Greatest
            | Operator::Chain(_)
            | Operator::ChainBack(_)
            | Operator::Test(_) => 0,
        }
    }
}

/// All operators by name.
pub const TABLE: &[(&str, Operator)] = &[
    ("fp", Operator::Parts),
    ("fp.abs", Operator::Absolute),
    ("fp.neg", Operator::Negative),
    ("fp.add", Operator::Rounded(FloatOperator::Add)),
    ("fp.sub", Operator::Difference),
    ("fp.mul", Operator::Rounded(FloatOperator::Mul)),
    ("fp.div", Operator::Rounded(FloatOperator::Div)),
    ("fp.fma", Operator::Rounded(FloatOperator::MulAdd)),
    ("fp.sqrt", Operator::Rounded(FloatOperator::Sqrt)),
    ("fp.rem", Operator::Exact(FloatOperator::Remainder)),
    (
        "fp.roundToIntegral",
        Operator::Rounded(FloatOperator::RoundToIntegral),
    ),
    ("fp.min", Operator::Least),
    ("fp.max", Operator::Greatest),
    ("fp.leq", Operator::Chain(FloatOperator::LessEqual)),
    ("fp.lt", Operator::Chain(FloatOperator::Less)),
    ("fp.geq", Operator::ChainBack(FloatOperator::LessEqual)),
    ("fp.gt", Operator::ChainBack(FloatOperator::Less)),
    ("fp.eq", Operator::Chain(FloatOperator::Equal)),
    ("fp.isNormal", Operator::Test(is_normal)),
    ("fp.isSubnormal", Operator::Test(is_subnormal)),
    ("fp.isZero", Operator::Test(is_zero)),
    ("fp.isInfinite", Operator::Test(is_infinite)),
    ("fp.isNaN", Operator::Test(TermTable::float_is_nan)),
    ("fp.isNegative", Operator::Test(is_negative)),
    ("fp.isPositive", Operator::Test(is_positive)),
    ("to_fp", Operator::ToNumber),
    ("to_fp_unsigned", Operator::FromUnsigned),
    ("fp.to_ubv", Operator::ToInteger(FloatOperator::ToUnsigned)),
    ("fp.to_sbv", Operator::ToInteger(FloatOperator::ToSigned)),
];

/// The format with so many bits of exponent and digits, the hidden one included.
pub fn format(exponent: u32, digits: u32) -> Result<FloatFormat, String> {
    let mut formats = FloatFormat::ALL.into_iter();
    let found = formats.find(|it| {
        it.hides_leading_digit() && (it.exponent_bits(), it.precision()) == (exponent, digits)
    });
    found.ok_or_else(|| {
        format!(
            "unsupported: the sort (_ FloatingPoint {exponent} {digits}); supported are 5 11, 8 8, 8 24, 11 53, 15 113, and for experiments 3 4 and 4 5"
        )
    })
}

/// The constant of a rounding mode.
pub fn rounding_constant(table: &mut TermTable, rounding: Rounding) -> Term {
    table.constant(ROUNDING_WIDTH, rounding as u64)
}

/// A bit pattern of a sort as the one that its value has here: the only NaN, and one of the five rounding modes.
pub fn canonical(table: &mut TermTable, scalar: Scalar, term: Term) -> Term {
    match scalar {
        Scalar::Float(format) => {
            let result = table.node(term).float_op().and_then(FloatOp::result);
            if result == Some(format) {
                return term;
            }
            let is_nan = table.float_is_nan(format, term);
            let nan = table.float_constant(format, format.nan());
            table.ite(is_nan, nan, term)
        }
        Scalar::Rounding => {
            let count = table.constant(ROUNDING_WIDTH, Rounding::ALL.len() as u64);
            let is_mode = table.ult(term, count);
            let first = rounding_constant(table, Rounding::NearestEven);
            table.ite(is_mode, term, first)
        }
        Scalar::Bool | Scalar::Bits(_) | Scalar::Declared(_) | Scalar::Array(_) => term,
    }
}

/// The constant `name` of a format, as in `(_ +oo 8 24)`.
pub fn special(table: &mut TermTable, name: &str, format: FloatFormat) -> Option<Term> {
    let bits = match name {
        "+oo" => format.infinity(),
        "-oo" => format.infinity() | format.sign(),
        "+zero" => 0,
        "-zero" => format.sign(),
        "NaN" => format.nan(),
        _ => return None,
    };
    Some(table.float_constant(format, bits))
}

/// What the theory leaves open is a function with a number of its own, for each operator and sort.
#[derive(Debug, Default)]
pub struct Unspecified(FxHashMap<(&'static str, FloatFormat, u32), u32>);

impl Unspecified {
    /// The number of the function that an operator on a format with results of `width` bits is where it is open; `new` makes one.
    pub fn function(
        &mut self,
        (name, format, width): (&'static str, FloatFormat, u32),
        new: impl FnOnce() -> u32,
    ) -> u32 {
        *self.0.entry((name, format, width)).or_insert_with(new)
    }
}

/// A literal of a real number: a ratio of whole numbers, or its negative.
pub struct Ratio {
    /// Whether it is below zero.
    pub negative: bool,
    /// What is divided.
    pub above: Bits,
    /// The divisor; not zero.
    pub below: Bits,
}

/// Whether the magnitude is from `low` up to below `high`.
fn magnitude_within(
    table: &mut TermTable,
    format: FloatFormat,
    a: Term,
    low: u128,
    high: u128,
) -> Term {
    let magnitude = table.float_absolute(format, a);
    let [low, high] = [low, high].map(|it| table.float_constant(format, it));
    let (above, below) = (table.uge(magnitude, low), table.ult(magnitude, high));
    table.and(above, below)
}

/// The least normal number.
fn least_normal(format: FloatFormat) -> u128 {
    1 << format.fraction_bits()
}

fn is_normal(table: &mut TermTable, format: FloatFormat, a: Term) -> Term {
    magnitude_within(table, format, a, least_normal(format), format.infinity())
}

fn is_subnormal(table: &mut TermTable, format: FloatFormat, a: Term) -> Term {
    magnitude_within(table, format, a, 1, least_normal(format))
}

/// Whether a number is a zero, of either sign.
pub fn is_zero(table: &mut TermTable, format: FloatFormat, a: Term) -> Term {
    magnitude_within(table, format, a, 0, 1)
}

fn is_infinite(table: &mut TermTable, format: FloatFormat, a: Term) -> Term {
    magnitude_within(table, format, a, format.infinity(), format.infinity() + 1)
}

fn is_negative(table: &mut TermTable, format: FloatFormat, a: Term) -> Term {
    let (nan, sign) = (table.float_is_nan(format, a), table.float_sign(format, a));
    let number = table.not(nan);
    table.and(number, sign)
}

fn is_positive(table: &mut TermTable, format: FloatFormat, a: Term) -> Term {
    let (nan, sign) = (table.float_is_nan(format, a), table.float_sign(format, a));
    let neither = table.or(nan, sign);
    table.not(neither)
}
