//! Constructors of float terms, and of what is written out as operations on bits.

use super::operation::{FLAGS_WIDTH, FloatFormat, FloatOp, FloatOperator, Rounding, exception};
use super::{CLASSES_WIDTH, WIDEST};
use crate::bits::Bits;
use crate::node::{Kind, Node, Term};
use crate::table::TermTable;

impl TermTable {
    /// A constant of a format.
    pub fn float_constant(&mut self, format: FloatFormat, bits: u128) -> Term {
        self.constant_bits(Bits::from_u128(format.width(), bits))
    }

    /// The number of a format that `above / below` is rounded to, or its negative; +0 for a ratio of nothing.
    pub fn float_ratio(
        &mut self,
        format: FloatFormat,
        rounding: Rounding,
        negative: bool,
        above: &Bits,
        below: &Bits,
    ) -> Term {
        super::circuit::ratio(self, format, rounding, negative, above, below)
    }

    /// The term of an operation; as many operands as it takes, of the widths that it wants.
    ///
    /// `width` is that of the result where it is an integer, and not looked at otherwise.
    pub fn float(&mut self, op: FloatOp, width: u32, operands: &[Term]) -> Term {
        use FloatOperator::*;
        assert_eq!(
            operands.len(),
            op.operator.arity(),
            "operands of {:?}",
            op.operator
        );
        let (operand_width, width) = match op.operator {
            Equal | Less | LessEqual => (Some(op.format.width()), 1),
            Convert => (Some(op.format.width()), op.to.width()),
            FromSigned | FromUnsigned => (None, op.format.width()),
            ToSigned | ToUnsigned | ToSignedSaturating | ToUnsignedSaturating => {
                (Some(op.format.width()), width)
            }
            Add | Mul | Div | MulAdd | Sqrt | Remainder | Modulo | RoundToIntegral | Function
            | FunctionOfTwo => (Some(op.format.width()), op.format.width()),
            AddFlags | MulFlags | DivFlags | MulAddFlags | SqrtFlags | ConvertFlags => {
                (Some(op.format.width()), FLAGS_WIDTH)
            }
            FromSignedFlags | FromUnsignedFlags => (None, FLAGS_WIDTH),
        };
        assert!(
            (1..=WIDEST).contains(&width),
            "a float operation gives 1 to 128 bits, not {width}"
        );
        for &operand in operands {
            let its = self.width(operand);
            assert!(
                operand_width.is_none_or(|wanted| wanted == its) && its <= WIDEST,
                "{op} does not take {its} bits"
            );
        }
        let [mut a, mut b, c] = [0, 1, 2].map(|at| operands.get(at).map_or(0, |term| term.0));
        if op.operator.is_commutative() {
            let key = |table: &Self, term: u32| (table.kind(Term(term)) == Kind::Constant, term);
            if key(self, a) > key(self, b) {
                (a, b) = (b, a);
            }
        }
        self.floats = true;
        self.enclosures |= op.operator.is_enclosed();
        self.build(Node {
            float: op.pack(),
            ..Node::new(Kind::Float, width, a, b, c)
        })
    }

    /// An operation whose operands and result have one format.
    pub fn float_arithmetic(
        &mut self,
        operator: FloatOperator,
        format: FloatFormat,
        rounding: Rounding,
        operands: &[Term],
    ) -> Term {
        self.float(FloatOp::new(operator, format, rounding), 1, operands)
    }

    /// Difference: the sum with the number of other sign.
    pub fn float_sub(&mut self, format: FloatFormat, rounding: Rounding, a: Term, b: Term) -> Term {
        let b = self.float_negate(format, b);
        self.float_arithmetic(FloatOperator::Add, format, rounding, &[a, b])
    }

    /// The number of other sign; only the bit, so NaNs keep their payload.
    pub fn float_negate(&mut self, format: FloatFormat, a: Term) -> Term {
        let sign = self.float_constant(format, format.sign());
        self.xor(a, sign)
    }

    /// The magnitude.
    pub fn float_absolute(&mut self, format: FloatFormat, a: Term) -> Term {
        let others = self.float_constant(format, format.sign() - 1);
        self.and(a, others)
    }

    /// The sign bit (width 1).
    pub fn float_sign(&mut self, format: FloatFormat, a: Term) -> Term {
        self.bit(a, format.width() - 1)
    }

    /// Whether it is a NaN (width 1).
    pub fn float_is_nan(&mut self, format: FloatFormat, a: Term) -> Term {
        if let Some(op) = self.node(a).float_op()
            && op.result() == Some(format)
            && op.operator.from_integer().is_some()
        {
            return self.false_();
        }
        let magnitude = self.float_absolute(format, a);
        let infinity = self.float_constant(format, format.infinity());
        let above = self.ult(infinity, magnitude);
        if format.hides_leading_digit() {
            return above;
        }
        // What lacks its leading digit is invalid, but for the numbers that are subnormal.
        let leading = self.bit(a, format.precision() - 1);
        let without = self.not(leading);
        let exponent = self.extract(a, format.width() - 2, format.precision());
        let zero = self.constant(format.exponent_bits(), 0);
        let normal = self.ne(exponent, zero);
        let invalid = self.and(normal, without);
        self.or(above, invalid)
    }

