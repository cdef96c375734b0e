//! Comparisons: as of integers in sign and magnitude, but for zeros and NaNs. Of two patterns of a number, the usual one is compared.

use super::unpack::{fields, usual};
use crate::float::operation::FloatFormat;
use crate::node::Term;
use crate::table::TermTable;

/// Two numbers as bit patterns that are equal for equal numbers, but for zeros; whether both are zero, and whether one is a NaN.
struct Pair {
    a: Term,
    b: Term,
    zeros: Term,
    nan: Term,
}

impl Pair {
    fn new(t: &mut TermTable, format: FloatFormat, a: Term, b: Term) -> Self {
        let (a_fields, b_fields) = (fields(t, format, a), fields(t, format, b));
        Self {
            a: usual(t, format, a),
            b: usual(t, format, b),
            zeros: t.and(a_fields.zero, b_fields.zero),
            nan: t.or(a_fields.nan, b_fields.nan),
        }
    }
}

/// Whether two numbers are equal.
pub(super) fn equal(t: &mut TermTable, format: FloatFormat, a: Term, b: Term) -> Term {
    let pair = Pair::new(t, format, a, b);
    let same = t.eq(pair.a, pair.b);
    let same = t.or(same, pair.zeros);
    let ordered = t.not(pair.nan);
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
    let pair = Pair::new(t, format, a, b);
    let below = below(t, format, pair.a, pair.b);
    let neither = t.or(pair.zeros, pair.nan);
    let neither = t.not(neither);
    t.and(below, neither)
}

/// Whether the first number is less or equal.
pub(super) fn less_equal(t: &mut TermTable, format: FloatFormat, a: Term, b: Term) -> Term {
    let pair = Pair::new(t, format, a, b);
    let above = below(t, format, pair.b, pair.a);
    let not_above = t.not(above);
    let holds = t.or(not_above, pair.zeros);
    let ordered = t.not(pair.nan);
    t.and(holds, ordered)
}
