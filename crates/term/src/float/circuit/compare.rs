//! Comparisons: as of integers in sign and magnitude, but for zeros and NaNs.

use super::unpack::fields;
use crate::float::operation::FloatFormat;
use crate::node::Term;
use crate::table::TermTable;

/// Whether both are zero, and whether one is a NaN.
fn classes(t: &mut TermTable, format: FloatFormat, a: Term, b: Term) -> (Term, Term) {
    let (a_fields, b_fields) = (fields(t, format, a), fields(t, format, b));
    let zeros = t.and(a_fields.zero, b_fields.zero);
    let nan = t.or(a_fields.nan, b_fields.nan);
    (zeros, nan)
}

/// Whether two numbers are equal.
pub(super) fn equal(t: &mut TermTable, format: FloatFormat, a: Term, b: Term) -> Term {
    let (zeros, nan) = classes(t, format, a, b);
    let same = t.eq(a, b);
    let same = t.or(same, zeros);
    let ordered = t.not(nan);
    t.and(same, ordered)
}

/// The order of bit patterns that are no zeros and no NaNs.
fn below(t: &mut TermTable, format: FloatFormat, a: Term, b: Term) -> Term {
    let (a_sign, b_sign) = (t.float_sign(format, a), t.float_sign(format, b));
    let negative = t.and(a_sign, b_sign);
    let by_magnitude = t.ult(b, a);
    let by_sign = t.slt(a, b);
    t.ite(negative, by_magnitude, by_sign)
}

/// Whether the first number is less.
pub(super) fn less(t: &mut TermTable, format: FloatFormat, a: Term, b: Term) -> Term {
    let (zeros, nan) = classes(t, format, a, b);
    let below = below(t, format, a, b);
    let neither = t.or(zeros, nan);
    let neither = t.not(neither);
    t.and(below, neither)
}

/// Whether the first number is less or equal.
pub(super) fn less_equal(t: &mut TermTable, format: FloatFormat, a: Term, b: Term) -> Term {
    let (zeros, nan) = classes(t, format, a, b);
    let above = below(t, format, b, a);
    let not_above = t.not(above);
    let holds = t.or(not_above, zeros);
    let ordered = t.not(nan);
    t.and(holds, ordered)
}