    /// Whether it is a signalling NaN: one whose first digit behind the point is 0, or that lacks the digit before it (width 1).
    pub fn float_is_signalling(&mut self, format: FloatFormat, a: Term) -> Term {
        let nan = self.float_is_nan(format, a);
        let digits = self.float_constant(format, format.quiet_digits());
        let found = self.and(a, digits);
        let signalling = self.ne(found, digits);
        self.and(nan, signalling)
    }

    /// The class of a number as one of [`CLASSES_WIDTH`] bits, in the order of RISC-V's `fclass`.
    pub fn float_class(&mut self, format: FloatFormat, a: Term) -> Term {
        use super::value::number_class;
        let sign = self.float_sign(format, a);
        let magnitude = self.float_absolute(format, a);
        let nan = self.float_is_nan(format, a);
        let signalling = self.float_is_signalling(format, a);
        let classes = |t: &mut Self, negative, positive| {
            let [negative, positive] =
                [negative, positive].map(|bit| t.constant(CLASSES_WIDTH, 1u64 << bit));
            t.ite(sign, negative, positive)
        };
        // Infinity, and from there what is below a bound.
        let mut class = classes(self, number_class::INFINITE[0], number_class::INFINITE[1]);
        for (end, [negative, positive]) in [
            (format.infinity(), number_class::NORMAL),
            (1 << format.fraction_bits(), number_class::SUBNORMAL),
            (1, number_class::ZERO),
        ] {
            let end = self.float_constant(format, end);
            let below = self.ult(magnitude, end);
            let its = classes(self, negative, positive);
            class = self.ite(below, its, class);
        }
        let [quiet, other] = number_class::NAN.map(|bit| self.constant(CLASSES_WIDTH, 1u64 << bit));
        let of_nan = self.ite(signalling, other, quiet);
        self.ite(nan, of_nan, class)
    }

    /// Which exceptions the conversion to an integer of `width` bits raises ([`FLAGS_WIDTH`] bits): invalid for what does not fit.
    pub fn float_integer_flags(
        &mut self,
        signed: bool,
        format: FloatFormat,
        rounding: Rounding,
        width: u32,
        a: Term,
    ) -> Term {
        let whole = self.float_arithmetic(FloatOperator::RoundToIntegral, format, rounding, &[a]);
        let [least, end] = super::value::integer_bounds(signed, format, width);
        let nearest = Rounding::NearestEven;
        let mut holds = self.float_is_nan(format, a);
        holds = self.not(holds);
        for (bound, is_least) in [(least, true), (end, false)] {
            let Some(bits) = bound else { continue };
            let bound = self.float_constant(format, bits);
            let inside = match is_least {
                true => {
                    let operands = [bound, whole];
                    self.float_arithmetic(FloatOperator::LessEqual, format, nearest, &operands)
                }
                false => {
                    let operands = [whole, bound];
                    self.float_arithmetic(FloatOperator::Less, format, nearest, &operands)
                }
            };
            holds = self.and(holds, inside);
        }
        let infinity = self.float_constant(format, format.infinity());
        let magnitude = self.float_absolute(format, a);
        let finite = self.ult(magnitude, infinity);
        holds = self.and(holds, finite);
        let exact = self.float_arithmetic(FloatOperator::Equal, format, nearest, &[whole, a]);
        let mut set = |flag: u8| self.constant(FLAGS_WIDTH, flag.into());
        let (none, inexact, invalid) = (set(0), set(exception::INEXACT), set(exception::INVALID));
        let of_fitting = self.ite(exact, none, inexact);
        self.ite(holds, of_fitting, invalid)
    }

    /// Which exceptions a comparison or a minimum raises ([`FLAGS_WIDTH`] bits): invalid where the condition (width 1) holds.
    pub fn float_invalid(&mut self, condition: Term) -> Term {
        let [none, invalid] =
            [0, exception::INVALID].map(|flag| self.constant(FLAGS_WIDTH, flag.into()));
        self.ite(condition, invalid, none)
    }

    /// Whether one of two is a NaN (width 1).
    pub fn float_unordered(&mut self, format: FloatFormat, a: Term, b: Term) -> Term {
        let (a, b) = (self.float_is_nan(format, a), self.float_is_nan(format, b));
        self.or(a, b)
    }

    /// The lesser (or greater) of two numbers, as IEEE's minimumNumber: the other one for a NaN, and -0 is below +0.
    pub fn float_extreme(&mut self, format: FloatFormat, greatest: bool, a: Term, b: Term) -> Term {
        let (below, above) = if greatest { (b, a) } else { (a, b) };
        let nearest = Rounding::NearestEven;
        let less = self.float_arithmetic(FloatOperator::Less, format, nearest, &[below, above]);
        let equal = self.float_arithmetic(FloatOperator::Equal, format, nearest, &[a, b]);
        let sign = self.float_sign(format, below);
        let tie = self.and(equal, sign);
        let first = self.or(less, tie);
        let of_numbers = self.ite(first, a, b);
        let (a_nan, b_nan) = (self.float_is_nan(format, a), self.float_is_nan(format, b));
        let nan = self.float_constant(format, format.nan());
        let not_b = self.ite(b_nan, a, of_numbers);
        let without_a = self.ite(b_nan, nan, b);
        self.ite(a_nan, without_a, not_b)
    }
}
