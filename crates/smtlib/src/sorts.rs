//! The sorts of a script and how they become sorts of terms.
//!
//! Bool has width 1. A value of a declared sort is a number: a quantifier-free formula with n terms has a model of at most n
//! values per sort if it has one at all, so a width that no script exhausts is as good as an unbounded sort. Elements of arrays that are
//! wider than a memory has them are cut into slices, one memory each; indices that are wider get names
//! (see [`crate::reduction`]). Where an array is an element, an index, an argument or a result, a number stands for it
//! (see [`crate::nested`]).

use everypath_term::{Bits, FloatFormat, Rounding, Term};
use smallvec::SmallVec;

use crate::print::symbol;
use crate::reader::{Text, Texts};

/// The width of values of declared sorts.
const DECLARED_WIDTH: u32 = 32;
/// The greatest width of a memory's indices and elements.
pub const MEMORY_WIDTH: u32 = 64;
/// The greatest width of a bit-vector.
pub const WIDTH_LIMIT: u32 = 1 << 20;

/// The names of rounding modes, the short ones last.
pub const ROUNDINGS: [(&str, Rounding); 10] = [
    ("roundNearestTiesToEven", Rounding::NearestEven),
    ("roundNearestTiesToAway", Rounding::NearestAway),
    ("roundTowardPositive", Rounding::Up),
    ("roundTowardNegative", Rounding::Down),
    ("roundTowardZero", Rounding::Zero),
    ("RNE", Rounding::NearestEven),
    ("RNA", Rounding::NearestAway),
    ("RTP", Rounding::Up),
    ("RTN", Rounding::Down),
    ("RTZ", Rounding::Zero),
];

/// The width of rounding modes: their numbers in the order of [`Rounding::ALL`].
pub const ROUNDING_WIDTH: u32 = 3;

/// A sort whose values are one bit-vector each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// Truth values.
    Bool,
    /// Bit-vectors of a width.
    Bits(u32),
    /// Floating-point numbers, as bit patterns with one NaN. See [`crate::floats`].
    Float(FloatFormat),
    /// Rounding modes.
    Rounding,
    /// A sort that the script declares.
    Declared(Text),
    /// Numbers that stand for arrays.
    Array(ArraySort),
}

/// A sort of arrays that are elements, indices, arguments or results. See [`crate::nested`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ArraySort {
    /// Its place among the sorts of this kind.
    pub number: u32,
    /// The width of the numbers that stand for its arrays, in bits.
    pub width: u32,
    /// How it is written.
    pub text: Text,
}

impl Scalar {
    /// The width of its terms.
    pub fn width(self) -> u32 {
        match self {
            Scalar::Bool => 1,
            Scalar::Bits(width) => width,
            Scalar::Float(format) => format.width(),
            Scalar::Rounding => ROUNDING_WIDTH,
            Scalar::Declared(_) => DECLARED_WIDTH,
            Scalar::Array(sort) => sort.width,
        }
    }

    /// Its text.
    pub fn print(self, texts: &Texts) -> String {
        match self {
            Scalar::Bool => "Bool".to_owned(),
            Scalar::Bits(width) => format!("(_ BitVec {width})"),
            Scalar::Float(format) => {
                let (exponent, digits) = (format.exponent_bits(), format.precision());
                format!("(_ FloatingPoint {exponent} {digits})")
            }
            Scalar::Rounding => "RoundingMode".to_owned(),
            Scalar::Declared(name) => symbol(texts.get(name)),
            Scalar::Array(sort) => texts.get(sort.text).to_owned(),
        }
    }

    /// The text of a value of it.
    pub fn print_value(self, texts: &Texts, value: &Bits) -> String {
        match self {
            Scalar::Bool => (!value.is_zero()).to_string(),
            // Models print what the number stands for.
            Scalar::Bits(_) | Scalar::Array(_) => format!("#b{}", value.to_binary()),
            Scalar::Float(format) => print_number(format, value),
            Scalar::Rounding => {
                let known = ROUNDINGS.get(value.word(0) as usize);
                known.unwrap_or(&ROUNDINGS[0]).0.to_owned()
            }
            Scalar::Declared(name) => {
                let sort = texts.get(name);
                format!(
                    "(as {} {})",
                    symbol(&format!("@{sort}_{}", value.word(0))),
                    symbol(sort)
                )
            }
        }
    }
}

