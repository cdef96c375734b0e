//! What an operation gives before it is rounded, and what is made of it: the bit pattern of the result, or which exceptions are raised.
//!
//! Both are made of the same terms, so that the circuit of the exceptions adds little to that of the result. The exceptions are those of IEEE 754-2019,
//! section 7; a result is tiny if it is so after rounding, which leaves out what is rounded up to the least normal number at full precision.

use super::round::{Number, Raised, raised, raised_by_placed, round, round_biased};
use super::unpack::{infinity, nan, zero};
use super::words::either;
use crate::float::operation::FloatOp;
use crate::node::Term;
use crate::table::TermTable;

/// The finite result of an operation, which is looked at where it is no other.
pub(super) enum Finite {
    /// Any number but zero.
    Normal(Number),
    /// A sum of numbers of the format, as [`round_biased`] takes it: it is exact where it is not normal.
    Placed {
        sign: Term,
        exponent: Term,
        significand: Term,
    },
}

/// The result of an operation, not rounded. A NaN goes before infinities, and these before zeros.
pub(super) struct Exact {
    /// Whether an operand is a NaN; one condition for each.
    pub nans: Vec<Term>,
    /// Where there is no result: also where an operand is a NaN only if the operation is invalid all the same.
    pub invalid: Vec<Term>,
    /// Whether the result is infinite since a number is divided by zero.
    pub divides_by_zero: Option<Term>,
    /// Where the result is infinite.
    pub infinite: Vec<Term>,
    /// Where it is zero.
    pub zero: Vec<Term>,
    /// The sign of an infinity.
    pub infinite_sign: Term,
    /// The sign of a zero.
    pub zero_sign: Term,
    /// The result everywhere else.
    pub finite: Finite,
}

impl Exact {
    /// The bit pattern of the result.
    pub fn rounded(self, t: &mut TermTable, op: FloatOp) -> Term {
        let format = op.to;
        let finite = match self.finite {
            Finite::Normal(number) => round(t, format, op.rounding, number),
            Finite::Placed {
                sign,
                exponent,
                significand,
            } => round_biased(t, format, op.rounding, sign, exponent, significand),
        };
        let nothing = zero(t, format, self.zero_sign);
        let is_zero = either(t, &self.zero);
        let result = t.ite(is_zero, nothing, finite);
        let everything = infinity(t, format, self.infinite_sign);
        let is_infinite = either(t, &self.infinite);
        let result = t.ite(is_infinite, everything, result);
        let conditions = [self.nans, self.invalid].concat();
        let is_nan = either(t, &conditions);
        let nan = nan(t, format);
        t.ite(is_nan, nan, result)
    }

    /// The exceptions that are raised where the operation has these operands.
    pub fn flags(self, t: &mut TermTable, op: FloatOp, operands: &[Term]) -> Term {
        let Raised {
            overflow,
            underflow,
            inexact,
        } = match self.finite {
            Finite::Normal(number) => raised(t, op.to, op.rounding, number),
            Finite::Placed {
                sign,
                exponent,
                significand,
            } => raised_by_placed(t, op.to, op.rounding, sign, exponent, significand),
        };
        let unusual = [&self.nans[..], &self.invalid, &self.infinite, &self.zero].concat();
        let unusual = either(t, &unusual);
        let usual = t.not(unusual);
        let mut invalid = self.invalid;
        for &operand in operands {
            invalid.push(t.float_is_signalling(op.format, operand));
        }
        let invalid = either(t, &invalid);
        let divides_by_zero = self.divides_by_zero.unwrap_or_else(|| t.false_());
        let mut flags = t.concat(invalid, divides_by_zero);
        for raised in [overflow, underflow, inexact] {
            let raised = t.and(raised, usual);
            flags = t.concat(flags, raised);
        }
        flags
    }
}