/// A number as its fields; all NaNs are one.
fn print_number(format: FloatFormat, value: &Bits) -> String {
    let (sign, fraction_bits) = (format.width() - 1, format.fraction_bits());
    let fraction = value.extract(0, fraction_bits);
    let exponent = value.extract(fraction_bits, format.exponent_bits());
    if exponent.is_ones() && !fraction.is_zero() {
        let (exponent, digits) = (format.exponent_bits(), format.precision());
        return format!("(_ NaN {exponent} {digits})");
    }
    let sign = value.extract(sign, 1);
    let [sign, exponent, fraction] = [sign, exponent, fraction].map(|it| it.to_binary());
    format!("(fp #b{sign} #b{exponent} #b{fraction})")
}

/// A sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// No array: never [`Scalar::Array`].
    Scalar(Scalar),
    /// Arrays.
    Array {
        /// The sort of indices.
        index: Scalar,
        /// The sort of elements.
        element: Scalar,
    },
}

impl Sort {
    /// Truth values.
    pub const BOOL: Sort = Sort::Scalar(Scalar::Bool);

    /// Bit-vectors of a width.
    pub const fn bits(width: u32) -> Sort {
        Sort::Scalar(Scalar::Bits(width))
    }

    /// Whether its values are floating-point numbers or rounding modes.
    pub const fn is_of_floats(self) -> bool {
        matches!(self, Sort::Scalar(Scalar::Float(_) | Scalar::Rounding))
    }

    /// Its text.
    pub fn print(self, texts: &Texts) -> String {
        match self {
            Sort::Scalar(scalar) => scalar.print(texts),
            Sort::Array { index, element } => {
                format!("(Array {} {})", index.print(texts), element.print(texts))
            }
        }
    }
}

/// The widths of the slices of elements, the low bits first.
pub fn slices(element: Scalar) -> Vec<u32> {
    let width = element.width();
    let mut widths = vec![MEMORY_WIDTH; (width / MEMORY_WIDTH) as usize];
    if !width.is_multiple_of(MEMORY_WIDTH) {
        widths.push(width % MEMORY_WIDTH);
    }
    widths
}

/// The memories of an array: one for each slice of its elements.
pub type Slices = SmallVec<[Term; 1]>;

/// The width of a memory's indices for indices of a sort.
pub fn index_width(index: Scalar) -> u32 {
    index.width().min(MEMORY_WIDTH)
}

/// What a term of a script means: one term, or for arrays one per slice.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    /// Its sort.
    pub sort: Sort,
    /// Its terms.
    pub terms: SmallVec<[Term; 1]>,
}

impl Value {
    /// A value with one term.
    pub fn scalar(scalar: Scalar, term: Term) -> Self {
        Self {
            sort: Sort::Scalar(scalar),
            terms: SmallVec::from_buf([term]),
        }
    }

    /// A truth value.
    pub fn bool(term: Term) -> Self {
        Self::scalar(Scalar::Bool, term)
    }

    /// A bit-vector.
    pub fn bits(width: u32, term: Term) -> Self {
        Self::scalar(Scalar::Bits(width), term)
    }

    /// An array of bit-vectors, each in one slice of a memory of their sort.
    pub fn array(index: u32, element: u32, memory: Term) -> Self {
        let sort = Sort::Array {
            index: Scalar::Bits(index),
            element: Scalar::Bits(element),
        };
        Self {
            sort,
            terms: SmallVec::from_buf([memory]),
        }
    }

    /// The first term: the only one, but for arrays.
    pub fn term(&self) -> Term {
        self.terms[0]
    }
}
